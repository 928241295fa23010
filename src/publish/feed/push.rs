//! Pushing a feed to a broadcaster: one POST of the JSON document.

use std::time::Duration;

use super::{Caching, Feed};

/// Why a document did not arrive.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The broadcaster answered, and not with success.
    #[error("{0}")]
    Refused(u16),
    /// There was no answer.
    #[error("{0}")]
    Unreachable(String),
}

/// Sends a document and waits for the answer, ten seconds at most. The receiver knows by
/// `Idempotency-Key` (the document's validator) when it has it already.
///
/// # Errors
/// Why it did not arrive; sending it again is safe.
pub fn push(url: &str, feed: &Feed) -> Result<(), PushError> {
    let body = feed.json();
    let key = Caching::of(&body, false).etag;
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(10)))
        .http_status_as_error(false)
        .build()
        .into();
    let answer = agent
        .post(url)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", key)
        .send(&body[..])
        .map_err(|error| PushError::Unreachable(error.to_string()))?;
    let status = answer.status().as_u16();
    if (200..300).contains(&status) {
        Ok(())
    } else {
        Err(PushError::Refused(status))
    }
}
