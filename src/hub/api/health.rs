//! `/healthz` for watchdogs, `/metrics` in Prometheus form.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::hub::Hub;
use crate::store::StoreError;
use crate::store::hub::{enrolment, entry, event};

/// 200 when the database answers and can be written.
pub async fn health(State(hub): State<Arc<Hub>>) -> Response {
    let written = hub
        .store
        .write_then(|_| Ok::<_, StoreError>(()), |()| ())
        .await;
    match written {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "not healthy");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the database cannot be written\n",
            )
                .into_response()
        }
    }
}

/// What can be counted.
pub async fn metrics(State(hub): State<Arc<Hub>>) -> Result<Response, super::refusal::Refused> {
    let (entries, calls, terminals) = hub.store.read(|connection| {
        let entries = entry::count(connection)?;
        let Some(event) = event::current(connection)? else {
            return Ok((entries, 0, Vec::new()));
        };
        let calls = enrolment::open_calls(connection, event.id)?.len();
        Ok::<_, StoreError>((entries, calls, enrolment::all(connection, event.id)?))
    })?;
    let online = terminals
        .iter()
        .filter(|known| hub.presence.is_online(&known.id))
        .count();
    let mut text = String::new();
    for (name, kind, help, value) in [
        (
            "qipu_entries_total",
            "counter",
            "journal entries stored",
            entries,
        ),
        (
            "qipu_open_calls",
            "gauge",
            "boards calling the arbiter",
            calls as u64,
        ),
        (
            "qipu_terminals",
            "gauge",
            "enrolled terminals",
            terminals.len() as u64,
        ),
        (
            "qipu_terminals_online",
            "gauge",
            "terminals heard of lately",
            online as u64,
        ),
    ] {
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n"
        );
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
