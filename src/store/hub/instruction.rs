//! What the desk wants a terminal to write into its journal.

use rusqlite::{Connection, params};

use super::event::EventId;
use super::json;
use crate::journal::{Event, GameId};
use crate::store::StoreError;

/// An instruction as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredInstruction {
    /// Its id (UUIDv7), so that a terminal carries it out once.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// What to write.
    pub event: Event,
}

/// Keeps an instruction until the journal has it.
///
/// # Errors
/// SQLite's errors.
pub fn give(
    connection: &Connection,
    event: EventId,
    instruction: &StoredInstruction,
    at: &str,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO instruction (id, event, game, body, given) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            instruction.id,
            event.to_string(),
            instruction.game.to_string(),
            json::text("instruction", &instruction.event)?,
            at
        ],
    )?;
    Ok(())
}

/// The instructions of a game that its journal does not have yet, oldest first.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn open(connection: &Connection, game: GameId) -> Result<Vec<StoredInstruction>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, body FROM instruction WHERE game = ?1 AND done IS NULL ORDER BY id",
    )?;
    let rows = statement.query_map([game.to_string()], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?))
    })?;
    rows.map(|row| {
        let (id, body) = row?;
        Ok(StoredInstruction {
            id,
            game,
            event: json::value("instruction", &body)?,
        })
    })
    .collect()
}

/// Notes that the journal has what an instruction asked for.
///
/// # Errors
/// SQLite's errors.
pub fn done(connection: &Connection, id: &str, at: &str) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE instruction SET done = ?2 WHERE id = ?1",
        params![id, at],
    )?;
    Ok(())
}
