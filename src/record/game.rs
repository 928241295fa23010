//! One game as it was recorded.

use std::ops::Range;

use xiangqi::notation::chinese;
use xiangqi::{End, Position, Setup};

use crate::walk::Walker;
use crate::{Concern, Format, Headers, Outcome, TextEncoding, Tree, Warning};

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

/// Where the main line of a record goes wrong first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault<'a> {
    /// How many moves of the main line come before.
    pub ply: usize,
    /// The move, or the text that is none; empty where bytes are damaged.
    pub text: String,
    /// What is wrong.
    pub concern: &'a Concern,
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

    /// The first fault on the main line.
    pub fn fault(&self) -> Option<Fault<'_>> {
        let faults: Vec<&Warning> = self.faults().collect();
        if faults.is_empty() {
            return None;
        }
        let last = self.tree.main_line().count();
        let nodes = std::iter::once(Tree::ROOT).chain(self.tree.main_line());
        let (plies, concern) = nodes.enumerate().find_map(|(plies, node)| {
            let found = faults.iter().find(|warning| {
                // What follows the last move that could be read comes after that move.
                let is_start = matches!(warning.concern, Concern::UnreadableStart(_));
                warning.node == node && (plies == last || is_start || !warning.concern.is_loss())
            })?;
            Some((plies, &found.concern))
        })?;
        let ply = if concern.is_loss() {
            plies
        } else {
            plies.saturating_sub(1)
        };
        Some(Fault {
            ply,
            text: self.fault_text(ply, concern),
            concern,
        })
    }

    /// The move at fault as the record has it, or as it would be written.
    fn fault_text(&self, ply: usize, concern: &Concern) -> String {
        if let Concern::Unread { text, .. } = concern {
            return text.clone();
        }
        if concern.is_loss() {
            return String::new();
        }
        let (mut walker, _) = Walker::new(&self.start);
        for (at, mv) in self.tree.main_moves().enumerate() {
            if at == ply {
                return walker
                    .position()
                    .filter(|position| {
                        let piece = position.piece_at(mv.from());
                        piece.is_some_and(|piece| piece.side == position.side())
                    })
                    .map_or_else(|| mv.to_string(), |position| chinese::format(position, mv));
            }
            // Earlier moves have no fault.
            let _ = walker.play(mv);
        }
        String::new()
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
