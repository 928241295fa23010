//! Pushing the feed: a thread for each receiver, so that a slow one keeps nobody else waiting.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use crate::hub::{ActError, Hub};
use crate::publish::feed::{Caching, Receiver};

/// How often it is looked whether something changed.
const EVERY: Duration = Duration::from_millis(500);
/// The longest wait after a document did not arrive.
const LONGEST: Duration = Duration::from_secs(60);

/// Pushing that goes on until this is dropped.
#[derive(Debug)]
pub struct Pushing {
    ended: Arc<AtomicBool>,
}

impl Drop for Pushing {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
    }
}

impl Hub {
    /// Pushes the last two rounds to an address from now on, whenever one of them changed. Two,
    /// because the end of a round may still be held back when the next is published.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn keep_pushing(self: &Arc<Self>, address: &str) -> Pushing {
        let ended = Arc::new(AtomicBool::new(false));
        let mut pusher = Pusher {
            receiver: Receiver::new(address),
            delivered: HashMap::new(),
            failed: None,
            failures: 0,
            next: Instant::now(),
        };
        let (hub, flag) = (Arc::downgrade(self), Arc::clone(&ended));
        std::thread::Builder::new()
            .name("hub-push".to_owned())
            .spawn(move || pusher.run(&hub, &flag))
            .expect("a program that cannot start a thread cannot run a hub");
        Pushing { ended }
    }
}

struct Pusher {
    receiver: Receiver,
    /// The document of each round the receiver has.
    delivered: HashMap<u16, String>,
    /// The last failure that was noted: the same one again is not noted each time.
    failed: Option<(String, String)>,
    failures: u32,
    next: Instant,
}

impl Pusher {
    fn run(&mut self, hub: &Weak<Hub>, ended: &AtomicBool) {
        while !ended.load(Ordering::Acquire) {
            let Some(hub) = hub.upgrade() else { return };
            if Instant::now() >= self.next {
                match self.round_of_duty(&hub) {
                    Ok(()) | Err(ActError::NoEvent) => {}
                    Err(error) => tracing::error!(%error, "the feed cannot be made"),
                }
            }
            drop(hub);
            std::thread::sleep(EVERY);
        }
    }

    fn round_of_duty(&mut self, hub: &Hub) -> Result<(), ActError> {
        let tables = hub.tables()?;
        let rounds: Vec<u16> = tables.rounds.iter().map(|round| round.number).collect();
        for number in &rounds[rounds.len().saturating_sub(2)..] {
            let document = hub.broadcast_of(*number)?;
            let digest = Caching::digest(&document.json);
            if self.delivered.get(number) == Some(&digest) {
                continue;
            }
            let answer = match self.receiver.push(&document.json) {
                Ok(()) => {
                    self.failures = 0;
                    self.failed = None;
                    self.delivered.insert(*number, digest);
                    "ok".to_owned()
                }
                Err(error) => {
                    self.failures += 1;
                    self.next = Instant::now() + pause(self.failures);
                    let failure = (digest, error.to_string());
                    if self.failed.as_ref() == Some(&failure) {
                        return Ok(());
                    }
                    self.failed = Some(failure.clone());
                    failure.1
                }
            };
            let failed = answer != "ok";
            hub.note_sent(document.sent(self.receiver.shown(), &document.json, answer));
            if failed {
                break;
            }
        }
        Ok(())
    }
}

/// Anything up to two seconds after the first failure, and twice as long after each, up to a
/// minute: receivers that come back are not met by everybody at once.
fn pause(failures: u32) -> Duration {
    let most = Duration::from_secs(1 << failures.min(6)).min(LONGEST);
    let mut byte = [0];
    // Without randomness the whole pause is waited.
    let share = getrandom::fill(&mut byte).map_or(255, |()| byte[0]);
    most.mul_f32((f32::from(share) + 1.0) / 256.0)
}
