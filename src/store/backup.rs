//! Copies of a running database, and what a copy is worth.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::StoreError;

/// Pages copied before others may write.
const PAGES: i32 = 512;

fn fault(path: &Path, reason: impl ToString) -> StoreError {
    StoreError::Open {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// Copies a database that may be in use. The copy is looked over and on the disk before it takes
/// its name, so that there is never half of one.
///
/// # Errors
/// [`StoreError::Open`] naming the target; SQLite's errors.
pub fn copy(from: &Connection, to: &Path) -> Result<(), StoreError> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
    }
    let beside = beside(to);
    let made = make(from, &beside).and_then(|()| {
        let file = fs::File::open(&beside).map_err(|error| fault(&beside, error))?;
        file.sync_all().map_err(|error| fault(&beside, error))?;
        fs::rename(&beside, to).map_err(|error| fault(to, error))
    });
    if made.is_err() {
        // What is left of it is of no use.
        let _ = fs::remove_file(&beside);
    }
    made
}

fn beside(to: &Path) -> PathBuf {
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    to.with_file_name(name)
}

fn make(from: &Connection, beside: &Path) -> Result<(), StoreError> {
    // What a killed run left here would be written over page by page.
    let _ = fs::remove_file(beside);
    let mut target = Connection::open(beside).map_err(|error| fault(beside, error))?;
    Backup::new(from, &mut target)?.run_to_completion(PAGES, Duration::from_millis(2), None)?;
    // A copy of a database in WAL mode asks for its side files; one file is easier to carry.
    target.pragma_update(None, "journal_mode", "DELETE")?;
    check(&target, beside)
}

/// Looks a database over.
///
/// # Errors
/// [`StoreError::Open`] with what SQLite finds wrong.
pub fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" {
        Ok(())
    } else {
        Err(fault(path, found))
    }
}
