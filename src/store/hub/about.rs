//! What the file knows about itself: its generation, the first-start code.

use rusqlite::{Connection, OptionalExtension, params};

use crate::store::StoreError;

/// A value.
///
/// # Errors
/// SQLite's errors.
pub fn get(connection: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT value FROM about WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?)
}

/// Keeps a value.
///
/// # Errors
/// SQLite's errors.
pub fn set(connection: &Connection, key: &str, value: &str) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO about (key, value) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        params![key, value],
    )?;
    Ok(())
}

/// Forgets a value.
///
/// # Errors
/// SQLite's errors.
pub fn remove(connection: &Connection, key: &str) -> Result<(), StoreError> {
    connection.execute("DELETE FROM about WHERE key = ?1", [key])?;
    Ok(())
}

/// The generation of the file: another one after every restore from a backup, so that terminals
/// know to send everything once more.
///
/// # Errors
/// SQLite's errors.
pub fn generation(connection: &Connection) -> Result<String, StoreError> {
    Ok(get(connection, "generation")?.unwrap_or_default())
}

/// Writes more than one page and takes it back, to see whether the disk lets it.
///
/// # Errors
/// SQLite's errors.
pub fn probe(connection: &Connection) -> Result<(), StoreError> {
    set(connection, "probe", &"x".repeat(10_000))?;
    remove(connection, "probe")
}
