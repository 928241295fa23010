//! Fouls, by game and player.

use rusqlite::{Connection, params};
use tournament::document::Number;

use super::event::EventId;
use crate::journal::GameId;
use crate::store::StoreError;

/// Where a foul was noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoulSource {
    /// In the game's journal.
    Journal,
    /// At the desk.
    Desk,
    /// A record that was owed and never came.
    Record,
}

impl FoulSource {
    /// Its code in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Journal => "journal",
            Self::Desk => "desk",
            Self::Record => "record",
        }
    }
}

/// A foul as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFoul {
    /// The game.
    pub game: GameId,
    /// Whose.
    pub player: Number,
    /// The article.
    pub article: String,
    /// The code of its source.
    pub source: String,
}

/// Notes a foul.
///
/// # Errors
/// SQLite's errors.
pub fn add(
    connection: &Connection,
    event: EventId,
    game: GameId,
    player: Number,
    article: &str,
    source: FoulSource,
    at: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO foul (event, game, player, article, source, noted)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            event.to_string(),
            game.to_string(),
            player,
            article,
            source.code(),
            at
        ])?;
    Ok(())
}

/// Takes back a game's fouls of one source, before they are noted anew.
///
/// # Errors
/// SQLite's errors.
pub fn clear(connection: &Connection, game: GameId, source: FoulSource) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM foul WHERE game = ?1 AND source = ?2")?
        .execute(params![game.to_string(), source.code()])?;
    Ok(())
}

/// All fouls of an event.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn all(connection: &Connection, event: EventId) -> Result<Vec<StoredFoul>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game, player, article, source FROM foul WHERE event = ?1 ORDER BY rowid",
    )?;
    let rows = statement.query_map([event.to_string()], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get(1)?,
            row.get(2)?,
            row.get(3)?,
        ))
    })?;
    rows.map(|row| {
        let (game, player, article, source) = row?;
        let game = game
            .parse()
            .map_err(|error| StoreError::corrupt("game id", error))?;
        Ok(StoredFoul {
            game,
            player,
            article,
            source,
        })
    })
    .collect()
}
