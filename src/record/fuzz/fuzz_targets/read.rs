//! Any bytes are read or refused, and what is read can be asked everything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use record::Hint;

fuzz_target!(|bytes: &[u8]| {
    for name in ["", "a.ubb", "a.chn", "a.ccm", "a.che", "a.mxq"] {
        let Ok(games) = record::games(bytes, Hint::from_name(name)) else { continue };
        for game in games.flatten() {
            let _ = (game.fault(), game.close(), game.tree.variations(), game.tree.comments());
        }
    }
});
