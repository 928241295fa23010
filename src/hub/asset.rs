//! What pages load besides themselves, all from the program itself.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

struct Asset {
    name: &'static str,
    kind: &'static str,
    body: &'static [u8],
}

const fn of(name: &'static str, kind: &'static str, body: &'static [u8]) -> Asset {
    Asset { name, kind, body }
}

const ASSETS: &[Asset] = &[
    of("page.css", "text/css", include_bytes!("assets/page.css")),
    of("desk.css", "text/css", include_bytes!("assets/desk.css")),
    of(
        "game.js",
        "text/javascript",
        include_bytes!("assets/game.js"),
    ),
    of(
        "hall.js",
        "text/javascript",
        include_bytes!("assets/hall.js"),
    ),
    of(
        "results.js",
        "text/javascript",
        include_bytes!("assets/results.js"),
    ),
    of(
        "icon.svg",
        "image/svg+xml",
        include_bytes!("assets/icon.svg"),
    ),
    // The second is fetched only for a page with a character that the first lacks.
    of(
        "common.woff2",
        "font/woff2",
        include_bytes!("../../ui/fonts/web/qipu-common.woff2"),
    ),
    of(
        "rare.woff2",
        "font/woff2",
        include_bytes!("../../ui/fonts/web/qipu-rare.woff2"),
    ),
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
