//! Real arbiters' rounds, paired again from the same history.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tournament::{EventDocument, Regulation, check, pairing};

fn shared(path: &str) -> Option<Vec<u8>> {
    let root = std::env::var_os("QIPU_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let file = root.join(path);
    match std::fs::read(&file) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            let reason = format!("skipped: {}: {error}", file.display());
            assert!(std::env::var_os("QIPU_REQUIRE_ALL").is_none(), "{reason}");
            eprintln!("{reason}");
            None
        }
    }
}

#[test]
fn real_rounds_paired_again() {
    for name in ["real_28p_7r.json", "real_81p_7r.json"] {
        let Some(bytes) = shared(&format!("cases/events/{name}")) else {
            return;
        };
        let event = EventDocument::from_json(&bytes).expect("a readable event");
        let regulation = Regulation::of(&event).expect("the rule book's defaults");
        for last in 1..event.rounds.len() {
            let mut history = event.clone();
            let real = history.rounds.split_off(last).remove(0);
            let paired = pairing::pair_next(&history, &regulation).expect("a pairing");
            let pairs = |games: Vec<(u32, u32)>| -> BTreeSet<(u32, u32)> {
                games
                    .into_iter()
                    .map(|(a, b)| (a.min(b), a.max(b)))
                    .collect()
            };
            let theirs = pairs(real.games.iter().map(|g| (g.red, g.black)).collect());
            let ours = pairs(paired.games.iter().map(|g| (g.red, g.black)).collect());
            let same = ours.intersection(&theirs).count();
            println!("{name} round {}: {same} of {}", last + 1, theirs.len());
            history.rounds.push(paired.to_round());
            let faults = check::check(&history, &regulation);
            let faults: Vec<_> = faults
                .iter()
                .filter(|f| usize::from(f.round) > last)
                .collect();
            assert!(faults.is_empty(), "{name}: {faults:?}");
        }
    }
}
