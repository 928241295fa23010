//! The rounds of an event and how far each has come.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use tournament::document::Round;

use super::event::EventId;
use super::json;
use crate::store::StoreError;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT number, state, digest, body, relaxed, published, closed FROM round ",
            $rest
        )
    };
}

/// How far a round has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// Paired, seen only at the desk.
    Draft,
    /// Published: its boards are frozen.
    Published,
    /// Closed: every result stands, obligations are decided.
    Closed,
}

impl RoundState {
    /// Its code in the database and in links.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Closed => "closed",
        }
    }

    fn parse(code: &str) -> Result<Self, StoreError> {
        match code {
            "draft" => Ok(Self::Draft),
            "published" => Ok(Self::Published),
            "closed" => Ok(Self::Closed),
            other => Err(StoreError::corrupt("round state", other)),
        }
    }
}

/// A sentence in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl From<&tournament::pairing::Words> for Words {
    fn from(words: &tournament::pairing::Words) -> Self {
        Self {
            zh: words.zh.clone(),
            en: words.en.clone(),
        }
    }
}

/// A round as stored.
#[derive(Debug, Clone)]
pub struct StoredRound {
    /// Its number, from 1.
    pub number: u16,
    /// How far it has come.
    pub state: RoundState,
    /// SHA-256 of the pairing, hex.
    pub digest: String,
    /// The round as the event document has it, without its games.
    pub body: Round,
    /// What the pairing had to give up.
    pub relaxed: Vec<Words>,
    /// When it was published, RFC 3339.
    pub published: Option<String>,
    /// When it was closed, RFC 3339.
    pub closed: Option<String>,
}

/// Stores a draft; an earlier draft of the same number, and its games, are replaced.
///
/// # Errors
/// SQLite's errors.
pub fn put_draft(
    connection: &Connection,
    event: EventId,
    round: &StoredRound,
) -> Result<(), StoreError> {
    connection.execute(
        "DELETE FROM round WHERE event = ?1 AND number = ?2 AND state = 'draft'",
        params![event.to_string(), round.number],
    )?;
    connection.execute(
        "INSERT INTO round (event, number, state, digest, body, relaxed)
         VALUES (?1, ?2, 'draft', ?3, ?4, ?5)",
        params![
            event.to_string(),
            round.number,
            round.digest,
            json::text("round", &round.body)?,
            json::text("relaxed", &round.relaxed)?
        ],
    )?;
    Ok(())
}

/// Moves a round on and notes when.
///
/// # Errors
/// SQLite's errors.
pub fn set_state(
    connection: &Connection,
    event: EventId,
    number: u16,
    state: RoundState,
    at: &str,
) -> Result<(), StoreError> {
    let column = if state == RoundState::Closed {
        "closed"
    } else {
        "published"
    };
    connection.execute(
        &format!("UPDATE round SET state = ?3, {column} = ?4 WHERE event = ?1 AND number = ?2"),
        params![event.to_string(), number, state.code(), at],
    )?;
    Ok(())
}

/// One round.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn get(
    connection: &Connection,
    event: EventId,
    number: u16,
) -> Result<Option<StoredRound>, StoreError> {
    connection
        .prepare_cached(select!("WHERE event = ?1 AND number = ?2"))?
        .query_row(params![event.to_string(), number], |row| Ok(read(row)))
        .optional()?
        .transpose()
}

/// All rounds in order.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn all(connection: &Connection, event: EventId) -> Result<Vec<StoredRound>, StoreError> {
    let mut statement = connection.prepare_cached(select!("WHERE event = ?1 ORDER BY number"))?;
    let rows = statement.query_map([event.to_string()], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

fn read(row: &Row<'_>) -> Result<StoredRound, StoreError> {
    Ok(StoredRound {
        number: row.get(0)?,
        state: RoundState::parse(&row.get::<_, String>(1)?)?,
        digest: row.get(2)?,
        body: json::value("round", &row.get::<_, String>(3)?)?,
        relaxed: json::value("relaxed", &row.get::<_, String>(4)?)?,
        published: row.get(5)?,
        closed: row.get(6)?,
    })
}
