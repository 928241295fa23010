//! Whatever was read can be written in every format, and keeps its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use record::{Hint, Notation, Target, TextEncoding, XqfVersion};

const TARGETS: [Target; 8] = [
    Target::Pgn(Notation::Chinese),
    Target::Pgn(Notation::Iccs),
    Target::Xqf(XqfVersion::V10),
    Target::Xqf(XqfVersion::V18),
    Target::Cbr,
    Target::Cbf,
    Target::DhtmlXq,
    Target::Json,
];

fuzz_target!(|bytes: &[u8]| {
    let Ok(reading) = record::read(bytes, Hint::NONE) else { return };
    for game in &reading.games {
        for target in TARGETS {
            let written = record::write(game, target, TextEncoding::Utf8);
            let back = record::read(&written.bytes, Hint::NONE).expect("what is written is a record");
            let main: Vec<_> = game.tree.main_moves().collect();
            assert_eq!(back.games[0].tree.main_moves().collect::<Vec<_>>(), main, "{target:?}");
        }
    }
});
