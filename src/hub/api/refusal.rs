//! Refusals as HTTP answers.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::hub::ActError;
use crate::hub::presence::WRONG_WAIT;
use crate::hub::tie::Barred;
use crate::store::StoreError;
use crate::sync::wire::Refusal;

/// A refusal on its way out.
#[derive(Debug)]
pub struct Refused(pub Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a call failed");
        Self(Refusal::Unavailable)
    }
}

impl From<ActError> for Refused {
    fn from(error: ActError) -> Self {
        match error {
            ActError::NoEvent | ActError::NoGame | ActError::NoRound(_) => Self(Refusal::Unknown),
            error => {
                tracing::error!(%error, "a call failed");
                Self(Refusal::Unavailable)
            }
        }
    }
}

impl From<Barred> for Refused {
    fn from(barred: Barred) -> Self {
        match barred {
            Barred::Refused(refusal) => Self(refusal),
            Barred::Failed(error) => error.into(),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::BAD_REQUEST);
        let wait = match self.0 {
            Refusal::TooMany => Some(WRONG_WAIT.as_secs()),
            Refusal::Unavailable => Some(2),
            _ => None,
        };
        let mut response = (status, Json(self.0)).into_response();
        if let Some(wait) = wait {
            let value = header::HeaderValue::from(wait);
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        response
    }
}
