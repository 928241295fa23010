//! What the arbiter settled about the clock of this table; it outlives games and restarts.

use clock_link::Ident;
use clock_link::authority::Authority;
use serde::{Deserialize, Serialize};

use super::Seats;
use crate::store::{StoreError, TerminalStore};

const CLOCK: &str = "clock";

/// The clock of one table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockSetting {
    /// Whose times count in the games that begin from now on.
    pub authority: Authority,
    /// Where Red sits, once it is confirmed.
    pub seats: Option<Seats>,
    /// The clock this table was paired with.
    pub paired: Option<Ident>,
}

impl ClockSetting {
    /// As the arbiter left it.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn open(store: &TerminalStore) -> Result<Self, StoreError> {
        Ok(store.setting(CLOCK)?.unwrap_or_default())
    }

    /// Puts it on the disk.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn keep(&self, store: &TerminalStore) -> Result<(), StoreError> {
        store.set_setting(CLOCK, self)
    }
}
