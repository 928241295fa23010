//! What a reader has to say about a game it read.

use std::fmt;

use xiangqi::{Illegal, Move, SetupError, Side, notation::NotationError};

use crate::{NodeId, Outcome};

/// Something in a record that is not as it should be. What can be kept is kept all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The move it is about; the root for the record as a whole.
    pub node: NodeId,
    /// What it is.
    pub concern: Concern,
}

/// What a [`Warning`] is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Concern {
    /// The start cannot come up in a game; moves are only looked at for how pieces go.
    OddStart(SetupError),
    /// The move is in the record and breaks the rules.
    Illegal {
        /// The move.
        mv: Move,
        /// What it breaks.
        reason: Illegal,
    },
    /// The move is in the record and no piece goes so, from a position that no rule fits.
    Impossible {
        /// The move.
        mv: Move,
    },
    /// The record names the other side to move first than the piece that does.
    SideCorrected {
        /// Who really moves first.
        to: Side,
    },
    /// The text fits two moves by two counts of the soldiers, and both are legal.
    Ambiguous {
        /// As written.
        text: String,
        /// What was taken.
        taken: Move,
    },
    /// The ranks could be counted from 0 or from 1.
    RanksUnclear,
    /// The text is no move here. The line ends before it; what follows is kept as text.
    Unread {
        /// As written.
        text: String,
        /// What is wrong with it.
        reason: NotationError,
        /// The text from there to the end of the line.
        rest: String,
    },
    /// The moves are damaged from a byte on. The line ends before it.
    Damaged {
        /// Where in the file.
        at: usize,
        /// What is wrong.
        reason: Damage,
    },
    /// A variation that could not be joined to its line.
    Stray {
        /// The variation as text.
        text: String,
    },
    /// The result in the header and the one after the moves differ; the header's is kept.
    TwoResults {
        /// In the header.
        header: Outcome,
        /// After the moves.
        text: Outcome,
    },
    /// A result that means nothing.
    OddResult(String),
    /// The header names another number of moves than there are.
    Length {
        /// In the header.
        said: usize,
        /// In the record.
        found: usize,
    },
    /// A check sum or a size does not fit.
    Checksum,
    /// Some bytes are no text in the encoding of the record.
    BrokenText,
    /// A comment or variation is opened and not closed.
    Unclosed(char),
    /// A start position that cannot be read; the usual one is taken.
    UnreadableStart(String),
    /// More warnings than are worth keeping.
    More {
        /// How many were left out.
        count: usize,
    },
}

/// What is wrong with the bytes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The file ends inside the moves.
    Ends,
    /// A move leads off the board.
    OffBoard,
    /// A comment is longer than what is left of the file.
    CommentTooLong,
    /// A general was taken, and moves go on.
    AfterCapture,
}

impl Concern {
    /// That a word and the text from it on are no moves in any notation.
    pub(crate) fn unread(word: &str, rest: &str) -> Self {
        Self::Unread {
            text: word.to_owned(),
            reason: NotationError::Unreadable(word.to_owned()),
            rest: rest.to_owned(),
        }
    }

    /// Whether the record holds something of the game that could not be read.
    pub const fn is_loss(&self) -> bool {
        matches!(
            self,
            Self::Unread { .. }
                | Self::Damaged { .. }
                | Self::Stray { .. }
                | Self::UnreadableStart(_)
        )
    }

    /// Whether it makes the line it is on unfit to be played over.
    pub const fn is_fault(&self) -> bool {
        matches!(self, Self::Illegal { .. } | Self::Impossible { .. })
            || matches!(self, Self::OddStart(SetupError::NoGeneral(_)))
            || self.is_loss()
    }

    /// In Chinese, one line.
    pub fn chinese(&self) -> String {
        match self {
            Self::OddStart(error) => format!("起始局面不合规则：{}", error.chinese()),
            Self::Illegal { mv, reason } => format!("{mv} 不合规则：{}", reason.chinese()),
            Self::Impossible { mv } => format!("{mv} 走不成"),
            Self::SideCorrected { to } => format!("先走方有误，实为{}", to.chinese()),
            Self::Ambiguous { text, taken } => format!("“{text}”有两种解释，取 {taken}"),
            Self::RanksUnclear => "坐标的行数从 0 或从 1 起都说得通，取 0".into(),
            Self::Unread { reason, .. } => format!("读不出着法：{}", reason.chinese()),
            Self::Damaged { at, reason } => format!("第 {at} 字节起损坏：{}", reason.chinese()),
            Self::Stray { .. } => "有变着接不上所在的着法".into(),
            Self::TwoResults { header, text } => {
                format!(
                    "结果不一致：头部为{}，着法之后为{}",
                    header.chinese(),
                    text.chinese()
                )
            }
            Self::OddResult(text) => format!("结果“{text}”无意义"),
            Self::Length { said, found } => format!("记载 {said} 着，实有 {found} 着"),
            Self::Checksum => "校验和不符".into(),
            Self::BrokenText => "有不成文字的字节".into(),
            Self::Unclosed(open) => format!("“{open}”没有配对"),
            Self::UnreadableStart(reason) => format!("起始局面读不出：{reason}"),
            Self::More { count } => format!("另有 {count} 条警告"),
        }
    }
}

impl fmt::Display for Concern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OddStart(error) => write!(f, "the start is no position of a game: {error}"),
            Self::Illegal { mv, reason } => write!(f, "{mv} is illegal: {reason}"),
            Self::Impossible { mv } => write!(f, "no piece goes {mv}"),
            Self::SideCorrected { to } => write!(f, "{to} moves first, against the header"),
            Self::Ambiguous { text, taken } => {
                write!(f, "\"{text}\" has two readings; {taken} is taken")
            }
            Self::RanksUnclear => f.write_str("ranks could count from 0 or from 1; 0 is taken"),
            Self::Unread { reason, .. } => write!(f, "no move: {reason}"),
            Self::Damaged { at, reason } => write!(f, "damaged from byte {at}: {reason}"),
            Self::Stray { .. } => f.write_str("a variation fits no line"),
            Self::TwoResults { header, text } => write!(
                f,
                "the header says {}, the end of the moves {}",
                header.pgn(),
                text.pgn()
            ),
            Self::OddResult(text) => write!(f, "\"{text}\" is no result"),
            Self::Length { said, found } => write!(f, "{said} moves announced, {found} found"),
            Self::Checksum => f.write_str("the check sum does not fit"),
            Self::BrokenText => f.write_str("some bytes are no text"),
            Self::Unclosed(open) => write!(f, "'{open}' is not closed"),
            Self::UnreadableStart(reason) => write!(f, "the start cannot be read: {reason}"),
            Self::More { count } => write!(f, "{count} more warnings"),
        }
    }
}

impl Damage {
    const fn chinese(self) -> &'static str {
        match self {
            Self::Ends => "文件在着法中间结束",
            Self::OffBoard => "着法走到棋盘之外",
            Self::CommentTooLong => "注释长过文件所余",
            Self::AfterCapture => "将帅被吃之后还有着法",
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ends => "the file ends inside the moves",
            Self::OffBoard => "a move leads off the board",
            Self::CommentTooLong => "a comment is longer than the rest of the file",
            Self::AfterCapture => "moves go on after a general was taken",
        })
    }
}

/// The warnings of one game while it is read; a flood of them is counted, not kept.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    kept: Vec<Warning>,
    more: usize,
}

impl Warnings {
    const MOST: usize = 500;

    pub(crate) fn push(&mut self, node: NodeId, concern: Concern) {
        if self.kept.len() < Self::MOST {
            self.kept.push(Warning { node, concern });
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Warning> {
        if self.more > 0 {
            let concern = Concern::More { count: self.more };
            self.kept.push(Warning {
                node: crate::Tree::ROOT,
                concern,
            });
        }
        self.kept
    }
}
