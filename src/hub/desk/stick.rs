//! `/desk/system/stick`: a game that came on a memory stick.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Multipart, State};
use axum::response::Response;

use super::frame::{Frame, answer, html};
use crate::hub::account::gate::Officer;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub, StickGame};

#[derive(Template)]
#[template(path = "../desk/stick.html")]
struct Page {
    frame: Frame,
    games: Vec<StickGame>,
}

/// Takes in the files a terminal wrote, up to the first that cannot be read.
pub async fn import(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    form: Multipart,
) -> Response {
    let page = match files(form).await {
        Ok(files) => take_in(&hub, &reader, &officer, &files),
        Err(error) => Err(error),
    };
    answer(&reader, page)
}

fn take_in(
    hub: &Arc<Hub>,
    reader: &Reader,
    officer: &Officer,
    files: &[Vec<u8>],
) -> Result<Response, ActError> {
    let games = files
        .iter()
        .map(|file| hub.import_stick(file, &officer.actor))
        .collect::<Result<_, _>>()?;
    let frame = Frame::new(hub, reader, officer, "system", ("U 盘", "Memory stick"))?;
    Ok(html(reader, &Page { frame, games }))
}

async fn files(mut form: Multipart) -> Result<Vec<Vec<u8>>, ActError> {
    let broken = || ActError::Refused("没有收到文件", "no file came");
    let mut files = Vec::new();
    while let Some(field) = form.next_field().await.map_err(|_| broken())? {
        if field.name() == Some("file") {
            files.push(field.bytes().await.map_err(|_| broken())?.to_vec());
        }
    }
    files.retain(|file| !file.is_empty());
    if files.is_empty() {
        return Err(broken());
    }
    Ok(files)
}
