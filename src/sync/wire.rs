//! The messages of the link, as JSON. Codes travel, never ready text.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::journal::{Entry, GameId};

/// `POST /api/v1/enrol`: a terminal asks for a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EnrolRequest {
    /// The one-time code from the desk.
    pub code: String,
    /// The terminal's name, such as the sticker on its back.
    pub name: String,
    /// Public facts (program version, panel size), for the desk's list.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub facts: serde_json::Map<String, serde_json::Value>,
}

/// The answer to a good code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Enrolled {
    /// The terminal's id.
    pub terminal: String,
    /// Its secret key, hex. Sent this once.
    pub key: String,
    /// The event's title.
    pub event: String,
    /// The board it stands at, when the code was for one.
    pub board: Option<u32>,
    /// The hub's certificate, PEM, to be pinned; none without TLS. A terminal compares it with the
    /// one it has seen and a person has looked at.
    pub certificate: Option<String>,
}

/// `POST /api/v1/games/{game}/entries`: entries in order, without gaps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Upload {
    /// The entries.
    pub entries: Vec<Entry>,
}

/// The hub has every entry up to here on its disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Accepted {
    /// The last entry of the game's line that the hub has.
    pub accepted_through: u64,
}

/// Why the hub refused a call. Each has a duty in the client; none may destroy a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum Refusal {
    /// 409: entries are missing before those sent.
    Gap {
        /// The last entry the hub has; the next one is wanted.
        accepted_through: u64,
    },
    /// 409: another entry stands at this number. Both are kept; a person decides.
    Fork {
        /// The number.
        seq: u64,
        /// The last entry the hub has on its line.
        accepted_through: u64,
    },
    /// 409: another terminal has taken the game over. What was sent is kept beside the game.
    OldEpoch {
        /// The epoch that holds now.
        epoch: u32,
    },
    /// 409: a record with another fingerprint is already there. Both are kept.
    Differs,
    /// 422: this entry can never be taken in: set it aside and show it.
    Poison {
        /// Its number.
        seq: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// 401: the request was signed too long ago or ahead of time: set the clock by this.
    Clock {
        /// The hub's time, milliseconds since 1970.
        now_ms: i64,
    },
    /// 401: the signature is missing or wrong, or the key was revoked. Keep the data.
    Unsigned,
    /// 403: the game is not this terminal's.
    NotYours,
    /// 403: the code is wrong, used up or too old; which of them is not said.
    BadCode,
    /// 404: nothing is known of the game.
    Unknown,
    /// 410: the game was taken out of the event. Keep the data, send no more.
    Gone,
    /// 413: too many entries at once: send fewer.
    TooLarge,
    /// 422: the request cannot be read.
    Unreadable {
        /// Why not.
        reason: String,
    },
    /// 429: too many requests; `Retry-After` says how long to wait.
    TooMany,
    /// 5xx: the hub cannot store anything now. Try again.
    Unavailable,
}

impl Refusal {
    /// The HTTP status it travels with.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Clock { .. } | Self::Unsigned => 401,
            Self::NotYours | Self::BadCode => 403,
            Self::Unknown => 404,
            Self::Gap { .. } | Self::Fork { .. } | Self::OldEpoch { .. } | Self::Differs => 409,
            Self::Gone => 410,
            Self::TooLarge => 413,
            Self::Poison { .. } | Self::Unreadable { .. } => 422,
            Self::TooMany => 429,
            Self::Unavailable => 503,
        }
    }
}

/// `GET /api/v1/games/{game}/journal`: for a spare that takes over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Journal {
    /// The game.
    pub game: GameId,
    /// The epoch in which this terminal may write; the hub's line ends before it began.
    pub epoch: u32,
    /// The line, from the first entry.
    pub entries: Vec<Entry>,
}

/// `PUT /api/v1/games/{game}/record`: a finished record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordUpload {
    /// SHA-256, hex, over start position, moves (with a space between) and result, joined by line
    /// feeds.
    pub fingerprint: String,
    /// The start position, six-field FEN.
    pub start_fen: String,
    /// The moves in coordinates (`h2e2`).
    pub moves: Vec<String>,
    /// The result's code.
    pub result: String,
}

impl RecordUpload {
    /// The fingerprint its content gives.
    pub fn computed_fingerprint(&self) -> String {
        let moves = self.moves.join(" ");
        let text = format!("{}\n{moves}\n{}", self.start_fen, self.result);
        hex::encode(Sha256::digest(text))
    }
}

/// The answer to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordTaken {
    /// Whether it was there before.
    pub duplicate: bool,
}

/// `POST /api/v1/games/{game}/call`: the arbiter is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Call {
    /// A code: `limit`, `repetition`, `irregular`, `result`, `other`.
    pub reason: String,
}

/// The answer to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Called {
    /// Whether this call opened it; false when the board was calling already.
    pub opened: bool,
}
