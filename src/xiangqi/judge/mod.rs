//! The judge of repetitions (棋例): labels of moves, classes of conduct, verdict.
//!
//! When the moves of a game come round again and again, the rule book asks what each of them is:
//! a check (将), a threat of mate (杀), a threat to win material (捉), or none of these. A side whose
//! every move of the cycle is one of the three is on forbidden moves and must vary; one move that
//! is none clears it (articles 24 to 26).
//!
//! The judge proposes, with a label, a weight and a reason for every ply; the arbiter confirms or
//! changes a label, and the verdict follows from the labels alone.
//!
//! ```
//! use xiangqi::{Game, Position, judge::{self, Label, Verdict}};
//!
//! // A chariot chases a cannon that has no root, three times round.
//! let start = Position::from_fen("4k4/9/9/9/9/1c7/9/1R7/9/3K5 b - - 0 1")?;
//! let round = ["b4c4", "b2c2", "c4b4", "c2b2"].map(|text| text.parse().unwrap());
//! let game = Game::replay(start, round.into_iter().cycle().take(12)).unwrap();
//! let mut judgement = judge::judge(&game).unwrap();
//! assert_eq!(judgement.plies[0].label(), Label::Chase);
//! assert_eq!(judgement.verdict, Verdict::RedLoses);
//!
//! judgement.relabel(0, Label::Idle, judge::Weight::Heavy); // the arbiter sees it otherwise
//! assert_eq!(judgement.verdict, Verdict::Draw);
//! # Ok::<(), xiangqi::FenError>(())
//! ```
//!
//! # How a label is found
//! The side is given a second move running. What it could then win, or mate, by checks and captures
//! played out to the end is compared with what it could have won before its move: only what the
//! move changed counts (24.3). The searches are bounded; where a bound is hit before the label is
//! sure, the label is [`Label::Undecided`].

mod chase;
mod cycle;
mod label;
mod mate;
mod offer;
mod ply;
mod quiet;
mod reason;
mod root;
mod scene;
mod settle;
mod streak;
mod threat;
mod verdict;
mod worth;

pub use label::{Class, Label, ParseLabelError, Verdict, Weight};
pub use ply::JudgedPly;
pub use reason::Reason;
pub use verdict::{Charge, article, class, verdict};

use crate::{Game, Move, Position, Side, Step};
use cycle::Cycle;
use settle::Effort;

/// Positions that may be looked at for one judgement; a label that would need more is undecided.
const EFFORT: u32 = 60_000;
/// The most of it that one ply may take.
const PLY_EFFORT: u32 = 25_000;

/// How the moves come round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Recurrence {
    /// In step: a cycle of the same positions (23.1).
    Cycle,
    /// Forbidden moves without a break over several points, not in step; a claim is accepted from
    /// nine rounds on (23.4). The verdict is what it would come to.
    Streak,
}

/// A pending repetition, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// How the moves come round.
    pub recurrence: Recurrence,
    /// The plies of one cycle, or of the streak, the first one Red's.
    pub plies: Vec<JudgedPly>,
    /// How often the side that has to vary has gone round, or both sides where neither has to; 1 for
    /// a streak.
    pub times: usize,
    /// What Red's moves amount to.
    pub red: Class,
    /// What Black's moves amount to.
    pub black: Class,
    /// What the rules say if neither side varies.
    pub verdict: Verdict,
    /// The article the verdict rests on.
    pub article: &'static str,
    ripeness: [Ripeness; 2],
}

/// How far a side has gone round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ripeness {
    times: usize,
    ripe: bool,
}

/// Judges the repetition a game is in, if it is in one.
///
/// Only legal moves after the last correction by the arbiter count.
pub fn judge(game: &Game) -> Option<Judgement> {
    let line = Line::of(game);
    let effort = &mut Effort::new(EFFORT);
    let cycle = cycle::find(&line.keys, &line.captures);
    if cycle.is_none_or(|cycle| cycle.times(true) < 2)
        && let Some(plies) = streak::find(&line, effort)
    {
        let ripeness = [Ripeness {
            times: 1,
            ripe: true,
        }; 2];
        return Some(Judgement::new(Recurrence::Streak, plies, ripeness));
    }
    Some(line.judgement(cycle?, effort))
}

/// Labels a single legal move of a position, with the reason: what it would count for if it were
/// part of a cycle. `None` for a move that is not legal.
pub fn look(position: &Position, mv: Move) -> Option<JudgedPly> {
    position
        .is_legal(mv)
        .then(|| ply::judge(position, mv, 1, &mut Effort::new(PLY_EFFORT)))
}

/// The legal moves of a game since the last correction, with the position before each.
struct Line {
    positions: Vec<Position>,
    moves: Vec<Move>,
    keys: Vec<u64>,
    captures: Vec<bool>,
    /// Plies of the game before the line.
    skipped: usize,
}

impl Line {
    fn of(game: &Game) -> Self {
        let mut line = Self {
            positions: vec![],
            moves: vec![],
            keys: vec![],
            captures: vec![],
            skipped: 0,
        };
        for (before, step) in game.walk() {
            match step {
                Step::Move(mv) => {
                    line.keys.push(before.key());
                    line.captures.push(before.piece_at(mv.to()).is_some());
                    line.positions.push(before);
                    line.moves.push(*mv);
                }
                Step::Irregular { .. } => {}
                Step::Corrected(_) => {
                    line.skipped += line.moves.len();
                    line.positions.clear();
                    line.moves.clear();
                    line.keys.clear();
                    line.captures.clear();
                }
            }
        }
        line.keys.push(game.position().key());
        line
    }

    fn judge(&self, at: usize, effort: &mut Effort) -> JudgedPly {
        let mut portion = effort.portion(PLY_EFFORT);
        let number = self.skipped + at + 1;
        let judged = ply::judge(&self.positions[at], self.moves[at], number, &mut portion);
        effort.give_back(portion);
        judged
    }

    fn judgement(&self, cycle: Cycle, effort: &mut Effort) -> Judgement {
        let plies = self.moves.len();
        let first = plies - cycle.run;
        let first_red = first + usize::from(self.positions[first].side() == Side::Black);
        // One cycle from the last time round, in the order of the first.
        let judged = (first_red..first_red + cycle.plies)
            .map(|at| {
                self.judge(
                    plies - 1 - (plies - 1 + cycle.plies - at) % cycle.plies,
                    effort,
                )
            })
            .collect();
        let last = self.positions[plies - 1].side();
        let ripeness = [Side::Red, Side::Black].map(|side| Ripeness {
            times: cycle.times(side == last),
            ripe: cycle.is_ripe(side == last),
        });
        Judgement::new(Recurrence::Cycle, judged, ripeness)
    }
}

impl Judgement {
    fn new(recurrence: Recurrence, plies: Vec<JudgedPly>, ripeness: [Ripeness; 2]) -> Self {
        let mut judgement = Self {
            recurrence,
            plies,
            times: 0,
            red: Class::Allowed,
            black: Class::Allowed,
            verdict: Verdict::PlayOn,
            article: "23.3",
            ripeness,
        };
        judgement.conclude();
        judgement
    }

    /// Changes the label of one ply of the cycle, counted from 0, as the arbiter rules, and draws
    /// the conclusions anew. The weight matters for a chase only. A ply beyond the cycle changes
    /// nothing.
    pub fn relabel(&mut self, ply: usize, label: Label, weight: Weight) {
        if let Some(judged) = self.plies.get_mut(ply) {
            judged.rule(label, weight);
            self.conclude();
        }
    }

    /// The moves of a side as the classes see them.
    fn charges(&self, side: Side) -> Vec<Charge> {
        let own = self.plies.iter().filter(|ply| ply.side == side);
        own.map(|ply| ply.charge).collect()
    }

    fn conclude(&mut self) {
        let (red, black) = (self.charges(Side::Red), self.charges(Side::Black));
        self.red = class(red.iter().copied());
        self.black = class(black.iter().copied());
        let [of_red, of_black] = self.ripeness;
        let both = Ripeness {
            times: of_red.times.min(of_black.times),
            ripe: of_red.ripe && of_black.ripe,
        };
        let verdict = verdict(self.red, self.black);
        // Who has to vary is judged by their own rounds.
        let ripeness = match verdict {
            Verdict::RedLoses => of_red,
            Verdict::BlackLoses => of_black,
            Verdict::Draw | Verdict::PlayOn | Verdict::Undecided => both,
        };
        self.times = ripeness.times;
        (self.verdict, self.article) = if self.recurrence == Recurrence::Streak {
            (verdict, "23.4")
        } else if ripeness.ripe {
            (verdict, article(&red, &black))
        } else {
            (Verdict::PlayOn, "23.3")
        };
    }
}
