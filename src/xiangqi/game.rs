//! A game: what was played from a start, as it was played.
//!
//! A [`Game`] is a line of steps. Most are legal moves. One may be an irregular move: a player who
//! leaves the general in check has lost once the piece is released (articles 3.4 and 4.1.3), so the
//! record must be able to hold that move; nothing is played after it unless the arbiter puts the
//! position right, which is a step of its own.
//!
//! ```
//! use xiangqi::{Game, Illegal, Position, Status};
//!
//! let start = Position::from_fen("4k4/4a4/9/9/9/9/9/9/9/4K4 b - - 0 1")?;
//! let mut game = Game::new(start.clone());
//! let reason = game.push_irregular("e8d7".parse()?)?;
//! assert_eq!(reason, Illegal::GeneralsFace);
//! assert_eq!(game.status(), Status::Irregular);
//! assert!(game.push("e0d0".parse()?).is_err(), "the irregular move stands");
//!
//! game.correct(start); // the arbiter lets it be played again
//! game.push("e9d9".parse()?)?;
//! assert_eq!(game.status(), Status::Ongoing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::limit::{LimitCounter, LimitReport, LimitRule};
use crate::{Board, End, Illegal, Move, Position, Setup, SetupError, Side};

/// One step of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// A move that broke the rules and stands. Only a correction may follow it.
    Irregular {
        /// The move.
        mv: Move,
        /// What it broke.
        reason: Illegal,
    },
    /// The arbiter put the pieces so (article 5.8).
    Corrected(Box<Position>),
}

/// A line of play beside the game's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The step of the game it takes the place of, from 0; the number of steps to go on after the
    /// last.
    pub at: usize,
    /// The line, which starts from the position before that step and may have its own variations.
    pub game: Game,
}

/// Where a game stands by what is on the board; results agreed or ruled are not its concern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// The side to move is mated and has lost.
    Checkmate,
    /// The side to move has no legal move and has lost.
    Stalemate,
    /// The last move is irregular; the side that made it is [`Game::side`].
    Irregular,
}

impl Status {
    /// The status as a word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Irregular => "irregular",
        }
    }
}

/// Why a step cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The move is not allowed.
    #[error("{mv} is not allowed: {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why.
        reason: Illegal,
    },
    /// The last move is irregular, and the arbiter has not put the position right.
    #[error("an irregular move stands, nothing can be played after it")]
    AfterIrregular,
    /// The move is legal and so no irregular one.
    #[error("{0} is a legal move")]
    NotIrregular(Move),
    /// A variation that does not start from the position before the step it replaces.
    #[error("the variation does not start from the position before step {at}")]
    Misplaced {
        /// The step it was to replace.
        at: usize,
    },
}

impl GameError {
    /// The reason in Chinese.
    pub fn chinese(&self) -> String {
        match self {
            Self::Illegal { mv, reason } => format!("{mv} 不合规则：{}", reason.chinese()),
            Self::AfterIrregular => "上一着违例未经裁判处理，不能续走".into(),
            Self::NotIrregular(mv) => format!("{mv} 是合规则的着法"),
            Self::Misplaced { at } => format!("变着的起始局面与第 {at} 步之前的局面不同"),
        }
    }

    /// The reason in English.
    pub fn english(&self) -> String {
        self.to_string()
    }
}

/// What was played from a start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    steps: Vec<Step>,
    /// The position after the legal moves and corrections.
    current: Position,
    variations: Vec<Variation>,
}

impl Game {
    /// A game of which nothing is played yet.
    pub fn new(start: Position) -> Self {
        Self {
            current: start.clone(),
            start,
            steps: Vec::new(),
            variations: Vec::new(),
        }
    }

    /// The same from what a FEN says.
    ///
    /// # Errors
    /// What makes it impossible to play on.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        Ok(Self::new(Position::from_setup(setup)?))
    }

    /// Plays moves as far as they are legal.
    ///
    /// # Errors
    /// The game up to the first illegal move, the number of that move from 0, and the reason; so
    /// that a line that was changed in the middle can be checked again to its end.
    #[allow(clippy::result_large_err)] // the part that could be played is what the caller wants
    pub fn replay(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, (Self, usize, Illegal)> {
        let mut game = Self::new(start);
        for (n, mv) in moves.into_iter().enumerate() {
            if let Some(reason) = game.current.why_illegal(mv) {
                return Err((game, n, reason));
            }
            game.current.advance(mv);
            game.steps.push(Step::Move(mv));
        }
        Ok(game)
    }

    /// Where it started.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last legal move or correction; an irregular last move is not on it
    /// (see [`board`](Self::board)).
    pub const fn position(&self) -> &Position {
        &self.current
    }

    /// The pieces as they stand on the table, an irregular last move included.
    pub fn board(&self) -> Board {
        let mut board = self.current.board();
        if let Some((mv, _)) = self.irregular() {
            board.apply(mv);
        }
        board
    }

    /// Who is to move, or made the irregular last move.
    pub const fn side(&self) -> Side {
        self.current.side()
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The moves in order, an irregular one included.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Move(mv) | Step::Irregular { mv, .. } => Some(*mv),
            Step::Corrected(_) => None,
        })
    }

    /// Each step with the position before it.
    pub fn walk(&self) -> impl Iterator<Item = (Position, &Step)> + '_ {
        let mut position = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = position.clone();
            take(&mut position, step);
            (before, step)
        })
    }

    /// The position before a step, or after the last for the number of steps; `None` beyond.
    pub fn position_before(&self, at: usize) -> Option<Position> {
        let steps = self.steps.get(..at)?;
        let mut position = self.start.clone();
        for step in steps {
            take(&mut position, step);
        }
        Some(position)
    }

    /// The irregular last move that stands, and what it broke.
    pub fn irregular(&self) -> Option<(Move, Illegal)> {
        match self.steps.last() {
            Some(Step::Irregular { mv, reason }) => Some((*mv, *reason)),
            _ => None,
        }
    }

    /// Where the game stands by what is on the board.
    pub fn status(&self) -> Status {
        if self.irregular().is_some() {
            return Status::Irregular;
        }
        match self.current.end() {
            None => Status::Ongoing,
            Some(End::Checkmate) => Status::Checkmate,
            Some(End::Stalemate) => Status::Stalemate,
        }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The move is not allowed, or an irregular one stands.
    pub fn push(&mut self, mv: Move) -> Result<(), GameError> {
        if self.irregular().is_some() {
            return Err(GameError::AfterIrregular);
        }
        if let Some(reason) = self.current.why_illegal(mv) {
            return Err(GameError::Illegal { mv, reason });
        }
        self.current.advance(mv);
        self.steps.push(Step::Move(mv));
        Ok(())
    }

    /// Records a move that breaks the rules, and says what it breaks.
    ///
    /// # Errors
    /// The move is legal, or an irregular one stands already.
    pub fn push_irregular(&mut self, mv: Move) -> Result<Illegal, GameError> {
        if self.irregular().is_some() {
            return Err(GameError::AfterIrregular);
        }
        let reason = self
            .current
            .why_illegal(mv)
            .ok_or(GameError::NotIrregular(mv))?;
        self.steps.push(Step::Irregular { mv, reason });
        Ok(reason)
    }

    /// The arbiter puts the pieces so; play goes on from there.
    pub fn correct(&mut self, position: Position) {
        self.current = position.clone();
        self.steps.push(Step::Corrected(Box::new(position)));
    }

    /// Takes the last step back and returns it. Variations that began after it go with it.
    pub fn pop(&mut self) -> Option<Step> {
        let step = self.steps.pop()?;
        let left = self.steps.len();
        if !matches!(step, Step::Irregular { .. }) {
            self.current = self
                .position_before(left)
                .unwrap_or_else(|| self.start.clone());
        }
        self.variations.retain(|variation| variation.at <= left);
        Some(step)
    }

    /// The variations, in the order they were added.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Adds a line that could have been played instead of the step `at`.
    ///
    /// # Errors
    /// The line does not start from the position before that step.
    pub fn add_variation(&mut self, at: usize, game: Self) -> Result<(), GameError> {
        if self.position_before(at).as_ref() != Some(game.start()) {
            return Err(GameError::Misplaced { at });
        }
        self.variations.push(Variation { at, game });
        Ok(())
    }

    /// The count towards the natural limit, ply by ply from the start of the game.
    pub fn limit(&self, rule: LimitRule) -> LimitReport {
        self.limit_from(0, rule)
    }

    /// The same from a step on, for an arbiter who counts from the moment of a claim because there
    /// is no record before it.
    pub fn limit_from(&self, step: usize, rule: LimitRule) -> LimitReport {
        let mut report = LimitReport::new(LimitCounter::new(rule));
        for (before, step) in self.walk().skip(step) {
            match step {
                Step::Move(mv) => report.push(&before, *mv),
                // It is not played; the game ends with it or it is put right.
                Step::Irregular { .. } => {}
                Step::Corrected(after) => report.correct(&before, after),
            }
        }
        report
    }
}

fn take(position: &mut Position, step: &Step) {
    match step {
        Step::Move(mv) => position.advance(*mv),
        Step::Irregular { .. } => {}
        Step::Corrected(corrected) => position.clone_from(corrected),
    }
}
