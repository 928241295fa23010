//! What a feed says to caches: how long it may be kept, and how to ask whether it changed.

use sha2::{Digest as _, Sha256};

/// Headers of a document of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caching {
    /// `ETag`: a strong validator, from the bytes alone.
    pub etag: String,
    /// `Cache-Control`.
    pub cache_control: String,
}

/// How often a broadcaster may ask while games go on, seconds.
const FRESH: u32 = 2;
/// How long a finished round may be kept, seconds; a correction may still come.
const FINISHED: u32 = 300;

impl Caching {
    /// SHA-256 of a document, hex: what the log of what was sent names it by.
    pub fn digest(document: &[u8]) -> String {
        hex::encode(Sha256::digest(document))
    }

    /// The headers of a document. A round that is over changes seldom and may be kept longer.
    pub fn of(document: &[u8], over: bool) -> Self {
        let digest = &Self::digest(document)[..32];
        let seconds = if over { FINISHED } else { FRESH };
        Self {
            etag: format!("\"{digest}\""),
            cache_control: format!("public, max-age={seconds}, stale-while-revalidate={seconds}"),
        }
    }
}

/// Whether the one who asks has the document already (answer 304): the value of `If-None-Match`,
/// which may name several validators, weak ones among them, or any (`*`).
pub fn is_current(if_none_match: &str, etag: &str) -> bool {
    if_none_match
        .split(',')
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == "*" || known == etag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_have_the_same_validator() {
        let (one, two) = (Caching::of(b"a", false), Caching::of(b"b", false));
        assert_ne!(one.etag, two.etag);
        assert!(is_current(&one.etag, &one.etag));
        assert!(is_current(&format!("W/{}, \"x\"", one.etag), &one.etag));
        assert!(is_current("*", &one.etag) && !is_current("", &one.etag));
        assert!(!is_current(&two.etag, &one.etag));
        assert!(
            Caching::of(b"a", true)
                .cache_control
                .contains("max-age=300")
        );
    }
}
