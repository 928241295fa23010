//! Codes by which terminals enrol.

use sha2::{Digest as _, Sha256};

use super::{ActError, Actor, note};
use crate::hub::{Hub, the_event};
use crate::store::hub::enrolment;
use crate::store::{StoreError, hub::event::EventId};

/// How long a code is good, milliseconds.
const GOOD_FOR_MS: i64 = 10 * 60 * 1000;

/// A code, shown once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Six digits.
    pub code: String,
    /// The board it is for.
    pub board: Option<u32>,
}

/// What is kept of a code.
pub fn code_hash(code: &str) -> [u8; 32] {
    Sha256::digest(format!("enrol/{}", code.trim())).into()
}

fn draw_code() -> Result<String, StoreError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::corrupt("the system's randomness", error))?;
    // The remainder's bias is below one in 10^13.
    Ok(format!("{:06}", u64::from_le_bytes(bytes) % 1_000_000))
}

impl Hub {
    /// Draws a code by which one terminal can enrol within ten minutes.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn invite(&self, board: Option<u32>, actor: &Actor) -> Result<Invitation, ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            let code = draw_code()?;
            keep(connection, event, &code, board)?;
            note(connection, event, &actor, "terminal.invite", &(), &board)?;
            Ok(Invitation { code, board })
        })
    }
}

fn keep(
    connection: &rusqlite::Connection,
    event: EventId,
    code: &str,
    board: Option<u32>,
) -> Result<(), StoreError> {
    let expires = chrono::Utc::now().timestamp_millis() + GOOD_FOR_MS;
    enrolment::invite(connection, event, code_hash(code), board, expires)
}
