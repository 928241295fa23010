use xiangqi::{Setup, Side, Square};

use super::layout::{
    HEADER, KIND, KINDS, NODES, PIECES, RESULT, SIDE, START_PLY, SUBTITLE, TEXTS, VERSION,
};
use crate::order::{ORDER, slots};
use crate::write::{Dropped, Written};
use crate::{Field, Game, TextEncoding, Tree};

/// The versions that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum XqfVersion {
    /// Version 10, plain: read by every program.
    #[default]
    V10,
    /// Version 18, with keys of zero.
    V18,
}

/// What version 18 adds to the length of a comment even with keys of zero.
const LENGTH_KEY: u32 = 767;

/// Writes a game.
pub(crate) fn write(game: &Game, version: XqfVersion) -> Written {
    let mut dropped = Vec::new();
    let mut bytes = vec![0_u8; HEADER];
    bytes[..2].copy_from_slice(b"XQ");
    bytes[VERSION] = match version {
        XqfVersion::V10 => 10,
        XqfVersion::V18 => 18,
    };
    write_start(&mut bytes, &game.start, version, &mut dropped);
    bytes[RESULT] = game.outcome.code();
    let nodes = game.tree.moves() as u32 + 1;
    bytes[NODES..NODES + 4].copy_from_slice(&nodes.to_le_bytes());
    let kind = game.headers.get(Field::Kind);
    let known = KINDS.iter().position(|name| *name == kind);
    bytes[KIND] = known.unwrap_or(0) as u8;
    write_texts(&mut bytes, game, &mut dropped);
    dropped.extend(Dropped::headers(game, |name| {
        name == SUBTITLE.0
            || (name == Field::Kind.tag() && known.is_some())
            || TEXTS.iter().any(|text| text.field.tag() == name)
    }));
    write_moves(&mut bytes, &game.tree, version);
    Written { bytes, dropped }
}

fn write_start(bytes: &mut [u8], start: &Setup, version: XqfVersion, dropped: &mut Vec<Dropped>) {
    let (places, left) = slots(&start.board);
    if left > 0 {
        dropped.push(Dropped::Pieces { count: left });
    }
    for (slot, place) in places.iter().enumerate() {
        // From version 12 on the table is turned by one and by a key, here zero.
        let at = match version {
            XqfVersion::V10 => slot,
            XqfVersion::V18 => (slot + ORDER.len() - 1) % ORDER.len(),
        };
        bytes[PIECES + at] = place.map_or(0xFF, code);
    }
    let black = start.side == Some(Side::Black);
    bytes[SIDE] = u8::from(black);
    let number = start.move_number.unwrap_or(1).clamp(1, 30_000) - 1;
    let ply = (number * 2 + u32::from(black)) as u16;
    // A game from its beginning starts with ply 0, whoever moves.
    let ply = if number == 0 { 0 } else { ply };
    bytes[START_PLY..START_PLY + 2].copy_from_slice(&ply.to_le_bytes());
}

const fn code(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

fn write_texts(bytes: &mut [u8], game: &Game, dropped: &mut Vec<Dropped>) {
    let (name, at, size) = SUBTITLE;
    let fields = TEXTS
        .iter()
        .map(|text| {
            (
                text.field.tag(),
                game.headers.get(text.field),
                text.at,
                text.size,
            )
        })
        .chain([(name, game.headers.other(name), at, size)]);
    for (name, value, at, size) in fields {
        let (text, kept) = fitting(value, size - 1);
        bytes[at] = text.len() as u8;
        bytes[at + 1..at + 1 + text.len()].copy_from_slice(&text);
        if kept.len() < value.len() {
            dropped.push(Dropped::Cut {
                name: name.to_owned(),
                kept: kept.to_owned(),
            });
        }
    }
}

/// As much of a text as fits, in whole characters.
fn fitting(text: &str, size: usize) -> (Vec<u8>, &str) {
    let mut bytes = Vec::new();
    for (at, letter) in text.char_indices() {
        let (encoded, _) = TextEncoding::Gb18030.encode(letter.encode_utf8(&mut [0; 4]));
        if bytes.len() + encoded.len() > size {
            return (bytes, &text[..at]);
        }
        bytes.extend(encoded);
    }
    (bytes, text)
}

fn write_moves(bytes: &mut Vec<u8>, tree: &Tree, version: XqfVersion) {
    for node in std::iter::once(Tree::ROOT).chain(tree.walk()) {
        let (from, to) = tree
            .mv(node)
            .map_or((0, 0), |mv| (code(mv.from()), code(mv.to())));
        let next = tree.first_child(node).is_some();
        let other = tree.next_sibling(node).is_some();
        let comment = tree.comment(node).replace('\n', "\r\n");
        let (text, _) = TextEncoding::Gb18030.encode(&comment);
        let flags = match version {
            XqfVersion::V10 => (u8::from(next) * 0xF0) | (u8::from(other) * 0x0F),
            XqfVersion::V18 => {
                (u8::from(next) << 7) | (u8::from(other) << 6) | (u8::from(!text.is_empty()) << 5)
            }
        };
        bytes.extend([from + 24, to + 32, flags, 0]);
        match version {
            XqfVersion::V10 => bytes.extend((text.len() as u32).to_le_bytes()),
            XqfVersion::V18 if text.is_empty() => {}
            XqfVersion::V18 => bytes.extend((text.len() as u32 + LENGTH_KEY).to_le_bytes()),
        }
        bytes.extend(text);
    }
}
