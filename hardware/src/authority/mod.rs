//! Which clock rules a table, and what follows from it; it touches no screen and no port.
//!
//! A [`Table`] takes the events of a link and the moves recorded at the terminal. It says what
//! time to show, matches presses with moves, and gives notices. An external clock can show a
//! fallen flag; nothing here ends a game.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use clock_link::Side;
//! use clock_link::authority::{Authority, Notice, Source, Start, Table, Times};
//!
//! let start = Instant::now();
//! let times = Times { left_ms: 1_800_000, right_ms: 1_800_000 };
//! let terms = Start { times, increment_ms: 10_000, to_move: Side::Left, plies: 0 };
//! let (mut table, mut notices) = (Table::new(Authority::Kiosk, terms), Vec::new());
//! table.run(start, true);
//! let later = start + Duration::from_secs(5);
//! table.moved(later, Side::Left, &mut notices);
//! let [Notice::Timed(timed)] = &notices[..] else { panic!("{notices:?}") };
//! assert_eq!((timed.source, timed.counted.left_ms), (Source::Kiosk, 1_805_000));
//! ```

mod countdown;
mod ledger;
mod notice;
mod reading;
mod setting;
mod table;
#[cfg(test)]
mod tests;

pub use countdown::Countdown;
pub use notice::{Audience, MoveTime, Notice, Source};
pub use reading::{Pending, Reading, Running, Start};
pub use table::Table;

use serde::{Deserialize, Serialize};

use crate::{Sample, Side};

/// Whose times count at a table. Fixed when the game is made; only an arbiter changes it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Authority {
    /// The terminal's own clock.
    #[default]
    Kiosk,
    /// The clock on the serial line.
    External,
}

/// The remaining times of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Left player's, in milliseconds.
    pub left_ms: u32,
    /// Right player's, in milliseconds.
    pub right_ms: u32,
}

impl Times {
    /// One side's, in milliseconds.
    pub const fn of(&self, side: Side) -> u32 {
        match side {
            Side::Left => self.left_ms,
            Side::Right => self.right_ms,
        }
    }

    /// Sets one side's.
    pub const fn set(&mut self, side: Side, ms: u32) {
        match side {
            Side::Left => self.left_ms = ms,
            Side::Right => self.right_ms = ms,
        }
    }
}

impl From<&Sample> for Times {
    fn from(sample: &Sample) -> Self {
        Self {
            left_ms: sample.left_ms,
            right_ms: sample.right_ms,
        }
    }
}
