//! The XML form of a record, `.cbf`.
//!
//! Moves stand one after the other in `MoveList`; the first, `00-00`, carries the comment on the
//! start. How the program itself writes variations is not known from any file; here they are nested
//! in `Variation` elements inside the move they replace, and flags as in the binary form are read.

use std::fmt::Write as _;

use xiangqi::{Move, Setup, Square};

use crate::warning::{Damage, Warnings};
use crate::write::{Dropped, Written};
use crate::xml::{Element, Item, Items, escaped, with_references};
use crate::{
    Concern, Field, Format, Game, NodeId, Origin, Outcome, RecordError, TextEncoding, Tree, fen,
    walk,
};

const ROOT: &str = "ChineseChessRecord";
const START: &str = "00-00";

/// Whether a text begins as such a file does.
pub(crate) fn is_cbf(text: &str) -> bool {
    text.contains("<ChineseChessRecord")
}

/// The elements of the head and what they are.
const HEAD: [(&str, Option<Field>); 28] = [
    ("Name", Some(Field::Title)),
    ("URL", None),
    ("From", None),
    ("ContestType", None),
    ("Contest", Some(Field::Event)),
    ("Round", Some(Field::Round)),
    ("Group", Some(Field::Group)),
    ("Table", Some(Field::Table)),
    ("Date", Some(Field::Date)),
    ("Site", Some(Field::Site)),
    ("TimeRule", Some(Field::TimeRule)),
    ("Red", Some(Field::Red)),
    ("RedTeam", Some(Field::RedTeam)),
    ("RedTime", Some(Field::RedTime)),
    ("RedRating", Some(Field::RedRating)),
    ("Black", Some(Field::Black)),
    ("BlackTeam", Some(Field::BlackTeam)),
    ("BlackTime", Some(Field::BlackTime)),
    ("BlackRating", Some(Field::BlackRating)),
    ("Referee", Some(Field::Referee)),
    ("Recorder", Some(Field::Recorder)),
    ("Commentator", Some(Field::Annotator)),
    ("Creator", Some(Field::Author)),
    ("DateCreated", None),
    ("DateModified", None),
    ("ECCO", Some(Field::Ecco)),
    ("RecordKind", Some(Field::Kind)),
    ("ResultType", Some(Field::Termination)),
];

/// An element that is open.
struct Open {
    kind: Kind,
    text: String,
    /// What the next move inside it follows.
    at: NodeId,
    /// Whether other elements came inside it.
    has_parts: bool,
}

enum Kind {
    /// A field of the head.
    Field(String),
    /// A move; whether its line ends with it.
    Move(NodeId, bool),
    Other,
}

struct Reader {
    game: Game,
    warnings: Warnings,
    open: Vec<Open>,
    /// Where alternatives that flags announce branch off.
    others: Vec<NodeId>,
    in_moves: bool,
    seen_move: bool,
}

/// Reads a file.
pub(crate) fn read(text: &str, encoding: TextEncoding, length: usize) -> Result<Game, RecordError> {
    let mut reader = Reader {
        game: Game::new(Setup {
            side: None,
            ..Setup::start()
        }),
        warnings: Warnings::default(),
        open: Vec::new(),
        others: Vec::new(),
        in_moves: false,
        seen_move: false,
    };
    let text = with_references(text);
    for item in Items::new(&text) {
        match item {
            Item::Open(element) => reader.enter(&element)?,
            Item::Text(text) => {
                // Between elements inside a move there are only line ends.
                if let Some(open) = reader.open.last_mut()
                    && !(open.has_parts && text.trim().is_empty())
                {
                    open.text.push_str(&text);
                }
            }
            Item::Close => reader.leave(),
            Item::Broken(at) => {
                let node = reader.open.last().map_or(Tree::ROOT, |open| open.at);
                reader.warnings.push(
                    node,
                    Concern::Damaged {
                        at,
                        reason: Damage::Ends,
                    },
                );
            }
        }
    }
    while !reader.open.is_empty() {
        reader.leave();
    }
    let Reader {
        mut game,
        mut warnings,
        ..
    } = reader;
    let first = game.tree.main_moves().next();
    if let Some(concern) = walk::side_of_first(&mut game.start, first) {
        warnings.push(Tree::ROOT, concern);
    }
    walk::check_moves(&game.start, &game.tree, &mut warnings);
    game.warnings = warnings.finish();
    game.origin = Some(Origin {
        format: Format::Cbf,
        encoding: Some(encoding),
        index: 0,
        bytes: 0..length,
    });
    Ok(game)
}

impl Reader {
    fn enter(&mut self, element: &Element) -> Result<(), RecordError> {
        let at = self.open.last().map_or(Tree::ROOT, |open| open.at);
        let mut open = Open {
            kind: Kind::Other,
            text: String::new(),
            at,
            has_parts: false,
        };
        if let Some(outer) = self.open.last_mut() {
            outer.has_parts = true;
        }
        match element.name.as_str() {
            "MoveList" => self.in_moves = true,
            "Move" if self.in_moves => self.enter_move(element, &mut open)?,
            // Whatever stands for "instead of this move".
            _ if self.in_moves => {
                let replaced = self.open.iter().rev().find_map(|open| match open.kind {
                    Kind::Move(node, _) => Some(node),
                    _ => None,
                });
                open.at = replaced
                    .and_then(|node| self.game.tree.parent(node))
                    .unwrap_or(at);
            }
            name => open.kind = Kind::Field(name.to_owned()),
        }
        self.open.push(open);
        Ok(())
    }

    fn enter_move(&mut self, element: &Element, open: &mut Open) -> Result<(), RecordError> {
        let value = element.get("value").unwrap_or_default();
        if value == START && !std::mem::replace(&mut self.seen_move, true) {
            open.kind = Kind::Move(Tree::ROOT, false);
            return Ok(());
        }
        self.seen_move = true;
        let Some(mv) = parse_move(value) else {
            self.warnings.push(open.at, Concern::unread(value, value));
            return Ok(());
        };
        if !self.game.tree.has_room() {
            return Err(RecordError::TooLarge {
                format: Format::Cbf,
            });
        }
        let is_set = |value: &str| matches!(value, "1" | "true");
        let has_other = element
            .attributes
            .iter()
            .any(|(name, value)| !matches!(name.as_str(), "value" | "end") && is_set(value));
        if has_other {
            self.others.push(open.at);
        }
        let node = self.game.tree.add(open.at, mv);
        open.kind = Kind::Move(node, element.get("end").is_some_and(is_set));
        open.at = node;
        // The next move in the same element follows this one.
        if let Some(outer) = self.open.last_mut() {
            outer.at = node;
        }
        Ok(())
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        match open.kind {
            Kind::Field(name) => self.field(&name, open.text.trim()),
            Kind::Move(node, ends) => {
                if !open.text.trim().is_empty() {
                    let text = open.text.replace("\r\n", "\n");
                    self.game.tree.set_comment(node, text);
                }
                if let (true, Some(outer)) = (ends, self.open.last_mut())
                    && let Some(next) = self.others.pop()
                {
                    outer.at = next;
                }
            }
            Kind::Other => {}
        }
    }

    fn field(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        match name {
            "FEN" => match fen::read(value) {
                Ok(start) => self.game.start = start,
                Err(error) => {
                    let concern = Concern::UnreadableStart(error.to_string());
                    self.warnings.push(Tree::ROOT, concern);
                }
            },
            "RecordResult" => {
                let outcome = value.parse().ok().and_then(Outcome::from_code);
                if outcome.is_none() && value != "4" {
                    self.warnings
                        .push(Tree::ROOT, Concern::OddResult(value.to_owned()));
                }
                self.game.outcome = outcome.unwrap_or_default();
            }
            _ => match HEAD.iter().find(|(known, _)| *known == name) {
                Some((_, Some(field))) => self.game.headers.set(*field, value),
                _ => self.game.headers.set_other(name, value),
            },
        }
    }
}

/// `77-47`: file and rank from Black's back line, twice.
fn parse_move(value: &str) -> Option<Move> {
    let (from, to) = value.trim().split_once('-')?;
    let point = |text: &str| match text.as_bytes() {
        [file @ b'0'..=b'8', rank @ b'0'..=b'9'] => Square::new(file - b'0', b'9' - rank),
        _ => None,
    };
    Some(Move::new(point(from)?, point(to)?))
}

fn write_move(mv: Move) -> String {
    let point = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    format!("{}-{}", point(mv.from()), point(mv.to()))
}

/// Writes a game.
pub(crate) fn write(game: &Game) -> Written {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<{ROOT} Version=\"1.0\">\n <Head>");
    for (name, field) in HEAD {
        let value = match field {
            Some(field) => game.headers.get(field),
            None => game.headers.other(name),
        };
        element(&mut text, name, value);
    }
    element(&mut text, "RecordResult", &game.outcome.code().to_string());
    element(&mut text, "FEN", &game.start.to_string());
    text.push_str(" </Head>\n <MoveList>\n");
    let _ = write!(text, "  <Move value=\"{START}\"");
    let comment = game.tree.comment(Tree::ROOT);
    if comment.is_empty() {
        text.push_str(" />\n");
    } else {
        let _ = writeln!(text, ">{}</Move>", escaped(comment));
    }
    write_moves(&mut text, &game.tree);
    let _ = writeln!(text, " </MoveList>\n</{ROOT}>");
    let kept: Vec<&str> = HEAD.iter().map(|(name, _)| *name).collect();
    let dropped = Dropped::headers(game, |name| {
        kept.contains(&name)
            || HEAD
                .iter()
                .any(|(_, field)| field.is_some_and(|f| f.tag() == name))
    });
    Written {
        bytes: text.into_bytes(),
        dropped,
    }
}

fn element(text: &mut String, name: &str, value: &str) {
    let _ = if value.is_empty() {
        writeln!(text, "  <{name} />")
    } else {
        writeln!(text, "  <{name}>{}</{name}>", escaped(value))
    };
}

/// What is left to write: a line from a node on, or an end.
enum Task {
    Line(NodeId),
    Text(&'static str),
}

fn write_moves(text: &mut String, tree: &Tree) {
    let mut tasks: Vec<Task> = tree
        .first_child(Tree::ROOT)
        .map(Task::Line)
        .into_iter()
        .collect();
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Text(end) => {
                text.push_str(end);
                continue;
            }
            Task::Line(node) => node,
        };
        let Some(mv) = tree.mv(node) else { continue };
        let next = tree.first_child(node);
        let _ = write!(text, "  <Move value=\"{}\"", write_move(mv));
        if next.is_none() {
            text.push_str(" end=\"1\"");
        }
        tasks.extend(next.map(Task::Line));
        let comment = tree.comment(node);
        // The alternatives of a move stand inside the first of them.
        let others: Vec<NodeId> = if tree.is_first(node) {
            std::iter::successors(tree.next_sibling(node), |other| tree.next_sibling(*other))
                .collect()
        } else {
            Vec::new()
        };
        if comment.is_empty() && others.is_empty() {
            text.push_str(" />\n");
            continue;
        }
        let _ = write!(text, ">{}", escaped(comment));
        tasks.push(Task::Text("</Move>\n"));
        for other in others.into_iter().rev() {
            tasks.push(Task::Text("</Variation>\n"));
            tasks.push(Task::Line(other));
            tasks.push(Task::Text("<Variation>\n"));
        }
    }
}
