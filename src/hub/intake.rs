//! Taking in a terminal's entries: checked, stored, folded, and what they decide written down, in
//! one transaction.

use std::sync::Arc;

use chrono::Utc;
use rusqlite::Connection;

use super::live::LiveGame;
use super::settle::settle;
use super::{ActError, Hub, the_event};
use crate::journal::{ChainError, Entry, GameId};
use crate::store::StoreError;
use crate::store::hub::enrolment::{self, StoredTerminal};
use crate::store::hub::entry;
use crate::store::hub::event::Event;
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::round::{self, RoundState};
use crate::sync::wire::{Accepted, Refusal};

/// What came of an upload.
#[derive(Debug)]
struct Taken {
    answer: Result<Accepted, Refusal>,
    folded: LiveGame,
    decided: bool,
}

impl Hub {
    /// Takes in entries of a game from a terminal. Sent again, they give the same answer.
    ///
    /// # Errors
    /// The refusal that travels back. What could be taken in before it is taken in, and entries
    /// that do not follow are kept beside the game for a person.
    pub async fn take_in(
        self: &Arc<Self>,
        game: GameId,
        terminal: StoredTerminal,
        entries: Vec<Entry>,
    ) -> Result<Accepted, Refusal> {
        let (hub, after) = (Arc::clone(self), Arc::clone(self));
        let taken = self.store.write_then(
            move |connection| hub.store_entries(connection, game, &terminal, &entries),
            move |taken: &Taken| {
                after.live.keep(taken.folded.clone());
                if taken.decided {
                    after.event_changed();
                }
                after.game_changed(game);
            },
        );
        match taken.await {
            Ok(taken) => taken.answer,
            Err(Stop::Refused(refusal)) => Err(refusal),
            Err(Stop::Failed(error)) => {
                tracing::error!(%game, %error, "entries could not be stored");
                Err(Refusal::Unavailable)
            }
        }
    }

    fn store_entries(
        &self,
        connection: &Connection,
        id: GameId,
        terminal: &StoredTerminal,
        entries: &[Entry],
    ) -> Result<Taken, Stop> {
        let event = the_event(connection)?;
        let stored = game_of(connection, &event, id)?;
        let stored = may_write(connection, stored, terminal)?;
        let mut folded = self.live.get(connection, id)?;
        let received_ms = Utc::now().timestamp_millis();
        let (fresh, answer) = line_up(connection, &event, &stored, &folded, entries, received_ms)?;
        folded.extend(&fresh, received_ms);
        let decided =
            !fresh.is_empty() && settle(connection, &event, &stored, &folded.state, &fresh)?;
        let answer = match answer {
            None => Ok(Accepted {
                accepted_through: folded.head.seq,
            }),
            Some(refusal) => Err(refusal),
        };
        Ok(Taken {
            answer,
            folded,
            decided,
        })
    }
}

/// Why nothing at all was taken in.
#[derive(Debug)]
enum Stop {
    Refused(Refusal),
    Failed(ActError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ActError> for Stop {
    fn from(error: ActError) -> Self {
        match error {
            ActError::NoEvent => Self::Refused(Refusal::Unknown),
            error => Self::Failed(error),
        }
    }
}

/// A game of a published round.
fn game_of(connection: &Connection, event: &Event, id: GameId) -> Result<StoredGame, Stop> {
    let unknown = || Stop::Refused(Refusal::Unknown);
    let stored = game::get(connection, id)?.ok_or_else(unknown)?;
    let round = round::get(connection, event.id, stored.round)?.ok_or_else(unknown)?;
    if round.state == RoundState::Draft {
        Err(unknown())
    } else {
        Ok(stored)
    }
}

/// One writer a game: the terminal at its board, until an arbiter gives it to another one.
fn may_write(
    connection: &Connection,
    mut stored: StoredGame,
    terminal: &StoredTerminal,
) -> Result<StoredGame, Stop> {
    if stored.writer.as_deref() == Some(&terminal.id) {
        return Ok(stored);
    }
    if stored.writer.is_none() && terminal.board == Some(stored.board) {
        game::set_writer(connection, stored.id, &terminal.id, stored.epoch)?;
        stored.writer = Some(terminal.id.clone());
        return Ok(stored);
    }
    // A terminal that wrote here before a take-over may have entries nobody else has.
    if entry::has_writer(connection, stored.id, &terminal.id)? {
        return Ok(stored);
    }
    let known = enrolment::get(connection, &terminal.id)?.is_some();
    Err(Stop::Refused(if known {
        Refusal::NotYours
    } else {
        Refusal::Unsigned
    }))
}

/// Sorts entries into known ones, ones that follow, and the first that does not.
fn line_up(
    connection: &Connection,
    event: &Event,
    stored: &StoredGame,
    folded: &LiveGame,
    entries: &[Entry],
    received_ms: i64,
) -> Result<(Vec<Entry>, Option<Refusal>), StoreError> {
    let mut head = folded.head;
    let mut fresh = Vec::new();
    for entry in entries {
        let seq = entry.seq;
        let kept_beside =
            |refusal| entry::insert(connection, event.id, entry, 1, received_ms).map(|()| refusal);
        if entry.game != stored.id || entry.computed_hash() != entry.hash {
            let reason = "its game or its hash does not fit".to_owned();
            return Ok((fresh, Some(Refusal::Poison { seq, reason })));
        }
        if seq <= head.seq {
            if entry::hash_at(connection, stored.id, seq)? == Some(entry.hash) {
                continue;
            }
            let refusal = if entry.epoch < head.epoch {
                Refusal::OldEpoch {
                    epoch: stored.epoch,
                }
            } else {
                Refusal::Fork {
                    seq,
                    accepted_through: head.seq,
                }
            };
            return Ok((fresh, Some(kept_beside(refusal)?)));
        }
        if entry.epoch != stored.epoch {
            let refusal = Refusal::OldEpoch {
                epoch: stored.epoch,
            };
            return Ok((fresh, Some(kept_beside(refusal)?)));
        }
        let refusal = match head.accept(entry) {
            Ok(()) => {
                entry::insert(connection, event.id, entry, 0, received_ms)?;
                fresh.push(entry.clone());
                continue;
            }
            Err(ChainError::Gap { .. }) => Refusal::Gap {
                accepted_through: head.seq,
            },
            Err(ChainError::Fork { .. }) => kept_beside(Refusal::Fork {
                seq,
                accepted_through: head.seq,
            })?,
            Err(ChainError::OldEpoch { current, .. }) => {
                kept_beside(Refusal::OldEpoch { epoch: current })?
            }
            Err(error @ (ChainError::OtherGame { .. } | ChainError::Changed { .. })) => {
                Refusal::Poison {
                    seq,
                    reason: error.to_string(),
                }
            }
        };
        return Ok((fresh, Some(refusal)));
    }
    Ok((fresh, None))
}
