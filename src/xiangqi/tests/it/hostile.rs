//! No text, however odd, makes a parser panic.

use proptest::prelude::*;
use xiangqi::notation::{chinese, iccs, uci, wxf};
use xiangqi::{Board, Game, Move, Position, Setup, Side, Square};

use crate::random;

/// Reads a text in every way there is.
fn read_all(position: &Position, text: &str) {
    let _ = text.parse::<Square>();
    let _ = text.parse::<Move>();
    let _ = uci::coordinates(text);
    for parse in [iccs::parse, uci::parse, wxf::parse, chinese::parse] {
        if let Err(error) = parse(position, text) {
            assert!(!error.chinese().is_empty() && !error.english().is_empty());
        }
    }
    for fen in [text.to_owned(), format!("{} {text}", position.board())] {
        if let Ok(setup) = fen.parse::<Setup>() {
            assert_eq!(
                setup.board.to_string().parse::<Board>().as_ref(),
                Ok(&setup.board)
            );
            let _ = setup.check();
            if let Ok(game) = Game::from_setup(&setup) {
                let _ = game.status();
            }
            if let Ok(position) = Position::from_setup_facing(&setup) {
                for mv in position.legal_moves() {
                    let _ = position.play(mv).map(|next| next.to_fen());
                }
            }
            for side in Side::ALL {
                let _ = chinese::candidates(&setup.board, side, "前兵平五");
                let _ = wxf::candidates(&setup.board, side, "15+1");
            }
        }
    }
}

/// Text made of the pieces that the parsers look for.
fn plausible() -> impl Strategy<Value = String> {
    let words = "帅将仕士相象马馬车車炮砲兵卒前中后後一二三四五六七八九１２３９0123456789\
                 abcdefghiKRHCEAPNBMG+-=.＋－＝進进退平上下/ wWbB－—　\u{200b}\u{feff}\u{0}é";
    let words: Vec<char> = words.chars().collect();
    prop::collection::vec(prop::sample::select(words), 0..12)
        .prop_map(|letters| letters.into_iter().collect())
}

/// Text with the look of a FEN.
fn fen_like() -> impl Strategy<Value = String> {
    "([rnbakcpheg1-9RNBAKCPHEG]{0,10}/){8,10}[rnbakcpRNBAKCPw1-9]{0,10}( [wbr-]{0,2})?( - - [0-9]{0,12} [0-9]{0,12})?"
}

/// Boards that fill all rows, so that many are read.
fn full_board() -> impl Strategy<Value = String> {
    prop::collection::vec("[rnbakcpRNBAKCP1]{9}", 10).prop_map(|rows| rows.join("/"))
}

proptest! {
    #![proptest_config(random::config(2_000))]

    #[test]
    fn random_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        read_all(&Position::start(), &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_text_is_read_or_refused(text in ".{0,40}") {
        read_all(&Position::start(), &text);
    }

    #[test]
    fn plausible_text_is_read_or_refused(
        (position, text) in (random::position(), plausible())
    ) {
        read_all(&position, &text);
    }

    #[test]
    fn fen_like_text_is_read_or_refused(text in prop_oneof![fen_like(), full_board()]) {
        read_all(&Position::start(), &text);
    }

    #[test]
    fn any_move_on_any_board_is_answered(code in any::<u16>(), position in random::position()) {
        if let Some(mv) = Move::from_code(code) {
            prop_assert_eq!(mv.code(), code);
            let mut board = position.board();
            board.apply(mv);
            let legal = position.is_legal(mv);
            let mut game = Game::new(position);
            prop_assert_eq!(game.push_irregular(mv).is_err(), legal);
            if legal {
                prop_assert!(game.push(mv).is_ok());
            }
            prop_assert_eq!(game.board(), board);
        }
    }
}
