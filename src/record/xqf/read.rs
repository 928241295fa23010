use xiangqi::{Board, Move, Setup, Side, Square};

use super::key::Keys;
use super::layout::{
    HEADER, KIND, KINDS, PIECES, RESULT, SIDE, START_PLY, SUBTITLE, TEXTS, VERSION,
};
use crate::bytes::Bytes;
use crate::encoding::decode_field;
use crate::order::ORDER;
use crate::warning::{Damage, Warnings};
use crate::{
    Concern, Field, Format, Game, NodeId, Origin, Outcome, RecordError, TextEncoding, Tree, walk,
};

/// Whether some bytes begin as such a file does.
pub(crate) fn is_xqf(bytes: &[u8]) -> bool {
    matches!(bytes, [b'X', b'Q', version, ..] if (1..=64).contains(version))
}

/// Reads a file.
pub(crate) fn read(all: &[u8]) -> Result<Game, RecordError> {
    let bytes = Bytes::new(all, Format::Xqf);
    let header: [u8; HEADER] = bytes.array(0)?;
    let version = header[VERSION];
    if !(10..=18).contains(&version) {
        return Err(RecordError::Damaged {
            format: Format::Xqf,
            at: VERSION,
            reason: format!("version {version} is none of 10 to 18"),
        });
    }
    let mut warnings = Warnings::default();
    // Every file met in the wild keeps this; the programs do not look at it.
    if header[12..16]
        .iter()
        .fold(0_u8, |sum, byte| sum.wrapping_add(*byte))
        != 0
    {
        warnings.push(Tree::ROOT, Concern::Checksum);
    }
    let keys = if version == 10 {
        Keys::PLAIN
    } else {
        Keys::of_header(&header)
    };

    let mut game = Game::new(start(&header, version, &keys));
    read_texts(&header, &mut game);
    game.outcome = Outcome::from_code(header[RESULT]).unwrap_or_else(|| {
        warnings.push(Tree::ROOT, Concern::OddResult(header[RESULT].to_string()));
        Outcome::Unknown
    });
    let mut moves = Moves {
        bytes,
        keys: &keys,
        plain: version == 10,
        at: HEADER,
    };
    game.tree = moves.read(&mut warnings)?;
    game.tail = moves.rest();
    let first = game.tree.main_moves().next();
    if let Some(concern) = walk::side_of_first(&mut game.start, first) {
        warnings.push(Tree::ROOT, concern);
    }
    walk::check_moves(&game.start, &game.tree, &mut warnings);
    game.warnings = warnings.finish();
    game.origin = Some(Origin {
        format: Format::Xqf,
        encoding: Some(TextEncoding::Gb18030),
        index: 0,
        bytes: 0..all.len(),
    });
    Ok(game)
}

fn start(header: &[u8; HEADER], version: u8, keys: &Keys) -> Setup {
    let mut board = Board::empty();
    for (at, raw) in header[PIECES..PIECES + 32].iter().enumerate() {
        // Version 11 shifts the squares and does not yet turn the table.
        let slot = if version < 12 {
            at
        } else {
            (at + 1 + usize::from(keys.pieces)) % 32
        };
        if let Some(square) = square(raw.wrapping_sub(keys.pieces)) {
            board.set(square, Some(ORDER[slot]));
        }
    }
    let side = if header[SIDE] == 1 {
        Side::Black
    } else {
        Side::Red
    };
    let ply = u16::from_le_bytes([header[START_PLY], header[START_PLY + 1]]);
    Setup {
        board,
        side: Some(side),
        plies_since_capture: None,
        move_number: (ply > 0).then_some(u32::from(ply) / 2 + 1),
    }
}

fn read_texts(header: &[u8; HEADER], game: &mut Game) {
    let pascal = |at: usize, size: usize| {
        let length = usize::from(header[at]).min(size - 1);
        decode_field(&header[at + 1..=at + length])
    };
    for text in &TEXTS {
        game.headers.set(text.field, pascal(text.at, text.size));
    }
    let (name, at, size) = SUBTITLE;
    game.headers.set_other(name, pascal(at, size));
    if let Some(kind) = KINDS.get(usize::from(header[KIND])) {
        game.headers.set(Field::Kind, kind);
    }
}

/// `x*10+y`, from Red's left and Red's back line.
fn square(code: u8) -> Option<Square> {
    Square::new(code / 10, code % 10)
}

/// The records of the moves.
struct Moves<'a> {
    bytes: Bytes<'a>,
    keys: &'a Keys,
    /// Version 10: other flags, and a comment length in every record.
    plain: bool,
    at: usize,
}

struct Record {
    from: u8,
    to: u8,
    has_next: bool,
    has_other: bool,
    comment: String,
    /// The record says it goes on, and its comment leads past the end of the file.
    cut: bool,
}

impl Moves<'_> {
    fn read(&mut self, warnings: &mut Warnings) -> Result<Tree, RecordError> {
        let mut tree = Tree::new();
        // The first record is the start of the game: only its comment and flags mean something.
        let root = match self.record() {
            Ok(root) => root,
            // A file of a header alone has no moves.
            Err(_) if self.at >= self.bytes.all.len() => return Ok(tree),
            Err(_) => {
                let concern = Concern::Damaged {
                    at: self.at,
                    reason: Damage::Ends,
                };
                warnings.push(Tree::ROOT, concern);
                return Ok(tree);
            }
        };
        tree.set_comment(Tree::ROOT, root.comment);
        if root.cut {
            let concern = Concern::Damaged {
                at: self.at,
                reason: Damage::CommentTooLong,
            };
            warnings.push(Tree::ROOT, concern);
        }
        if !root.has_next || root.cut {
            return Ok(tree);
        }
        let mut parent = Tree::ROOT;
        // Where the alternatives that were announced branch off.
        let mut open: Vec<NodeId> = Vec::new();
        loop {
            if !tree.has_room() {
                return Err(RecordError::TooLarge {
                    format: Format::Xqf,
                });
            }
            let at = self.at;
            let damage = match self.record() {
                Err(_) => Some(Damage::Ends),
                Ok(record) => match self.mv(&record) {
                    None => Some(Damage::OffBoard),
                    Some(mv) => {
                        let node = tree.add(parent, mv);
                        tree.set_comment(node, record.comment);
                        if record.has_other {
                            open.push(parent);
                        }
                        if record.cut {
                            parent = node;
                            Some(Damage::CommentTooLong)
                        } else if record.has_next {
                            parent = node;
                            None
                        } else if let Some(next) = open.pop() {
                            parent = next;
                            None
                        } else {
                            return Ok(tree);
                        }
                    }
                },
            };
            if let Some(reason) = damage {
                warnings.push(parent, Concern::Damaged { at, reason });
                return Ok(tree);
            }
        }
    }

    fn record(&mut self) -> Result<Record, RecordError> {
        let [from, to, flags, _] = self.take::<4>()?;
        let (has_next, has_other, has_comment) = if self.plain {
            (flags & 0xF0 != 0, flags & 0x0F != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let mut record = Record {
            from,
            to,
            has_next,
            has_other,
            comment: String::new(),
            cut: false,
        };
        if has_comment {
            let length = u32::from_le_bytes(self.take()?).wrapping_sub(self.keys.length) as usize;
            let left = self.bytes.all.len() - self.at;
            record.cut = length > left;
            // What there is of a comment that runs past the end is text more often than not when
            // the file was cut, and noise when the length was damaged; only the first is kept.
            let kept = match length {
                length if length <= left => length,
                length if length < 1 << 20 => left,
                _ => 0,
            };
            record.comment = self.text(kept);
            self.at += kept;
        }
        Ok(record)
    }

    fn mv(&self, record: &Record) -> Option<Move> {
        let from = square(record.from.wrapping_sub(24).wrapping_sub(self.keys.from))?;
        let to = square(record.to.wrapping_sub(32).wrapping_sub(self.keys.to))?;
        Some(Move::new(from, to))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], RecordError> {
        let sealed: [u8; N] = self.bytes.array(self.at)?;
        let at = self.at;
        self.at += N;
        Ok(std::array::from_fn(|i| self.keys.open(at + i, sealed[i])))
    }

    fn text(&self, length: usize) -> String {
        let sealed = &self.bytes.all[self.at..self.at + length];
        let open: Vec<u8> = sealed
            .iter()
            .enumerate()
            .map(|(i, byte)| self.keys.open(self.at + i, *byte))
            .collect();
        decode_field(&open).replace("\r\n", "\n")
    }

    /// Text after the last move, if it is text.
    fn rest(&self) -> String {
        let rest = self.bytes.all.get(self.at..).unwrap_or_default();
        let printable = rest
            .iter()
            .all(|byte| *byte >= 0x20 || byte.is_ascii_whitespace());
        if printable && rest.len() <= 1 << 16 {
            decode_field(rest)
        } else {
            String::new()
        }
    }
}
