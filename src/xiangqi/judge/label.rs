//! Labels of moves and classes of conduct (articles 24 and 25).

use std::fmt;
use std::str::FromStr;

/// What one move is. With several effects the heaviest counts (26.4): check, kill, chase, the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// 将: attacks the general (24.1).
    Check,
    /// 杀: threatens mate by a check or a run of checks (24.2).
    Kill,
    /// 捉: threatens to win material (24.3).
    Chase,
    /// 兑: offers an exchange (24.4).
    Exchange,
    /// 献: offers a piece for nothing (24.5).
    Sacrifice,
    /// 拦: steps in the way of a piece (24.6).
    Block,
    /// 跟: trails a protected piece (24.7).
    Follow,
    /// 闲: none of these (24.8).
    Idle,
    /// A bound of the search was hit before the label was sure: the arbiter decides.
    Undecided,
}

/// How heavy a forbidden move is when both sides' conduct is forbidden (26.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// 联合捉, or 捉 of a piece that has roots but too few.
    Light,
    /// 将, 杀, 捉 of a chariot or of a piece without root.
    Heavy,
}

/// What a side's moves over the cycle amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// 允许着法: at least one move that is neither check, kill nor chase.
    Allowed,
    /// 禁止着法 with a joint chase or the chase of an outnumbered piece among it.
    Light,
    /// 禁止着法, every move of it heavy.
    Heavy,
    /// 长将: every move a check.
    PerpetualCheck,
    /// It hangs on a label that is not sure.
    Undecided,
}

/// What the rules say if neither side varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Red must vary or lose; or, with perpetual check, has lost.
    RedLoses,
    /// Black must vary or lose; or, with perpetual check, has lost.
    BlackLoses,
    /// Neither need vary.
    Draw,
    /// The moves have not yet recurred three times: no claim is accepted (23.3).
    PlayOn,
    /// It hangs on a label that is not sure.
    Undecided,
}

impl Label {
    /// All of them, heaviest first.
    pub const ALL: [Self; 9] = [
        Self::Check,
        Self::Kill,
        Self::Chase,
        Self::Exchange,
        Self::Sacrifice,
        Self::Block,
        Self::Follow,
        Self::Idle,
        Self::Undecided,
    ];

    /// 将, 杀 and 捉 are what may not go on for ever (24.13).
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Self::Check | Self::Kill | Self::Chase)
    }

    /// The word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Kill => "kill",
            Self::Chase => "chase",
            Self::Exchange => "exchange",
            Self::Sacrifice => "sacrifice",
            Self::Block => "block",
            Self::Follow => "follow",
            Self::Idle => "idle",
            Self::Undecided => "undecided",
        }
    }

    /// The term of the rule book.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Check => "将",
            Self::Kill => "杀",
            Self::Chase => "捉",
            Self::Exchange => "兑",
            Self::Sacrifice => "献",
            Self::Block => "拦",
            Self::Follow => "跟",
            Self::Idle => "闲",
            Self::Undecided => "待定",
        }
    }

    /// The English word.
    pub const fn english(self) -> &'static str {
        self.code()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that is no label.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no label such as check, kill, chase or idle")]
pub struct ParseLabelError(pub String);

impl FromStr for Label {
    type Err = ParseLabelError;

    /// Reads the word for programs or the Chinese term.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|label| label.code() == text || label.chinese() == text)
            .ok_or_else(|| ParseLabelError(text.to_owned()))
    }
}

impl Class {
    /// The word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Light => "light",
            Self::Heavy => "heavy",
            Self::PerpetualCheck => "perpetual_check",
            Self::Undecided => "undecided",
        }
    }

    /// In Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Allowed => "允许着法",
            Self::Light => "禁止着法（含联合捉或捉少根子）",
            Self::Heavy => "禁止着法",
            Self::PerpetualCheck => "长将",
            Self::Undecided => "待裁判判定",
        }
    }

    /// In English.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Allowed => "allowed moves",
            Self::Light => {
                "forbidden moves, with a joint chase or an outnumbered target among them"
            }
            Self::Heavy => "forbidden moves",
            Self::PerpetualCheck => "perpetual check",
            Self::Undecided => "for the arbiter to decide",
        }
    }
}

impl Verdict {
    /// The word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::RedLoses => "red_loses",
            Self::BlackLoses => "black_loses",
            Self::Draw => "draw",
            Self::PlayOn => "play_on",
            Self::Undecided => "undecided",
        }
    }

    /// In Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::RedLoses => "红方不变判负",
            Self::BlackLoses => "黑方不变判负",
            Self::Draw => "双方不变判和",
            Self::PlayOn => "循环不足三次，继续对局",
            Self::Undecided => "待裁判判定",
        }
    }

    /// In English.
    pub const fn english(self) -> &'static str {
        match self {
            Self::RedLoses => "Red must vary or lose",
            Self::BlackLoses => "Black must vary or lose",
            Self::Draw => "a draw if neither varies",
            Self::PlayOn => "fewer than three cycles, play on",
            Self::Undecided => "for the arbiter to decide",
        }
    }
}
