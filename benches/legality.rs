//! One question about one move: is it allowed, and why not.

use divan::counter::ItemsCount;
use xiangqi::{Move, Position, Square};

fn main() {
    divan::main();
}

/// Positions of a game with checks, pins and captures.
const POSITIONS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1",
];

/// Every move from a piece of the side to move to any point, allowed or not.
fn questions() -> Vec<(Position, Move)> {
    let positions = POSITIONS.map(|fen| Position::from_fen(fen).expect("a valid position"));
    let mut questions = Vec::new();
    for position in positions {
        for from in position.pieces_of(position.side()) {
            for to in Square::all() {
                questions.push((position.clone(), Move::new(from, to)));
            }
        }
    }
    questions
}

/// The allowed ones alone, which need every test.
fn allowed() -> Vec<(Position, Move)> {
    let mut questions = questions();
    questions.retain(|(position, mv)| position.is_legal(*mv));
    questions
}

#[divan::bench]
fn is_legal(bencher: divan::Bencher) {
    let questions = questions();
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            questions
                .iter()
                .filter(|(position, mv)| position.is_legal(*mv))
                .count()
        });
}

#[divan::bench]
fn is_legal_of_legal_moves(bencher: divan::Bencher) {
    let questions = allowed();
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            questions
                .iter()
                .filter(|(position, mv)| position.is_legal(*mv))
                .count()
        });
}

#[divan::bench]
fn why_illegal(bencher: divan::Bencher) {
    let questions = questions();
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            questions
                .iter()
                .filter_map(|(position, mv)| position.why_illegal(*mv))
                .count()
        });
}

#[divan::bench]
fn all_legal_moves(bencher: divan::Bencher) {
    let positions = POSITIONS.map(|fen| Position::from_fen(fen).expect("a valid position"));
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            positions
                .iter()
                .map(|position| position.legal_moves().len())
                .sum::<usize>()
        });
}
