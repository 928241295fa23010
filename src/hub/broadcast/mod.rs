//! The live feed at the hub: its documents, who took them and where they were pushed, and the log.
//!
//! The documents themselves are made by [`crate::publish::feed`] and described in `docs/feed.md`.

mod pull;
mod push;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tournament::document::GameResult;
use xiangqi::Side;

use super::{ActError, Hub, Tables, now};
use crate::journal::GameId;
use crate::publish::feed::{Caching, Decided, Feed, LiveEntry, LiveGame, feed};
use crate::store::StoreError;
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::publication::{self, Sent};
use crate::store::hub::{entry, round};

pub use pull::routes;
pub use push::Pushing;

/// A document is made anew at most so often, however many ask.
const FRESH: Duration = Duration::from_secs(1);

/// What the hub remembers of its feed.
#[derive(Debug, Default)]
pub(super) struct Broadcast {
    made: Mutex<HashMap<u16, (Instant, Arc<Document>)>>,
    /// Since when a result is known. No result is older than that, so none is shown too early.
    known: Mutex<HashMap<GameId, (GameResult, i64)>>,
    /// The last document of a round and form that somebody took.
    taken: Mutex<HashMap<(u16, &'static str), String>>,
}

/// A round as it may be shown now, in both forms.
#[derive(Debug)]
pub struct Document {
    /// The round.
    pub round: u16,
    /// How far it is behind the boards, seconds.
    pub delay_s: u32,
    /// Games.
    pub games: u32,
    /// Plies of all its games.
    pub plies: u32,
    /// Whether every game has its result.
    pub over: bool,
    /// As JSON.
    pub json: Vec<u8>,
    /// As PGN.
    pub pgn: Vec<u8>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Document {
    fn of(feed: &Feed) -> Self {
        Self {
            round: feed.round,
            delay_s: feed.delay_s,
            games: feed.games.len() as u32,
            plies: feed.plies() as u32,
            over: feed.is_over(),
            json: feed.json(),
            pgn: feed.pgn(),
        }
    }

    /// A row of the log.
    fn sent(&self, target: String, bytes: &[u8], answer: String) -> Sent {
        Sent {
            at: now(),
            target,
            round: self.round,
            games: self.games,
            plies: self.plies,
            delay_s: self.delay_s,
            digest: Caching::digest(bytes),
            answer,
        }
    }
}

impl Hub {
    /// The document of a published round as it may be shown now.
    ///
    /// # Errors
    /// [`ActError::NoRound`] before it is published; the database's errors.
    pub fn broadcast_of(&self, number: u16) -> Result<Arc<Document>, ActError> {
        let kept = held(&self.broadcast.made).get(&number).cloned();
        if let Some((made, document)) = kept
            && made.elapsed() < FRESH
        {
            return Ok(document);
        }
        let now_ms = chrono::Utc::now().timestamp_millis();
        let document = Arc::new(Document::of(&self.feed_at(number, now_ms)?));
        held(&self.broadcast.made).insert(number, (Instant::now(), Arc::clone(&document)));
        Ok(document)
    }

    fn feed_at(&self, number: u16, now_ms: i64) -> Result<Feed, ActError> {
        let tables = self.tables()?;
        let stored = tables.rounds.iter().find(|round| round.number == number);
        let stored = stored.ok_or(ActError::NoRound(number))?;
        let closed_ms = closed_ms(stored);
        let games = self.store.read(|connection| {
            let boards = tables.games_of(number).iter();
            let live = boards.map(|game| {
                let entries = entry::line_received(connection, game.id)?;
                let decided = self.decided(game, closed_ms, now_ms);
                Ok::<_, StoreError>(live_game(&tables, game, entries, decided))
            });
            live.collect::<Result<Vec<_>, _>>()
        })?;
        let title = tables.event.facts.title.as_deref().unwrap_or_default();
        let delay_s = tables.event.conduct.delay_s;
        Ok(feed(title, number, &games, now_ms, delay_s))
    }

    /// The result that stands and since when it is known, at the latest since its round was closed.
    fn decided(&self, game: &StoredGame, closed_ms: Option<i64>, now_ms: i64) -> Option<Decided> {
        let result = game.standing();
        if result == GameResult::Unfinished {
            held(&self.broadcast.known).remove(&game.id);
            return None;
        }
        let mut known = held(&self.broadcast.known);
        let seen = known.entry(game.id).or_insert((result, now_ms));
        if seen.0 != result {
            *seen = (result, now_ms);
        }
        let since_ms = closed_ms.map_or(seen.1, |closed| closed.min(seen.1));
        Some(Decided {
            code: game::code(result),
            since_ms,
        })
    }

    /// Notes that somebody took a document; the same one again is not noted.
    fn note_taken(&self, document: &Document, form: &'static str, bytes: &[u8]) {
        let sent = document.sent(format!("pull {form}"), bytes, "ok".to_owned());
        let place = (document.round, form);
        let before = held(&self.broadcast.taken).insert(place, sent.digest.clone());
        if before.as_ref() != Some(&sent.digest) {
            self.note_sent(sent);
        }
    }

    fn note_sent(&self, sent: Sent) {
        let noted = self.tables().and_then(|tables| {
            let event = tables.event.id;
            Ok(self
                .store
                .write(move |connection| publication::note_sent(connection, event, &sent))?)
        });
        if let Err(error) = noted {
            tracing::error!(%error, "the log of what was sent could not be written");
        }
    }

    /// What went out last, the newest first.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn sent(&self, most: u32) -> Result<Vec<Sent>, ActError> {
        let event = self.tables()?.event.id;
        Ok(self
            .store
            .read(|connection| publication::sent(connection, event, most))?)
    }
}

fn closed_ms(round: &round::StoredRound) -> Option<i64> {
    let closed = round.closed.as_deref()?;
    let at = chrono::DateTime::parse_from_rfc3339(closed).ok()?;
    Some(at.timestamp_millis())
}

fn live_game(
    tables: &Tables,
    game: &StoredGame,
    entries: Vec<(crate::journal::Entry, i64)>,
    decided: Option<Decided>,
) -> LiveGame {
    let seat = |side| {
        let player = tables.player(game.player(side));
        player
            .map(|player| (player.name.clone(), player.unit.clone()))
            .unwrap_or_default()
    };
    LiveGame {
        board: game.board,
        red: seat(Side::Red),
        black: seat(Side::Black),
        entries: entries
            .into_iter()
            .map(|(entry, received_ms)| LiveEntry { entry, received_ms })
            .collect(),
        decided,
    }
}
