//! `POST /api/v1/games/{game}/call`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::tie::{self, Barred};
use crate::hub::{Hub, now};
use crate::journal::GameId;
use crate::store::hub::enrolment;
use crate::sync::wire::{Call, Called, Refusal};

/// The longest reason kept, characters.
const LONGEST: usize = 64;

/// Calls the arbiter.
///
/// A board has at most one open call; calling again changes nothing.
#[utoipa::path(
    post,
    path = "/api/v1/games/{game}/call",
    tag = "terminal",
    params(("game" = GameId, Path, description = "The game")),
    request_body = Call,
    responses(
        (status = 200, description = "The arbiter is called", body = Called),
        (status = 401, description = "Not signed by a key that counts, or the clock is off", body = Refusal),
        (status = 403, description = "The game is not this terminal's", body = Refusal),
        (status = 404, description = "Nothing is known of the game", body = Refusal),
        (status = 422, description = "It cannot be read", body = Refusal),
        (status = 503, description = "The hub cannot store anything now", body = Refusal)
    ),
    security(("signed" = []))
)]
pub async fn call(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<GameId>,
    signed: Signed,
) -> Result<Json<Called>, Refused> {
    let call: Call = signed.message()?;
    let reason: String = call.reason.chars().take(LONGEST).collect();
    let terminal = signed.terminal;
    let after = Arc::clone(&hub);
    let opened = hub.store.write_then(
        move |connection| {
            let (event, _, _) = tie::game_for(connection, id, &terminal)?;
            let opened = enrolment::call(connection, event.id, id, &terminal.id, &reason, &now())?;
            Ok::<_, Barred>(opened)
        },
        move |_| after.game_changed(id),
    );
    Ok(Json(Called {
        opened: opened.await?,
    }))
}
