//! `/`: the event at a glance.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;
use crate::hub::lang::Lang;
use crate::store::hub::round::RoundState;

#[derive(Template)]
#[template(path = "home.html")]
struct Page {
    frame: Frame,
    regulation: String,
    players: usize,
    planned: Option<u16>,
    rounds: Vec<RoundLine>,
    leaders: Vec<(u32, u32, String, String)>,
}

struct RoundLine {
    number: u16,
    state: &'static str,
    open: usize,
}

/// The event at a glance.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let rounds = tables.rounds.iter().map(|round| {
        let games = tables.games_of(round.number);
        RoundLine {
            number: round.number,
            state: state(l, round.state),
            open: games.iter().filter(|game| !game.is_settled()).count(),
        }
    });
    let leaders = tables.standings.individual.iter().take(8).map(|place| {
        let name = tables
            .player(place.number)
            .map(|player| player.name.clone());
        (
            place.place,
            place.number,
            name.unwrap_or_default(),
            place.points.to_string(),
        )
    });
    let regulation = &tables.event.regulation;
    let page = Page {
        regulation: match l {
            Lang::Zh => regulation.title.clone(),
            Lang::En => regulation.title_en.clone(),
        },
        players: tables.document.players.len(),
        planned: regulation.rounds_of(&tables.document),
        rounds: rounds.rev().collect(),
        leaders: leaders.collect(),
        frame: Frame::new(&reader, &tables, "home", l.t("首页", "Event").to_owned()),
    };
    html(&reader, &page)
}

const fn state(l: Lang, state: RoundState) -> &'static str {
    match state {
        RoundState::Draft => l.t("编排中", "being paired"),
        RoundState::Published => l.t("进行中", "in play"),
        RoundState::Closed => l.t("已结束", "closed"),
    }
}
