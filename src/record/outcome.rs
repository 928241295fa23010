//! How a record says the game came out.
//!
//! ```
//! use record::Outcome;
//!
//! assert_eq!(Outcome::from_text("0-1"), Some(Outcome::Black));
//! assert_eq!(Outcome::from_text("紅先勝"), Some(Outcome::Red));
//! assert_eq!(Outcome::from_text("和局"), Some(Outcome::Draw));
//! assert_eq!(Outcome::from_text("下雨"), None);
//! ```

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Outcome {
    /// 红胜.
    Red,
    /// 黑胜.
    Black,
    /// 和棋.
    Draw,
    /// Not said, or not finished.
    #[default]
    Unknown,
}

impl Outcome {
    /// `red`, `black`, `draw` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
            Self::Draw => "draw",
            Self::Unknown => "unknown",
        }
    }

    /// As PGN writes it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::Red => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// 红胜, 黑胜, 和棋 or 未知.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Red => "红胜",
            Self::Black => "黑胜",
            Self::Draw => "和棋",
            Self::Unknown => "未知",
        }
    }

    /// The byte of XQF, CBR and CBF: 0 unknown, 1 Red, 2 Black, 3 draw.
    pub const fn code(self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Red => 1,
            Self::Black => 2,
            Self::Draw => 3,
        }
    }

    /// Reads that byte; none for any other value.
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0 => Self::Unknown,
            1 => Self::Red,
            2 => Self::Black,
            3 => Self::Draw,
            _ => return None,
        })
    }

    /// Reads what people and programs write for a result; none if it is something else.
    pub fn from_text(text: &str) -> Option<Self> {
        let text: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(narrow)
            .collect();
        Some(match text.as_str() {
            "1-0" | "1:0" | "2-0" | "2:0" | "+-" | "1-O" => Self::Red,
            "0-1" | "0:1" | "0-2" | "0:2" | "-+" | "O-1" => Self::Black,
            "1/2-1/2" | "1/2" | "½-½" | "½" | "1/2:1/2" | "1-1" | "1:1" | "0.5-0.5" | "0.5:0.5"
            | "=-=" | "=" => Self::Draw,
            "" | "*" | "?" | "-" => Self::Unknown,
            word => return Self::from_word(word),
        })
    }

    fn from_word(word: &str) -> Option<Self> {
        let word: String = word
            .chars()
            .map(simplify)
            .flat_map(char::to_lowercase)
            .collect();
        // 胜 or 负 alone is seen from one of the players, and nobody knows which.
        Some(match word.as_str() {
            "红胜" | "红方胜" | "红先胜" | "先胜" | "红赢" | "红方赢" | "黑负" | "后负" | "red"
            | "redwin" | "redwins" => Self::Red,
            "黑胜" | "黑方胜" | "黑先胜" | "后胜" | "黑赢" | "黑方赢" | "红负" | "先负"
            | "black" | "blackwin" | "blackwins" => Self::Black,
            "和" | "和棋" | "和局" | "红和" | "先和" | "红先和" | "双方和" | "言和" | "平局"
            | "draw" | "drawn" => Self::Draw,
            "未知" | "不明" | "未定" | "未完" | "未决" | "结果未知" | "无结果" | "unknown"
            | "none" => Self::Unknown,
            _ => return None,
        })
    }
}

/// Full-width signs as their ASCII forms, and all dashes alike.
pub(crate) const fn narrow(letter: char) -> char {
    match letter {
        '！'..='～' => (letter as u32 - 0xFEE0) as u8 as char,
        '–' | '—' | '−' | '―' => '-',
        _ => letter,
    }
}

fn simplify(letter: char) -> char {
    match letter {
        '紅' => '红',
        '勝' => '胜',
        '負' => '负',
        '後' => '后',
        '贏' => '赢',
        '結' => '结',
        '無' => '无',
        '雙' => '双',
        '決' => '决',
        _ => letter,
    }
}
