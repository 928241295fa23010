//! Signing in and out.

use std::net::IpAddr;

use chrono::Utc;
use sha2::{Digest as _, Sha256};

use super::role::{Action, Role};
use super::{Hub, password};
use crate::hub::act::note;
use crate::hub::{ActError, Actor};
use crate::store::StoreError;
use crate::store::hub::account::{self, StoredSession};
use crate::store::hub::event;

/// How long a session lasts, milliseconds: a day of play.
const LASTS_MS: i64 = 14 * 3600 * 1000;
/// Wrong passwords after which an account is locked.
const WRONG: u32 = 5;
/// For how long, milliseconds.
const LOCKED_MS: i64 = 5 * 60 * 1000;

/// The secret in the cookie, hex.
#[derive(Clone, PartialEq, Eq)]
pub struct Cookie(pub String);

impl std::fmt::Debug for Cookie {
    /// Never shown, not in a log either.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cookie")
    }
}

/// Who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The account.
    pub account: String,
    /// What it may do.
    pub roles: Vec<Role>,
    /// What its forms carry.
    pub csrf: String,
}

impl Session {
    /// Whether it may.
    pub fn may(&self, action: Action) -> bool {
        action.is_open_to(&self.roles)
    }
}

/// Why nobody was signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Name or password is wrong, or the account is closed; which is not said.
    #[error("the name or the password is wrong")]
    Wrong,
    /// Too many wrong passwords.
    #[error("the account is locked for some minutes")]
    Locked,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ActError> for SignInError {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Store(error) => Self::Store(error),
            _ => Self::Wrong,
        }
    }
}

/// Random bytes from the system.
pub(in crate::hub) fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::corrupt("the system's randomness", error))?;
    Ok(bytes)
}

fn token_of(cookie: &str) -> [u8; 32] {
    Sha256::digest(cookie.as_bytes()).into()
}

impl Hub {
    /// Signs somebody in.
    ///
    /// # Errors
    /// [`SignInError`]. Every try is written into the audit log.
    pub fn sign_in(&self, name: &str, word: &str, from: IpAddr) -> Result<Cookie, SignInError> {
        let now_ms = Utc::now().timestamp_millis();
        let known = self
            .store()
            .read(|connection| account::get(connection, name))?;
        let actor = Actor {
            who: name.chars().take(40).collect(),
            origin: from.to_string(),
        };
        let Some(known) = known.filter(|known| !known.disabled) else {
            password::waste(word);
            return Err(self.note_failure(&actor, None));
        };
        if known.locked_ms > now_ms {
            return Err(SignInError::Locked);
        }
        if !password::fits(word, &known.password) {
            return Err(self.note_failure(&actor, Some(now_ms + LOCKED_MS)));
        }
        let cookie = Cookie(hex::encode(random::<32>()?));
        let session = StoredSession {
            account: known.name,
            csrf: hex::encode(random::<16>()?),
        };
        let token = token_of(&cookie.0);
        self.store().write(move |connection| {
            let event = event::current(connection)?.map(|event| event.id);
            account::open_session(connection, token, &session, now_ms, now_ms + LASTS_MS)?;
            note(connection, event, &actor, "account.sign_in", &(), &())?;
            Ok::<_, SignInError>(())
        })?;
        Ok(cookie)
    }

    fn note_failure(&self, actor: &Actor, locked_ms: Option<i64>) -> SignInError {
        let actor = actor.clone();
        let noted = self.store().write(move |connection| {
            let event = event::current(connection)?.map(|event| event.id);
            if let Some(locked_ms) = locked_ms {
                account::fail(connection, &actor.who, WRONG, locked_ms)?;
            }
            note(
                connection,
                event,
                &actor,
                "account.sign_in_failed",
                &(),
                &(),
            )?;
            Ok::<_, StoreError>(())
        });
        noted.err().map_or(SignInError::Wrong, SignInError::Store)
    }

    /// The session of a cookie, when it is open.
    ///
    /// # Errors
    /// The database's errors.
    pub fn session(&self, cookie: &str) -> Result<Option<Session>, StoreError> {
        let (token, now_ms) = (token_of(cookie), Utc::now().timestamp_millis());
        let found = self
            .store()
            .read(|connection| account::session(connection, token, now_ms))?;
        Ok(found.map(|(session, account)| Session {
            account: account.name,
            roles: account
                .roles
                .iter()
                .filter_map(|code| Role::parse(code))
                .collect(),
            csrf: session.csrf,
        }))
    }

    /// Ends the session of a cookie.
    ///
    /// # Errors
    /// The database's errors.
    pub fn sign_out(&self, cookie: &str, actor: &Actor) -> Result<(), StoreError> {
        let (token, actor) = (token_of(cookie), actor.clone());
        self.store().write(move |connection| {
            let event = event::current(connection)?.map(|event| event.id);
            account::close_session(connection, token)?;
            note(connection, event, &actor, "account.sign_out", &(), &())
        })
    }
}
