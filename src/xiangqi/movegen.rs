//! The legal moves of a position.
//!
//! ```
//! use xiangqi::Position;
//!
//! let start = Position::start();
//! assert_eq!(start.legal_moves().len(), 44);
//! assert_eq!(start.legal_targets_from("b0".parse()?).len(), 2, "a horse at home");
//! # Ok::<(), xiangqi::ParseSquareError>(())
//! ```
//!
//! # How it is fast
//! A position's `Guard` says once which pieces stand between the general and an attacker. Another
//! piece's moves are legal untested; only those of the general and of a guarding piece, or all when
//! in check, are tested, and that by looking along the general's lines as they would be, without
//! playing the move.

use arrayvec::ArrayVec;

use crate::attacks;
use crate::check::Guard;
use crate::position::{ABSENT, Position, SLOT_ROLES, VACANT};
use crate::square::FILES;
use crate::{Move, Role, Square, SquareSet};

/// The most moves a side with its sixteen pieces could have is 119.
pub type MoveList = ArrayVec<Move, 128>;

impl Position {
    /// All legal moves, in no order that should be relied on.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let guard = self.guard();
        for slot in 0..16 {
            let from = self.squares[self.side.index() * 16 + usize::from(slot)];
            if let Some(from) = Square::from_index(from) {
                for to in SquareSet::from_bits(self.legal_targets(slot, &guard)) {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves
    }

    /// Where the piece of the side to move on a point may go; empty for any other point.
    pub fn legal_targets_from(&self, from: Square) -> SquareSet {
        let slot = self.mailbox[usize::from(from.index())];
        if usize::from(slot >> 4) != self.side.index() {
            return SquareSet::EMPTY;
        }
        SquareSet::from_bits(self.legal_targets(slot & 15, &self.guard()))
    }

    /// Whether the side to move may play it.
    pub fn is_legal(&self, mv: Move) -> bool {
        let slot = self.mailbox[usize::from(mv.from().index())];
        usize::from(slot >> 4) == self.side.index()
            && self.targets(mv.from()).contains(mv.to())
            && !self.leaves_general_attacked(mv)
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        let guard = self.guard();
        (0..16).any(|slot| {
            self.squares[self.side.index() * 16 + usize::from(slot)] != ABSENT
                && self.legal_targets(slot, &guard) != 0
        })
    }

    /// Where the piece on a point goes by its own way of moving, whoever is to move and whatever
    /// happens to the generals: vacant points and those of the opponent's pieces.
    #[inline]
    pub fn targets(&self, from: Square) -> SquareSet {
        let slot = self.mailbox[usize::from(from.index())];
        if slot >= VACANT {
            return SquareSet::EMPTY;
        }
        SquareSet::from_bits(self.reach(slot, from.index()) & !self.sets[usize::from(slot >> 4)])
    }

    /// Where the piece on a point goes by its own way of moving, own pieces included: the points it
    /// takes on, or protects.
    pub fn reaches(&self, from: Square) -> SquareSet {
        let slot = self.mailbox[usize::from(from.index())];
        if slot >= VACANT {
            return SquareSet::EMPTY;
        }
        SquareSet::from_bits(self.reach(slot, from.index()))
    }

    #[inline]
    pub(crate) fn reach(&self, slot: u8, from: u8) -> u128 {
        match SLOT_ROLES[usize::from(slot & 15)] {
            Role::General => attacks::general(from),
            Role::Advisor => attacks::advisor(from),
            Role::Elephant => attacks::elephant(from, self.blocked_eyes(from)),
            Role::Horse => attacks::horse(from, self.blocked_legs(from)),
            Role::Chariot => {
                let (file, rank, file_word, rank_word) = self.lines_of(from);
                attacks::on_file(file, attacks::chariot_line(rank, file_word))
                    | attacks::on_rank(rank, attacks::chariot_line(file, rank_word))
            }
            Role::Cannon => {
                let (file, rank, file_word, rank_word) = self.lines_of(from);
                attacks::on_file(file, attacks::cannon_line(rank, file_word))
                    | attacks::on_rank(rank, attacks::cannon_line(file, rank_word))
            }
            Role::Soldier => {
                let side = if slot < 16 {
                    crate::Side::Red
                } else {
                    crate::Side::Black
                };
                attacks::soldier(side, from)
            }
        }
    }

    #[inline]
    pub(crate) fn lines_of(&self, from: u8) -> (u8, u8, u16, u16) {
        let file = attacks::FILE[usize::from(from & 127)];
        let rank = attacks::RANK[usize::from(from & 127)];
        (file, rank, self.file_word(file), self.rank_word(rank))
    }

    #[inline]
    fn is_blocked(&self, square: u8) -> u8 {
        u8::from(self.mailbox[usize::from(square & 127)] != VACANT)
    }

    /// Bits as `attacks::horse` wants them. A neighbour beyond an edge is some other point, or
    /// padding; the table has no step behind it.
    #[inline]
    pub(crate) fn blocked_legs(&self, at: u8) -> u8 {
        self.is_blocked(at + 1)
            | self.is_blocked(at.wrapping_sub(1)) << 1
            | self.is_blocked(at + FILES) << 2
            | self.is_blocked(at.wrapping_sub(FILES)) << 3
    }

    #[inline]
    pub(crate) fn blocked_eyes(&self, at: u8) -> u8 {
        self.is_blocked(at + FILES + 1)
            | self.is_blocked(at + FILES - 1) << 1
            | self.is_blocked(at.wrapping_sub(FILES - 1)) << 2
            | self.is_blocked(at.wrapping_sub(FILES + 1)) << 3
    }

    /// The legal targets of a slot of the side to move, which must be on the board.
    #[inline]
    pub(crate) fn legal_targets(&self, slot: u8, guard: &Guard) -> u128 {
        let own = self.side.index();
        let from = self.squares[own * 16 + usize::from(slot & 15)];
        let mut targets = self.reach(own as u8 * 16 + slot, from) & !self.sets[own];
        if slot == 0 {
            return self.tested(Square::from_table(from), targets);
        }
        if guard.checked {
            let zone = self.check_zone();
            if !zone.contains(Square::from_table(from)) {
                targets &= zone.bits();
            }
            return self.tested(Square::from_table(from), targets);
        }
        if guard.pinned >> slot & 1 != 0 {
            return self.tested(Square::from_table(from), targets);
        }
        targets & !guard.span
    }

    /// Those of the targets that leave the general in safety.
    fn tested(&self, from: Square, mut targets: u128) -> u128 {
        for to in SquareSet::from_bits(targets) {
            if self.leaves_general_attacked(Move::new(from, to)) {
                targets ^= 1 << to.index();
            }
        }
        targets
    }

    /// Whether the mover's general is attacked, or faces the other, after a move of a piece by its
    /// own way of moving.
    #[inline]
    pub(crate) fn leaves_general_attacked(&self, mv: Move) -> bool {
        let (from, to) = (mv.from().index(), mv.to().index());
        let general = self.squares[self.side.index() * 16];
        let general = if general == from { to } else { general };
        self.is_attacked_after(self.side, general, from, to)
    }
}
