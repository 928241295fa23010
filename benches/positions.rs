//! Search by position: the bars are 5,000 games a second to build, 10 ms a query over 7,000 games.
//!
//! The games are those shipped with the product, each followed by its own beginnings, so that there
//! are as many as the bar asks for.

use divan::Bencher;
use divan::counter::ItemsCount;
use qipu::demo::games;
use qipu::publish::position::{PositionIndex, key};
use tournament::document::GameResult;
use xiangqi::{Board, Move, Side};

const GAMES: usize = 7_200;

fn main() {
    divan::main();
}

/// Seven thousand lines: every shipped game whole, and cut short at many places.
fn lines() -> Vec<Vec<Move>> {
    let shipped = games::shipped();
    (0..GAMES)
        .map(|at| {
            let moves = &shipped[at % shipped.len()].moves;
            let cut = moves.len() - (at / shipped.len()) % 8;
            moves[..cut].to_vec()
        })
        .collect()
}

fn build(lines: &[Vec<Move>]) -> PositionIndex {
    PositionIndex::build(
        lines
            .iter()
            .map(|line| (Board::start(), Side::Red, line.as_slice())),
    )
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn build_index(bencher: Bencher<'_, '_>) {
    let lines = lines();
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| build(&lines));
}

/// The position every second game goes through, with what was played next: the longest answer.
#[divan::bench]
fn query_the_commonest_position(bencher: Bencher<'_, '_>) {
    let lines = lines();
    let index = build(&lines);
    let mut board = Board::start();
    board.apply("h2e2".parse().expect("a move"));
    assert!(!index.find(key::of(&board, Side::Black)).is_empty());
    bencher.bench_local(|| {
        index.explore(&board, Side::Black, |game| {
            (&lines[game as usize], GameResult::Draw)
        })
    });
}

#[divan::bench]
fn query_a_rare_position(bencher: Bencher<'_, '_>) {
    let lines = lines();
    let index = build(&lines);
    let mut board = Board::start();
    lines[17]
        .iter()
        .take(40)
        .for_each(|mv| drop(board.apply(*mv)));
    bencher.bench_local(|| index.find(key::of(&board, Side::Red)).len());
}
