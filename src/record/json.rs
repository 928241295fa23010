//! Qipu's own JSON: everything the model holds.
//!
//! The tree is a list of nodes, each with the number of its parent, so that no reader needs to go as
//! deep as a game is long. Node 0 is the start; the nodes of the list are 1, 2, ….

use serde::{Deserialize, Serialize};
use xiangqi::Move;

use crate::warning::Warnings;
use crate::write::Written;
use crate::{
    Field, Format, Game, NodeId, Origin, Outcome, RecordError, TextEncoding, Tree, fen, walk,
};

/// What marks the format.
const MARK: &str = "qipu-record";

#[derive(Debug, Serialize, Deserialize)]
struct Document {
    format: String,
    version: u32,
    start_fen: String,
    result: String,
    /// Names as PGN tags, in order.
    headers: Vec<(String, String)>,
    /// The comment on the start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The main line once more, for those who want no more than that.
    #[serde(default)]
    main_line: Vec<String>,
    nodes: Vec<Entry>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    tail: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    parent: usize,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

/// Whether a text begins as such a document, or a list of them.
pub(crate) fn is_json(text: &str) -> bool {
    let text = text
        .trim_start()
        .trim_start_matches(['[', ' ', '\n', '\r', '\t']);
    text.starts_with('{') && text.contains(MARK)
}

/// Writes a game.
pub(crate) fn write(game: &Game) -> Written {
    let mut numbers = vec![0_usize; game.tree.moves() + 1];
    let nodes = game
        .tree
        .walk()
        .enumerate()
        .filter_map(|(at, node)| {
            numbers[node.index()] = at + 1;
            let parent = game.tree.parent(node)?;
            Some(Entry {
                parent: numbers[parent.index()],
                mv: game.tree.mv(node)?.to_string(),
                comment: game.tree.comment(node).to_owned(),
            })
        })
        .collect();
    let document = Document {
        format: MARK.to_owned(),
        version: 1,
        start_fen: game.start.to_string(),
        result: game.outcome.name().to_owned(),
        headers: game
            .headers
            .iter()
            .map(|(n, v)| (n.to_owned(), v.to_owned()))
            .collect(),
        comment: game.tree.comment(Tree::ROOT).to_owned(),
        main_line: game.tree.main_moves().map(|mv| mv.to_string()).collect(),
        nodes,
        tail: game.tail.clone(),
    };
    let bytes = serde_json::to_vec(&document).unwrap_or_default();
    Written {
        bytes,
        dropped: Vec::new(),
    }
}

/// Reads a document, or a list of them.
pub(crate) fn read(text: &str, encoding: TextEncoding) -> Result<Vec<Game>, RecordError> {
    let damaged = |error: &serde_json::Error| RecordError::Damaged {
        format: Format::Json,
        at: text
            .lines()
            .take(error.line().saturating_sub(1))
            .map(|line| line.len() + 1)
            .sum::<usize>()
            + error.column(),
        reason: error.to_string(),
    };
    let documents: Vec<Document> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).map_err(|error| damaged(&error))?
    } else {
        vec![serde_json::from_str(text).map_err(|error| damaged(&error))?]
    };
    documents
        .into_iter()
        .enumerate()
        .map(|(index, document)| {
            let mut game = game(document)?;
            game.origin = Some(Origin {
                format: Format::Json,
                encoding: Some(encoding),
                index,
                bytes: 0..text.len(),
            });
            Ok(game)
        })
        .collect()
}

fn game(document: Document) -> Result<Game, RecordError> {
    let damaged = |reason| RecordError::Damaged {
        format: Format::Json,
        at: 0,
        reason,
    };
    let start = fen::read(&document.start_fen).map_err(|error| damaged(error.to_string()))?;
    let mut game = Game::new(start);
    let mut warnings = Warnings::default();
    game.outcome = Outcome::from_text(&document.result).unwrap_or_default();
    for (name, value) in document.headers {
        match Field::ALL.into_iter().find(|field| field.tag() == name) {
            Some(field) => game.headers.set(field, value),
            None => game.headers.set_other(&name, value),
        }
    }
    game.tail = document.tail;
    game.tree.set_comment(Tree::ROOT, document.comment);
    if document.nodes.len() > Tree::MAX_MOVES {
        return Err(RecordError::TooLarge {
            format: Format::Json,
        });
    }
    let mut nodes: Vec<NodeId> = vec![Tree::ROOT];
    for entry in document.nodes {
        let mv: Move = entry
            .mv
            .parse()
            .map_err(|_| damaged(format!("{:?} is no move", entry.mv)))?;
        let parent = *nodes
            .get(entry.parent)
            .ok_or_else(|| damaged(format!("node {} follows none before it", nodes.len())))?;
        let node = game.tree.add(parent, mv);
        game.tree.set_comment(node, entry.comment);
        nodes.push(node);
    }
    let first = game.tree.main_moves().next();
    if let Some(concern) = walk::side_of_first(&mut game.start, first) {
        warnings.push(Tree::ROOT, concern);
    }
    walk::check_moves(&game.start, &game.tree, &mut warnings);
    game.warnings = warnings.finish();
    Ok(game)
}
