//! From a text to games.

use std::borrow::Cow;

use xiangqi::{Setup, Side};

use super::chunk::Chunks;
use super::engine::{self, Guess, Reading};
use super::lexer::{Kind, Lexer};
use super::{grid, heading, tags};
use crate::outcome::narrow;
use crate::{Concern, Format, Game, Origin, Outcome, RecordError, TextEncoding, Tree, fen};

/// The games of a text, one by one.
#[derive(Debug, Clone)]
pub(crate) struct Texts<'a> {
    bytes: Cow<'a, [u8]>,
    /// How the bytes are encoded, and how the file is: text of two bytes a unit is decoded first.
    encoding: TextEncoding,
    told: TextEncoding,
    format: Format,
    at: usize,
    index: usize,
    /// A part that holds several games, how far it is read, and the place of the part.
    rest: Option<(String, usize, std::ops::Range<usize>)>,
}

impl<'a> Texts<'a> {
    /// `from` is where the text begins, behind a byte order mark.
    pub(crate) fn new(bytes: &'a [u8], from: usize, told: TextEncoding, format: Format) -> Self {
        let wide = matches!(told, TextEncoding::Utf16Le | TextEncoding::Utf16Be);
        let (bytes, at, encoding) = if wide {
            let text = told.decode(&bytes[from..]).0.into_owned();
            (Cow::Owned(text.into_bytes()), 0, TextEncoding::Utf8)
        } else {
            (Cow::Borrowed(bytes), from, told)
        };
        Self {
            bytes,
            encoding,
            told,
            format,
            at,
            index: 0,
            rest: None,
        }
    }

    /// The games of a text that was made out of a page, which was encoded as told.
    pub(crate) fn of_text(text: String, told: TextEncoding, format: Format) -> Self {
        Self {
            bytes: Cow::Owned(text.into_bytes()),
            encoding: TextEncoding::Utf8,
            told,
            format,
            at: 0,
            index: 0,
            rest: None,
        }
    }

    /// The text of a part of the file; one that is broken in the encoding of the file is looked at by
    /// itself, since collections are put together from files of several.
    fn decode<'t>(&self, part: &'t [u8]) -> (Cow<'t, str>, TextEncoding, bool) {
        let (text, broken) = self.encoding.decode(part);
        if !broken {
            return (text, self.encoding, false);
        }
        let (encoding, mark) = TextEncoding::detect(part);
        let (other, still) = encoding.decode(&part[mark..]);
        let count = |text: &str| text.matches('\u{fffd}').count();
        if count(&other) < count(&text) {
            (other, encoding, still)
        } else {
            (text, self.encoding, true)
        }
    }

    /// Reads one game from a text; gives what is left of it, if another game follows there.
    fn game(
        &self,
        text: &str,
        encoding: TextEncoding,
        bytes: std::ops::Range<usize>,
    ) -> Result<(Option<Game>, usize), RecordError> {
        let mut game = Game::new(Setup::start());
        let mut head = Head::default();
        let tagged = head.read_tags(text, &mut game);
        let body = &text[head.length..];
        let set_out = if grid::is_grid(body) {
            grid::movetext(body)
        } else {
            String::new()
        };
        let (body, offset, after) = if !set_out.is_empty() {
            (set_out.as_str(), 0, text.len())
        } else if tagged {
            (body, head.length, text.len())
        } else {
            let plain = heading::read(body, &mut game, &mut head.fen, &mut head.result);
            (
                &body[plain.moves.clone()],
                head.length + plain.moves.start,
                head.length + plain.end,
            )
        };
        if let Some(fen) = &head.fen {
            match fen::read(fen) {
                Ok(setup) => game.start = setup,
                Err(error) => head
                    .concerns
                    .push(Concern::UnreadableStart(error.to_string())),
            }
        }
        let mut reading = best(body, &game.start, head.fen.is_some(), tagged)?;
        let nothing = reading.tree.moves() == 0 && reading.words == 0 && head.fen.is_none();
        if nothing && !tagged {
            return Ok((None, text.len()));
        }
        // What was set out as a grid is read from a text of its own.
        let mut end = if !set_out.is_empty() || reading.end == body.len() {
            after
        } else {
            offset + reading.end
        };
        let follows = &text[end..];
        if !follows.trim().is_empty() && !has_moves(follows) {
            follows.trim().clone_into(&mut reading.tail);
            end = text.len();
        }
        finish(&mut game, head, reading);
        game.origin = Some(Origin {
            format: if set_out.is_empty() {
                self.format
            } else {
                Format::Grid
            },
            encoding: Some(if encoding == self.encoding {
                self.told
            } else {
                encoding
            }),
            index: self.index,
            bytes,
        });
        Ok((Some(game), end))
    }
}

impl Iterator for Texts<'_> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (text, from, encoding, bytes, broken) = match self.rest.take() {
                Some((text, from, bytes)) => (Cow::Owned(text), from, self.encoding, bytes, false),
                None => {
                    let mut chunks = Chunks::new(&self.bytes, self.at, self.encoding);
                    let range = chunks.next()?;
                    self.at = chunks.position();
                    let (text, encoding, broken) = self.decode(&self.bytes[range.clone()]);
                    (text, 0, encoding, range, broken)
                }
            };
            let (game, end) = match self.game(&text[from..], encoding, bytes.clone()) {
                Ok((game, end)) => (game, from + end),
                Err(error) => return Some(Err(error)),
            };
            if !text[end..].trim_start().is_empty() {
                self.rest = Some((text.into_owned(), end, bytes));
            }
            let Some(mut game) = game else { continue };
            if broken {
                let concern = Concern::BrokenText;
                game.warnings.push(crate::Warning {
                    node: Tree::ROOT,
                    concern,
                });
            }
            self.index += 1;
            return Some(Ok(game));
        }
    }
}

/// What comes before the moves.
#[derive(Debug, Default)]
struct Head {
    length: usize,
    fen: Option<String>,
    result: Option<String>,
    concerns: Vec<Concern>,
}

impl Head {
    /// Reads the lines of tags; whether there are any.
    fn read_tags(&mut self, text: &str, game: &mut Game) -> bool {
        let mut found = false;
        while self.length < text.len() {
            let rest = &text[self.length..];
            let Some(length) = tags::extent(rest.as_bytes()) else {
                let length = tags::line_length(rest.as_bytes());
                if !rest[..length].trim().is_empty() {
                    break;
                }
                self.length += length;
                continue;
            };
            found = true;
            for (name, value) in tags::parse_line(rest[..length].trim_start_matches('\u{feff}')) {
                if name.eq_ignore_ascii_case("fen") && !value.trim().is_empty() {
                    self.fen = Some(value);
                } else if name.eq_ignore_ascii_case("result") {
                    self.result = Some(value);
                } else {
                    tags::store(&mut game.headers, name, &value);
                }
            }
            self.length += length;
        }
        if !found {
            self.length = 0;
        }
        found
    }
}

/// Reads the moves as they make the most sense: who begins and how ranks are counted is tried where
/// it is not certain.
fn best(text: &str, start: &Setup, fen: bool, tagged: bool) -> Result<Reading, RecordError> {
    let read = |short| best_of(text, start, fen, tagged, short);
    let mut reading = read(false)?;
    if reading.words > 0 || !tagged {
        return Ok(reading);
    }
    // No move at all: there may be some as chess writes them.
    let other = read(true)?;
    if other.words > 0 && other.fault != Some(0) {
        return Ok(other);
    }
    reading.tell_unread_moves(text, other.words);
    Ok(reading)
}

fn best_of(
    text: &str,
    start: &Setup,
    fen: bool,
    tagged: bool,
    short: bool,
) -> Result<Reading, RecordError> {
    let said = start.side.filter(|_| fen);
    let side = said.unwrap_or_else(|| first_side(text, start, fen));
    let guess = |side, from_one| Guess {
        side,
        from_one,
        short,
    };
    let read = |side, from_one| engine::read(text, start, guess(side, from_one), !tagged);
    let mut best = (read(side, false)?, side, false);
    let plies = |reading: &Reading| reading.fault.unwrap_or(usize::MAX);
    // Coordinates can stand among moves of another notation, which tells that ranks are usual.
    let ranks_open = |reading: &Reading| {
        reading.coordinates > 0 && reading.coordinates == reading.words && !reading.rank_zero
    };
    if best.0.fault.is_some() {
        let early = said.is_none() || plies(&best.0) < 2;
        let ranks: &[bool] = if ranks_open(&best.0) {
            &[false, true]
        } else {
            &[false]
        };
        for from_one in ranks {
            for side in [side, side.opposite()] {
                let known = (side, *from_one) == (best.1, best.2);
                if known || (side != best.1 && !early && !*from_one) {
                    continue;
                }
                let other = read(side, *from_one)?;
                if plies(&other) > plies(&best.0) {
                    best = (other, side, *from_one);
                }
            }
        }
    } else if ranks_open(&best.0) && read(side, true)?.fault.is_none() {
        best.0.warnings.push(Tree::ROOT, Concern::RanksUnclear);
    }
    let (mut reading, taken, _) = best;
    if said.is_some_and(|said| said != taken) {
        reading
            .warnings
            .push(Tree::ROOT, Concern::SideCorrected { to: taken });
    }
    Ok(reading)
}

/// Who moves first where no FEN says so: in Chinese the numerals tell, before the first move dots.
fn first_side(text: &str, start: &Setup, fen: bool) -> Side {
    let usual = if fen {
        crate::walk::likely_side(start)
    } else {
        Side::Red
    };
    let mut dots = false;
    for token in Lexer::new(text).take(8) {
        match token.kind {
            Kind::Noise | Kind::Number(_) => dots |= stands_for_move(&text[token.bytes]),
            Kind::Chinese { .. } | Kind::Wxf(_) | Kind::Coordinates(_) if dots => {
                return Side::Black;
            }
            Kind::Chinese { text, .. } if fen => {
                let numeral = text
                    .chars()
                    .any(|letter| "一二三四五六七八九".contains(letter));
                return if numeral { Side::Red } else { Side::Black };
            }
            Kind::Chinese { .. } | Kind::Wxf(_) | Kind::Coordinates(_) => break,
            _ => {}
        }
    }
    usual
}

/// Whether signs stand for a move that is not given: `...`, `……`, `--`; one alone is a full stop or
/// another sign behind a number.
fn stands_for_move(signs: &str) -> bool {
    let signs = signs.trim_start_matches(|letter: char| narrow(letter).is_ascii_digit());
    signs.contains(['…', '—', '*', '＊']) || signs.chars().filter(|sign| is_dot(*sign)).count() > 1
}

const fn is_dot(sign: char) -> bool {
    matches!(narrow(sign), '.' | '-' | '·' | '。')
}

/// Whether a text has moves enough to be a game, and not an advert that looks like one.
fn has_moves(text: &str) -> bool {
    const ENOUGH: usize = 4;
    Lexer::new(text)
        .filter(|token| token.kind.is_move())
        .nth(ENOUGH - 1)
        .is_some()
}

fn finish(game: &mut Game, head: Head, mut reading: Reading) {
    for concern in head.concerns {
        reading.warnings.push(Tree::ROOT, concern);
    }
    let header = head
        .result
        .as_deref()
        .map(|text| (text, Outcome::from_text(text)));
    game.outcome = match (header, reading.outcome) {
        (Some((_, Some(header))), Some(text)) if header != Outcome::Unknown => {
            if header != text && text != Outcome::Unknown {
                reading
                    .warnings
                    .push(Tree::ROOT, Concern::TwoResults { header, text });
            }
            header
        }
        (Some((_, Some(header))), None) => header,
        (Some((odd, None)), text) => {
            reading
                .warnings
                .push(Tree::ROOT, Concern::OddResult(odd.to_owned()));
            text.unwrap_or_default()
        }
        (_, text) => text.unwrap_or_default(),
    };
    game.start.side = Some(reading.side);
    game.tree = reading.tree;
    game.tail = reading.tail;
    game.warnings = reading.warnings.finish();
}
