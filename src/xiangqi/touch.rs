//! Touch-move: what a player who touched pieces has to play (articles 5.1 to 5.6).
//!
//! ```
//! use xiangqi::{Position, touch::Obligation};
//!
//! let start = Position::start();
//! // A cannon, then the horse it can take: it takes.
//! let obligation = Obligation::of(&start, &["b2".parse()?, "b9".parse()?]);
//! assert_eq!(obligation.moves.as_slice(), ["b2b9".parse().unwrap()]);
//!
//! // A chariot shut in by its own horse and soldier can still step up.
//! let obligation = Obligation::of(&start, &["a0".parse()?]);
//! assert_eq!(obligation.moves.len(), 2);
//!
//! // Nothing can take the general: a foul, and the choice is free.
//! let obligation = Obligation::of(&start, &["e9".parse()?]);
//! assert!(obligation.is_free() && obligation.idle.len() == 1);
//! # Ok::<(), xiangqi::ParseSquareError>(())
//! ```

use crate::{MoveList, Position, Square, SquareSet};

/// What a touch obliges the side to move to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    /// The moves one of which has to be played; empty when the choice is free.
    pub moves: MoveList,
    /// Touched pieces that cannot move, or that nothing can take: one foul (8.1.5).
    pub idle: SquareSet,
}

impl Obligation {
    /// The obligation from the points touched, in order; vacant ones do not matter. Of several own
    /// pieces, and of several of the opponent's, the first binds. Pieces adjusted with due notice
    /// are not touched.
    pub fn of(position: &Position, touched: &[Square]) -> Self {
        let side = position.side();
        let first = |owner| {
            let is_owned = |square: &&Square| {
                position
                    .piece_at(**square)
                    .is_some_and(|piece| piece.side == owner)
            };
            touched.iter().find(is_owned).copied()
        };
        let (own, other) = (first(side), first(side.opposite()));
        let legal = position.legal_moves();
        let moving = |from: Square, to: Option<Square>| -> MoveList {
            let fits = |mv: &&crate::Move| mv.from() == from && to.is_none_or(|to| mv.to() == to);
            legal.iter().filter(fits).copied().collect()
        };
        let taking =
            |to: Square| -> MoveList { legal.iter().filter(|mv| mv.to() == to).copied().collect() };
        let choices = match (own, other) {
            (None, None) => vec![],
            (Some(own), None) => vec![moving(own, None)],
            (None, Some(other)) => vec![taking(other)],
            (Some(own), Some(other)) => {
                let own_came_first =
                    touched.iter().find(|square| [own, other].contains(square)) == Some(&own);
                let both = moving(own, Some(other));
                if own_came_first {
                    vec![both, moving(own, None), taking(other)]
                } else {
                    vec![both, taking(other), moving(own, None)]
                }
            }
        };
        let idle = [own.filter(|own| moving(*own, None).is_empty())]
            .into_iter()
            .chain([other.filter(|other| taking(*other).is_empty())])
            .flatten()
            .collect();
        let moves = choices
            .into_iter()
            .find(|moves| !moves.is_empty())
            .unwrap_or_default();
        Self { moves, idle }
    }

    /// Whether any move may be played.
    pub fn is_free(&self) -> bool {
        self.moves.is_empty()
    }
}
