//! What a terminal must show, as the hub last said.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::journal::{GameId, Started};
use xiangqi::Side;

/// What a terminal must show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Assignment {
    /// Changes whenever anything in here does; asking `?after=` it waits for the next.
    pub version: String,
    /// Changes when the hub was restored from a backup: then everything is sent once more.
    pub generation: String,
    /// The event.
    pub event: EventFacts,
    /// The board the terminal stands at.
    pub board: Option<u32>,
    /// The game at that board in the last published round.
    pub game: Option<GameAssignment>,
    /// Finished games whose record is still owed and may be entered here.
    pub owed: Vec<OwedRecord>,
    /// What the desk wants written into the journal of the game, oldest first: rulings, fouls, clock
    /// times. Each is there until the journal has it.
    #[serde(default)]
    pub instructions: Vec<Instruction>,
    /// Messages for the terminal, oldest first.
    pub messages: Vec<Message>,
}

/// The event as a terminal shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventFacts {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The regulation's short name.
    pub regulation: String,
}

/// A game to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameAssignment {
    /// Its id.
    pub game: GameId,
    /// Its round.
    pub round: u16,
    /// Who has Red.
    pub red: PlayerFacts,
    /// Who has Black.
    pub black: PlayerFacts,
    /// What the `started` entry says, by the regulation.
    pub start: Started,
    /// Whether the limit counters show at the board during the game.
    pub show_limit: bool,
    /// The epoch to write in.
    pub epoch: u32,
    /// Whether this terminal may write; otherwise another one has the game.
    pub may_write: bool,
    /// The result that counts, once there is one: a code of the event document.
    pub result: Option<String>,
}

/// A player as a terminal shows him.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlayerFacts {
    /// Starting number.
    pub number: u32,
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Points before the round, as text.
    pub points: String,
}

/// A record that is owed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OwedRecord {
    /// The game to be entered, as an assignment in entry mode.
    pub game: GameAssignment,
    /// Its board.
    pub board: u32,
    /// Who must enter it.
    #[schema(value_type = String, example = "red")]
    pub side: Side,
    /// Why: a code of [`tournament::obligations::Reason`].
    pub reason: String,
    /// Minutes after the end of the game until it is overdue.
    pub due_minutes: u32,
}

/// What the desk wants written into a journal. A terminal that wrote it before it could say so
/// knows it by its id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Instruction {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// The entry's content.
    pub event: crate::journal::Event,
}

/// A message for a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    /// Its number; shown once.
    pub id: u64,
    /// Free text from the desk.
    pub text: String,
}
