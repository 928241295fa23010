//! One record.

use xiangqi::{Board, Move, Setup, Side};

use super::layout::{
    self, GAME_KIND, GAME_KINDS, HAS_COMMENT, HAS_OTHER, KIND, LAST_MOVE, Layout, MAGIC, Name,
};
use crate::bytes::Bytes;
use crate::warning::{Damage, Warnings};
use crate::{
    Concern, Field, Format, Game, NodeId, Origin, Outcome, RecordError, TextEncoding, Tree, walk,
};

/// Whether some bytes begin as a record does.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a record that fills the bytes.
pub(crate) fn read(all: &[u8]) -> Result<Game, RecordError> {
    let bytes = Bytes::new(all, Format::Cbr);
    if bytes.slice(0, MAGIC.len())? != MAGIC {
        return Err(RecordError::Damaged {
            format: Format::Cbr,
            at: 0,
            reason: "it does not begin with \"CCBridge Record\"".into(),
        });
    }
    let layout = match bytes.u8(KIND)? {
        1 => &layout::OLDER,
        2 => &layout::USUAL,
        kind => {
            return Err(RecordError::Damaged {
                format: Format::Cbr,
                at: KIND,
                reason: format!("layout {kind} is not known, only 1 and 2 are"),
            });
        }
    };
    let header = bytes.slice(0, layout.moves)?;
    let mut warnings = Warnings::default();
    let mut game = Game::new(start(header, layout));
    for text in layout.texts {
        let value = utf16(&header[text.at..text.at + text.size]);
        match text.name {
            Name::Known(field) => game.headers.set(field, value),
            Name::Other(name) => game.headers.set_other(name, value),
        }
    }
    if layout.start_move.is_some()
        && let Some(kind) = GAME_KINDS
            .get(usize::from(header[GAME_KIND]))
            .filter(|_| header[GAME_KIND] > 0)
    {
        game.headers.set(Field::Kind, kind);
    }
    game.outcome = match header[layout.result] {
        // 4 stands for "several": the game has an end for each variation.
        4 => Outcome::Unknown,
        code => Outcome::from_code(code).unwrap_or_else(|| {
            warnings.push(Tree::ROOT, Concern::OddResult(code.to_string()));
            Outcome::Unknown
        }),
    };
    game.tree = Moves {
        bytes,
        at: layout.moves,
    }
    .read(&mut warnings)?;
    let first = game.tree.main_moves().next();
    if let Some(concern) = walk::side_of_first(&mut game.start, first) {
        warnings.push(Tree::ROOT, concern);
    }
    if !is_heading(&game) {
        walk::check_moves(&game.start, &game.tree, &mut warnings);
    }
    game.warnings = warnings.finish();
    game.origin = Some(Origin {
        format: Format::Cbr,
        encoding: Some(TextEncoding::Utf16Le),
        index: 0,
        bytes: 0..all.len(),
    });
    Ok(game)
}

/// Whether it is the heading of a section of a library: an empty board and no move.
pub(super) fn is_heading(game: &Game) -> bool {
    game.tree.moves() == 0 && game.start.board == Board::empty()
}

fn start(header: &[u8], layout: &Layout) -> Setup {
    let mut board = Board::empty();
    for (at, code) in (0..90).zip(&header[layout.board..layout.board + 90]) {
        if let Some(square) = layout::square(at) {
            board.set(square, layout::piece(*code));
        }
    }
    let side = match header[layout.side] {
        1 => Some(Side::Red),
        2 => Some(Side::Black),
        _ => None,
    };
    let number = layout
        .start_move
        .map(|at| u32::from(u16::from_le_bytes([header[at], header[at + 1]])))
        .filter(|number| (2..10_000).contains(number));
    Setup {
        board,
        side,
        plies_since_capture: None,
        move_number: number,
    }
}

/// UTF-16LE up to the first zero.
pub(super) fn utf16(bytes: &[u8]) -> String {
    let units = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .take_while(|unit| *unit != 0);
    char::decode_utf16(units)
        .map(|letter| letter.unwrap_or('\u{fffd}'))
        .collect()
}

struct Moves<'a> {
    bytes: Bytes<'a>,
    at: usize,
}

struct Record {
    flags: u8,
    from: u8,
    to: u8,
    comment: String,
    cut: bool,
}

impl Moves<'_> {
    fn read(&mut self, warnings: &mut Warnings) -> Result<Tree, RecordError> {
        let mut tree = Tree::new();
        // The first record is the start of the game, not a move.
        let root = match self.record() {
            Ok(root) => root,
            Err(_) if self.at == self.bytes.all.len() => return Ok(tree),
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
        if root.flags & LAST_MOVE != 0 || root.cut {
            return Ok(tree);
        }
        let mut parent = Tree::ROOT;
        let mut open: Vec<NodeId> = Vec::new();
        loop {
            if !tree.has_room() {
                return Err(RecordError::TooLarge {
                    format: Format::Cbr,
                });
            }
            let at = self.at;
            let damage = match self.record() {
                Err(_) => Some(Damage::Ends),
                Ok(record) => match (layout::square(record.from), layout::square(record.to)) {
                    (Some(from), Some(to)) => {
                        let node = tree.add(parent, Move::new(from, to));
                        tree.set_comment(node, record.comment);
                        if record.flags & HAS_OTHER != 0 {
                            open.push(parent);
                        }
                        if record.cut {
                            parent = node;
                            Some(Damage::CommentTooLong)
                        } else if record.flags & LAST_MOVE == 0 {
                            parent = node;
                            None
                        } else if let Some(next) = open.pop() {
                            parent = next;
                            None
                        } else {
                            return Ok(tree);
                        }
                    }
                    _ => Some(Damage::OffBoard),
                },
            };
            if let Some(reason) = damage {
                warnings.push(parent, Concern::Damaged { at, reason });
                return Ok(tree);
            }
        }
    }

    fn record(&mut self) -> Result<Record, RecordError> {
        let [flags, _, from, to] = self.bytes.array::<4>(self.at)?;
        let mut next = self.at + 4;
        let mut record = Record {
            flags,
            from,
            to,
            comment: String::new(),
            cut: false,
        };
        if flags & HAS_COMMENT != 0 {
            let length = self.bytes.u32(next)? as usize;
            next += 4;
            let left = self.bytes.all.len() - next;
            record.cut = length > left;
            let kept = match length {
                length if length <= left => length,
                length if length < 1 << 20 => left,
                _ => 0,
            };
            let text = utf16(&self.bytes.all[next..next + kept]);
            record.comment = text.replace("\r\n", "\n");
            next += kept;
        }
        self.at = next;
        Ok(record)
    }
}
