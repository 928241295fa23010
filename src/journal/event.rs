//! What an entry can say. Codes travel, never ready text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xiangqi::{Move, Side};

use super::{Claim, ClockFact, Edit, Finding, Matter, Outcome, Reading, Reason, Signer, Verdict};

/// How the record comes into being; the two are never mixed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// During the game: what is touched is recorded, nothing is refused, no help is given.
    Live,
    /// After the game, by the player who owes the record: legality is enforced and explained.
    Entry,
}

/// The time each side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimeControl {
    /// Base time, milliseconds.
    pub base_ms: u64,
    /// Added with each completed move, milliseconds (6.1).
    pub increment_ms: u64,
    /// Whether the first move's increment is already there at the start.
    pub first_move_bonus: bool,
}

/// What was fixed when the game began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Started {
    /// Live or entry.
    pub mode: Mode,
    /// The start position, six-field FEN.
    pub start_fen: String,
    /// Time; none in entry mode.
    pub time: Option<TimeControl>,
    /// The natural limit in rounds of moves (自然限着).
    pub limit_rounds: u16,
    /// How many of the claimant's own checks count (22.2).
    pub claimant_check_cap: u16,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game began.
    Started(Started),
    /// A piece was moved, legally or not.
    Move {
        /// From where to where.
        #[serde(rename = "move")]
        #[schema(value_type = String, example = "h2e2")]
        mv: Move,
    },
    /// The last move was taken back before the clock was pressed.
    TakenBack,
    /// A side completed its move; both remaining times after it.
    Pressed {
        /// Who pressed.
        #[schema(value_type = String, example = "red")]
        side: Side,
        /// The times, the increment of `side` already added.
        reading: Reading,
    },
    /// The clock was read without a press (start, pause, heartbeat, external clock).
    ClockReading {
        /// The times.
        reading: Reading,
    },
    /// The clock was set by an arbiter.
    ClockSet {
        /// The new times.
        reading: Reading,
        /// Who set them.
        by: String,
    },
    /// The game was paused; both remaining times.
    Paused {
        /// The times.
        reading: Reading,
    },
    /// The game went on.
    Resumed,
    /// A side's time ran out (21). The terminal shows it; the arbiter rules.
    FlagFell {
        /// Whose flag.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// A draw was offered (22.1).
    DrawOffered {
        /// By whom.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// The offer was refused by word.
    DrawDeclined {
        /// By whom.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// The natural limit was claimed (22.2).
    LimitClaimed {
        /// By whom.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// Repetition was claimed (23.1).
    RepetitionClaimed {
        /// By whom.
        #[schema(value_type = String, example = "red")]
        side: Side,
    },
    /// The arbiter was called.
    ArbiterCalled {
        /// By whom; nobody when the terminal itself calls (two different results chosen).
        #[schema(value_type = Option<String>, example = "red")]
        side: Option<Side>,
    },
    /// The arbiter ruled.
    Ruled {
        /// On what.
        matter: Matter,
        /// What was found.
        finding: Finding,
        /// Who ruled.
        by: String,
    },
    /// A foul was noted (8.1).
    Foul {
        /// Whose.
        #[schema(value_type = String, example = "red")]
        side: Side,
        /// The article, such as `8.1.4` or `regulation 5.6`.
        article: String,
        /// Who noted it.
        by: String,
    },
    /// A side named the result (9).
    ResultChosen {
        /// Who chose.
        #[schema(value_type = String, example = "red")]
        side: Side,
        /// What was chosen.
        verdict: Verdict,
        /// Why the game ended.
        reason: Reason,
    },
    /// The result stands.
    Result(Outcome),
    /// The result was signed (9).
    Signed {
        /// By whom.
        by: Signer,
        /// The finger's track as the terminal drew it; points in panel pixels.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        strokes: Vec<Vec<(i16, i16)>>,
    },
    /// The player changed the record in entry mode.
    Edited(Edit),
    /// An arbiter or record keeper corrected the record; the original stays in the chain.
    Corrected {
        /// What was changed.
        edit: Edit,
        /// By whom.
        by: String,
        /// Why.
        why: String,
    },
    /// The record was handed in as complete.
    Submitted,
    /// The arbiter opened a finished game again.
    Reopened {
        /// By whom.
        by: String,
    },
    /// The players sat with wrong colours and the game stands (5.8).
    ColoursAsPlayed,
    /// A new writer took over; the first entry of its epoch.
    WriterChanged {
        /// Who allowed it.
        by: String,
    },
    /// A claim was withdrawn before it was ruled on.
    ClaimWithdrawn {
        /// Which.
        claim: Claim,
    },
    /// Something about the electronic clock on the table's line.
    ExternalClock(ClockFact),
}
