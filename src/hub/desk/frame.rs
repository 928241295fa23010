//! What every page of the desk has around it.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};

use super::refusal;
use crate::hub::account::gate::Officer;
use crate::hub::account::{Action, Session};
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub};
use crate::store::Trouble;

/// What every page of the desk has around it.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The reader's language.
    pub l: Lang,
    /// The title of the page.
    pub title: &'static str,
    /// The path of the page, for the language switch.
    pub path: String,
    /// Which entry of the menu it belongs to.
    pub here: &'static str,
    /// The last published round, or 0.
    pub round: u16,
    /// Who is signed in.
    pub session: Session,
    /// How old the backup is, in words; empty without one.
    pub backup: String,
    /// Whether the hub is served without TLS beyond this machine.
    pub in_the_clear: bool,
    /// Why nothing can be stored at present, in words; empty when it can.
    pub trouble: &'static str,
}

impl Frame {
    /// # Errors
    /// The database's errors.
    pub fn new(
        hub: &Hub,
        reader: &Reader,
        officer: &Officer,
        here: &'static str,
        title: (&'static str, &'static str),
    ) -> Result<Self, ActError> {
        let round = match hub.tables() {
            Ok(tables) => tables.last_round().map_or(0, |round| round.number),
            Err(ActError::NoEvent) => 0,
            Err(error) => return Err(error),
        };
        Ok(Self {
            l: reader.lang,
            title: reader.lang.t(title.0, title.1),
            path: reader.path.clone(),
            here,
            round,
            session: officer.session.clone(),
            backup: hub.backup_age(reader.lang),
            in_the_clear: hub.is_in_the_clear(),
            trouble: trouble(reader.lang, hub.store().trouble()),
        })
    }

    /// The name of the last published round; empty before the first.
    pub fn round_name(&self) -> String {
        if self.round == 0 {
            String::new()
        } else {
            self.l.round(self.round)
        }
    }

    /// Whether the person at this page may do something: what he may not is not shown.
    pub fn may(&self, action: Action) -> bool {
        self.session.may(action)
    }
}

fn trouble(l: Lang, trouble: Option<Trouble>) -> &'static str {
    match trouble {
        None => "",
        Some(Trouble::DiskFull) => l.t(
            "磁盘已满：新的着法存不进去。终端会留着，腾出空间后自动补上。",
            "The disk is full: new moves cannot be stored. The terminals keep them and send them \
             once there is room.",
        ),
        Some(Trouble::DiskFails) => l.t(
            "磁盘出错：新的着法存不进去。终端会留着，修好后自动补上。",
            "The disk fails: new moves cannot be stored. The terminals keep them and send them \
             once it works.",
        ),
    }
}

/// A rendered page of the desk.
pub fn html(reader: &Reader, template: &impl Template) -> Response {
    let mut response = match template.render() {
        Ok(page) => Html(page).into_response(),
        Err(error) => refusal::broken(reader, &error),
    };
    if let Some(cookie) = reader.cookie() {
        response
            .headers_mut()
            .insert(axum::http::header::SET_COOKIE, cookie);
    }
    response
}

/// An action's answer: back to the page when it was done, the reason when it was not.
pub fn done<T>(reader: &Reader, result: Result<T, ActError>, back: &str) -> Response {
    match result {
        Ok(_) => axum::response::Redirect::to(back).into_response(),
        Err(error) => refusal::of(reader, &error),
    }
}

/// A page of the desk, or why there is none.
pub fn answer(reader: &Reader, page: Result<Response, ActError>) -> Response {
    page.unwrap_or_else(|error| refusal::of(reader, &error))
}
