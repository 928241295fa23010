//! What became of the records that were owed.

use rusqlite::{Connection, params};
use tournament::document::{Number, RecordState};

use super::event::EventId;
use crate::store::StoreError;

/// A decided obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredObligation {
    /// Round of the game.
    pub round: u16,
    /// Board of the game.
    pub board: u32,
    /// Who owed it.
    pub player: Number,
    /// Why: a code of [`tournament::obligations::Reason`].
    pub reason: String,
    /// What became of it.
    pub state: RecordState,
}

const fn code(state: RecordState) -> &'static str {
    match state {
        RecordState::Open => "open",
        RecordState::Met => "met",
        RecordState::Missed => "missed",
        RecordState::Waived => "waived",
    }
}

fn parse(code: &str) -> Result<RecordState, StoreError> {
    Ok(match code {
        "open" => RecordState::Open,
        "met" => RecordState::Met,
        "missed" => RecordState::Missed,
        "waived" => RecordState::Waived,
        other => return Err(StoreError::corrupt("state of a record", other)),
    })
}

/// Stores what became of a record; an earlier word on the same game is replaced.
///
/// # Errors
/// SQLite's errors.
pub fn put(
    connection: &Connection,
    event: EventId,
    obligation: &StoredObligation,
    at: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO obligation (event, round, board, player, reason, state, decided)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (event, round, board) DO UPDATE SET player = excluded.player,
                reason = excluded.reason, state = excluded.state, decided = excluded.decided",
        )?
        .execute(params![
            event.to_string(),
            obligation.round,
            obligation.board,
            obligation.player,
            obligation.reason,
            code(obligation.state),
            at
        ])?;
    Ok(())
}

/// All stored obligations by round and board.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn all(connection: &Connection, event: EventId) -> Result<Vec<StoredObligation>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT round, board, player, reason, state FROM obligation WHERE event = ?1
         ORDER BY round, board",
    )?;
    let rows = statement.query_map([event.to_string()], |row| {
        Ok((
            row.get(0)?,
            row.get(1)?,
            row.get(2)?,
            row.get(3)?,
            row.get::<_, String>(4)?,
        ))
    })?;
    rows.map(|row| {
        let (round, board, player, reason, state) = row?;
        Ok(StoredObligation {
            round,
            board,
            player,
            reason,
            state: parse(&state)?,
        })
    })
    .collect()
}
