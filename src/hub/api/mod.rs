//! The link with terminals: `/api/v1`, JSON over HTTP, signed.

mod assignment;
mod call;
mod enrol;
mod entries;
mod health;
mod record;
mod refusal;
mod signed;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post, put};

use super::Hub;

/// The largest body of a call, bytes: some thousand entries.
const LARGEST: usize = 1 << 20;

/// The calls of the link.
pub fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/v1/enrol", post(enrol::enrol))
        .route("/api/v1/assignment", get(assignment::assignment))
        .route("/api/v1/games/{game}/entries", post(entries::upload))
        .route("/api/v1/games/{game}/journal", get(entries::journal))
        .route("/api/v1/games/{game}/record", put(record::hand_in))
        .route("/api/v1/games/{game}/call", post(call::call))
        .route("/healthz", get(health::health))
        .route("/metrics", get(health::metrics))
        .layer(DefaultBodyLimit::max(LARGEST))
}
