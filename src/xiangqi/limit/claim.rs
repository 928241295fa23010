//! A claim of the natural limit and what it leads to.
//!
//! ```
//! use xiangqi::{Side, limit::{ClaimCost, LimitCounter, LimitRule}};
//!
//! let mut counter = LimitCounter::new(LimitRule { limit: 40, claimant_check_cap: 0 });
//! let claim = counter.claim(Side::Red);
//! assert_eq!(claim.cost, ClaimCost::FoulAndTime { fouls: 1, minutes: 5 });
//! assert_eq!(counter.claim(Side::Red).cost, ClaimCost::Loss, "twice in one phase");
//! ```

use crate::Side;

/// A claim of the natural limit, judged (article 22.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Who claims.
    pub side: Side,
    /// Whether it is good.
    pub good: bool,
    /// Rounds of moves the event asks for.
    pub limit: u16,
    /// The claimant's plies that count.
    pub counted: u16,
    /// The opponent's plies, all of which count.
    pub opponent: u16,
    /// What follows.
    pub cost: ClaimCost,
}

/// What a claim of the natural limit leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClaimCost {
    /// The claim is good: the game is drawn.
    Draw,
    /// A false claim: so many fouls, and so many minutes off the claimant's clock; if that makes the
    /// flag fall the claimant has lost (22.2).
    FoulAndTime {
        /// Fouls noted.
        fouls: u8,
        /// Minutes taken off.
        minutes: u8,
    },
    /// A second false claim without a capture between: the claimant has lost (4.1.11).
    Loss,
}

impl ClaimCost {
    /// The article it follows.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Draw | Self::FoulAndTime { .. } => "22.2",
            Self::Loss => "4.1.11",
        }
    }
}

impl Claim {
    /// The ruling in Chinese.
    pub fn chinese(&self) -> String {
        let ruling = match self.cost {
            ClaimCost::Draw => "成立，判和".into(),
            ClaimCost::FoulAndTime { fouls, minutes } => {
                format!("不成立，记犯规 {fouls} 次，扣时 {minutes} 分钟")
            }
            ClaimCost::Loss => "不成立，本阶段第二次，判负".into(),
        };
        format!(
            "{}提出自然限着：本方计 {} 着，对方 {} 着，限 {} 回合；{ruling}",
            self.side.chinese(),
            self.counted,
            self.opponent,
            self.limit
        )
    }

    /// The ruling in English.
    pub fn english(&self) -> String {
        let ruling = match self.cost {
            ClaimCost::Draw => "good, the game is drawn".into(),
            ClaimCost::FoulAndTime { fouls, minutes } => {
                format!("false, {fouls} foul and {minutes} minutes off the clock")
            }
            ClaimCost::Loss => "false for the second time in this phase, the game is lost".into(),
        };
        format!(
            "{} claims the natural limit: {} of their own moves count and {} of the opponent's, \
             the limit is {} rounds; {ruling}",
            self.side, self.counted, self.opponent, self.limit
        )
    }
}
