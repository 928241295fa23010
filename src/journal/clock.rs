//! Remaining times as an entry holds them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xiangqi::Side;

/// Both remaining times at one moment, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reading {
    /// Red's remaining time.
    pub red_ms: u64,
    /// Black's remaining time.
    pub black_ms: u64,
    /// Whether an external clock gave the times; otherwise the terminal measured them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub external: bool,
}

impl Reading {
    /// What `side` has left, in milliseconds.
    pub const fn of(self, side: Side) -> u64 {
        match side {
            Side::Red => self.red_ms,
            Side::Black => self.black_ms,
        }
    }

    /// The same reading with another time for `side`.
    #[must_use]
    pub const fn with(mut self, side: Side, ms: u64) -> Self {
        match side {
            Side::Red => self.red_ms = ms,
            Side::Black => self.black_ms = ms,
        }
        self
    }
}
