//! Forms as they come from the desk's pages.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::hub::account::gate::Officer;

impl<S: Sync> FromRequestParts<S> for Officer {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        // Only the gate puts it there.
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or(StatusCode::FORBIDDEN)
    }
}

/// Whether a script made the request and wants no page back.
#[derive(Debug, Clone, Copy)]
pub struct ByScript(pub bool);

impl<S: Sync> FromRequestParts<S> for ByScript {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let asked = parts.headers.get("x-requested-with");
        Ok(Self(asked.is_some_and(|value| value == "qipu")))
    }
}
