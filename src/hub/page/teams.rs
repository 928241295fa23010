//! `/teams`: team places (rules.md G: four players with places, sum, best).

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;

#[derive(Template)]
#[template(path = "teams.html")]
struct Page {
    frame: Frame,
    teams: Vec<Team>,
    short: Vec<(String, usize, usize)>,
}

struct Team {
    place: u32,
    name: String,
    members: Vec<(u32, String, u32)>,
    sum: u32,
    best: u32,
}

/// The team places.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let name = |number| {
        tables
            .player(number)
            .map(|player| player.name.clone())
            .unwrap_or_default()
    };
    let teams = tables.standings.teams.iter().map(|team| Team {
        place: team.place,
        name: team.team.clone(),
        members: team
            .members
            .iter()
            .zip(&team.places)
            .map(|(&number, &place)| (number, name(number), place))
            .collect(),
        sum: team.sum,
        best: team.best,
    });
    let short = tables
        .standings
        .teams_unranked
        .iter()
        .map(|team| (team.team.clone(), team.members.len(), team.needed));
    let title = reader.lang.t("团体名次", "Team places").to_owned();
    let page = Page {
        teams: teams.collect(),
        short: short.collect(),
        frame: Frame::new(&reader, &tables, "teams", title),
    };
    html(&reader, &page)
}
