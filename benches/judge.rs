//! Repetitions judged: three rounds of play in each case of the rule book.
//!
//! Bar: one judgement under 50 ms. `the_hardest` is the slowest of the book's cases by the work it
//! takes, `all_of_them` one pass over every case; `gives_up` is a made-up crowd of pieces in which
//! the bound of work ends the search, so it is the most that any judgement can take.

use divan::counter::ItemsCount;
use serde_json::Value;
use xiangqi::{Game, Position, judge};

const CASES: &str = include_str!("../src/xiangqi/tests/data/repetition-cases.json");

fn main() {
    divan::main();
}

fn game(fen: &str, moves: &str) -> Game {
    let start = Position::from_fen(fen).expect("a valid position");
    let moves = moves.split(' ').map(|text| text.parse().expect("a move"));
    Game::replay(start, moves).expect("a legal game")
}

fn cases() -> Vec<(String, Game)> {
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("the cases are JSON");
    let text = |case: &Value, key: &str| case[key].as_str().expect("a text").to_owned();
    cases
        .iter()
        .map(|case| {
            (
                text(case, "name"),
                game(&text(case, "fen"), &text(case, "moves")),
            )
        })
        .collect()
}

#[divan::bench(sample_count = 20)]
fn all_of_them(bencher: divan::Bencher) {
    let cases = cases();
    bencher
        .counter(ItemsCount::new(cases.len()))
        .bench_local(|| {
            cases
                .iter()
                .filter_map(|(_, game)| judge::judge(game))
                .count()
        });
}

#[divan::bench(args = ["图9", "参考图15", "参考图17", "参考图26"], sample_count = 20)]
fn the_hardest(bencher: divan::Bencher, name: &str) {
    let cases = cases();
    let (_, game) = cases
        .iter()
        .find(|(other, _)| other == name)
        .expect("a case of that name");
    bencher.bench_local(|| judge::judge(divan::black_box(game)));
}

#[divan::bench(sample_count = 20)]
fn gives_up(bencher: divan::Bencher) {
    let game = game(
        "r1b1kab1r/4a4/2n1c1n2/p1p1p1p1p/1c3R3/2P3R2/P3P1P1P/1CN1C1N2/9/2BAKAB2 w - - 0 1",
        "f5d5 b5b6 d5f5 b6b5 f5d5 b5b6 d5f5 b6b5 f5d5 b5b6 d5f5 b6b5",
    );
    bencher.bench_local(|| judge::judge(divan::black_box(&game)));
}
