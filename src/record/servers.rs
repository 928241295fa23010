//! The records of four play servers of old: 联众 `.chn`, 中国游戏中心 `.ccm`, QQ `.che`, 弈天 `.mxq`.
//!
//! **Untested on real files:** none were found. The layouts are known from descriptions alone. The
//! files have no mark, so they are read by the extension of their name. All games start from the
//! usual position. The servers let a general be taken; a game ends there.

use xiangqi::{Move, Role, Setup, Square};

use crate::bytes::Bytes;
use crate::encoding::decode_field;
use crate::format::Extension;
use crate::walk;
use crate::warning::{Damage, Warnings};
use crate::{
    Concern, Field, Format, Game, NodeId, Origin, Outcome, RecordError, TextEncoding, Tree,
};

/// The format an extension stands for.
pub(crate) const fn format(extension: Extension) -> Option<Format> {
    Some(match extension {
        Extension::Chn => Format::Chn,
        Extension::Ccm => Format::Ccm,
        Extension::Che => Format::Che,
        Extension::Mxq => Format::Mxq,
        Extension::Ubb => return None,
    })
}

/// Reads a file of one of the four.
pub(crate) fn read(all: &[u8], format: Format) -> Result<Game, RecordError> {
    let mut game = Game::new(Setup::start());
    let mut moves = match format {
        Format::Chn => chn(all)?,
        Format::Ccm => ccm(all)?,
        Format::Che => che(all)?,
        _ => mxq(all, &mut game)?,
    };
    if matches!(format, Format::Chn | Format::Ccm) && !starts_below(&moves) {
        // Seen from the other side of the board.
        for (points, _) in &mut moves {
            *points = points.map(|(file, rank)| (8 - file, 9 - rank));
        }
    }
    let mut warnings = Warnings::default();
    let mut at = Tree::ROOT;
    let mut board = game.start.board.clone();
    for (points, place) in moves {
        let [from, to] = points.map(|(file, rank)| square(file, rank));
        let (Some(from), Some(to)) = (from, to) else {
            warnings.push(
                at,
                Concern::Damaged {
                    at: place,
                    reason: Damage::OffBoard,
                },
            );
            break;
        };
        let mv = Move::new(from, to);
        at = game.tree.add(at, mv);
        if board
            .apply(mv)
            .is_some_and(|taken| taken.role == Role::General)
        {
            warnings.push(
                at,
                Concern::Damaged {
                    at: place,
                    reason: Damage::AfterCapture,
                },
            );
            break;
        }
    }
    if game.tree.moves() == 0 {
        return Err(RecordError::Damaged {
            format,
            at: 0,
            reason: "there is no move in it".into(),
        });
    }
    put_comment(&mut game, at);
    walk::check_moves(&game.start, &game.tree, &mut warnings);
    game.warnings = warnings.finish();
    game.origin = Some(Origin {
        format,
        encoding: (format == Format::Mxq).then_some(TextEncoding::Gb18030),
        index: 0,
        bytes: 0..all.len(),
    });
    Ok(game)
}

/// Two points, file from Red's left and rank from Red's back line, and where in the file they stand.
/// What is off the board is kept as it is.
type Told = ([(i32, i32); 2], usize);

fn square(file: i32, rank: i32) -> Option<Square> {
    Square::new(file.try_into().ok()?, rank.try_into().ok()?)
}

/// Whether the first move starts on Red's half.
fn starts_below(moves: &[Told]) -> bool {
    moves.first().is_none_or(|(points, _)| points[0].1 < 5)
}

/// 188 bytes, then 32 for each move: two numbers, file and rank from Black of both points.
fn chn(all: &[u8]) -> Result<Vec<Told>, RecordError> {
    const HEADER: usize = 188;
    const RECORD: usize = 32;
    let bytes = Bytes::new(all, Format::Chn);
    bytes.slice(0, HEADER + RECORD)?;
    let records = all[HEADER..].chunks_exact(RECORD).enumerate();
    Ok(records
        .map(|(number, record)| {
            let word =
                |at: usize| i32::from(u16::from_le_bytes([record[at * 2], record[at * 2 + 1]]));
            (
                [(word(2), 9 - word(3)), (word(4), 9 - word(5))],
                HEADER + number * RECORD,
            )
        })
        .collect())
}

/// Seven bytes for each move: from the fourth the two files, then the two ranks from Black.
fn ccm(all: &[u8]) -> Result<Vec<Told>, RecordError> {
    const RECORD: usize = 7;
    Bytes::new(all, Format::Ccm).slice(0, RECORD)?;
    let records = all.chunks_exact(RECORD).enumerate();
    Ok(records
        .map(|(number, record)| {
            let byte = |at: usize| i32::from(record[at]);
            (
                [(byte(3), 9 - byte(5)), (byte(4), 9 - byte(6))],
                number * RECORD,
            )
        })
        .collect())
}

/// Numbers in text: one of no matter, how many moves, then ten for each, of which the fourth to the
/// seventh are rank and file of both points.
fn che(all: &[u8]) -> Result<Vec<Told>, RecordError> {
    let numbers: Vec<i32> = all
        .split(|byte| !byte.is_ascii_digit())
        .map(|digits| {
            std::str::from_utf8(digits)
                .ok()
                .and_then(|text| text.parse().ok())
                .unwrap_or(0)
        })
        .collect();
    let [_, count, rest @ ..] = numbers.as_slice() else {
        return Err(RecordError::Short {
            format: Format::Che,
            at: 0,
            needed: 3,
            left: all.len(),
        });
    };
    Ok(rest
        .chunks_exact(10)
        .take(usize::try_from(*count).unwrap_or(0))
        .map(|move_| ([(move_[4], move_[3]), (move_[6], move_[5])], 0))
        .collect())
}

/// Texts with a length byte before them: place, date, players and result, two ratings, five of no
/// matter, a comment, one of no matter, then moves such as `7C-4C` up to `Ends`.
fn mxq(all: &[u8], game: &mut Game) -> Result<Vec<Told>, RecordError> {
    let bytes = Bytes::new(all, Format::Mxq);
    let mut at = 0;
    let mut text = || -> Result<(&[u8], usize), RecordError> {
        let length = usize::from(bytes.u8(at)?);
        let text = bytes.slice(at + 1, length)?;
        at += 1 + length;
        Ok((text, at - length))
    };
    game.headers.set(Field::Site, decode_field(text()?.0));
    game.headers.set(Field::Date, decode_field(text()?.0));
    let event = decode_field(text()?.0);
    for (mark, outcome) in [
        ("-胜-", Outcome::Red),
        ("-勝-", Outcome::Red),
        ("-和-", Outcome::Draw),
        ("-负-", Outcome::Black),
        ("-負-", Outcome::Black),
    ] {
        if let Some((red, black)) = event.split_once(mark) {
            game.outcome = outcome;
            game.headers.set(Field::Red, red);
            game.headers.set(Field::Black, black);
            break;
        }
    }
    game.headers.set(Field::Event, event);
    game.headers.set(Field::RedRating, decode_field(text()?.0));
    game.headers
        .set(Field::BlackRating, decode_field(text()?.0));
    for _ in 0..5 {
        text()?;
    }
    game.headers.set_other(COMMENT, decode_field(text()?.0));
    text()?;
    let mut moves = Vec::new();
    while let Ok((word, place)) = text() {
        let point = |file: u8, rank: u8| {
            (
                i32::from(file) - i32::from(b'0'),
                i32::from(rank) - i32::from(b'A'),
            )
        };
        match word {
            b"Ends" => break,
            [a, b, _, c, d, ..] => moves.push(([point(*a, *b), point(*c, *d)], place)),
            _ => moves.push(([(-1, -1); 2], place)),
        }
        if moves.len() > Tree::MAX_MOVES {
            return Err(RecordError::TooLarge {
                format: Format::Mxq,
            });
        }
    }
    Ok(moves)
}

const COMMENT: &str = "Comment";

/// The one comment of such a game is on its last move.
fn put_comment(game: &mut Game, last: NodeId) {
    let comment = game.headers.other(COMMENT).to_owned();
    game.tree.set_comment(last, comment);
    game.headers.set_other(COMMENT, "");
}
