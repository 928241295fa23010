//! How far the hub has each game. Nothing here ever deletes an entry.

use rusqlite::{Connection, OptionalExtension, params};

use super::{TerminalStore, entries_between, game_id};
use crate::journal::{Entry, GameId};
use crate::store::StoreError;

/// How far the hub has a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Delivery {
    /// Every entry up to this one is at the hub.
    pub accepted: u64,
    /// The entry the hub cannot take, when there is one.
    pub aside: Option<Aside>,
}

/// An entry the hub refuses for good: kept, shown to the arbiter, not sent again and again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// Its sequence number; it and all behind it wait.
    pub seq: u64,
    /// What the hub said.
    pub reason: String,
}

pub(super) fn accept(
    connection: &Connection,
    game: GameId,
    through: u64,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO delivery (game, accepted) VALUES (?1, ?2)
             ON CONFLICT (game) DO UPDATE SET
                aside = CASE WHEN excluded.accepted >= aside THEN NULL ELSE aside END,
                reason = CASE WHEN excluded.accepted >= aside THEN NULL ELSE reason END,
                accepted = max(accepted, excluded.accepted)",
        )?
        .execute(params![game.to_string(), through.cast_signed()])?;
    Ok(())
}

impl TerminalStore {
    /// How far the hub has a game.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn delivery(&self, game: GameId) -> Result<Delivery, StoreError> {
        let found = self
            .connection()
            .prepare_cached("SELECT accepted, aside, reason FROM delivery WHERE game = ?1")?
            .query_row([game.to_string()], |row| {
                let accepted: i64 = row.get(0)?;
                let aside: Option<i64> = row.get(1)?;
                let reason: Option<String> = row.get(2)?;
                Ok(Delivery {
                    accepted: accepted.cast_unsigned(),
                    aside: aside.map(|seq| Aside {
                        seq: seq.cast_unsigned(),
                        reason: reason.unwrap_or_default(),
                    }),
                })
            })
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    /// The entries the hub has not confirmed, in order.
    ///
    /// # Errors
    /// SQLite's errors; a body that does not read back.
    pub fn unsent(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        let accepted = self.delivery(game)?.accepted;
        entries_between(&self.connection(), game, accepted, u64::MAX)
    }

    /// The games with entries the hub has not confirmed and has not refused.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn unsent_games(&self) -> Result<Vec<GameId>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(
            "SELECT entry.game FROM entry LEFT JOIN delivery USING (game)
             GROUP BY entry.game
             HAVING max(entry.seq) > coalesce(max(delivery.accepted), 0)
                AND max(delivery.aside) IS NULL
             ORDER BY entry.game",
        )?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        rows.map(|text| game_id(&text?)).collect()
    }

    /// Notes that the hub has every entry up to `through`. Never goes back.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn mark_accepted(&self, game: GameId, through: u64) -> Result<(), StoreError> {
        accept(&self.connection(), game, through)
    }

    /// Sets an entry aside that the hub refuses for good. It stays in the journal. Nothing happens
    /// when the hub has it by now.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn set_aside(&self, game: GameId, seq: u64, reason: &str) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached(
                "INSERT INTO delivery (game, aside, reason) VALUES (?1, ?2, ?3)
                 ON CONFLICT (game) DO UPDATE SET aside = excluded.aside, reason = excluded.reason
                 WHERE excluded.aside > accepted",
            )?
            .execute(params![game.to_string(), seq.cast_signed(), reason])?;
        Ok(())
    }

    /// Forgets what the hub has confirmed, so that everything is sent once more: it was restored
    /// from a backup. What it still has, it takes as known.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn doubt_deliveries(&self) -> Result<(), StoreError> {
        self.connection()
            .execute("UPDATE delivery SET accepted = 0", [])?;
        Ok(())
    }

    /// Lets the entries of a game be sent again after a person looked into the refusal.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn retry_aside(&self, game: GameId) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached("UPDATE delivery SET aside = NULL, reason = NULL WHERE game = ?1")?
            .execute([game.to_string()])?;
        Ok(())
    }
}
