//! Articles 5.1 to 5.6, a position for each clause of rules.md A8.

use xiangqi::touch::Obligation;
use xiangqi::{Position, Square};

/// The moves a touch leaves, and the points of pieces touched in vain.
fn obligation(fen: &str, touched: &str) -> (Vec<String>, Vec<String>) {
    let position = Position::from_fen(fen).unwrap();
    let touched: Vec<Square> = touched
        .split(' ')
        .map(|text| text.parse().unwrap())
        .collect();
    let obligation = Obligation::of(&position, &touched);
    let mut moves: Vec<String> = obligation.moves.iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    (
        moves,
        obligation
            .idle
            .into_iter()
            .map(|square| square.to_string())
            .collect(),
    )
}

/// Red: chariot a5, horse c4, soldier i3 behind a soldier. Black: soldiers a6 and g5, chariot i9.
const FEN: &str = "3k4r/9/9/p8/R5p2/2N5p/8P/9/9/5K3 w";

fn moves(list: &str) -> Vec<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn own_piece_touched_it_moves_unless_it_cannot() {
    assert_eq!(obligation(FEN, "f0"), (moves("f0e0 f0f1"), vec![]));
    let shut_in = "3k5/9/9/9/9/9/9/9/3p5/5K2N w";
    assert_eq!(obligation(shut_in, "i0"), (moves("i0g1 i0h2"), vec![]));
    let blocked = "3k5/9/9/9/9/9/9/9/8C/5K1CN w";
    assert_eq!(obligation(blocked, "i0"), (vec![], moves("i0")));
}

#[test]
fn the_opponent_s_piece_touched_it_is_taken_if_anything_can() {
    assert_eq!(obligation(FEN, "a6"), (moves("a5a6"), vec![]));
    assert_eq!(obligation(FEN, "i9"), (vec![], moves("i9")));
}

#[test]
fn own_first_then_the_opponent_s() {
    // This takes that.
    assert_eq!(obligation(FEN, "a5 g5").0, moves("a5g5"));
    // This cannot, so this moves.
    assert_eq!(obligation(FEN, "f0 a6").0, moves("f0e0 f0f1"));
    // This cannot move at all, so another takes.
    let blocked = "3k5/9/9/9/9/R3p4/9/9/8C/5K1CN w";
    assert_eq!(obligation(blocked, "i0 e4"), (moves("a4e4"), moves("i0")));
    // Nothing of the kind: free.
    assert_eq!(
        obligation("3k5/9/9/9/9/4p4/9/9/8C/5K1CN w", "i0 e4").0,
        moves("")
    );
}

#[test]
fn the_opponent_s_first_then_own() {
    assert_eq!(obligation(FEN, "g5 a5").0, moves("a5g5"));
    // The second cannot take it, so another does.
    assert_eq!(obligation(FEN, "a6 f0").0, moves("a5a6"));
    // Nothing takes it, so the own piece moves.
    assert_eq!(obligation(FEN, "i9 f0"), (moves("f0e0 f0f1"), moves("i9")));
}

#[test]
fn vacant_points_and_later_touches_do_not_matter() {
    assert_eq!(obligation(FEN, "e5 f0 a5").0, moves("f0e0 f0f1"));
    assert_eq!(obligation(FEN, "e5"), (vec![], vec![]));
}
