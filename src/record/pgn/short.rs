//! Moves as chess writes them: the letter of the piece unless it is a soldier, what tells it from
//! another one, the point it goes to. XBoard and several sites write xiangqi so: `Che2`, `gxg3`.

use xiangqi::{Board, Move, Role, Side, Square};

/// Such a move, before it is known which piece it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Short {
    role: Role,
    file: Option<u8>,
    rank: Option<u8>,
    to: (u8, u8),
}

impl Short {
    /// Reads `[piece][file][rank][x]file rank[+|#]`.
    pub(super) fn parse(word: &str) -> Option<Self> {
        let word = word.trim_end_matches(['+', '#', '!', '?', ',']);
        let (role, rest) = match word.chars().next()? {
            'K' | 'G' => (Role::General, &word[1..]),
            'A' => (Role::Advisor, &word[1..]),
            'E' | 'B' => (Role::Elephant, &word[1..]),
            'H' | 'N' => (Role::Horse, &word[1..]),
            'R' => (Role::Chariot, &word[1..]),
            'C' => (Role::Cannon, &word[1..]),
            'P' => (Role::Soldier, &word[1..]),
            'a'..='i' => (Role::Soldier, word),
            _ => return None,
        };
        let point = rest.rfind(|letter: char| letter.is_ascii_lowercase())?;
        let (before, to) = rest.split_at(point);
        let before = before.trim_end_matches(['x', '-']);
        let (file, digits) = match before.bytes().next() {
            Some(letter @ b'a'..=b'i') => (Some(letter - b'a'), &before[1..]),
            _ => (None, before),
        };
        let rank = if digits.is_empty() {
            None
        } else {
            Some(number(digits)?)
        };
        let letter = to
            .bytes()
            .next()
            .filter(|letter| (b'a'..=b'i').contains(letter))?;
        Some(Self {
            role,
            file,
            rank,
            to: (letter - b'a', number(&to[1..])?),
        })
    }

    /// Whether it names a rank that exists only where ranks count from 0.
    pub(super) const fn has_rank_zero(self) -> bool {
        self.to.1 == 0 || matches!(self.rank, Some(0))
    }

    /// The moves it can be on a board, by where pieces of its kind stand; ranks count from `first`.
    pub(super) fn moves(self, board: &Board, side: Side, first: u8) -> Vec<Move> {
        let rank = |rank: u8| rank.checked_sub(first);
        let Some(to) = rank(self.to.1).and_then(|rank| Square::new(self.to.0, rank)) else {
            return Vec::new();
        };
        // A soldier that goes straight on is named by its point alone.
        let file = match (self.role, self.file) {
            (Role::Soldier, None) => Some(self.to.0),
            (_, file) => file,
        };
        board
            .pieces()
            .filter(|(_, piece)| piece.side == side && piece.role == self.role)
            .map(|(square, _)| square)
            .filter(|square| file.is_none_or(|file| file == square.file()))
            .filter(|square| {
                self.rank
                    .is_none_or(|told| rank(told) == Some(square.rank()))
            })
            .map(|from| Move::new(from, to))
            .collect()
    }
}

/// A rank of one or two digits.
fn number(text: &str) -> Option<u8> {
    let is_rank = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|rank| is_rank && *rank <= 10)
}
