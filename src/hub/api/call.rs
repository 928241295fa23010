//! `POST /api/v1/games/{game}/call`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::{ActError, Hub, now, the_event};
use crate::journal::GameId;
use crate::store::hub::{enrolment, game};
use crate::sync::wire::Call;

/// The longest reason kept, characters.
const LONGEST: usize = 64;

/// Calls the arbiter. A board has at most one open call; calling again changes nothing.
pub async fn call(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<GameId>,
    signed: Signed,
) -> Result<Json<Value>, Refused> {
    let call: Call = signed.message()?;
    let reason: String = call.reason.chars().take(LONGEST).collect();
    let terminal = signed.terminal.id;
    let after = Arc::clone(&hub);
    let opened = hub.store.write_then(
        move |connection| {
            let event = the_event(connection)?;
            game::get(connection, id)?.ok_or(ActError::NoGame)?;
            Ok::<_, ActError>(enrolment::call(
                connection,
                event.id,
                id,
                &terminal,
                &reason,
                &now(),
            )?)
        },
        move |_| after.game_changed(id),
    );
    Ok(Json(json!({ "opened": opened.await? })))
}
