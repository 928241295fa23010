//! The terminal's file: its journal, how far the hub has it, its assignment and settings.

mod delivery;
mod setting;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};
use rusqlite_migration::{M, Migrations};

use super::StoreError;
use super::file::{self, Kind, Lock};
use crate::journal::{Digest, Entry, GameId, Head};

pub use delivery::{Aside, Delivery};

const KIND: Kind = Kind {
    application_id: 0x5150_5401,
    name: "terminal",
};

fn migrations() -> Migrations<'static> {
    Migrations::new(vec![
        M::up(include_str!("0001.sql")),
        M::up(include_str!("0002.sql")),
    ])
}

/// The terminal's database. Calls are short and may come from any thread.
#[derive(Debug)]
pub struct TerminalStore {
    connection: Mutex<Connection>,
    _lock: Lock,
}

impl TerminalStore {
    /// Opens the file, making it and its folder when they are not there.
    ///
    /// # Errors
    /// [`StoreError::Open`] with path and reason: an unwritable folder, a file that is no database
    /// or not a terminal's, a file another program has open.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let (connection, lock) = file::open(path.as_ref(), KIND, &migrations())?;
        Ok(Self {
            connection: Mutex::new(connection),
            _lock: lock,
        })
    }

    /// The connection. A thread that panicked while it held it has left no open transaction: they
    /// roll back when dropped.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends the next entry of a game. It is on the disk when this returns.
    ///
    /// # Errors
    /// [`StoreError::Chain`] when the entry does not follow the last one; SQLite's errors.
    pub fn append(&self, entry: &Entry) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        head(&transaction, entry.game)?.accept(entry)?;
        insert(&transaction, entry)?;
        transaction.commit()?;
        Ok(())
    }

    /// Takes in the hub's line of a game (a spare that takes over, or a terminal that gets its game
    /// back). Where entries here differ from it they give way: they leave the game's line and are
    /// [kept beside it](Self::beside).
    ///
    /// # Errors
    /// [`StoreError::Chain`] when the entries are no line; then nothing is taken in.
    pub fn adopt(&self, entries: &[Entry]) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        for entry in entries {
            let here = hash_at(&transaction, entry.game, entry.seq)?;
            if here != Some(entry.hash) {
                if here.is_some() {
                    give_way(&transaction, entry.game, entry.seq)?;
                }
                head(&transaction, entry.game)?.accept(entry)?;
                insert(&transaction, entry)?;
            }
            delivery::accept(&transaction, entry.game, entry.seq)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The entries of a game that gave way to the hub's line, in order.
    ///
    /// # Errors
    /// SQLite's errors; a body that does not read back.
    pub fn beside(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT body FROM beside WHERE game = ?1 ORDER BY seq")?;
        let rows = statement.query_map([game.to_string()], |row| row.get::<_, String>(0))?;
        rows.map(|body| read(&body?)).collect()
    }

    /// All entries of a game, in order.
    ///
    /// # Errors
    /// SQLite's errors; a body that does not read back.
    pub fn entries(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        self.entries_after(game, 0)
    }

    /// The entries of a game behind `seq`, in order.
    ///
    /// # Errors
    /// As [`Self::entries`].
    pub fn entries_after(&self, game: GameId, seq: u64) -> Result<Vec<Entry>, StoreError> {
        entries_between(&self.connection(), game, seq, u64::MAX)
    }

    /// The entries of a game behind `after`, up to and with `through`, in order.
    ///
    /// # Errors
    /// As [`Self::entries`].
    pub fn entries_between(
        &self,
        game: GameId,
        after: u64,
        through: u64,
    ) -> Result<Vec<Entry>, StoreError> {
        entries_between(&self.connection(), game, after, through)
    }

    /// The end of a game's chain; an empty one when nothing was written.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn head(&self, game: GameId) -> Result<Head, StoreError> {
        head(&self.connection(), game)
    }

    /// The games that have entries here.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn games(&self) -> Result<Vec<GameId>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT DISTINCT game FROM entry")?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        rows.map(|text| game_id(&text?)).collect()
    }
}

fn insert(connection: &Connection, entry: &Entry) -> Result<(), StoreError> {
    let body = serde_json::to_string(entry).map_err(|e| StoreError::corrupt("entry", e))?;
    connection
        .prepare_cached(
            "INSERT INTO entry (game, seq, epoch, hash, body) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            entry.game.to_string(),
            entry.seq.cast_signed(),
            entry.epoch,
            entry.hash.0,
            body
        ])?;
    Ok(())
}

fn head(connection: &Connection, game: GameId) -> Result<Head, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT epoch, seq, hash FROM entry WHERE game = ?1 ORDER BY seq DESC LIMIT 1",
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

fn entries_between(
    connection: &Connection,
    game: GameId,
    after: u64,
    through: u64,
) -> Result<Vec<Entry>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body FROM entry WHERE game = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq",
    )?;
    let through = i64::try_from(through).unwrap_or(i64::MAX);
    let rows = statement.query_map(
        params![game.to_string(), after.cast_signed(), through],
        |row| row.get::<_, String>(0),
    )?;
    rows.map(|body| read(&body?)).collect()
}

fn read(body: &str) -> Result<Entry, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::corrupt("entry", error))
}

fn hash_at(connection: &Connection, game: GameId, seq: u64) -> Result<Option<Digest>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT hash FROM entry WHERE game = ?1 AND seq = ?2")?
        .query_row(params![game.to_string(), seq.cast_signed()], |row| {
            row.get(0).map(Digest)
        })
        .optional()?)
}

/// Puts the entries of a game from `from` on beside its line.
fn give_way(connection: &Connection, game: GameId, from: u64) -> Result<(), StoreError> {
    let these = params![game.to_string(), from.cast_signed()];
    connection.execute(
        "INSERT OR IGNORE INTO beside (game, seq, hash, body)
         SELECT game, seq, hash, body FROM entry WHERE game = ?1 AND seq >= ?2",
        these,
    )?;
    connection.execute(
        "DELETE FROM entry WHERE game = ?1 AND seq >= ?2",
        params![game.to_string(), from.cast_signed()],
    )?;
    // The hub knows nothing of what stood there.
    connection.execute(
        "UPDATE delivery SET accepted = min(accepted, ?2 - 1) WHERE game = ?1",
        params![game.to_string(), from.cast_signed()],
    )?;
    Ok(())
}

fn game_id(text: &str) -> Result<GameId, StoreError> {
    text.parse()
        .map_err(|error| StoreError::corrupt("game id", error))
}

#[cfg(test)]
mod tests;
