//! Why bytes are refused.

use crate::Format;

/// A file, or an entry of a library, that is not read at all. Everything less is a
/// [`Warning`](crate::Warning) on the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Nothing in it looks like a record Qipu knows.
    #[error("no game record: {0}")]
    Unknown(&'static str),
    /// A format that is known and not read, with what to do about it.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The bytes end before what the format needs.
    #[error("{format} record cut short: {needed} bytes needed at byte {at}, {left} left")]
    Short {
        /// The format.
        format: Format,
        /// Where in the file.
        at: usize,
        /// How many bytes should follow.
        needed: usize,
        /// How many do.
        left: usize,
    },
    /// The bytes say something the format does not allow.
    #[error("{format} record damaged at byte {at}: {reason}")]
    Damaged {
        /// The format.
        format: Format,
        /// Where in the file.
        at: usize,
        /// What is wrong.
        reason: String,
    },
    /// One game has more moves than any real one (see [`Tree::MAX_MOVES`](crate::Tree::MAX_MOVES)).
    #[error("{format} record with more than {} moves", crate::Tree::MAX_MOVES)]
    TooLarge {
        /// The format.
        format: Format,
    },
}

impl RecordError {
    /// The reason in Chinese.
    pub fn chinese(&self) -> String {
        match self {
            Self::Unknown(what) => format!("不是棋谱：{what}"),
            Self::Unsupported(what) => (*what).to_owned(),
            Self::Short {
                format,
                at,
                needed,
                left,
            } => {
                format!("{format} 棋谱不完整：第 {at} 字节处应有 {needed} 字节，只剩 {left}")
            }
            Self::Damaged { format, at, reason } => {
                format!("{format} 棋谱在第 {at} 字节处损坏：{reason}")
            }
            Self::TooLarge { format } => {
                format!("{format} 棋谱超过 {} 着", crate::Tree::MAX_MOVES)
            }
        }
    }
}
