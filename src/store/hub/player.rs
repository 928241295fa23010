//! The players of an event.

use rusqlite::{Connection, params};
use tournament::document::{Number, Player};

use super::event::EventId;
use super::json;
use crate::store::StoreError;

/// Stores a player; one with the same number is replaced.
///
/// # Errors
/// SQLite's errors.
pub fn put(connection: &Connection, event: EventId, player: &Player) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO player (event, number, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (event, number) DO UPDATE SET body = excluded.body",
        )?
        .execute(params![
            event.to_string(),
            player.number,
            json::text("player", player)?
        ])?;
    Ok(())
}

/// Takes a player out.
///
/// # Errors
/// SQLite's errors.
pub fn remove(connection: &Connection, event: EventId, number: Number) -> Result<(), StoreError> {
    connection.execute(
        "DELETE FROM player WHERE event = ?1 AND number = ?2",
        params![event.to_string(), number],
    )?;
    Ok(())
}

/// All players by number.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn all(connection: &Connection, event: EventId) -> Result<Vec<Player>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT body FROM player WHERE event = ?1 ORDER BY number")?;
    let rows = statement.query_map([event.to_string()], |row| row.get::<_, String>(0))?;
    rows.map(|body| json::value("player", &body?)).collect()
}
