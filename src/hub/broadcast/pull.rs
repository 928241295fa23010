//! `/feed/{round}.json`, `/feed/{round}.pgn`: a round for broadcasters to poll; `now` is the last
//! published one.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::hub::{ActError, Hub};
use crate::publish::feed::{Caching, is_current};

/// The addresses of the feed.
pub fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/feed/{name}", get(document))
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Json,
    Pgn,
}

async fn document(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match answer(&hub, &name, &headers) {
        Ok(response) => response,
        Err(ActError::NoEvent | ActError::NoRound(_)) => {
            let open = [(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
            (StatusCode::NOT_FOUND, open, "no such round\n").into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the feed cannot be made");
            (StatusCode::SERVICE_UNAVAILABLE, "not now\n").into_response()
        }
    }
}

fn answer(hub: &Hub, name: &str, headers: &HeaderMap) -> Result<Response, ActError> {
    let (round, form) = match name.rsplit_once('.') {
        Some((round, "json")) => (round, Form::Json),
        Some((round, "pgn")) => (round, Form::Pgn),
        _ => return Err(ActError::NoRound(0)),
    };
    let number = if round == "now" {
        let tables = hub.tables()?;
        tables.last_round().ok_or(ActError::NoRound(0))?.number
    } else {
        round.parse().map_err(|_| ActError::NoRound(0))?
    };
    let document = hub.broadcast_of(number)?;
    let (bytes, kind, code) = match form {
        Form::Json => (&document.json, "application/json", "json"),
        Form::Pgn => (
            &document.pgn,
            "application/x-chess-pgn; charset=utf-8",
            "pgn",
        ),
    };
    // `now` becomes another round without warning, so it is never kept for long.
    let caching = Caching::of(bytes, document.over && round != "now");
    let about: [(HeaderName, String); 3] = [
        (header::ETAG, caching.etag.clone()),
        (header::CACHE_CONTROL, caching.cache_control),
        // Anybody's page may read what anybody may read.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*".to_owned()),
    ];
    let known = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|value| is_current(value, &caching.etag));
    if known {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    hub.note_taken(&document, code, bytes);
    let kind = [(header::CONTENT_TYPE, kind)];
    Ok((about, kind, bytes.clone()).into_response())
}
