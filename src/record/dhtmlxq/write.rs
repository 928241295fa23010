//! Writing a block.

use std::collections::HashMap;
use std::fmt::Write as _;

use xiangqi::{Board, Side, Square};

use super::text::plain;
use crate::order::slots;
use crate::walk::likely_side;
use crate::write::Dropped;
use crate::{Field, Game, NodeId, Tree};

/// The keys that programs put on the clipboard for forums.
const SHORT: [(&str, Field); 15] = [
    ("title", Field::Title),
    ("event", Field::Event),
    ("date", Field::Date),
    ("place", Field::Site),
    ("round", Field::Round),
    ("red", Field::Red),
    ("redteam", Field::RedTeam),
    ("redrating", Field::RedRating),
    ("black", Field::Black),
    ("blackteam", Field::BlackTeam),
    ("blackrating", Field::BlackRating),
    ("author", Field::Author),
    ("type", Field::Kind),
    ("timerule", Field::TimeRule),
    ("endtype", Field::Termination),
];

/// What the site has beyond those.
const MORE: [(&str, Field); 7] = [
    ("group", Field::Group),
    ("table", Field::Table),
    ("redtime", Field::RedTime),
    ("blacktime", Field::BlackTime),
    ("open", Field::Opening),
    ("judge", Field::Referee),
    ("record", Field::Recorder),
];

/// Writes a game, with all keys of the site or those of the short form.
pub(crate) fn write(game: &Game, full: bool) -> (String, Vec<Dropped>) {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut put = |key: &str, value: &str| {
        let _ = writeln!(text, "[DhtmlXQ_{key}]{}[/DhtmlXQ_{key}]", escaped(value));
    };
    put("ver", "www_dpxq_com");
    put("init", "500,350");
    let keys = || SHORT.iter().chain(if full { &MORE[..] } else { &[] });
    for (key, field) in keys() {
        put(key, game.headers.get(*field));
    }
    put("result", game.outcome.chinese());
    let mut dropped = Vec::new();
    let (binit, left) = binit(&game.start.board);
    if left > 0 {
        dropped.push(Dropped::Pieces { count: left });
    }
    put("binit", &binit);
    let side = game.start.side.unwrap_or(Side::Red);
    if game.tree.moves() == 0 && side != likely_side(&game.start) {
        dropped.push(Dropped::Side);
    }
    let lines = lines(&game.tree);
    let mut comments = Vec::new();
    comments.push(("comment0".to_owned(), game.tree.comment(Tree::ROOT)));
    for line in &lines {
        let key = match line.branch {
            None => "movelist".to_owned(),
            Some((parent, ply, number)) => format!("move_{parent}_{ply}_{number}"),
        };
        let mut list = String::new();
        for (at, node) in line.nodes.iter().enumerate() {
            if let Some(mv) = game.tree.mv(*node) {
                let _ = write!(list, "{}{}", point(mv.from()), point(mv.to()));
            }
            let (number, ply) = line.branch.map_or((0, 1), |(_, ply, number)| (number, ply));
            let key = match number {
                0 => format!("comment{}", ply + at),
                number => format!("comment{number}_{}", ply + at),
            };
            comments.push((key, game.tree.comment(*node)));
        }
        put(&key, &list);
    }
    for (key, comment) in comments.iter().filter(|(_, comment)| !comment.is_empty()) {
        put(key, comment);
    }
    if full {
        put("firstnum", "0");
        put("length", &lines[0].nodes.len().to_string());
        for (name, value) in game.headers.others().filter(|(name, _)| is_key(name)) {
            put(name, value);
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    dropped.extend(Dropped::headers(game, |name| {
        keys().any(|(_, field)| field.tag() == name) || (full && is_key(name))
    }));
    (text, dropped)
}

/// Whether the name of a header can be a key, and is none that means something else.
fn is_key(name: &str) -> bool {
    const TAKEN: [&str; 9] = [
        "ver", "init", "binit", "movelist", "fen", "length", "firstnum", "result", "comments",
    ];
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    plain
        && !name.is_empty()
        && !TAKEN.contains(&name)
        && !name.starts_with("comment")
        && !name.starts_with("move")
        && SHORT.iter().chain(&MORE).all(|(key, _)| *key != name)
}

fn point(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

fn binit(board: &Board) -> (String, usize) {
    let (places, left) = slots(board);
    (
        places
            .iter()
            .map(|place| place.map_or_else(|| "99".to_owned(), point))
            .collect(),
        left,
    )
}

/// A line of moves: the main one, or a variation off a line at a ply with a number of its own.
struct Line {
    branch: Option<(usize, usize, usize)>,
    nodes: Vec<NodeId>,
}

fn lines(tree: &Tree) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![Line {
        branch: None,
        nodes: Vec::new(),
    }];
    // Line and ply of each node that others branch off from beside.
    let mut places: HashMap<NodeId, (usize, usize)> = HashMap::new();
    for node in tree.walk() {
        let (line, ply) = match tree.parent(node) {
            Some(parent) if tree.is_first(node) => {
                let (line, ply) = places.get(&parent).copied().unwrap_or((0, 0));
                (line, ply + 1)
            }
            parent => {
                let first = parent.and_then(|parent| tree.first_child(parent));
                let (line, ply) = first
                    .and_then(|first| places.get(&first))
                    .copied()
                    .unwrap_or((0, 1));
                lines.push(Line {
                    branch: Some((line, ply, lines.len())),
                    nodes: Vec::new(),
                });
                (lines.len() - 1, ply)
            }
        };
        places.insert(node, (line, ply));
        lines[line].nodes.push(node);
    }
    lines
}

/// A value as it can stand between tags. What a reader would take for escapes is escaped itself, in
/// the reverse of the order in which [`plain`] resolves them.
fn escaped(value: &str) -> String {
    let text = value.replace('\n', "||");
    if plain(&text) == value.trim() && !text.contains("[DhtmlXQ") && !text.contains("[/DhtmlXQ") {
        return text;
    }
    value
        .replace('%', "%25")
        .replace("||", "%7C%7C")
        .replace('\n', "||")
        .replace('\\', "\\u005c")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('[', "&#91;")
}
