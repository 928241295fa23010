//! A position as the judge looks at it: pieces keep their identity, a side may move twice running,
//! and a piece may be thought away.

use arrayvec::ArrayVec;

use crate::attacks;
use crate::position::{ABSENT, Position, VACANT, WALL, slot_piece};
use crate::{Move, Piece, Role, Side, Square, SquareSet};

/// A piece by its slot in the [`Position`]: the same piece wherever it goes.
pub(super) type Man = u8;

/// A set of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Men(u32);

impl Men {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn has(self, man: Man) -> bool {
        self.0 >> man & 1 != 0
    }

    pub(super) const fn with(self, man: Man) -> Self {
        Self(self.0 | 1 << man)
    }

    pub(super) const fn without(self, man: Man) -> Self {
        Self(self.0 & !(1 << man))
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are among the others.
    pub(super) const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(super) fn each(self) -> impl Iterator<Item = Man> {
        (0..32).filter(move |man| self.has(*man))
    }
}

/// A legal move with what matters about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Act {
    pub(super) mv: Move,
    /// The piece it takes.
    pub(super) takes: Option<Man>,
    /// It gives check; only known where checks were asked for, and then not of captures unless
    /// nothing but checks was.
    pub(super) check: bool,
}

/// At most 119 moves, see [`crate::MoveList`].
pub(super) type Acts = ArrayVec<Act, 128>;

/// Which moves are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    Captures,
    /// Captures, and checks that take nothing.
    Forcing,
    Checks,
}

/// Checkers of a side's general that are not minded while they stay where they are: to ask what
/// the side had in hand before it answered their check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spared {
    side: Side,
    points: SquareSet,
}

/// A position, and what of it is not minded.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) position: Position,
    spared: Option<Spared>,
}

impl Scene {
    /// The position with this side to move, whose turn it may not be.
    pub(super) fn new(position: &Position, side: Side) -> Self {
        let position = if position.side() == side {
            position.clone()
        } else {
            position.passed()
        };
        Self {
            position,
            spared: None,
        }
    }

    /// The position with its own side to move, as if it were not in check.
    pub(super) fn sparing_checkers(position: &Position) -> Self {
        let side = position.side();
        let points = position.checkers();
        let spared = (!points.is_empty()).then_some(Spared { side, points });
        Self {
            position: position.clone(),
            spared,
        }
    }

    /// The same with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Self {
            position: self.position.passed(),
            spared: self.spared,
        }
    }

    /// The same with a piece turned to stone: it blocks, and does nothing else.
    pub(super) fn petrified(&self, man: Man) -> Self {
        let mut scene = self.clone();
        let square = scene.position.squares[usize::from(man)];
        if square != ABSENT {
            scene.position.squares[usize::from(man)] = ABSENT;
            scene.position.mailbox[usize::from(square & 127)] = WALL;
            // Nobody moves onto a point that is their own.
            for set in &mut scene.position.sets {
                *set |= 1 << square;
            }
        }
        scene
    }

    pub(super) fn after(&self, mv: Move) -> Self {
        let position = self.position.after(mv);
        // A checker that has moved or been taken is minded again.
        let spared = self.spared.and_then(|mut spared| {
            spared.points.remove(mv.from());
            spared.points.remove(mv.to());
            (!spared.points.is_empty()).then_some(spared)
        });
        Self { position, spared }
    }

    pub(super) const fn side(&self) -> Side {
        self.position.side()
    }

    pub(super) fn man_at(&self, square: Square) -> Option<Man> {
        let slot = self.position.mailbox[usize::from(square.index())];
        (slot < VACANT).then_some(slot)
    }

    /// Where a piece stands, unless it was taken.
    pub(super) fn square_of(&self, man: Man) -> Option<Square> {
        Square::from_index(self.position.squares[usize::from(man)])
    }

    /// The pieces of a side on the board.
    pub(super) fn men(&self, side: Side) -> impl Iterator<Item = (Man, Square)> + '_ {
        let first = side.index() as Man * 16;
        (first..first + 16).filter_map(|man| Some((man, self.square_of(man)?)))
    }

    /// Where a piece goes by its own way of moving, own pieces left out.
    pub(super) fn targets(&self, man: Man) -> SquareSet {
        self.square_of(man)
            .map_or(SquareSet::EMPTY, |square| self.position.targets(square))
    }

    /// Whether the side to move is in check that is minded.
    pub(super) fn is_check(&self) -> bool {
        self.is_exposed(self.side())
    }

    /// Whether a side's general is attacked, or faces the other.
    fn is_exposed(&self, side: Side) -> bool {
        match self.spared {
            Some(spared) if spared.side == side => {
                let attackers = self.position.attackers(self.position.general(side));
                !(attackers & !spared.points).is_empty() || self.position.generals_face()
            }
            _ => self.position.is_attacked(side),
        }
    }

    /// The legal moves that are wanted.
    pub(super) fn acts(&self, wanted: Wanted) -> Acts {
        let position = &self.position;
        let side = self.side();
        let theirs = position.pieces_of(side.opposite());
        let general = position.general(side.opposite());
        let zone = check_zone(general);
        let spared = self.spared.is_some_and(|spared| spared.side == side);
        let guard = position.guard();
        let mut acts = Acts::new();
        for (man, from) in self.men(side) {
            let mut targets = if spared {
                position.targets(from)
            } else {
                SquareSet::from_bits(position.legal_targets(man & 15, &guard))
            };
            targets.remove(general);
            let anywhere = wanted == Wanted::All || zone.contains(from);
            match wanted {
                Wanted::Captures => targets &= theirs,
                Wanted::Forcing if !anywhere => targets &= zone | theirs,
                Wanted::Checks if !anywhere => targets &= zone,
                _ => {}
            }
            for to in targets {
                let act = Act {
                    mv: Move::new(from, to),
                    takes: self.man_at(to),
                    check: false,
                };
                if spared && self.after(act.mv).is_exposed(side) {
                    continue;
                }
                let looks_for_check = match wanted {
                    Wanted::All | Wanted::Captures => false,
                    Wanted::Forcing => act.takes.is_none(),
                    Wanted::Checks => true,
                };
                if !looks_for_check {
                    acts.push(act);
                } else if self.gives_check(man, act) {
                    acts.push(Act { check: true, ..act });
                }
            }
        }
        acts
    }

    fn gives_check(&self, man: Man, act: Act) -> bool {
        let other = self.side().opposite();
        let is_minded = self.spared.is_none_or(|spared| spared.side != other);
        if act.takes.is_none() && is_minded {
            let (from, to) = (act.mv.from().index(), act.mv.to().index());
            return self.position.checks_from(man, from, to);
        }
        self.after(act.mv).is_check()
    }
}

/// The points that can matter to a check on a general standing there: a move with neither end among
/// them gives none.
fn check_zone(general: Square) -> SquareSet {
    let mut zone = attacks::cross(general.index());
    for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        for (files, ranks) in [(files, ranks), (2 * files, ranks), (files, 2 * ranks)] {
            if let Some(square) = general.offset(files, ranks) {
                zone.insert(square);
            }
        }
    }
    zone
}

/// The piece of a slot.
pub(super) fn piece(man: Man) -> Piece {
    slot_piece(man)
}

pub(super) fn role(man: Man) -> Role {
    slot_piece(man).role
}

pub(super) fn side_of(man: Man) -> Side {
    slot_piece(man).side
}

/// The kinds that attack: what a joint chase is made of (24.17), and what 26.2 counts.
pub(super) const fn is_fighter(role: Role) -> bool {
    matches!(
        role,
        Role::Chariot | Role::Horse | Role::Cannon | Role::Soldier
    )
}
