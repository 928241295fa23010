//! The key of a position: one number for a placement, its mirror image, and who is to move.
//!
//! The numbers are made of 32-bit steps alone, so that the site's script makes the same ones
//! (`site/assets/key.js`; a test has a browser compare the two).

use xiangqi::{Board, Move, Piece, Role, Side, Square};

/// The finishing step of the public-domain hash MurmurHash3, which spreads 32 bits over 32 bits.
const fn spread(n: u32) -> u32 {
    let mut n = n;
    n ^= n >> 16;
    n = n.wrapping_mul(0x85eb_ca6b);
    n ^= n >> 13;
    n = n.wrapping_mul(0xc2b2_ae35);
    n ^ (n >> 16)
}

/// The n-th number: two spread words, the second from a step that is no multiple of the first.
const fn number(n: u32) -> u64 {
    let high = spread(n.wrapping_mul(0x9e37_79b9).wrapping_add(1));
    let low = spread(n.wrapping_mul(0x85eb_ca77) ^ high);
    (high as u64) << 32 | low as u64
}

/// Rows of 90 points for each of the fourteen pieces.
const POINTS: u32 = 90;
/// Mixed in when Black is to move; the first number no piece has.
const BLACK_TO_MOVE: u64 = number(14 * POINTS);

static NUMBERS: [[u64; POINTS as usize]; 14] = numbers();

const fn numbers() -> [[u64; POINTS as usize]; 14] {
    let mut table = [[0; POINTS as usize]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut point = 0;
        while point < POINTS {
            table[piece as usize][point as usize] = number(piece * POINTS + point);
            point += 1;
        }
        piece += 1;
    }
    table
}

/// Red 0 to 6, Black 7 to 13; in the order of `KABNRCP`.
const fn row(piece: Piece) -> usize {
    let role = match piece.role {
        Role::General => 0,
        Role::Advisor => 1,
        Role::Elephant => 2,
        Role::Horse => 3,
        Role::Chariot => 4,
        Role::Cannon => 5,
        Role::Soldier => 6,
    };
    match piece.side {
        Side::Red => role,
        Side::Black => role + 7,
    }
}

const fn of_piece(piece: Piece, square: Square) -> u64 {
    NUMBERS[row(piece)][square.index() as usize]
}

/// The point on the other wing.
const fn mirrored(square: Square) -> usize {
    let index = square.index() as usize;
    index - index % 9 + (8 - index % 9)
}

/// The same move on the other wing.
///
/// # Panics
/// Never: the mirror image of a point is a point.
pub fn mirror(mv: Move) -> Move {
    let other = |square: Square| {
        Square::new(8 - square.file(), square.rank()).expect("the mirror image of a point is one")
    };
    Move::new(other(mv.from()), other(mv.to()))
}

/// The key of a placement with `side` to move.
pub fn of(board: &Board, side: Side) -> u64 {
    Walk::new(board.clone(), side).key()
}

/// A placement with its key, kept up to date from move to move.
#[derive(Debug, Clone)]
pub struct Walk {
    board: Board,
    side: Side,
    straight: u64,
    mirror: u64,
}

impl Walk {
    /// Starts from a placement.
    pub fn new(board: Board, side: Side) -> Self {
        let mut walk = Self {
            board: Board::empty(),
            side,
            straight: 0,
            mirror: 0,
        };
        for (square, piece) in board.pieces() {
            walk.toggle(piece, square);
        }
        walk.board = board;
        walk
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.straight ^= of_piece(piece, square);
        self.mirror ^= NUMBERS[row(piece)][mirrored(square)];
    }

    /// Makes a move, whatever the rules say.
    #[inline]
    pub fn apply(&mut self, mv: Move) {
        if let Some(piece) = self.board.get(mv.from()) {
            self.toggle(piece, mv.from());
            self.toggle(piece, mv.to());
        }
        if let Some(taken) = self.board.apply(mv) {
            self.toggle(taken, mv.to());
        }
        self.side = self.side.opposite();
    }

    /// Whether the key is that of the mirror image.
    #[inline]
    pub const fn is_mirrored(&self) -> bool {
        self.mirror < self.straight
    }

    /// Whether the placement is its own mirror image.
    pub const fn is_symmetric(&self) -> bool {
        self.mirror == self.straight
    }

    /// The key here.
    #[inline]
    pub const fn key(&self) -> u64 {
        let least = if self.is_mirrored() {
            self.mirror
        } else {
            self.straight
        };
        match self.side {
            Side::Red => least,
            Side::Black => least ^ BLACK_TO_MOVE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_position_does_not_matter() {
        let play = |text: &str| {
            let mut walk = Walk::new(Board::start(), Side::Red);
            for mv in text.split(' ') {
                walk.apply(mv.parse().unwrap());
            }
            walk.key()
        };
        assert_eq!(play("h2e2 h9g7 h0g2 i9h9"), play("h0g2 h9g7 h2e2 i9h9"));
        assert_ne!(play("h2e2 h9g7 h0g2"), play("h2e2 h9g7"));
        assert_eq!(
            play("h2e2 h9g7 h0g2"),
            play("b2e2 b9c7 b0c2"),
            "mirror images"
        );
        assert_ne!(play("h2e2 h9g7"), play("h2e2 b9c7"), "no mirror images");
        // A capture: from scratch and step by step.
        let mut walk = Walk::new(Board::start(), Side::Red);
        walk.apply("h2h9".parse().unwrap());
        assert_eq!(walk.key(), of(&walk.board, Side::Black));
    }
}
