//! The event as it is published, kept at hand for the pages of tables and downloads.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{ActError, Hub};
use crate::publish::Edition;
use crate::publish::load::{self, Records};

/// For how long a kept edition is good while nothing else changes: a record may have come in.
const GOOD_FOR: Duration = Duration::from_secs(20);

/// An edition, with the count of changes it was made at and when.
type Made = (u64, Instant, Arc<Edition>);

/// The last edition.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<Made>>);

impl Hub {
    /// The event as it is published.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub(super) fn edition(&self) -> Result<Arc<Edition>, ActError> {
        let changes = *self.changes.borrow();
        // Held while it is made, so that a crowd waits for one instead of making many.
        let mut kept = self.issued.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, made, edition)) = kept.as_ref()
            && *at == changes
            && made.elapsed() < GOOD_FOR
        {
            return Ok(Arc::clone(edition));
        }
        let edition = load::load(&self.store, Records::Sound)?.ok_or(ActError::NoEvent)?;
        let edition = Arc::new(edition);
        *kept = Some((changes, Instant::now(), Arc::clone(&edition)));
        Ok(edition)
    }
}
