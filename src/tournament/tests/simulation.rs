//! Random events: a bounded number here, the full number where everything is required, and any
//! number by `qipu simulate`.

use tournament::Regulation;
use tournament::simulation::{self, Chance, Report, Shape};

/// Rounds to play: a nightly run plays a hundred thousand.
fn wanted() -> u64 {
    match std::env::var_os("QIPU_REQUIRE_ALL") {
        Some(value) if value == "1" => 100_000,
        _ => 10_000,
    }
}

/// Plays events until so many rounds are paired; any broken rule ends the test.
fn play(wanted: u64, first_seed: u64, shape: impl Fn(u64, &mut Chance) -> Shape) -> Report {
    let regulation = Regulation::built_in("qingshui-2019").expect("built in");
    let mut total = Report::default();
    let mut seed = first_seed;
    while total.rounds < wanted {
        match simulation::play(seed, shape(seed, &mut Chance::new(!seed)), &regulation) {
            Ok(report) => total.add(&report),
            Err(failure) => panic!(
                "seed {seed}: {}\n{}",
                failure.reason,
                serde_json::to_string(&failure.event).expect("a document")
            ),
        }
        seed += 1;
    }
    println!("seeds {first_seed} to {}: {total:?}", seed - 1);
    total
}

/// Where pairing is hardest; half of all rounds.
#[test]
fn small_fields_over_many_rounds() {
    let report = play(wanted() / 2, 0, |seed, chance| Shape {
        players: 12 + chance.below(14) as u32,
        rounds: 11 + chance.below(3) as u16,
        troubled: seed % 2 == 1,
    });
    assert!(report.games > 4 * report.rounds, "{report:?}");
}

#[test]
fn fields_of_any_size() {
    let report = play(wanted() / 2, 1_000_000, |seed, chance| Shape {
        players: 2 + chance.below(59) as u32,
        rounds: 1 + chance.below(11) as u16,
        troubled: seed % 2 == 1,
    });
    assert!(report.games > 4 * report.rounds, "{report:?}");
}

#[test]
fn larger_fields() {
    let report = play(120, 2_000_000, |seed, _| Shape {
        players: 40 + 15 * (seed % 12) as u32,
        rounds: 11,
        troubled: seed % 2 == 1,
    });
    assert!(report.games > 20 * report.rounds, "{report:?}");
}
