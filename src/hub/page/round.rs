//! `/rounds/{number}`: the pairing sheet with results (rules.md G: 编排记录公告).

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use tournament::document::{GameResult, Number};
use xiangqi::Side;

use super::{Fault, Frame, Reader, html};
use crate::hub::lang::Lang;
use crate::hub::{Hub, Tables};
use crate::journal::GameId;
use crate::store::hub::game::StoredGame;

#[derive(Template)]
#[template(path = "round.html")]
struct Page {
    frame: Frame,
    number: u16,
    rounds: Vec<u16>,
    boards: Vec<Board>,
    bye: Option<Seat>,
}

struct Board {
    number: u32,
    game: GameId,
    red: Seat,
    black: Seat,
    score: &'static str,
    why: String,
}

struct Seat {
    number: Number,
    name: String,
    unit: String,
    points: String,
}

/// The pairings of a round.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(number): Path<u16>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let stored = tables.rounds.iter().find(|round| round.number == number);
    let stored = stored.ok_or_else(|| Fault::missing(&reader))?;
    let before = tables.points_before(number);
    let seat = |number: Number| {
        let player = tables.player(number);
        Seat {
            number,
            name: player.map(|player| player.name.clone()).unwrap_or_default(),
            unit: player.map(|player| player.unit.clone()).unwrap_or_default(),
            points: before.get(&number).copied().unwrap_or_default().to_string(),
        }
    };
    let board = |game: &StoredGame| Board {
        number: game.board,
        game: game.id,
        red: seat(game.player(Side::Red)),
        black: seat(game.player(Side::Black)),
        score: score(game.standing()),
        why: match l {
            Lang::Zh => game.why.zh.clone(),
            Lang::En => game.why.en.clone(),
        },
    };
    let page = Page {
        frame: Frame::new(&reader, &tables, "round", l.round(number)),
        number,
        rounds: tables.rounds.iter().map(|round| round.number).collect(),
        boards: tables.games_of(number).iter().map(board).collect(),
        bye: stored.body.bye.map(seat),
    };
    html(&reader, &page)
}

/// `+` and `−` for what was not played (20.3).
pub const fn score(result: GameResult) -> &'static str {
    match result {
        GameResult::Red => "2 : 0",
        GameResult::Black => "0 : 2",
        GameResult::Draw => "1 : 1",
        GameResult::RedForfeit => "− : +",
        GameResult::BlackForfeit => "+ : −",
        GameResult::BothForfeit => "− : −",
        GameResult::Unfinished => ":",
    }
}

impl Tables {
    /// The points each player brought into a round.
    pub fn points_before(
        &self,
        round: u16,
    ) -> std::collections::HashMap<Number, tournament::Points> {
        if self.last_round().is_some_and(|last| last.number == round) {
            return self.before_last.clone();
        }
        let mut before = self.document.clone();
        before.rounds.retain(|played| played.round < round);
        let table = tournament::ranking::standings(&before, &self.event.regulation);
        table
            .individual
            .into_iter()
            .map(|place| (place.number, place.points))
            .collect()
    }
}
