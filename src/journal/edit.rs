//! Changes to a record that is already written. Plies count from 1.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xiangqi::Move;

/// One change. What follows the changed ply is kept and checked again, never dropped silently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Edit {
    /// The move at `ply` is another one.
    Replace {
        /// Which ply.
        ply: u32,
        /// The right move.
        #[serde(rename = "move")]
        #[schema(value_type = String, example = "h2e2")]
        mv: Move,
    },
    /// A move is put in before the move that stood at `ply`.
    Insert {
        /// Which ply it becomes.
        ply: u32,
        /// The move.
        #[serde(rename = "move")]
        #[schema(value_type = String, example = "h2e2")]
        mv: Move,
    },
    /// The move at `ply` goes; the later ones move up.
    Remove {
        /// Which ply.
        ply: u32,
    },
    /// Every move from `ply` on goes.
    Truncate {
        /// The first ply that goes.
        ply: u32,
    },
    /// A dash: the move at the next ply is not remembered; the position after it is set up.
    Gap {
        /// The position after the forgotten move, six-field FEN.
        fen: String,
    },
    /// The position after the last move was wrong on the board and is set right (5.8).
    SetPosition {
        /// The right position, six-field FEN.
        fen: String,
    },
}
