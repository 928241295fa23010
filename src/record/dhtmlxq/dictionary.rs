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
    /// Goes on from where another one [stopped](Self::position).
    pub(super) const fn starting(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    pub(super) const fn position(&self) -> usize {
        self.at
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
        self.space();
        let rest = &self.text[self.at..];
        match rest.chars().next()? {
            quote @ ('\'' | '"') => {
                let Some((text, length)) = quoted(&rest[1..], quote) else {
                    // Never closed: there is nothing more to find.
                    self.at = self.text.len();
                    return None;
                };
                self.at += length + 1;
                Some(text)
            }
            '[' | '{' => {
                self.skip_nested();
                Some(String::new())
            }
            _ => {
                let length = rest.find([',', '}', ']', ':', '\n']).unwrap_or(rest.len());
                self.at += length;
                let word = rest[..length].trim();
                Some(if matches!(word, "None" | "null") {
                    String::new()
                } else {
                    word.to_owned()
                })
            }
        }
    }

    /// Goes past a list or dictionary inside the dictionary.
    fn skip_nested(&mut self) {
        let mut depth = 0_usize;
        while let Some(letter) = self.text[self.at..].chars().next() {
            match letter {
                '[' | '{' => depth += 1,
                ']' | '}' => depth -= 1,
                '\'' | '"' => {
                    let rest = &self.text[self.at + 1..];
                    let length = quoted(rest, letter).map_or(rest.len(), |(_, length)| length);
                    self.at += length + 1;
                    continue;
                }
                _ => {}
            }
            self.at += letter.len_utf8();
            if depth == 0 {
                return;
            }
        }
    }
}

impl Iterator for Scanner<'_> {
    type Item = Entries;

    fn next(&mut self) -> Option<Entries> {
        let start = self.at + self.text[self.at..].find('{')?;
        self.at = start + 1;
        let mut entries = Vec::new();
        while !self.take('}') {
            let before = self.at;
            let pair = self.value().and_then(|key| self.take(':').then_some(key));
            let pair = pair.and_then(|key| Some((key, self.value()?)));
            match pair {
                Some((key, value)) => entries.push((key.to_ascii_lowercase(), value)),
                // What is no pair ends the dictionary; the search goes on behind it.
                None => {
                    if self.at == before {
                        self.at += self.text[before..].chars().next().map_or(0, char::len_utf8);
                    }
                    break;
                }
            }
            self.take(',');
        }
        Some(Entries {
            entries,
            bytes: start..self.at,
        })
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
