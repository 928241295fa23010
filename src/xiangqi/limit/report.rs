//! The count towards the natural limit with the reason of every ply.
//!
//! ```
//! use xiangqi::{Game, LimitRule, Position, limit::LimitEffect};
//!
//! let moves = ["h2e2", "h9g7", "e2e6"].map(|text| text.parse().unwrap());
//! let game = Game::replay(Position::start(), moves).unwrap();
//! let report = game.limit(LimitRule { limit: 40, claimant_check_cap: 0 });
//! assert_eq!(report.plies[1].english(), "Black: counts (Red 1, Black 1)");
//! assert_eq!(report.plies[2].effect, LimitEffect::Capture);
//! ```

use super::LimitCounter;
use crate::{Move, Position, Side};

/// What one ply did to the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitEffect {
    /// It counts, whoever claims.
    Counted,
    /// A check that still counts when its own side claims.
    CheckCounted,
    /// A check beyond the cap: it counts for a claim of the opponent only.
    CheckNotCounted,
    /// A capture: both counts start anew.
    Capture,
    /// The arbiter corrected the position and the pieces are no longer the same ones, as after a
    /// capture: both counts start anew.
    Corrected,
}

/// One line of a [`LimitReport`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitPly {
    /// Who moved; who is to move after a correction.
    pub side: Side,
    /// The move; `None` for a correction.
    pub mv: Option<Move>,
    /// What it did.
    pub effect: LimitEffect,
    /// The counts of Red and Black after it, each as for its own claim.
    pub counted: [u16; 2],
}

impl LimitPly {
    /// Why the count is what it is, in Chinese.
    pub fn chinese(&self) -> String {
        let what = match self.effect {
            LimitEffect::Counted => "计入",
            LimitEffect::CheckCounted => "将军，尚可计入",
            LimitEffect::CheckNotCounted => "将军，本方提出时不计",
            LimitEffect::Capture => "吃子，重新计数",
            LimitEffect::Corrected => "裁判改正局面，子力有变，重新计数",
        };
        format!(
            "{}：{what}（红 {}，黑 {}）",
            self.side.chinese(),
            self.counted[0],
            self.counted[1]
        )
    }

    /// The same in English.
    pub fn english(&self) -> String {
        let what = match self.effect {
            LimitEffect::Counted => "counts",
            LimitEffect::CheckCounted => "a check, which still counts",
            LimitEffect::CheckNotCounted => "a check, which does not count when this side claims",
            LimitEffect::Capture => "a capture, the count starts anew",
            LimitEffect::Corrected => {
                "the arbiter changed which pieces are on the board, the count starts anew"
            }
        };
        format!(
            "{}: {what} (Red {}, Black {})",
            self.side, self.counted[0], self.counted[1]
        )
    }
}

/// The count towards the natural limit with the reason of every ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitReport {
    /// The count after the last ply.
    pub counter: LimitCounter,
    /// Every ply in order.
    pub plies: Vec<LimitPly>,
}

impl LimitReport {
    /// A count that goes on from here.
    pub const fn new(counter: LimitCounter) -> Self {
        Self {
            counter,
            plies: Vec::new(),
        }
    }

    /// Counts a legal move.
    pub fn push(&mut self, before: &Position, mv: Move) {
        let side = before.side();
        let capture = before.piece_at(mv.to()).is_some();
        let check = before.gives_check(mv);
        self.counter.push(side, check, capture);
        let effect = match (capture, check) {
            (true, _) => LimitEffect::Capture,
            (false, false) => LimitEffect::Counted,
            (false, true)
                if self.counter.checks(side) <= self.counter.rule().claimant_check_cap =>
            {
                LimitEffect::CheckCounted
            }
            (false, true) => LimitEffect::CheckNotCounted,
        };
        self.note(side, Some(mv), effect);
    }

    /// The arbiter put another position. It is no move; it ends the count only if the pieces are no
    /// longer the same ones.
    pub fn correct(&mut self, before: &Position, after: &Position) {
        if pieces(before) != pieces(after) {
            self.counter = LimitCounter::new(self.counter.rule());
            self.note(after.side(), None, LimitEffect::Corrected);
        }
    }

    fn note(&mut self, side: Side, mv: Option<Move>, effect: LimitEffect) {
        let counted = Side::ALL.map(|side| self.counter.counted(side));
        self.plies.push(LimitPly {
            side,
            mv,
            effect,
            counted,
        });
    }
}

fn pieces(position: &Position) -> Vec<crate::Piece> {
    let board = position.board();
    let mut pieces: Vec<_> = board.pieces().map(|(_, piece)| piece).collect();
    pieces.sort_unstable();
    pieces
}
