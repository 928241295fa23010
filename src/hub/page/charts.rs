//! `/charts`: the event for people who would rather look than read, and the time used in a game.

mod picture;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::downloads::edition;
use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;
use crate::hub::lang::Lang;
use crate::publish::Edition;
use crate::publish::site::chart;

#[derive(Template)]
#[template(path = "charts.html")]
struct Page {
    frame: Frame,
    pictures: Vec<(&'static str, String)>,
}

/// The pictures of the event. They stand in the page itself, so that they have its characters.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let edition = edition(&hub, &reader).await?;
    let l = reader.lang;
    let drawn = [
        (
            l.t("领先者的积分", "Points of the leaders"),
            picture::race(&edition),
        ),
        (
            l.t("各轮红胜、和、黑胜", "Red, drawn, Black by round"),
            picture::rounds(&edition, l),
        ),
        (
            l.t("各布局红胜、和、黑胜", "Red, drawn, Black by opening"),
            picture::openings(&edition, l),
        ),
    ];
    let title = l.t("图", "Pictures").to_owned();
    let page = Page {
        frame: Frame::new(&reader, &tables, "downloads", title),
        // Before the first result there is nothing to draw.
        pictures: drawn
            .into_iter()
            .filter_map(|(heading, svg)| Some((heading, svg?)))
            .collect(),
    };
    html(&reader, &page)
}

/// The time used for each move of a finished game, where a terminal kept it.
pub(super) fn time(edition: &Edition, round: u16, board: u32) -> Option<String> {
    let record = edition.record(round, board)?;
    chart::time(record.time?, &record.readings)
}

/// A word in the reader's language.
fn word(l: Lang, zh: &'static str, en: &'static str) -> &'static str {
    l.t(zh, en)
}
