//! `/desk/publication`: records on their way out, and how far spectators are behind.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use xiangqi::Side;

use super::frame::{Frame, answer, done, html};
use super::records::told;
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::lang::Lang;
use crate::hub::live::record_is_in;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub};
use crate::journal::GameId;
use crate::store::hub::event::Conduct;
use crate::store::hub::game::StoredGame;
use crate::store::hub::publication;
use crate::store::hub::review::ReviewState;

#[derive(Template)]
#[template(path = "../desk/publication.html")]
struct Page {
    frame: Frame,
    conduct: Conduct,
    counts: [usize; 4],
    lines: Vec<Line>,
}

struct Line {
    game: GameId,
    round: u16,
    board: u32,
    red: String,
    black: String,
    result: &'static str,
    plies: usize,
    found: Vec<(String, bool)>,
    state: ReviewState,
    stage: &'static str,
    ways: Vec<(&'static str, &'static str)>,
    remark: String,
}

/// The queue.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    answer(&reader, show(&hub, &reader, &officer))
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let l = reader.lang;
    let tables = hub.tables()?;
    let event = tables.event.id;
    let found = hub.findings()?;
    let stages = hub
        .store()
        .read(|connection| publication::last_steps(connection, event))?;
    let name = |game: &StoredGame, side| {
        let player = tables.player(game.player(side));
        player.map(|player| player.name.clone()).unwrap_or_default()
    };
    let mut lines = Vec::new();
    for round in tables.rounds.iter().rev() {
        for game in tables.games_of(round.number) {
            let state = hub.live_state(game.id)?.state;
            if !record_is_in(&state) {
                continue;
            }
            let step = stages.get(&game.id);
            let stage = step.map_or(ReviewState::Submitted, |step| step.state);
            lines.push(Line {
                game: game.id,
                round: game.round,
                board: game.board,
                red: name(game, Side::Red),
                black: name(game, Side::Black),
                result: l.result(game.standing()),
                plies: state.plies().len(),
                found: found
                    .get(&(game.round, game.board))
                    .into_iter()
                    .flatten()
                    .map(|finding| told(l, finding))
                    .collect(),
                state: stage,
                stage: stage_word(l, stage),
                ways: ways(l, stage),
                remark: step.map(|step| step.remark.clone()).unwrap_or_default(),
            });
        }
    }
    let mut counts = [0; 4];
    for line in &lines {
        counts[line.state as usize] += 1;
    }
    let page = Page {
        frame: Frame::new(hub, reader, officer, "publication", ("出版", "Publication"))?,
        conduct: tables.event.conduct.clone(),
        counts,
        lines,
    };
    Ok(html(reader, &page))
}

/// A record, where it goes, and why.
#[derive(Deserialize)]
pub struct StageForm {
    game: GameId,
    stage: String,
    #[serde(default)]
    remark: String,
}

/// Takes a record a step further.
pub async fn stage(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<StageForm>,
) -> Response {
    let result = ReviewState::parse(&form.stage)
        .ok_or(ActError::Refused("没有这一步", "there is no such stage"))
        .and_then(|state| hub.review_record(form.game, state, &form.remark, &officer.actor));
    done(&reader, result, "/desk/publication")
}

/// The name of a stage.
pub const fn stage_word(l: Lang, stage: ReviewState) -> &'static str {
    match stage {
        ReviewState::Submitted => l.t("待审", "to be checked"),
        ReviewState::Checked => l.t("已审", "checked"),
        ReviewState::Published => l.t("已出版", "published"),
        ReviewState::Returned => l.t("退回", "returned"),
    }
}

/// Where a record can go from a stage.
pub fn ways(l: Lang, stage: ReviewState) -> Vec<(&'static str, &'static str)> {
    let back = (ReviewState::Returned.code(), l.t("退回", "return"));
    match stage {
        ReviewState::Submitted => vec![(ReviewState::Checked.code(), l.t("已审", "checked")), back],
        ReviewState::Checked => vec![
            (ReviewState::Published.code(), l.t("出版", "publish")),
            back,
        ],
        ReviewState::Published => vec![back],
        ReviewState::Returned => {
            vec![(
                ReviewState::Submitted.code(),
                l.t("重新提交", "submit again"),
            )]
        }
    }
}

/// How the event is run.
#[derive(Deserialize)]
pub struct ConductForm {
    delay: u32,
    arbiter_confirms: Option<String>,
}

/// Sets the delay, and who confirms results.
pub async fn conduct(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<ConductForm>,
) -> Response {
    let conduct = Conduct {
        delay_s: form.delay,
        arbiter_confirms: form.arbiter_confirms.is_some(),
    };
    done(
        &reader,
        hub.set_conduct(conduct, &officer.actor),
        "/desk/publication",
    )
}
