//! The numbers from which a position's 64-bit key is made.
//!
//! One number for each piece on each point and one for Black to move; a key is the exclusive or of
//! those that apply, so playing a move changes it by three or four numbers.

use crate::square::SQUARES;
use crate::{Piece, Square};

/// Mixed in when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = mix(0);

static NUMBERS: [[u64; 128]; 16] = numbers();

/// The number of a piece on a point.
#[inline]
pub(crate) fn of(piece: Piece, square: Square) -> u64 {
    NUMBERS[piece.index()][usize::from(square.index())]
}

/// The same from indices; `piece` is [`Piece::index`], below 16, and `square` below 128.
#[inline]
pub(crate) fn of_indices(piece: u8, square: u8) -> u64 {
    NUMBERS[usize::from(piece & 15)][usize::from(square & 127)]
}

/// The finishing step of the public-domain generator splitmix64, on the n-th step of its counter.
const fn mix(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn numbers() -> [[u64; 128]; 16] {
    let mut table = [[0; 128]; 16];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < SQUARES as usize {
            table[piece][square] = mix(1 + (piece * SQUARES as usize + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
}
