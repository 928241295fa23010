//! Results and the reasons for them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xiangqi::Side;

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Red won.
    Red,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// Red did not play; Black gets the win (20.3).
    RedForfeit,
    /// Black did not play; Red gets the win (20.3).
    BlackForfeit,
    /// Neither came (20.2).
    BothForfeit,
}

impl Verdict {
    /// The win of `side`.
    pub const fn win(side: Side) -> Self {
        match side {
            Side::Red => Self::Red,
            Side::Black => Self::Black,
        }
    }

    /// Who won at the board or without play; nobody in a draw or when neither came.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Red | Self::BlackForfeit => Some(Side::Red),
            Self::Black | Self::RedForfeit => Some(Side::Black),
            Self::Draw | Self::BothForfeit => None,
        }
    }

    /// Whether the game was decided without play.
    pub const fn is_forfeit(self) -> bool {
        matches!(
            self,
            Self::RedForfeit | Self::BlackForfeit | Self::BothForfeit
        )
    }

    /// The code it has in the event document.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
            Self::Draw => "draw",
            Self::RedForfeit => "red_forfeit",
            Self::BlackForfeit => "black_forfeit",
            Self::BothForfeit => "both_forfeit",
        }
    }
}

/// Why a game ended (4.1, 4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Checkmate (3.2).
    Checkmate,
    /// No legal move (3.3).
    Stalemate,
    /// Resignation.
    Resignation,
    /// Time (4.1.6).
    Time,
    /// Draw by agreement.
    Agreement,
    /// Natural limit (4.2.4).
    NaturalLimit,
    /// Repetition ruling (23.5).
    Repetition,
    /// A move against the rules (4.1.3, 4.1.8).
    Irregular,
    /// Three fouls, or one that loses at once (4.1.9, 4.1.10).
    Fouls,
    /// Absence or lateness (20.1).
    Absence,
    /// Neither side can win (4.2.2).
    CannotWin,
    /// Any other decision of the arbiter.
    Arbiter,
}

/// A result with its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
}
