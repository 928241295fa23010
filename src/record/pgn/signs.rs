//! The characters of Chinese notation, to find where a move stands in a text. What a move means is
//! for `xiangqi::notation` to say.

use crate::outcome::narrow;

/// What a character can be in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Piece,
    /// 前 中 后.
    Place,
    /// 一 to 九, or a digit; whether a numeral of Chinese.
    Digit {
        chinese: bool,
    },
    /// 进 退 平.
    Turn,
}

pub(super) fn sign(letter: char) -> Option<Sign> {
    Some(match letter {
        '车' | '車' | '俥' | '马' | '馬' | '傌' | '相' | '象' | '仕' | '士' | '帅' | '帥'
        | '将' | '將' | '炮' | '砲' | '包' | '兵' | '卒' => Sign::Piece,
        '前' | '中' | '后' | '後' => Sign::Place,
        '进' | '進' | '上' | '退' | '下' | '平' => Sign::Turn,
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => {
            Sign::Digit { chinese: true }
        }
        '1'..='9' | '１'..='９' => Sign::Digit { chinese: false },
        _ => return None,
    })
}

/// The directions as the signs of WXF, which some write in Chinese moves too: 炮2=5.
fn turn(letter: char) -> Option<Sign> {
    matches!(letter, '+' | '-' | '=' | '＋' | '－' | '＝').then_some(Sign::Turn)
}

/// White space, and the invisible characters that web pages leave.
pub(super) fn is_space(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\0'
        )
}

/// A Chinese move at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// How many bytes it takes.
    pub(super) length: usize,
    /// How many bytes at its start may be the number of the move instead of a part of it.
    pub(super) doubtful: usize,
}

/// Finds a Chinese move at the start of a text: two or three characters that name a piece, a
/// direction, a number. Spaces inside are passed over, but not line ends.
pub(super) fn chinese_move(text: &str) -> Option<Found> {
    let mut signs = [Sign::Turn; 4];
    let mut count = 0;
    let mut letters = text.char_indices();
    let mut first_length = 0;
    let mut spaced = false;
    let subject = loop {
        let (at, letter) = letters.next()?;
        if count > 0 && is_space(letter) && !matches!(letter, '\n' | '\r') {
            spaced = true;
            continue;
        }
        match sign(letter).or_else(|| turn(letter).filter(|_| count == 2))? {
            Sign::Turn => break &signs[..count],
            _ if count == 3 => return None,
            found => {
                if count == 0 {
                    first_length = at + letter.len_utf8();
                    // A number, then a space, is the number of the move.
                    if matches!(found, Sign::Digit { .. })
                        && text[first_length..].starts_with(is_space)
                    {
                        return None;
                    }
                }
                signs[count] = found;
                count += 1;
            }
        }
    };
    let digit = |sign: Sign| matches!(sign, Sign::Digit { .. });
    let doubtful = match *subject {
        [Sign::Piece, second] if digit(second) || second == Sign::Place => 0,
        [Sign::Place, Sign::Piece] => 0,
        [Sign::Place, second] if digit(second) => 0,
        [Sign::Digit { .. }, Sign::Piece] => 0,
        [Sign::Digit { .. }, Sign::Digit { .. }] if !spaced => 0,
        [Sign::Place, Sign::Piece, third] if digit(third) => 0,
        [Sign::Digit { chinese }, Sign::Piece, third] if digit(third) => {
            if chinese {
                0
            } else {
                first_length
            }
        }
        [Sign::Digit { chinese: false }, Sign::Place, Sign::Piece]
        | [Sign::Digit { chinese: false }, Sign::Piece, Sign::Place] => first_length,
        _ => return None,
    };
    loop {
        let (at, letter) = letters.next()?;
        if is_space(letter) && !matches!(letter, '\n' | '\r') {
            continue;
        }
        return matches!(sign(letter), Some(Sign::Digit { .. })).then_some(Found {
            length: at + letter.len_utf8(),
            doubtful,
        });
    }
}

/// Whether a word says no more than who moves or which move it is: 红方：, 第3回合, ②.
pub(super) fn is_label(word: &str) -> bool {
    let word = word.trim_end_matches([':', '：', '、', '.', '．', '，']);
    let counted = word
        .strip_prefix('第')
        .and_then(|rest| {
            rest.strip_suffix("回合")
                .or_else(|| rest.strip_suffix(['着', '步', '手']))
        })
        .is_some_and(|number| {
            let mut letters = number.chars();
            !number.is_empty()
                && letters.all(|letter| {
                    narrow(letter).is_ascii_digit() || "一二三四五六七八九十百".contains(letter)
                })
        });
    let circled = |letter| matches!(letter, '①'..='⒛' | '㉑'..='㊿' | '❶'..='❿');
    counted
        || matches!(
            word,
            "红" | "黑" | "紅" | "红方" | "黑方" | "紅方" | "先手" | "后手" | "後手"
        )
        || (!word.is_empty() && word.chars().all(circled))
}

/// Whether a text begins as a Chinese move does and breaks off or goes wrong before its end.
pub(super) fn broken_move(text: &str) -> bool {
    let mut signs = text.chars().take(3).map(sign);
    let (first, second, third) = (signs.next(), signs.next(), signs.next());
    let subject = matches!(
        (first, second),
        (Some(Some(Sign::Piece)), Some(Some(Sign::Digit { .. })))
            | (Some(Some(Sign::Place)), Some(Some(Sign::Piece)))
    );
    subject && third == Some(Some(Sign::Turn))
}
