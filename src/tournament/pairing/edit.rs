//! What an arbiter lays down before a round is paired again: locks, bans, colours, the bye.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::field::Contender;
use super::{PairedRound, Words};
use crate::document::{EventDocument, Number};

/// An arbiter's wishes for one round. Pairing again keeps them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Edits {
    /// Pairs that are to stand.
    pub locks: Vec<Lock>,
    /// Pairs that are not to be made.
    pub forbid: Vec<[Number; 2]>,
    /// Players who are to have Red, whoever they meet.
    pub red: Vec<Number>,
    /// Who is to have the bye.
    pub bye: Option<Number>,
}

/// A pair that is to stand, with its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// Player of Red.
    pub red: Number,
    /// Player of Black.
    pub black: Number,
}

/// Why an arbiter's wish cannot be met.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditFault {
    /// The player takes no part in the round.
    #[error("player {0} takes no part in the round")]
    NotPlaying(Number),
    /// The player is locked twice.
    #[error("player {0} is locked twice")]
    LockedTwice(Number),
    /// A lock with oneself.
    #[error("player {0} is locked with himself")]
    WithOneself(Number),
    /// The two have met.
    #[error("players {0} and {1} have met, so they cannot be locked")]
    Met(Number, Number),
    /// A bye in an even field.
    #[error("the number of players is even, so player {0} cannot have a bye")]
    ByeInEvenField(Number),
}

impl Edits {
    /// Whether a lock or the chosen bye has placed the player already.
    pub(super) fn places(&self, number: Number) -> bool {
        self.bye == Some(number)
            || self
                .locks
                .iter()
                .any(|lock| lock.red == number || lock.black == number)
    }

    /// Those of the wishes that concern players of one field.
    pub(super) fn within(&self, field: &EventDocument) -> Self {
        let inside = |number: Number| field.player(number).is_some();
        Self {
            locks: self
                .locks
                .iter()
                .copied()
                .filter(|lock| inside(lock.red) || inside(lock.black))
                .collect(),
            forbid: self
                .forbid
                .iter()
                .copied()
                .filter(|pair| pair.iter().all(|&number| inside(number)))
                .collect(),
            red: self
                .red
                .iter()
                .copied()
                .filter(|&number| inside(number))
                .collect(),
            bye: self.bye.filter(|&number| inside(number)),
        }
    }

    pub(super) fn check(&self, contenders: &[Contender]) -> Result<(), EditFault> {
        let find = |number: Number| {
            contenders
                .binary_search_by_key(&number, |contender| contender.number)
                .map_err(|_| EditFault::NotPlaying(number))
        };
        let mut placed = BTreeSet::new();
        for lock in &self.locks {
            if lock.red == lock.black {
                return Err(EditFault::WithOneself(lock.red));
            }
            let (red, black) = (find(lock.red)?, find(lock.black)?);
            if contenders[red].met.contains(&black) {
                return Err(EditFault::Met(lock.red, lock.black));
            }
            for number in [lock.red, lock.black] {
                if !placed.insert(number) {
                    return Err(EditFault::LockedTwice(number));
                }
            }
        }
        if let Some(bye) = self.bye {
            find(bye)?;
            if contenders.len().is_multiple_of(2) {
                return Err(EditFault::ByeInEvenField(bye));
            }
            if !placed.insert(bye) {
                return Err(EditFault::LockedTwice(bye));
            }
        }
        for number in self.red.iter().chain(self.forbid.iter().flatten()) {
            find(*number)?;
        }
        Ok(())
    }
}

impl PairedRound {
    /// Swaps two players, each taking over the other's board and colour, or the bye.
    ///
    /// The result may break any rule; the checker says which.
    ///
    /// # Errors
    /// When one of the numbers is not in the round.
    pub fn swap(&mut self, a: Number, b: Number) -> Result<(), EditFault> {
        for number in [a, b] {
            if !self.contains(number) {
                return Err(EditFault::NotPlaying(number));
            }
        }
        let other = |number: Number| match number {
            number if number == a => b,
            number if number == b => a,
            number => number,
        };
        for game in &mut self.games {
            let moved = (other(game.red), other(game.black));
            if moved != (game.red, game.black) {
                (game.red, game.black) = moved;
                game.why = Words::by_arbiter();
            }
        }
        self.bye = self.bye.map(other);
        self.women_bye = self.women_bye.map(other);
        Ok(())
    }

    /// Exchanges the colours of a board.
    ///
    /// # Errors
    /// When the player of this number has no board.
    pub fn turn_colours(&mut self, number: Number) -> Result<(), EditFault> {
        let game = self
            .games
            .iter_mut()
            .find(|game| game.red == number || game.black == number)
            .ok_or(EditFault::NotPlaying(number))?;
        std::mem::swap(&mut game.red, &mut game.black);
        game.why = Words::by_arbiter();
        Ok(())
    }

    fn contains(&self, number: Number) -> bool {
        self.bye == Some(number)
            || self.women_bye == Some(number)
            || self
                .games
                .iter()
                .any(|game| game.red == number || game.black == number)
    }
}
