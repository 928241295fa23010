//! Terminals, the codes by which they enrol, and their calls.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::event::EventId;
use super::json;
use crate::journal::GameId;
use crate::store::StoreError;

/// A terminal as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTerminal {
    /// Its identity.
    pub id: String,
    /// Its name, such as the sticker on its back.
    pub name: String,
    /// The board it stands at.
    pub board: Option<u32>,
    /// Its secret key.
    pub key: Vec<u8>,
    /// Whether its key was revoked.
    pub revoked: bool,
}

/// Notes a code that lets one terminal enrol. Only its SHA-256 is kept.
///
/// # Errors
/// SQLite's errors.
pub fn invite(
    connection: &Connection,
    event: EventId,
    code_hash: [u8; 32],
    board: Option<u32>,
    expires_ms: i64,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT OR REPLACE INTO invitation (event, code, board, expires) VALUES (?1, ?2, ?3, ?4)",
        params![event.to_string(), code_hash, board, expires_ms],
    )?;
    Ok(())
}

/// Uses up a code: returns the board it was for when it was good. A wrong one counts against every
/// code that is out; after the fifth they are void.
///
/// # Errors
/// SQLite's errors.
pub fn redeem(
    connection: &Connection,
    code_hash: [u8; 32],
    now_ms: i64,
) -> Result<Option<Option<u32>>, StoreError> {
    connection.execute("DELETE FROM invitation WHERE expires <= ?1", [now_ms])?;
    let found = connection
        .prepare_cached("DELETE FROM invitation WHERE code = ?1 RETURNING board")?
        .query_row([code_hash], |row| row.get(0))
        .optional()?;
    if found.is_none() {
        connection.execute("UPDATE invitation SET tries = tries + 1", [])?;
        connection.execute("DELETE FROM invitation WHERE tries >= 5", [])?;
    }
    Ok(found)
}

/// Stores a terminal.
///
/// # Errors
/// SQLite's errors.
pub fn insert(
    connection: &Connection,
    event: EventId,
    terminal: &StoredTerminal,
    facts: &serde_json::Value,
    at: &str,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO terminal (id, event, name, board, key, facts, enrolled)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            terminal.id,
            event.to_string(),
            terminal.name,
            terminal.board,
            terminal.key,
            json::text("facts", facts)?,
            at
        ],
    )?;
    Ok(())
}

/// One terminal.
///
/// # Errors
/// SQLite's errors.
pub fn get(connection: &Connection, id: &str) -> Result<Option<StoredTerminal>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT id, name, board, key, revoked FROM terminal WHERE id = ?1")?
        .query_row([id], read)
        .optional()?)
}

/// All terminals by board, then name.
///
/// # Errors
/// SQLite's errors.
pub fn all(connection: &Connection, event: EventId) -> Result<Vec<StoredTerminal>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, name, board, key, revoked FROM terminal WHERE event = ?1
         ORDER BY board IS NULL, board, name",
    )?;
    let rows = statement.query_map([event.to_string()], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Puts a terminal at a board, or at none.
///
/// # Errors
/// SQLite's errors.
pub fn place(connection: &Connection, id: &str, board: Option<u32>) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE terminal SET board = ?2 WHERE id = ?1",
        params![id, board],
    )?;
    Ok(())
}

/// Revokes a terminal's key.
///
/// # Errors
/// SQLite's errors.
pub fn revoke(connection: &Connection, id: &str, at: &str) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE terminal SET revoked = coalesce(revoked, ?2) WHERE id = ?1",
        params![id, at],
    )?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredTerminal> {
    Ok(StoredTerminal {
        id: row.get(0)?,
        name: row.get(1)?,
        board: row.get(2)?,
        key: row.get(3)?,
        revoked: row.get::<_, Option<String>>(4)?.is_some(),
    })
}

/// Opens a call for the arbiter; nothing happens when the game has an open one.
///
/// # Errors
/// SQLite's errors.
pub fn call(
    connection: &Connection,
    event: EventId,
    game: GameId,
    terminal: &str,
    reason: &str,
    at: &str,
) -> Result<bool, StoreError> {
    let changed = connection.execute(
        "INSERT INTO call (event, game, terminal, reason, opened) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (game) WHERE answered IS NULL DO NOTHING",
        params![event.to_string(), game.to_string(), terminal, reason, at],
    )?;
    Ok(changed > 0)
}

/// Notes that the arbiter has come to a game.
///
/// # Errors
/// SQLite's errors.
pub fn answer_call(connection: &Connection, game: GameId, at: &str) -> Result<bool, StoreError> {
    let changed = connection.execute(
        "UPDATE call SET answered = ?2 WHERE game = ?1 AND answered IS NULL",
        params![game.to_string(), at],
    )?;
    Ok(changed > 0)
}

/// The games with an open call, and the reason given.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn open_calls(
    connection: &Connection,
    event: EventId,
) -> Result<Vec<(GameId, String)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game, reason FROM call WHERE event = ?1 AND answered IS NULL ORDER BY id",
    )?;
    let rows = statement.query_map([event.to_string()], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?))
    })?;
    rows.map(|row| {
        let (game, reason) = row?;
        Ok((
            game.parse()
                .map_err(|error| StoreError::corrupt("game id", error))?,
            reason,
        ))
    })
    .collect()
}
