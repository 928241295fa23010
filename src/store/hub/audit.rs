//! The audit log: append-only, each row chained to the one before by hash.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::journal::Digest;
use crate::store::StoreError;

/// What is written down about a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Act {
    /// The event's id.
    pub event: String,
    /// When, RFC 3339.
    pub at: String,
    /// Who: an account or a terminal.
    pub who: String,
    /// From where: an address, or the program itself.
    pub origin: String,
    /// What was done: a code.
    pub action: String,
    /// What stood before, as JSON; nothing personal.
    pub before: String,
    /// What stands now, as JSON; nothing personal.
    pub after: String,
}

/// A row of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// 1 for the first.
    pub seq: u64,
    /// What was done.
    pub act: Act,
    /// The hash of the row before it.
    pub prev: Digest,
    /// The hash of this row.
    pub hash: Digest,
}

impl Row {
    /// The hash the row's content gives.
    pub fn computed_hash(&self) -> Digest {
        digest(self.seq, &self.prev, &self.act)
    }
}

fn digest(seq: u64, prev: &Digest, act: &Act) -> Digest {
    let bytes =
        serde_json::to_vec(&(seq, prev, act)).expect("numbers and strings always become JSON");
    Digest(Sha256::digest(bytes).into())
}

/// Appends to the log.
///
/// # Errors
/// SQLite's errors.
pub fn append(connection: &Connection, act: &Act) -> Result<(), StoreError> {
    let last = connection
        .prepare_cached("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get(1).map(Digest)?))
        })
        .optional()?;
    let (seq, prev) = last.map_or((1, Digest::NONE), |(seq, hash)| (seq + 1, hash));
    let hash = digest(seq.cast_unsigned(), &prev, act);
    connection
        .prepare_cached(
            "INSERT INTO audit (seq, event, at, who, origin, action, before, after, prev, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            seq, act.event, act.at, act.who, act.origin, act.action, act.before, act.after, prev.0,
            hash.0
        ])?;
    Ok(())
}

/// Checks that every row follows the one before it and says what it said.
///
/// # Errors
/// The number of the first row that does not.
pub fn verify(rows: &[Row]) -> Result<(), u64> {
    let (mut seq, mut prev) = (0, Digest::NONE);
    for row in rows {
        if row.seq != seq + 1 || row.prev != prev || row.hash != row.computed_hash() {
            return Err(row.seq);
        }
        (seq, prev) = (row.seq, row.hash);
    }
    Ok(())
}

/// The whole log in order.
///
/// # Errors
/// SQLite's errors.
pub fn all(connection: &Connection) -> Result<Vec<Row>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT seq, event, at, who, origin, action, before, after, prev, hash FROM audit
         ORDER BY seq",
    )?;
    let rows = statement.query_map([], |row| {
        let seq: i64 = row.get(0)?;
        Ok(Row {
            seq: seq.cast_unsigned(),
            act: Act {
                event: row.get(1)?,
                at: row.get(2)?,
                who: row.get(3)?,
                origin: row.get(4)?,
                action: row.get(5)?,
                before: row.get(6)?,
                after: row.get(7)?,
            },
            prev: Digest(row.get(8)?),
            hash: Digest(row.get(9)?),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
