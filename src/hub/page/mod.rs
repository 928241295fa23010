//! The public pages. They work without scripts, except that nothing moves by itself then.

mod charts;
mod downloads;
mod fault;
mod game;
mod hall;
mod home;
mod live;
mod names;
mod player;
mod prizes;
mod reader;
mod regulation;
mod round;
mod standings;
mod tables;
mod teams;
mod wall;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tower_http::set_header::SetResponseHeaderLayer;

use super::lang::Lang;
use super::{Hub, Tables, asset};
use fault::Fault;
pub use game::{Sheet, clock as clock_text, is_wanted, status};
pub use hall::{Hall, Tile};
pub use live::{game_stream, hall_stream};
pub use reader::Reader;

/// Nothing from elsewhere, nothing inline, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The public pages.
pub fn routes() -> Router<Arc<Hub>> {
    in_frame(
        Router::new()
            .route("/", get(home::page))
            .route("/rounds/{number}", get(round::page))
            .route("/rounds/{number}/names", get(names::page))
            .route("/standings", get(standings::page))
            .route("/teams", get(teams::page))
            .route("/prizes", get(prizes::page))
            .route("/players/{number}", get(player::page))
            .route("/games/{game}", get(game::page))
            .route("/games/{game}/state.json", get(game::state))
            .route("/games/{game}/live", get(live::game))
            .route("/games/{game}/{form}", get(downloads::game))
            .route("/tables/{name}", get(tables::page))
            .route("/downloads", get(downloads::page))
            .route("/downloads/{file}", get(downloads::file))
            .route("/charts", get(charts::page))
            .route("/regulation", get(regulation::page))
            .route("/wall", get(wall::page))
            .route("/hall", get(hall::page))
            .route("/hall/live", get(live::hall))
            .route("/assets/{name}", get(asset::asset))
            .fallback(fault::nothing_here),
    )
}

/// Pages with the headers that keep what is foreign out.
pub fn in_frame(pages: Router<Arc<Hub>>) -> Router<Arc<Hub>> {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    pages
        .layer(header(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
}

/// What every page has around it.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The reader's language.
    pub l: Lang,
    /// The title of the page.
    pub title: String,
    /// The title of the event.
    pub event: String,
    /// The path of the page, for the language switch.
    pub path: String,
    /// Which entry of the menu it belongs to.
    pub here: &'static str,
    /// The last published round.
    pub round: Option<u16>,
}

impl Frame {
    fn new(reader: &Reader, tables: &Tables, here: &'static str, title: String) -> Self {
        Self {
            l: reader.lang,
            title,
            event: tables.event.facts.title.clone().unwrap_or_default(),
            path: reader.path.clone(),
            here,
            round: tables.last_round().map(|round| round.number),
        }
    }
}

/// A rendered page.
fn html(reader: &Reader, template: &impl Template) -> Result<Response, Fault> {
    let page = template
        .render()
        .map_err(|error| Fault::broken(reader, &error))?;
    let mut response = Html(page).into_response();
    if let Some(cookie) = reader.cookie() {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
