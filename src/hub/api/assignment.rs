//! `GET /api/v1/assignment`: as JSON, at once or as soon as it changes, or as a stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use super::refusal::Refused;
use super::signed::Signed;
use crate::hub::Hub;
use crate::store::hub::enrolment::StoredTerminal;
use crate::sync::Assignment;

/// The longest time an answer is held back, seconds.
const LONGEST: u64 = 60;

/// What a terminal may ask.
#[derive(Debug, Deserialize)]
pub struct Asked {
    after: Option<String>,
    wait: Option<u64>,
}

/// What this terminal must show.
pub async fn assignment(
    State(hub): State<Arc<Hub>>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    signed: Signed,
) -> Result<Response, Refused> {
    let accepts = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    if accepts.is_some_and(|accepts| accepts.contains("text/event-stream")) {
        return Ok(stream(hub, signed.terminal));
    }
    let wait = Duration::from_secs(asked.wait.unwrap_or(0).min(LONGEST));
    let mut changes = hub.changes.subscribe();
    let changed = async {
        loop {
            changes.mark_unchanged();
            let assignment = hub.assignment(&signed.terminal)?;
            if asked.after.as_ref() != Some(&assignment.version) {
                return Ok::<Assignment, Refused>(assignment);
            }
            if changes.changed().await.is_err() {
                return Ok(assignment);
            }
        }
    };
    match tokio::time::timeout(wait, changed).await {
        Ok(assignment) => Ok(Json(assignment?).into_response()),
        Err(_) => Ok(StatusCode::NOT_MODIFIED.into_response()),
    }
}

/// The last value first, then each new one.
fn stream(hub: Arc<Hub>, terminal: StoredTerminal) -> Response {
    let mut last = String::new();
    let values = WatchStream::new(hub.changes.subscribe()).filter_map(move |_| {
        let assignment = hub.assignment(&terminal).ok()?;
        let new = assignment.version != last;
        last.clone_from(&assignment.version);
        new.then(|| {
            Event::default()
                .event("assignment")
                .json_data(&assignment)
                .ok()
        })
        .flatten()
    });
    let stream = values.map(Ok::<_, Infallible>);
    Sse::new(stream)
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
        .into_response()
}
