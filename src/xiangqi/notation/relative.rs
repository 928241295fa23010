//! What WXF and Chinese notation share: a piece, a direction and a number, all seen from the mover.

use arrayvec::ArrayVec;

use super::NotationError;
use crate::setup::own_rank;
use crate::{Board, Move, Piece, Position, Role, Side, Square};

/// Which of the mover's pieces of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On a file, 1 to 9 from the mover's right.
    File(u8),
    /// The n-th from the front (0 = 前) of those that share a file.
    Nth(u8),
    /// 中: the middle one of three or five that share a file.
    Middle,
    /// 后: the last of those that share a file.
    Last,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// A move as it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub role: Role,
    pub place: Place,
    /// The file beside an ordinal, where soldiers share two files.
    pub file: Option<u8>,
    pub direction: Direction,
    /// A file of the mover or a number of points.
    pub number: u8,
}

/// A file, 1 to 9 from the mover's right.
pub(super) const fn own_file(side: Side, square: Square) -> u8 {
    match side {
        Side::Red => 9 - square.file(),
        Side::Black => square.file() + 1,
    }
}

/// The same back: the board's file 0 to 8.
const fn board_file(side: Side, own: u8) -> u8 {
    match side {
        Side::Red => 9 - own,
        Side::Black => own - 1,
    }
}

pub(super) type Pieces = ArrayVec<Square, 16>;

/// The mover's pieces of a role, front to rear, and on one rank from the mover's right to left.
pub(super) fn pieces(position: &Position, role: Role) -> Pieces {
    let side = position.side();
    sorted(side, position.squares_of(Piece { side, role }).collect())
}

fn sorted(side: Side, mut squares: Pieces) -> Pieces {
    squares.sort_unstable_by_key(|square| (9 - own_rank(side, *square), own_file(side, *square)));
    squares
}

/// How many of these stand on a board file.
pub(super) fn on_file(pieces: &[Square], file: u8) -> usize {
    pieces.iter().filter(|square| square.file() == file).count()
}

/// Whether two files or more have two or more of these.
pub(super) fn share_two_files(pieces: &[Square]) -> bool {
    (0..9).filter(|file| on_file(pieces, *file) >= 2).count() >= 2
}

/// How many of these stand before the one on a square on the same file, seen by the mover.
pub(super) fn rank_on_file(pieces: &[Square], square: Square) -> usize {
    pieces
        .iter()
        .take_while(|other| **other != square)
        .filter(|other| other.file() == square.file())
        .count()
}

/// Direction and number of a move, as they are written.
pub(super) fn movement(position: &Position, role: Role, mv: Move) -> (Direction, u8) {
    let side = position.side();
    let (from, to) = (mv.from(), mv.to());
    let (before, after) = (own_rank(side, from), own_rank(side, to));
    let direction = match after.cmp(&before) {
        std::cmp::Ordering::Greater => Direction::Forward,
        std::cmp::Ordering::Less => Direction::Backward,
        std::cmp::Ordering::Equal => Direction::Sideways,
    };
    let steps = !matches!(role, Role::Advisor | Role::Elephant | Role::Horse)
        && direction != Direction::Sideways;
    let number = if steps {
        after.abs_diff(before)
    } else {
        own_file(side, to)
    };
    (direction, number)
}

/// Where a piece would land; `None` if no piece of the kind moves so, or off the board.
fn landing(
    side: Side,
    role: Role,
    from: Square,
    direction: Direction,
    number: u8,
) -> Option<Square> {
    let forward = match side {
        Side::Red => 1,
        Side::Black => -1,
    };
    let sign = match direction {
        Direction::Forward => forward,
        Direction::Backward => -forward,
        Direction::Sideways => 0,
    };
    match role {
        Role::Advisor | Role::Elephant | Role::Horse => {
            let file = board_file(side, number);
            let ranks = match (role, file.abs_diff(from.file())) {
                (Role::Advisor, 1) | (Role::Horse, 2) => 1,
                (Role::Elephant, 2) | (Role::Horse, 1) => 2,
                _ => return None,
            };
            if sign == 0 {
                return None;
            }
            from.offset(file as i8 - from.file() as i8, sign * ranks)
        }
        _ if sign == 0 => Square::new(board_file(side, number), from.rank()),
        _ => from.offset(0, sign * number as i8),
    }
}

/// The pieces a telling can mean.
fn meant(side: Side, pieces: &[Square], told: Told) -> Pieces {
    let file = told.file.map(|file| board_file(side, file));
    if let Place::File(own) = told.place {
        let file = board_file(side, own);
        return pieces
            .iter()
            .copied()
            .filter(|square| square.file() == file)
            .collect();
    }
    let shared = pieces
        .iter()
        .copied()
        .filter(|square| on_file(pieces, square.file()) >= 2)
        .filter(|square| file.is_none_or(|file| square.file() == file));
    shared
        .filter(|square| {
            let count = on_file(pieces, square.file());
            let rank = rank_on_file(pieces, *square);
            match told.place {
                Place::Nth(n) => rank == usize::from(n),
                Place::Middle => count % 2 == 1 && rank == count / 2,
                Place::Last => rank + 1 == count,
                Place::File(_) => false,
            }
        })
        .collect()
}

/// The soldier with a number when all that share a file are counted through: files from the mover's
/// right to left, front to rear inside a file.
fn counted_through(side: Side, pieces: &[Square], n: u8) -> Option<Square> {
    let mut shared: Pieces = pieces
        .iter()
        .copied()
        .filter(|square| on_file(pieces, square.file()) >= 2)
        .collect();
    shared.sort_by_key(|square| own_file(side, *square));
    shared.get(usize::from(n)).copied()
}

/// Every move a telling can mean by the places of the pieces alone.
fn told_moves(side: Side, all: &[Square], told: Told) -> ArrayVec<Move, 16> {
    let mut from = meant(side, all, told);
    if let (Place::Nth(n), Role::Soldier, None) = (told.place, told.role, told.file)
        && let Some(square) = counted_through(side, all, n)
        && !from.contains(&square)
    {
        from.push(square);
    }
    from.iter()
        .filter_map(|from| {
            let to = landing(side, told.role, *from, told.direction, told.number)?;
            Some(Move::new(*from, to))
        })
        .collect()
}

/// The same on any board, for records that go on after a position no rule fits.
pub(super) fn candidates(board: &Board, side: Side, told: Told) -> Vec<Move> {
    let piece = Piece {
        side,
        role: told.role,
    };
    let all = board.squares_of(piece).into_iter().take(16).collect();
    told_moves(side, &sorted(side, all), told).to_vec()
}

/// The one legal move a telling means: all pieces it could mean, then those that can move so.
pub(super) fn resolve(position: &Position, text: &str, told: Told) -> Result<Move, NotationError> {
    let moves = told_moves(position.side(), &pieces(position, told.role), told);
    let legal: ArrayVec<Move, 16> = moves
        .iter()
        .copied()
        .filter(|mv| position.is_legal(*mv))
        .collect();
    // Of several that are not allowed, the one that breaks least is the one that was played.
    let nearest = moves
        .iter()
        .copied()
        .find(|mv| position.targets(mv.from()).contains(mv.to()))
        .or(moves.first().copied());
    match (legal.as_slice(), nearest) {
        ([mv], _) => Ok(*mv),
        ([], None) => Err(NotationError::NoSuchPiece(text.to_owned())),
        ([], Some(mv)) => super::allowed(position, text, mv),
        (moves, _) => Err(NotationError::Ambiguous {
            text: text.to_owned(),
            moves: moves.to_vec(),
        }),
    }
}
