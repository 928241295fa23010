//! Only what a terminal has signed with its key comes in.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::AUTHORIZATION;
use chrono::Utc;

use super::refusal::Refused;
use crate::hub::Hub;
use crate::hub::presence::OFF_BY_MS;
use crate::store::StoreError;
use crate::store::hub::enrolment::{self, StoredTerminal};
use crate::sync::signature::{Signature, Subject};
use crate::sync::wire::Refusal;

/// A signed request: the terminal that made it, and the body it signed.
#[derive(Debug)]
pub struct Signed {
    /// Who made it.
    pub terminal: StoredTerminal,
    /// The body.
    pub body: Bytes,
}

impl Signed {
    /// The body as a message.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] with the reason.
    pub fn message<T: serde::de::DeserializeOwned>(&self) -> Result<T, Refused> {
        serde_json::from_slice(&self.body).map_err(|error| {
            Refusal::Unreadable {
                reason: error.to_string(),
            }
            .into()
        })
    }
}

impl FromRequest<Arc<Hub>> for Signed {
    type Rejection = Refused;

    async fn from_request(request: Request, hub: &Arc<Hub>) -> Result<Self, Refused> {
        let method = request.method().as_str().to_owned();
        let path = request
            .uri()
            .path_and_query()
            .map(ToString::to_string)
            .unwrap_or_default();
        let signature = request
            .headers()
            .get(AUTHORIZATION)
            .and_then(|header| Signature::parse(header.to_str().ok()?));
        let Some(signature) = signature else {
            tracing::warn!(%method, path, "refused: not signed");
            return Err(Refusal::Unsigned.into());
        };
        let body = Bytes::from_request(request, hub)
            .await
            .map_err(|_| Refusal::TooLarge)?;
        let subject = Subject {
            method: &method,
            path: &path,
            body: &body,
        };
        match check(hub, &signature, subject) {
            Ok(terminal) => Ok(Self { terminal, body }),
            Err(Fault::Store(error)) => Err(error.into()),
            Err(Fault::Signature(why)) => {
                let terminal = &signature.terminal;
                tracing::warn!(terminal, %method, path, "refused: {why}");
                Err(Refusal::Unsigned.into())
            }
            Err(Fault::Clock { now_ms }) => Err(Refusal::Clock { now_ms }.into()),
        }
    }
}

/// Why a signature does not count. Which of the reasons it was stands in the log alone.
enum Fault {
    Signature(&'static str),
    Clock { now_ms: i64 },
    Store(StoreError),
}

fn check(hub: &Hub, signature: &Signature, subject: Subject<'_>) -> Result<StoredTerminal, Fault> {
    let terminal = find(hub, &signature.terminal)
        .map_err(Fault::Store)?
        .ok_or(Fault::Signature("unknown terminal"))?;
    if !signature.fits(&terminal.key, subject) {
        return Err(Fault::Signature("wrong signature"));
    }
    if terminal.revoked {
        return Err(Fault::Signature("revoked key"));
    }
    // Only who has the key learns the hub's time.
    let now_ms = Utc::now().timestamp_millis();
    let before_start = signature.time_ms < hub.started_ms;
    if before_start || (now_ms - signature.time_ms).abs() > OFF_BY_MS {
        return Err(Fault::Clock { now_ms });
    }
    let Signature { nonce, time_ms, .. } = signature;
    if hub.presence.is_new(&terminal.id, nonce, *time_ms, now_ms) {
        Ok(terminal)
    } else {
        Err(Fault::Signature("replayed request"))
    }
}

/// A terminal as it stands now.
///
/// # Errors
/// [`Refusal::Unsigned`] when there is none; [`Refusal::Unavailable`].
pub fn known(hub: &Hub, id: &str) -> Result<StoredTerminal, Refused> {
    Ok(find(hub, id)?.ok_or(Refusal::Unsigned)?)
}

fn find(hub: &Hub, id: &str) -> Result<Option<StoredTerminal>, StoreError> {
    let asked_at = match hub.presence.terminal(id) {
        Ok(terminal) => return Ok(Some(terminal)),
        Err(asked_at) => asked_at,
    };
    let found = hub
        .store
        .read(|connection| enrolment::get(connection, id))?;
    if let Some(terminal) = &found {
        hub.presence.remember(terminal.clone(), asked_at);
    }
    Ok(found)
}
