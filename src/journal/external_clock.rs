//! What an electronic clock on the table's line did to the game. It can never end one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xiangqi::Side;

use super::Reading;

/// A fact about the external clock, where it changes what the times of the game are worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum ClockFact {
    /// The external clock's times count from here on: at the start, or because an arbiter says so.
    Rules {
        /// Model and serial number of the clock the arbiter paired the table with.
        clock: String,
        /// Whether Red sits on its left, seen from its front; confirmed by the arbiter.
        red_on_left: bool,
        /// Who decided it.
        by: String,
    },
    /// The terminal's own times count again.
    Dismissed {
        /// Who decided it.
        by: String,
    },
    /// It is gone: the readings that follow are estimates of the terminal.
    Lost,
    /// It is back: its readings count again.
    Back,
    /// It started anew, with times that were not played. The arbiter restores them.
    Restarted {
        /// What it showed before.
        reading: Reading,
        /// How old that was when it was gone, milliseconds, if known.
        lost_ms: Option<u32>,
    },
    /// A press for which no move was recorded yet; the move takes these times.
    PressWaits {
        /// Who pressed.
        #[schema(value_type = String, example = "red")]
        side: Side,
        /// The times just after it.
        reading: Reading,
    },
    /// The terminal's own measure of the press that follows.
    Beside {
        /// Its times.
        own: Reading,
    },
    /// So many presses wait for a move.
    PressesWithoutMoves {
        /// How many.
        count: u32,
    },
    /// After it came back it had counted so many presses fewer than moves were recorded.
    PressesMissed {
        /// How many.
        count: u32,
    },
    /// A press came from the other side than the move: the seats may be the wrong way round.
    WrongSide {
        /// Who moved.
        #[schema(value_type = String, example = "red")]
        moved: Side,
    },
    /// The two clocks differ by more than they should.
    Differs {
        /// On whose time.
        #[schema(value_type = String, example = "red")]
        side: Side,
        /// The terminal's, milliseconds.
        own_ms: u64,
        /// The external clock's, milliseconds.
        external_ms: u64,
    },
    /// It runs too fast (positive) or too slow.
    Drifts {
        /// Millionths.
        ppm: i32,
    },
    /// It did not take these times; they have to be set on it by hand.
    SetByHand {
        /// The times.
        reading: Reading,
    },
    /// Another clock than the paired one answered; it is not believed.
    OtherClock {
        /// Model and serial number.
        clock: String,
    },
}

/// The external clock of a game, as far as its entries tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExternalClock {
    /// Whether Red sits on its left.
    pub red_on_left: bool,
    /// Whether it is gone, so that readings are estimates.
    pub lost: bool,
}

impl ClockFact {
    /// What becomes of the external clock of a game by this fact.
    #[must_use]
    pub const fn follow(&self, before: Option<ExternalClock>) -> Option<ExternalClock> {
        match (self, before) {
            (Self::Rules { red_on_left, .. }, _) => Some(ExternalClock {
                red_on_left: *red_on_left,
                lost: false,
            }),
            (Self::Dismissed { .. }, _) => None,
            (Self::Lost, Some(clock)) => Some(ExternalClock {
                lost: true,
                ..clock
            }),
            (Self::Back, Some(clock)) => Some(ExternalClock {
                lost: false,
                ..clock
            }),
            (_, before) => before,
        }
    }
}
