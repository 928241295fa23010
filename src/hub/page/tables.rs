//! `/tables/{name}`: the forms of the rule book, to read and to print (rules.md G).

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use super::downloads::edition;
use super::{Fault, Frame, Reader, html};
use crate::hub::Hub;
use crate::hub::lang::Lang;
use crate::publish::table::{self, Align, Cell, Column, Link, Table};

#[derive(Template)]
#[template(path = "tables.html")]
struct Page {
    frame: Frame,
    /// The name of the table's files.
    name: String,
    heading: String,
    /// Class and text of each head.
    heads: Vec<(&'static str, String)>,
    /// Where a cell leads, and what stands in it.
    rows: Vec<Vec<(Option<String>, String)>>,
    notes: Vec<String>,
    all: Vec<(String, String)>,
}

/// One table.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let edition = edition(&hub, &reader).await?;
    let l = reader.lang;
    let every = table::all(&edition);
    let all = every
        .iter()
        .map(|table| (table.name.clone(), heading(l, table)))
        .collect();
    let table = every.into_iter().find(|table| table.name == name);
    let table = table.ok_or_else(|| Fault::missing(&reader))?;
    let heading = heading(l, &table);
    let head = |column: &Column| {
        let text = l.either(&column.zh, &column.en).to_owned();
        (class(column.align), text)
    };
    let cell = |cell: &Cell| (cell.link.and_then(leads), cell.shown());
    let page = Page {
        frame: Frame::new(&reader, &tables, "downloads", heading.clone()),
        heading,
        heads: table.columns.iter().map(head).collect(),
        rows: table
            .rows
            .iter()
            .map(|row| row.iter().map(cell).collect())
            .collect(),
        name: table.name,
        notes: table.notes,
        all,
    };
    html(&reader, &page)
}

fn heading(l: Lang, table: &Table) -> String {
    match l {
        Lang::Zh => table.zh.clone(),
        Lang::En => table.en.clone(),
    }
}

const fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "",
        Align::Centre => "score",
        Align::Right => "num",
    }
}

/// Where a cell leads; games have no page here by round and board alone.
fn leads(link: Link) -> Option<String> {
    match link {
        Link::Player(number) => Some(format!("/players/{number}")),
        Link::Round(round) => Some(format!("/rounds/{round}")),
        Link::Game(..) => None,
    }
}
