//! Who attacks a general, and which pieces must mind it.
//!
//! ```
//! use xiangqi::Position;
//!
//! // A cannon behind its screen gives check.
//! let position = Position::from_fen("4k4/4a4/9/9/9/9/9/4C4/9/3K5 b - - 0 1")?;
//! assert!(position.is_check());
//! # Ok::<(), xiangqi::FenError>(())
//! ```

use crate::attacks::{self, FILE, RANK, between};
use crate::position::{ABSENT, CANNONS, CHARIOTS, HORSES, Position, SOLDIERS, VACANT};
use crate::square::FILES;
use crate::{Move, Side, Square, SquareSet};

/// What the side to move has to mind before it moves another piece than its general.
#[derive(Clone, Copy)]
pub(crate) struct Guard {
    /// Its general is attacked.
    pub(crate) checked: bool,
    /// Slots (bits 0 to 15) whose move may open a line or a leg to the general.
    pub(crate) pinned: u16,
    /// Points where landing makes a screen for a bare cannon.
    pub(crate) span: u128,
}

/// A general and what lies on its two lines.
struct Lines {
    general: u8,
    file: u8,
    rank: u8,
    file_word: u16,
    rank_word: u16,
}

impl Position {
    /// Whether the side to move is in check (article 3.1). Facing generals do not occur in a
    /// position.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.side)
    }

    /// Whether a move, which must be legal, attacks the opponent's general.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.after(mv).is_check()
    }

    /// The points from which the general of the side to move is attacked.
    pub fn checkers(&self) -> SquareSet {
        self.attackers(self.general(self.side))
    }

    /// The points from which a piece is attacked by the other side's pieces, each by its own way of
    /// moving, pins not minded; empty for a vacant point.
    pub fn attackers(&self, square: Square) -> SquareSet {
        let Some(piece) = self.piece_at(square) else {
            return SquareSet::EMPTY;
        };
        self.pieces_of(piece.side.opposite())
            .into_iter()
            .filter(|from| self.targets(*from).contains(square))
            .collect()
    }

    /// Whether a side's general is attacked, or faces the other.
    #[inline]
    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        // A move from the wall to the wall changes nothing.
        const NOWHERE: u8 = 127;
        let general = self.squares[side.index() * 16];
        self.is_attacked_after(side, general, NOWHERE, NOWHERE)
    }

    /// Whether the two generals stand on one file with nothing between (article 2.2).
    pub(crate) fn generals_face(&self) -> bool {
        let (red, black) = (self.general(Side::Red), self.general(Side::Black));
        let word = self.file_word(red.file());
        red.file() == black.file() && word & between(red.rank(), black.rank()) == 0
    }

    #[inline]
    pub(crate) fn file_word(&self, file: u8) -> u16 {
        let file = usize::from(file & 15);
        self.files[0][file] | self.files[1][file]
    }

    #[inline]
    pub(crate) fn rank_word(&self, rank: u8) -> u16 {
        let rank = usize::from(rank & 15);
        self.ranks[0][rank] | self.ranks[1][rank]
    }

    fn lines(&self, general: u8) -> Lines {
        let file = FILE[usize::from(general & 127)];
        let rank = RANK[usize::from(general & 127)];
        Lines {
            general,
            file,
            rank,
            file_word: self.file_word(file),
            rank_word: self.rank_word(rank),
        }
    }

    /// Whether `side`'s general on `general` is attacked (or faces the other) once the piece on
    /// `from` stands on `to`; what stood there is taken.
    #[inline]
    pub(crate) fn is_attacked_after(&self, side: Side, general: u8, from: u8, to: u8) -> bool {
        // What stood there is taken: it is nowhere.
        let at = |slot: usize| match self.squares[slot & 31] {
            square if square == to => ABSENT,
            square => square,
        };
        self.is_attacked_by(side, general, (from, to), at)
    }

    /// Whether the piece of this slot gives check, itself or by what it uncovers, when it goes from
    /// a point to a vacant one.
    #[inline]
    pub(crate) fn checks_from(&self, slot: u8, from: u8, to: u8) -> bool {
        let side = self.side.opposite();
        let general = self.squares[side.index() * 16];
        let moved = usize::from(slot & 31);
        let at = |slot: usize| {
            if slot == moved {
                to
            } else {
                self.squares[slot & 31]
            }
        };
        // A soldier is looked for on the board, where it has not moved yet.
        let is_soldier = slot & 15 >= SOLDIERS;
        (is_soldier && soldier_points(side, general).contains(&to))
            || self.is_attacked_by(side, general, (from, to), at)
    }

    /// Whether `side`'s general on `general` is attacked once one point is vacant and another
    /// occupied; `at` says where the attackers stand then.
    #[inline]
    fn is_attacked_by(
        &self,
        side: Side,
        general: u8,
        (from, to): (u8, u8),
        at: impl Fn(usize) -> u8,
    ) -> bool {
        let enemy = (1 - side.index()) * 16;
        let mut lines = self.lines(general);
        let (from_file, from_rank) = (
            FILE[usize::from(from & 127)] & 15,
            RANK[usize::from(from & 127)] & 15,
        );
        let (to_file, to_rank) = (
            FILE[usize::from(to & 127)] & 15,
            RANK[usize::from(to & 127)] & 15,
        );
        if from_file == lines.file {
            lines.file_word &= !(1 << from_rank);
        }
        if from_rank == lines.rank {
            lines.rank_word &= !(1 << from_file);
        }
        if to_file == lines.file {
            lines.file_word |= 1 << to_rank;
        }
        if to_rank == lines.rank {
            lines.rank_word |= 1 << to_file;
        }
        let other_general = at(enemy);
        if lines.between(other_general) == Some(0) {
            return true;
        }
        for slot in CHARIOTS..CHARIOTS + 2 {
            let square = at(enemy + usize::from(slot));
            if lines.between(square) == Some(0) {
                return true;
            }
        }
        for slot in CANNONS..CANNONS + 2 {
            let square = at(enemy + usize::from(slot));
            if let Some(word) = lines.between(square) {
                let beyond = word & word.wrapping_sub(1);
                if word != 0 && beyond == 0 {
                    return true;
                }
            }
        }
        for slot in HORSES..HORSES + 2 {
            let square = at(enemy + usize::from(slot));
            let leg = attacks::leg(general, square);
            let vacant =
                leg == from || (self.mailbox[usize::from(leg & 127)] == VACANT && leg != to);
            // Off the board the leg is the wall; `from` may be the wall too.
            if vacant && leg != attacks::NO_LEG {
                return true;
            }
        }
        let first = (enemy as u8) + SOLDIERS;
        soldier_points(side, general).into_iter().any(|square| {
            let slot = self.mailbox[usize::from(square & 127)];
            slot.wrapping_sub(first) < 5 && at(usize::from(slot)) == square
        })
    }

    /// What the side to move has to mind.
    #[inline]
    pub(crate) fn guard(&self) -> Guard {
        let own = self.side.index();
        let enemy = (1 - own) * 16;
        let lines = self.lines(self.squares[own * 16]);
        let mut guard = Guard {
            checked: false,
            pinned: 0,
            span: 0,
        };
        for slot in [0, CHARIOTS, CHARIOTS + 1] {
            let square = self.squares[enemy + usize::from(slot)];
            if let Some(word) = lines.between(square) {
                guard.checked |= word == 0;
                if word & word.wrapping_sub(1) == 0 {
                    self.pin(&mut guard, &lines, square, word);
                }
            }
        }
        for slot in [CANNONS, CANNONS + 1] {
            let square = self.squares[enemy + usize::from(slot)];
            if let Some(word) = lines.between(square) {
                let beyond = word & word.wrapping_sub(1);
                guard.checked |= word != 0 && beyond == 0;
                if word == 0 {
                    guard.span |= lines.points(square, between_on(&lines, square));
                } else if beyond & beyond.wrapping_sub(1) == 0 {
                    self.pin(&mut guard, &lines, square, word);
                }
            }
        }
        for slot in [HORSES, HORSES + 1] {
            let square = self.squares[enemy + usize::from(slot)];
            let on_leg = self.mailbox[usize::from(attacks::leg(lines.general, square) & 127)];
            guard.checked |= on_leg == VACANT;
            if on_leg >> 4 == own as u8 {
                guard.pinned |= 1 << (on_leg & 15);
            }
        }
        let first = (enemy as u8) + SOLDIERS;
        guard.checked |= soldier_points(self.side, lines.general)
            .into_iter()
            .any(|square| self.mailbox[usize::from(square & 127)].wrapping_sub(first) < 5);
        guard
    }

    fn pin(&self, guard: &mut Guard, lines: &Lines, slider: u8, word: u16) {
        let own = self.side.index() as u8;
        for square in SquareSet::from_bits(lines.points(slider, word)) {
            let slot = self.mailbox[usize::from(square.index())];
            if slot >> 4 == own {
                guard.pinned |= 1 << (slot & 15);
            }
        }
    }

    /// The points that can matter to a check on the general of the side to move: a move with neither
    /// end among them changes nothing about it.
    pub(crate) fn check_zone(&self) -> SquareSet {
        let general = self.general(self.side);
        let enemy = (1 - self.side.index()) * 16;
        let mut zone = attacks::cross(general.index()) | diagonals(general);
        for slot in HORSES..HORSES + 2 {
            if let Some(square) = Square::from_index(self.squares[enemy + usize::from(slot)]) {
                zone.insert(square);
            }
        }
        zone
    }
}

fn diagonals(square: Square) -> SquareSet {
    [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        .into_iter()
        .filter_map(|(files, ranks)| square.offset(files, ranks))
        .collect()
}

/// The points from which an enemy soldier attacks a general: beside it and before it.
#[inline]
const fn soldier_points(side: Side, general: u8) -> [u8; 3] {
    let before = match side {
        Side::Red => general + FILES,
        Side::Black => general - FILES,
    };
    // A general stands on files d to f, so both neighbours are on its rank.
    [before, general - 1, general + 1]
}

#[inline]
fn between_on(lines: &Lines, square: u8) -> u16 {
    let (file, rank) = (
        FILE[usize::from(square & 127)],
        RANK[usize::from(square & 127)],
    );
    if file == lines.file {
        between(lines.rank, rank)
    } else {
        between(lines.file, file)
    }
}

impl Lines {
    /// The occupied points between the general and a point of its lines; `None` off them.
    #[inline]
    fn between(&self, square: u8) -> Option<u16> {
        let (file, rank) = (
            FILE[usize::from(square & 127)],
            RANK[usize::from(square & 127)],
        );
        if file == self.file {
            Some(self.file_word & between(self.rank, rank))
        } else if rank == self.rank {
            Some(self.rank_word & between(self.file, file))
        } else {
            None
        }
    }

    /// A word of the line towards `square` as points of the board.
    fn points(&self, square: u8, word: u16) -> u128 {
        if FILE[usize::from(square & 127)] == self.file {
            attacks::on_file(self.file, word)
        } else {
            attacks::on_rank(self.rank, word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Middle games with many checks, pins and soldiers near the palaces.
    const POSITIONS: [&str; 4] = [
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
        "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    ];

    #[test]
    fn a_check_is_foreseen_without_making_the_move() {
        let mut checks = 0;
        for fen in POSITIONS {
            let start = Position::from_fen(fen).unwrap();
            let mut positions = vec![start.clone()];
            positions.extend(start.legal_moves().into_iter().map(|mv| start.after(mv)));
            for position in positions {
                for mv in position.legal_moves() {
                    if position.piece_at(mv.to()).is_some() {
                        continue;
                    }
                    let (from, to) = (mv.from().index(), mv.to().index());
                    let slot = position.mailbox[usize::from(from)];
                    let expected = position.after(mv).is_check();
                    assert_eq!(
                        position.checks_from(slot, from, to),
                        expected,
                        "{} {mv}",
                        position.to_fen()
                    );
                    checks += usize::from(expected);
                }
            }
        }
        assert!(checks > 50, "{checks} checks seen");
    }
}
