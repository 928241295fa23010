//! FEN, keys and checks of random positions.

use proptest::prelude::*;
use xiangqi::{FenError, Position, Setup, SetupError, Side};

use crate::random;

proptest! {
    #![proptest_config(random::config(256))]

    #[test]
    fn a_position_is_its_fen(position in random::position()) {
        let read = Position::from_fen(&position.to_fen()).unwrap();
        prop_assert_eq!(&read, &position);
        prop_assert_eq!(read.to_fen(), position.to_fen());
        prop_assert_eq!(read.key(), position.key());
        prop_assert_eq!(read.board(), position.board());
        prop_assert_eq!(read.legal_moves().len(), position.legal_moves().len());
    }

    /// The key kept while playing is the one made from the pieces, and replaying gives it again.
    #[test]
    fn playing_and_replaying_give_the_same_key(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..100)
    ) {
        let mut position = Position::start();
        let mut played = Vec::new();
        let mut keys = Vec::new();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            let mut board = position.board();
            let taken = board.apply(mv);
            let check = position.gives_check(mv);
            position = position.play(mv).unwrap();
            prop_assert_eq!(position.board(), board);
            prop_assert_eq!(position.plies_since_capture() == 0, taken.is_some());
            prop_assert_eq!(position.is_check(), check);
            prop_assert_eq!(position.is_check(), !position.checkers().is_empty());
            prop_assert_eq!(position.key(), Position::from_fen(&position.to_fen()).unwrap().key());
            played.push(mv);
            keys.push(position.key());
        }
        let mut again = Position::start();
        for (mv, key) in played.into_iter().zip(keys) {
            again = again.play(mv).unwrap();
            prop_assert_eq!(again.key(), key);
        }
    }
}

/// The same position by another order of moves; and the side to move tells two positions apart.
#[test]
fn keys_know_the_position_and_not_the_way() {
    let play = |moves: &[&str]| {
        moves.iter().fold(Position::start(), |position, text| {
            position.play(text.parse().unwrap()).unwrap()
        })
    };
    let one = play(&["h2e2", "h9g7", "b0c2", "b9c7"]);
    // Both horses and both cannons have changed places with their twins' ways.
    let other = play(&["b0c2", "b9c7", "h2e2", "h9g7"]);
    assert_eq!((one.key(), &one), (other.key(), &other));
    let back = play(&["a0a1", "a9a8", "a1a0", "a8a9"]);
    assert_eq!(back, Position::start());
    let waited = play(&["a0a2", "a9a8", "a2a1", "a8a9"]);
    let went = play(&["a0a1"]);
    assert_eq!(waited.board(), went.board());
    assert!(
        waited != went && waited.key() != went.key(),
        "another side is to move"
    );
}

#[test]
fn wrong_fens_say_what_is_wrong() {
    let mut lines = 0;
    let cases = include_str!("../data/fen.txt").lines();
    for line in cases.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (code, fen) = line.split_once(';').expect("two parts");
        let found = match Position::from_fen(fen) {
            Ok(position) => {
                assert!(Position::from_fen(&position.to_fen()).is_ok());
                "valid"
            }
            Err(error) => {
                assert!(!error.chinese().is_empty() && !error.to_string().ends_with('.'));
                name(&error)
            }
        };
        assert_eq!(found, code, "{fen}");
        lines += 1;
    }
    assert!(lines > 50, "only {lines} cases");
}

fn name(error: &FenError) -> &'static str {
    match error {
        FenError::Empty => "empty",
        FenError::Rows { .. } => "rows",
        FenError::Row { .. } => "row",
        FenError::Letter { .. } => "letter",
        FenError::Side(_) => "side",
        FenError::Counter(_) => "counter",
        FenError::Invalid(error) => match error {
            SetupError::NoSide => "no side",
            SetupError::NoGeneral(_) => "no general",
            SetupError::TooMany { .. } => "too many",
            SetupError::OutsidePalace { .. } => "outside palace",
            SetupError::Unreachable { .. } => "unreachable",
            SetupError::SoldierBehindStart { .. } => "behind start",
            SetupError::SoldierOffFile { .. } => "off file",
            SetupError::GeneralsFace => "generals face",
            SetupError::OpponentInCheck(_) => "opponent in check",
        },
    }
}

/// formats 1: what records of other programs hold.
#[test]
fn fens_of_other_programs_are_read() {
    let board = "4k4/9/9/9/9/9/9/9/9/3K5";
    let side = |text: &str| text.parse::<Setup>().unwrap().side;
    assert_eq!(side(&format!("{board}w")), Some(Side::Red));
    assert_eq!(side(&format!("{board}r")), Some(Side::Red));
    assert_eq!(side(&format!("{board}b")), Some(Side::Black));
    assert_eq!(side(&format!("{board} r - - 3 9")), Some(Side::Red));
    assert_eq!(side(&format!("{board} B")), Some(Side::Black));
    assert_eq!(side(board), None);
    assert_eq!(
        side(&format!("{board} -b")),
        None,
        "a fixed text of one exporter"
    );
    // Other letters, and a last row that ends with the letter of a piece.
    let setup: Setup = "rheagaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAGAEHR b"
        .parse()
        .unwrap();
    assert_eq!(setup.board, Setup::start().board);
    let setup: Setup = "3k5/9/9/9/9/9/9/9/9/4K3r".parse().unwrap();
    assert_eq!((setup.side, setup.board.pieces().count()), (None, 3));
    // A FEN of two files found in the wild has one general; it is a setup, and no position.
    let setup: Setup = "9/9/9/9/9/9/9/9/9/4K4 w".parse().unwrap();
    assert_eq!(setup.check(), Err(SetupError::NoGeneral(Side::Black)));
    let counters: Setup = format!("{board} w - - 17 42").parse().unwrap();
    assert_eq!(
        (counters.plies_since_capture, counters.move_number),
        (Some(17), Some(42))
    );
    assert_eq!(counters.to_string(), format!("{board} w - - 17 42"));
}
