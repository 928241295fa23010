//! What a format has no place for.

use std::fmt;

use crate::Game;

/// A written game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the game is not in it, or not as it was.
    pub dropped: Vec<Dropped>,
}

/// Something of a game that is not in the file it was written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dropped {
    /// A header the format has no field for.
    Header {
        /// The name of the header.
        name: String,
    },
    /// A header too long for its field.
    Cut {
        /// The name of the header.
        name: String,
        /// What is left of it.
        kept: String,
    },
    /// Pieces beyond those a side has at the start.
    Pieces {
        /// How many.
        count: usize,
    },
    /// Who is to move where there are no moves to tell it.
    Side,
    /// Characters the encoding does not have, written as question marks.
    Characters {
        /// How many.
        count: usize,
    },
    /// Braces in comments, written in full width so that they do not end the comment.
    Braces {
        /// How many.
        count: usize,
    },
    /// Text after the game.
    Tail,
}

impl Dropped {
    /// The headers for which a format has no place, by their tag.
    pub(crate) fn headers(game: &Game, has_place: impl Fn(&str) -> bool) -> Vec<Self> {
        let tail = (!game.tail.is_empty()).then_some(Self::Tail);
        game.headers
            .iter()
            .filter(|(name, _)| !has_place(name))
            .map(|(name, _)| Self::Header {
                name: name.to_owned(),
            })
            .chain(tail)
            .collect()
    }

    /// Whether something is missing, and not only written another way.
    pub const fn is_loss(&self) -> bool {
        !matches!(self, Self::Braces { .. })
    }

    /// In Chinese, one line.
    pub fn chinese(&self) -> String {
        match self {
            Self::Header { name } => format!("没有“{name}”的位置"),
            Self::Cut { name, kept } => format!("“{name}”过长，只写“{kept}”"),
            Self::Pieces { count } => format!("有 {count} 个多余的棋子写不下"),
            Self::Characters { count } => format!("{count} 个字不在该编码中，写作“?”"),
            Self::Braces { count } => format!("注释中 {count} 个花括号改写为全角"),
            Self::Side => "没有着法，写不出轮到哪方走".into(),
            Self::Tail => "棋谱之后的文字没有写".into(),
        }
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header { name } => write!(f, "no place for \"{name}\""),
            Self::Cut { name, kept } => write!(f, "\"{name}\" is too long, written as \"{kept}\""),
            Self::Pieces { count } => write!(f, "no place for {count} pieces too many"),
            Self::Characters { count } => {
                write!(
                    f,
                    "{count} characters are not in the encoding, written as \"?\""
                )
            }
            Self::Braces { count } => write!(f, "{count} braces in comments written in full width"),
            Self::Side => f.write_str("without moves the side to move is not told"),
            Self::Tail => f.write_str("the text after the game is not written"),
        }
    }
}
