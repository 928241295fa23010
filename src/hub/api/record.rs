//! `PUT /api/v1/games/{game}/record`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::{ActError, Hub, now, the_event};
use crate::journal::GameId;
use crate::store::StoreError;
use crate::store::hub::record::{self, Arrival};
use crate::sync::wire::{RecordTaken, RecordUpload, Refusal};

/// Takes in a finished record. The same one again is a duplicate; another one of the same game is
/// kept beside it and refused, for a person to decide.
pub async fn hand_in(
    State(hub): State<Arc<Hub>>,
    Path(game): Path<GameId>,
    signed: Signed,
) -> Result<Json<RecordTaken>, Refused> {
    let upload: RecordUpload = signed.message()?;
    let body =
        serde_json::to_string(&upload).map_err(|error| StoreError::corrupt("record", error))?;
    let arrival = hub.store.write_then(
        move |connection| {
            let event = the_event(connection)?;
            crate::store::hub::game::get(connection, game)?.ok_or(ActError::NoGame)?;
            let fingerprint = &upload.fingerprint;
            Ok::<_, ActError>(record::put(
                connection,
                event.id,
                game,
                fingerprint,
                &body,
                &now(),
            )?)
        },
        |_| (),
    );
    match arrival.await? {
        Arrival::New => Ok(Json(RecordTaken { duplicate: false })),
        Arrival::Duplicate => Ok(Json(RecordTaken { duplicate: true })),
        Arrival::Differs => Err(Refusal::Differs.into()),
    }
}
