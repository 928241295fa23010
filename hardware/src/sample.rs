use std::time::Instant;

use arrayvec::ArrayVec;

use crate::Side;

/// The longest time a side can hold: 9:59:59.999, in milliseconds. Neither protocol goes beyond it.
pub const MAX_MS: u32 = 35_999_999;

/// The line or frame a sample was read from, for the diagnostics page.
pub type Raw = ArrayVec<u8, 96>;

/// What the clock said of itself at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// When the clock stood so, on the host's monotonic clock.
    pub at: Instant,
    /// Remaining time of the left player, in milliseconds; never above [`MAX_MS`].
    pub left_ms: u32,
    /// Remaining time of the right player, in milliseconds; never above [`MAX_MS`].
    pub right_ms: u32,
    /// The step in which this clock counts, in milliseconds: 1 (XQC1) or 1000 (DGT).
    pub resolution_ms: u16,
    /// Whose time runs.
    pub running: Option<Side>,
    /// Whose move it is, also while nothing runs.
    pub to_move: Side,
    /// Whose flag the clock shows as fallen. A time of zero alone is no flag.
    pub flag: Option<Side>,
    /// How many presses the clock has counted, where it counts them.
    pub ply: Option<u16>,
    /// The clock asks for a new battery.
    pub battery_low: bool,
    /// The bytes this was read from.
    pub raw: Raw,
}

impl Sample {
    /// Remaining time of one side, in milliseconds.
    pub const fn remaining_ms(&self, side: Side) -> u32 {
        match side {
            Side::Left => self.left_ms,
            Side::Right => self.right_ms,
        }
    }
}
