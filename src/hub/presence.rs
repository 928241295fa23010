//! Which terminals were heard of lately, their keys, and the requests they have made already.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::store::hub::enrolment::StoredTerminal;

/// How far the time of a signed request may be off, milliseconds.
pub const OFF_BY_MS: i64 = 120_000;
/// A terminal that was not heard of for so long is offline. It asks for its assignment every 20 s.
const SILENT: Duration = Duration::from_secs(45);

#[derive(Debug, Default)]
struct Known {
    terminals: HashMap<String, StoredTerminal>,
    /// How often keys were forgotten.
    forgotten: u64,
    heard: HashMap<String, Instant>,
    /// Nonces that were used, with the time they were signed at.
    nonces: HashMap<String, i64>,
    /// When those that are too old to come again were last cleared away, milliseconds since 1970.
    cleared_ms: i64,
    /// Wrong codes by address, with the last one's time.
    wrong: HashMap<std::net::IpAddr, (u32, Instant)>,
}

/// What the hub remembers of terminals while it runs.
#[derive(Debug, Default)]
pub struct Presence(Mutex<Known>);

/// Wrong codes an address may try before it has to wait: one less than make all codes void, so that
/// one address alone cannot do that.
const WRONG_CODES: u32 = 4;
/// How long it waits then.
pub const WRONG_WAIT: Duration = Duration::from_secs(600);

impl Presence {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A terminal whose key was asked for before.
    ///
    /// # Errors
    /// It is to be looked up and [remembered](Self::remember) with this number.
    pub fn terminal(&self, id: &str) -> Result<StoredTerminal, u64> {
        let known = self.known();
        let found = known.terminals.get(id).cloned();
        found.ok_or(known.forgotten)
    }

    /// Remembers a terminal's key, unless keys were forgotten since it was asked for: it may have
    /// been revoked while it was looked up.
    pub fn remember(&self, terminal: StoredTerminal, asked_at: u64) {
        let mut known = self.known();
        if known.forgotten == asked_at {
            known.terminals.insert(terminal.id.clone(), terminal);
        }
    }

    /// Forgets the keys: one was revoked, or a terminal was put elsewhere.
    pub fn forget_keys(&self) {
        let mut known = self.known();
        known.terminals.clear();
        known.forgotten += 1;
    }

    /// Notes that a request was made. False when its nonce was used before.
    pub fn is_new(&self, terminal: &str, nonce: &str, time_ms: i64, now_ms: i64) -> bool {
        let mut known = self.known();
        if now_ms - known.cleared_ms > OFF_BY_MS {
            known.cleared_ms = now_ms;
            known
                .nonces
                .retain(|_, signed| (now_ms - *signed).abs() <= OFF_BY_MS);
        }
        let new = known
            .nonces
            .insert(format!("{terminal}/{nonce}"), time_ms)
            .is_none();
        if new {
            known.heard.insert(terminal.to_owned(), Instant::now());
        }
        new
    }

    /// Notes that a terminal is there: it holds a stream.
    pub fn hear(&self, terminal: &str) {
        self.known()
            .heard
            .insert(terminal.to_owned(), Instant::now());
    }

    /// How long ago a terminal was last heard of; nothing when not since the hub was started.
    pub fn silent_for(&self, terminal: &str) -> Option<Duration> {
        self.known().heard.get(terminal).map(Instant::elapsed)
    }

    /// Whether a terminal was heard of lately.
    pub fn is_online(&self, terminal: &str) -> bool {
        self.silent_for(terminal)
            .is_some_and(|silent| silent < SILENT)
    }

    /// Whether an address has tried too many wrong codes.
    pub fn is_barred(&self, address: std::net::IpAddr) -> bool {
        let mut known = self.known();
        known
            .wrong
            .retain(|_, (_, last)| last.elapsed() < WRONG_WAIT);
        known
            .wrong
            .get(&address)
            .is_some_and(|(count, _)| *count >= WRONG_CODES)
    }

    /// Notes a wrong code.
    pub fn wrong_code(&self, address: std::net::IpAddr) {
        let mut known = self.known();
        let tried = known.wrong.entry(address).or_insert((0, Instant::now()));
        *tried = (tried.0 + 1, Instant::now());
    }
}
