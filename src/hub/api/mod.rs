//! The link with terminals: `/api/v1`, JSON over HTTP, signed.

mod assignment;
mod call;
mod document;
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

/// Method, address and handler stand in one line; the document is checked against the list.
macro_rules! calls {
    ($($verb:ident $path:literal $handler:path;)+) => {
        /// Every call with its method.
        #[cfg(test)]
        const CALLS: &[(&str, &str)] = &[$((stringify!($verb), $path)),+];

        /// The calls of the link.
        pub fn routes() -> Router<Arc<Hub>> {
            Router::new()
                $(.route($path, $verb($handler)))+
                .layer(DefaultBodyLimit::max(LARGEST))
        }
    };
}

calls! {
    post "/api/v1/enrol" enrol::enrol;
    get "/api/v1/assignment" assignment::assignment;
    post "/api/v1/games/{game}/entries" entries::upload;
    get "/api/v1/games/{game}/journal" entries::journal;
    put "/api/v1/games/{game}/record" record::hand_in;
    post "/api/v1/games/{game}/call" call::call;
    get "/api/openapi.json" document::serve;
    get "/healthz" health::health;
    get "/metrics" health::metrics;
}
