//! `POST /api/v1/enrol`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, State};
use chrono::Utc;
use uuid::Uuid;

use super::refusal::Refused;
use crate::hub::act::{Actor, code_hash, note};
use crate::hub::{ActError, Hub, now, the_event};
use crate::store::StoreError;
use crate::store::hub::enrolment::{self, StoredTerminal};
use crate::sync::wire::{EnrolRequest, Enrolled, Refusal};

/// The longest name a terminal may have, characters.
const LONGEST: usize = 64;

/// A terminal asks for a key with a one-time code.
///
/// A code is good for ten minutes, once, and for five tries at all codes that are out. Whatever is
/// wrong, the answer is the same.
#[utoipa::path(
    post,
    path = "/api/v1/enrol",
    tag = "terminal",
    request_body = EnrolRequest,
    responses(
        (status = 200, description = "The code was good: the terminal's key, sent this once", body = Enrolled),
        (status = 403, description = "Not enrolled; why is not said", body = Refusal),
        (status = 429, description = "This address tried too many wrong codes", body = Refusal),
        (status = 503, description = "The hub cannot store anything now", body = Refusal)
    )
)]
pub async fn enrol(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Enrolled>, Refused> {
    if hub.presence.is_barred(from.ip()) {
        tracing::warn!(from = %from.ip(), "too many wrong codes");
        return Err(Refusal::TooMany.into());
    }
    let request = body
        .ok()
        .and_then(|body| serde_json::from_slice(&body).ok());
    let enrolled = match request {
        Some(request) => redeem(&hub, request, from).await?,
        None => None,
    };
    if let Some(enrolled) = enrolled {
        return Ok(Json(enrolled));
    }
    hub.presence.wrong_code(from.ip());
    tracing::warn!(from = %from.ip(), "not enrolled");
    Err(Refusal::BadCode.into())
}

async fn redeem(
    hub: &Hub,
    request: EnrolRequest,
    from: SocketAddr,
) -> Result<Option<Enrolled>, Refused> {
    let mut key = vec![0; 32];
    getrandom::fill(&mut key)
        .map_err(|error| StoreError::corrupt("the system's randomness", error))?;
    let actor = Actor {
        who: "terminal".to_owned(),
        origin: from.ip().to_string(),
    };
    let certificate = hub.certificate_pem();
    let enrolled = hub.store.write_then(
        move |connection| {
            let event = the_event(connection)?;
            let now_ms = Utc::now().timestamp_millis();
            let board = enrolment::redeem(connection, code_hash(&request.code), now_ms)?;
            // A wrong code still counts against those that are out, so nothing is undone here.
            let Some(board) = board else { return Ok(None) };
            let terminal = StoredTerminal {
                id: Uuid::now_v7().to_string(),
                name: request.name.chars().take(LONGEST).collect(),
                board,
                key,
                revoked: false,
            };
            let facts = serde_json::Value::Object(request.facts);
            enrolment::insert(connection, event.id, &terminal, &facts, &now())?;
            let after = (&terminal.id, &terminal.name, terminal.board);
            note(connection, event.id, &actor, "terminal.enrol", &(), &after)?;
            Ok::<_, ActError>(Some(Enrolled {
                terminal: terminal.id,
                key: hex::encode(terminal.key),
                event: event.facts.title.unwrap_or_default(),
                board,
                certificate,
            }))
        },
        |_| (),
    );
    match enrolled.await {
        // Without an event no code can be out.
        Err(ActError::NoEvent) => Ok(None),
        enrolled => Ok(enrolled?),
    }
}
