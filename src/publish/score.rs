//! The moves of a game as people read them, in every notation at once.

use record::Game;
use xiangqi::{Board, Move, Piece, Position, Role, Setup, Side, notation};

/// One move as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub side: Side,
    /// 炮二平五.
    pub chinese: String,
    /// C2=5.
    pub wxf: String,
    /// Whether the rules forbid it.
    pub irregular: bool,
}

/// The main line of a game as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The pieces before the first move.
    pub start: Board,
    /// Who moves first.
    pub first: Side,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl Score {
    /// Writes out the main line of a game. A move that breaks the rules has its coordinates for a
    /// text, and the line goes on after it as the record does.
    pub fn of(game: &Game) -> Self {
        let first = game.start.side.unwrap_or(Side::Red);
        let mut side = first;
        let mut board = game.start.board.clone();
        let mut position = position(&board, side);
        let plies = game
            .tree
            .main_moves()
            .map(|mv| {
                let next = position
                    .as_ref()
                    .and_then(|position| position.play(mv).ok());
                let text = |format: fn(&Position, Move) -> String| match (&position, &next) {
                    (Some(position), Some(_)) => format(position, mv),
                    _ => mv.to_string(),
                };
                let ply = Ply {
                    mv,
                    side,
                    chinese: text(notation::chinese::format),
                    wxf: text(notation::wxf::format),
                    irregular: next.is_none(),
                };
                board.apply(mv);
                side = side.opposite();
                position = next.or_else(|| self::position(&board, side));
                ply
            })
            .collect();
        Self {
            start: game.start.board.clone(),
            first,
            plies,
        }
    }

    /// The pieces after so many plies.
    pub fn board_after(&self, plies: usize) -> Board {
        let mut board = self.start.clone();
        for ply in self.plies.iter().take(plies) {
            board.apply(ply.mv);
        }
        board
    }

    /// The FEN of the start, six fields.
    pub fn start_fen(&self) -> String {
        Setup::from((self.start.clone(), self.first)).to_string()
    }

    /// The rounds of moves: number, Red's text and Black's, `……` where the game starts with Black.
    pub fn rounds(&self) -> Vec<(usize, Option<&Ply>, Option<&Ply>)> {
        let skip = usize::from(self.first == Side::Black);
        let count = (self.plies.len() + skip).div_ceil(2);
        (0..count)
            .map(|round| {
                let at = (round * 2).checked_sub(skip);
                let red = at.and_then(|at| self.plies.get(at));
                (round + 1, red, self.plies.get(round * 2 + 1 - skip))
            })
            .collect()
    }
}

fn position(board: &Board, side: Side) -> Option<Position> {
    Position::from_setup(&Setup::from((board.clone(), side))).ok()
}

/// What is carved on a piece, in the characters of the sets people play with.
pub const fn carved(piece: Piece) -> char {
    match (piece.side, piece.role) {
        (Side::Red, Role::General) => '帥',
        (Side::Red, Role::Advisor) => '仕',
        (Side::Red, Role::Elephant) => '相',
        (Side::Red, Role::Horse) => '傌',
        (Side::Red, Role::Chariot) => '俥',
        (Side::Red, Role::Cannon) => '炮',
        (Side::Red, Role::Soldier) => '兵',
        (Side::Black, Role::General) => '將',
        (Side::Black, Role::Advisor) => '士',
        (Side::Black, Role::Elephant) => '象',
        (Side::Black, Role::Horse) => '馬',
        (Side::Black, Role::Chariot) => '車',
        (Side::Black, Role::Cannon) => '砲',
        (Side::Black, Role::Soldier) => '卒',
    }
}
