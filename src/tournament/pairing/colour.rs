//! Who has Red (the colour list of the appendix, D10) and what limits a pair would break.

use std::cmp::Ordering;

use super::field::Contender;
use crate::Side;
use crate::regulation::{EqualColours, PairingRule};

/// What the colour decision depends on besides the two players.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occasion<'a> {
    pub rule: &'a PairingRule,
    pub round: u16,
    /// One of the last rounds, where the higher scorer's balance decides (9).
    pub late: bool,
    /// The last round, where a pair is not broken for its colours (10).
    pub last: bool,
}

/// Soft limits a pair of colours would break.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Broken {
    /// Players who get a third game in a row with one colour.
    pub third: u8,
    /// Players whose colours come to differ by more than two.
    pub difference: u8,
}

impl Broken {
    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }

    /// A difference of three is the graver one: it is given up last.
    fn gravity(self) -> (u8, u8) {
        (self.difference, self.third)
    }
}

/// The line of the list that gave the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// (9)
    HigherScore,
    /// (1)
    FewerReds,
    /// (2) to (7)
    Run,
    /// (8)
    Numbers,
    /// Turned round so that no limit is broken.
    Limit,
    /// An arbiter's wish.
    Arbiter,
}

/// Colours of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colouring {
    /// Side of the first of the two.
    pub first: Side,
    pub line: Line,
    pub broken: Broken,
}

/// Which of two players has Red, why, and what that breaks.
pub(super) fn decide(a: &Contender, b: &Contender, occasion: Occasion) -> Colouring {
    let (first, line) = by_list(a, b, occasion);
    let listed = Colouring {
        first,
        line,
        broken: broken(a, b, first, occasion.rule),
    };
    if listed.broken.is_none() {
        return listed;
    }
    let turned = broken(a, b, first.opposite(), occasion.rule);
    if turned.gravity() < listed.broken.gravity() {
        Colouring {
            first: first.opposite(),
            line: Line::Limit,
            broken: turned,
        }
    } else {
        listed
    }
}

/// What the colours of a pair break when an arbiter has set them.
pub(super) fn as_set(a: &Contender, b: &Contender, first: Side, rule: &PairingRule) -> Colouring {
    Colouring {
        first,
        line: Line::Arbiter,
        broken: broken(a, b, first, rule),
    }
}

fn broken(a: &Contender, b: &Contender, first: Side, rule: &PairingRule) -> Broken {
    let mut broken = Broken::default();
    for (contender, side) in [(a, first), (b, first.opposite())] {
        let after = contender.games.after(side);
        broken.third += u8::from(rule.avoid_third_colour && after.run.abs() > 2);
        broken.difference +=
            u8::from(rule.avoid_difference_three && worse(contender, after.balance));
    }
    broken
}

/// A difference above two that the game does not lessen.
fn worse(contender: &Contender, after: i32) -> bool {
    after.abs() > 2 && after.abs() > contender.games.balance.abs()
}

fn by_list(a: &Contender, b: &Contender, occasion: Occasion) -> (Side, Line) {
    // (9): in the last rounds the higher scorer's balance goes first.
    if occasion.late && a.score != b.score {
        let (higher, own) = if a.score > b.score {
            (a, Side::Red)
        } else {
            (b, Side::Black)
        };
        match higher.colours.balance.cmp(&0) {
            Ordering::Less => return (own, Line::HigherScore),
            Ordering::Greater => return (own.opposite(), Line::HigherScore),
            Ordering::Equal => {}
        }
    }
    let (one, other) = (a.colours, b.colours);
    match one.balance.cmp(&other.balance) {
        Ordering::Less => return (Side::Red, Line::FewerReds),
        Ordering::Greater => return (Side::Black, Line::FewerReds),
        Ordering::Equal => {}
    }
    // A long run of Black before a short one, before a short run of Red, before a long one.
    match one.run.cmp(&other.run) {
        Ordering::Less => return (Side::Red, Line::Run),
        Ordering::Greater => return (Side::Black, Line::Run),
        Ordering::Equal => {}
    }
    let smaller_has_red = match occasion.rule.equal_colours {
        EqualColours::SumOfNumbers => (a.number + b.number) % 2 == 1,
        EqualColours::Round => occasion.round % 2 == 1,
    };
    if (a.number < b.number) == smaller_has_red {
        (Side::Red, Line::Numbers)
    } else {
        (Side::Black, Line::Numbers)
    }
}
