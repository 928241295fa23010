//! `/charts`: the event for people who would rather look than read, and the time used in a game.

mod picture;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::downloads::edition;
use super::{Fault, Frame, Reader, html};
use crate::hub::lang::Lang;
use crate::hub::{ActError, Hub};
use crate::journal::GameId;
use crate::publish::site::chart;

#[derive(Template)]
#[template(path = "charts.html")]
struct Page {
    frame: Frame,
    pictures: [(&'static str, &'static str); 3],
}

/// The pictures of the event.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let page = Page {
        frame: Frame::new(
            &reader,
            &tables,
            "downloads",
            l.t("图", "Pictures").to_owned(),
        ),
        pictures: [
            ("race", l.t("领先者的积分", "Points of the leaders")),
            (
                "rounds",
                l.t("各轮红胜、和、黑胜", "Red, drawn, Black by round"),
            ),
            (
                "openings",
                l.t("各布局红胜、和、黑胜", "Red, drawn, Black by opening"),
            ),
        ],
    };
    html(&reader, &page)
}

fn svg(picture: String) -> Response {
    let mut response = picture.into_response();
    let kind = HeaderValue::from_static("image/svg+xml");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// One picture of the event.
pub async fn picture(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    let edition = edition(&hub, &reader).await?;
    let drawn = match name.as_str() {
        "race.svg" => picture::race(&edition),
        "rounds.svg" => picture::rounds(&edition, reader.lang),
        "openings.svg" => picture::openings(&edition, reader.lang),
        _ => return Err(Fault::missing(&reader)),
    };
    // Before the first result there is nothing to draw.
    Ok(svg(drawn.unwrap_or_else(|| {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>".to_owned()
    })))
}

/// The time used for each move of a finished game.
pub async fn time(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(id): Path<GameId>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let stored = tables
        .game(id)
        .ok_or(ActError::NoGame)
        .map_err(Fault::act(&reader))?;
    let edition = edition(&hub, &reader).await?;
    let record = edition.record(stored.round, stored.board);
    let drawn = record.and_then(|record| chart::time(record.time?, &record.readings));
    drawn.map(svg).ok_or_else(|| Fault::missing(&reader))
}

/// A word in the reader's language.
fn word(l: Lang, zh: &'static str, en: &'static str) -> &'static str {
    l.t(zh, en)
}
