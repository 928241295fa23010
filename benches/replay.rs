//! Whole games played through with every move checked.
//!
//! Bar: 300,000 games of 80 plies in under 15 seconds on one core, that is 1.6 million plies a
//! second.

use divan::counter::ItemsCount;
use xiangqi::notation::chinese;
use xiangqi::{Game, LimitRule, Move, Position};

const GAMES: usize = 1_000;
const PLIES: usize = 80;

fn main() {
    divan::main();
}

/// Games of random legal moves, the same in every run.
fn games() -> Vec<Vec<Move>> {
    let mut state: u64 = 2011;
    let mut next = |below: usize| {
        // A linear congruential generator; its high bits are good enough to choose moves.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut games = Vec::with_capacity(GAMES);
    while games.len() < GAMES {
        let mut position = Position::start();
        let mut moves = Vec::with_capacity(PLIES);
        while moves.len() < PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[next(legal.len())];
            position = position.play(mv).expect("it is on the list");
            moves.push(mv);
        }
        if moves.len() == PLIES {
            games.push(moves);
        }
    }
    games
}

#[divan::bench]
fn from_coordinates(bencher: divan::Bencher) {
    let games = games();
    bencher
        .counter(ItemsCount::new(GAMES * PLIES))
        .bench_local(|| {
            for moves in &games {
                let game = Game::replay(Position::start(), moves.iter().copied());
                assert!(divan::black_box(game).is_ok());
            }
        });
}

#[divan::bench]
fn from_chinese_text(bencher: divan::Bencher) {
    let games: Vec<Vec<String>> = games()
        .into_iter()
        .map(|moves| {
            let mut position = Position::start();
            let write = |mv| {
                let text = chinese::format(&position, mv);
                position = position.play(mv).expect("it was played before");
                text
            };
            moves.into_iter().map(write).collect()
        })
        .collect();
    bencher
        .counter(ItemsCount::new(GAMES * PLIES))
        .bench_local(|| {
            for texts in &games {
                let mut position = Position::start();
                for text in texts {
                    let mv = chinese::parse(&position, text).expect("it was written so");
                    position = position.play(mv).expect("it was read as legal");
                }
                divan::black_box(position);
            }
        });
}

#[divan::bench]
fn with_natural_limit(bencher: divan::Bencher) {
    let games: Vec<Game> = games()
        .into_iter()
        .map(|moves| Game::replay(Position::start(), moves).expect("legal games"))
        .collect();
    let rule = LimitRule {
        limit: 40,
        claimant_check_cap: 0,
    };
    bencher
        .counter(ItemsCount::new(GAMES * PLIES))
        .bench_local(|| {
            games
                .iter()
                .map(|game| game.limit(rule).plies.len())
                .sum::<usize>()
        });
}
