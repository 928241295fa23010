//! Who reads: the language, from the address, else the cookie, else Chinese.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::hub::lang::Lang;

const COOKIE: &str = "lang";

/// Who reads a page.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The language.
    pub lang: Lang,
    /// The path of the page.
    pub path: String,
    /// Whether the address named the language, so that it is to be remembered.
    chosen: bool,
}

impl Reader {
    /// The cookie that remembers a chosen language.
    pub fn cookie(&self) -> Option<HeaderValue> {
        let lang = self.lang.code();
        let cookie = format!("{COOKIE}={lang}; Path=/; Max-Age=31536000; SameSite=Lax");
        self.chosen
            .then(|| HeaderValue::from_str(&cookie).ok())
            .flatten()
    }
}

impl<S: Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let chosen = query
            .split('&')
            .filter_map(|pair| pair.strip_prefix("lang="))
            .find_map(Lang::parse);
        let lang = chosen
            .or_else(|| remembered(&parts.headers))
            .unwrap_or_default();
        Ok(Self {
            lang,
            path: parts.uri.path().to_owned(),
            chosen: chosen.is_some(),
        })
    }
}

fn remembered(headers: &HeaderMap) -> Option<Lang> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    cookies
        .split(';')
        .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
        .find_map(Lang::parse)
}
