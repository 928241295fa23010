//! Random positions for the property tests.

use proptest::prelude::*;
use xiangqi::setup::can_stand;
use xiangqi::{Board, Piece, Position, Role, Setup, Side, Square};

/// How the property tests run: so many cases, or as many as `PROPTEST_CASES` asks for. What is found
/// becomes a named case of its own; a stored seed would mean another position with the next change
/// of the strategies here.
pub fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|text| text.parse().ok()).unwrap_or(cases),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A position some random plies after the start.
fn played() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..120).prop_map(|choices| {
        let mut position = Position::start();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[choice.index(moves.len())]).unwrap();
        }
        position
    })
}

/// Pieces thrown on the board where they can stand; with `files`, on those files alone as far as
/// they can, so that many share one.
fn thrown(numbers: &[u16], files: Option<u16>, side: Side) -> Option<Position> {
    let mut board = Board::empty();
    let mut numbers = numbers.iter().copied();
    for owner in Side::ALL {
        for role in Role::ALL {
            for _ in 0..role.count() {
                let number = numbers.next()?;
                let piece = Piece { side: owner, role };
                let free = |square: &Square| {
                    board.get(*square).is_none() && can_stand(piece, *square).is_ok()
                };
                let mut points: Vec<Square> = Square::all().filter(free).collect();
                if let Some(files) = files.filter(|_| role > Role::Elephant) {
                    points.retain(|square| files >> square.file() & 1 != 0);
                }
                // One piece in three stays in the box; generals and, in a crowd, soldiers never.
                let must = role == Role::General || (files.is_some() && role == Role::Soldier);
                if !points.is_empty() && (must || number % 3 != 0) {
                    let at = usize::from(number / 3) % points.len();
                    board.set(points[at], Some(piece));
                }
            }
        }
    }
    Position::from_setup(&Setup::from((board, side))).ok()
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Red), Just(Side::Black)]
}

fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 32)
}

/// Pieces anywhere.
fn scattered() -> impl Strategy<Value = Position> {
    (numbers(), side()).prop_filter_map("a valid position", |(numbers, side)| {
        thrown(&numbers, None, side)
    })
}

/// All ten soldiers and most other pieces on one to three files.
pub fn crowded() -> impl Strategy<Value = Position> {
    let files = prop::collection::vec(0..9u8, 1..=3)
        .prop_map(|files| files.into_iter().fold(0, |set, file| set | 1 << file));
    (numbers(), files, side()).prop_filter_map("a valid position", |(numbers, files, side)| {
        thrown(&numbers, Some(files), side)
    })
}

/// A position of any of these sorts.
pub fn position() -> impl Strategy<Value = Position> {
    prop_oneof![played(), scattered(), crowded()]
}
