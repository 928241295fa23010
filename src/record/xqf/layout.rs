//! Where things stand in the header.

use crate::Field;

/// Length of the header; the moves follow it.
pub(super) const HEADER: usize = 1024;
pub(super) const VERSION: usize = 2;
pub(super) const MASK: usize = 3;
pub(super) const OR_KEYS: usize = 8;
pub(super) const KEY_SUM: usize = 12;
pub(super) const PIECES: usize = 16;
pub(super) const START_PLY: usize = 48;
pub(super) const SIDE: usize = 50;
pub(super) const RESULT: usize = 51;
pub(super) const NODES: usize = 52;
pub(super) const KIND: usize = 64;

/// A text of the header: a length byte, then that many bytes.
pub(super) struct Text {
    pub(super) field: Field,
    pub(super) at: usize,
    /// With the length byte.
    pub(super) size: usize,
}

const fn text(field: Field, at: usize, size: usize) -> Text {
    Text { field, at, size }
}

pub(super) const TEXTS: [Text; 11] = [
    text(Field::Title, 80, 64),
    text(Field::Event, 208, 64),
    text(Field::Date, 272, 16),
    text(Field::Site, 288, 16),
    text(Field::Red, 304, 16),
    text(Field::Black, 320, 16),
    text(Field::TimeRule, 336, 64),
    text(Field::RedTime, 400, 16),
    text(Field::BlackTime, 416, 16),
    text(Field::Annotator, 464, 16),
    text(Field::Author, 480, 16),
];

/// The second title, which has no field of its own.
pub(super) const SUBTITLE: (&str, usize, usize) = ("Subtitle", 144, 64);

/// The four kinds of record by their number.
pub(super) const KINDS: [&str; 4] = ["全局", "开局", "中局", "残局"];
