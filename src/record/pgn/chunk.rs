//! Cutting a file of many games into games, before its text is decoded.

use std::ops::Range;

use super::tags;
use crate::TextEncoding;

/// The games of a file as ranges of its bytes: tags, then moves up to the next tags.
#[derive(Debug, Clone)]
pub(super) struct Chunks<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether the second byte of a character can be that of a brace.
    double: bool,
}

impl<'a> Chunks<'a> {
    pub(super) const fn new(bytes: &'a [u8], at: usize, encoding: TextEncoding) -> Self {
        let double = matches!(encoding, TextEncoding::Gb18030 | TextEncoding::Big5);
        Self { bytes, at, double }
    }

    pub(super) const fn position(&self) -> usize {
        self.at
    }

    /// The braces of a part of the file.
    fn braces(&self, range: Range<usize>) -> impl Iterator<Item = u8> {
        let mut second = false;
        let double = self.double;
        self.bytes[range].iter().copied().filter(move |byte| {
            let is_second = std::mem::take(&mut second);
            second = double && !is_second && *byte >= 0x81;
            !is_second && matches!(byte, b'{' | b'}')
        })
    }
}

impl Iterator for Chunks<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut in_moves = false;
        let mut depth = 0_usize;
        // Whether the next brace closes a comment; looked for once in each comment.
        let mut closes = None;
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            if let Some(length) = tags::extent(rest) {
                let inside = depth > 0
                    && *closes.get_or_insert_with(|| {
                        self.braces(self.at..self.bytes.len()).next() == Some(b'}')
                    });
                // Inside a comment that is never closed they are those of the next game.
                if in_moves && !inside {
                    break;
                }
                if !inside {
                    self.at += length;
                    continue;
                }
            }
            let length = tags::line_length(rest);
            in_moves |= !rest[..length].trim_ascii().is_empty();
            for brace in self.braces(self.at..self.at + length) {
                closes = None;
                depth = match brace {
                    b'{' => depth + 1,
                    _ => depth.saturating_sub(1),
                };
            }
            self.at += length;
        }
        (self.at > start).then_some(start..self.at)
    }
}
