//! The cipher of versions 11 and later.

use super::layout::{HEADER, KEY_SUM, MASK, OR_KEYS};

/// What the stream is made of: a fixed sentence, of which the header's keys leave some bits.
const SENTENCE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The keys of one file.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// Turns the table of pieces and shifts its squares.
    pub(super) pieces: u8,
    /// Shifts where moves start.
    pub(super) from: u8,
    /// Shifts where moves end.
    pub(super) to: u8,
    /// Added to the lengths of comments.
    pub(super) length: u32,
    stream: [u8; 32],
}

impl Keys {
    /// No cipher at all: version 10.
    pub(super) const PLAIN: Self = Self {
        pieces: 0,
        from: 0,
        to: 0,
        length: 0,
        stream: [0; 32],
    };

    /// The keys a header gives.
    pub(super) fn of_header(header: &[u8; HEADER]) -> Self {
        let [sum, x, f, t] = [0, 1, 2, 3].map(|at| header[KEY_SUM + at]);
        let square = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let pieces = square(x).wrapping_mul(x);
        let from = square(f).wrapping_mul(pieces);
        let to = square(t).wrapping_mul(from);
        let length = (u32::from(sum) * 256 + u32::from(x)) % 32_000 + 767;
        let bits: [u8; 4] =
            std::array::from_fn(|at| (header[KEY_SUM + at] & header[MASK]) | header[OR_KEYS + at]);
        let stream = std::array::from_fn(|at| bits[at % 4] & SENTENCE[at]);
        Self {
            pieces,
            from,
            to,
            length,
            stream,
        }
    }

    /// The plain byte for an enciphered one at a place of the file. The header's length is a multiple
    /// of the stream's.
    pub(super) fn open(&self, at: usize, byte: u8) -> u8 {
        byte.wrapping_sub(self.stream[at % 32])
    }
}
