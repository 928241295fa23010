use serde::{Deserialize, Serialize};

/// A side of the clock as seen from its front.
///
/// Which of them is Red is a setting of the table, confirmed by the arbiter: the drivers never
/// guess colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player on the left of the clock.
    Left,
    /// The player on the right of the clock.
    Right,
}

impl Side {
    /// The player across the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}
