//! Where pieces go: tables made at compile time.
//!
//! A chariot or cannon looks along two lines. A line is a word with one bit a point, ten for a file
//! and nine for a rank; one table gives the points a chariot reaches on it (the first piece it meets
//! included), another those of a cannon (vacant points, and the second piece it meets). Horse and
//! elephant look up their four legs or eyes as a four-bit number. Together about 120 KB, of which a
//! game touches little at a time.

// The arrays in question are built at compile time and live in the binary.
#![allow(clippy::large_stack_arrays)]

use crate::square::{FILES, RANKS, SQUARES, Square};
use crate::{Side, SquareSet};

/// File of each index; padded, so that a masked index needs no bounds check, with a file and rank
/// that no point has.
pub(crate) static FILE: [u8; 128] = coordinates().0;
/// Rank of each index.
pub(crate) static RANK: [u8; 128] = coordinates().1;

/// `[point of the line][occupied points of the line]` → points a chariot reaches.
static CHARIOT: [[u16; 1024]; 16] = chariot_lines();
/// `[point of the line][occupied points of the line]` → points a cannon reaches.
static CANNON: [[u16; 1024]; 16] = cannon_lines();
/// Bits of a file word put on the a-file of the board.
static ON_FILE: [u128; 1024] = spread();

static HORSE: [[u128; 16]; 128] = legged(&HORSE_STEPS);
static ELEPHANT: [[u128; 16]; 128] = elephants();
static ADVISOR: [u128; 128] = in_palace([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
static GENERAL: [u128; 128] = in_palace([(0, 1), (0, -1), (1, 0), (-1, 0)]);
static SOLDIER: [[u128; 128]; 2] = [soldiers(1), soldiers(-1)];

/// `[general][horse]` → the leg of a horse that looks at the general, or [`NO_LEG`].
static LEG: [[u8; 128]; 128] = legs();
/// What [`leg`] gives when the two points are no horse's move apart.
pub(crate) const NO_LEG: u8 = 127;

/// The four legs of a horse (right, left, up, down: bits 0 to 3) and the two steps behind each.
const HORSE_STEPS: [[(i8, i8); 3]; 4] = [
    [(1, 0), (2, 1), (2, -1)],
    [(-1, 0), (-2, 1), (-2, -1)],
    [(0, 1), (1, 2), (-1, 2)],
    [(0, -1), (1, -2), (-1, -2)],
];

/// The four eyes of an elephant and the step behind each.
const ELEPHANT_STEPS: [[(i8, i8); 2]; 4] = [
    [(1, 1), (2, 2)],
    [(-1, 1), (-2, 2)],
    [(1, -1), (2, -2)],
    [(-1, -1), (-2, -2)],
];

/// Points of its line a chariot reaches. `at` is below 10, `occupied` has at most ten bits.
#[inline]
pub(crate) fn chariot_line(at: u8, occupied: u16) -> u16 {
    CHARIOT[usize::from(at & 15)][usize::from(occupied & 1023)]
}

/// Points of its line a cannon reaches: vacant ones up to the screen, and the piece behind it.
#[inline]
pub(crate) fn cannon_line(at: u8, occupied: u16) -> u16 {
    CANNON[usize::from(at & 15)][usize::from(occupied & 1023)]
}

/// A file word on its file.
#[inline]
pub(crate) fn on_file(file: u8, word: u16) -> u128 {
    ON_FILE[usize::from(word & 1023)] << file
}

/// A rank word on its rank.
#[inline]
pub(crate) fn on_rank(rank: u8, word: u16) -> u128 {
    u128::from(word & 0x1ff) << (rank * FILES)
}

/// Where a horse goes; bit n of `legs` says that the n-th leg (right, left, up, down) is blocked.
#[inline]
pub(crate) fn horse(square: u8, legs: u8) -> u128 {
    HORSE[usize::from(square & 127)][usize::from(legs & 15)]
}

/// Where an elephant goes; bit n of `eyes` says that the n-th eye (+10, +8, -8, -10) is blocked.
#[inline]
pub(crate) fn elephant(square: u8, eyes: u8) -> u128 {
    ELEPHANT[usize::from(square & 127)][usize::from(eyes & 15)]
}

/// Where an advisor goes.
#[inline]
pub(crate) fn advisor(square: u8) -> u128 {
    ADVISOR[usize::from(square & 127)]
}

/// Where a general goes.
#[inline]
pub(crate) fn general(square: u8) -> u128 {
    GENERAL[usize::from(square & 127)]
}

/// Where a soldier goes.
#[inline]
pub(crate) fn soldier(side: Side, square: u8) -> u128 {
    SOLDIER[side.index()][usize::from(square & 127)]
}

/// The leg between a general's point and a horse that could take it from the other.
#[inline]
pub(crate) fn leg(general: u8, horse: u8) -> u8 {
    LEG[usize::from(general & 127)][usize::from(horse & 127)]
}

/// The points strictly between two points of a line, as a word.
#[inline]
pub(crate) const fn between(a: u8, b: u8) -> u16 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1 << high) - 1) & !((2 << low) - 1)
}

/// The set of the two lines through a point, the point itself left out.
#[inline]
pub(crate) fn cross(square: u8) -> SquareSet {
    let (file, rank) = (
        FILE[usize::from(square & 127)],
        RANK[usize::from(square & 127)],
    );
    SquareSet::from_bits(on_file(file, 1023) ^ on_rank(rank, 0x1ff))
}

const fn coordinates() -> ([u8; 128], [u8; 128]) {
    let (mut files, mut ranks) = ([15; 128], [15; 128]);
    let mut index = 0;
    while index < SQUARES {
        files[index as usize] = index % FILES;
        ranks[index as usize] = index / FILES;
        index += 1;
    }
    (files, ranks)
}

const fn chariot_lines() -> [[u16; 1024]; 16] {
    let mut table = [[0; 1024]; 16];
    let mut at = 0;
    while at < RANKS as usize {
        let mut occupied = 0;
        while occupied < 1024 {
            table[at][occupied] = reach(at, occupied as u16, false);
            occupied += 1;
        }
        at += 1;
    }
    table
}

const fn cannon_lines() -> [[u16; 1024]; 16] {
    let mut table = [[0; 1024]; 16];
    let mut at = 0;
    while at < RANKS as usize {
        let mut occupied = 0;
        while occupied < 1024 {
            table[at][occupied] = reach(at, occupied as u16, true);
            occupied += 1;
        }
        at += 1;
    }
    table
}

/// Walks the line both ways from `at`.
const fn reach(at: usize, occupied: u16, jumps: bool) -> u16 {
    let up = upward(occupied >> (at + 1), jumps) << (at + 1);
    // Downward is upward on the line turned round.
    let turned = (occupied.reverse_bits() >> 6) >> (10 - at);
    let down = (upward(turned, jumps) << (10 - at)).reverse_bits() >> 6;
    (up | down) & 1023
}

/// The points reached when the line starts at bit 0 and the mover stands just below it.
const fn upward(occupied: u16, jumps: bool) -> u16 {
    if occupied == 0 {
        return !0;
    }
    let first = occupied & occupied.wrapping_neg();
    if !jumps {
        return first | (first - 1);
    }
    let beyond = occupied & !first;
    (first - 1) | (beyond & beyond.wrapping_neg())
}

const fn spread() -> [u128; 1024] {
    let mut table = [0; 1024];
    let mut word = 0;
    while word < 1024 {
        let mut rank = 0;
        while rank < RANKS {
            if word >> rank & 1 != 0 {
                table[word] |= 1 << (rank * FILES);
            }
            rank += 1;
        }
        word += 1;
    }
    table
}

const fn bit(square: Square, step: (i8, i8)) -> u128 {
    match square.offset(step.0, step.1) {
        Some(to) => 1 << to.index(),
        None => 0,
    }
}

const fn legged(steps: &[[(i8, i8); 3]; 4]) -> [[u128; 16]; 128] {
    let mut table = [[0; 16]; 128];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::from_table(index);
        let mut legs = 0;
        while legs < 16 {
            let mut leg = 0;
            while leg < 4 {
                if legs >> leg & 1 == 0 {
                    table[index as usize][legs] |=
                        bit(square, steps[leg][1]) | bit(square, steps[leg][2]);
                }
                leg += 1;
            }
            legs += 1;
        }
        index += 1;
    }
    table
}

const fn elephants() -> [[u128; 16]; 128] {
    // The river: an elephant stays on its own half.
    const RED_HALF: u128 = (1 << 45) - 1;
    let mut table = [[0; 16]; 128];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::from_table(index);
        let half = if index < 45 { RED_HALF } else { !RED_HALF };
        let mut eyes = 0;
        while eyes < 16 {
            let mut eye = 0;
            while eye < 4 {
                if eyes >> eye & 1 == 0 {
                    table[index as usize][eyes] |= bit(square, ELEPHANT_STEPS[eye][1]) & half;
                }
                eye += 1;
            }
            eyes += 1;
        }
        index += 1;
    }
    table
}

/// Steps of one point that start and end in the same palace.
const fn in_palace(steps: [(i8, i8); 4]) -> [u128; 128] {
    let mut palaces = 0;
    let mut file = 3;
    while file <= 5 {
        palaces |= ((1 << 9) | (1 << 18) | 1 | (1 << 63) | (1 << 72) | (1 << 81)) << file;
        file += 1;
    }
    let mut table = [0; 128];
    let mut index = 0;
    while index < SQUARES {
        if palaces >> index & 1 != 0 {
            let mut n = 0;
            while n < 4 {
                table[index as usize] |= bit(Square::from_table(index), steps[n]) & palaces;
                n += 1;
            }
        }
        index += 1;
    }
    table
}

const fn soldiers(forward: i8) -> [u128; 128] {
    let mut table = [0; 128];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::from_table(index);
        table[index as usize] = bit(square, (0, forward));
        if (square.rank() >= 5) == (forward > 0) {
            table[index as usize] |= bit(square, (1, 0)) | bit(square, (-1, 0));
        }
        index += 1;
    }
    table
}

const fn legs() -> [[u8; 128]; 128] {
    let mut table = [[NO_LEG; 128]; 128];
    let mut index = 0;
    while index < SQUARES {
        let horse = Square::from_table(index);
        let mut n = 0;
        while n < 4 {
            let [leg, one, other] = HORSE_STEPS[n];
            if let Some(leg) = horse.offset(leg.0, leg.1) {
                if let Some(general) = horse.offset(one.0, one.1) {
                    table[general.index() as usize][index as usize] = leg.index();
                }
                if let Some(general) = horse.offset(other.0, other.1) {
                    table[general.index() as usize][index as usize] = leg.index();
                }
            }
            n += 1;
        }
        index += 1;
    }
    table
}
