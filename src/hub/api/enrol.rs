//! `POST /api/v1/enrol`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
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
pub async fn enrol(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Json(request): Json<EnrolRequest>,
) -> Result<Json<Enrolled>, Refused> {
    if hub.presence.is_barred(from.ip()) {
        return Err(Refusal::TooMany.into());
    }
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
    if let Some(enrolled) = enrolled.await? {
        return Ok(Json(enrolled));
    }
    hub.presence.wrong_code(from.ip());
    tracing::warn!(from = %from.ip(), "a wrong code");
    Err(Refusal::BadCode.into())
}
