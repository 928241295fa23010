//! `/hall`: every board of the round as a tile.

mod tile;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;

pub use tile::{Hall, Tile};

#[derive(Template)]
#[template(path = "hall.html")]
struct Page {
    frame: Frame,
    hall: Hall,
    tiles: Vec<Tile>,
}

/// The hall.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let hall = Hall::of(&hub, l).map_err(Fault::act(&reader))?;
    let tiles = hall.tiles().map_err(Fault::act(&reader))?;
    let page = Page {
        frame: Frame::new(&reader, &tables, "hall", l.t("赛场", "Hall").to_owned()),
        hall,
        tiles,
    };
    html(&reader, &page)
}
