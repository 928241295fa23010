//! Accounts of the desk and their open sessions.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::json;
use crate::store::StoreError;

/// An account as stored. Its password is only a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAccount {
    /// The name one signs in with.
    pub name: String,
    /// argon2id, PHC form.
    pub password: String,
    /// Codes of roles.
    pub roles: Vec<String>,
    /// Whether it was closed.
    pub disabled: bool,
    /// Wrong passwords since the last right one.
    pub failed: u32,
    /// Nobody signs in before this, milliseconds since 1970.
    pub locked_ms: i64,
}

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    /// Whose.
    pub account: String,
    /// What every form of it carries.
    pub csrf: String,
}

/// Stores an account, or new roles and password of one.
///
/// # Errors
/// SQLite's errors.
pub fn put(connection: &Connection, account: &StoredAccount) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO account (name, password, roles, disabled) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (name) DO UPDATE SET password = excluded.password, roles = excluded.roles,
            disabled = excluded.disabled, failed = 0, locked = 0",
        params![
            account.name,
            account.password,
            json::text("roles", &account.roles)?,
            account.disabled
        ],
    )?;
    Ok(())
}

/// One account.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn get(connection: &Connection, name: &str) -> Result<Option<StoredAccount>, StoreError> {
    connection
        .prepare_cached(
            "SELECT name, password, roles, disabled, failed, locked FROM account WHERE name = ?1",
        )?
        .query_row([name], |row| Ok(read(row)))
        .optional()?
        .transpose()
}

/// All accounts by name.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn all(connection: &Connection) -> Result<Vec<StoredAccount>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT name, password, roles, disabled, failed, locked FROM account ORDER BY name",
    )?;
    let rows = statement.query_map([], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

fn read(row: &Row<'_>) -> Result<StoredAccount, StoreError> {
    Ok(StoredAccount {
        name: row.get(0)?,
        password: row.get(1)?,
        roles: json::value("roles", &row.get::<_, String>(2)?)?,
        disabled: row.get(3)?,
        failed: row.get(4)?,
        locked_ms: row.get(5)?,
    })
}

/// Notes a wrong password; from the `most`th on, the account is locked until then.
///
/// # Errors
/// SQLite's errors.
pub fn fail(
    connection: &Connection,
    name: &str,
    most: u32,
    locked_ms: i64,
) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE account SET failed = failed + 1,
            locked = CASE WHEN failed + 1 >= ?2 THEN ?3 ELSE locked END WHERE name = ?1",
        params![name, most, locked_ms],
    )?;
    Ok(())
}

/// Opens a session after a right password.
///
/// # Errors
/// SQLite's errors.
pub fn open_session(
    connection: &Connection,
    token: [u8; 32],
    session: &StoredSession,
    now_ms: i64,
    expires_ms: i64,
) -> Result<(), StoreError> {
    connection.execute("DELETE FROM session WHERE expires <= ?1", [now_ms])?;
    connection.execute(
        "UPDATE account SET failed = 0, locked = 0 WHERE name = ?1",
        [&session.account],
    )?;
    connection.execute(
        "INSERT INTO session (token, account, csrf, expires) VALUES (?1, ?2, ?3, ?4)",
        params![token, session.account, session.csrf, expires_ms],
    )?;
    Ok(())
}

/// The open session of a token, with its account.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn session(
    connection: &Connection,
    token: [u8; 32],
    now_ms: i64,
) -> Result<Option<(StoredSession, StoredAccount)>, StoreError> {
    let found = connection
        .prepare_cached("SELECT account, csrf FROM session WHERE token = ?1 AND expires > ?2")?
        .query_row(params![token, now_ms], |row| {
            Ok(StoredSession {
                account: row.get(0)?,
                csrf: row.get(1)?,
            })
        })
        .optional()?;
    let Some(session) = found else {
        return Ok(None);
    };
    let account = get(connection, &session.account)?;
    Ok(account
        .filter(|account| !account.disabled)
        .map(|account| (session, account)))
}

/// Ends a session.
///
/// # Errors
/// SQLite's errors.
pub fn close_session(connection: &Connection, token: [u8; 32]) -> Result<(), StoreError> {
    connection.execute("DELETE FROM session WHERE token = ?1", [token])?;
    Ok(())
}

/// Ends every session of an account: its password or roles changed.
///
/// # Errors
/// SQLite's errors.
pub fn close_sessions_of(connection: &Connection, name: &str) -> Result<(), StoreError> {
    connection.execute("DELETE FROM session WHERE account = ?1", [name])?;
    Ok(())
}
