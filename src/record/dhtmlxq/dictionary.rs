//! A record as a dictionary of its keys, as scripts that collect them write it: `{'red': '…', …}` or
//! JSON.

use super::block::Block;

/// Whether a text begins as such a dictionary, or a list of them, and has moves in it.
pub(crate) fn is_dictionary(text: &str) -> bool {
    let start = text
        .trim_start()
        .trim_start_matches(['[', ' ', '\n', '\r', '\t']);
    start.starts_with('{') && (text.contains("'movelist'") || text.contains("\"movelist\""))
}

/// The dictionaries of a text, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The dictionaries around the place.
    open: Vec<Frame>,
}

/// Where a scanner stopped.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop {
    at: usize,
    open: Vec<Frame>,
}

/// The keys of one dictionary with their values, escapes resolved.
pub(super) struct Entries {
    pub(super) entries: Vec<(String, String)>,
    pub(super) bytes: std::ops::Range<usize>,
}

impl Entries {
    /// The same as a block of tags.
    pub(super) fn block(&self) -> Block<'_> {
        Block {
            entries: self
                .entries
                .iter()
                .map(|(key, value)| (key.clone(), value.as_str()))
                .collect(),
            from_red: false,
            bytes: self.bytes.clone(),
        }
    }
}

impl<'a> Scanner<'a> {
    /// Goes on from where another one [stopped](Self::stop).
    pub(super) fn starting(text: &'a str, stop: Stop) -> Self {
        Self {
            text,
            at: stop.at,
            open: stop.open,
        }
    }

    pub(super) fn stop(self) -> Stop {
        Stop {
            at: self.at,
            open: self.open,
        }
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, letter: char) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(letter);
        if found {
            self.at += letter.len_utf8();
        }
        found
    }

    /// A string in quotes of either kind, or a bare word such as a number.
    fn value(&mut self) -> Option<String> {
        let rest = &self.text[self.at..];
        if let quote @ ('\'' | '"') = rest.chars().next()? {
            let Some((text, length)) = quoted(&rest[1..], quote) else {
                // Never closed: there is nothing more to find.
                self.at = self.text.len();
                return None;
            };
            self.at += length + 1;
            return Some(text);
        }
        let length = rest.find(ENDS).unwrap_or(rest.len());
        self.at += length;
        let word = rest[..length].trim();
        Some(if matches!(word, "None" | "null") {
            String::new()
        } else {
            word.to_owned()
        })
    }
}

/// What ends a bare word.
const ENDS: [char; 8] = [',', '}', ']', ':', '\n', '{', '[', '"'];

impl Iterator for Scanner<'_> {
    type Item = Entries;

    /// The next dictionary that closes, or that the text leaves open; one inside another comes first.
    fn next(&mut self) -> Option<Entries> {
        while self.at < self.text.len() {
            self.space();
            let rest = &self.text[self.at..];
            let Some(letter) = rest.chars().next() else {
                break;
            };
            match letter {
                '{' => self.open.push(Frame {
                    start: self.at,
                    ..Frame::default()
                }),
                '}' => {
                    self.at += 1;
                    if let Some(frame) = self.open.pop() {
                        return Some(frame.entries(self.at));
                    }
                    continue;
                }
                ',' => {
                    if let Some(frame) = self.open.last_mut() {
                        frame.key = None;
                    }
                }
                '[' | ']' | ':' => {}
                _ => {
                    let before = self.at;
                    let value = self.value();
                    if self.at == before {
                        self.at += letter.len_utf8();
                    }
                    let is_key = self.take(':');
                    if let (Some(value), Some(frame)) = (value, self.open.last_mut()) {
                        frame.put(value, is_key);
                    }
                    continue;
                }
            }
            self.at += 1;
        }
        self.open.pop().map(|frame| frame.entries(self.text.len()))
    }
}

/// A dictionary that is not closed yet.
#[derive(Debug, Clone, Default)]
struct Frame {
    start: usize,
    key: Option<String>,
    entries: Vec<(String, String)>,
}

impl Frame {
    fn put(&mut self, value: String, is_key: bool) {
        if is_key {
            self.key = Some(value.to_ascii_lowercase());
        } else if let Some(key) = self.key.take() {
            self.entries.push((key, value));
        }
    }

    fn entries(self, end: usize) -> Entries {
        Entries {
            entries: self.entries,
            bytes: self.start..end,
        }
    }
}

/// The text up to the closing quote with its escapes resolved, and its length with the quote.
fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let mut plain = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter == quote {
            return Some((plain, at + 1));
        }
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        let (at, letter) = letters.next()?;
        let code = |length: usize| {
            let hex = text.get(at + 1..at + 1 + length)?;
            char::from_u32(u32::from_str_radix(hex, 16).ok()?)
        };
        let (letter, more) = match letter {
            'n' => (Some('\n'), 0),
            'r' => (Some('\r'), 0),
            't' => (Some('\t'), 0),
            'x' => (code(2), 2),
            // The halves of a pair are put together with the page's own escapes.
            'u' if code(4).is_none() => {
                plain.push_str("\\u");
                (None, 0)
            }
            'u' => (code(4), 4),
            other => (Some(other), 0),
        };
        plain.extend(letter);
        for _ in 0..more {
            letters.next();
        }
    }
    None
}
