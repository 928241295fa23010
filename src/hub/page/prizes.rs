//! `/prizes`: every prize list of the regulation.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use tournament::prizes::{self, Award};

use super::{Fault, Frame, Reader, html};
use crate::hub::lang::Lang;
use crate::hub::{Hub, Tables};

#[derive(Template)]
#[template(path = "prizes.html")]
struct Page {
    frame: Frame,
    provisional: bool,
    lists: Vec<List>,
}

struct List {
    title: String,
    total: u64,
    awards: Vec<Line>,
}

struct Line {
    place: u32,
    number: Option<u32>,
    name: String,
    amount: Option<u32>,
}

/// The prizes as the places stand.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let l = reader.lang;
    let regulation = &tables.event.regulation;
    let prizes = prizes::award(&tables.document, regulation, &tables.standings);
    let lists = prizes.lists.iter().map(|list| {
        let rule = regulation.prizes.iter().find(|rule| rule.list == list.list);
        let title = rule.map(|rule| match l {
            Lang::Zh => rule.title.clone(),
            Lang::En => rule.title_en.clone(),
        });
        List {
            title: title
                .filter(|title| !title.is_empty())
                .unwrap_or_else(|| list.list.clone()),
            total: prizes.totals.get(&list.list).copied().unwrap_or(0),
            awards: list
                .awards
                .iter()
                .map(|award| line(&tables, award))
                .collect(),
        }
    });
    let planned = regulation.rounds_of(&tables.document);
    let title = l.t("奖励", "Prizes").to_owned();
    let page = Page {
        provisional: tables.standings.provisional
            || planned.is_some_and(|planned| tables.standings.rounds < planned),
        lists: lists.collect(),
        frame: Frame::new(&reader, &tables, "prizes", title),
    };
    html(&reader, &page)
}

fn line(tables: &Tables, award: &Award) -> Line {
    let player = award.number.and_then(|number| tables.player(number));
    Line {
        place: award.place,
        number: award.number,
        name: player
            .map(|player| player.name.clone())
            .or_else(|| award.team.clone())
            .unwrap_or_default(),
        amount: award.amount,
    }
}
