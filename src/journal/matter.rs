//! Claims, what an arbiter rules on, and what he finds.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xiangqi::Side;

use super::Outcome;

/// What a player may claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum Claim {
    /// A draw by the natural limit (22.2).
    Limit {
        /// The claimant.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// Judgement of a repetition (23.1).
    Repetition {
        /// The claimant.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
}

/// What a ruling is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "on", rename_all = "snake_case")]
pub enum Matter {
    /// A claim of the natural limit.
    Limit {
        /// The claimant.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// A claim of repetition.
    Repetition {
        /// The claimant.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// A flag that fell.
    Flag {
        /// Whose.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// A move against the rules of movement.
    Irregular {
        /// Who made it.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// A call without a claim, or two different results chosen.
    Call,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// The claim is good and ends the game.
    Upheld {
        /// The result it gives.
        outcome: Outcome,
    },
    /// The claim is not good; an unfounded limit claim costs a foul and five minutes (22.2).
    Refused,
    /// The game goes on and `side` has to vary within two rounds (23.5.2).
    MustVary {
        /// Who has to vary; both sides when the position is a draw if nobody varies.
        #[schema(value_type = Option<String>, example = "red")]
        side: Option<Side>,
    },
    /// The game goes on.
    PlayOn,
    /// The game ends.
    Ends {
        /// With this result.
        outcome: Outcome,
    },
}

/// Who signs a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "signer", rename_all = "snake_case")]
pub enum Signer {
    /// The player with Red.
    Red,
    /// The player with Black.
    Black,
    /// The arbiter.
    Arbiter {
        /// Which.
        name: String,
    },
}

impl From<Side> for Signer {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => Self::Red,
            Side::Black => Self::Black,
        }
    }
}
