//! Who sits on which side of the clock.

use clock_link::authority::Times;
use serde::{Deserialize, Serialize};
use xiangqi::Side;

use crate::journal::Reading;

/// A side of the clock, seen from its front.
pub use clock_link::Side as Seat;

/// Where Red sits. The arbiter confirms it; nothing guesses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats {
    red: Seat,
}

impl Seats {
    /// Red sits on this side.
    pub const fn red_on(red: Seat) -> Self {
        Self { red }
    }

    /// Whether Red sits on the left.
    pub fn red_on_left(self) -> bool {
        self.red == Seat::Left
    }

    /// Where a player sits.
    pub const fn of(self, side: Side) -> Seat {
        match side {
            Side::Red => self.red,
            Side::Black => self.red.other(),
        }
    }

    /// Who sits there.
    pub fn at(self, seat: Seat) -> Side {
        if seat == self.red {
            Side::Red
        } else {
            Side::Black
        }
    }

    /// The times of the clock as an entry holds them.
    pub fn reading(self, times: Times, external: bool) -> Reading {
        Reading {
            red_ms: times.of(self.of(Side::Red)).into(),
            black_ms: times.of(self.of(Side::Black)).into(),
            external,
        }
    }

    /// The times of an entry as the clock has them; no clock shows more than ten hours.
    pub fn times(self, reading: Reading) -> Times {
        let ms = |seat| {
            u32::try_from(reading.of(self.at(seat)))
                .unwrap_or(clock_link::MAX_MS)
                .min(clock_link::MAX_MS)
        };
        Times {
            left_ms: ms(Seat::Left),
            right_ms: ms(Seat::Right),
        }
    }
}
