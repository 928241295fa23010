//! `/wall`: a display for the hall that turns its pages by itself: pairings, then places.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use tournament::document::Number;
use xiangqi::Side;

use super::round::score;
use super::{Fault, Frame, Reader, html};
use crate::hub::{Hub, Tables};

/// Lines that can be read from the back of the hall.
const LINES: usize = 16;

#[derive(Template)]
#[template(path = "wall.html")]
struct Page {
    frame: Frame,
    /// From 1.
    at: usize,
    pages: usize,
    next: usize,
    heading: String,
    boards: Vec<(u32, String, &'static str, String)>,
    places: Vec<(u32, String, String, String)>,
}

/// Which page.
#[derive(Deserialize)]
pub struct Asked {
    page: Option<usize>,
}

/// One page of the display; the browser asks for the next.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Query(asked): Query<Asked>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let round = tables.last_round().map_or(0, |round| round.number);
    let boards: Vec<_> = tables.games_of(round).chunks(LINES).collect();
    let places: Vec<_> = tables.standings.individual.chunks(LINES).collect();
    let pages = (boards.len() + places.len()).max(1);
    let page = asked.page.unwrap_or(1).clamp(1, pages);
    let (mut heading, mut on_boards, mut on_places) = (l.round(round), Vec::new(), Vec::new());
    if let Some(games) = boards.get(page - 1) {
        let line = |game: &crate::store::hub::game::StoredGame| {
            let name = |side| named(&tables, game.player(side));
            let result = score(game.standing());
            (game.board, name(Side::Red), result, name(Side::Black))
        };
        on_boards = games.iter().map(line).collect();
    } else if let Some(part) = places.get(page - 1 - boards.len()) {
        l.t("名次", "Places").clone_into(&mut heading);
        let line = |place: &tournament::ranking::Place| {
            let unit = tables
                .player(place.number)
                .map(|player| player.unit.clone());
            (
                place.place,
                named(&tables, place.number),
                unit.unwrap_or_default(),
                place.points.to_string(),
            )
        };
        on_places = part.iter().map(line).collect();
    }
    let page = Page {
        frame: Frame::new(&reader, &tables, "wall", heading.clone()),
        at: page,
        pages,
        next: page % pages + 1,
        heading,
        boards: on_boards,
        places: on_places,
    };
    html(&reader, &page)
}

fn named(tables: &Tables, number: Number) -> String {
    let player = tables.player(number);
    player.map(|player| player.name.clone()).unwrap_or_default()
}
