//! Real games: every move legal, every text read back.

use std::path::PathBuf;

use serde_json::Value;
use xiangqi::notation::{chinese, wxf};
use xiangqi::{Move, Position};

/// A file of the shared collection, unless it is not there.
fn shared(name: &str) -> Option<String> {
    let root = std::env::var_os("QIPU_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = root.join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        let required = std::env::var_os("QIPU_REQUIRE_ALL").is_some_and(|value| value == "1");
        assert!(!required, "{} is not there", path.display());
        eprintln!("skipped: {} is not there", path.display());
    }
    text
}

#[test]
fn real_games_are_legal_and_their_texts_read_back() {
    let Some(expected) = shared("corpus/expected.jsonl") else {
        return;
    };
    let (mut games, mut plies, mut refused) = (0, 0, 0);
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        if row["status"] != "ok" {
            continue;
        }
        let fen = row["start_fen"].as_str().unwrap();
        let moves = row["moves"].as_array().unwrap();
        let Ok(mut position) = Position::from_fen(fen) else {
            refused += 1;
            continue;
        };
        for mv in moves {
            let mv: Move = mv.as_str().unwrap().parse().unwrap();
            let text = chinese::format(&position, mv);
            assert_eq!(chinese::parse(&position, &text), Ok(mv), "{}", row["file"]);
            let text = wxf::format(&position, mv);
            assert_eq!(wxf::parse(&position, &text), Ok(mv), "{}", row["file"]);
            position = position.play(mv).unwrap_or_else(|reason| {
                panic!("{}: {mv} in {}: {reason}", row["file"], position.to_fen())
            });
            plies += 1;
        }
        games += 1;
    }
    // Two boards upside down, and a side letter in the place of the last point.
    assert_eq!(refused, 3);
    assert!(
        games > 6_800 && plies > 450_000,
        "{games} games, {plies} plies"
    );
}

#[test]
fn soldiers_in_two_files_are_written_as_other_programs_do() {
    let Some(tandems) = shared("corpus/tandem_positions.jsonl") else {
        return;
    };
    let mut moves = 0;
    for line in tandems.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let position = Position::from_fen(row["fen"].as_str().unwrap()).unwrap();
        for case in row["moves"].as_array().unwrap() {
            let mv: Move = case["iccs"].as_str().unwrap().parse().unwrap();
            assert_eq!(
                wxf::format(&position, mv),
                case["wxf_pyffish"].as_str().unwrap()
            );
            // The other program's Chinese names the move, or one of several it fits.
            let other = case["chinese_cchess"].as_str().unwrap();
            match chinese::parse(&position, other) {
                Ok(read) => assert_eq!(read, mv, "{other} in {}", position.to_fen()),
                Err(xiangqi::notation::NotationError::Ambiguous { moves, .. }) => {
                    assert!(moves.contains(&mv), "{other} in {}", position.to_fen());
                }
                Err(error) => panic!("{other} in {}: {error}", position.to_fen()),
            }
            moves += 1;
        }
    }
    assert!(moves > 300, "{moves} moves");
}
