//! Writing one record.

use xiangqi::Side;

use super::layout::{
    self, BOARD_END, GAME_KIND, GAME_KINDS, HAS_COMMENT, HAS_OTHER, IDENTITY, KIND, LAST_MOVE,
    MAGIC, Name, USUAL,
};
use crate::write::{Dropped, Written};
use crate::{Field, Game, TextEncoding, Tree};

/// Writes a game.
pub(crate) fn write(game: &Game) -> Written {
    let mut dropped = Vec::new();
    let mut bytes = vec![0_u8; USUAL.moves];
    bytes[..MAGIC.len()].copy_from_slice(MAGIC);
    bytes[KIND] = 2;
    for text in USUAL.texts {
        let (name, value) = match text.name {
            Name::Known(field) => (field.tag(), game.headers.get(field)),
            Name::Other(name) => (name, game.headers.other(name)),
        };
        // A zero must follow the text.
        let kept = fitting(value, text.size / 2 - 1);
        let (encoded, _) = TextEncoding::Utf16Le.encode(kept);
        bytes[text.at..text.at + encoded.len()].copy_from_slice(&encoded);
        if kept.len() < value.len() {
            dropped.push(Dropped::Cut {
                name: name.to_owned(),
                kept: kept.to_owned(),
            });
        }
    }
    let kind = game.headers.get(Field::Kind);
    let known = GAME_KINDS.iter().position(|name| *name == kind);
    bytes[GAME_KIND] = known.unwrap_or(0) as u8;
    bytes[USUAL.result] = game.outcome.code();
    bytes[USUAL.side] = if game.start.side == Some(Side::Black) {
        2
    } else {
        1
    };
    if let Some(at) = USUAL.start_move {
        let number = game.start.move_number.unwrap_or(1).clamp(1, 9999) as u16;
        bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    for (square, piece) in game.start.board.pieces() {
        bytes[USUAL.board + usize::from(layout::code(square))] = layout::piece_code(piece);
    }
    let end = USUAL.board + 90;
    bytes[end..end + BOARD_END.len()].copy_from_slice(&BOARD_END);
    write_moves(&mut bytes, &game.tree);
    let identity = identity(&bytes);
    bytes[IDENTITY..IDENTITY + 16].copy_from_slice(&identity);
    dropped.extend(Dropped::headers(game, |name| {
        (name == Field::Kind.tag() && known.is_some())
            || USUAL.texts.iter().any(|text| match text.name {
                Name::Known(field) => field.tag() == name,
                Name::Other(other) => other == name,
            })
    }));
    Written { bytes, dropped }
}

/// As many whole characters of a text as fit into a number of UTF-16 units.
fn fitting(text: &str, units: usize) -> &str {
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        used += letter.len_utf16();
        if used > units {
            return &text[..at];
        }
    }
    text
}

fn write_moves(bytes: &mut Vec<u8>, tree: &Tree) {
    for node in std::iter::once(Tree::ROOT).chain(tree.walk()) {
        let (from, to) = tree.mv(node).map_or((0, 0), |mv| {
            (layout::code(mv.from()), layout::code(mv.to()))
        });
        let (text, _) = TextEncoding::Utf16Le.encode(&tree.comment(node).replace('\n', "\r\n"));
        let mut flags = 0;
        if tree.first_child(node).is_none() {
            flags |= LAST_MOVE;
        }
        if tree.next_sibling(node).is_some() {
            flags |= HAS_OTHER;
        }
        if !text.is_empty() {
            flags |= HAS_COMMENT;
        }
        bytes.extend([flags, 0, from, to]);
        if !text.is_empty() {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text);
        }
    }
}

/// An identity made from the content, so that the same game gives the same file (FNV-1a, twice).
fn identity(bytes: &[u8]) -> [u8; 16] {
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
    let hash = |offset: u64| {
        bytes.iter().fold(offset, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
        })
    };
    let mut identity = [0; 16];
    identity[..8].copy_from_slice(&hash(OFFSET).to_le_bytes());
    identity[8..].copy_from_slice(&hash(!OFFSET).to_le_bytes());
    identity
}
