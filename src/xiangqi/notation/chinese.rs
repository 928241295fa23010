//! Chinese notation: 炮二平五, 马８进７ (article 7.5).
//!
//! ```
//! use xiangqi::{Position, notation::chinese};
//!
//! let start = Position::start();
//! let next = start.play(chinese::parse(&start, "砲二平５")?).unwrap();
//! let mv = "h9g7".parse().unwrap();
//! assert_eq!(chinese::format(&next, mv), "马８进７");
//! let style = chinese::Style { script: chinese::Script::Traditional, wide: false };
//! assert_eq!(chinese::format_in(style, &next, mv), "馬8進7");
//! # Ok::<(), xiangqi::notation::NotationError>(())
//! ```

use arrayvec::ArrayVec;

use super::NotationError;
use super::relative::{
    self, Direction, Place, Told, movement, on_file, own_file, pieces, rank_on_file, resolve,
    share_two_files,
};
use crate::{Board, Move, Position, Role, Side};

/// Simplified or traditional characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Script {
    /// 车马炮, 进.
    #[default]
    Simplified,
    /// 車馬砲, 進.
    Traditional,
}

/// How a text is written; the default is the common print style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    /// The characters.
    pub script: Script,
    /// Black's digits in full width (８) rather than in ASCII (8), which the rule book uses.
    pub wide: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            script: Script::Simplified,
            wide: true,
        }
    }
}

/// Writes a legal move in the common print style: simplified characters, 一二三 for Red and full-width
/// digits for Black.
///
/// 前 and 后 stand wherever two of a kind share a file (never for 仕 and 相, which the direction
/// settles), 前中后 for three soldiers, 前二三后 and 前二三四后 for four and five. Where soldiers share
/// two files the file stands in the place of the piece: 前七进一. A move from a vacant point is
/// written in coordinates.
pub fn format(position: &Position, mv: Move) -> String {
    let Some(piece) = position.piece_at(mv.from()) else {
        return mv.to_string();
    };
    let side = position.side();
    let (direction, number) = movement(position, piece.role, mv);
    let direction = match direction {
        Direction::Forward => '进',
        Direction::Backward => '退',
        Direction::Sideways => '平',
    };
    let [first, second] = subject(position, piece.chinese(), piece.role, mv);
    [first, second, direction, digit(side, number)]
        .into_iter()
        .collect()
}

/// The same in another style.
pub fn format_in(style: Style, position: &Position, mv: Move) -> String {
    let text = format(position, mv);
    text.chars()
        .map(|letter| match letter {
            '０'..='９' if !style.wide => (b'0' + (letter as u32 - '０' as u32) as u8) as char,
            _ if style.script == Script::Simplified => letter,
            '车' => '車',
            '马' => '馬',
            '炮' => '砲',
            '帅' => '帥',
            '将' => '將',
            '后' => '後',
            '进' => '進',
            _ => letter,
        })
        .collect()
}

/// The first two characters.
fn subject(position: &Position, name: char, role: Role, mv: Move) -> [char; 2] {
    let side = position.side();
    let file = digit(side, own_file(side, mv.from()));
    if matches!(role, Role::General | Role::Advisor | Role::Elephant) {
        return [name, file];
    }
    let all = pieces(position, role);
    let count = on_file(&all, mv.from().file());
    if count < 2 {
        return [name, file];
    }
    let place = match (rank_on_file(&all, mv.from()), count) {
        (0, _) => '前',
        (rank, count) if rank + 1 == count => '后',
        (1, 3) => '中',
        (rank, _) => digit(Side::Red, rank as u8 + 1),
    };
    [place, if share_two_files(&all) { file } else { name }]
}

/// 一 to 九 for Red, １ to ９ for Black.
fn digit(side: Side, number: u8) -> char {
    const CHINESE: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    const WIDE: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];
    let digits = match side {
        Side::Red => CHINESE,
        Side::Black => WIDE,
    };
    digits[usize::from(number)]
}

/// Reads such a move, in simplified or traditional characters and all digits for either side.
///
/// Besides the plain form it reads 前炮退二 and 炮前退二, 中兵, 二兵 to 五兵 (counted inside a file, or
/// through all files from the mover's right), 前七进一 and 前兵七进一, and what people leave out: 炮四进七
/// with two cannons on file four, if only one can go.
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

/// What a character stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Role(Role),
    Digit(u8),
    Front,
    Middle,
    Back,
    Turn(Direction),
}

fn read(text: &str) -> Option<Told> {
    let mut signs = ArrayVec::<Sign, 5>::new();
    for letter in text.chars().filter(|letter| !is_space(*letter)) {
        signs.try_push(sign(letter)?).ok()?;
    }
    let (subject, [Sign::Turn(direction), Sign::Digit(number)]) = signs.split_last_chunk()? else {
        return None;
    };
    let (role, place, file) = match *subject {
        [Sign::Role(role), Sign::Digit(file)] => (role, Place::File(file), None),
        [place, Sign::Role(role)] | [Sign::Role(role), place] => (role, ordinal(place)?, None),
        [place, Sign::Digit(file)] => (Role::Soldier, ordinal(place)?, Some(file)),
        [place, Sign::Role(role), Sign::Digit(file)] => (role, ordinal(place)?, Some(file)),
        _ => return None,
    };
    Some(Told {
        role,
        place,
        file,
        direction: *direction,
        number: *number,
    })
}

const fn ordinal(sign: Sign) -> Option<Place> {
    Some(match sign {
        Sign::Front => Place::Nth(0),
        Sign::Middle => Place::Middle,
        Sign::Back => Place::Last,
        Sign::Digit(n @ 1..=5) => Place::Nth(n - 1),
        _ => return None,
    })
}

/// Spaces of all widths, and the invisible ones that web pages leave.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{200b}'..='\u{200d}' | '\u{feff}')
}

fn sign(letter: char) -> Option<Sign> {
    Some(match letter {
        '车' | '車' | '俥' => Sign::Role(Role::Chariot),
        '马' | '馬' | '傌' => Sign::Role(Role::Horse),
        '相' | '象' => Sign::Role(Role::Elephant),
        '仕' | '士' => Sign::Role(Role::Advisor),
        '帅' | '帥' | '将' | '將' => Sign::Role(Role::General),
        '炮' | '砲' | '包' => Sign::Role(Role::Cannon),
        '兵' | '卒' => Sign::Role(Role::Soldier),
        '前' => Sign::Front,
        '中' => Sign::Middle,
        '后' | '後' => Sign::Back,
        '进' | '進' | '上' | '+' | '＋' => Sign::Turn(Direction::Forward),
        '退' | '下' | '-' | '－' => Sign::Turn(Direction::Backward),
        '平' | '=' | '＝' => Sign::Turn(Direction::Sideways),
        '1'..='9' => Sign::Digit(letter as u8 - b'0'),
        '１'..='９' => Sign::Digit((letter as u32 - '０' as u32) as u8),
        _ => {
            let n = "一二三四五六七八九"
                .chars()
                .position(|digit| digit == letter)?;
            Sign::Digit(n as u8 + 1)
        }
    })
}
