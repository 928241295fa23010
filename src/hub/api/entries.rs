//! `POST /api/v1/games/{game}/entries` and `GET /api/v1/games/{game}/journal`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::Value;

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::Hub;
use crate::hub::tie::{self, Barred};
use crate::journal::{Entry, GameId};
use crate::store::hub::entry;
use crate::sync::wire::{Accepted, Journal, Refusal, Upload};

/// Entries as they came, each still to be read by itself: one that cannot be read must not hide
/// the ones before it.
#[derive(Debug, Deserialize)]
struct Raw {
    entries: Vec<Value>,
}

/// Takes in entries, in order and without gaps.
///
/// The same entries again give the same answer. Entries that do not follow what is there are kept
/// beside the game where they may matter, and a person decides.
#[utoipa::path(
    post,
    path = "/api/v1/games/{game}/entries",
    tag = "terminal",
    params(("game" = GameId, Path, description = "The game")),
    request_body = Upload,
    responses(
        (status = 200, description = "All of them are on the hub's disk", body = Accepted),
        (status = 401, description = "Not signed by a key that counts, or the clock is off", body = Refusal),
        (status = 403, description = "The game is not this terminal's", body = Refusal),
        (status = 404, description = "Nothing is known of the game", body = Refusal),
        (status = 409, description = "`gap`: entries are missing before these; `fork`: another \
            entry stands there; `old_epoch`: another terminal has taken over", body = Refusal),
        (status = 413, description = "Too many at once", body = Refusal),
        (status = 422, description = "`poison`: this entry can never be taken in; those before it \
            were", body = Refusal),
        (status = 503, description = "The hub cannot store anything now", body = Refusal)
    ),
    security(("signed" = []))
)]
pub async fn upload(
    State(hub): State<Arc<Hub>>,
    Path(game): Path<GameId>,
    signed: Signed,
) -> Result<Json<Accepted>, Refused> {
    let raw: Raw = signed.message()?;
    let mut entries = Vec::with_capacity(raw.entries.len());
    let mut poison = None;
    for value in raw.entries {
        let seq = value.get("seq").and_then(Value::as_u64).unwrap_or(0);
        match serde_json::from_value::<Entry>(value) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                poison = Some(Refusal::Poison {
                    seq,
                    reason: error.to_string(),
                });
                break;
            }
        }
    }
    let accepted = hub.take_in(game, signed.terminal, entries).await?;
    match poison {
        None => Ok(Json(accepted)),
        Some(refusal) => Err(refusal.into()),
    }
}

/// A game's line, for a spare that takes over.
#[utoipa::path(
    get,
    path = "/api/v1/games/{game}/journal",
    tag = "terminal",
    params(("game" = GameId, Path, description = "The game")),
    responses(
        (status = 200, description = "The line from its first entry", body = Journal),
        (status = 401, description = "Not signed by a key that counts, or the clock is off", body = Refusal),
        (status = 403, description = "The game is not this terminal's", body = Refusal),
        (status = 404, description = "Nothing is known of the game", body = Refusal),
        (status = 503, description = "The hub cannot read now", body = Refusal)
    ),
    security(("signed" = []))
)]
pub async fn journal(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<GameId>,
    signed: Signed,
) -> Result<Json<Journal>, Refused> {
    let journal = hub.store.read(|connection| {
        let (_, stored, _) = tie::game_for(connection, id, &signed.terminal)?;
        Ok::<_, Barred>(Journal {
            game: id,
            epoch: stored.epoch,
            entries: entry::line_after(connection, id, 0)?,
        })
    })?;
    Ok(Json(journal))
}
