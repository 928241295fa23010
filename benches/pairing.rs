//! Pairing a late round of a large field: under 10 ms for 200 players, 100 ms for 1,000, 1 s for
//! 5,000, 5 s for 10,000, on one core.

use tournament::document::{EventDocument, GameResult};
use tournament::simulation::{self, Chance};
use tournament::{Regulation, pairing};

fn main() {
    divan::main();
}

/// An event with so many rounds played, three games in ten drawn, the others by strength.
fn played(players: u32, rounds: u16) -> (EventDocument, Regulation) {
    let regulation = Regulation::built_in("qingshui-2019").expect("built in");
    let mut chance = Chance::new(7);
    let mut event = EventDocument {
        players: simulation::field(players),
        rounds_planned: Some(11),
        ..EventDocument::default()
    };
    for _ in 0..rounds {
        let mut round = pairing::pair_next(&event, &regulation)
            .expect("a large field can always be paired")
            .to_round();
        for game in &mut round.games {
            let favourite = chance.below(u64::from(game.red + game.black)) < u64::from(game.black);
            game.why = None;
            game.result = match (chance.happens(300), favourite) {
                (true, _) => GameResult::Draw,
                (false, true) => GameResult::Red,
                (false, false) => GameResult::Black,
            };
        }
        event.rounds.push(round);
    }
    (event, regulation)
}

/// Round 7 of 11.
#[divan::bench(args = [200, 1_000, 5_000, 10_000], max_time = 8)]
fn round_7(bencher: divan::Bencher, players: u32) {
    let (event, regulation) = played(players, 6);
    bencher.bench_local(|| pairing::pair_next(&event, &regulation).map(|round| round.games.len()));
}

/// Round 2, where the score groups are largest.
#[divan::bench(args = [200, 1_000, 5_000, 10_000], max_time = 8)]
fn round_2(bencher: divan::Bencher, players: u32) {
    let (event, regulation) = played(players, 1);
    bencher.bench_local(|| pairing::pair_next(&event, &regulation).map(|round| round.games.len()));
}

/// Where pairing is hardest: the last rounds of small fields.
#[divan::bench(args = [14, 19, 24])]
fn round_11(bencher: divan::Bencher, players: u32) {
    let (event, regulation) = played(players, 10);
    bencher.bench_local(|| pairing::pair_next(&event, &regulation).map(|round| round.games.len()));
}
