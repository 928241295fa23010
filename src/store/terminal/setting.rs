//! Settings, keys, the last assignment, and how often the program was started.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::TerminalStore;
use crate::store::StoreError;

fn get(connection: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT value FROM setting WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?)
}

fn put(connection: &Connection, key: &str, value: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO setting (key, value) VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )?
        .execute(params![key, value])?;
    Ok(())
}

impl TerminalStore {
    /// A setting, kept as JSON.
    ///
    /// # Errors
    /// SQLite's errors; a value that is not of this type.
    pub fn setting<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        get(&self.connection(), key)?
            .map(|text| {
                serde_json::from_str(&text).map_err(|error| StoreError::corrupt("setting", error))
            })
            .transpose()
    }

    /// Keeps a setting.
    ///
    /// # Errors
    /// SQLite's errors; a value that cannot become JSON.
    pub fn set_setting<T: Serialize>(&self, key: &str, value: &T) -> Result<(), StoreError> {
        let text =
            serde_json::to_string(value).map_err(|error| StoreError::corrupt("setting", error))?;
        put(&self.connection(), key, &text)
    }

    /// Forgets a setting.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn forget_setting(&self, key: &str) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached("DELETE FROM setting WHERE key = ?1")?
            .execute([key])?;
        Ok(())
    }

    /// Counts one more start of the program and returns its number, 1 for the first. Monotonic
    /// times of different starts do not compare, so each start asks once.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn next_boot(&self) -> Result<u32, StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let last = get(&transaction, "boot")?
            .and_then(|text| text.parse().ok())
            .unwrap_or(0_u32);
        put(&transaction, "boot", &(last + 1).to_string())?;
        transaction.commit()?;
        Ok(last + 1)
    }
}
