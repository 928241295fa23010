//! `/desk/publication/{round}/{board}`: one record under review, what was found in it, and its
//! records side by side. `/desk/publication/sent`: what went out to broadcasters.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use xiangqi::Side;

use super::frame::{Frame, answer, html};
use super::publication::{stage_word, ways};
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::review::{Source, Variant};
use crate::hub::{ActError, Hub};
use crate::journal::GameId;
use crate::publish::review::{Finding, compare};
use crate::store::hub::publication::Sent;
use crate::store::hub::review::ReviewState;

#[derive(Template)]
#[template(path = "../desk/record.html")]
struct Page {
    frame: Frame,
    game: GameId,
    round: u16,
    board: u32,
    red: String,
    black: String,
    result: &'static str,
    stage: &'static str,
    ways: Vec<(&'static str, &'static str)>,
    found: Vec<(String, bool)>,
    steps: Vec<Past>,
    /// The records that can stand on the right: number, name, whether it does.
    others: Vec<(usize, String, bool)>,
    left: String,
    right: String,
    rows: Vec<Row>,
    differ: usize,
}

struct Past {
    at: String,
    keeper: String,
    stage: &'static str,
    remark: String,
}

struct Row {
    left: Option<(usize, String)>,
    right: Option<(usize, String)>,
    agrees: bool,
}

/// Which record stands on the right.
#[derive(Deserialize)]
pub struct Asked {
    with: Option<usize>,
}

/// One record.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): Path<(u16, u32)>,
    Query(asked): Query<Asked>,
) -> Response {
    answer(
        &reader,
        show(&hub, &reader, &officer, (round, board), &asked),
    )
}

fn show(
    hub: &Hub,
    reader: &Reader,
    officer: &Officer,
    (round, board): (u16, u32),
    asked: &Asked,
) -> Result<Response, ActError> {
    let l = reader.lang;
    let tables = hub.tables()?;
    let games = tables.games_of(round).iter();
    let id = games
        .filter(|game| game.board == board)
        .map(|game| game.id)
        .next()
        .ok_or(ActError::NoGame)?;
    let records = hub.records_of(id)?;
    let name = |side| {
        let player = tables.player(records.game.player(side));
        player.map(|player| player.name.clone()).unwrap_or_default()
    };
    let stage = records
        .steps
        .last()
        .map_or(ReviewState::Submitted, |step| step.state);
    let nothing = Variant {
        source: Source::Journal,
        plies: Vec::new(),
    };
    let left = records.variants.first().unwrap_or(&nothing);
    let chosen = asked.with.unwrap_or(1).max(1);
    let right = records.variants.get(chosen);
    let rows = right.map_or_else(|| alone(left), |right| side_by_side(left, right));
    let page = Page {
        frame: Frame::new(hub, reader, officer, "publication", ("棋谱", "Record"))?,
        game: id,
        round,
        board,
        red: name(Side::Red),
        black: name(Side::Black),
        result: l.result(records.game.standing()),
        stage: stage_word(l, stage),
        ways: ways(l, stage),
        found: records.found.iter().map(|found| told(l, found)).collect(),
        steps: records
            .steps
            .iter()
            .map(|step| Past {
                at: step.at.get(..19).unwrap_or(&step.at).replace('T', " "),
                keeper: step.keeper.clone(),
                stage: stage_word(l, step.state),
                remark: step.remark.clone(),
            })
            .collect(),
        others: (1..records.variants.len())
            .map(|at| (at, source(l, &records.variants[at].source), at == chosen))
            .collect(),
        left: source(l, &left.source),
        right: right
            .map(|right| source(l, &right.source))
            .unwrap_or_default(),
        differ: rows.iter().filter(|row| !row.agrees).count(),
        rows,
    };
    Ok(html(reader, &page))
}

/// A finding in words, and whether it stands in the way.
pub fn told(l: Lang, finding: &Finding) -> (String, bool) {
    let words = match l {
        Lang::Zh => finding.matter.chinese(),
        Lang::En => finding.matter.to_string(),
    };
    (words, finding.blocks())
}

fn source(l: Lang, source: &Source) -> String {
    match source {
        Source::Journal => l.t("现行记录", "the journal as it stands").to_owned(),
        Source::Original => l.t("校订前原稿", "as it was before corrections").to_owned(),
        Source::HandedIn(at) => {
            let at = at.get(..19).unwrap_or(at).replace('T', " ");
            format!("{} {at}", l.t("另收棋谱", "handed in"))
        }
    }
}

fn side_by_side(left: &Variant, right: &Variant) -> Vec<Row> {
    let moves = |variant: &Variant| variant.plies.iter().map(|ply| ply.0).collect::<Vec<_>>();
    let text = |variant: &Variant, ply: usize| (ply, variant.plies[ply - 1].1.clone());
    compare(&moves(left), &moves(right))
        .into_iter()
        .map(|row| Row {
            agrees: row.agrees(),
            left: row.left.map(|(ply, _)| text(left, ply)),
            right: row.right.map(|(ply, _)| text(right, ply)),
        })
        .collect()
}

fn alone(variant: &Variant) -> Vec<Row> {
    let plies = variant.plies.iter().zip(1..);
    plies
        .map(|((_, text), ply)| Row {
            left: Some((ply, text.clone())),
            right: None,
            agrees: true,
        })
        .collect()
}

#[derive(Template)]
#[template(path = "../desk/sent.html")]
struct SentPage {
    frame: Frame,
    delay_s: u32,
    rows: Vec<Sent>,
}

/// How many rows of the log are shown.
const SHOWN: u32 = 500;

/// What went out.
pub async fn sent(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    let page = || {
        let mut rows = hub.sent(SHOWN)?;
        for row in &mut rows {
            row.at = row.at.get(..19).unwrap_or(&row.at).replace('T', " ");
            row.digest.truncate(12);
        }
        let page = SentPage {
            frame: Frame::new(
                &hub,
                &reader,
                &officer,
                "publication",
                ("直播发送记录", "What was sent"),
            )?,
            delay_s: hub.tables()?.event.conduct.delay_s,
            rows,
        };
        Ok(html(&reader, &page))
    };
    answer(&reader, page())
}
