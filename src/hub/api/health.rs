//! `/healthz` for watchdogs, `/metrics` in Prometheus form.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::refusal::Refused;
use crate::hub::Hub;
use crate::store::StoreError;
use crate::store::hub::enrolment::{self, StoredTerminal};
use crate::store::hub::{entry, event};

/// Whether the hub can store what it is sent.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "hub",
    responses(
        (status = 200, description = "The database answers and can be written", content_type = "text/plain"),
        (status = 503, description = "It cannot; the text says why", content_type = "text/plain")
    )
)]
pub async fn health(State(hub): State<Arc<Hub>>) -> Response {
    let Err(error) = hub.store.probe().await else {
        return "ok\n".into_response();
    };
    tracing::error!(%error, "not healthy");
    let why = match hub.store.trouble() {
        Some(trouble) => format!("the database cannot be written: {trouble}\n"),
        None => "the database cannot be written\n".to_owned(),
    };
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

/// What can be counted, in the text form of Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "hub",
    responses((status = 200, description = "The measures", content_type = "text/plain"))
)]
pub async fn metrics(State(hub): State<Arc<Hub>>) -> Result<Response, Refused> {
    let counted = hub.store.read(|connection| {
        let mut counted = Counted {
            entries: entry::count(connection, 0)?,
            beside: entry::count(connection, 1)?,
            ..Counted::default()
        };
        if let Some(event) = event::current(connection)? {
            counted.calls = enrolment::open_calls(connection, event.id)?.len();
            counted.terminals = enrolment::all(connection, event.id)?;
            counted.terminals.retain(|known| !known.revoked);
        }
        Ok::<_, StoreError>(counted)
    })?;
    let text = render(&hub, &counted);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

#[derive(Default)]
struct Counted {
    entries: u64,
    beside: u64,
    calls: usize,
    terminals: Vec<StoredTerminal>,
}

fn render(hub: &Hub, counted: &Counted) -> String {
    let online = counted
        .terminals
        .iter()
        .filter(|known| hub.presence.is_online(&known.id))
        .count();
    let trouble = u64::from(hub.store.trouble().is_some());
    let uptime_ms = (chrono::Utc::now().timestamp_millis() - hub.started_ms).max(0);
    let measures: [(&str, &str, &str, u64); 8] = [
        (
            "qipu_up_seconds",
            "gauge",
            "how long the hub runs",
            uptime_ms.cast_unsigned() / 1000,
        ),
        (
            "qipu_entries_total",
            "counter",
            "journal entries stored",
            counted.entries,
        ),
        (
            "qipu_entries_beside",
            "gauge",
            "entries that await a decision",
            counted.beside,
        ),
        (
            "qipu_open_calls",
            "gauge",
            "boards calling the arbiter",
            counted.calls as u64,
        ),
        (
            "qipu_terminals",
            "gauge",
            "terminals enrolled",
            counted.terminals.len() as u64,
        ),
        (
            "qipu_terminals_online",
            "gauge",
            "terminals heard of lately",
            online as u64,
        ),
        (
            "qipu_spectators",
            "gauge",
            "streams open to pages",
            hub.feed.watchers() as u64,
        ),
        (
            "qipu_disk_trouble",
            "gauge",
            "1 while nothing can be stored",
            trouble,
        ),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in measures {
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n"
        );
    }
    text
}
