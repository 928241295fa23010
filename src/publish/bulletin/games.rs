//! 棋谱集: selected games with diagrams.

use super::ink::Tone;
use super::paper::{EDGE, Press};
use super::{BulletinError, Print, finish};
use crate::publish::load::reason_chinese;
use crate::publish::table::result_words;
use crate::publish::{Edition, GameRecord};

/// Boards whose games are printed.
const BOARDS: u32 = 5;
/// The size of the moves.
const SIZE: f32 = 9.5;
const LINE: f32 = 15.2;
/// Columns of moves beside a diagram.
const COLUMNS: usize = 2;
/// Distance of two points in a diagram.
const STEP: f32 = 17.0;
/// How many plies before the end the diagram stands: where the reader can still guess.
const BEFORE_END: usize = 12;

/// The games of the top boards, by round and board.
pub fn print(edition: &Edition) -> Result<Print, BulletinError> {
    let mut press = Press::new(edition.title());
    let games: Vec<&GameRecord> = edition
        .games
        .iter()
        .filter(|game| game.board <= BOARDS)
        .collect();
    let lines = [
        format!("各轮前 {BOARDS} 台，共 {} 局", games.len()),
        format!("全部 {} 局棋谱见电子版", edition.games.len()),
    ];
    press.cover("棋谱集", &lines);
    press.sheet(false, true);
    let mut round = 0;
    for game in games {
        if game.round != round {
            round = game.round;
            // A heading stands with the first game under it.
            press.need(9.0 * STEP + 150.0);
            press.heading(1, &format!("第 {round} 轮"));
        }
        one(&mut press, edition, game);
    }
    finish("games", "棋谱集", "Selected games", press.paper)
}

fn one(press: &mut Press, edition: &Edition, game: &GameRecord) {
    let seat = |number| match edition.unit(number) {
        "" => edition.name(number),
        unit => format!("{unit} {}", edition.name(number)),
    };
    let diagram_height = 9.0 * STEP + 34.0;
    press.need(diagram_height + 60.0);
    let title = format!(
        "{}　{}　{}",
        seat(game.red),
        result_words(game.result),
        seat(game.black)
    );
    press.heading(2, &title);
    let mut about = vec![
        format!("第 {} 轮第 {} 台", game.round, game.board),
        game.opening.zh.to_owned(),
    ];
    if let Some(reason) = game.reason {
        about.push(reason_chinese(reason).to_owned());
    }
    about.push(format!("{} 着", game.score.plies.len()));
    press.paragraph(&about.join("　"), 8.5, 0.0, Tone::Muted);
    press.y += 4.0;
    let top = press.y;
    let at = game.score.plies.len().saturating_sub(BEFORE_END);
    let board = game.score.board_after(at);
    let last = at
        .checked_sub(1)
        .and_then(|at| game.score.plies.get(at))
        .map(|ply| ply.mv);
    press.diagram(EDGE + STEP * 0.5, top + STEP * 0.5, STEP, &board, last);
    let caption = match at {
        0 => "起始局面".to_owned(),
        at => format!(
            "图：第 {} 回合{}方走后",
            at.div_ceil(2),
            if at % 2 == 1 { "红" } else { "黑" }
        ),
    };
    press.text(
        EDGE,
        top + 9.0 * STEP + STEP * 1.0 + 12.0,
        8.5,
        Tone::Muted,
        caption,
    );
    moves(press, game, top, diagram_height);
    press.y += 10.0;
}

/// The moves: beside the diagram first, then under it over the whole width.
fn moves(press: &mut Press, game: &GameRecord, top: f32, diagram_height: f32) {
    let rounds = game.score.rounds();
    let left = EDGE + 9.0 * STEP + 16.0;
    let wide = (press.width() - (left - EDGE)) / COLUMNS as f32;
    let rows = (diagram_height / LINE) as usize;
    let beside = rounds.len().min(rows * COLUMNS);
    let per_column = beside.div_ceil(COLUMNS).max(1);
    for (at, round) in rounds.iter().take(beside).enumerate() {
        let x = left + wide * (at / per_column) as f32;
        let y = top + LINE * ((at % per_column) as f32 + 1.0);
        row(press, x, y, round);
    }
    press.y = top + diagram_height.max(per_column as f32 * LINE) + 4.0;
    let rest = &rounds[beside..];
    let columns = 3;
    let wide = press.width() / columns as f32;
    let mut from = 0;
    while from < rest.len() {
        press.need(LINE * 1.5);
        // As many rows as the page has room for.
        let room = ((press.height() - 56.0 - press.y) / LINE).max(1.0) as usize;
        let left = rest.len() - from;
        let rows = left.div_ceil(columns).min(room).max(1);
        let here = left.min(rows * columns);
        for (at, round) in rest[from..from + here].iter().enumerate() {
            let x = EDGE + wide * (at / rows) as f32;
            let y = press.y + LINE * ((at % rows) as f32 + 1.0);
            row(press, x, y, round);
        }
        press.y += LINE * rows as f32;
        from += here;
    }
    let machine = crate::publish::MACHINE;
    let comments: Vec<&str> = game
        .record
        .tree
        .main_line()
        .flat_map(|node| game.record.tree.comment(node).lines())
        .filter(|line| !line.is_empty() && !line.starts_with(machine))
        .collect();
    if !comments.is_empty() {
        press.paragraph(&comments.join(" "), 8.5, 0.0, Tone::Muted);
    }
}

type Round<'a> = (
    usize,
    Option<&'a crate::publish::score::Ply>,
    Option<&'a crate::publish::score::Ply>,
);

fn row(press: &mut Press, x: f32, y: f32, (number, red, black): &Round<'_>) {
    let number = format!("{number}.");
    let wide = press.paper.face.width(&number, SIZE);
    press.text(x + 20.0 - wide, y, SIZE, Tone::Muted, number);
    let red = red.map_or_else(|| "……".to_owned(), |ply| ply.chinese.clone());
    press.text(x + 25.0, y, SIZE, Tone::Ink, red);
    if let Some(black) = black {
        press.text(
            x + 25.0 + SIZE * 4.9,
            y,
            SIZE,
            Tone::Ink,
            black.chinese.clone(),
        );
    }
}
