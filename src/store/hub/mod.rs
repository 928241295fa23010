//! The hub's file: one event's people, rounds, games, journals, terminals and audit log.
//!
//! A table is a module. Its functions take a connection, so that several of them make one
//! transaction: [`HubStore::write`] and [`HubStore::read`] hand the connection over.

pub mod about;
pub mod account;
pub mod audit;
pub mod document;
pub mod enrolment;
pub mod entry;
pub mod event;
pub mod foul;
pub mod game;
pub mod instruction;
mod json;
pub mod obligation;
pub mod personal;
pub mod player;
pub mod publication;
pub mod record;
pub mod review;
pub mod round;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};
use tokio::sync::oneshot;

use self::writer::Writer;
pub use super::file::Lock;
use super::file::{self, Kind};
use super::{StoreError, Trouble};

const KIND: Kind = Kind {
    application_id: 0x5150_4801,
    name: "hub",
};
const FILE: &str = "hub.sqlite";
/// Reading connections kept open; more are opened when needed.
const KEPT: usize = 8;

fn migrations() -> Migrations<'static> {
    Migrations::new(vec![
        M::up(include_str!("0001.sql")),
        M::up(include_str!("publication.sql")),
        M::up(include_str!("accounts.sql")),
    ])
}

/// The hub's database.
#[derive(Debug)]
pub struct HubStore {
    path: PathBuf,
    writer: Option<Writer>,
    readers: Mutex<Vec<Connection>>,
    trouble: Mutex<Option<Trouble>>,
    _lock: Option<Lock>,
}

impl HubStore {
    /// Opens the database of a data folder, making both when they are not there.
    ///
    /// # Errors
    /// [`StoreError::Open`] with path and reason: an unwritable folder, a file that is no database
    /// or not a hub's, a folder another hub is running on.
    pub fn open(data: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = data.as_ref().join(FILE);
        let (connection, lock) = file::open(&path, KIND, &migrations())?;
        Ok(Self {
            path,
            writer: Some(Writer::start(connection)),
            readers: Mutex::default(),
            trouble: Mutex::default(),
            _lock: Some(lock),
        })
    }

    /// Opens the database of a data folder only to read it, also while a hub is running on it.
    ///
    /// # Errors
    /// [`StoreError::Open`] with path and reason.
    pub fn open_to_read(data: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = data.as_ref().join(FILE);
        let connection = file::open_to_read(&path, KIND)?;
        Ok(Self {
            path,
            writer: None,
            readers: Mutex::new(vec![connection]),
            trouble: Mutex::default(),
            _lock: None,
        })
    }

    /// Opens one database file, such as a backup, only to read it.
    ///
    /// # Errors
    /// [`StoreError::Open`] with path and reason.
    pub fn open_file_to_read(path: &Path) -> Result<Self, StoreError> {
        let connection = file::open_to_read(path, KIND)?;
        let readers = Mutex::new(vec![connection]);
        Ok(Self {
            path: path.to_owned(),
            writer: None,
            readers,
            trouble: Mutex::default(),
            _lock: None,
        })
    }

    /// Keeps every hub away from a data folder while the file is exchanged.
    ///
    /// # Errors
    /// [`StoreError::Open`] when a hub is running on it.
    pub fn lock(data: &Path) -> Result<Lock, StoreError> {
        file::lock(&data.join(FILE))
    }

    /// Writes everything into the one file, so that it can be carried without its side files.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.kept().clear();
        let connection = Connection::open(&self.path)?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }

    /// Writes something and takes it back, to see whether the disk lets it.
    ///
    /// # Errors
    /// SQLite's errors.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let probed = self.write_then(about::probe, |()| ()).await;
        self.note(probed.as_ref().err());
        probed
    }

    /// Notes how a write went, for [`Self::trouble`].
    pub fn note(&self, error: Option<&StoreError>) {
        let trouble = error.and_then(Trouble::behind);
        if error.is_none() || trouble.is_some() {
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
        }
    }

    /// What kept the last write from the disk; nothing when it went well.
    pub fn trouble(&self) -> Option<Trouble> {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a read on a snapshot of the database.
    ///
    /// # Errors
    /// Those of `work`; [`StoreError`] when no connection can be had.
    pub fn read<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let kept = self.kept().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => file::open_to_read(&self.path, KIND)?,
        };
        let snapshot = connection
            .unchecked_transaction()
            .map_err(StoreError::from)?;
        let result = work(&snapshot);
        drop(snapshot);
        let mut kept = self.kept();
        if kept.len() < KEPT {
            kept.push(connection);
        }
        result
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a write and waits until it is on the disk. An error undoes it.
    ///
    /// # Errors
    /// Those of `work`; [`StoreError`] when the commit failed or the store only reads.
    pub fn write<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (sender, receiver) = sync_channel(1);
        // The receiver waits below, so the send cannot fail.
        self.submit(work, move |result| drop(sender.send(result)));
        receiver
            .recv()
            .unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// As [`Self::write`], for the server's tasks. `after` runs in the order of the commits, before
    /// the caller goes on.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub async fn write_then<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
        after: impl FnOnce(&T) + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        self.submit(work, move |result: Result<T, E>| {
            if let Ok(value) = &result {
                after(value);
            }
            // The caller may have gone away; the write stands all the same.
            drop(sender.send(result));
        });
        receiver
            .await
            .unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    fn submit<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
        done: impl FnOnce(Result<T, E>) + Send + 'static,
    ) where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if let Some(writer) = &self.writer {
            writer.submit(work, done);
        }
    }
}
