//! `/desk`: every board as a tile, with what only arbiters see.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::frame::{Frame, answer, html};
use crate::hub::account::gate::Officer;
use crate::hub::page::{Hall, Reader, Tile, hall_stream};
use crate::hub::{ActError, Hub};

#[derive(Template)]
#[template(path = "../desk/hall.html")]
struct Page {
    frame: Frame,
    hall: Hall,
    tiles: Vec<Tile>,
}

/// The hall.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    answer(&reader, hall(&hub, &reader, &officer))
}

fn hall(hub: &Arc<Hub>, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let frame = Frame::new(hub, reader, officer, "hall", ("赛场", "Hall"))?;
    let hall = Hall::at_desk(hub, reader.lang)?;
    let tiles = hall.tiles()?;
    Ok(html(reader, &Page { frame, hall, tiles }))
}

/// What changes, as it changes.
pub async fn live(State(hub): State<Arc<Hub>>, reader: Reader) -> Response {
    hall_stream(&hub, reader.lang, true)
}
