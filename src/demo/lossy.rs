//! A link that is lost for a while: some requests never arrive, some answers never come back.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::sync::transport::{Http, NoAnswer, Request, Response, Transport};

/// How many requests in a row go wrong once the link is lost.
const LOST: i64 = 4;

/// HTTP that can be cut.
#[derive(Debug)]
pub struct Lossy {
    http: Http,
    /// Requests until the link is lost; below zero it is whole.
    until_lost: AtomicI64,
}

impl Lossy {
    /// A whole link to a hub.
    pub fn new(url: &str) -> Self {
        Self {
            http: Http::new(url),
            until_lost: AtomicI64::new(-1),
        }
    }

    /// Loses the link after so many more requests.
    pub fn lose_after(&self, requests: usize) {
        self.until_lost
            .store(requests as i64 + LOST, Ordering::Relaxed);
    }
}

impl Transport for Lossy {
    fn exchange(&self, request: &Request) -> Result<Response, NoAnswer> {
        let left = self.until_lost.fetch_sub(1, Ordering::Relaxed);
        if !(1..=LOST).contains(&left) {
            return self.http.exchange(request);
        }
        if left % 2 == 0 {
            // The hub carries it out, but its answer is lost: the terminal must send it again.
            self.http.exchange(request)?;
        }
        Err(NoAnswer("the link is lost".to_owned()))
    }
}
