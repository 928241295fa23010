//! The moves of a game as they stand after every edit, with what each move did.

use xiangqi::limit::{LimitCounter, LimitRule};
use xiangqi::{Board, Illegal, Move, Position, Setup, Side, notation};

use super::{Edit, Reading};

/// One ply of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move; none for a dash (a move that is not remembered).
    pub mv: Option<Move>,
    /// Who moved.
    pub side: Side,
    /// The move in Chinese notation, such as 炮二平五; coordinates where the position is no legal
    /// one, `—` for a dash.
    pub chinese: String,
    /// Whether it took a piece.
    pub capture: bool,
    /// Whether it gave check.
    pub check: bool,
    /// Why the rules forbid it, when they do.
    pub irregular: Option<Illegal>,
    /// The times when the move was completed.
    pub reading: Option<Reading>,
    /// The board after it, so that a screen can walk through the record.
    pub after: Board,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Move { mv: Move, reading: Option<Reading> },
    Gap(Setup),
    SetPosition(Setup),
}

/// The line of moves and where it leads.
#[derive(Debug, Clone)]
pub(super) struct Line {
    start: Setup,
    rule: LimitRule,
    steps: Vec<Step>,
    pub plies: Vec<Ply>,
    pub board: Board,
    pub side: Side,
    pub position: Option<Position>,
    pub limit: LimitCounter,
}

impl Line {
    pub fn new(start: Setup, rule: LimitRule) -> Self {
        let mut line = Self {
            board: start.board.clone(),
            side: start.side.unwrap_or(Side::Red),
            position: Position::from_setup(&start).ok(),
            limit: LimitCounter::new(rule),
            start,
            rule,
            steps: Vec::new(),
            plies: Vec::new(),
        };
        line.rebuild();
        line
    }

    pub fn push(&mut self, mv: Move) {
        let step = Step::Move { mv, reading: None };
        self.walk(&step);
        self.steps.push(step);
    }

    /// Takes the last move back; nothing happens when there is none.
    pub fn take_back(&mut self) {
        if matches!(self.steps.last(), Some(Step::Move { .. })) {
            self.steps.pop();
            self.rebuild();
        }
    }

    /// Notes the times at which the last move was completed.
    pub fn complete(&mut self, times: Reading) {
        if let Some(Step::Move { reading, .. }) = self.steps.last_mut() {
            *reading = Some(times);
        }
        if let Some(ply) = self.plies.last_mut() {
            ply.reading = Some(times);
        }
    }

    /// Carries out an edit; one that names a ply outside the record changes nothing.
    pub fn edit(&mut self, edit: &Edit) {
        match edit {
            Edit::Replace { ply, mv } => {
                let Some(at) = self.step_of(*ply) else { return };
                if let Step::Move { reading, .. } = self.steps[at] {
                    self.steps[at] = Step::Move { mv: *mv, reading };
                } else {
                    self.steps[at] = Step::Move {
                        mv: *mv,
                        reading: None,
                    };
                }
            }
            Edit::Insert { ply, mv } => {
                let at = self.step_of(*ply).unwrap_or(self.steps.len());
                self.steps.insert(
                    at,
                    Step::Move {
                        mv: *mv,
                        reading: None,
                    },
                );
            }
            Edit::Remove { ply } => {
                let Some(at) = self.step_of(*ply) else { return };
                self.steps.remove(at);
            }
            Edit::Truncate { ply } => {
                let Some(at) = self.step_of(*ply) else { return };
                self.steps.truncate(at);
            }
            Edit::Gap { fen } => {
                let Ok(setup) = fen.parse() else { return };
                self.steps.push(Step::Gap(setup));
            }
            Edit::SetPosition { fen } => {
                let Ok(setup) = fen.parse() else { return };
                self.steps.push(Step::SetPosition(setup));
            }
        }
        self.rebuild();
    }

    /// The index of the step that made `ply` (from 1); a set position makes no ply.
    fn step_of(&self, ply: u32) -> Option<usize> {
        self.steps
            .iter()
            .enumerate()
            .filter(|(_, step)| !matches!(step, Step::SetPosition(_)))
            .nth(usize::try_from(ply).ok()?.checked_sub(1)?)
            .map(|(at, _)| at)
    }

    fn rebuild(&mut self) {
        self.plies.clear();
        self.limit = LimitCounter::new(self.rule);
        let start = self.start.clone();
        self.place(&start, start.side.unwrap_or(Side::Red));
        let steps = std::mem::take(&mut self.steps);
        for step in &steps {
            self.walk(step);
        }
        self.steps = steps;
    }

    fn place(&mut self, setup: &Setup, side: Side) {
        self.board = setup.board.clone();
        self.side = setup.side.unwrap_or(side);
        self.position = Position::from_setup(&Setup {
            side: Some(self.side),
            ..setup.clone()
        })
        .ok();
    }

    fn walk(&mut self, step: &Step) {
        match step {
            Step::Move { mv, reading } => self.walk_move(*mv, *reading),
            Step::Gap(setup) => {
                self.plies.push(Ply {
                    mv: None,
                    side: self.side,
                    chinese: "—".to_owned(),
                    capture: false,
                    check: false,
                    irregular: None,
                    reading: None,
                    after: setup.board.clone(),
                });
                // 22.3: nothing can be counted across a gap.
                self.limit = LimitCounter::new(self.rule);
                self.place(setup, self.side.opposite());
            }
            Step::SetPosition(setup) => {
                self.limit = LimitCounter::new(self.rule);
                self.place(setup, self.side);
            }
        }
    }

    fn walk_move(&mut self, mv: Move, reading: Option<Reading>) {
        let side = self.side;
        let played = self
            .position
            .as_ref()
            .map(|position| (position, position.play(mv)));
        let (chinese, irregular) = match &played {
            Some((position, Ok(_))) => (notation::chinese::format(position, mv), None),
            Some((_, Err(why))) => (mv.to_string(), Some(*why)),
            None => (mv.to_string(), None),
        };
        let taken = self.board.apply(mv);
        let next = match played {
            Some((_, Ok(next))) => Some(next),
            // An irregular move stands until the arbiter rules (A4); the game is recorded on.
            _ => Position::from_setup(&Setup {
                board: self.board.clone(),
                side: Some(side.opposite()),
                plies_since_capture: None,
                move_number: None,
            })
            .ok(),
        };
        self.side = side.opposite();
        self.position = next;
        let check = self.position.as_ref().is_some_and(Position::is_check);
        self.limit.push(side, check, taken.is_some());
        self.plies.push(Ply {
            mv: Some(mv),
            side,
            chinese,
            capture: taken.is_some(),
            check,
            irregular,
            reading,
            after: self.board.clone(),
        });
    }
}
