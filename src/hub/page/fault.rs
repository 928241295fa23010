//! Pages that cannot be shown, said in the reader's language.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

use super::Reader;
use crate::hub::ActError;
use crate::hub::lang::Lang;
use crate::store::StoreError;

/// A page that cannot be shown.
#[derive(Debug)]
pub struct Fault {
    status: StatusCode,
    lang: Lang,
    text: (&'static str, &'static str),
}

#[derive(Template)]
#[template(path = "fault.html")]
struct Page {
    l: Lang,
    text: &'static str,
}

impl Fault {
    /// Nothing stands at this address.
    pub const fn missing(reader: &Reader) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            lang: reader.lang,
            text: ("这里没有内容。", "There is nothing here."),
        }
    }

    /// The hub cannot show it now.
    pub fn broken(reader: &Reader, error: &dyn std::error::Error) -> Self {
        tracing::error!(path = reader.path, %error, "a page failed");
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            lang: reader.lang,
            text: (
                "暂时无法显示，请稍后再试。",
                "This cannot be shown now. Please try again.",
            ),
        }
    }

    /// The page for an action's error.
    pub fn of(reader: &Reader, error: &ActError) -> Self {
        match error {
            ActError::NoEvent => Self {
                status: StatusCode::OK,
                lang: reader.lang,
                text: ("比赛还没有建立。", "There is no event yet."),
            },
            ActError::NoGame | ActError::NoRound(_) => Self::missing(reader),
            error => Self::broken(reader, error),
        }
    }

    /// The page for a database error.
    pub fn store(reader: &Reader) -> impl FnOnce(StoreError) -> Self {
        |error| Self::broken(reader, &error)
    }

    /// The page for an action's error, for `map_err`.
    pub fn act(reader: &Reader) -> impl FnOnce(ActError) -> Self {
        |error| Self::of(reader, &error)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (zh, en) = self.text;
        let page = Page {
            l: self.lang,
            text: self.lang.t(zh, en),
        };
        match page.render() {
            Ok(page) => (self.status, Html(page)).into_response(),
            Err(_) => (self.status, en).into_response(),
        }
    }
}

/// Every address that is no page.
pub async fn nothing_here(reader: Reader) -> Fault {
    Fault::missing(&reader)
}
