//! The games of the rounds: who sits where, what came out, who writes the journal.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tournament::document::{GameResult, Number};
use xiangqi::Side;

use super::event::EventId;
use super::json;
use super::round::Words;
use crate::journal::GameId;
use crate::store::StoreError;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, round, board, red, black, swapped, why, result, reason, source, confirmed,
                    writer, epoch FROM game ",
            $rest
        )
    };
}

/// A game as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// Its identity.
    pub id: GameId,
    /// Its round.
    pub round: u16,
    /// Its board.
    pub board: u32,
    /// Red as paired.
    pub red: Number,
    /// Black as paired.
    pub black: Number,
    /// Whether they sat the other way round and the game stands (5.8).
    pub swapped: bool,
    /// Why these two were paired.
    pub why: Words,
    /// The result, once there is one.
    pub decision: Option<Decision>,
    /// The terminal that writes the journal.
    pub writer: Option<String>,
    /// The writer's epoch.
    pub epoch: u32,
}

/// A result, where it comes from, and whether it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The result.
    pub result: GameResult,
    /// Why the game ended, a code of the journal; empty when nobody said.
    pub reason: String,
    /// Where it comes from.
    pub source: Source,
    /// Whether it is confirmed and counts.
    pub confirmed: bool,
}

/// Where a result comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The folded journal.
    Journal,
    /// An arbiter entered it.
    Desk,
}

impl StoredGame {
    /// The player who in fact had this side.
    pub const fn player(&self, side: Side) -> Number {
        match (side, self.swapped) {
            (Side::Red, false) | (Side::Black, true) => self.red,
            (Side::Black, false) | (Side::Red, true) => self.black,
        }
    }

    /// Whether a result stands.
    pub fn is_settled(&self) -> bool {
        self.standing() != GameResult::Unfinished
    }

    /// The result that counts: unfinished until it is confirmed.
    pub fn standing(&self) -> GameResult {
        self.decision
            .as_ref()
            .filter(|decision| decision.confirmed)
            .map_or(GameResult::Unfinished, |decision| decision.result)
    }
}

/// The code of a result in the database and in the event document.
pub const fn code(result: GameResult) -> &'static str {
    match result {
        GameResult::Red => "red",
        GameResult::Black => "black",
        GameResult::Draw => "draw",
        GameResult::RedForfeit => "red_forfeit",
        GameResult::BlackForfeit => "black_forfeit",
        GameResult::BothForfeit => "both_forfeit",
        GameResult::Unfinished => "unfinished",
    }
}

/// The result of a code.
pub fn parse(code: &str) -> Option<GameResult> {
    Some(match code {
        "red" => GameResult::Red,
        "black" => GameResult::Black,
        "draw" => GameResult::Draw,
        "red_forfeit" => GameResult::RedForfeit,
        "black_forfeit" => GameResult::BlackForfeit,
        "both_forfeit" => GameResult::BothForfeit,
        "unfinished" => GameResult::Unfinished,
        _ => return None,
    })
}

/// Stores a game of a draft.
///
/// # Errors
/// SQLite's errors.
pub fn insert(
    connection: &Connection,
    event: EventId,
    game: &StoredGame,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO game (id, event, round, board, red, black, why)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            game.id.to_string(),
            event.to_string(),
            game.round,
            game.board,
            game.red,
            game.black,
            json::text("why", &game.why)?
        ])?;
    Ok(())
}

/// Stores what came out of a game, or that nothing has yet.
///
/// # Errors
/// SQLite's errors.
pub fn decide(
    connection: &Connection,
    game: GameId,
    decision: Option<&Decision>,
    at: &str,
) -> Result<(), StoreError> {
    let source = decision.map(|decision| match decision.source {
        Source::Journal => "journal",
        Source::Desk => "desk",
    });
    connection
        .prepare_cached(
            "UPDATE game SET result = ?2, reason = ?3, source = ?4, confirmed = ?5, decided = ?6
             WHERE id = ?1",
        )?
        .execute(params![
            game.to_string(),
            decision.map(|decision| code(decision.result)),
            decision.map(|decision| &decision.reason),
            source,
            decision.is_some_and(|decision| decision.confirmed),
            decision.map(|_| at)
        ])?;
    Ok(())
}

/// Notes that the players sat the other way round.
///
/// # Errors
/// SQLite's errors.
pub fn set_swapped(connection: &Connection, game: GameId, swapped: bool) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE game SET swapped = ?2 WHERE id = ?1",
        params![game.to_string(), swapped],
    )?;
    Ok(())
}

/// Notes who writes the journal, and in which epoch.
///
/// # Errors
/// SQLite's errors.
pub fn set_writer(
    connection: &Connection,
    game: GameId,
    writer: &str,
    epoch: u32,
) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE game SET writer = ?2, epoch = ?3 WHERE id = ?1",
        params![game.to_string(), writer, epoch],
    )?;
    Ok(())
}

/// One game, with the event it belongs to.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn get(connection: &Connection, game: GameId) -> Result<Option<StoredGame>, StoreError> {
    connection
        .prepare_cached(select!("WHERE id = ?1"))?
        .query_row([game.to_string()], |row| Ok(read(row)))
        .optional()?
        .transpose()
}

/// The game on a board of a round.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn on_board(
    connection: &Connection,
    event: EventId,
    round: u16,
    board: u32,
) -> Result<Option<StoredGame>, StoreError> {
    connection
        .prepare_cached(select!("WHERE event = ?1 AND round = ?2 AND board = ?3"))?
        .query_row(params![event.to_string(), round, board], |row| {
            Ok(read(row))
        })
        .optional()?
        .transpose()
}

/// The games of a round by board.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn of_round(
    connection: &Connection,
    event: EventId,
    round: u16,
) -> Result<Vec<StoredGame>, StoreError> {
    let mut statement =
        connection.prepare_cached(select!("WHERE event = ?1 AND round = ?2 ORDER BY board"))?;
    let rows = statement.query_map(params![event.to_string(), round], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

fn read(row: &Row<'_>) -> Result<StoredGame, StoreError> {
    let id: String = row.get(0)?;
    let decision = match row.get::<_, Option<String>>(7)? {
        None => None,
        Some(text) => Some(Decision {
            result: parse(&text).ok_or_else(|| StoreError::corrupt("result", &text))?,
            reason: row.get::<_, Option<String>>(8)?.unwrap_or_default(),
            source: match row.get::<_, Option<String>>(9)?.as_deref() {
                Some("journal") => Source::Journal,
                _ => Source::Desk,
            },
            confirmed: row.get(10)?,
        }),
    };
    Ok(StoredGame {
        id: id
            .parse()
            .map_err(|error| StoreError::corrupt("game id", error))?,
        round: row.get(1)?,
        board: row.get(2)?,
        red: row.get(3)?,
        black: row.get(4)?,
        swapped: row.get(5)?,
        why: json::value("why", &row.get::<_, String>(6)?)?,
        decision,
        writer: row.get(11)?,
        epoch: row.get(12)?,
    })
}
