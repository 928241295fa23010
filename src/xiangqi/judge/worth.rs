//! What pieces are worth to each other (articles 1.2 and 26.6).
//!
//! A chariot is worth two horses, two cannons, or one of each; a horse equals a cannon, an advisor
//! an elephant. A general and a soldier that has not crossed the river are no material. A soldier
//! that has crossed floats: worth something, and always less than a chariot.

use std::ops::{Add, Neg, Sub};

use crate::setup::own_rank;
use crate::{Piece, Role, Side, Square};

/// Material, or a difference of material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Worth {
    /// In horses; a chariot is two.
    strong: i16,
    /// Advisors and elephants.
    weak: i16,
    /// Soldiers across the river.
    soldiers: i16,
}

/// A horse in points. The figures only have to order the exchanges: a weak piece is worth half of
/// a strong one, as one strong piece for two weak ones is taken as even.
const STRONG: i32 = 1000;
const WEAK: i32 = 500;

impl Worth {
    pub(super) const NOTHING: Self = Self {
        strong: 0,
        weak: 0,
        soldiers: 0,
    };

    /// What a piece is worth where it stands. A soldier keeps the worth it had before an exchange
    /// began, so one that crosses the river while it takes is still nothing (26.6).
    pub(super) const fn of(piece: Piece, square: Square) -> Self {
        let (strong, weak, soldiers) = match piece.role {
            Role::General => (0, 0, 0),
            Role::Chariot => (2, 0, 0),
            Role::Horse | Role::Cannon => (1, 0, 0),
            Role::Advisor | Role::Elephant => (0, 1, 0),
            Role::Soldier => (0, 0, crossed(piece.side, square) as i16),
        };
        Self {
            strong,
            weak,
            soldiers,
        }
    }

    /// The difference in points where a gain must hold whatever soldiers are worth (26.6): soldiers
    /// won count next to nothing, soldiers lost next to a chariot. So one soldier for a chariot is
    /// a gain, one for anything less is not, and neither is a strong piece for any number of them.
    pub(super) const fn at_worst(self) -> i32 {
        let soldier = if self.soldiers < 0 { 2 * STRONG - 1 } else { 1 };
        self.strong as i32 * STRONG + self.weak as i32 * WEAK + self.soldiers as i32 * soldier
    }

    /// The difference in points where soldiers count next to nothing either way: below zero it is a
    /// loss beyond doubt.
    pub(super) const fn at_best(self) -> i32 {
        self.strong as i32 * STRONG + self.weak as i32 * WEAK + self.soldiers as i32
    }

    /// A rough order of size, for looking at the dearest captures first.
    pub(super) const fn size(self) -> i32 {
        self.at_best()
    }
}

/// Whether a soldier has crossed the river.
const fn crossed(side: Side, square: Square) -> bool {
    own_rank(side, square) >= 5
}

impl Add for Worth {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            strong: self.strong + other.strong,
            weak: self.weak + other.weak,
            soldiers: self.soldiers + other.soldiers,
        }
    }
}

impl Neg for Worth {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            strong: -self.strong,
            weak: -self.weak,
            soldiers: -self.soldiers,
        }
    }
}

impl Sub for Worth {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(letter: char, square: &str) -> Worth {
        Worth::of(
            Piece::from_fen_char(letter).unwrap(),
            square.parse().unwrap(),
        )
    }

    #[test]
    fn article_1_2_a_chariot_is_a_horse_and_a_cannon() {
        assert_eq!(worth('R', "a0"), worth('N', "a0") + worth('C', "b0"));
        assert_eq!(worth('A', "e1"), worth('B', "e2"));
    }

    #[test]
    fn article_26_6_soldiers_float_below_a_chariot() {
        let soldier = worth('P', "e5");
        assert!(soldier.at_worst() > 0, "one that has crossed is a gain");
        assert_eq!(
            worth('P', "e4"),
            Worth::NOTHING,
            "one that has not is nothing"
        );
        assert!(
            (worth('r', "a9") - soldier).at_worst() > 0,
            "for a chariot it is given gladly"
        );
        assert!(
            (worth('n', "a9") - soldier).at_worst() < 0,
            "for a horse it is no gain"
        );
        assert!(
            (soldier + soldier - worth('n', "a9")).at_worst() < 0,
            "nor a horse for two"
        );
        assert!(
            (worth('n', "a9") - soldier).at_best() >= 0,
            "and no loss either"
        );
    }
}
