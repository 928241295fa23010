//! The natural limit (自然限着): so many rounds of moves without a capture, and a player may claim a
//! draw (articles 4.2.4 and 22.2).
//!
//! Only a capture starts the count anew; soldier moves do not. It is a claim, never automatic, and
//! what is counted depends on who claims: of the claimant's own checks only so many count.
//!
//! ```
//! use xiangqi::{Side, limit::{LimitCounter, LimitRule}};
//!
//! // The regulation of an event: 40 rounds, no check of the claimant counts.
//! let mut counter = LimitCounter::new(LimitRule { limit: 40, claimant_check_cap: 0 });
//! for round in 0..40 {
//!     counter.push(Side::Red, round < 7, false); // Red gave check seven times
//!     counter.push(Side::Black, false, false);
//! }
//! assert_eq!((counter.counted(Side::Red), counter.checks(Side::Red)), (33, 7));
//! assert!(!counter.claimable(Side::Red) && counter.claimable(Side::Black));
//! ```

mod claim;
mod report;

pub use claim::{Claim, ClaimCost};
pub use report::{LimitEffect, LimitPly, LimitReport};

use crate::Side;

/// What an event lays down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LimitRule {
    /// Rounds of moves without a capture; 60 in the rule book, which organisers may lower.
    pub limit: u16,
    /// How many of the claimant's checks count; 10 in the rule book.
    pub claimant_check_cap: u16,
}

impl Default for LimitRule {
    /// The rule book's own figures: 60 rounds, 10 checks.
    fn default() -> Self {
        Self {
            limit: 60,
            claimant_check_cap: 10,
        }
    }
}

/// The plies since the last capture, both sides apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitCounter {
    rule: LimitRule,
    plies: [u16; 2],
    checks: [u16; 2],
    false_claims: [u16; 2],
}

impl LimitCounter {
    /// Starts to count.
    pub const fn new(rule: LimitRule) -> Self {
        Self {
            rule,
            plies: [0; 2],
            checks: [0; 2],
            false_claims: [0; 2],
        }
    }

    /// The rule it counts by.
    pub const fn rule(&self) -> LimitRule {
        self.rule
    }

    /// One ply: who moved, whether it gave check, whether it took. A capture clears both counters
    /// and is itself not counted.
    pub const fn push(&mut self, side: Side, check: bool, capture: bool) {
        if capture {
            *self = Self::new(self.rule);
            return;
        }
        let index = side.index();
        self.plies[index] = self.plies[index].saturating_add(1);
        if check {
            self.checks[index] = self.checks[index].saturating_add(1);
        }
    }

    /// All plies of a side since the last capture, checks included.
    pub const fn all(&self, side: Side) -> u16 {
        self.plies[side.index()]
    }

    /// The checks a side has given since the last capture.
    pub const fn checks(&self, side: Side) -> u16 {
        self.checks[side.index()]
    }

    /// The plies of a side that count when it claims itself: those that gave no check, and of its
    /// checks as many as the rule lets count.
    pub const fn counted(&self, side: Side) -> u16 {
        let (all, checks) = (self.all(side), self.checks(side));
        let cap = self.rule.claimant_check_cap;
        all - checks + if checks < cap { checks } else { cap }
    }

    /// Whether a claim by this side would be good: enough of its own plies count, and the opponent
    /// has made as many, checks or not.
    pub const fn claimable(&self, side: Side) -> bool {
        self.counted(side) >= self.rule.limit && self.all(side.opposite()) >= self.rule.limit
    }

    /// How often this side has claimed without ground since the last capture.
    pub const fn false_claims(&self, side: Side) -> u16 {
        self.false_claims[side.index()]
    }

    /// Judges a claim, and remembers it when it is false.
    ///
    /// A game that is over on the board admits no claim; the caller sees to that.
    pub const fn claim(&mut self, side: Side) -> Claim {
        let good = self.claimable(side);
        if !good {
            let index = side.index();
            self.false_claims[index] = self.false_claims[index].saturating_add(1);
        }
        Claim {
            side,
            good,
            limit: self.rule.limit,
            counted: self.counted(side),
            opponent: self.all(side.opposite()),
            cost: match (good, self.false_claims(side)) {
                (true, _) => ClaimCost::Draw,
                (false, 1) => ClaimCost::FoulAndTime {
                    fouls: 1,
                    minutes: 5,
                },
                (false, _) => ClaimCost::Loss,
            },
        }
    }
}
