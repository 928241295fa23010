//! The review of records, step by step, and the log of what was sent to broadcasters.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Deserialize;

use super::event::EventId;
use super::review::{ReviewState, StepRefused, may_step};
use super::{entry, game, json};
use crate::journal::{Edit, Event, GameId, Head, Stamp};
use crate::store::StoreError;

/// Who writes when a record keeper corrects at the desk: what stands before its first entry is the
/// record as it was handed in.
pub const DESK: &str = "desk";

/// A step of a record's review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where the record is since.
    pub state: ReviewState,
    /// Who took it there.
    pub keeper: String,
    /// What he remarked; empty for nothing.
    pub remark: String,
    /// When, RFC 3339.
    pub at: String,
}

/// Why a step was not taken.
#[derive(Debug, thiserror::Error)]
pub enum StepError {
    /// The rules of the review refuse it.
    #[error(transparent)]
    Refused(#[from] StepRefused),
    /// The game is not in the event.
    #[error("no game {0}")]
    Unknown(GameId),
    /// The game is still going on.
    #[error("game {0} has no result yet")]
    Undecided(GameId),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes a record a step further. A record no step was taken with yet counts as submitted; `found`
/// is what stands in its way, if anything does.
///
/// # Errors
/// Why the step is refused (see [`may_step`]), or SQLite's errors.
pub fn step(
    connection: &Connection,
    event: EventId,
    game: GameId,
    step: &Step,
    found: Option<&str>,
) -> Result<(), StepError> {
    let from = steps(connection, game)?
        .last()
        .map_or(ReviewState::Submitted, |last| last.state);
    may_step(from, step.state, found, &step.keeper, &step.remark)?;
    append(connection, event, game, step)?;
    Ok(())
}

fn append(
    connection: &Connection,
    event: EventId,
    game: GameId,
    step: &Step,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO publication (event, game, state, keeper, remark, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            event.to_string(),
            game.to_string(),
            step.state.code(),
            step.keeper,
            step.remark,
            step.at
        ])?;
    Ok(())
}

/// Corrects a record: an entry of its own in the journal, written by the desk in a new epoch, so
/// that the original stays. The record is to be checked again afterwards.
///
/// # Errors
/// [`StepError::Undecided`] while the game goes on (a correction then is the arbiter's), or SQLite's
/// errors.
pub fn correct(
    connection: &Connection,
    event: EventId,
    game: GameId,
    edit: Edit,
    step: &Step,
    stamp: &Stamp,
    received_ms: i64,
) -> Result<(), StepError> {
    let stored = game::get(connection, game)?.ok_or(StepError::Unknown(game))?;
    if stored.decision.is_none() {
        return Err(StepError::Undecided(game));
    }
    if step.keeper.trim().is_empty() {
        return Err(StepRefused::Nameless.into());
    }
    if step.remark.trim().is_empty() {
        let reason = "a correction says why".to_owned();
        return Err(StepRefused::RemarkNeeded { reason }.into());
    }
    let mut head = entry::head(connection, game)?;
    let write = |head: &mut Head, event_of: Event| {
        let written = head.append(DESK, stamp.clone(), event_of);
        entry::insert(connection, event, &written, 0, received_ms)
    };
    if stored.writer.as_deref() != Some(DESK) {
        head.epoch = head.epoch.max(stored.epoch) + 1;
        write(
            &mut head,
            Event::WriterChanged {
                by: step.keeper.clone(),
            },
        )?;
        game::set_writer(connection, game, DESK, head.epoch)?;
    }
    let by = step.keeper.clone();
    write(
        &mut head,
        Event::Corrected {
            edit,
            by,
            why: step.remark.clone(),
        },
    )?;
    let again = Step {
        state: ReviewState::Submitted,
        ..step.clone()
    };
    append(connection, event, game, &again)?;
    Ok(())
}

/// Every step of one record, the first first.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn steps(connection: &Connection, game: GameId) -> Result<Vec<Step>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT state, keeper, remark, at, game FROM publication WHERE game = ?1 ORDER BY seq",
    )?;
    let rows = statement.query_map([game.to_string()], |row| Ok(read(row)))?;
    rows.map(|row| Ok(row??.1)).collect()
}

/// The last step of every record that had one. A file from before there were reviews has none.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn last_steps(
    connection: &Connection,
    event: EventId,
) -> Result<HashMap<GameId, Step>, StoreError> {
    if !has_table(connection, "publication")? {
        return Ok(HashMap::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT state, keeper, remark, at, game FROM publication WHERE event = ?1 ORDER BY seq",
    )?;
    let rows = statement.query_map([event.to_string()], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

/// A file opened only to read may be of an older version, without some of the tables.
fn has_table(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1)")?
        .query_row([name], |row| row.get(0))?)
}

fn read(row: &Row<'_>) -> Result<(GameId, Step), StoreError> {
    let (state, game): (String, String) = (row.get(0)?, row.get(4)?);
    let step = Step {
        state: ReviewState::parse(&state)
            .ok_or_else(|| StoreError::corrupt("state of a review", &state))?,
        keeper: row.get(1)?,
        remark: row.get(2)?,
        at: row.get(3)?,
    };
    Ok((
        game.parse()
            .map_err(|error| StoreError::corrupt("game id", error))?,
        step,
    ))
}

/// A record that was handed in without a journal.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RecordAlone {
    /// The start position, six-field FEN.
    pub start_fen: String,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The result's code.
    pub result: String,
}

/// The first record of a game that was handed in as a whole.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn record_alone(
    connection: &Connection,
    game: GameId,
) -> Result<Option<RecordAlone>, StoreError> {
    let body: Option<String> = connection
        .prepare_cached("SELECT body FROM record WHERE game = ?1 ORDER BY received LIMIT 1")?
        .query_row([game.to_string()], |row| row.get(0))
        .optional()?;
    body.map(|body| json::value("record", &body)).transpose()
}

/// Every record of a game that was handed in as a whole, the first first, each with when it came.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn records_alone(
    connection: &Connection,
    game: GameId,
) -> Result<Vec<(String, RecordAlone)>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT received, body FROM record WHERE game = ?1 ORDER BY received")?;
    let rows = statement.query_map([game.to_string()], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?))
    })?;
    rows.map(|row| {
        let (received, body) = row?;
        Ok((received, json::value("record", &body)?))
    })
    .collect()
}

/// How many more records than one were handed in of a game, for the games with several.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn other_records(
    connection: &Connection,
    event: EventId,
) -> Result<HashMap<GameId, usize>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game, count(*) - 1 FROM record WHERE event = ?1 GROUP BY game HAVING count(*) > 1",
    )?;
    let rows = statement.query_map([event.to_string()], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?))
    })?;
    rows.map(|row| {
        let (game, others) = row?;
        let game = game
            .parse()
            .map_err(|error| StoreError::corrupt("game id", error))?;
        Ok((game, others as usize))
    })
    .collect()
}

/// A document that went out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// When, RFC 3339.
    pub at: String,
    /// Where to.
    pub target: String,
    /// The round.
    pub round: u16,
    /// Games in it.
    pub games: u32,
    /// Plies of all its games.
    pub plies: u32,
    /// How far it was behind the boards, seconds.
    pub delay_s: u32,
    /// SHA-256 of the document, hex.
    pub digest: String,
    /// `ok`, or why it did not arrive.
    pub answer: String,
}

/// Notes a document that went out.
///
/// # Errors
/// SQLite's errors.
pub fn note_sent(connection: &Connection, event: EventId, sent: &Sent) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO sent (event, at, target, round, games, plies, delay_s, digest, answer)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            event.to_string(),
            sent.at,
            sent.target,
            sent.round,
            sent.games,
            sent.plies,
            sent.delay_s,
            sent.digest,
            sent.answer
        ])?;
    Ok(())
}

/// The last documents that went out, the newest first.
///
/// # Errors
/// SQLite's errors.
pub fn sent(connection: &Connection, event: EventId, most: u32) -> Result<Vec<Sent>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT at, target, round, games, plies, delay_s, digest, answer FROM sent
         WHERE event = ?1 ORDER BY seq DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![event.to_string(), most], |row| {
        Ok(Sent {
            at: row.get(0)?,
            target: row.get(1)?,
            round: row.get(2)?,
            games: row.get(3)?,
            plies: row.get(4)?,
            delay_s: row.get(5)?,
            digest: row.get(6)?,
            answer: row.get(7)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
