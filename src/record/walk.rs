//! Playing over a tree: where a line stands, legal or not, forwards and back.

use xiangqi::{Board, Move, Piece, Position, Role, Setup, SetupError, Side, Square};

use crate::{Concern, NodeId, Tree, warning::Warnings};

/// The position a reader has reached. It goes on after moves that break the rules: then there is a
/// board and no [`Position`] until the pieces fit the rules again.
#[derive(Debug, Clone)]
pub(crate) struct Walker {
    board: Board,
    side: Side,
    position: Option<Position>,
    /// What each move back to the start took, and who made it.
    undo: Vec<(Option<Piece>, Side)>,
}

impl Walker {
    /// At the start, with what is wrong about it.
    pub(crate) fn new(start: &Setup) -> (Self, Option<SetupError>) {
        let side = start.side.unwrap_or(Side::Red);
        let setup = Setup {
            side: Some(side),
            ..start.clone()
        };
        let (position, error) = match Position::from_setup(&setup) {
            Ok(position) => (Some(position), None),
            Err(error) => (None, Some(error)),
        };
        (
            Self {
                board: setup.board,
                side,
                position,
                undo: Vec::new(),
            },
            error,
        )
    }

    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    /// The position, while there is one that fits the rules.
    pub(crate) const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Whether a piece of the side to move could go so, by no more than its shape of move.
    pub(crate) fn goes(&self, mv: Move) -> bool {
        goes(&self.board, self.side, mv)
    }

    /// Plays a move whatever the rules say, and tells what they say.
    pub(crate) fn play(&mut self, mv: Move) -> Option<Concern> {
        let (next, concern) = match &self.position {
            Some(position) => match position.play(mv) {
                Ok(next) => (Some(next), None),
                Err(reason) => (None, Some(Concern::Illegal { mv, reason })),
            },
            None if goes(&self.board, self.side, mv) => (None, None),
            None => (None, Some(Concern::Impossible { mv })),
        };
        let mover = self
            .board
            .get(mv.from())
            .map_or(self.side, |piece| piece.side);
        let taken = self.board.apply(mv);
        self.undo.push((taken, self.side));
        self.side = mover.opposite();
        self.position = next.or_else(|| self.rebuilt());
        concern
    }

    /// How many moves were played to come here.
    pub(crate) const fn plies(&self) -> usize {
        self.undo.len()
    }

    /// Takes back the moves from a node of a tree to one before it.
    pub(crate) fn rewind(&mut self, tree: &Tree, from: NodeId, to: NodeId) {
        let mut at = from;
        while at != to {
            let (Some(mv), Some(before)) = (tree.mv(at), tree.parent(at)) else {
                break;
            };
            self.lift(mv);
            at = before;
        }
        self.settle();
    }

    /// Takes back moves without looking at the rules between; [`settle`](Self::settle) must follow.
    fn lift(&mut self, mv: Move) {
        if let Some((taken, side)) = self.undo.pop() {
            let moved = self.board.get(mv.to());
            self.board.set(mv.to(), taken);
            self.board.set(mv.from(), moved);
            self.side = side;
        }
    }

    fn settle(&mut self) {
        self.position = self.rebuilt();
    }

    fn rebuilt(&self) -> Option<Position> {
        let setup = Setup {
            board: self.board.clone(),
            side: Some(self.side),
            plies_since_capture: None,
            move_number: None,
        };
        Position::from_setup(&setup).ok()
    }
}

/// Plays over every line of a tree and notes each move that breaks the rules.
pub(crate) fn check_moves(start: &Setup, tree: &Tree, warnings: &mut Warnings) {
    let (mut walker, error) = Walker::new(start);
    if let Some(error) = error {
        warnings.push(Tree::ROOT, Concern::OddStart(error));
    }
    let mut at = tree.first_child(Tree::ROOT);
    while let Some(node) = at {
        if let Some(mv) = tree.mv(node)
            && let Some(concern) = walker.play(mv)
        {
            warnings.push(node, concern);
        }
        at = tree
            .first_child(node)
            .or_else(|| climb(tree, node, &mut walker));
    }
}

/// Goes back from the end of a line to the nearest move that has another beside it, and gives that.
fn climb(tree: &Tree, end: NodeId, walker: &mut Walker) -> Option<NodeId> {
    let mut at = Some(end);
    while let Some(node) = at {
        if let Some(mv) = tree.mv(node) {
            walker.lift(mv);
        }
        if let Some(sibling) = tree.next_sibling(node) {
            walker.settle();
            return Some(sibling);
        }
        at = tree.parent(node);
    }
    None
}

/// The start with the side that really moves first, and what was wrong about it.
pub(crate) fn side_of_first(start: &mut Setup, first: Option<Move>) -> Option<Concern> {
    let mover = first
        .and_then(|mv| start.board.get(mv.from()))
        .map(|piece| piece.side);
    match (start.side, mover) {
        (Some(said), Some(mover)) if said != mover => {
            start.side = Some(mover);
            Some(Concern::SideCorrected { to: mover })
        }
        (None, _) => {
            start.side = Some(mover.unwrap_or_else(|| likely_side(start)));
            None
        }
        _ => None,
    }
}

/// Who can be to move where nothing says so: Red, unless only Black can.
pub(crate) fn likely_side(start: &Setup) -> Side {
    let can = |side| {
        Position::from_setup(&Setup {
            side: Some(side),
            ..start.clone()
        })
        .is_ok()
    };
    if !can(Side::Red) && can(Side::Black) {
        Side::Black
    } else {
        Side::Red
    }
}

/// Whether a piece of the side could go so on a board that fits no rule: by its way of moving, where
/// it may go, what stands in its way and what it takes. Checks are left aside.
fn goes(board: &Board, side: Side, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = board.get(from).filter(|piece| piece.side == side) else {
        return false;
    };
    if from == to || board.get(to).is_some_and(|other| other.side == side) {
        return false;
    }
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let (wide, high) = (files.unsigned_abs(), ranks.unsigned_abs());
    let vacant = |files, ranks| {
        from.offset(files, ranks)
            .is_some_and(|square| board.get(square).is_none())
    };
    let own = |rank: u8| if side == Side::Red { rank } else { 9 - rank };
    let in_palace = (3..=5).contains(&to.file()) && own(to.rank()) <= 2;
    match piece.role {
        Role::General => in_palace && wide + high == 1,
        Role::Advisor => in_palace && (wide, high) == (1, 1),
        Role::Elephant => {
            own(to.rank()) <= 4 && (wide, high) == (2, 2) && vacant(files / 2, ranks / 2)
        }
        Role::Horse if (wide, high) == (1, 2) => vacant(0, ranks / 2),
        Role::Horse => (wide, high) == (2, 1) && vacant(files / 2, 0),
        Role::Chariot => between(board, from, to) == Some(0),
        Role::Cannon => between(board, from, to) == Some(usize::from(board.get(to).is_some())),
        Role::Soldier => {
            let forward = own(to.rank()) > own(from.rank());
            wide + high == 1 && (forward || (wide == 1 && own(from.rank()) > 4))
        }
    }
}

/// How many pieces stand between two points of one line; none if they share no line.
fn between(board: &Board, from: Square, to: Square) -> Option<usize> {
    let files = (to.file() as i8 - from.file() as i8).signum();
    let ranks = (to.rank() as i8 - from.rank() as i8).signum();
    if (files != 0) == (ranks != 0) {
        return None;
    }
    let path = std::iter::successors(from.offset(files, ranks), |square| {
        square.offset(files, ranks)
    });
    Some(
        path.take_while(|square| *square != to)
            .filter(|square| board.get(*square).is_some())
            .count(),
    )
}
