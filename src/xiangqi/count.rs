//! How many lines of legal moves of a length start from a position.
//!
//! ```
//! use xiangqi::{Position, perft};
//!
//! assert_eq!(perft(&Position::start(), 3), 79_666);
//! ```
//!
//! The last ply is counted without making moves: the points each kind of piece reaches are laid side
//! by side in one word, and the bits of the word are counted.

use crate::attacks;
use crate::position::{ABSENT, CANNONS, CHARIOTS, HORSES, Position, SOLDIERS};
use crate::square::{FILES, RANKS, SQUARES};
use crate::{Side, SquareSet};

const ADVISORS: [u8; 2] = [1, 2];
const ELEPHANTS: [u8; 2] = [3, 4];
/// How many points a half of the board has.
const HALF: u8 = SQUARES / 2;
const RED_HALF: u128 = (1 << HALF) - 1;
const FILE_A: u128 = {
    let mut set = 0;
    let mut rank = 0;
    while rank < RANKS {
        set |= 1 << (rank * FILES);
        rank += 1;
    }
    set
};

/// How many lines of `depth` legal moves start from a position (its leaves; 1 at depth 0).
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| perft(&position.after(mv), depth - 1))
            .sum(),
    }
}

impl Position {
    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> u32 {
        let guard = self.guard();
        let mut tested: u16 = 0;
        let mut count = 0;
        if guard.checked || guard.span != 0 {
            tested = !0;
        } else {
            // The general, and what stands guard.
            tested |= 1 | guard.pinned;
            count += self.count_sliders(tested)
                + self.count_horses(tested)
                + self.count_palace(tested)
                + self.count_soldiers(tested);
        }
        while tested != 0 {
            let slot = tested.trailing_zeros() as u8;
            tested &= tested - 1;
            if self.squares[self.side.index() * 16 + usize::from(slot)] != ABSENT {
                count += self.legal_targets(slot, &guard).count_ones();
            }
        }
        count
    }

    /// The point of a slot of the side to move, unless it is taken or left out.
    #[inline]
    fn counted(&self, slot: u8, left_out: u16) -> Option<u8> {
        let square = self.squares[self.side.index() * 16 + usize::from(slot & 15)];
        (square != ABSENT && left_out >> slot & 1 == 0).then_some(square)
    }

    fn count_sliders(&self, left_out: u16) -> u32 {
        let own = self.side.index();
        let mut words = [0u64; 2];
        for n in 0..2 {
            if let Some(at) = self.counted(CHARIOTS + n, left_out) {
                let (file, rank, file_word, rank_word) = self.lines_of(at);
                let up = attacks::chariot_line(rank, file_word)
                    & !self.files[own][usize::from(file & 15)];
                let across = attacks::chariot_line(file, rank_word)
                    & !self.ranks[own][usize::from(rank & 15)]
                    & 0x1ff;
                words[0] |= u64::from(u32::from(up) << 16 | u32::from(across)) << (32 * n);
            }
            if let Some(at) = self.counted(CANNONS + n, left_out) {
                let (file, rank, file_word, rank_word) = self.lines_of(at);
                let up = attacks::cannon_line(rank, file_word)
                    & !self.files[own][usize::from(file & 15)];
                let across = attacks::cannon_line(file, rank_word)
                    & !self.ranks[own][usize::from(rank & 15)]
                    & 0x1ff;
                words[1] |= u64::from(u32::from(up) << 16 | u32::from(across)) << (32 * n);
            }
        }
        words[0].count_ones() + words[1].count_ones()
    }

    fn count_horses(&self, left_out: u16) -> u32 {
        let own = self.sets[self.side.index()];
        let mut count = 0;
        for slot in HORSES..HORSES + 2 {
            if let Some(at) = self.counted(slot, left_out) {
                count += (attacks::horse(at, self.blocked_legs(at)) & !own).count_ones();
            }
        }
        count
    }

    /// Advisors and elephants never leave their half of the board.
    fn count_palace(&self, left_out: u16) -> u32 {
        let side = self.side.index();
        let half = HALF * side as u8;
        let free = !(self.sets[side] >> half) as u64;
        let mut count = 0;
        for slot in ELEPHANTS {
            if let Some(at) = self.counted(slot, left_out) {
                let targets = (attacks::elephant(at, self.blocked_eyes(at)) >> half) as u64;
                count += (targets & free).count_ones();
            }
        }
        for slot in ADVISORS {
            if let Some(at) = self.counted(slot, left_out) {
                let targets = (attacks::advisor(at) >> half) as u64;
                count += (targets & free).count_ones();
            }
        }
        count
    }

    fn count_soldiers(&self, left_out: u16) -> u32 {
        let mut soldiers = 0u128;
        for slot in SOLDIERS..SOLDIERS + 5 {
            if let Some(at) = self.counted(slot, left_out) {
                soldiers |= 1 << (at & 127);
            }
        }
        let free = !self.sets[self.side.index()] & SquareSet::FULL.bits();
        let (forward, crossed) = match self.side {
            Side::Red => (soldiers << FILES, soldiers & !RED_HALF),
            Side::Black => (soldiers >> FILES, soldiers & RED_HALF),
        };
        let mut count = (forward & free).count_ones();
        if crossed != 0 {
            let right = (crossed & !(FILE_A << 8)) << 1;
            let left = (crossed & !FILE_A) >> 1;
            count += (right & free).count_ones() + (left & free).count_ones();
        }
        count
    }
}
