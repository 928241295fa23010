//! Opening a database file: the checks that come before the first query.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::Migrations;

use super::StoreError;

/// How long a reader waits for a checkpoint before it gives up.
const BUSY: Duration = Duration::from_secs(10);

/// A database of ours: the number in its header that says which.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub application_id: i32,
    pub name: &'static str,
}

/// Keeps a second program from writing to the same file; freed with the process.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

fn fault(path: &Path, reason: impl ToString) -> StoreError {
    StoreError::Open {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// Puts SQLite's many words for one cause into the cause.
fn explain(path: &Path, error: &rusqlite::Error) -> StoreError {
    let reason = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "is no database".to_owned(),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "cannot be written".to_owned(),
        Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
        _ => error.to_string(),
    };
    fault(path, reason)
}

/// Takes the lock beside a database file.
pub fn lock(path: &Path) -> Result<Lock, StoreError> {
    let beside = path.with_extension("lock");
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&beside)
        .map_err(|error| fault(&beside, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock { _file: file }),
        Err(TryLockError::WouldBlock) => Err(fault(path, "is in use by another qipu")),
        Err(TryLockError::Error(error)) => Err(fault(&beside, error)),
    }
}

/// Opens a database for writing; makes the folder and the file when they are not there.
pub fn open(
    path: &Path,
    kind: Kind,
    migrations: &Migrations<'_>,
) -> Result<(Connection, Lock), StoreError> {
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
    }
    let lock = lock(path)?;
    let mut connection = Connection::open(path).map_err(|error| explain(path, &error))?;
    prepare(&mut connection, kind, migrations).map_err(|error| match error {
        Unready::Sql(error) => explain(path, &error),
        Unready::Other(reason) => fault(path, reason),
    })?;
    Ok((connection, lock))
}

enum Unready {
    Sql(rusqlite::Error),
    Other(String),
}

impl From<rusqlite::Error> for Unready {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

fn prepare(
    connection: &mut Connection,
    kind: Kind,
    migrations: &Migrations<'_>,
) -> Result<(), Unready> {
    connection.busy_timeout(BUSY)?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 {
        belongs(connection, kind)?;
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: a commit in WAL mode reaches the disk before it returns.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    if tables == 0 {
        // Before the first table: a program killed in between leaves a file that is known as ours.
        connection.pragma_update(None, "application_id", kind.application_id)?;
    }
    migrations
        .to_latest(connection)
        .map_err(|error| match error {
            rusqlite_migration::Error::MigrationDefinition(_) => {
                Unready::Other("was made by a newer qipu".to_owned())
            }
            rusqlite_migration::Error::RusqliteError { err, .. } => Unready::Sql(err),
            other => Unready::Other(other.to_string()),
        })?;
    Ok(())
}

fn belongs(connection: &Connection, kind: Kind) -> Result<(), Unready> {
    let found: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if found == kind.application_id {
        Ok(())
    } else {
        Err(Unready::Other(format!(
            "is not the database of a {}",
            kind.name
        )))
    }
}

/// Opens a database that another program may be writing to, only to read it.
pub fn open_to_read(path: &Path, kind: Kind) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(fault(path, "is not there"));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| explain(path, &error))?;
    let ready = connection
        .busy_timeout(BUSY)
        .map_err(Unready::from)
        .and_then(|()| belongs(&connection, kind));
    ready.map_err(|error| match error {
        Unready::Sql(error) => explain(path, &error),
        Unready::Other(reason) => fault(path, reason),
    })?;
    Ok(connection)
}
