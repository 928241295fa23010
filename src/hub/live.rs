//! Folded games kept in memory, so that a page or a tile does not fold a journal each time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use crate::journal::{Entry, GameId, GameState, Head, Mode, Phase};
use crate::store::StoreError;
use crate::store::hub::entry;

/// A folded game.
#[derive(Debug, Clone)]
pub struct LiveGame {
    /// Behind which entry.
    pub head: Head,
    /// The state there.
    pub state: Arc<GameState>,
    /// When the hub got the last entry, milliseconds since 1970; 0 before the first.
    pub received_ms: i64,
}

impl LiveGame {
    fn empty(game: GameId) -> Self {
        Self {
            head: Head::empty(game),
            state: Arc::default(),
            received_ms: 0,
        }
    }

    /// Takes in entries that follow.
    pub fn extend(&mut self, entries: &[Entry], received_ms: i64) {
        let state = Arc::make_mut(&mut self.state);
        for entry in entries {
            state.apply(entry);
            self.head = Head::after(entry);
            self.received_ms = received_ms;
        }
    }
}

/// The folded games. Only committed entries are in here.
#[derive(Debug, Default)]
pub struct Live {
    games: Mutex<HashMap<GameId, LiveGame>>,
}

impl Live {
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, LiveGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Folds a game from the database.
    ///
    /// # Errors
    /// SQLite's errors; an entry that does not read back.
    pub fn read(connection: &Connection, game: GameId) -> Result<LiveGame, StoreError> {
        let mut folded = LiveGame::empty(game);
        let received = entry::last_received(connection, game)?;
        folded.extend(
            &entry::line_after(connection, game, 0)?,
            received.unwrap_or(0),
        );
        Ok(folded)
    }

    /// A game as it stands in this snapshot: from memory, or folded anew.
    ///
    /// # Errors
    /// SQLite's errors; an entry that does not read back.
    pub fn get(&self, connection: &Connection, game: GameId) -> Result<LiveGame, StoreError> {
        let head = entry::head(connection, game)?;
        let kept = self.games().get(&game).cloned();
        if let Some(kept) = kept.filter(|kept| kept.head == head) {
            return Ok(kept);
        }
        let folded = Self::read(connection, game)?;
        self.keep(folded.clone());
        Ok(folded)
    }

    /// Forgets a game whose line was exchanged.
    pub fn forget(&self, game: GameId) {
        self.games().remove(&game);
    }

    /// A game as far as it was known at a moment, milliseconds since 1970. An entry that came late
    /// holds back all after it.
    ///
    /// # Errors
    /// SQLite's errors; an entry that does not read back.
    pub fn get_until(
        &self,
        connection: &Connection,
        game: GameId,
        until_ms: i64,
    ) -> Result<LiveGame, StoreError> {
        let (head, received_ms) = entry::head_until(connection, game, until_ms)?;
        let kept = self.games().get(&game).cloned();
        if let Some(kept) = kept.filter(|kept| kept.head == head) {
            return Ok(kept);
        }
        let mut entries = entry::line_after(connection, game, 0)?;
        entries.retain(|entry| entry.seq <= head.seq);
        let mut folded = LiveGame::empty(game);
        folded.extend(&entries, received_ms);
        self.games().insert(game, folded.clone());
        Ok(folded)
    }

    /// Keeps a folded game, unless a later one is already here.
    pub fn keep(&self, folded: LiveGame) {
        let mut games = self.games();
        let newer = games
            .get(&folded.head.game)
            .is_none_or(|kept| kept.head.seq <= folded.head.seq);
        if newer {
            games.insert(folded.head.game, folded);
        }
    }
}

/// Whether the record of a game is whole: handed in, or played live to its end, without a move
/// that nobody remembers.
pub fn record_is_in(state: &GameState) -> bool {
    let finished = state.is_submitted() || state.phase() == Phase::Closed && is_live(state);
    finished && !state.plies().is_empty() && state.plies().iter().all(|ply| ply.mv.is_some())
}

fn is_live(state: &GameState) -> bool {
    state
        .started()
        .is_some_and(|started| started.mode == Mode::Live)
}
