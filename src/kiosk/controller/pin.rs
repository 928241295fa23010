//! The arbiter's PIN: kept as an argon2id hash; five wrong tries lock it for a minute.

use argon2::Argon2;
use serde::{Deserialize, Serialize};

use super::desk::Terminal;
use crate::store::StoreError;

/// Digits of a PIN.
pub const DIGITS: usize = 6;
const TRIES: u32 = 5;
const LOCKED_MS: u64 = 60_000;
const PIN: &str = "pin";
/// Wrong tries outlive a restart: pulling the plug must not give five more.
const WRONG: &str = "pin-wrong";

#[derive(Serialize, Deserialize)]
struct Kept {
    salt: String,
    hash: String,
}

/// What came of typing a PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The arbiter is in.
    Open,
    /// There was no PIN; this one holds from now on.
    Chosen,
    /// Not this one.
    Wrong,
    /// Too many wrong ones: wait.
    Locked,
}

/// The lock of one terminal.
#[derive(Debug, Default)]
pub struct PinLock {
    until_ms: Option<u64>,
}

fn hash(pin: &str, salt: &[u8]) -> Option<String> {
    let mut out = [0; 32];
    Argon2::default()
        .hash_password_into(pin.as_bytes(), salt, &mut out)
        .ok()?;
    Some(hex::encode(out))
}

impl PinLock {
    /// The lock as the last start left it.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn open(terminal: &Terminal) -> Result<Self, StoreError> {
        let wrong: u32 = terminal.store.setting(WRONG)?.unwrap_or(0);
        let until_ms = (wrong >= TRIES).then(|| terminal.time.mono_ms() + LOCKED_MS);
        Ok(Self { until_ms })
    }

    /// Whether a PIN was chosen yet.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn is_set(terminal: &Terminal) -> Result<bool, StoreError> {
        Ok(terminal.store.setting::<Kept>(PIN)?.is_some())
    }

    /// Tries a PIN; the first one ever typed is chosen.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn try_pin(&mut self, terminal: &Terminal, pin: &str) -> Result<Answer, StoreError> {
        let now = terminal.time.mono_ms();
        if self.until_ms.is_some_and(|until| now < until) {
            return Ok(Answer::Locked);
        }
        if self.until_ms.take().is_some() {
            terminal.store.set_setting(WRONG, &0)?;
        }
        let Some(kept) = terminal.store.setting::<Kept>(PIN)? else {
            return Self::choose(terminal, pin);
        };
        let salt = hex::decode(&kept.salt).unwrap_or_default();
        if hash(pin, &salt).is_some_and(|hash| hash == kept.hash) {
            terminal.store.set_setting(WRONG, &0)?;
            return Ok(Answer::Open);
        }
        let wrong = terminal.store.setting(WRONG)?.unwrap_or(0) + 1;
        terminal.store.set_setting(WRONG, &wrong)?;
        if wrong >= TRIES {
            self.until_ms = Some(now + LOCKED_MS);
            return Ok(Answer::Locked);
        }
        Ok(Answer::Wrong)
    }

    fn choose(terminal: &Terminal, pin: &str) -> Result<Answer, StoreError> {
        let mut salt = [0; 16];
        // Without randomness there is no safe PIN: the arbiter tries again.
        if getrandom::fill(&mut salt).is_err() {
            return Ok(Answer::Wrong);
        }
        let Some(hash) = hash(pin, &salt) else {
            return Ok(Answer::Wrong);
        };
        terminal.store.set_setting(
            PIN,
            &Kept {
                salt: hex::encode(salt),
                hash,
            },
        )?;
        Ok(Answer::Chosen)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Answer, PinLock};
    use crate::kiosk::controller::{SteppedTime, Terminal};
    use crate::store::TerminalStore;

    #[test]
    fn five_wrong_pins_lock_for_a_minute_even_over_a_restart() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = TerminalStore::open(folder.path().join("t.sqlite")).expect("a new file");
        let time = Arc::new(SteppedTime::default());
        let terminal = Terminal::start(Arc::new(store), time.clone(), "t").expect("a start");
        let mut lock = PinLock::open(&terminal).expect("readable");
        let mut answer = |pin: &str| lock.try_pin(&terminal, pin).expect("readable");
        assert_eq!(answer("201906"), Answer::Chosen);
        assert_eq!(answer("201906"), Answer::Open);
        for _ in 0..4 {
            assert_eq!(answer("000000"), Answer::Wrong);
        }
        assert_eq!(answer("000000"), Answer::Locked);
        time.advance(59_000);
        assert_eq!(answer("201906"), Answer::Locked);
        let mut again = PinLock::open(&terminal).expect("readable");
        assert_eq!(
            again.try_pin(&terminal, "201906").expect("readable"),
            Answer::Locked
        );
        time.advance(61_000);
        assert_eq!(answer("201906"), Answer::Open);
    }
}
