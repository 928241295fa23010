//! A tree of moves in one arena: a game with its variations, however deep.
//!
//! ```
//! use record::Tree;
//!
//! let mut tree = Tree::new();
//! let first = tree.add(Tree::ROOT, "h2e2".parse()?);
//! tree.add(Tree::ROOT, "b2e2".parse()?);
//! let reply = tree.add(first, "h9g7".parse()?);
//! tree.set_comment(reply, "屏风马");
//!
//! let main: Vec<String> = tree.main_line().map(|node| tree.mv(node).unwrap().to_string()).collect();
//! assert_eq!(main, ["h2e2", "h9g7"]);
//! assert_eq!((tree.moves(), tree.variations()), (3, 1));
//! # Ok::<(), xiangqi::ParseMoveError>(())
//! ```

use xiangqi::Move;

/// A place in a [`Tree`]: the start of the game or one of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node in the order the nodes were added; the root is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// No node, no comment.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
    comment: u32,
    /// [`Move::code`]; the root has none.
    code: u16,
}

impl Node {
    const fn new(parent: u32, code: u16) -> Self {
        Self {
            parent,
            first: NONE,
            last: NONE,
            next: NONE,
            comment: NONE,
            code,
        }
    }
}

/// The moves of a game: the first child of a node continues its line, the others are variations.
///
/// Nodes live in one vector and are walked by their links, so depth costs no stack.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    comments: Vec<String>,
}

impl Tree {
    /// The start of the game, before any move.
    pub const ROOT: NodeId = NodeId(0);

    /// More moves in one game than this are refused by every reader. The largest record met in the
    /// wild has 226,491.
    pub const MAX_MOVES: usize = 4_000_000;

    /// A tree without moves.
    pub fn new() -> Self {
        Self {
            nodes: vec![Node::new(NONE, 0)],
            comments: Vec::new(),
        }
    }

    /// A tree of one line.
    pub fn of_line(moves: impl IntoIterator<Item = Move>) -> Self {
        let mut tree = Self::new();
        let mut at = Self::ROOT;
        for mv in moves {
            at = tree.add(at, mv);
        }
        tree
    }

    /// Adds a move after a node: its continuation if it has none yet, a variation otherwise.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node::new(parent.0, mv.code()));
        let last = std::mem::replace(&mut self.nodes[parent.index()].last, id);
        if last == NONE {
            self.nodes[parent.index()].first = id;
        } else {
            self.nodes[last as usize].next = id;
        }
        NodeId(id)
    }

    /// Whether another move may be added (see [`MAX_MOVES`](Self::MAX_MOVES)).
    pub(crate) fn has_room(&self) -> bool {
        self.nodes.len() <= Self::MAX_MOVES
    }

    /// The move that leads to a node; none for the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        let found = self.nodes[node.index()];
        if found.parent == NONE {
            None
        } else {
            Move::from_code(found.code)
        }
    }

    /// The node a move was played from.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        id(self.nodes[node.index()].parent)
    }

    /// The continuation of a node's line.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        id(self.nodes[node.index()].first)
    }

    /// The next alternative to the move of a node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        id(self.nodes[node.index()].next)
    }

    /// What can follow a node: its continuation, then the variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |child| self.next_sibling(*child))
    }

    /// Whether a node is the continuation of its parent, and not a variation.
    pub fn is_first(&self, node: NodeId) -> bool {
        self.parent(node)
            .is_none_or(|parent| self.first_child(parent) == Some(node))
    }

    /// The comment on a node, empty if there is none.
    pub fn comment(&self, node: NodeId) -> &str {
        self.comments
            .get(self.nodes[node.index()].comment as usize)
            .map_or("", String::as_str)
    }

    /// Puts a comment on a node, or takes it away with an empty text.
    pub fn set_comment(&mut self, node: NodeId, text: impl Into<String>) {
        let text = text.into();
        let slot = self.nodes[node.index()].comment;
        if let Some(old) = self.comments.get_mut(slot as usize) {
            *old = text;
        } else if !text.is_empty() {
            self.nodes[node.index()].comment = self.comments.len() as u32;
            self.comments.push(text);
        }
    }

    /// Adds a text to the comment on a node, on a line of its own.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        let slot = self.nodes[node.index()].comment;
        match self.comments.get_mut(slot as usize) {
            Some(old) if !old.is_empty() && !text.is_empty() => {
                old.push('\n');
                old.push_str(text);
            }
            Some(old) => old.push_str(text),
            None => self.set_comment(node, text),
        }
    }

    /// The nodes of the game as it was played, in order, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(Self::ROOT), |node| self.first_child(*node))
    }

    /// The moves of the game as it was played.
    pub fn main_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().filter_map(|node| self.mv(node))
    }

    /// All nodes without the root, each line to its end before its variations.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(Self::ROOT), |node| {
            self.first_child(*node).or_else(|| self.next_branch(*node))
        })
    }

    /// The nearest alternative to a node or to one of the moves before it.
    fn next_branch(&self, node: NodeId) -> Option<NodeId> {
        let mut at = Some(node);
        while let Some(node) = at {
            if let Some(sibling) = self.next_sibling(node) {
                return Some(sibling);
            }
            at = self.parent(node);
        }
        None
    }

    /// How many moves lie before the move of a node: 0 for the first move and for the root.
    pub fn ply(&self, node: NodeId) -> usize {
        std::iter::successors(self.parent(node), |node| self.parent(*node))
            .count()
            .saturating_sub(1)
    }

    /// All moves, variations included.
    pub fn moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// How many variations branch off anywhere.
    pub fn variations(&self) -> usize {
        self.ids().filter(|node| !self.is_first(*node)).count()
    }

    /// How many nodes, the root among them, have a comment.
    pub fn comments(&self) -> usize {
        self.ids()
            .filter(|node| !self.comment(*node).is_empty())
            .count()
    }

    fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Tree {
    /// Same moves in the same order with the same comments, however they were put together.
    fn eq(&self, other: &Self) -> bool {
        if self.nodes.len() != other.nodes.len()
            || self.comment(Self::ROOT) != other.comment(Self::ROOT)
        {
            return false;
        }
        let (mut left, mut right) = (self.first_child(Self::ROOT), other.first_child(Self::ROOT));
        while let (Some(one), Some(two)) = (left, right) {
            let same = self.mv(one) == other.mv(two)
                && self.comment(one) == other.comment(two)
                && self.first_child(one).is_some() == other.first_child(two).is_some()
                && self.next_sibling(one).is_some() == other.next_sibling(two).is_some();
            if !same {
                return false;
            }
            left = self.first_child(one).or_else(|| self.next_branch(one));
            right = other.first_child(two).or_else(|| other.next_branch(two));
        }
        left.is_none() && right.is_none()
    }
}

impl Eq for Tree {}

fn id(index: u32) -> Option<NodeId> {
    (index != NONE).then_some(NodeId(index))
}
