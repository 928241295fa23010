//! Cutting a file of many games into games, before its text is decoded.

use std::ops::Range;

use super::tags;

/// The games of a file as ranges of its bytes: tags, then moves up to the next tags.
#[derive(Debug, Clone)]
pub(super) struct Chunks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Chunks<'a> {
    pub(super) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    pub(super) const fn position(&self) -> usize {
        self.at
    }
}

impl Iterator for Chunks<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut in_moves = false;
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            if let Some(length) = tags::extent(rest) {
                // Also inside a comment: then that was never closed.
                if in_moves {
                    break;
                }
                self.at += length;
                continue;
            }
            let length = tags::line_length(rest);
            in_moves |= !rest[..length].trim_ascii().is_empty();
            self.at += length;
        }
        (self.at > start).then_some(start..self.at)
    }
}
