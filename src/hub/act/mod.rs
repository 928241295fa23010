//! What can be done to an event, one action a file. Every action is one transaction and one row of
//! the audit log; the desk's pages and the demo call the same functions.

mod amend;
mod close;
mod create;
mod draft;
mod invite;
mod order;
mod pair;
mod people;
mod plan;
mod publish;
mod result;
mod stick;
mod terminal;
mod version;

use rusqlite::Connection;
use serde::Serialize;

use super::now;
use crate::store::StoreError;
use crate::store::hub::audit;
use crate::store::hub::event::EventId;
use crate::store::hub::publication::StepError;

pub(super) use amend::ENTRY;
pub use create::NewEvent;
pub use draft::Adjustment;
pub use invite::Invitation;
pub(super) use invite::code_hash;
pub use order::Ruling;
pub(super) use order::result_of;
pub use people::Documents;
pub use result::ResultEntry;
pub use stick::StickGame;
pub use version::Version;

/// Who does something, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account, the terminal, or the program itself.
    pub who: String,
    /// The address it came from, or `local`.
    pub origin: String,
}

impl Actor {
    /// The program acting by itself, such as the demo.
    pub fn program(who: &str) -> Self {
        Self {
            who: who.to_owned(),
            origin: "local".to_owned(),
        }
    }
}

/// Why an action was not carried out. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// No event was made yet.
    #[error("there is no event yet")]
    NoEvent,
    /// An event is already there.
    #[error("there is an event already: {0}")]
    EventExists(String),
    /// The event cannot be as described.
    #[error(transparent)]
    Document(#[from] tournament::faults::DocumentFault),
    /// The regulation is unknown or faulty.
    #[error(transparent)]
    Regulation(#[from] tournament::regulation::RegulationError),
    /// No pairing is possible.
    #[error(transparent)]
    Pairing(#[from] tournament::pairing::PairingError),
    /// The pairing breaks a hard rule, found by the checker.
    #[error("round {round}: the pairing breaks a rule: {detail}")]
    Unsound {
        /// The round.
        round: u16,
        /// What the checker says.
        detail: String,
    },
    /// Boards of the round are still open.
    #[error("round {round}: boards still open: {boards:?}")]
    BoardsOpen {
        /// The round.
        round: u16,
        /// The boards without a result that stands.
        boards: Vec<u32>,
    },
    /// The round before is not closed, so the next cannot be paired.
    #[error("round {0} is not closed")]
    RoundOpen(u16),
    /// All rounds were played.
    #[error("all {0} rounds are played")]
    AllPlayed(u16),
    /// There is no such round.
    #[error("there is no round {0}")]
    NoRound(u16),
    /// The round was published: its boards are frozen.
    #[error("round {0} is published; its boards are frozen")]
    Frozen(u16),
    /// What was to be published is not what is there now.
    #[error("round {round}: the pairing changed since it was looked at")]
    Changed {
        /// The round.
        round: u16,
    },
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// There is no such terminal.
    #[error("there is no such terminal")]
    NoTerminal,
    /// The entry of a player is refused.
    #[error(transparent)]
    Entry(#[from] tournament::entries::EntryFault),
    /// A step of a record's review is refused.
    #[error(transparent)]
    Review(#[from] StepError),
    /// Anything else that cannot be done, in both languages.
    #[error("{1}")]
    Refused(&'static str, &'static str),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for ActError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Writes an action into the audit log.
pub(super) fn note(
    connection: &Connection,
    event: impl Into<Option<EventId>>,
    actor: &Actor,
    action: &str,
    before: &impl Serialize,
    after: &impl Serialize,
) -> Result<(), StoreError> {
    let json = |value: Result<String, serde_json::Error>| {
        value.map_err(|error| StoreError::corrupt("audit", error))
    };
    audit::append(
        connection,
        &audit::Act {
            event: event
                .into()
                .map(|event| event.to_string())
                .unwrap_or_default(),
            at: now(),
            who: actor.who.clone(),
            origin: actor.origin.clone(),
            action: action.to_owned(),
            before: json(serde_json::to_string(before))?,
            after: json(serde_json::to_string(after))?,
        },
    )
}
