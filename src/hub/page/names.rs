//! `/rounds/{number}/names`: where everybody sits, by name.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use tournament::document::Number;
use xiangqi::Side;

use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;

#[derive(Template)]
#[template(path = "names.html")]
struct Page {
    frame: Frame,
    number: u16,
    lines: Vec<Line>,
}

struct Line {
    number: Number,
    name: String,
    unit: String,
    board: u32,
    red: bool,
    opponent: String,
}

/// The pairings of a round by name; names by their characters, as registers have them.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(number): Path<u16>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    if !tables.rounds.iter().any(|round| round.number == number) {
        return Err(Fault::missing(&reader));
    }
    let mut lines = Vec::new();
    for game in tables.games_of(number) {
        for side in Side::ALL {
            let (own, other) = (game.player(side), game.player(side.opposite()));
            let player = tables.player(own);
            lines.push(Line {
                number: own,
                name: player.map(|player| player.name.clone()).unwrap_or_default(),
                unit: player.map(|player| player.unit.clone()).unwrap_or_default(),
                board: game.board,
                red: side == Side::Red,
                opponent: tables
                    .player(other)
                    .map(|player| player.name.clone())
                    .unwrap_or_default(),
            });
        }
    }
    lines.sort_by(|one, two| (&one.name, one.number).cmp(&(&two.name, two.number)));
    let page = Page {
        frame: Frame::new(&reader, &tables, "round", reader.lang.round(number)),
        number,
        lines,
    };
    html(&reader, &page)
}
