//! The terminal's calls to the hub, one function each.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Assignment;
use super::signature::{Signature, Subject};
use super::transport::{Http, NoAnswer, Request, Response, Transport};
use super::wire::{
    Accepted, Call, Called, EnrolRequest, Enrolled, Journal, RecordTaken, RecordUpload, Refusal,
};
use crate::journal::{Entry, GameId};

/// Who a terminal is; kept in its settings after enrolment.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its id.
    pub terminal: String,
    /// Its secret key, hex.
    pub key: String,
}

impl std::fmt::Debug for Identity {
    /// The key is never shown, not in a log either.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity")
            .field("terminal", &self.terminal)
            .finish_non_exhaustive()
    }
}

/// A call that brought nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// No answer; whether the hub carried the call out is unknown, so it is made again.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The hub refused.
    #[error("the hub refuses with {status}: {refusal:?}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Why, in its own code.
        refusal: Refusal,
        /// How long it asks to wait.
        retry_after: Option<Duration>,
    },
    /// What answered does not speak the hub's language.
    #[error("not a hub's answer ({status}): {reason}")]
    Strange {
        /// The HTTP status.
        status: u16,
        /// What is wrong with it.
        reason: String,
    },
}

/// Makes calls to one hub as one terminal.
#[derive(Clone)]
pub struct HubClient {
    transport: Arc<dyn Transport>,
    identity: Identity,
    /// Hub time minus own time, milliseconds: a terminal's wall clock may be anything.
    offset_ms: Arc<AtomicI64>,
}

impl std::fmt::Debug for HubClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HubClient")
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

/// Enrols a terminal by a one-time code.
///
/// # Errors
/// [`LinkError`]; a wrong, used or old code is [`Refusal::BadCode`].
pub fn enrol(transport: &dyn Transport, request: &EnrolRequest) -> Result<Enrolled, LinkError> {
    let request = Request {
        method: "POST",
        path: "/api/v1/enrol".to_owned(),
        authorization: None,
        body: json(request),
        wait: Duration::ZERO,
    };
    read(&transport.exchange(&request)?)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the link's messages are strings, numbers and enums")
}

fn read<T: DeserializeOwned>(response: &Response) -> Result<T, LinkError> {
    let status = response.status;
    let strange = |reason: serde_json::Error| LinkError::Strange {
        status,
        reason: reason.to_string(),
    };
    if (200..300).contains(&status) {
        return serde_json::from_slice(&response.body).map_err(strange);
    }
    let refusal = serde_json::from_slice(&response.body).or_else(|error| match status {
        413 => Ok(Refusal::TooLarge),
        429 => Ok(Refusal::TooMany),
        500.. => Ok(Refusal::Unavailable),
        _ => Err(strange(error)),
    })?;
    Err(LinkError::Refused {
        status,
        refusal,
        retry_after: response.retry_after,
    })
}

impl HubClient {
    /// A client for the hub at an address such as `http://192.168.1.5:8460`.
    pub fn new(url: &str, identity: Identity) -> Self {
        Self::with_transport(Arc::new(Http::new(url)), identity)
    }

    /// A client over any transport.
    pub fn with_transport(transport: Arc<dyn Transport>, identity: Identity) -> Self {
        Self {
            transport,
            identity,
            offset_ms: Arc::default(),
        }
    }

    /// Who this terminal is.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What this terminal must show: at once when it is not `after`, otherwise as soon as it
    /// changes or `wait` is over. Nothing when it did not change.
    ///
    /// # Errors
    /// [`LinkError`].
    pub fn assignment(
        &self,
        after: Option<&str>,
        wait: Duration,
    ) -> Result<Option<Assignment>, LinkError> {
        let path = match after {
            Some(version) => {
                format!("/api/v1/assignment?after={version}&wait={}", wait.as_secs())
            }
            None => "/api/v1/assignment".to_owned(),
        };
        let response = self.signed("GET", path, Vec::new(), wait)?;
        if response.status == 304 {
            Ok(None)
        } else {
            read(&response).map(Some)
        }
    }

    /// Sends entries of a game, in order and without gaps.
    ///
    /// # Errors
    /// [`LinkError`]; nothing is lost by any of them, and the same entries may be sent again.
    pub fn push(&self, game: GameId, entries: &[Entry]) -> Result<Accepted, LinkError> {
        #[derive(Serialize)]
        struct Borrowed<'a> {
            entries: &'a [Entry],
        }
        let body = json(&Borrowed { entries });
        read(&self.signed(
            "POST",
            format!("/api/v1/games/{game}/entries"),
            body,
            Duration::ZERO,
        )?)
    }

    /// The hub's line of a game, for a spare that takes over.
    ///
    /// # Errors
    /// [`LinkError`].
    pub fn journal(&self, game: GameId) -> Result<Journal, LinkError> {
        let path = format!("/api/v1/games/{game}/journal");
        read(&self.signed("GET", path, Vec::new(), Duration::ZERO)?)
    }

    /// Hands in a finished record.
    ///
    /// # Errors
    /// [`LinkError`]; another record of the same game is [`Refusal::Differs`].
    pub fn record(&self, game: GameId, record: &RecordUpload) -> Result<RecordTaken, LinkError> {
        let path = format!("/api/v1/games/{game}/record");
        read(&self.signed("PUT", path, json(record), Duration::ZERO)?)
    }

    /// Calls the arbiter to a game; a call that is already open stays one.
    ///
    /// # Errors
    /// [`LinkError`].
    pub fn call(&self, game: GameId, reason: &str) -> Result<(), LinkError> {
        let body = json(&Call {
            reason: reason.to_owned(),
        });
        let path = format!("/api/v1/games/{game}/call");
        let answer: Result<Called, _> = read(&self.signed("POST", path, body, Duration::ZERO)?);
        answer.map(drop)
    }

    /// Signs and sends. When the hub says the clock is off, its time is taken over and the call
    /// made once more.
    fn signed(
        &self,
        method: &'static str,
        path: String,
        body: Vec<u8>,
        wait: Duration,
    ) -> Result<Response, LinkError> {
        let mut request = Request {
            method,
            path,
            authorization: None,
            body,
            wait,
        };
        self.sign(&mut request);
        let response = self.transport.exchange(&request)?;
        if response.status != 401 {
            return Ok(response);
        }
        let Ok(Refusal::Clock { now_ms }) = serde_json::from_slice(&response.body) else {
            return Ok(response);
        };
        self.offset_ms.store(now_ms - own_ms(), Ordering::Relaxed);
        self.sign(&mut request);
        Ok(self.transport.exchange(&request)?)
    }

    fn sign(&self, request: &mut Request) {
        let key = hex::decode(&self.identity.key).unwrap_or_default();
        let subject = Subject {
            method: request.method,
            path: &request.path,
            body: &request.body,
        };
        let time_ms = own_ms() + self.offset_ms.load(Ordering::Relaxed);
        // A version 7 id is time and 74 random bits: never used twice.
        let nonce = uuid::Uuid::now_v7().simple().to_string();
        let signature = Signature::sign(&key, subject, &self.identity.terminal, time_ms, nonce);
        request.authorization = Some(signature.header());
    }
}

fn own_ms() -> i64 {
    chrono::Utc::now().timestamp_millis()
}
