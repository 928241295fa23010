//! Journal entries as the hub keeps them: the line of each game, and what did not follow it.

use rusqlite::{Connection, OptionalExtension, params};

use super::event::EventId;
use super::json;
use crate::journal::{Digest, Entry, GameId, Head};
use crate::store::StoreError;

/// The end of a game's line; an empty one when nothing came yet.
///
/// # Errors
/// SQLite's errors.
pub fn head(connection: &Connection, game: GameId) -> Result<Head, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT epoch, seq, hash FROM entry WHERE game = ?1 AND line = 0
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([game.to_string()], |row| {
            let seq: i64 = row.get(1)?;
            Ok(Head {
                game,
                epoch: row.get(0)?,
                seq: seq.cast_unsigned(),
                hash: Digest(row.get(2)?),
            })
        })
        .optional()?;
    Ok(found.unwrap_or_else(|| Head::empty(game)))
}

/// The end of a game's line as it was known at a moment, with when that entry came, both
/// milliseconds since 1970. An entry that came later holds back all after it.
///
/// # Errors
/// SQLite's errors.
pub fn head_until(
    connection: &Connection,
    game: GameId,
    until_ms: i64,
) -> Result<(Head, i64), StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT epoch, seq, hash, received FROM entry WHERE game = ?1 AND line = 0
               AND seq < coalesce((SELECT min(seq) FROM entry
                                   WHERE game = ?1 AND line = 0 AND received > ?2),
                                  9223372036854775807)
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(params![game.to_string(), until_ms], |row| {
            let seq: i64 = row.get(1)?;
            let head = Head {
                game,
                epoch: row.get(0)?,
                seq: seq.cast_unsigned(),
                hash: Digest(row.get(2)?),
            };
            Ok((head, row.get(3)?))
        })
        .optional()?;
    Ok(found.unwrap_or_else(|| (Head::empty(game), 0)))
}

/// The hash that stands at `seq` of a game's line.
///
/// # Errors
/// SQLite's errors.
pub fn hash_at(
    connection: &Connection,
    game: GameId,
    seq: u64,
) -> Result<Option<Digest>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT hash FROM entry WHERE game = ?1 AND seq = ?2 AND line = 0")?
        .query_row(params![game.to_string(), seq.cast_signed()], |row| {
            row.get(0).map(Digest)
        })
        .optional()?)
}

/// Stores an entry in the game's line (0) or as one that did not follow it (1). One that is known
/// stays where it is.
///
/// # Errors
/// SQLite's errors.
pub fn insert(
    connection: &Connection,
    event: EventId,
    entry: &Entry,
    line: u32,
    received_ms: i64,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO entry (event, game, seq, hash, line, epoch, writer, body, received)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (game, seq, hash) DO NOTHING",
        )?
        .execute(params![
            event.to_string(),
            entry.game.to_string(),
            entry.seq.cast_signed(),
            entry.hash.0,
            line,
            entry.epoch,
            entry.writer,
            json::text("entry", entry)?,
            received_ms
        ])?;
    Ok(())
}

/// A game's line behind `seq`, in order.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn line_after(
    connection: &Connection,
    game: GameId,
    seq: u64,
) -> Result<Vec<Entry>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body FROM entry WHERE game = ?1 AND line = 0 AND seq > ?2 ORDER BY seq",
    )?;
    let rows = statement.query_map(params![game.to_string(), seq.cast_signed()], |row| {
        row.get::<_, String>(0)
    })?;
    rows.map(|body| json::value("entry", &body?)).collect()
}

/// A game's whole line, each entry with when the hub got it, milliseconds since 1970.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn line_received(
    connection: &Connection,
    game: GameId,
) -> Result<Vec<(Entry, i64)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body, received FROM entry WHERE game = ?1 AND line = 0 ORDER BY seq",
    )?;
    let rows = statement.query_map([game.to_string()], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?))
    })?;
    rows.map(|row| {
        let (body, received): (String, i64) = row?;
        Ok((json::value("entry", &body)?, received))
    })
    .collect()
}

/// Entries that did not follow a game's line and await a person's decision, in order.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn beside(connection: &Connection, game: GameId) -> Result<Vec<Entry>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body FROM entry WHERE game = ?1 AND line = 1 ORDER BY seq, received",
    )?;
    let rows = statement.query_map([game.to_string()], |row| row.get::<_, String>(0))?;
    rows.map(|body| json::value("entry", &body?)).collect()
}

/// A person has decided about what stands beside a game's line: it is kept, and asked about no
/// more.
///
/// # Errors
/// SQLite's errors.
pub fn settle_beside(connection: &Connection, game: GameId) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE entry SET line = 2 WHERE game = ?1 AND line = 1",
        [game.to_string()],
    )?;
    Ok(())
}

/// Puts entries that stood beside a game's line into it, from `from` on. What stood there is kept
/// as decided about, like everything else beside the line.
///
/// # Errors
/// SQLite's errors.
pub fn swap_in(
    connection: &Connection,
    game: GameId,
    from: u64,
    entries: &[Entry],
) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE entry SET line = 2 WHERE game = ?1 AND (line = 1 OR line = 0 AND seq >= ?2)",
        params![game.to_string(), from.cast_signed()],
    )?;
    let mut into_line = connection
        .prepare_cached("UPDATE entry SET line = 0 WHERE game = ?1 AND seq = ?2 AND hash = ?3")?;
    for entry in entries {
        let at = params![game.to_string(), entry.seq.cast_signed(), entry.hash.0];
        into_line.execute(at)?;
    }
    Ok(())
}

/// When the last entry of a game's line came, milliseconds since 1970.
///
/// # Errors
/// SQLite's errors.
pub fn last_received(connection: &Connection, game: GameId) -> Result<Option<i64>, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT received FROM entry WHERE game = ?1 AND line = 0 ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([game.to_string()], |row| row.get(0))
        .optional()?)
}

/// Whether a terminal has written entries of a game.
///
/// # Errors
/// SQLite's errors.
pub fn has_writer(connection: &Connection, game: GameId, writer: &str) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE game = ?1 AND writer = ?2)")?
        .query_row(params![game.to_string(), writer], |row| row.get(0))?)
}

/// How many entries stand in lines (0), or beside them and await a decision (1).
///
/// # Errors
/// SQLite's errors.
pub fn count(connection: &Connection, line: u32) -> Result<u64, StoreError> {
    let count: i64 = connection
        .prepare_cached("SELECT count(*) FROM entry WHERE line = ?1")?
        .query_row([line], |row| row.get(0))?;
    Ok(count.cast_unsigned())
}
