//! Finding the blocks of a page, and the keys in them.

use std::collections::HashSet;
use std::ops::Range;

const MARK: &str = "DhtmlXQ";
/// The same from 广东象棋网, with numbers for keys and ranks from Red.
const OTHER_MARK: &str = "DHJHtmlXQ";

/// The keys of one game with their values as they stand there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block<'a> {
    /// Keys in lower case without the mark.
    pub(super) entries: Vec<(String, &'a str)>,
    /// Whether it is the kind with numbers for keys.
    pub(super) from_red: bool,
    pub(super) bytes: Range<usize>,
}

impl<'a> Block<'a> {
    /// The value of a key; of a doubled one the first that is not empty.
    pub(super) fn get(&self, key: &str) -> &'a str {
        self.entries
            .iter()
            .filter(|(found, _)| found == key)
            .map(|(_, value)| *value)
            .find(|value| !value.trim().is_empty())
            .unwrap_or("")
    }
}

struct Tag<'a> {
    /// Without the mark and the underscore; empty or `HTML` … for the bracket of a whole block.
    key: &'a str,
    closes: bool,
    is_key: bool,
    from_red: bool,
    bytes: Range<usize>,
}

/// The next tag with one of the marks; other brackets are text.
fn next_tag(text: &str, from: usize) -> Option<Tag<'_>> {
    let mut at = from;
    while let Some(open) = text[at..].find('[').map(|found| at + found) {
        at = open + 1;
        let rest = &text[at..];
        // In a string of a script the slash is escaped.
        let (rest, closes) = rest
            .strip_prefix('/')
            .or_else(|| rest.strip_prefix("\\/"))
            .map_or((rest, false), |rest| (rest, true));
        let (rest, from_red) = match (strip(rest, MARK), strip(rest, OTHER_MARK)) {
            (Some(rest), _) => (rest, false),
            (None, Some(rest)) => (rest, true),
            (None, None) => continue,
        };
        let length = rest
            .bytes()
            .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
            .count();
        let (name, after) = rest.split_at(length);
        let end = text.len() - after.len() + usize::from(after.starts_with(']'));
        let key = name.strip_prefix('_');
        return Some(Tag {
            key: key.unwrap_or(name),
            closes,
            is_key: key.is_some(),
            from_red,
            bytes: open..end,
        });
    }
    None
}

fn strip<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let head = text.get(..mark.len())?;
    head.eq_ignore_ascii_case(mark).then(|| &text[mark.len()..])
}

/// The blocks of a page, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Goes on from where another one [stopped](Self::position).
    pub(super) const fn starting(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    pub(super) const fn position(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Block<'a>;

    /// A value runs from its opening tag to the next tag, whatever that closes: closing tags in the
    /// wild name other keys. A game ends where its bracket closes, where another opens, and where a
    /// key comes again that a game has once.
    fn next(&mut self) -> Option<Block<'a>> {
        let mut block: Option<Block<'a>> = None;
        let mut seen: HashSet<String> = HashSet::new();
        let mut has_moves = false;
        let mut bracketed = false;
        while let Some(tag) = next_tag(self.text, self.at) {
            if tag.is_key && !tag.closes {
                let end = next_tag(self.text, tag.bytes.end)
                    .map_or(self.text.len(), |next| next.bytes.start);
                let key = tag.key.to_ascii_lowercase();
                let value = &self.text[tag.bytes.end..end];
                let begun = block.get_or_insert_with(|| Block {
                    bytes: tag.bytes.start..end,
                    ..Block::default()
                });
                let is_list = key == "movelist" && !value.trim().is_empty();
                let once = matches!(key.as_str(), "binit" | "init" | "ver")
                    || (!bracketed && (is_list || key == "title"));
                if once && !seen.insert(key.clone()) && has_moves {
                    return block;
                }
                has_moves |= is_list;
                begun.from_red |= tag.from_red;
                begun.entries.push((key, value));
                begun.bytes.end = end;
                self.at = end;
                continue;
            }
            let is_bracket = !tag.is_key;
            if is_bracket
                && block
                    .as_ref()
                    .is_some_and(|block| !block.entries.is_empty())
            {
                if tag.closes {
                    self.at = tag.bytes.end;
                }
                return block;
            }
            bracketed |= is_bracket && !tag.closes;
            self.at = tag.bytes.end;
        }
        self.at = self.text.len();
        block
    }
}
