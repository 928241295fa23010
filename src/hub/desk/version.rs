//! `/desk/boards/{round}/{board}/versions`: two versions of a game side by side, and which is it.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Deserialize;

use super::board::{address, find};
use super::frame::{Frame, answer, done, html};
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub};
use crate::journal::GameState;
use crate::store::hub::enrolment;

#[derive(Template)]
#[template(path = "../desk/version.html")]
struct Page {
    frame: Frame,
    here: String,
    line: String,
    versions: Vec<Shown>,
}

struct Shown {
    writer: String,
    name: String,
    from: u64,
    moves: String,
}

fn moves(state: &GameState) -> String {
    let texts: Vec<&str> = state
        .plies()
        .iter()
        .map(|ply| ply.chinese.as_str())
        .collect();
    texts.join(" ")
}

/// The versions.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): Path<(u16, u32)>,
) -> Response {
    answer(&reader, show(&hub, &reader, &officer, round, board))
}

fn show(
    hub: &Hub,
    reader: &Reader,
    officer: &Officer,
    round: u16,
    board: u32,
) -> Result<Response, ActError> {
    let (_, stored) = find(hub, round, board)?;
    let mut versions = Vec::new();
    for version in hub.versions(stored.id)? {
        let known = hub
            .store()
            .read(|connection| enrolment::get(connection, &version.writer))?;
        versions.push(Shown {
            name: known.map_or_else(|| version.writer.clone(), |known| known.name),
            from: version.from,
            moves: moves(&version.state()),
            writer: version.writer,
        });
    }
    let page = Page {
        frame: Frame::new(hub, reader, officer, "hall", ("两份记录", "Two versions"))?,
        here: address(round, board),
        line: moves(&hub.live_state(stored.id)?.state),
        versions,
    };
    Ok(html(reader, &page))
}

/// Which one.
#[derive(Deserialize)]
pub struct Choice {
    /// The terminal whose version is the game; empty when it stands as it is.
    #[serde(default)]
    writer: String,
}

/// Decides.
pub async fn decide(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): Path<(u16, u32)>,
    Form(form): Form<Choice>,
) -> Response {
    let result = find(&hub, round, board).and_then(|(_, stored)| {
        if form.writer.is_empty() {
            hub.keep_line(stored.id, &officer.actor)
        } else {
            hub.take_version(stored.id, &form.writer, &officer.actor)
        }
    });
    done(&reader, result, &address(round, board))
}
