//! Sides, roles and pieces.
//!
//! ```
//! use xiangqi::{Piece, Role, Side};
//!
//! let horse = Piece::from_fen_char('N').unwrap();
//! assert_eq!(horse, Piece { side: Side::Red, role: Role::Horse });
//! assert_eq!(Piece::from_fen_char('h').map(Piece::fen_char), Some('n'));
//! ```

use std::fmt;

/// The two players. Red moves first (article 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Side {
    /// 红方, at ranks 0 to 4.
    Red,
    /// 黑方, at ranks 5 to 9.
    Black,
}

impl Side {
    /// Both, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// 红方 or 黑方.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Red => "红方",
            Self::Black => "黑方",
        }
    }

    /// Red or Black.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Black => "Black",
        }
    }

    /// The letter of the FEN field: `w` for Red, `b` for Black.
    pub const fn fen_char(self) -> char {
        match self {
            Self::Red => 'w',
            Self::Black => 'b',
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// The seven kinds of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// 帅 将.
    General,
    /// 仕 士.
    Advisor,
    /// 相 象.
    Elephant,
    /// 马.
    Horse,
    /// 车.
    Chariot,
    /// 炮.
    Cannon,
    /// 兵 卒.
    Soldier,
}

impl Role {
    /// All seven, the general first.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
    ];

    /// How many of the kind a side has at the start.
    pub const fn count(self) -> usize {
        match self {
            Self::General => 1,
            Self::Soldier => 5,
            _ => 2,
        }
    }

    /// The English name in lower case.
    pub const fn english(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The piece of a FEN letter: `k a b n r c p`, also `e` for the elephant, `h` for the horse and
    /// `g` for the general; upper case is Red.
    pub const fn from_fen_char(letter: char) -> Option<Self> {
        let role = match letter.to_ascii_lowercase() {
            'k' | 'g' => Role::General,
            'a' => Role::Advisor,
            'b' | 'e' => Role::Elephant,
            'n' | 'h' => Role::Horse,
            'r' => Role::Chariot,
            'c' => Role::Cannon,
            'p' => Role::Soldier,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() {
            Side::Red
        } else {
            Side::Black
        };
        Some(Self { side, role })
    }

    /// The FEN letter, one of `k a b n r c p` in the case of the side.
    pub const fn fen_char(self) -> char {
        let letter = match self.role {
            Role::General => 'k',
            Role::Advisor => 'a',
            Role::Elephant => 'b',
            Role::Horse => 'n',
            Role::Chariot => 'r',
            Role::Cannon => 'c',
            Role::Soldier => 'p',
        };
        match self.side {
            Side::Red => letter.to_ascii_uppercase(),
            Side::Black => letter,
        }
    }

    /// The simplified character of the piece: 帅仕相马车炮兵 or 将士象马车炮卒.
    pub const fn chinese(self) -> char {
        match (self.role, self.side) {
            (Role::General, Side::Red) => '帅',
            (Role::General, Side::Black) => '将',
            (Role::Advisor, Side::Red) => '仕',
            (Role::Advisor, Side::Black) => '士',
            (Role::Elephant, Side::Red) => '相',
            (Role::Elephant, Side::Black) => '象',
            (Role::Horse, _) => '马',
            (Role::Chariot, _) => '车',
            (Role::Cannon, _) => '炮',
            (Role::Soldier, Side::Red) => '兵',
            (Role::Soldier, Side::Black) => '卒',
        }
    }

    /// 0 to 13, Red's seven roles first.
    pub(crate) const fn index(self) -> usize {
        self.side.index() * 7 + self.role.index()
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.role)
    }
}
