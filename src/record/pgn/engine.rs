//! From words to a tree of moves.

use std::ops::Range;

use xiangqi::notation::{NotationError, chinese, uci, wxf};
use xiangqi::{Board, Move, Position, Setup, Side};

use super::lexer::{Kind, Lexer, Token};
use crate::walk::Walker;
use crate::warning::Warnings;
use crate::{Concern, Format, NodeId, Outcome, RecordError, Tree};

/// What the text does not say and has to be found out by trying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Guess {
    /// Who moves first.
    pub(super) side: Side,
    /// Whether the ranks of coordinates count from 1.
    pub(super) from_one: bool,
    /// Whether words are moves as chess writes them.
    pub(super) short: bool,
}

/// What came of a guess.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) tree: Tree,
    pub(super) warnings: Warnings,
    /// The result after the moves.
    pub(super) outcome: Option<Outcome>,
    /// Where in the text the game ends: behind the result, or at the end.
    pub(super) end: usize,
    /// How many moves of the main line come before the first fault, if there is one.
    pub(super) fault: Option<usize>,
    /// How many words were moves, understood or not.
    pub(super) words: usize,
    /// How many of them were coordinates.
    pub(super) coordinates: usize,
    /// Whether any of those had a rank 0, so that ranks cannot count from 1.
    pub(super) rank_zero: bool,
    /// Text after the last move that is on lines of its own.
    pub(super) tail: String,
    /// Who moves first.
    pub(super) side: Side,
}

impl Reading {
    /// Says that a text with no move read has words that look like some, if there are several: a
    /// letter and a digit in each.
    pub(super) fn tell_unread_moves(&mut self, text: &str, known: usize) {
        const SEVERAL: usize = 4;
        let mut words = Lexer::new(text)
            .filter(|token| token.kind == Kind::Word)
            .filter(|token| {
                let word = &text[token.bytes.clone()];
                word.chars().any(char::is_alphabetic) && word.chars().any(char::is_numeric)
            });
        let Some(first) = words.next() else { return };
        if known > 0 || words.count() + 1 >= SEVERAL {
            let word = &text[first.bytes.clone()];
            let concern = Concern::unread(word, text[first.bytes.start..].trim_end());
            self.fault = Some(0);
            self.warnings.push(Tree::ROOT, concern);
        }
    }
}

/// A variation that is open, with the node its line goes on from after it.
struct Open {
    resume: NodeId,
}

struct Engine<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    guess: Guess,
    walker: Walker,
    at: NodeId,
    open: Vec<Open>,
    plies: usize,
    reading: Reading,
    /// Words since the last move, not yet put anywhere.
    words: Option<Range<usize>>,
    /// The highest number of a move so far on the main line, and the last one with its place if no
    /// move came since.
    numbers: (u32, Option<(u32, usize)>),
    /// Whether another game may begin where the moves say so.
    many: bool,
}

/// Reads the moves of one game from the start of a text. With `many` the next game may follow without
/// tags: where numbers begin anew, or where a line of moves fits the start and not the game.
///
/// # Errors
/// There are too many of them.
pub(super) fn read(
    text: &str,
    start: &Setup,
    guess: Guess,
    many: bool,
) -> Result<Reading, RecordError> {
    let start = Setup {
        side: Some(guess.side),
        ..start.clone()
    };
    let (walker, error) = Walker::new(&start);
    let lexer = Lexer::new(text);
    let mut engine = Engine {
        text,
        lexer: if guess.short { lexer.short() } else { lexer },
        guess,
        walker,
        at: Tree::ROOT,
        open: Vec::new(),
        plies: 0,
        reading: Reading {
            tree: Tree::new(),
            warnings: Warnings::default(),
            outcome: None,
            end: text.len(),
            fault: None,
            words: 0,
            coordinates: 0,
            rank_zero: false,
            tail: String::new(),
            side: guess.side,
        },
        words: None,
        numbers: (0, None),
        many,
    };
    if let Some(error) = error {
        engine.warn(Tree::ROOT, Concern::OddStart(error));
    }
    engine.run()?;
    Ok(engine.reading)
}

impl<'a> Engine<'a> {
    fn run(&mut self) -> Result<(), RecordError> {
        while let Some(token) = self.lexer.next() {
            let is_move = token.kind.is_move() || token.kind == Kind::Broken;
            if is_move
                && self.many
                && self.open.is_empty()
                && let Some(end) = self.begins_another(&token)
            {
                self.reading.end = end;
                return Ok(());
            }
            if !matches!(token.kind, Kind::Word | Kind::Noise | Kind::Number(_)) {
                self.put_words();
            }
            match &token.kind {
                _ if is_move => {
                    self.numbers.1 = None;
                    self.reading.words += 1;
                    if !self.reading.tree.has_room() {
                        return Err(RecordError::TooLarge {
                            format: Format::Pgn,
                        });
                    }
                    match self.resolve(&token) {
                        Ok(mv) => self.play(mv),
                        Err(reason) => self.give_up(&token, reason),
                    }
                }
                Kind::Comment(text, closed) => {
                    self.reading.tree.add_comment(self.at, text);
                    if !closed {
                        self.warn(self.at, Concern::Unclosed('{'));
                    }
                }
                Kind::Mark(text) => self.reading.tree.add_comment(self.at, text),
                Kind::Word => {
                    let start = self
                        .words
                        .as_ref()
                        .map_or(token.bytes.start, |words| words.start);
                    self.words = Some(start..token.bytes.end);
                }
                Kind::Open => self.open_variation(&token),
                Kind::Close => self.close_variation(),
                Kind::Result(outcome) if self.open.is_empty() => {
                    self.reading.outcome = Some(*outcome);
                    // A result can stand before the moves too.
                    if self.plies > 0 || !self.move_follows() {
                        self.reading.end = token.bytes.end;
                        return Ok(());
                    }
                }
                Kind::Result(_) => {
                    let word = &self.text[token.bytes.clone()];
                    self.reading.tree.add_comment(self.at, word);
                }
                Kind::Number(number) if self.open.is_empty() => {
                    self.numbers.0 = self.numbers.0.max(*number);
                    self.numbers.1 = Some((*number, token.bytes.start));
                }
                // The rest are the moves of above.
                _ => {}
            }
        }
        if !self.open.is_empty() {
            self.warn(self.at, Concern::Unclosed('('));
        }
        match self.words.take() {
            Some(words) if self.is_line_start(words.start) && self.plies > 0 => {
                self.text[words.start..]
                    .trim_end()
                    .clone_into(&mut self.reading.tail);
            }
            words => {
                self.words = words;
                self.put_words();
            }
        }
        Ok(())
    }

    /// Whether the next word is a move or its number.
    fn move_follows(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let next = ahead.find(|token| token.kind != Kind::Noise);
        next.is_some_and(|token| token.kind.is_move() || matches!(token.kind, Kind::Number(_)))
    }

    /// Puts words between moves where they stand, as a comment.
    fn put_words(&mut self) {
        if let Some(words) = self.words.take() {
            self.reading.tree.add_comment(self.at, &self.text[words]);
        }
    }

    /// Whether nothing but a number stands before a place on its line.
    fn is_line_start(&self, at: usize) -> bool {
        // A number and some spaces are no longer than this.
        let near = &self.text.as_bytes()[at.saturating_sub(48)..at];
        let line = near.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        let before = match line {
            Some(line) => &near[line + 1..],
            None if near.len() == at => near,
            None => return false,
        };
        before
            .iter()
            .all(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit() || *byte == b'.')
    }

    /// Where another game begins if a move on the main line is its first: at its heading, its number,
    /// or the move itself.
    fn begins_another(&self, token: &Token<'a>) -> Option<usize> {
        let heading = self.words.as_ref().map(|words| words.start);
        let heading = heading.filter(|start| self.is_line_start(*start));
        let number = self.numbers.1.map(|(_, at)| at);
        let anew = match self.numbers {
            // Without any numbers a line of words is all that parts two games.
            (0, None) => heading.is_some(),
            (highest, Some((1, _))) => highest > 1,
            _ => false,
        };
        if self.plies < 2 || !(anew || self.is_line_start(token.bytes.start)) {
            return None;
        }
        let legal = |walker: &Walker| {
            let position = walker.position();
            self.resolve_on(walker, token)
                .is_ok_and(|mv| position.is_some_and(|position| position.is_legal(mv)))
        };
        let (start, _) = Walker::new(&Setup::start());
        ((anew || !legal(&self.walker)) && legal(&start))
            .then(|| heading.or(number).unwrap_or(token.bytes.start))
    }

    fn warn(&mut self, node: NodeId, concern: Concern) {
        if concern.is_fault() && self.open.is_empty() {
            self.reading.fault.get_or_insert(self.plies);
        }
        self.reading.warnings.push(node, concern);
    }

    fn play(&mut self, mv: Move) {
        let node = self.reading.tree.add(self.at, mv);
        if let Some(concern) = self.walker.play(mv) {
            self.warn(node, concern);
        }
        self.at = node;
        if self.open.is_empty() {
            self.plies += 1;
        }
    }

    /// The move a word means here; one that is not allowed too, if it is clear which.
    fn resolve(&mut self, token: &Token<'a>) -> Result<Move, NotationError> {
        if let Kind::Coordinates(text) = &token.kind {
            self.reading.coordinates += 1;
            self.reading.rank_zero |= text.contains('0') && !text.contains("10");
        }
        if let Kind::Short(short) = &token.kind {
            self.reading.coordinates += 1;
            self.reading.rank_zero |= short.has_rank_zero();
        }
        self.resolve_on(&self.walker, token)
    }

    fn resolve_on(&self, walker: &Walker, token: &Token<'a>) -> Result<Move, NotationError> {
        let unreadable = || NotationError::Unreadable(self.text[token.bytes.clone()].to_owned());
        match &token.kind {
            Kind::Coordinates(text) => {
                coordinates(text, self.guess.from_one).ok_or_else(unreadable)
            }
            Kind::Wxf(text) => told(walker, text, wxf::parse, wxf::candidates),
            Kind::Short(short) => {
                let first = u8::from(self.guess.from_one);
                let all = short.moves(walker.board(), walker.side(), first);
                the_one(walker, &self.text[token.bytes.clone()], all)
            }
            Kind::Chinese { text, plain: None } => {
                told(walker, text, chinese::parse, chinese::candidates)
            }
            Kind::Chinese {
                text,
                plain: Some(plain),
            } => told(walker, plain, chinese::parse, chinese::candidates)
                .or_else(|_| told(walker, text, chinese::parse, chinese::candidates)),
            _ => Err(unreadable()),
        }
    }

    /// Ends the line at a word that is no move here and keeps the rest of it as text.
    fn give_up(&mut self, token: &Token<'a>, reason: NotationError) {
        let mut depth = 0_usize;
        let mut end = self.text.len();
        while let Some(next) = self.lexer.next() {
            match next.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth > 0 => depth -= 1,
                // The line's own end.
                Kind::Close if !self.open.is_empty() => {
                    end = next.bytes.start;
                    self.lexer.go_to(end);
                    break;
                }
                Kind::Result(_) if self.open.is_empty() && depth == 0 => {
                    end = next.bytes.start;
                    self.lexer.go_to(end);
                    break;
                }
                _ => {}
            }
        }
        let text = self.text[token.bytes.clone()].to_owned();
        let rest = self.text[token.bytes.start..end].trim_end().to_owned();
        self.warn(self.at, Concern::Unread { text, reason, rest });
    }

    /// After an opening parenthesis: a variation to the last move, or a remark.
    fn open_variation(&mut self, token: &Token<'a>) {
        let Some(parent) = self.reading.tree.parent(self.at) else {
            self.remark(token);
            return;
        };
        let mut ahead = self.lexer.clone();
        let mut numbered = false;
        let first = loop {
            match ahead.next() {
                Some(Token {
                    kind: Kind::Number(_),
                    ..
                }) => numbered = true,
                Some(Token {
                    kind: Kind::Noise | Kind::Comment(..),
                    ..
                }) => {}
                other => break other,
            }
        };
        let Some(first) = first.filter(|token| token.kind.is_move()) else {
            self.remark(token);
            return;
        };
        let resume = self.at;
        self.walker.rewind(&self.reading.tree, resume, parent);
        self.at = parent;
        let fits = self.resolve(&first).is_ok_and(|mv| {
            self.walker
                .position()
                .is_none_or(|position| position.is_legal(mv))
        });
        if fits || numbered {
            self.open.push(Open { resume });
            return;
        }
        // Not numbered and not possible instead of the last move: words about what comes after it.
        self.resume(resume);
        self.remark(token);
    }

    fn close_variation(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let tree = &self.reading.tree;
        let parent = tree.parent(open.resume).unwrap_or(Tree::ROOT);
        self.walker.rewind(tree, self.at, parent);
        self.resume(open.resume);
    }

    /// Plays the move of the line again that a variation stood against.
    fn resume(&mut self, node: NodeId) {
        if let Some(mv) = self.reading.tree.mv(node) {
            // What it breaks was told when it was played first.
            let _ = self.walker.play(mv);
        }
        self.at = node;
    }

    /// Takes what is in parentheses for a comment.
    fn remark(&mut self, token: &Token<'a>) {
        let start = token.bytes.end;
        let close = self
            .lexer
            .closing(token.bytes.start, &[('(', ')'), ('（', '）')]);
        let (end, next) = match close {
            Some(end) => (
                end,
                end + self.text[end..].chars().next().map_or(0, char::len_utf8),
            ),
            None => {
                self.warn(self.at, Concern::Unclosed('('));
                let rest = &self.text[start..];
                let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
                (start + line, start + line)
            }
        };
        let text = self.text[start..end].trim();
        let is_number = text.chars().all(char::is_numeric);
        if !is_number {
            self.reading.tree.add_comment(self.at, text);
        }
        self.lexer.go_to(next);
    }
}

fn coordinates(text: &str, from_one: bool) -> Option<Move> {
    let plain: String = text.chars().filter(|letter| *letter != '-').collect();
    if from_one {
        uci::coordinates(&plain)
    } else {
        plain.parse().ok()
    }
}

/// The move a text of WXF or Chinese tells of.
fn told(
    walker: &Walker,
    text: &str,
    parse: impl Fn(&Position, &str) -> Result<Move, NotationError>,
    candidates: impl Fn(&Board, Side, &str) -> Result<Vec<Move>, NotationError>,
) -> Result<Move, NotationError> {
    if let Some(position) = walker.position() {
        return match parse(position, text) {
            // It stays in the record, and playing it will tell what is wrong.
            Err(NotationError::Illegal { mv, .. }) => Ok(mv),
            other => other,
        };
    }
    the_one(
        walker,
        text,
        candidates(walker.board(), walker.side(), text)?,
    )
}

/// The one of several moves that the rules allow, or failing that the way of the pieces.
fn the_one(walker: &Walker, text: &str, told: Vec<Move>) -> Result<Move, NotationError> {
    if let Some(position) = walker.position() {
        let mut legal = told.iter().copied().filter(|mv| position.is_legal(*mv));
        if let (Some(mv), None) = (legal.next(), legal.next()) {
            return Ok(mv);
        }
    }
    let going: Vec<Move> = told.iter().copied().filter(|mv| walker.goes(*mv)).collect();
    match (going.as_slice(), told.as_slice()) {
        ([mv], _) | ([], [mv]) => Ok(*mv),
        ([], []) => Err(NotationError::NoSuchPiece(text.to_owned())),
        ([], moves) | (moves, _) => Err(NotationError::Ambiguous {
            text: text.to_owned(),
            moves: moves.to_vec(),
        }),
    }
}
