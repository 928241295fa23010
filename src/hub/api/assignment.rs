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
use tokio_stream::wrappers::{IntervalStream, WatchStream};

use super::refusal::Refused;
use super::signed::{Signed, known};
use crate::hub::Hub;
use crate::sync::Assignment;
use crate::sync::wire::Refusal;

/// The longest time an answer is held back, seconds.
const LONGEST: u64 = 60;
/// How often a stream shows that both ends are there.
const BEAT: Duration = Duration::from_secs(15);

/// What a terminal may ask.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The version the terminal has: the answer waits for another one.
    after: Option<String>,
    /// For so many seconds at most, up to 60.
    wait: Option<u64>,
}

/// What this terminal must show.
///
/// With `Accept: text/event-stream` it is a stream of events `assignment`, the last value first;
/// otherwise one answer, at once or, asked with `after` and `wait`, as soon as it changes.
#[utoipa::path(
    get,
    path = "/api/v1/assignment",
    tag = "terminal",
    params(Asked),
    responses(
        (status = 200, description = "What to show", content(
            (Assignment = "application/json"),
            (String = "text/event-stream")
        )),
        (status = 304, description = "Nothing changed while it was waited for"),
        (status = 401, description = "Not signed by a key that counts, or the clock is off", body = Refusal),
        (status = 404, description = "There is no event yet", body = Refusal),
        (status = 503, description = "The hub cannot read now", body = Refusal)
    ),
    security(("signed" = []))
)]
pub async fn assignment(
    State(hub): State<Arc<Hub>>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    signed: Signed,
) -> Result<Response, Refused> {
    let accepts = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    let terminal = signed.terminal.id;
    if accepts.is_some_and(|accepts| accepts.contains("text/event-stream")) {
        return Ok(stream(hub, terminal));
    }
    let wait = Duration::from_secs(asked.wait.unwrap_or(0).min(LONGEST));
    let mut changes = hub.changes.subscribe();
    let changed = async {
        loop {
            changes.mark_unchanged();
            let assignment = shown(&hub, &terminal)?;
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

/// The assignment of a terminal as it stands now: its board may have changed, its key may have
/// been revoked since it asked.
fn shown(hub: &Hub, terminal: &str) -> Result<Assignment, Refused> {
    let terminal = known(hub, terminal)?;
    if terminal.revoked {
        return Err(Refusal::Unsigned.into());
    }
    Ok(hub.assignment(&terminal)?)
}

/// The last value first, then each new one. Ends when the terminal's key is revoked.
fn stream(hub: Arc<Hub>, terminal: String) -> Response {
    let changes = WatchStream::new(hub.changes.subscribe()).map(|_| ());
    let beats = IntervalStream::new(tokio::time::interval(BEAT)).map(|_| ());
    let mut last = String::new();
    let values = changes.merge(beats).map_while(move |()| {
        hub.presence.hear(&terminal);
        let assignment = match shown(&hub, &terminal) {
            Ok(assignment) => assignment,
            Err(Refused(Refusal::Unsigned)) => return None,
            // It is told as soon as the hub can read again.
            Err(_) => return Some(None),
        };
        let new = assignment.version != last;
        last.clone_from(&assignment.version);
        Some(new.then(|| event(&assignment)).flatten())
    });
    let stream = values.filter_map(|event| event.map(Ok::<_, Infallible>));
    Sse::new(stream)
        .keep_alive(KeepAlive::new().interval(BEAT))
        .into_response()
}

fn event(assignment: &Assignment) -> Option<Event> {
    let event = Event::default().event("assignment").id(&assignment.version);
    event.json_data(assignment).ok()
}
