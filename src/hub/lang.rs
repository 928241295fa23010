//! The two languages of the pages. Chinese comes first.

use tournament::document::GameResult;

/// A reader's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// 中文
    #[default]
    Zh,
    /// English
    En,
}

impl Lang {
    /// The language of a code.
    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "zh" => Some(Self::Zh),
            "en" => Some(Self::En),
            _ => None,
        }
    }

    /// Its code in links and in the cookie.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }

    /// What the page says it is written in.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh-CN",
            Self::En => "en",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Zh => Self::En,
            Self::En => Self::Zh,
        }
    }

    /// One of two texts.
    pub const fn t(self, zh: &'static str, en: &'static str) -> &'static str {
        match self {
            Self::Zh => zh,
            Self::En => en,
        }
    }

    /// One of two texts that are made at run time.
    pub const fn either<'a>(self, zh: &'a str, en: &'a str) -> &'a str {
        match self {
            Self::Zh => zh,
            Self::En => en,
        }
    }

    /// `第 3 轮`, `Round 3`.
    pub fn round(self, number: impl std::fmt::Display) -> String {
        match self {
            Self::Zh => format!("第 {number} 轮"),
            Self::En => format!("Round {number}"),
        }
    }

    /// 红方, 黑方.
    pub const fn side(self, side: xiangqi::Side) -> &'static str {
        match side {
            xiangqi::Side::Red => self.t("红方", "Red"),
            xiangqi::Side::Black => self.t("黑方", "Black"),
        }
    }

    /// A result in words; empty while the game is open.
    pub const fn result(self, result: GameResult) -> &'static str {
        match result {
            GameResult::Red => self.t("红胜", "Red won"),
            GameResult::Black => self.t("黑胜", "Black won"),
            GameResult::Draw => self.t("和棋", "Draw"),
            GameResult::RedForfeit => self.t("红方弃权", "Red absent"),
            GameResult::BlackForfeit => self.t("黑方弃权", "Black absent"),
            GameResult::BothForfeit => self.t("双方弃权", "Both absent"),
            GameResult::Unfinished => "",
        }
    }

    /// Why a game ended, by its code in the journal; empty for an unknown one.
    pub fn reason(self, code: &str) -> &'static str {
        match code {
            "checkmate" => self.t("将死", "checkmate"),
            "stalemate" => self.t("困毙", "stalemate"),
            "resignation" => self.t("认负", "resignation"),
            "time" => self.t("超时", "time"),
            "agreement" => self.t("议和", "by agreement"),
            "natural_limit" => self.t("自然限着", "natural limit"),
            "repetition" => self.t("循环裁决", "repetition ruling"),
            "irregular" => self.t("违例", "irregular move"),
            "fouls" => self.t("犯规", "fouls"),
            "absence" => self.t("缺席", "absence"),
            "cannot_win" => self.t("双方无力取胜", "neither can win"),
            "arbiter" => self.t("裁判判定", "arbiter's decision"),
            _ => "",
        }
    }

    /// What a call is about, by its code.
    pub fn call(self, code: &str) -> &'static str {
        match code {
            "limit" => self.t("自然限着", "natural limit"),
            "repetition" => self.t("循环局面", "repetition"),
            "irregular" => self.t("违例", "irregular move"),
            "result" => self.t("结果不一致", "results differ"),
            _ => self.t("有事", "help"),
        }
    }

    /// The key that decided a place.
    pub fn key(self, code: &str) -> String {
        let (round, key) = match code.split_once(": ") {
            Some((round, key)) => (round.strip_prefix("round "), key),
            None => (None, code),
        };
        let word = match key {
            "points" => self.t("积分", "points"),
            "opponents_points" => self.t("对手分", "opponents' points"),
            "wins" => self.t("胜局", "wins"),
            "fouls" => self.t("犯规", "fouls"),
            "black_games" => self.t("后走局数", "games as Black"),
            "black_wins" => self.t("后走胜局", "wins as Black"),
            "progressive" => self.t("累进分", "progressive score"),
            "penalties" => self.t("纪律处罚", "penalties"),
            "lots" => self.t("抽签", "lots"),
            "earlier_rounds" => self.t("前一轮成绩", "the round before"),
            "direct" => self.t("直胜", "direct result"),
            "number" => self.t("编号", "number"),
            other => other,
        };
        match round {
            Some(round) => format!("{}{word}", self.past(round)),
            None => word.to_owned(),
        }
    }

    fn past(self, round: &str) -> String {
        match self {
            Self::Zh => format!("第 {round} 轮后"),
            Self::En => format!("after round {round}: "),
        }
    }
}
