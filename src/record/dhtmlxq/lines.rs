//! Lists of moves and how variations hang on them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use xiangqi::{Move, Square};

use crate::{NodeId, Tree};

/// The moves of a list, four digits each; what is no digit between them is passed over, what is no
/// point of the board ends it. The second part is how many characters were left.
pub(super) fn moves(list: &str, from_red: bool) -> (Vec<Move>, usize) {
    let digits: Vec<u8> = list
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect();
    let moves: Vec<Move> = digits
        .chunks_exact(4)
        .map_while(|four| {
            let from = point(four[0], four[1], from_red)?;
            Some(Move::new(from, point(four[2], four[3], from_red)?))
        })
        .collect();
    let left = digits.len() - moves.len() * 4;
    (moves, left)
}

pub(super) fn point(file: u8, rank: u8, from_red: bool) -> Option<Square> {
    Square::new(
        file,
        if from_red {
            rank
        } else {
            9_u8.checked_sub(rank)?
        },
    )
}

/// Records of twelve characters, as one book program writes them: four digits of the move, four
/// letters of no importance, four digits of the ply. A ply that comes again begins a variation.
pub(super) fn numbered_moves(list: &str) -> Option<Vec<(Move, usize)>> {
    let letters: Vec<u8> = list
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let is_numbered = letters.len().is_multiple_of(12)
        && letters.iter().any(u8::is_ascii_uppercase)
        && letters.chunks(12).all(|record| {
            record[..4]
                .iter()
                .chain(&record[8..])
                .all(u8::is_ascii_digit)
        });
    if !is_numbered {
        return None;
    }
    letters
        .chunks(12)
        .map(|record| {
            let digit = |at: usize| record[at] - b'0';
            let mv = Move::new(
                point(digit(0), digit(1), false)?,
                point(digit(2), digit(3), false)?,
            );
            let ply = record[8..]
                .iter()
                .fold(0, |n, digit| n * 10 + usize::from(digit - b'0'));
            Some((mv, ply))
        })
        .collect()
}

/// A branch with its moves and the text it came in.
type Hanging<'a> = (Branch, Vec<Move>, &'a str);

/// Where a variation branches off: its first move replaces a ply (from 1) of another line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) parent: usize,
    pub(super) ply: usize,
    pub(super) line: usize,
}

impl Branch {
    /// Reads `P_N_I`.
    pub(super) fn parse(key: &str) -> Option<Self> {
        let mut numbers = key.split('_').map(|number| number.parse::<usize>().ok());
        let branch = Self {
            parent: numbers.next()??,
            ply: numbers.next()??,
            line: numbers.next()??,
        };
        numbers.next().is_none().then_some(branch)
    }
}

/// A line that is in the tree.
#[derive(Debug, Clone)]
struct Line {
    parent: usize,
    /// The ply of its first node, from 1.
    first: usize,
    nodes: Vec<NodeId>,
}

/// The lines of a game by their number; 0 is the game itself.
#[derive(Debug, Default)]
pub(super) struct Lines {
    lines: HashMap<usize, Line>,
}

impl Lines {
    /// The main line.
    pub(super) fn start(tree: &mut Tree, moves: &[Move]) -> Self {
        let mut lines = Self::default();
        let nodes = append(tree, Tree::ROOT, moves);
        lines.lines.insert(
            0,
            Line {
                parent: 0,
                first: 1,
                nodes,
            },
        );
        lines
    }

    /// The main line of a tree that is there already.
    pub(super) fn of_main_line(tree: &Tree) -> Self {
        let mut lines = Self::default();
        let nodes = tree.main_line().collect();
        lines.lines.insert(
            0,
            Line {
                parent: 0,
                first: 1,
                nodes,
            },
        );
        lines
    }

    /// The node after a ply of a line, 0 being the start; plies before the line's own are those of
    /// the line it branches off.
    pub(super) fn node(&self, line: usize, ply: usize) -> Option<NodeId> {
        /// Lines that branch off lines that branch off lines, no deeper than people go.
        const DEEPEST: usize = 1000;
        if ply == 0 {
            return Some(Tree::ROOT);
        }
        let mut found = self.lines.get(&line)?;
        for _ in 0..DEEPEST {
            if let Some(at) = ply.checked_sub(found.first) {
                return found.nodes.get(at).copied();
            }
            found = self.lines.get(&found.parent)?;
        }
        None
    }

    /// The last node of a line.
    pub(super) fn last(&self, line: usize) -> Option<NodeId> {
        self.lines.get(&line)?.nodes.last().copied()
    }

    /// Adds the variations, which may come in any order, each after the line it branches off; gives
    /// back those that fit nowhere.
    pub(super) fn join<'a>(
        &mut self,
        tree: &mut Tree,
        branches: Vec<Hanging<'a>>,
    ) -> Vec<(Branch, &'a str)> {
        let mut waiting: HashMap<usize, Vec<Hanging<'a>>> = HashMap::new();
        let mut stray = Vec::new();
        for entry in branches {
            let mut ready = vec![entry];
            while let Some((branch, moves, text)) = ready.pop() {
                if !self.lines.contains_key(&branch.parent) {
                    waiting
                        .entry(branch.parent)
                        .or_default()
                        .push((branch, moves, text));
                    continue;
                }
                let Some(parent) = branch
                    .ply
                    .checked_sub(1)
                    .and_then(|ply| self.node(branch.parent, ply))
                else {
                    stray.push((branch, text));
                    continue;
                };
                let nodes = append(tree, parent, &moves);
                // A number that comes twice keeps its first line for those that hang on it.
                if let Entry::Vacant(place) = self.lines.entry(branch.line) {
                    place.insert(Line {
                        parent: branch.parent,
                        first: branch.ply,
                        nodes,
                    });
                    ready.extend(waiting.remove(&branch.line).into_iter().flatten().rev());
                }
            }
        }
        stray.extend(
            waiting
                .into_values()
                .flatten()
                .map(|(branch, _, text)| (branch, text)),
        );
        stray.sort_by_key(|(branch, _)| branch.line);
        stray
    }
}

fn append(tree: &mut Tree, parent: NodeId, moves: &[Move]) -> Vec<NodeId> {
    let mut at = parent;
    moves
        .iter()
        .map(|mv| {
            at = tree.add(at, *mv);
            at
        })
        .collect()
}
