//! Ranking 5,000 players over 13 rounds: under 50 ms on one core.

use tournament::document::{EventDocument, GameResult};
use tournament::simulation::{self, Chance};
use tournament::{Regulation, pairing, ranking};

fn main() {
    divan::main();
}

#[divan::bench(args = [200, 1_000, 5_000])]
fn thirteen_rounds(bencher: divan::Bencher, players: u32) {
    let regulation = Regulation::built_in("qingshui-2019").expect("built in");
    let mut chance = Chance::new(13);
    let mut event = EventDocument {
        players: simulation::field(players),
        rounds_planned: Some(13),
        ..EventDocument::default()
    };
    for _ in 0..13 {
        let mut round = pairing::pair_next(&event, &regulation)
            .expect("a large field can always be paired")
            .to_round();
        for game in &mut round.games {
            game.result = match chance.below(10) {
                0..3 => GameResult::Draw,
                3..7 => GameResult::Red,
                _ => GameResult::Black,
            };
        }
        event.rounds.push(round);
    }
    bencher.bench_local(|| ranking::standings(&event, &regulation).individual.len());
}
