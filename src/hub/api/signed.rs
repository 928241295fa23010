//! Only what a terminal has signed with its key comes in.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::AUTHORIZATION;
use chrono::Utc;

use super::refusal::Refused;
use crate::hub::Hub;
use crate::hub::presence::OFF_BY_MS;
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
            .and_then(|header| Signature::parse(header.to_str().ok()?))
            .ok_or(Refusal::Unsigned)?;
        let body = Bytes::from_request(request, hub)
            .await
            .map_err(|_| Refusal::TooLarge)?;

        let terminal = known(hub, &signature.terminal)?;
        let subject = Subject {
            method: &method,
            path: &path,
            body: &body,
        };
        if terminal.revoked || !signature.fits(&terminal.key, subject) {
            tracing::warn!(terminal = signature.terminal, path, "a wrong signature");
            return Err(Refusal::Unsigned.into());
        }
        // Only who has the key learns the hub's time.
        let now_ms = Utc::now().timestamp_millis();
        let before_start = signature.time_ms < hub.started_ms;
        if before_start || (now_ms - signature.time_ms).abs() > OFF_BY_MS {
            return Err(Refusal::Clock { now_ms }.into());
        }
        if !hub
            .presence
            .is_new(&terminal.id, &signature.nonce, signature.time_ms, now_ms)
        {
            tracing::warn!(terminal = terminal.id, path, "a replayed request");
            return Err(Refusal::Unsigned.into());
        }
        Ok(Self { terminal, body })
    }
}

fn known(hub: &Hub, id: &str) -> Result<StoredTerminal, Refused> {
    if let Some(terminal) = hub.presence.terminal(id) {
        return Ok(terminal);
    }
    let found = hub
        .store
        .read(|connection| enrolment::get(connection, id))?;
    let terminal = found.ok_or(Refusal::Unsigned)?;
    hub.presence.remember(terminal.clone());
    Ok(terminal)
}
