//! `/players/{number}`: a player's games, colours and points.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use tournament::document::{GameResult, Number};
use xiangqi::Side;

use super::{Fault, Frame, Reader, html};
use crate::hub::{Hub, Tables};
use crate::journal::GameId;

#[derive(Template)]
#[template(path = "player.html")]
struct Page {
    frame: Frame,
    number: Number,
    name: String,
    unit: String,
    team: String,
    place: Option<u32>,
    points: String,
    games: Vec<Line>,
}

struct Line {
    round: u16,
    game: Option<(GameId, u32)>,
    red: bool,
    opponent: Option<(Number, String)>,
    mark: &'static str,
}

/// A player's card.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(number): Path<Number>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let player = tables
        .player(number)
        .ok_or_else(|| Fault::missing(&reader))?;
    let place = tables
        .standings
        .individual
        .iter()
        .find(|place| place.number == number);
    let page = Page {
        frame: Frame::new(&reader, &tables, "player", player.name.clone()),
        number,
        name: player.name.clone(),
        unit: player.unit.clone(),
        team: player.team.clone(),
        place: place.map(|place| place.place),
        points: place
            .map(|place| place.points.to_string())
            .unwrap_or_default(),
        games: tables
            .rounds
            .iter()
            .map(|round| line(&tables, round.number, number))
            .collect(),
    };
    html(&reader, &page)
}

fn line(tables: &Tables, round: u16, number: Number) -> Line {
    let games = tables.games_of(round);
    let game = games
        .iter()
        .find(|game| game.red == number || game.black == number);
    let Some(game) = game else {
        let played = tables
            .document
            .rounds
            .iter()
            .find(|played| played.round == round);
        let bye = played.is_some_and(|played| played.byes().any(|free| free == number));
        let mark = if bye { "+" } else { "" };
        return Line {
            round,
            game: None,
            red: false,
            opponent: None,
            mark,
        };
    };
    let side = if game.player(Side::Red) == number {
        Side::Red
    } else {
        Side::Black
    };
    let other = game.player(side.opposite());
    let name = tables
        .player(other)
        .map(|player| player.name.clone())
        .unwrap_or_default();
    Line {
        round,
        game: Some((game.id, game.board)),
        red: side == Side::Red,
        opponent: Some((other, name)),
        mark: mark(game.standing(), side),
    }
}

const fn mark(result: GameResult, side: Side) -> &'static str {
    match (result, side) {
        (GameResult::Red, Side::Red) | (GameResult::Black, Side::Black) => "2",
        (GameResult::Draw, _) => "1",
        (GameResult::Red, Side::Black) | (GameResult::Black, Side::Red) => "0",
        (GameResult::RedForfeit, Side::Black) | (GameResult::BlackForfeit, Side::Red) => "+",
        (GameResult::RedForfeit, Side::Red)
        | (GameResult::BlackForfeit, Side::Black)
        | (GameResult::BothForfeit, _) => "−",
        (GameResult::Unfinished, _) => "",
    }
}
