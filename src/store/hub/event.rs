//! The event itself: its facts, its regulation, how the hub runs it.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use tournament::{EventDocument, Regulation};
use uuid::Uuid;

use super::json;
use crate::store::StoreError;

/// An event's identity (UUIDv7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub Uuid);

impl std::fmt::Display for EventId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// How the hub runs an event, beyond what the regulation says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conduct {
    /// How far spectators are behind the board, seconds.
    pub delay_s: u32,
    /// Whether an arbiter confirms each result; otherwise both players' signatures do.
    pub arbiter_confirms: bool,
}

impl Default for Conduct {
    fn default() -> Self {
        Self {
            delay_s: 0,
            arbiter_confirms: true,
        }
    }
}

/// An event as the hub holds it.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its identity.
    pub id: EventId,
    /// The event document without players and rounds.
    pub facts: EventDocument,
    /// The regulation as it was loaded when the event was made.
    pub regulation: Regulation,
    /// How the hub runs it.
    pub conduct: Conduct,
}

/// Stores a new event.
///
/// # Errors
/// SQLite's errors.
pub fn insert(connection: &Connection, event: &Event, created: &str) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO event (id, facts, regulation, conduct, created) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            event.id.to_string(),
            json::text("event", &event.facts)?,
            json::text("regulation", &event.regulation)?,
            json::text("conduct", &event.conduct)?,
            created
        ],
    )?;
    Ok(())
}

/// Stores changed facts and conduct.
///
/// # Errors
/// SQLite's errors.
pub fn update(connection: &Connection, event: &Event) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE event SET facts = ?2, conduct = ?3 WHERE id = ?1",
        params![
            event.id.to_string(),
            json::text("event", &event.facts)?,
            json::text("conduct", &event.conduct)?
        ],
    )?;
    Ok(())
}

/// The event this hub runs, when one was made.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn current(connection: &Connection) -> Result<Option<Event>, StoreError> {
    let row = connection
        .prepare_cached("SELECT id, facts, regulation, conduct FROM event ORDER BY id LIMIT 1")?
        .query_row([], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
            ))
        })
        .optional()?;
    let Some((id, facts, regulation, conduct)) = row else {
        return Ok(None);
    };
    Ok(Some(Event {
        id: EventId(
            id.parse()
                .map_err(|error| StoreError::corrupt("event id", error))?,
        ),
        facts: json::value("event", &facts)?,
        regulation: json::value("regulation", &regulation)?,
        conduct: json::value("conduct", &conduct)?,
    }))
}
