//! The characters of Chinese notation, to find where a move stands in a text. What a move means is
//! for `xiangqi::notation` to say.

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
        match sign(letter)? {
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
