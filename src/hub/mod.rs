//! The hub: one event, one database, the link with the terminals, the desk and the public pages.
//!
//! [`Hub`] is the event itself, with everything that can be done to it; it needs no network.
//! [`Server`] puts it on a port.

pub mod account;
mod act;
mod api;
mod asset;
mod assignment;
pub mod backup;
mod board;
mod broadcast;
mod desk;
mod edition;
mod feed;
mod intake;
mod lang;
mod live;
mod made;
mod page;
pub mod people;
mod presence;
mod reason;
mod record;
mod review;
mod security;
mod server;
mod settle;
mod table;
mod tie;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use chrono::{SecondsFormat, Utc};
use rusqlite::Connection;
use tokio::sync::watch;

use crate::journal::GameId;
use crate::store::hub::event::{self, Event};
use crate::store::{HubStore, StoreError};

pub use act::{ActError, Actor, Invitation, NewEvent, ResultEntry, StickGame, Version};
pub use broadcast::Pushing;
pub use security::Tls;
pub use server::{Handle, Server, StartError};
pub use table::Tables;

use feed::Feed;
use live::Live;

/// An event and everything that can be done to it.
#[derive(Debug)]
pub struct Hub {
    folder: PathBuf,
    store: HubStore,
    live: Live,
    /// The same as far behind as spectators are.
    late: Live,
    feed: Feed,
    made: made::Made,
    /// How far spectators are behind the boards, seconds; the event's own word, kept at hand.
    delay_s: AtomicU32,
    broadcast: broadcast::Broadcast,
    /// Counts changes of rounds, results and people; a waiting assignment wakes up.
    changes: watch::Sender<u64>,
    kept: table::Kept,
    issued: edition::Kept,
    presence: presence::Presence,
    /// Opens personal data.
    key: std::sync::RwLock<people::Key>,
    looked: people::Looked,
    backup: backup::State,
    security: security::Security,
    /// Changes when the database was restored.
    generation: String,
    /// When this hub was started, milliseconds since 1970: older requests are not taken.
    started_ms: i64,
}

impl Hub {
    /// Opens the data folder, making it when it is not there.
    ///
    /// # Errors
    /// [`StoreError::Open`] with path and reason.
    pub fn open(data: impl AsRef<Path>) -> Result<Self, StoreError> {
        let folder = data.as_ref().to_owned();
        let store = HubStore::open(&folder)?;
        let key = people::Key::open(&folder).map_err(|error| StoreError::Open {
            path: folder.clone(),
            reason: error.to_string(),
        })?;
        let generation = store.read(crate::store::hub::about::generation)?;
        let delay_s = store
            .read(event::current)?
            .map_or(0, |event| event.conduct.delay_s);
        Ok(Self {
            folder,
            store,
            live: Live::default(),
            late: Live::default(),
            feed: Feed::default(),
            made: made::Made::default(),
            delay_s: AtomicU32::new(delay_s),
            broadcast: broadcast::Broadcast::default(),
            changes: watch::Sender::new(0),
            kept: table::Kept::default(),
            issued: edition::Kept::default(),
            presence: presence::Presence::default(),
            generation,
            started_ms: Utc::now().timestamp_millis(),
            key: key.into(),
            looked: people::Looked::default(),
            backup: backup::State::default(),
            security: security::Security::default(),
        })
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The database.
    pub const fn store(&self) -> &HubStore {
        &self.store
    }

    /// The event this hub runs, when one was made.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn event(&self) -> Result<Option<Event>, StoreError> {
        self.store.read(event::current)
    }

    /// Says that a round was published or closed, or how the event is run: whoever watches the hall
    /// loads it anew.
    fn event_changed(&self) {
        self.facts_changed();
        self.feed.event_changed();
    }

    /// Says that results, people or terminals changed: a waiting assignment wakes up.
    fn facts_changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Says that a game changed.
    fn game_changed(&self, game: GameId) {
        self.feed.touch(game, self.delay());
    }

    /// How far spectators are behind the boards.
    fn delay(&self) -> Duration {
        Duration::from_secs(self.delay_s.load(Ordering::Relaxed).into())
    }
}

/// The event, where one must be there.
fn the_event(connection: &Connection) -> Result<Event, ActError> {
    event::current(connection)?.ok_or(ActError::NoEvent)
}

/// Now, RFC 3339, for labels.
fn now() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true)
}
