//! `/standings`: places with every key, and the one that decided.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;

#[derive(Template)]
#[template(path = "standings.html")]
struct Page {
    frame: Frame,
    rounds: u16,
    provisional: bool,
    places: Vec<Line>,
}

struct Line {
    place: u32,
    number: u32,
    name: String,
    unit: String,
    points: String,
    opponents: String,
    wins: u32,
    fouls: u32,
    black_games: u32,
    decided_by: String,
}

/// The places.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let places = tables.standings.individual.iter().map(|place| {
        let player = tables.player(place.number);
        Line {
            place: place.place,
            number: place.number,
            name: player.map(|player| player.name.clone()).unwrap_or_default(),
            unit: player.map(|player| player.unit.clone()).unwrap_or_default(),
            points: place.points.to_string(),
            opponents: place.opponents_points.to_string(),
            wins: place.wins,
            fouls: place.fouls,
            black_games: place.black_games,
            decided_by: l.key(&place.decided_by),
        }
    });
    let page = Page {
        rounds: tables.standings.rounds,
        provisional: tables.standings.provisional,
        places: places.collect(),
        frame: Frame::new(
            &reader,
            &tables,
            "standings",
            l.t("名次", "Places").to_owned(),
        ),
    };
    html(&reader, &page)
}
