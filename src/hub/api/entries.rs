//! `POST /api/v1/games/{game}/entries` and `GET /api/v1/games/{game}/journal`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::Value;

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::Hub;
use crate::journal::{Entry, GameId};
use crate::store::hub::{entry, game};
use crate::sync::wire::{Accepted, Journal, Refusal};

/// Entries as they came, each still to be read by itself: one that cannot be read must not hide
/// the ones before it.
#[derive(Debug, Deserialize)]
struct Raw {
    entries: Vec<Value>,
}

/// Takes in entries.
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
pub async fn journal(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<GameId>,
    _signed: Signed,
) -> Result<Json<Journal>, Refused> {
    let journal = hub.store.read(|connection| {
        let Some(stored) = game::get(connection, id)? else {
            return Ok(None);
        };
        let entries = entry::line_after(connection, id, 0)?;
        Ok::<_, crate::store::StoreError>(Some(Journal {
            game: id,
            epoch: stored.epoch,
            entries,
        }))
    })?;
    Ok(Json(journal.ok_or(Refusal::Unknown)?))
}
