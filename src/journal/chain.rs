//! The chain: what may follow what, and how a broken chain is found.

use super::{Digest, Entry, Event, GameId, Stamp};

/// The end of a game's chain: all that is needed to write or to check the next entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The game.
    pub game: GameId,
    /// The epoch of the last entry; 1 before the first.
    pub epoch: u32,
    /// The sequence number of the last entry; 0 before the first.
    pub seq: u64,
    /// The hash of the last entry.
    pub hash: Digest,
}

/// Why an entry does not follow the chain's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// It belongs to another game.
    #[error("entry {seq} belongs to game {found}, not {expected}")]
    OtherGame {
        /// Its number.
        seq: u64,
        /// The game of the chain.
        expected: GameId,
        /// The game it names.
        found: GameId,
    },
    /// Entries between the head and this one are missing.
    #[error("entry {found} arrived where entry {expected} is next")]
    Gap {
        /// The number that is next.
        expected: u64,
        /// The number it has.
        found: u64,
    },
    /// It does not name the hash of the entry before it.
    #[error("entry {seq} does not follow the entry before it (fork)")]
    Fork {
        /// Its number.
        seq: u64,
    },
    /// Its own hash is not that of its content.
    #[error("entry {seq} was changed after it was written: its hash does not fit")]
    Changed {
        /// Its number.
        seq: u64,
    },
    /// It was written in an earlier writer's epoch.
    #[error("entry {seq} was written in epoch {found}, after epoch {current} began")]
    OldEpoch {
        /// Its number.
        seq: u64,
        /// The epoch of the head.
        current: u32,
        /// The epoch it names.
        found: u32,
    },
}

impl Head {
    /// The head of a chain that has no entry yet.
    pub const fn empty(game: GameId) -> Self {
        Self {
            game,
            epoch: 1,
            seq: 0,
            hash: Digest::NONE,
        }
    }

    /// The head after an entry that is known to stand in the chain.
    pub const fn after(entry: &Entry) -> Self {
        Self {
            game: entry.game,
            epoch: entry.epoch,
            seq: entry.seq,
            hash: entry.hash,
        }
    }

    /// Writes the next entry and moves the head behind it.
    pub fn append(&mut self, writer: &str, stamp: Stamp, event: Event) -> Entry {
        let seq = self.seq + 1;
        let entry = Entry::seal(
            self.game,
            self.epoch,
            seq,
            writer.to_owned(),
            stamp,
            self.hash,
            event,
        );
        *self = Self::after(&entry);
        entry
    }

    /// Checks that an entry is the next one and moves the head behind it.
    ///
    /// # Errors
    /// Says what does not fit; the head stays where it was.
    pub fn accept(&mut self, entry: &Entry) -> Result<(), ChainError> {
        let seq = entry.seq;
        if entry.game != self.game {
            return Err(ChainError::OtherGame {
                seq,
                expected: self.game,
                found: entry.game,
            });
        }
        if seq != self.seq + 1 {
            return Err(ChainError::Gap {
                expected: self.seq + 1,
                found: seq,
            });
        }
        if entry.epoch < self.epoch {
            return Err(ChainError::OldEpoch {
                seq,
                current: self.epoch,
                found: entry.epoch,
            });
        }
        if entry.prev != self.hash {
            return Err(ChainError::Fork { seq });
        }
        if entry.computed_hash() != entry.hash {
            return Err(ChainError::Changed { seq });
        }
        *self = Self::after(entry);
        Ok(())
    }
}

/// Checks a game's entries from the first on and returns the head behind the last.
///
/// # Errors
/// The first entry that does not follow.
pub fn verify(game: GameId, entries: &[Entry]) -> Result<Head, ChainError> {
    let mut head = Head::empty(game);
    for entry in entries {
        head.accept(entry)?;
    }
    Ok(head)
}
