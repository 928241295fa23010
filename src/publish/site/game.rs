//! The page of one game: board, moves, pictures, files.

use askama::Template;

use super::{Edition, Frame, chart, diagram};
use crate::publish::load::reason_chinese;
use crate::publish::table::result_words;
use tournament::document::Number;

#[derive(Template)]
#[template(path = "leaf/game.html")]
pub(super) struct Page {
    frame: Frame,
    name: String,
    round: u16,
    board: u32,
    red: Seat,
    black: Seat,
    result: String,
    opening: (&'static str, &'static str),
    day: String,
    fen: String,
    moves: String,
    wxf: String,
    start: String,
    svg: String,
    rows: Vec<Row>,
    time: Option<String>,
    evaluation: Option<String>,
    comment: String,
    /// What an engine said: after which ply, its move, the words.
    machine: Vec<(usize, String, String)>,
    keeper: String,
    before: Option<String>,
    after: Option<String>,
}

struct Seat {
    number: Number,
    name: String,
    unit: String,
}

struct Row {
    number: usize,
    red: Option<Said>,
    black: Option<Said>,
}

struct Said {
    ply: usize,
    text: String,
    irregular: bool,
}

impl Page {
    pub(super) fn new(edition: &Edition, at: usize) -> Self {
        let game = &edition.games[at];
        let seat = |number| Seat {
            number,
            name: edition.name(number),
            unit: edition.unit(number).to_owned(),
        };
        let score = &game.score;
        let joined = |text: fn(&crate::publish::score::Ply) -> String| {
            score.plies.iter().map(text).collect::<Vec<_>>().join(" ")
        };
        let mut result = result_words(game.result).to_owned();
        if let Some(reason) = game.reason {
            result = format!("{result}（{}）", reason_chinese(reason));
        }
        let beside = |at: Option<usize>| {
            at.and_then(|at| edition.games.get(at))
                .map(|game| format!("{}.html", game.file_name()))
        };
        let last = score.plies.last().map(|ply| ply.mv);
        let machine = std::iter::once(record::Tree::ROOT)
            .chain(game.record.tree.main_line())
            .enumerate()
            .flat_map(|(ply, node)| {
                let text = ply
                    .checked_sub(1)
                    .and_then(|at| score.plies.get(at))
                    .map(|ply| ply.chinese.clone())
                    .unwrap_or_default();
                let said = game.record.tree.comment(node).lines();
                let said = said.filter_map(|line| line.strip_prefix(super::super::MACHINE));
                said.map(move |words| (ply, text.clone(), words.trim().to_owned()))
                    .collect::<Vec<_>>()
            });
        let comments: Vec<&str> = std::iter::once(record::Tree::ROOT)
            .chain(game.record.tree.main_line())
            .flat_map(|node| game.record.tree.comment(node).lines())
            .filter(|line| !line.is_empty() && !line.starts_with(super::super::MACHINE))
            .collect();
        Self {
            frame: Frame::new(
                edition,
                format!(
                    "{} {} {}",
                    edition.name(game.red),
                    result_words(game.result),
                    edition.name(game.black)
                ),
                "games",
                "../",
            ),
            name: game.file_name(),
            round: game.round,
            board: game.board,
            red: seat(game.red),
            black: seat(game.black),
            result,
            opening: (game.opening.zh, game.opening.en),
            day: edition.days.get(&game.round).cloned().unwrap_or_default(),
            fen: score.start_fen(),
            moves: joined(|ply| ply.mv.to_string()),
            wxf: joined(|ply| ply.wxf.clone()),
            start: score.start.to_string(),
            svg: diagram::svg(&score.board_after(score.plies.len()), last),
            rows: rows(score),
            time: game.time.and_then(|time| chart::time(time, &game.readings)),
            evaluation: chart::evaluation(&game.evaluations),
            comment: comments.join(" "),
            machine: machine.collect(),
            keeper: game.keeper.clone().unwrap_or_default(),
            before: beside(at.checked_sub(1)),
            after: beside(Some(at + 1)),
        }
    }
}

fn rows(score: &crate::publish::score::Score) -> Vec<Row> {
    let mut ply = 0;
    score
        .rounds()
        .into_iter()
        .map(|(number, red, black)| {
            let mut said = |found: Option<&crate::publish::score::Ply>| {
                found.map(|found| {
                    ply += 1;
                    Said {
                        ply,
                        text: found.chinese.clone(),
                        irregular: found.irregular,
                    }
                })
            };
            Row {
                number,
                red: said(red),
                black: said(black),
            }
        })
        .collect()
}
