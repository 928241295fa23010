//! The words of the moves.

use std::borrow::Cow;
use std::ops::Range;

use super::short::Short;
use super::signs::{broken_move, chinese_move, is_label, is_space, sign};
use crate::Outcome;
use crate::outcome::narrow;

/// A word with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) bytes: Range<usize>,
}

/// What a word is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A move in Chinese. `plain` is what is left without a first digit that may be a number.
    Chinese {
        text: &'a str,
        plain: Option<&'a str>,
    },
    /// A move in WXF.
    Wxf(Cow<'a, str>),
    /// A move in coordinates.
    Coordinates(Cow<'a, str>),
    /// A move as chess writes it, in a text that has no other moves.
    Short(Short),
    /// The beginning of a move that is not complete.
    Broken,
    /// The number of a move.
    Number(u32),
    /// A comment without its braces; whether they were closed.
    Comment(&'a str, bool),
    /// A mark of worth such as `!?` or `$4`.
    Mark(&'a str),
    Open,
    Close,
    Result(Outcome),
    /// Anything else.
    Word,
    /// Dots and dashes that stand for a move not given.
    Noise,
}

impl Kind<'_> {
    /// Whether it is a move in one of the notations.
    pub(super) const fn is_move(&self) -> bool {
        matches!(
            self,
            Self::Chinese { .. } | Self::Wxf(_) | Self::Coordinates(_) | Self::Short(_)
        )
    }
}

/// Cuts a text into words.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// How many more bytes may be looked through for ends of comments that nest; without a bound a
    /// text of nothing but braces would take the square of its length.
    budget: usize,
    /// Whether words are moves as chess writes them.
    short: bool,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            budget: text.len().saturating_mul(8),
            short: false,
        }
    }

    /// Takes words for moves as chess writes them.
    pub(super) const fn short(mut self) -> Self {
        self.short = true;
        self
    }

    /// Goes on from another place.
    pub(super) const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Where a bracket at a place closes, counting those inside: the place of the closing one.
    pub(super) fn closing(&mut self, from: usize, pairs: &[(char, char)]) -> Option<usize> {
        let mut depth = 0_usize;
        let rest = &self.text[from..];
        let rest = &rest[..floor(rest, self.budget)];
        for (at, letter) in rest.char_indices() {
            if pairs.iter().any(|(open, _)| *open == letter) {
                depth += 1;
            } else if pairs.iter().any(|(_, close)| *close == letter) {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                self.budget -= at;
                return Some(from + at);
            }
        }
        self.budget -= rest.len();
        None
    }

    fn comment(&mut self, open: char, close: char) -> Kind<'a> {
        let body = self.at + open.len_utf8();
        let end = self.closing(self.at, &[(open, close)]).or_else(|| {
            // A brace inside a comment that nests nothing: the first closing one is meant.
            self.text[body..].find(close).map(|at| body + at)
        });
        self.at = end.map_or(self.text.len(), |end| end + close.len_utf8());
        let text = &self.text[body..end.unwrap_or(self.text.len())];
        Kind::Comment(text.trim(), end.is_some())
    }

    fn line_comment(&mut self) -> Kind<'a> {
        let rest = &self.text[self.at + 1..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        self.at += 1 + length;
        Kind::Comment(rest[..length].trim(), true)
    }

    /// A remark in square brackets on one line.
    fn bracket(&mut self, open: char, close: char) -> Kind<'a> {
        let rest = &self.text[self.at + open.len_utf8()..];
        let length = rest.find([close, '\n', '\r']).unwrap_or(rest.len());
        let past = if rest[length..].starts_with(close) {
            close.len_utf8()
        } else {
            0
        };
        self.at += open.len_utf8() + length + past;
        Kind::Comment(rest[..length].trim(), true)
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|letter| !keep(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A word of ASCII, in either width.
    fn plain_word(&mut self) -> Kind<'a> {
        let start = self.at;
        let word = self.take_while(is_plain);
        let narrowed: Cow<'a, str> = if word.is_ascii() {
            Cow::Borrowed(word)
        } else {
            Cow::Owned(word.chars().map(narrow).collect())
        };
        if let Some(outcome) = result(&narrowed) {
            return Kind::Result(outcome);
        }
        if narrowed
            .chars()
            .all(|letter| matches!(letter, '.' | '-' | '*' | '=' | '~' | '_' | ',' | ':'))
        {
            return Kind::Noise;
        }
        if let Some(short) = Short::parse(&narrowed).filter(|_| self.short) {
            return Kind::Short(short);
        }
        if let Some(kind) = plain_move(&narrowed) {
            return kind;
        }
        // Several moves in coordinates without a space between.
        if word.is_ascii()
            && word.len().is_multiple_of(4)
            && word.as_bytes().chunks(4).all(is_coordinates)
        {
            self.at = start + 4;
            return Kind::Coordinates(Cow::Borrowed(&word[..4]));
        }
        self.number(start, word).unwrap_or(Kind::Word)
    }

    /// `12.`, `12...` or a bare number; what follows it in the word is read next.
    fn number(&mut self, start: usize, word: &'a str) -> Option<Kind<'a>> {
        let digits = word
            .find(|letter| !narrow(letter).is_ascii_digit())
            .unwrap_or(word.len());
        let text: String = word[..digits].chars().map(narrow).collect();
        let number = text.parse().ok()?;
        let rest = &word[digits..];
        let dots = rest
            .find(|letter| !matches!(narrow(letter), '.' | ':' | ','))
            .unwrap_or(rest.len());
        let after = &rest[dots..];
        let is_number = dots > 0
            || after.is_empty()
            || plain_move(&after.chars().map(narrow).collect::<String>()).is_some()
            || (self.short && Short::parse(after).is_some());
        if !is_number {
            return None;
        }
        self.at = start + digits + dots;
        Some(Kind::Number(number))
    }

    /// A word of other characters: it ends at a space, a sign of structure, or where a move begins.
    fn other_word(&mut self) -> Kind<'a> {
        let start = self.at;
        let rest = &self.text[start..];
        if broken_move(rest) {
            self.take_while(|letter| !is_space(letter) && !is_structure(letter));
            return Kind::Broken;
        }
        let mut length = rest.len();
        for (at, letter) in rest.char_indices().skip(1) {
            if is_space(letter)
                || is_structure(letter)
                || (sign(letter).is_some() && chinese_move(&rest[at..]).is_some())
            {
                length = at;
                break;
            }
        }
        self.at += length;
        let word = &rest[..length];
        if word.chars().all(|letter| {
            matches!(
                letter,
                '…' | '—' | '─' | '－' | '、' | '，' | '。' | '·' | '．' | '：' | '～'
            )
        }) {
            return Kind::Noise;
        }
        if is_label(word) {
            return Kind::Noise;
        }
        let bare = word.trim_matches(|letter: char| {
            matches!(letter, '。' | '，' | '！' | '：' | '　' | '“' | '”')
        });
        match Outcome::from_text(bare) {
            Some(outcome) if !bare.is_empty() => Kind::Result(outcome),
            _ => Kind::Word,
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.take_while(is_space);
        let start = self.at;
        let rest = &self.text[start..];
        let letter = rest.chars().next()?;
        let single = |lexer: &mut Self, kind| {
            lexer.at += letter.len_utf8();
            kind
        };
        let kind = match letter {
            '{' => self.comment('{', '}'),
            '｛' => self.comment('｛', '｝'),
            ';' => self.line_comment(),
            '[' => self.bracket('[', ']'),
            '【' => self.bracket('【', '】'),
            '(' | '（' => single(self, Kind::Open),
            ')' | '）' => single(self, Kind::Close),
            '}' | ']' | '｝' | '】' => single(self, Kind::Noise),
            '!' | '?' | '！' | '？' => {
                Kind::Mark(self.take_while(|letter| matches!(letter, '!' | '?' | '！' | '？')))
            }
            '$' => {
                self.at += 1;
                self.take_while(|letter| letter.is_ascii_digit());
                Kind::Mark(&self.text[start..self.at])
            }
            _ => {
                let found = sign(letter).and_then(|_| chinese_move(rest));
                if let Some(found) = found {
                    self.at += found.length;
                    let text = &rest[..found.length];
                    let plain = (found.doubtful > 0).then(|| &text[found.doubtful..]);
                    Kind::Chinese { text, plain }
                } else if is_plain(letter) {
                    self.plain_word()
                } else {
                    self.other_word()
                }
            }
        };
        Some(Token {
            kind,
            bytes: start..self.at,
        })
    }
}

/// The length of a text, or the end of its last whole character before a limit.
fn floor(text: &str, limit: usize) -> usize {
    if limit >= text.len() {
        return text.len();
    }
    (0..=limit)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// A character of the words of ASCII.
fn is_plain(letter: char) -> bool {
    let letter = if letter.is_ascii() {
        letter
    } else {
        narrow(letter)
    };
    letter.is_ascii_graphic() && !is_structure(letter)
}

fn is_structure(letter: char) -> bool {
    matches!(
        letter,
        '(' | ')'
            | '{'
            | '}'
            | '['
            | ']'
            | ';'
            | '$'
            | '!'
            | '?'
            | '"'
            | '（'
            | '）'
            | '｛'
            | '｝'
            | '【'
            | '】'
            | '！'
            | '？'
    )
}

/// A result that is a word of its own. Signs that stand for other things too, such as `-`, are none.
fn result(word: &str) -> Option<Outcome> {
    match word {
        "-" | "?" | "" | "+-" | "-+" => None,
        "*" => Some(Outcome::Unknown),
        word if word.contains(['-', ':', '/']) => {
            Outcome::from_text(word.trim_end_matches([',', '.', '*']))
        }
        _ => None,
    }
}

fn plain_move<'a>(word: &str) -> Option<Kind<'a>> {
    let bare = word.trim_end_matches([',', '+', '#']);
    // The sign of a check after a move, but not the one inside `C2+`.
    [word, bare].into_iter().find_map(|word| {
        if is_coordinates(word.as_bytes()) || is_dashed(word) || is_long(word) {
            Some(Kind::Coordinates(Cow::Owned(word.to_owned())))
        } else if is_wxf(word.as_bytes()) {
            Some(Kind::Wxf(Cow::Owned(word.to_owned())))
        } else {
            // The piece before the coordinates.
            let rest = word.strip_prefix(|c: char| "KRNHCAEBMGPkrnhcaebmgp".contains(c))?;
            (is_coordinates(rest.as_bytes()) || is_dashed(rest))
                .then(|| Kind::Coordinates(Cow::Owned(rest.to_owned())))
        }
    })
}

fn is_point(two: &[u8]) -> bool {
    matches!(two, [b'a'..=b'i' | b'A'..=b'I', b'0'..=b'9'])
}

fn is_coordinates(word: &[u8]) -> bool {
    word.len() == 4 && is_point(&word[..2]) && is_point(&word[2..])
}

fn is_dashed(word: &str) -> bool {
    word.split_once('-').is_some_and(|(from, to)| {
        (is_point(from.as_bytes()) || is_tenth(from)) && (is_point(to.as_bytes()) || is_tenth(to))
    })
}

/// A point on rank 10.
fn is_tenth(point: &str) -> bool {
    matches!(point.as_bytes(), [b'a'..=b'i' | b'A'..=b'I', b'1', b'0'])
}

/// Coordinates of five or six characters, with a rank 10.
fn is_long(word: &str) -> bool {
    (5..=6).contains(&word.len())
        && word.is_ascii()
        && [2, 3].into_iter().any(|cut| {
            let (from, to) = word.split_at(cut);
            (is_point(from.as_bytes()) || is_tenth(from))
                && (is_point(to.as_bytes()) || is_tenth(to))
        })
}

fn is_wxf(word: &[u8]) -> bool {
    let piece = |byte: u8| b"KRNHCAEBMGPkrnhcaebmgp".contains(&byte);
    let turn = |byte: u8| matches!(byte, b'+' | b'-' | b'=' | b'.');
    let digit = |byte: u8| matches!(byte, b'1'..=b'9');
    let [first, second, third, fourth] = *word else {
        return false;
    };
    let subject = (piece(first) && (digit(second) || matches!(second, b'+' | b'-')))
        || (matches!(first, b'+' | b'-') && piece(second))
        || (matches!(first, b'1'..=b'5') && digit(second));
    subject && turn(third) && digit(fourth)
}
