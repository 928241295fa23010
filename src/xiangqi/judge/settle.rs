//! What a run of captures and checks comes to when both sides play it as well as they can.
//!
//! The side that asks (the hero) moves first. Each side in turn may take, may give check a bounded
//! number of times, or may stop; one that is in check must answer it. So the search holds direct
//! captures, captures after a run of checks and after a whole exchange (24.3), and on the other side
//! real, hidden and false roots (24.15, 24.16) and the reply that mates (24.3): whoever can take back
//! without losing more is a root, by whatever way.

use arrayvec::ArrayVec;

use super::offer::Offer;
use super::scene::{Act, Man, Men, Scene, Wanted, piece, role, side_of};
use super::worth::Worth;
use crate::{Move, Role, Side, Square};

/// A forced mate, in points.
pub(super) const MATE: i32 = 1_000_000;

/// Plies a line can have. Beyond them it counts as it stands.
pub(super) const DEPTH: u8 = 11;

/// Checks without a capture that each side may give in one line.
const CHECKS: [u8; 2] = [4, 3];

/// The moves of a line.
pub(super) type Moves = ArrayVec<Move, 16>;

/// A line with what it won and lost.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// In points, see [`Worth`]; [`MATE`] where it ends in one.
    pub(super) score: i32,
    /// Pieces of the other side that were taken, those that counted only.
    pub(super) won: Men,
    /// Own pieces that were taken, those that counted only.
    pub(super) lost: Men,
    pub(super) moves: Moves,
}

/// Captures and losses that count nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    /// Pieces that stand to be lost anyway: taken where they stand, they count nothing.
    pub(super) forlorn: Men,
    /// Who takes whom counts nothing, while both are where they are: exchanges offered (26.9) and
    /// what general and soldier may take for ever (26.1, 26.7).
    pub(super) void: ArrayVec<(Man, Man), 32>,
}

impl Terms {
    pub(super) fn is_void(&self, captor: Man, taken: Man) -> bool {
        self.void.contains(&(captor, taken))
    }

    /// Enters that pieces on offer for each other count nothing, whoever takes first.
    pub(super) fn add_offers(&mut self, offers: &[Offer]) {
        for offer in offers {
            self.add_void(offer.own, offer.theirs);
            self.add_void(offer.theirs, offer.own);
            if let Some(chariot) = offer.chariot {
                self.add_void(chariot, offer.theirs);
            }
        }
    }

    pub(super) fn add_void(&mut self, captor: Man, taken: Man) {
        if !self.is_void(captor, taken) && !self.void.is_full() {
            self.void.push((captor, taken));
        }
    }
}

/// How a line is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weighing {
    /// Everything counts, soldiers at their worst for the hero.
    Whole,
    /// Everything counts, soldiers at their best: below zero it is a loss beyond doubt.
    Lenient,
    /// The other side takes back, and takes nothing elsewhere: only the exchange itself (26.5).
    Exchange,
}

/// Work that may be done for one judgement before it gives up, in positions looked at.
#[derive(Debug)]
pub(super) struct Effort {
    left: u32,
    spent: bool,
}

impl Effort {
    pub(super) const fn new(positions: u32) -> Self {
        Self {
            left: positions,
            spent: false,
        }
    }

    /// Sets some of it apart, so that one ply cannot use up what all need.
    pub(super) fn portion(&mut self, most: u32) -> Self {
        let portion = Self::new(most.min(self.left));
        self.left -= portion.left;
        portion
    }

    /// Puts back what was not used.
    pub(super) const fn give_back(&mut self, portion: Self) {
        self.left += portion.left;
    }

    /// Takes one position; `false` when there is none left, which is remembered.
    pub(super) const fn take(&mut self) -> bool {
        if self.left == 0 {
            self.spent = true;
            return false;
        }
        self.left -= 1;
        true
    }

    /// Whether something was left unlooked at since this was last asked.
    pub(super) const fn ran_out(&mut self) -> bool {
        let spent = self.spent;
        self.spent = false;
        spent
    }
}

/// One search.
pub(super) struct Settlement<'a> {
    hero: Side,
    homes: [u8; 32],
    worth: [Worth; 32],
    terms: &'a Terms,
    weighing: Weighing,
    effort: &'a mut Effort,
}

/// How far a line has come.
#[derive(Clone, Copy)]
struct Tally {
    balance: Worth,
    won: Men,
    lost: Men,
    /// The hero's pieces that have taken something.
    captors: Men,
    /// Where the hero won something first.
    point: Option<Square>,
    plies: u8,
    checks: [u8; 2],
}

impl<'a> Settlement<'a> {
    /// A search for the side that is to move in the scene.
    pub(super) fn new(
        scene: &Scene,
        terms: &'a Terms,
        weighing: Weighing,
        effort: &'a mut Effort,
    ) -> Self {
        let homes = scene.position.squares;
        let mut worth = [Worth::NOTHING; 32];
        for man in 0..32 {
            if let Some(square) = Square::from_index(homes[usize::from(man)]) {
                worth[usize::from(man)] = Worth::of(piece(man), square);
            }
        }
        Self {
            hero: scene.side(),
            homes,
            worth,
            terms,
            weighing,
            effort,
        }
    }

    /// What the best play after this first move comes to, as far as it matters whether that is
    /// above `floor` and below `ceiling`.
    pub(super) fn line(&mut self, scene: &Scene, first: Act, floor: i32, ceiling: i32) -> Line {
        let tally = Tally {
            balance: Worth::NOTHING,
            won: Men::NONE,
            lost: Men::NONE,
            captors: Men::NONE,
            point: None,
            plies: 0,
            checks: CHECKS,
        };
        self.step(scene, first, tally, floor, ceiling)
    }

    fn step(
        &mut self,
        scene: &Scene,
        act: Act,
        mut tally: Tally,
        floor: i32,
        ceiling: i32,
    ) -> Line {
        let mover = scene.side();
        let captor = scene.man_at(act.mv.from()).unwrap_or_default();
        if let Some(taken) = act.takes {
            self.count(captor, taken, act.mv, &mut tally);
            if mover == self.hero {
                tally.captors = tally.captors.with(captor);
            }
        } else if act.check {
            let left = &mut tally.checks[usize::from(mover != self.hero)];
            *left = left.saturating_sub(1);
        }
        tally.plies += 1;
        let mut line = self.settle(&scene.after(act.mv), tally, floor, ceiling);
        if !line.moves.is_full() {
            line.moves.insert(0, act.mv);
        }
        line
    }

    /// Enters a capture.
    fn count(&self, captor: Man, taken: Man, mv: Move, tally: &mut Tally) {
        if self.is_home(taken, mv.to())
            && (self.terms.forlorn.has(taken)
                || self.is_home(captor, mv.from()) && self.terms.is_void(captor, taken))
        {
            return;
        }
        let worth = self.worth[usize::from(taken)];
        if worth == Worth::NOTHING {
            return;
        }
        if side_of(taken) != self.hero {
            tally.balance = tally.balance + worth;
            tally.won = tally.won.with(taken);
            tally.point = tally.point.or(Some(mv.to()));
            return;
        }
        // The same where a check had to be answered elsewhere.
        if self.weighing == Weighing::Exchange && tally.point.is_some() && !tally.captors.has(taken)
        {
            return;
        }
        tally.balance = tally.balance - worth;
        tally.lost = tally.lost.with(taken);
    }

    fn is_home(&self, man: Man, square: Square) -> bool {
        self.homes[usize::from(man)] == square.index()
    }

    /// A capture that is no threat is not what the side is after either.
    fn is_left_out(&self, scene: &Scene, act: Act) -> bool {
        match (scene.man_at(act.mv.from()), act.takes) {
            (Some(captor), Some(taken)) => {
                self.terms.is_void(captor, taken)
                    && self.is_home(captor, act.mv.from())
                    && self.is_home(taken, act.mv.to())
            }
            _ => false,
        }
    }

    /// 26.5: the exchange itself is what happens on the point of the first gain, and what comes to
    /// the pieces that took part in it; a check may still lead to it.
    fn is_in_exchange(&self, act: Act, own: bool, tally: &Tally) -> bool {
        let Some(taken) = act.takes else {
            return !own || tally.point.is_none();
        };
        match tally.point {
            Some(point) if own => act.mv.to() == point,
            Some(_) => tally.captors.has(taken),
            None => own || !self.is_home(taken, act.mv.to()),
        }
    }

    fn stop(&self, tally: &Tally) -> Line {
        Line {
            score: match self.weighing {
                Weighing::Whole | Weighing::Exchange => tally.balance.at_worst(),
                Weighing::Lenient => tally.balance.at_best(),
            },
            won: tally.won,
            lost: tally.lost,
            moves: Moves::new(),
        }
    }

    fn settle(&mut self, scene: &Scene, tally: Tally, mut floor: i32, mut ceiling: i32) -> Line {
        let own = scene.side() == self.hero;
        let stop = self.stop(&tally);
        if tally.plies >= DEPTH || !self.effort.take() {
            return stop;
        }
        let checked = scene.is_check();
        let mut best = None;
        if !checked {
            if own {
                floor = floor.max(stop.score);
            } else {
                ceiling = ceiling.min(stop.score);
            }
            if floor >= ceiling {
                return stop;
            }
            best = Some(stop);
        }
        let wanted = match (checked, tally.checks[usize::from(!own)]) {
            (true, _) => Wanted::All,
            (false, 0) => Wanted::Captures,
            (false, _) => Wanted::Forcing,
        };
        let mut acts = scene.acts(wanted);
        if checked && acts.is_empty() {
            let score = if own { -MATE } else { MATE };
            return Line {
                score,
                won: tally.won,
                lost: tally.lost,
                moves: Moves::new(),
            };
        }
        if own && !checked {
            acts.retain(|act| !self.is_left_out(scene, *act));
        }
        if self.weighing == Weighing::Exchange && !checked {
            acts.retain(|act| self.is_in_exchange(*act, own, &tally));
        }
        self.order(scene, &mut acts);
        for act in acts {
            let line = self.step(scene, act, tally, floor, ceiling);
            let better = best.as_ref().is_none_or(|best: &Line| {
                if own {
                    line.score > best.score
                } else {
                    line.score < best.score
                }
            });
            if better {
                if own {
                    floor = floor.max(line.score);
                } else {
                    ceiling = ceiling.min(line.score);
                }
                best = Some(line);
                if floor >= ceiling {
                    break;
                }
            }
        }
        // In check there was a move, out of check there is the stop.
        best.unwrap_or_default()
    }

    /// The dearest captures by the cheapest pieces first; then by squares, so that the same
    /// position is always searched alike.
    fn order(&self, scene: &Scene, acts: &mut [Act]) {
        acts.sort_unstable_by_key(|act| {
            let taken = act
                .takes
                .map_or(0, |man| 4000 + self.worth[usize::from(man)].size());
            let captor = scene.man_at(act.mv.from()).map_or(0, cheapness);
            (-taken, captor, act.mv)
        });
    }
}

fn cheapness(man: Man) -> u8 {
    match role(man) {
        Role::Soldier => 0,
        Role::Advisor | Role::Elephant => 1,
        Role::Horse | Role::Cannon => 2,
        Role::Chariot => 3,
        Role::General => 4,
    }
}
