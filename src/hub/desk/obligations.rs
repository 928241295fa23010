//! `/desk/obligations`: who must record what, by when, and what became of it.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use tournament::document::RecordState;
use tournament::obligations::{Reason, lot};

use super::frame::{Frame, answer, done, html};
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub};

#[derive(Template)]
#[template(path = "../desk/obligations.html")]
struct Page {
    frame: Frame,
    seed: String,
    lines: Vec<Line>,
}

struct Line {
    round: u16,
    board: u32,
    number: u32,
    name: String,
    reason: &'static str,
    /// The first digits of the lot, where it was drawn.
    lot: String,
    minutes: u32,
    state: &'static str,
    open: bool,
    missed: bool,
}

/// What is owed.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    answer(&reader, show(&hub, &reader, &officer))
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let l = reader.lang;
    let tables = hub.tables()?;
    let seed = tables.document.seed.clone().unwrap_or_default();
    let owed = hub.obligations()?;
    let lines = owed.into_iter().rev().map(|owed| Line {
        round: owed.round,
        board: owed.board,
        number: owed.number,
        name: tables
            .player(owed.number)
            .map(|player| player.name.clone())
            .unwrap_or_default(),
        reason: match owed.reason {
            Reason::DrawnWinner => l.t("抽签抽中的胜方", "winner, drawn by lot"),
            Reason::TopBoardWinner => l.t("前列台次胜方", "winner on a top board"),
            Reason::TopBoardDrawn => l.t("前列台次和棋，红方", "Red of a drawn top board"),
        },
        lot: if owed.reason == Reason::DrawnWinner {
            hex::encode(&lot(&seed, owed.round, owed.number)[..4])
        } else {
            String::new()
        },
        minutes: owed.due_minutes,
        state: state(l, owed.state),
        open: owed.state == RecordState::Open,
        missed: owed.state == RecordState::Missed,
    });
    let page = Page {
        frame: Frame::new(hub, reader, officer, "obligations", ("录谱", "Records"))?,
        seed: seed.clone(),
        lines: lines.collect(),
    };
    Ok(html(reader, &page))
}

const fn state(l: Lang, state: RecordState) -> &'static str {
    match state {
        RecordState::Open => l.t("待录", "due"),
        RecordState::Met => l.t("已录", "in"),
        RecordState::Missed => l.t("漏录，记犯规", "missed, a foul"),
        RecordState::Waived => l.t("免录", "waived"),
    }
}

/// Round and board.
#[derive(Deserialize)]
pub struct WaiveForm {
    round: u16,
    board: u32,
}

/// Lets a player off.
pub async fn waive(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<WaiveForm>,
) -> Response {
    let result = hub.waive_record(form.round, form.board, &officer.actor);
    done(&reader, result, "/desk/obligations")
}
