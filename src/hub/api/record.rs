//! `PUT /api/v1/games/{game}/record`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::Hub;
use crate::journal::GameId;
use crate::sync::wire::{RecordTaken, RecordUpload, Refusal};

/// Takes in a finished record.
///
/// For terminals that keep no journal. The same record again is a duplicate; another one of the
/// same game is kept beside it and refused, for a person to decide.
#[utoipa::path(
    put,
    path = "/api/v1/games/{game}/record",
    tag = "terminal",
    params(("game" = GameId, Path, description = "The game")),
    request_body = RecordUpload,
    responses(
        (status = 200, description = "Kept; `duplicate` when it was there before", body = RecordTaken),
        (status = 401, description = "Not signed by a key that counts, or the clock is off", body = Refusal),
        (status = 403, description = "The game is not this terminal's", body = Refusal),
        (status = 404, description = "Nothing is known of the game", body = Refusal),
        (status = 409, description = "Another record of the game is there; both are kept", body = Refusal),
        (status = 413, description = "Too large", body = Refusal),
        (status = 422, description = "It cannot be read, or is no legal game", body = Refusal),
        (status = 503, description = "The hub cannot store anything now", body = Refusal)
    ),
    security(("signed" = []))
)]
pub async fn hand_in(
    State(hub): State<Arc<Hub>>,
    Path(game): Path<GameId>,
    signed: Signed,
) -> Result<Json<RecordTaken>, Refused> {
    let upload: RecordUpload = signed.message()?;
    let duplicate = hub.take_record(game, signed.terminal, upload).await?;
    Ok(Json(RecordTaken { duplicate }))
}
