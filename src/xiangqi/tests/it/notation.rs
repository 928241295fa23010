//! Every legal move has its own text in every notation, and each text reads back to its move.

use std::collections::HashSet;

use proptest::prelude::*;
use xiangqi::notation::{NotationError, chinese, iccs, uci, wxf};
use xiangqi::{Move, Position};

use crate::random;

type Format = fn(&Position, Move) -> String;
type Parse = fn(&Position, &str) -> Result<Move, NotationError>;

const NOTATIONS: [(Format, Parse); 4] = [
    (chinese::format, chinese::parse),
    (wxf::format, wxf::parse),
    (iccs::format, iccs::parse),
    (uci::format, uci::parse),
];

fn check(position: &Position) {
    let moves = position.legal_moves();
    for (format, parse) in NOTATIONS {
        let texts: HashSet<String> = moves.iter().map(|mv| format(position, *mv)).collect();
        assert_eq!(texts.len(), moves.len(), "{}: {texts:?}", position.to_fen());
        for mv in &moves {
            let text = format(position, *mv);
            assert_eq!(
                parse(position, &text),
                Ok(*mv),
                "{text} in {}",
                position.to_fen()
            );
        }
    }
}

/// The text in the other script, with the other digits.
fn other_script(text: &str) -> String {
    let plain = "车马相象仕士帅将炮兵卒后进一二三四五六七八九１２３４５６７８９";
    let other = "車傌象相士仕帥將砲卒兵後進１2３4５6７8９一二三四五六七八九";
    let turn = |letter| {
        plain
            .chars()
            .zip(other.chars())
            .find(|(from, _)| *from == letter)
    };
    text.chars()
        .map(|letter| turn(letter).map_or(letter, |(_, to)| to))
        .collect()
}

proptest! {
    #![proptest_config(random::config(1_000))]

    #[test]
    fn texts_differ_and_read_back(position in random::position()) {
        check(&position);
    }

    #[test]
    fn texts_differ_and_read_back_in_a_crowd(position in random::crowded()) {
        check(&position);
    }

    #[test]
    fn either_script_and_any_digits_are_read(position in random::position()) {
        for mv in position.legal_moves() {
            let text = other_script(&chinese::format(&position, mv));
            prop_assert_eq!(chinese::parse(&position, &text), Ok(mv), "{} in {}", text, position.to_fen());
        }
    }

    #[test]
    fn every_style_reads_back(position in random::position()) {
        for (script, wide) in [
            (chinese::Script::Simplified, false),
            (chinese::Script::Traditional, false),
            (chinese::Script::Traditional, true),
        ] {
            for mv in position.legal_moves() {
                let text = chinese::format_in(chinese::Style { script, wide }, &position, mv);
                prop_assert_eq!(chinese::parse(&position, &text), Ok(mv), "{}", text);
            }
        }
    }

    /// A text without 前 or 后 where they belong is read if one of the two alone can go.
    #[test]
    fn under_written_moves_are_read_or_asked_about(position in random::crowded()) {
        for mv in position.legal_moves() {
            let full = wxf::format(&position, mv);
            let piece = position.piece_at(mv.from()).unwrap();
            let file = match position.side() {
                xiangqi::Side::Red => 9 - mv.from().file(),
                xiangqi::Side::Black => 1 + mv.from().file(),
            };
            let text = format!("{}{file}{}", piece.chinese(), &full[2..]);
            match chinese::parse(&position, &text) {
                Ok(read) => prop_assert_eq!(read, mv),
                Err(NotationError::Ambiguous { moves, .. }) => {
                    prop_assert!(moves.contains(&mv) && moves.len() > 1);
                }
                Err(error) => prop_assert!(false, "{}: {}", text, error),
            }
        }
    }
}

/// `position;text;move` a line, `?` for a text that must be asked about, `-` for one that no legal
/// move answers to. Named in the file after formats and articles.
#[test]
fn written_forms_are_read() {
    let mut lines = 0;
    let cases = include_str!("../data/notation.txt").lines();
    for line in cases.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(';').collect();
        let [fen, text, expected] = parts[..] else {
            panic!("three parts: {line}")
        };
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        let parse = if text.is_ascii() {
            wxf::parse
        } else {
            chinese::parse
        };
        let found = parse(&position, text);
        match expected {
            "?" => assert!(
                matches!(found, Err(NotationError::Ambiguous { .. })),
                "{line}: {found:?}"
            ),
            "-" => assert!(
                matches!(
                    found,
                    Err(NotationError::NoSuchPiece(_) | NotationError::Illegal { .. })
                ),
                "{line}: {found:?}"
            ),
            "unreadable" => {
                assert!(
                    matches!(found, Err(NotationError::Unreadable(_))),
                    "{line}: {found:?}"
                );
            }
            mv => assert_eq!(found, Ok(mv.parse().unwrap()), "{line}"),
        }
        lines += 1;
    }
    assert!(lines > 40, "only {lines} cases");
}

/// `position;move;text` a line: how the texts are written.
#[test]
fn forms_are_written() {
    let cases = include_str!("../data/written.txt").lines();
    let cases: Vec<&str> = cases
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert!(cases.len() > 15, "only {} cases", cases.len());
    for line in cases {
        let parts: Vec<&str> = line.split(';').collect();
        let [fen, mv, text] = parts[..] else {
            panic!("three parts: {line}")
        };
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(
            chinese::format(&position, mv.parse().unwrap()),
            text,
            "{line}"
        );
    }
}
