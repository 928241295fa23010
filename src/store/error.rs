//! What can go wrong with a database file.

use std::path::PathBuf;

use super::Trouble;

/// Why a database could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened as what it should be.
    #[error("{}: {reason}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// SQLite refused a read or a write (a full disk, a failed device, a broken rule).
    #[error("database: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A stored value cannot be read back.
    #[error("database: {what} does not read back: {reason}")]
    Corrupt {
        /// Which value.
        what: &'static str,
        /// Why not.
        reason: String,
    },
    /// An entry does not follow the chain it should be appended to.
    #[error(transparent)]
    Chain(#[from] crate::journal::ChainError),
    /// A write could not be committed; it is undone.
    #[error("database: could not be committed: {reason}")]
    NotCommitted {
        /// What SQLite said.
        reason: String,
        /// What is behind it, when it is the disk.
        trouble: Option<Trouble>,
    },
    /// The store only reads, or the thread that writes has ended.
    #[error("database: not open for writing")]
    Closed,
}

impl StoreError {
    /// Whether the fault lies with this file.
    pub fn is_about(&self, file: &std::path::Path) -> bool {
        matches!(self, Self::Open { path, .. } if path == file)
    }

    pub(crate) fn corrupt(what: &'static str, reason: impl ToString) -> Self {
        Self::Corrupt {
            what,
            reason: reason.to_string(),
        }
    }
}
