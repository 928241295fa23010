//! What pages load besides themselves, all from the program itself.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

struct Asset {
    name: &'static str,
    kind: &'static str,
    body: &'static [u8],
}

const ASSETS: &[Asset] = &[
    Asset {
        name: "page.css",
        kind: "text/css",
        body: include_bytes!("assets/page.css"),
    },
    Asset {
        name: "game.js",
        kind: "text/javascript",
        body: include_bytes!("assets/game.js"),
    },
    Asset {
        name: "hall.js",
        kind: "text/javascript",
        body: include_bytes!("assets/hall.js"),
    },
    Asset {
        name: "icon.svg",
        kind: "image/svg+xml",
        body: include_bytes!("assets/icon.svg"),
    },
];

/// `GET /assets/{name}`.
pub async fn asset(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => {
            let headers = [
                (header::CONTENT_TYPE, asset.kind),
                (header::CACHE_CONTROL, "max-age=3600"),
            ];
            (headers, asset.body).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
