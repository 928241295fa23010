//! Personal data, sealed: this table never holds it in the clear.

use rusqlite::{Connection, OptionalExtension, params};

use super::event::EventId;
use crate::store::StoreError;

/// Keeps the sealed data of an entry.
///
/// # Errors
/// SQLite's errors.
pub fn put(
    connection: &Connection,
    event: EventId,
    entry: &str,
    sealed: &[u8],
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO personal (event, entry, sealed) VALUES (?1, ?2, ?3)
             ON CONFLICT (event, entry) DO UPDATE SET sealed = excluded.sealed",
        )?
        .execute(params![event.to_string(), entry, sealed])?;
    Ok(())
}

/// The sealed data of an entry.
///
/// # Errors
/// SQLite's errors.
pub fn get(
    connection: &Connection,
    event: EventId,
    entry: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT sealed FROM personal WHERE event = ?1 AND entry = ?2")?
        .query_row(params![event.to_string(), entry], |row| row.get(0))
        .optional()?)
}

/// Removes all of it, after the payout. The sporting record stays.
///
/// # Errors
/// SQLite's errors.
pub fn forget(connection: &Connection, event: EventId) -> Result<usize, StoreError> {
    // Freed pages are overwritten, so that nothing is left in the file.
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection.execute("DELETE FROM personal WHERE event = ?1", [event.to_string()])?)
}
