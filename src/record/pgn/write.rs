//! Writing PGN, and the same moves as text for people.

use std::fmt::Write as _;

use xiangqi::Side;

use crate::walk::Walker;
use crate::write::{Dropped, Notation};
use crate::{Field, Game, NodeId, Tree};

/// What stands between games in text for people.
pub(crate) const SEPARATOR: &str = "\n----------------------------------------\n\n";

/// Writes a game with tags.
pub(crate) fn write(game: &Game, notation: Notation) -> (String, Vec<Dropped>) {
    let mut text = String::from("[Game \"Chinese Chess\"]\n");
    let headers = &game.headers;
    // The ones every reader looks for stand in every file, the rest where they hold something; the
    // title speaks for an event that is not named, and stands in its own place too.
    let event = match headers.get(Field::Event) {
        "" => headers.get(Field::Title),
        event => event,
    };
    tag(&mut text, "Event", event);
    for field in [
        Field::Site,
        Field::Date,
        Field::Round,
        Field::Red,
        Field::Black,
    ] {
        tag(&mut text, field.tag(), headers.get(field));
    }
    tag(&mut text, "Result", game.outcome.pgn());
    let written = ["Event", "Site", "Date", "Round", "Red", "Black"];
    for (name, value) in headers.iter() {
        if !written.contains(&name) && is_name(name) {
            tag(&mut text, name, value);
        }
    }
    if !game.is_from_start() || game.start.move_number.is_some_and(|number| number > 1) {
        tag(&mut text, "FEN", &game.start.to_string());
    }
    if notation != Notation::Chinese {
        tag(&mut text, "Format", notation.name());
    }
    text.push('\n');
    let braces = body(&mut text, game, notation);
    let _ = writeln!(text, "{}", game.outcome.pgn());
    if !game.tail.is_empty() {
        let _ = writeln!(text, "\n{}", game.tail);
    }
    let mut dropped: Vec<Dropped> = headers
        .iter()
        .filter(|(name, _)| !is_name(name))
        .map(|(name, _)| Dropped::Header {
            name: name.to_owned(),
        })
        .collect();
    if braces > 0 {
        dropped.push(Dropped::Braces { count: braces });
    }
    (text, dropped)
}

/// Whether a name can be a tag.
fn is_name(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !["Game", "FEN", "Format", "Result", "SetUp"].contains(&name)
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace(['\n', '\r'], " ").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Writes a game with its headers in Chinese.
pub(crate) fn write_plain(game: &Game) -> (String, Vec<Dropped>) {
    let mut text = String::new();
    for field in Field::ALL {
        let value = game.headers.get(field);
        if !value.is_empty() {
            let _ = writeln!(
                text,
                "{}: {}",
                field.chinese(),
                value.replace(['\n', '\r'], " ")
            );
        }
    }
    let _ = writeln!(text, "结果: {}", game.outcome.chinese());
    if !game.is_from_start() || game.start.move_number.is_some_and(|number| number > 1) {
        let _ = writeln!(text, "FEN: {}", game.start);
    }
    text.push('\n');
    let braces = body(&mut text, game, Notation::Chinese);
    let mut dropped = Dropped::headers(game, |name| {
        Field::ALL.iter().any(|field| field.tag() == name)
    });
    if braces > 0 {
        dropped.push(Dropped::Braces { count: braces });
    }
    (text, dropped)
}

/// What is left to write.
enum Task {
    /// A move, and what follows in its line.
    Move {
        node: NodeId,
        numbered: bool,
    },
    /// The move is written with its variations: go on after it.
    Advance {
        node: NodeId,
        numbered: bool,
    },
    Open,
    /// A variation is at its end; its line goes back to where it branched off.
    Close {
        parent: NodeId,
    },
}

struct Writer<'a> {
    text: &'a mut String,
    game: &'a Game,
    notation: Notation,
    walker: Walker,
    at: NodeId,
    depth: usize,
    braces: usize,
}

/// Writes the moves; gives the number of braces that had to be changed.
fn body(text: &mut String, game: &Game, notation: Notation) -> usize {
    let (walker, _) = Walker::new(&game.start);
    let mut writer = Writer {
        text,
        game,
        notation,
        walker,
        at: Tree::ROOT,
        depth: 0,
        braces: 0,
    };
    if writer.comment(Tree::ROOT) {
        writer.text.push('\n');
    }
    writer.run();
    if !writer.text.ends_with('\n') {
        writer.text.push('\n');
    }
    writer.braces
}

impl Writer<'_> {
    fn run(&mut self) {
        let tree = &self.game.tree;
        let first = tree.first_child(Tree::ROOT);
        let mut tasks: Vec<Task> = first
            .map(|node| Task::Move {
                node,
                numbered: true,
            })
            .into_iter()
            .collect();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Move { node, numbered } => {
                    self.write_move(node, numbered);
                    let commented = self.comment(node);
                    let mut branches = false;
                    let mut next = tree.next_sibling(node).filter(|_| tree.is_first(node));
                    let mut inner = Vec::new();
                    while let Some(other) = next {
                        branches = true;
                        inner.push(Task::Open);
                        inner.push(Task::Move {
                            node: other,
                            numbered: true,
                        });
                        inner.push(Task::Close { parent: self.at });
                        next = tree.next_sibling(other);
                    }
                    tasks.push(Task::Advance {
                        node,
                        numbered: commented || branches,
                    });
                    tasks.extend(inner.into_iter().rev());
                }
                Task::Advance { node, numbered } => {
                    self.advance(node);
                    if let Some(node) = tree.first_child(node) {
                        tasks.push(Task::Move { node, numbered });
                    }
                }
                Task::Open => {
                    self.depth += 1;
                    self.space();
                    self.text.push('(');
                }
                Task::Close { parent } => {
                    self.depth -= 1;
                    self.walker.rewind(tree, self.at, parent);
                    self.at = parent;
                    self.text.push(')');
                }
            }
        }
    }

    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(['\n', ' ', '(']) {
            self.text.push(' ');
        }
    }

    fn write_move(&mut self, node: NodeId, numbered: bool) {
        let Some(mv) = self.game.tree.mv(node) else {
            return;
        };
        let start = &self.game.start;
        let black_first = start.side == Some(Side::Black);
        let plies = self.walker.plies() + usize::from(black_first);
        let number = start.move_number.unwrap_or(1) as usize + plies / 2;
        self.space();
        if plies.is_multiple_of(2) {
            // A pair a line in the game itself; variations run on.
            if self.depth == 0 && self.text.ends_with(' ') {
                self.text.pop();
                self.text.push('\n');
            }
            let _ = write!(self.text, "{number}. ");
        } else if numbered {
            let _ = write!(self.text, "{number}. ... ");
        }
        let text = self.notation.text(self.walker.position(), mv);
        self.text.push_str(&text);
    }

    fn advance(&mut self, node: NodeId) {
        if let Some(mv) = self.game.tree.mv(node) {
            // What the move breaks is told when the game is read.
            let _ = self.walker.play(mv);
        }
        self.at = node;
    }

    /// Writes the comment on a node; whether there is one.
    fn comment(&mut self, node: NodeId) -> bool {
        let comment = self.game.tree.comment(node).trim();
        if comment.is_empty() {
            return false;
        }
        self.space();
        self.text.push('{');
        for letter in comment.chars() {
            self.text.push(match letter {
                '{' => '｛',
                '}' => '｝',
                other => other,
            });
        }
        self.text.push('}');
        self.braces += comment.matches(['{', '}']).count();
        true
    }
}
