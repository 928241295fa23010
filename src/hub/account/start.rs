//! The first start: a code on the console makes the first chief arbiter, and nothing else does.

use sha2::{Digest as _, Sha256};

use super::session::random;
use super::{Hub, Role};
use crate::hub::{ActError, Actor};
use crate::store::StoreError;
use crate::store::hub::{about, account};

/// Where the code's hash is kept.
const KEY: &str = "first_start";

/// The code, shown once on the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartCode(pub String);

fn hash(code: &str) -> String {
    hex::encode(Sha256::digest(format!(
        "start/{}",
        code.trim().to_uppercase()
    )))
}

impl Hub {
    /// Draws the first-start code while there is no account yet; an earlier one is void.
    ///
    /// # Errors
    /// The database's errors.
    pub fn start_code(&self) -> Result<Option<StartCode>, StoreError> {
        if !self.store().read(account::all)?.is_empty() {
            return Ok(None);
        }
        let bytes = random::<6>()?;
        let code = hex::encode_upper(bytes);
        let kept = hash(&code);
        self.store()
            .write(move |connection| about::set(connection, KEY, &kept))?;
        Ok(Some(StartCode(code)))
    }

    /// Makes the first chief arbiter.
    ///
    /// # Errors
    /// [`ActError::Refused`] for a wrong or used code, and as [`Hub::put_account`].
    pub fn first_start(
        &self,
        code: &str,
        name: &str,
        word: &str,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let kept = self
            .store()
            .read(|connection| about::get(connection, KEY))?;
        let unused = self.store().read(account::all)?.is_empty();
        // Both are hashes, so the time of the comparison says nothing of the code.
        if !unused || kept.is_none_or(|kept| kept != hash(code)) {
            return Err(ActError::Refused(
                "启用码不对或已用过",
                "the first-start code is wrong or used up",
            ));
        }
        self.put_account(name, word, &[Role::ChiefArbiter], actor)?;
        Ok(self
            .store()
            .write(|connection| about::remove(connection, KEY))?)
    }
}
