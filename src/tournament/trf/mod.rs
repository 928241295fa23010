//! TRF, the text format tournament programs exchange: TRF16 as most programs write it, and TRF26.
//!
//! Columns are counted in characters, not bytes. Red stands as white. Fouls, regions, teams'
//! rules and the regulation have no place in it, so it is a loss on the way out and a start on the
//! way in; the event document is the full record.

mod read;
mod write;

pub use read::{TrfFault, read};
pub use write::{Names, Version, write};

/// First column of the games, from 1, and the width of a round.
const FIRST_ROUND: usize = 91;
const ROUND_WIDTH: usize = 10;
