//! The arbiter's counting mode: one touch a move from the claim on, with no record at all (22.3 and
//! the default where the record is entered after the game).

use serde::{Deserialize, Serialize};
use xiangqi::Side;
use xiangqi::limit::{LimitCounter, LimitRule};

use crate::store::{StoreError, TerminalStore};

/// What a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Did {
    /// Neither.
    Plain,
    /// It gave check.
    Check,
    /// It took a piece: the count begins anew.
    Capture,
}

/// The trail of touches; everything shown is counted from it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counting {
    touches: Vec<(Side, Did)>,
}

const COUNTING: &str = "counting";

impl Counting {
    /// The count as it stands on the disk.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn open(store: &TerminalStore) -> Result<Self, StoreError> {
        Ok(store.setting(COUNTING)?.unwrap_or_default())
    }

    /// Counts one move; it is on the disk when this returns.
    ///
    /// # Errors
    /// SQLite's errors; then nothing was counted.
    pub fn count(&mut self, store: &TerminalStore, side: Side, did: Did) -> Result<(), StoreError> {
        let mut next = self.clone();
        next.touches.push((side, did));
        store.set_setting(COUNTING, &next)?;
        *self = next;
        Ok(())
    }

    /// Takes the last touch back.
    ///
    /// # Errors
    /// SQLite's errors; then nothing changed.
    pub fn undo(&mut self, store: &TerminalStore) -> Result<(), StoreError> {
        let mut next = self.clone();
        next.touches.pop();
        store.set_setting(COUNTING, &next)?;
        *self = next;
        Ok(())
    }

    /// Begins anew.
    ///
    /// # Errors
    /// SQLite's errors; then nothing changed.
    pub fn clear(&mut self, store: &TerminalStore) -> Result<(), StoreError> {
        store.set_setting(COUNTING, &Self::default())?;
        *self = Self::default();
        Ok(())
    }

    /// The touches, oldest first.
    pub fn trail(&self) -> &[(Side, Did)] {
        &self.touches
    }

    /// Both counters.
    pub fn counter(&self, rule: LimitRule) -> LimitCounter {
        let mut counter = LimitCounter::new(rule);
        for (side, did) in &self.touches {
            counter.push(*side, *did == Did::Check, *did == Did::Capture);
        }
        counter
    }
}

#[cfg(test)]
mod tests {
    use super::{Counting, Did};
    use xiangqi::Side;
    use xiangqi::limit::LimitRule;

    /// Regulation V(5): 40 rounds, the claimant's checks do not count. Seven checks in forty moves
    /// leave the checker 33: only the opponent may claim (rule book 22.2 with the event's numbers).
    #[test]
    fn regulation_5_5_the_claimants_checks_do_not_count() {
        let rule = LimitRule {
            limit: 40,
            claimant_check_cap: 0,
        };
        let mut counting = Counting::default();
        for round in 0..40 {
            let did = if round < 7 { Did::Check } else { Did::Plain };
            counting.touches.push((Side::Red, did));
            counting.touches.push((Side::Black, Did::Plain));
        }
        let counter = counting.counter(rule);
        assert_eq!(
            (counter.counted(Side::Red), counter.counted(Side::Black)),
            (33, 40)
        );
        assert!(!counter.claimable(Side::Red));
        assert!(counter.claimable(Side::Black));
        counting.touches.push((Side::Red, Did::Capture));
        assert_eq!(counting.counter(rule).counted(Side::Black), 0);
    }
}
