//! Finished records as terminals handed them in.

use rusqlite::{Connection, params};

use super::event::EventId;
use crate::journal::GameId;
use crate::store::StoreError;

/// How a record came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// The first of its game.
    New,
    /// The same record was there.
    Duplicate,
    /// Another record of the same game was there; both are kept.
    Differs,
}

/// Keeps a record. Nothing is ever overwritten.
///
/// # Errors
/// SQLite's errors.
pub fn put(
    connection: &Connection,
    event: EventId,
    game: GameId,
    fingerprint: &str,
    body: &str,
    at: &str,
) -> Result<Arrival, StoreError> {
    let others: i64 = connection
        .prepare_cached("SELECT count(*) FROM record WHERE game = ?1 AND fingerprint <> ?2")?
        .query_row(params![game.to_string(), fingerprint], |row| row.get(0))?;
    let added = connection
        .prepare_cached(
            "INSERT INTO record (event, game, fingerprint, body, received)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (game, fingerprint) DO NOTHING",
        )?
        .execute(params![
            event.to_string(),
            game.to_string(),
            fingerprint,
            body,
            at
        ])?;
    Ok(match (added, others) {
        (_, 1..) => Arrival::Differs,
        (0, _) => Arrival::Duplicate,
        _ => Arrival::New,
    })
}
