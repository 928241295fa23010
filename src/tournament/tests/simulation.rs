//! Random events: a bounded number here, the large ones by `qipu simulate`.

use tournament::Regulation;
use tournament::simulation::{self, Report, Shape};

fn play_all(seeds: std::ops::Range<u64>, shape: impl Fn(u64) -> Shape) -> Report {
    let regulation = Regulation::built_in("qingshui-2019").expect("built in");
    let mut total = Report::default();
    for seed in seeds {
        match simulation::play(seed, shape(seed), &regulation) {
            Ok(report) => total.add(&report),
            Err(failure) => panic!(
                "seed {seed}: {}\n{}",
                failure.reason,
                serde_json::to_string(&failure.event).expect("a document")
            ),
        }
    }
    total
}

#[test]
fn small_fields_over_many_rounds() {
    let report = play_all(0..120, |seed| Shape {
        players: 12 + (seed % 14) as u32,
        rounds: 11 + (seed % 3) as u16,
        troubled: seed % 2 == 1,
    });
    println!("{report:?}");
    assert!(report.rounds > 1200, "{report:?}");
}

#[test]
fn larger_fields() {
    let report = play_all(1000..1012, |seed| Shape {
        players: 40 + 15 * (seed % 12) as u32,
        rounds: 11,
        troubled: seed % 2 == 1,
    });
    println!("{report:?}");
    assert!(report.rounds > 120, "{report:?}");
}
