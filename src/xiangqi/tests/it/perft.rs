//! Counts of legal move sequences against those other programs agree on.

use serde_json::Value;
use xiangqi::{Position, perft};

/// Every depth up to this many leaves is counted; `QIPU_PERFT_LEAVES` raises it.
const LEAVES: u64 = 3_500_000;

#[test]
fn counts_agree_with_published_ones() {
    let limit = std::env::var("QIPU_PERFT_LEAVES").map_or(LEAVES, |text| {
        text.parse().expect("QIPU_PERFT_LEAVES is a number")
    });
    let cases: Value = serde_json::from_str(include_str!("../data/perft.json")).unwrap();
    let mut counted = 0;
    for case in cases.as_array().unwrap() {
        let fen = case["fen"].as_str().unwrap();
        // One of the published positions has the generals facing.
        let position = Position::from_setup_facing(&fen.parse().unwrap())
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, leaves) in case["depths"].as_object().unwrap() {
            let leaves = leaves.as_u64().unwrap();
            if leaves <= limit {
                let found = perft(&position, depth.parse().unwrap());
                assert_eq!(found, leaves, "{} at depth {depth}", case["name"]);
                counted += 1;
            }
        }
    }
    assert!(counted > 90, "only {counted} counts fit the limit");
}
