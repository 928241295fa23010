//! Who owes a record of the game.

use serde::{Deserialize, Serialize};

/// Which games of the named rounds are concerned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// So many winners, drawn by lot from the published seed.
    RandomWinners(u32),
    /// Boards 1 to this one.
    TopBoards(u32),
}

/// Who owes the record of a drawn game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawnOwes {
    /// Red.
    Red,
    /// Nobody.
    #[default]
    Nobody,
}

/// One clause on recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordingRule {
    /// First round it speaks of.
    pub from_round: u16,
    /// Last round it speaks of; none: to the end.
    #[serde(default)]
    pub to_round: Option<u16>,
    /// Which games.
    pub chosen: Chosen,
    /// Whose duty a drawn game is.
    #[serde(default)]
    pub drawn: DrawnOwes,
    /// Minutes after the end of the game until the record is overdue.
    pub due_minutes: u32,
}
