//! One game as it was recorded.

use std::ops::Range;

use xiangqi::{End, Position, Setup};

use crate::{Concern, Format, Headers, NodeId, Outcome, TextEncoding, Tree, Warning};

/// A recorded game: where it starts, its moves with variations and comments, what is said about it,
/// and what the reader noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// What the record says about the game.
    pub headers: Headers,
    /// The position before the first move. The side is the one that really moves first.
    pub start: Setup,
    /// The moves.
    pub tree: Tree,
    /// The result as recorded.
    pub outcome: Outcome,
    /// Text after the game that is no part of it, such as an advert.
    pub tail: String,
    /// Where it came from; none for a game made here.
    pub origin: Option<Origin>,
    /// What is not as it should be.
    pub warnings: Vec<Warning>,
}

/// Where a game was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The format.
    pub format: Format,
    /// The encoding of its text, if it is a text format.
    pub encoding: Option<TextEncoding>,
    /// Its number in the file, from 0. In a library the entries that are no games count too.
    pub index: usize,
    /// Its bytes in the file.
    pub bytes: Range<usize>,
}

/// How the main line stands at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Close {
    /// The side to move can move.
    Ongoing,
    /// 将死.
    Checkmate,
    /// 困毙.
    Stalemate,
    /// The start or a move of the main line is not by the rules.
    Irregular,
}

impl Close {
    /// `ongoing`, `checkmate`, `stalemate` or `irregular`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Irregular => "irregular",
        }
    }
}

impl Game {
    /// A game without moves from a start.
    pub fn new(start: Setup) -> Self {
        Self {
            headers: Headers::default(),
            start,
            tree: Tree::new(),
            outcome: Outcome::Unknown,
            tail: String::new(),
            origin: None,
            warnings: Vec::new(),
        }
    }

    /// Whether it starts as games without handicap do.
    pub fn is_from_start(&self) -> bool {
        self.start.board == Setup::start().board && self.start.side != Some(xiangqi::Side::Black)
    }

    /// The first fault on the main line: how many moves stand before it, and what it is.
    pub fn fault(&self) -> Option<(usize, &Concern)> {
        let faults: Vec<&Warning> = self.faults().collect();
        if faults.is_empty() {
            return None;
        }
        let main: Vec<NodeId> = std::iter::once(Tree::ROOT)
            .chain(self.tree.main_line())
            .collect();
        main.iter().enumerate().find_map(|(plies, node)| {
            let found = faults.iter().find(|warning| {
                warning.node == *node
                    // What follows the last move that could be read comes after that move.
                    && (plies + 1 == main.len() || !is_after(&warning.concern))
            })?;
            let before = if is_after(&found.concern) {
                plies
            } else {
                plies.saturating_sub(1)
            };
            Some((before, &found.concern))
        })
    }

    fn faults(&self) -> impl Iterator<Item = &Warning> {
        self.warnings
            .iter()
            .filter(|warning| warning.concern.is_fault())
    }

    /// Whether something of the record, on the main line or off it, could not be read.
    pub fn has_loss(&self) -> bool {
        self.warnings
            .iter()
            .any(|warning| warning.concern.is_loss())
    }

    /// How the main line stands at its end, by the rules.
    pub fn close(&self) -> Close {
        let last = Position::from_setup(&self.start).ok().and_then(|start| {
            self.tree
                .main_moves()
                .try_fold(start, |position, mv| position.play(mv).ok())
        });
        match last.map(|position| position.end()) {
            None => Close::Irregular,
            Some(None) => Close::Ongoing,
            Some(Some(End::Checkmate)) => Close::Checkmate,
            Some(Some(End::Stalemate)) => Close::Stalemate,
        }
    }
}

/// Whether a concern is about what follows its node, and not about the node's own move.
const fn is_after(concern: &Concern) -> bool {
    concern.is_loss()
}
