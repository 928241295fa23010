//! WXF: four characters, piece and file (or `+`/`-`), direction, file or number of points.
//!
//! ```
//! use xiangqi::{Position, notation::wxf};
//!
//! let start = Position::start();
//! assert_eq!(wxf::format(&start, "h0g2".parse().unwrap()), "H2+3");
//! assert_eq!(wxf::parse(&start, "n2+3")?.to_string(), "h0g2");
//! assert_eq!(wxf::parse(&start, "C2.5")?.to_string(), "h2e2");
//! assert_eq!(wxf::parse(&start, "Ｃ２＝５")?.to_string(), "h2e2");
//! # Ok::<(), xiangqi::notation::NotationError>(())
//! ```

use super::NotationError;
use super::relative::{
    self, Direction, Place, Told, movement, on_file, own_file, pieces, rank_on_file, resolve,
    share_two_files,
};
use crate::{Board, Move, Position, Role, Side, Square};

/// Writes a legal move: `C2=5`, `R+-2` (the front one of two), `15+1` (the first soldier of file 5,
/// where three share a file or two files are shared).
///
/// The sign is left out where the other of the two could not move so for want of board, as other
/// programs do. A move from a vacant point is written in coordinates.
pub fn format(position: &Position, mv: Move) -> String {
    let Some(piece) = position.piece_at(mv.from()) else {
        return mv.to_string();
    };
    let (direction, number) = movement(position, piece.role, mv);
    let sign = match direction {
        Direction::Forward => '+',
        Direction::Backward => '-',
        Direction::Sideways => '=',
    };
    format!("{}{sign}{number}", subject(position, piece.role, mv))
}

/// The first two characters.
fn subject(position: &Position, role: Role, mv: Move) -> String {
    let file = own_file(position.side(), mv.from());
    let letter = letter(role);
    let plain = format!("{letter}{file}");
    if matches!(role, Role::General | Role::Advisor | Role::Elephant) {
        return plain;
    }
    let all = pieces(position, role);
    let count = on_file(&all, mv.from().file());
    if count < 2 {
        return plain;
    }
    let rank = rank_on_file(&all, mv.from());
    if role == Role::Soldier && (count > 2 || share_two_files(&all)) {
        return format!("{}{file}", rank + 1);
    }
    let other = all
        .iter()
        .find(|other| other.file() == mv.from().file() && **other != mv.from());
    let could = other.is_some_and(|other| same_step(*other, mv).is_some());
    match (could, rank) {
        (false, _) => plain,
        (true, 0) => format!("{letter}+"),
        (true, _) => format!("{letter}-"),
    }
}

/// Where another piece would land if it moved as far in the same direction.
fn same_step(other: Square, mv: Move) -> Option<Square> {
    let files = mv.to().file() as i8 - mv.from().file() as i8;
    let ranks = mv.to().rank() as i8 - mv.from().rank() as i8;
    other.offset(files, ranks)
}

const fn letter(role: Role) -> char {
    match role {
        Role::General => 'K',
        Role::Advisor => 'A',
        Role::Elephant => 'E',
        Role::Horse => 'H',
        Role::Chariot => 'R',
        Role::Cannon => 'C',
        Role::Soldier => 'P',
    }
}

/// Reads such a move. Letters of either case, also `N` for the horse, `B` and `M` for the elephant
/// and `G` for the general; `.` for `=`; full-width signs and digits; the sign before the letter.
///
/// # Errors
/// The text is no move in this notation, no piece answers to it, the move is not allowed, or more
/// than one is.
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    let told = read(text).ok_or_else(|| NotationError::Unreadable(text.to_owned()))?;
    resolve(position, text, told)
}

/// The moves a text can mean by the places of the pieces alone, on any board: for records that go on
/// from a position no rule fits. Whether the pieces can go so is for the caller to see.
///
/// # Errors
/// The text is no move in this notation.
pub fn candidates(board: &Board, side: Side, text: &str) -> Result<Vec<Move>, NotationError> {
    let told = read(text).ok_or_else(|| NotationError::Unreadable(text.to_owned()))?;
    Ok(relative::candidates(board, side, told))
}

fn read(text: &str) -> Option<Told> {
    let mut letters = text.trim().chars().map(plain);
    let four = [
        letters.next()?,
        letters.next()?,
        letters.next()?,
        letters.next()?,
    ];
    if letters.next().is_some() {
        return None;
    }
    let [first, second, direction, number] = four;
    let (role, place, file) = match (first, second) {
        ('1'..='5', '1'..='9') => (
            Role::Soldier,
            Place::Nth(digit(first)? - 1),
            Some(digit(second)?),
        ),
        (sign @ ('+' | '-'), letter) | (letter, sign @ ('+' | '-')) => {
            let place = if sign == '+' {
                Place::Nth(0)
            } else {
                Place::Last
            };
            (role(letter)?, place, None)
        }
        (letter, file) => (role(letter)?, Place::File(digit(file)?), None),
    };
    let direction = match direction {
        '+' => Direction::Forward,
        '-' => Direction::Backward,
        '=' => Direction::Sideways,
        _ => return None,
    };
    Some(Told {
        role,
        place,
        file,
        direction,
        number: digit(number)?,
    })
}

/// One character for each way of writing it.
const fn plain(letter: char) -> char {
    match letter {
        '＋' => '+',
        '－' | '–' | '—' | '−' => '-',
        '＝' | '.' | '．' | '。' => '=',
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            // Full-width signs stand in the order of ASCII.
            ((letter as u32 - '！' as u32) as u8 + b'!').to_ascii_uppercase() as char
        }
        _ => letter.to_ascii_uppercase(),
    }
}

const fn digit(letter: char) -> Option<u8> {
    match letter {
        '1'..='9' => Some(letter as u8 - b'0'),
        _ => None,
    }
}

const fn role(letter: char) -> Option<Role> {
    Some(match letter {
        'K' | 'G' => Role::General,
        'A' => Role::Advisor,
        'E' | 'B' | 'M' => Role::Elephant,
        'H' | 'N' => Role::Horse,
        'R' => Role::Chariot,
        'C' => Role::Cannon,
        'P' => Role::Soldier,
        _ => return None,
    })
}
