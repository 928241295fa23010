//! `/downloads`: tables and records to take away.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::{Fault, Frame, Reader, html};
use crate::hub::lang::Lang;
use crate::hub::{ActError, Hub};
use crate::journal::GameId;
use crate::publish::collection::{Collection, Form};
use crate::publish::sheet::{book, comma};
use crate::publish::{Edition, table};

/// The forms in which all games together are offered.
const GAMES: [&str; 4] = ["pgn", "pgn-gb", "pgn-iccs", "jsonl"];
/// The forms of a single game.
const GAME: [&str; 3] = ["pgn", "xqf", "txt"];

#[derive(Template)]
#[template(path = "downloads.html")]
struct Page {
    frame: Frame,
    tables: Vec<(String, String)>,
    games: Vec<(String, String)>,
    count: usize,
}

/// The event as it is published, made off the tasks that serve.
pub(super) async fn edition(hub: &Arc<Hub>, reader: &Reader) -> Result<Arc<Edition>, Fault> {
    let hub = Arc::clone(hub);
    tokio::task::spawn_blocking(move || hub.edition())
        .await
        .map_err(|error| Fault::broken(reader, &error))?
        .map_err(Fault::act(reader))
}

/// What there is.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader) -> Result<Response, Fault> {
    let event = hub.tables().map_err(Fault::act(&reader))?;
    let edition = edition(&hub, &reader).await?;
    let l = reader.lang;
    let word = |zh: &str, en: &str| match l {
        Lang::Zh => zh.to_owned(),
        Lang::En => en.to_owned(),
    };
    let tables = table::all(&edition)
        .into_iter()
        .map(|table| (word(&table.zh, &table.en), table.name))
        .map(|(heading, name)| (name, heading));
    let games = GAMES
        .iter()
        .filter_map(|code| Form::find(code))
        .map(|form| (file_of(form), word(form.zh, form.en)));
    let page = Page {
        frame: Frame::new(
            &reader,
            &event,
            "downloads",
            l.t("下载", "Downloads").to_owned(),
        ),
        tables: tables.collect(),
        games: games.collect(),
        count: edition.games.len(),
    };
    html(&reader, &page)
}

fn file_of(form: &Form) -> String {
    format!("{}.{}", form.code, form.extension)
}

fn attachment(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // Names are made by the program from codes and numbers alone.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// One file: `tables.xlsx`, `NAME.csv`, `pgn.pgn` and the like.
pub async fn file(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(file): Path<String>,
) -> Result<Response, Fault> {
    let edition = edition(&hub, &reader).await?;
    if file == "tables.xlsx" {
        let bytes = book(&table::all(&edition), edition.title())
            .map_err(|error| Fault::broken(&reader, &error))?;
        return Ok(attachment("tables.xlsx", XLSX, bytes));
    }
    if let Some(name) = file.strip_suffix(".csv") {
        let table = table::all(&edition)
            .into_iter()
            .find(|table| table.name == name);
        let table = table.ok_or_else(|| Fault::missing(&reader))?;
        return Ok(attachment(&file, "text/csv; charset=utf-8", comma(&table)));
    }
    let form = GAMES
        .iter()
        .filter_map(|code| Form::find(code))
        .find(|form| file_of(form) == file);
    let form = form.ok_or_else(|| Fault::missing(&reader))?;
    let joined = tokio::task::spawn_blocking(move || {
        let all: Vec<usize> = (0..edition.games.len()).collect();
        Collection::of(&edition, form).joined(&all)
    });
    let bytes = joined
        .await
        .map_err(|error| Fault::broken(&reader, &error))?;
    let name = format!("games.{}", form.extension);
    Ok(attachment(&name, "application/octet-stream", bytes))
}

/// One finished game: `/games/{game}/pgn`, `xqf`, `txt`.
pub async fn game(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path((id, code)): Path<(GameId, String)>,
) -> Result<Response, Fault> {
    let tables = hub.tables().map_err(Fault::act(&reader))?;
    let stored = tables
        .game(id)
        .ok_or(ActError::NoGame)
        .map_err(Fault::act(&reader))?;
    let form = Form::find(&code)
        .filter(|form| GAME.contains(&form.code))
        .ok_or_else(|| Fault::missing(&reader))?;
    let edition = edition(&hub, &reader).await?;
    let record = edition
        .record(stored.round, stored.board)
        .ok_or_else(|| Fault::missing(&reader))?;
    let name = format!(
        "{}.{}",
        crate::publish::edition::file_name(stored.round, stored.board),
        form.extension
    );
    let written = form.write(&record.record);
    Ok(attachment(&name, "application/octet-stream", written.bytes))
}
