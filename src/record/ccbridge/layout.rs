//! Where things stand in a record.

use xiangqi::{Piece, Role, Side, Square};

use crate::Field;

pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";
/// What kind of layout a record has: 1 the older, 2 the usual one.
pub(super) const KIND: usize = 19;
/// Where the identity of a record stands, 16 bytes.
pub(super) const IDENTITY: usize = 20;

/// The places of one kind of layout, in bytes from the start of the record.
pub(super) struct Layout {
    pub(super) texts: &'static [Text],
    pub(super) result: usize,
    pub(super) side: usize,
    pub(super) start_move: Option<usize>,
    pub(super) board: usize,
    pub(super) moves: usize,
}

/// A text: UTF-16LE to the first zero; what follows that is left-over memory.
pub(super) struct Text {
    pub(super) name: Name,
    pub(super) at: usize,
    pub(super) size: usize,
}

/// What a text says.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Known(Field),
    Other(&'static str),
}

const fn known(field: Field, at: usize, size: usize) -> Text {
    Text {
        name: Name::Known(field),
        at,
        size,
    }
}

const fn other(name: &'static str, at: usize, size: usize) -> Text {
    Text {
        name: Name::Other(name),
        at,
        size,
    }
}

/// The usual layout.
pub(super) const USUAL: Layout = Layout {
    texts: &[
        other("Script", 52, 128),
        known(Field::Title, 180, 128),
        other("Path", 308, 256),
        other("Source", 564, 64),
        other("EventClass", 628, 64),
        known(Field::Event, 692, 64),
        known(Field::Round, 756, 64),
        known(Field::Group, 820, 32),
        known(Field::Table, 852, 32),
        known(Field::Date, 884, 64),
        known(Field::Site, 948, 64),
        known(Field::TimeRule, 1012, 64),
        known(Field::Red, 1076, 64),
        known(Field::RedTeam, 1140, 64),
        known(Field::RedTime, 1204, 64),
        known(Field::RedRating, 1268, 32),
        known(Field::Black, 1300, 64),
        known(Field::BlackTeam, 1364, 64),
        known(Field::BlackTime, 1428, 64),
        known(Field::BlackRating, 1492, 32),
        known(Field::Referee, 1524, 64),
        known(Field::Recorder, 1588, 64),
        known(Field::Annotator, 1652, 64),
        other("AnnotatorMail", 1716, 64),
        known(Field::Author, 1780, 64),
        other("AuthorMail", 1844, 64),
        other("Created", 1908, 40),
        other("Saved", 1972, 40),
        other("Nature", 2044, 32),
        known(Field::Termination, 2080, 32),
    ],
    result: 2076,
    side: 2112,
    start_move: Some(2116),
    board: 2120,
    moves: 2214,
};

/// The older layout, of which no sample was found: known from its description alone.
pub(super) const OLDER: Layout = Layout {
    texts: &[
        known(Field::Title, 52, 128),
        known(Field::Event, 564, 64),
        known(Field::Red, 948, 64),
        known(Field::Black, 1172, 64),
    ],
    result: 1820,
    side: 1856,
    start_move: None,
    board: 1864,
    moves: 1958,
};

/// The number of the kind of game, and its names.
pub(super) const GAME_KIND: usize = 2040;
pub(super) const GAME_KINDS: [&str; 4] = ["未知", "全局", "中局", "残局"];

/// The four bytes between board and moves.
pub(super) const BOARD_END: [u8; 4] = [0xFF; 4];

/// The point of a number 0 to 89, counted by rows from Black's back line.
pub(super) fn square(code: u8) -> Option<Square> {
    Square::new(code % 9, 9_u8.checked_sub(code / 9)?)
}

/// The number of a point.
pub(super) const fn code(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

const ROLES: [Role; 7] = [
    Role::Chariot,
    Role::Horse,
    Role::Elephant,
    Role::Advisor,
    Role::General,
    Role::Cannon,
    Role::Soldier,
];

/// The piece of a board byte: 0x11 to 0x17 Red, 0x21 to 0x27 Black.
pub(super) fn piece(code: u8) -> Option<Piece> {
    let side = match code >> 4 {
        1 => Side::Red,
        2 => Side::Black,
        _ => return None,
    };
    let role = *ROLES.get(usize::from(code & 15).checked_sub(1)?)?;
    Some(Piece { side, role })
}

/// The board byte of a piece.
pub(super) fn piece_code(piece: Piece) -> u8 {
    let side = match piece.side {
        Side::Red => 0x10,
        Side::Black => 0x20,
    };
    let role = ROLES
        .iter()
        .position(|role| *role == piece.role)
        .unwrap_or(0);
    side | (role as u8 + 1)
}

pub(super) const LAST_MOVE: u8 = 1;
pub(super) const HAS_OTHER: u8 = 2;
pub(super) const HAS_COMMENT: u8 = 4;
