//! The card of one player: opponents, colours, scores, games.

use askama::Template;
use tournament::document::{GameResult, Player};

use super::{Edition, Frame};
use crate::publish::table::{Running, result_words};

#[derive(Template)]
#[template(path = "leaf/player.html")]
pub(super) struct Page {
    frame: Frame,
    number: u32,
    name: String,
    unit: String,
    team: String,
    place: Option<u32>,
    points: String,
    rows: Vec<Row>,
}

struct Row {
    round: u16,
    board: u32,
    colour: &'static str,
    opponent: Option<(u32, String, String)>,
    result: &'static str,
    points: String,
    sum: String,
    game: Option<String>,
}

impl Page {
    pub(super) fn new(edition: &Edition, running: &Running, player: &Player) -> Self {
        let number = player.number;
        let rows = edition
            .document
            .rounds
            .iter()
            .enumerate()
            .map(|(at, round)| {
                let game = round
                    .games
                    .iter()
                    .find(|game| game.red == number || game.black == number);
                let opponent = game.map(|game| {
                    if game.red == number {
                        game.black
                    } else {
                        game.red
                    }
                });
                let colour = match game {
                    Some(game) if game.red == number => "红",
                    Some(_) => "黑",
                    None => "",
                };
                let free = round.byes().any(|bye| bye == number);
                Row {
                    round: round.round,
                    board: game.map_or(0, |game| game.board),
                    colour,
                    opponent: opponent.map(|opponent| {
                        (
                            opponent,
                            edition.name(opponent),
                            edition.unit(opponent).to_owned(),
                        )
                    }),
                    result: match game {
                        Some(game) => outcome(game.result, game.red == number),
                        None if free => "轮空",
                        None => "—",
                    },
                    points: running.from(at + 1, number).to_string(),
                    sum: running.after(at + 1, number).to_string(),
                    game: game
                        .and_then(|game| edition.record(round.round, game.board))
                        .map(super::super::GameRecord::file_name),
                }
            });
        Self {
            frame: Frame::new(edition, edition.name(number), "players", "../"),
            number,
            name: edition.name(number),
            unit: player.unit.clone(),
            team: player.team.clone(),
            place: edition.standings.place_of(number),
            points: running.after(running.rounds(), number).to_string(),
            rows: rows.collect(),
        }
    }
}

/// The result as the player sees it.
const fn outcome(result: GameResult, red: bool) -> &'static str {
    match (result, red) {
        (GameResult::Red, true) | (GameResult::Black, false) => "胜",
        (GameResult::Red, false) | (GameResult::Black, true) => "负",
        (GameResult::Draw, _) => "和",
        (GameResult::BlackForfeit, true) | (GameResult::RedForfeit, false) => "＋",
        (GameResult::Unfinished, _) => result_words(result),
        _ => "－",
    }
}
