//! Why nothing can be stored at present, in one word for the people at the desk.

use rusqlite::ErrorCode;

use super::StoreError;

/// What keeps a database from being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// There is no room left.
    DiskFull,
    /// The device fails, or the file may not be written.
    DiskFails,
}

impl Trouble {
    /// The trouble behind an error; none when the disk is not to blame.
    pub fn behind(error: &StoreError) -> Option<Self> {
        match error {
            StoreError::Sql(error) => Self::behind_sql(error),
            StoreError::NotCommitted { trouble, .. } => *trouble,
            _ => None,
        }
    }

    /// The same of an error of SQLite.
    pub fn behind_sql(error: &rusqlite::Error) -> Option<Self> {
        match error.sqlite_error_code()? {
            ErrorCode::DiskFull => Some(Self::DiskFull),
            ErrorCode::SystemIoFailure | ErrorCode::ReadOnly | ErrorCode::CannotOpen => {
                Some(Self::DiskFails)
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DiskFull => "the disk is full",
            Self::DiskFails => "the disk fails",
        })
    }
}
