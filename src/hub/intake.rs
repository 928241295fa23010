//! Taking in a terminal's entries: checked, stored, folded, and what they decide written down, in
//! one transaction.

use std::sync::Arc;

use chrono::Utc;
use rusqlite::Connection;

use super::live::LiveGame;
use super::settle::settle;
use super::tie::{self, Barred, Tie};
use super::{ActError, Hub, the_event};
use crate::journal::{ChainError, Entry, GameId, Head};
use crate::store::StoreError;
use crate::store::hub::enrolment::StoredTerminal;
use crate::store::hub::entry;
use crate::store::hub::event::{Event, EventId};
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::round::{self, RoundState};
use crate::sync::wire::{Accepted, Refusal};

/// What came of an upload.
#[derive(Debug)]
pub struct Taken {
    /// What travels back.
    pub answer: Result<Accepted, Refusal>,
    /// How many entries were new and follow.
    pub fresh: usize,
    folded: LiveGame,
    decided: bool,
}

/// A game of a published round.
///
/// # Errors
/// [`ActError::NoGame`]; the database's errors.
pub fn published(connection: &Connection, id: GameId) -> Result<(Event, StoredGame), ActError> {
    let event = the_event(connection)?;
    let stored = game::get(connection, id)?.ok_or(ActError::NoGame)?;
    let round = round::get(connection, event.id, stored.round)?.ok_or(ActError::NoGame)?;
    if round.state == RoundState::Draft {
        Err(ActError::NoGame)
    } else {
        Ok((event, stored))
    }
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
            // In the order of the commits.
            move |taken: &Taken| after.show(game, taken),
        );
        match taken.await {
            Ok(taken) => {
                if taken.fresh > 0 {
                    self.store.note(None);
                }
                taken.answer
            }
            Err(Barred::Refused(refusal)) => Err(refusal),
            Err(Barred::Failed(error)) => {
                tracing::error!(%game, %error, "entries could not be stored");
                if let ActError::Store(error) = &error {
                    self.store.note(Some(error));
                }
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
    ) -> Result<Taken, Barred> {
        let (event, stored, tie) = tie::game_for(connection, id, terminal)?;
        let writes = tie == Tie::Writes;
        if writes && stored.writer.is_none() {
            game::set_writer(connection, id, &terminal.id, stored.epoch)?;
        }
        Ok(self.line_up(connection, &event, &stored, writes, entries)?)
    }

    /// Takes in entries that a person brings: they count as their writer's.
    ///
    /// # Errors
    /// The database's errors.
    pub(super) fn store_carried(
        &self,
        connection: &Connection,
        event: &Event,
        stored: &StoredGame,
        entries: &[Entry],
    ) -> Result<Taken, ActError> {
        let author = entries.last().map(|entry| entry.writer.as_str());
        let writes = match (&stored.writer, author) {
            (Some(writer), Some(author)) => writer == author,
            (None, Some(author)) => {
                game::set_writer(connection, stored.id, author, stored.epoch)?;
                true
            }
            (_, None) => false,
        };
        Ok(self.line_up(connection, event, stored, writes, entries)?)
    }

    fn line_up(
        &self,
        connection: &Connection,
        event: &Event,
        stored: &StoredGame,
        writes: bool,
        entries: &[Entry],
    ) -> Result<Taken, StoreError> {
        let mut folded = self.live.get(connection, stored.id)?;
        let received_ms = Utc::now().timestamp_millis();
        let line = Line {
            event: event.id,
            stored,
            writes,
            received_ms,
        };
        let (fresh, answer) = line.take(connection, folded.head, entries)?;
        folded.extend(&fresh, received_ms);
        let decided =
            !fresh.is_empty() && settle(connection, event, stored, &folded.state, &fresh)?;
        let answer = match answer {
            None => Ok(Accepted {
                accepted_through: folded.head.seq,
            }),
            Some(refusal) => Err(refusal),
        };
        Ok(Taken {
            answer,
            fresh: fresh.len(),
            folded,
            decided,
        })
    }

    /// Shows everybody what was taken in. Called when it is on the disk.
    pub(super) fn show(&self, game: GameId, taken: &Taken) {
        self.live.keep(taken.folded.clone());
        if taken.decided {
            self.facts_changed();
        }
        self.game_changed(game);
    }
}

/// The line of a game that entries are to follow.
struct Line<'a> {
    event: EventId,
    stored: &'a StoredGame,
    /// Whether they come from the one writer.
    writes: bool,
    received_ms: i64,
}

impl Line<'_> {
    /// Takes in the entries that follow `head`, up to the first that does not, and says why it
    /// does not. It and what comes behind it are kept beside the line where they may matter.
    fn take(
        &self,
        connection: &Connection,
        mut head: Head,
        entries: &[Entry],
    ) -> Result<(Vec<Entry>, Option<Refusal>), StoreError> {
        let mut fresh = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let Some(refusal) = self.next(connection, &mut head, entry)? else {
                continue;
            };
            match refusal {
                Verdict::Follows => {
                    entry::insert(connection, self.event, entry, 0, self.received_ms)?;
                    fresh.push(entry.clone());
                }
                Verdict::Refused(refusal) => return Ok((fresh, Some(refusal))),
                Verdict::Beside(refusal) => {
                    self.keep_beside(connection, &entries[at..])?;
                    return Ok((fresh, Some(refusal)));
                }
            }
        }
        Ok((fresh, None))
    }

    /// What becomes of one entry; nothing when it is known.
    fn next(
        &self,
        connection: &Connection,
        head: &mut Head,
        entry: &Entry,
    ) -> Result<Option<Verdict>, StoreError> {
        let seq = entry.seq;
        let epoch = self.stored.epoch;
        if entry.game != self.stored.id || entry.computed_hash() != entry.hash {
            let reason = "its game or its hash does not fit".to_owned();
            return Ok(Some(Verdict::Refused(Refusal::Poison { seq, reason })));
        }
        let known = seq <= head.seq;
        if known && entry::hash_at(connection, self.stored.id, seq)? == Some(entry.hash) {
            return Ok(None);
        }
        let fork = Refusal::Fork {
            seq,
            accepted_through: head.seq,
        };
        // What the writer wrote before it lost the game and got it back may still follow: then
        // nobody else has written in between.
        Ok(Some(if !self.writes || entry.epoch > epoch {
            Verdict::Beside(Refusal::OldEpoch { epoch })
        } else if known {
            Verdict::Beside(fork)
        } else {
            match head.accept(entry) {
                Ok(()) => Verdict::Follows,
                Err(ChainError::Gap { .. }) => Verdict::Refused(Refusal::Gap {
                    accepted_through: head.seq,
                }),
                Err(ChainError::OldEpoch { current, .. }) => {
                    Verdict::Beside(Refusal::OldEpoch { epoch: current })
                }
                // Game and hash were looked at above.
                Err(_) => Verdict::Beside(fork),
            }
        }))
    }

    fn keep_beside(&self, connection: &Connection, entries: &[Entry]) -> Result<(), StoreError> {
        let whole =
            |entry: &&Entry| entry.game == self.stored.id && entry.computed_hash() == entry.hash;
        for entry in entries.iter().filter(whole) {
            entry::insert(connection, self.event, entry, 1, self.received_ms)?;
        }
        Ok(())
    }
}

/// What becomes of an entry that is not known yet.
enum Verdict {
    /// It is the next of the line.
    Follows,
    /// It is refused and not kept.
    Refused(Refusal),
    /// It is refused and kept beside the line, with what comes behind it.
    Beside(Refusal),
}
