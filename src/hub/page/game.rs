//! `/games/{game}`: one game, its board and moves; live while it is played.

mod sheet;

use std::sync::Arc;

use askama::Template;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use xiangqi::{Board, Move, Side};

use super::{Fault, Frame, Reader, charts, downloads, html};
use crate::hub::lang::Lang;
use crate::hub::live::LiveGame;
use crate::hub::{Hub, Tables, board};
use crate::journal::{GameId, GameState};
use crate::store::hub::game::StoredGame;

pub use sheet::{Sheet, Update, clock, is_wanted, running, status};

/// How moves are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// 炮二平五
    #[default]
    Chinese,
    /// C2=5
    Wxf,
    /// h2e2
    Iccs,
}

#[derive(Template)]
#[template(path = "game.html")]
struct Page {
    frame: Frame,
    game: GameId,
    round: u16,
    board: u32,
    red: (u32, String, String),
    black: (u32, String, String),
    svg: String,
    shown: usize,
    count: usize,
    moves: Vec<MoveLine>,
    status: String,
    red_time: String,
    black_time: String,
    notation: Notation,
    over: bool,
    /// The time used for each move, SVG.
    time: Option<String>,
    fen: String,
}

/// A round of moves (回合).
struct MoveLine {
    number: usize,
    red: Option<(usize, String)>,
    black: Option<(usize, String)>,
}

/// Which ply is shown.
#[derive(Debug, Deserialize)]
pub struct Asked {
    ply: Option<usize>,
    #[serde(default)]
    notation: Notation,
}

/// A game's page.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(id): Path<GameId>,
    Query(asked): Query<Asked>,
) -> Result<Response, Fault> {
    let (tables, stored, live) = find(&hub, &reader, id)?;
    let l = reader.lang;
    let state = &live.state;
    let count = state.plies().len();
    let shown = asked.ply.unwrap_or(count).min(count);
    let seat = |side| {
        let number = stored.player(side);
        let player = tables.player(number);
        let name = player.map(|player| player.name.clone()).unwrap_or_default();
        (
            number,
            name,
            player.map(|player| player.unit.clone()).unwrap_or_default(),
        )
    };
    let (position, last) = position_at(state, shown);
    let label = l.t("棋盘", "board");
    let time = |side| {
        state
            .reading()
            .map(|reading| sheet::clock(reading.of(side)))
    };
    let time_used = if stored.is_settled() {
        let edition = downloads::edition(&hub, &reader).await?;
        charts::time(&edition, stored.round, stored.board)
    } else {
        None
    };
    let page = Page {
        frame: Frame::new(&reader, &tables, "game", title(&reader, &stored)),
        game: id,
        round: stored.round,
        board: stored.board,
        red: seat(Side::Red),
        black: seat(Side::Black),
        svg: board::svg(&position, last, label),
        shown,
        count,
        moves: lines(state, asked.notation),
        notation: asked.notation,
        over: stored.decision.is_some(),
        time: time_used,
        fen: format!("{position} {}", if shown % 2 == 0 { "w" } else { "b" }),
        status: sheet::status(l, &stored, state),
        red_time: time(Side::Red).unwrap_or_default(),
        black_time: time(Side::Black).unwrap_or_default(),
    };
    html(&reader, &page)
}

/// The same for the page's script.
pub async fn state(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(id): Path<GameId>,
) -> Result<Json<Sheet>, Fault> {
    let (_, stored, live) = find(&hub, &reader, id)?;
    Ok(Json(Sheet::of(reader.lang, &stored, &live)))
}

fn find(
    hub: &Hub,
    reader: &Reader,
    id: GameId,
) -> Result<(Arc<Tables>, StoredGame, LiveGame), Fault> {
    let tables = hub.tables().map_err(Fault::act(reader))?;
    let stored = tables
        .game(id)
        .cloned()
        .ok_or_else(|| Fault::missing(reader))?;
    let live = hub.shown_state(&stored).map_err(Fault::store(reader))?;
    Ok((tables, stored, live))
}

fn title(reader: &Reader, stored: &StoredGame) -> String {
    let round = reader.lang.round(stored.round);
    match reader.lang {
        Lang::Zh => format!("{round}第 {} 台", stored.board),
        Lang::En => format!("{round}, board {}", stored.board),
    }
}

/// The board after a ply. The last one is the game's own, which a correction may have set.
fn position_at(state: &GameState, shown: usize) -> (Board, Option<Move>) {
    let plies = &state.plies()[..shown];
    let last = plies.last().and_then(|ply| ply.mv);
    if shown == state.plies().len() {
        return (state.board().clone(), last);
    }
    let mut position = sheet::start_board(state);
    for mv in plies.iter().filter_map(|ply| ply.mv) {
        position.apply(mv);
    }
    (position, last)
}

fn lines(state: &GameState, notation: Notation) -> Vec<MoveLine> {
    let texts: Vec<String> = match notation {
        Notation::Wxf => sheet::wxf(state),
        Notation::Chinese => state
            .plies()
            .iter()
            .map(|ply| ply.chinese.clone())
            .collect(),
        Notation::Iccs => {
            let coordinates = |ply: &crate::journal::Ply| ply.mv.map(|mv| mv.to_string());
            let plies = state.plies().iter().map(coordinates);
            plies.map(Option::unwrap_or_default).collect()
        }
    };
    let mut lines: Vec<MoveLine> = Vec::new();
    for ((at, ply), text) in state.plies().iter().enumerate().zip(texts) {
        let cell = Some((at + 1, text));
        match (ply.side, lines.last_mut()) {
            (Side::Black, Some(line)) if line.black.is_none() => line.black = cell,
            (side, _) => {
                let number = lines.len() + 1;
                let (red, black) = if side == Side::Red {
                    (cell, None)
                } else {
                    (None, cell)
                };
                lines.push(MoveLine { number, red, black });
            }
        }
    }
    lines
}
