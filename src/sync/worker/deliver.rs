//! Carries out what [`plan`](crate::sync::plan()) decides.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::LinkState;
use crate::journal::GameId;
use crate::store::{StoreError, TerminalStore};
use crate::sync::plan::{Local, Remote, Step, Why, plan};
use crate::sync::wire::Refusal;
use crate::sync::{HubClient, LinkError};

/// Entries that travel at once, to begin with.
const BATCH: u64 = 200;

/// Why an entry is set aside until a person has decided something at the desk.
pub const AWAITS_A_PERSON: [&str; 3] = ["fork", "old_epoch", "not_wanted"];

/// How a round of deliveries came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// There is nothing to send.
    All,
    /// Something was sent; there may be more.
    Some,
    /// The hub refuses this terminal.
    Refused(LinkState),
    /// The hub could not take something now, or asked to wait, for so long if it said.
    Later(Option<Duration>),
    /// No answer came.
    Unreachable,
}

/// Sends the entries that the hub has not confirmed.
#[derive(Debug)]
pub struct Deliverer {
    store: Arc<TerminalStore>,
    client: HubClient,
    batches: HashMap<GameId, u64>,
}

impl Deliverer {
    pub fn new(store: Arc<TerminalStore>, client: HubClient) -> Self {
        Self {
            store,
            client,
            batches: HashMap::new(),
        }
    }

    /// One request for each game that has something to send.
    ///
    /// # Errors
    /// The terminal's own database failed.
    pub fn round(&mut self) -> Result<Delivered, StoreError> {
        let games = self.store.unsent_games()?;
        let mut outcome = Delivered::All;
        let mut later = None;
        for game in games {
            match self.game(game)? {
                Delivered::All => {}
                Delivered::Some => outcome = Delivered::Some,
                // One game that cannot go now holds up no other.
                Delivered::Later(asked) => later = Some(asked.max(later.flatten())),
                stop => return Ok(stop),
            }
        }
        Ok(later.map_or(outcome, Delivered::Later))
    }

    fn game(&mut self, game: GameId) -> Result<Delivered, StoreError> {
        let mut remote = Remote::Unheard;
        loop {
            let delivery = self.store.delivery(game)?;
            let local = Local {
                head: self.store.head(game)?.seq,
                accepted: delivery.accepted,
                aside: delivery.aside.map(|aside| aside.seq),
                batch: *self.batches.entry(game).or_insert(BATCH),
            };
            let mut heard = None;
            for step in plan(&local, &remote) {
                match step {
                    Step::Send { from, through } => match self.send(game, from, through)? {
                        Heard::Said(remote) => heard = Some(remote),
                        Heard::Stop(outcome) => return Ok(outcome),
                    },
                    Step::Accept { through } => self.store.mark_accepted(game, through)?,
                    Step::Fetch { .. } => match self.client.journal(game) {
                        Ok(journal) => self.store.adopt(&journal.entries)?,
                        Err(LinkError::NoAnswer(_)) => return Ok(Delivered::Unreachable),
                        Err(_) => return Ok(Delivered::Later(None)),
                    },
                    Step::SetAside { seq, why } => self.set_aside(game, seq, &why)?,
                    Step::Halve => {
                        self.batches.insert(game, (local.batch / 2).max(1));
                        heard = Some(Remote::Unheard);
                    }
                    Step::Wait => return Ok(Delivered::Later(None)),
                }
            }
            match heard {
                // What was sent did not bring the hub on: once more would not either.
                Some(said) if said == remote && said != Remote::Unheard => {
                    return Ok(Delivered::Later(None));
                }
                Some(said) => remote = said,
                None => return Ok(Delivered::Some),
            }
        }
    }

    fn set_aside(&self, game: GameId, seq: u64, why: &Why) -> Result<(), StoreError> {
        let reason = match why {
            Why::Fork => "fork",
            Why::OldEpoch => "old_epoch",
            Why::Poison(reason) => reason,
            Why::NotWanted => "not_wanted",
        };
        tracing::warn!(%game, seq, reason, "an entry is set aside");
        self.store.set_aside(game, seq, reason)
    }

    fn send(&self, game: GameId, from: u64, through: u64) -> Result<Heard, StoreError> {
        let entries = self.store.entries_between(game, from - 1, through)?;
        Ok(match self.client.push(game, &entries) {
            Ok(accepted) => Heard::Said(Remote::Through {
                seq: accepted.accepted_through,
            }),
            Err(LinkError::Refused {
                refusal,
                retry_after,
                ..
            }) => hear(refusal, retry_after),
            Err(LinkError::NoAnswer(error)) => {
                tracing::debug!(%game, %error, "entries wait");
                Heard::Stop(Delivered::Unreachable)
            }
            Err(error @ LinkError::Strange { .. }) => {
                tracing::warn!(%game, %error, "entries wait");
                Heard::Stop(Delivered::Later(None))
            }
        })
    }
}

enum Heard {
    Said(Remote),
    Stop(Delivered),
}

/// Every refusal has its duty.
fn hear(refusal: Refusal, retry_after: Option<Duration>) -> Heard {
    match refusal {
        Refusal::Gap { accepted_through } => Heard::Said(Remote::Through {
            seq: accepted_through,
        }),
        Refusal::Fork { seq, .. } => Heard::Said(Remote::Fork { seq }),
        Refusal::OldEpoch { .. } => Heard::Said(Remote::OldEpoch),
        Refusal::Poison { seq, reason } => Heard::Said(Remote::Poison { seq, reason }),
        // Of several entries one may be at fault: they go one by one then.
        Refusal::TooLarge | Refusal::Unreadable { .. } => Heard::Said(Remote::TooLarge),
        Refusal::NotYours | Refusal::Unknown | Refusal::Gone => Heard::Said(Remote::NotWanted),
        Refusal::Unsigned | Refusal::Clock { .. } => {
            Heard::Stop(Delivered::Refused(LinkState::Revoked))
        }
        Refusal::TooMany | Refusal::Unavailable | Refusal::BadCode | Refusal::Differs => {
            Heard::Stop(Delivered::Later(retry_after))
        }
    }
}

#[cfg(test)]
mod tests;
