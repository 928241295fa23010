//! From labels to classes, and from classes to the verdict (articles 23, 25 and 26.8).
//!
//! ```
//! use xiangqi::judge::{self, Charge, Class, Label, Verdict, Weight};
//!
//! let chase = |weight| Charge { label: Label::Chase, weight, chariot: false };
//! let red = judge::class([chase(Weight::Heavy), chase(Weight::Light)]);
//! assert_eq!(red, Class::Light);
//! let idle = Charge { label: Label::Idle, weight: Weight::Heavy, chariot: false };
//! assert_eq!(judge::class([chase(Weight::Heavy), idle]), Class::Allowed);
//! assert_eq!(judge::verdict(red, Class::Heavy), Verdict::BlackLoses);
//! ```

use super::label::{Class, Label, Verdict, Weight};

/// What the classes are made of: one move's label, and how heavy it is if it is a chase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charge {
    /// What the move is.
    pub label: Label,
    /// Matters for a chase only; checks and kills are heavy.
    pub weight: Weight,
    /// The chase is of a chariot; matters for which part of 26.8 is named.
    pub chariot: bool,
}

impl Charge {
    const fn weight(self) -> Weight {
        match self.label {
            Label::Chase => self.weight,
            _ => Weight::Heavy,
        }
    }
}

/// What a side's moves of one cycle amount to (24.9 to 24.14, 26.8).
///
/// One move that is surely none of check, kill and chase clears the side, whatever the others are.
pub fn class(moves: impl IntoIterator<Item = Charge>) -> Class {
    let moves: Vec<Charge> = moves.into_iter().collect();
    let known = |charge: &Charge| charge.label != Label::Undecided;
    if moves.is_empty()
        || moves
            .iter()
            .any(|charge| known(charge) && !charge.label.is_forbidden())
    {
        Class::Allowed
    } else if !moves.iter().all(known) {
        Class::Undecided
    } else if moves.iter().all(|charge| charge.label == Label::Check) {
        Class::PerpetualCheck
    } else if moves.iter().all(|charge| charge.weight() == Weight::Heavy) {
        Class::Heavy
    } else {
        Class::Light
    }
}

/// How much a class weighs; the heavier side has to vary.
const fn rank(class: Class) -> u8 {
    match class {
        Class::Allowed => 0,
        Class::Light => 1,
        Class::Heavy => 2,
        Class::PerpetualCheck | Class::Undecided => 3,
    }
}

/// The verdict on two classes once the cycle has recurred three times.
pub fn verdict(red: Class, black: Class) -> Verdict {
    if red == Class::Undecided || black == Class::Undecided {
        return either(red, black);
    }
    match rank(red).cmp(&rank(black)) {
        std::cmp::Ordering::Less => Verdict::BlackLoses,
        std::cmp::Ordering::Greater => Verdict::RedLoses,
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}

/// What holds whatever an undecided class turns out to be.
fn either(red: Class, black: Class) -> Verdict {
    let could_be = |class| match class {
        Class::Undecided => {
            vec![
                Class::Allowed,
                Class::Light,
                Class::Heavy,
                Class::PerpetualCheck,
            ]
        }
        known => vec![known],
    };
    let mut verdicts = Vec::new();
    for red in could_be(red) {
        for black in could_be(black) {
            verdicts.push(verdict(red, black));
        }
    }
    if verdicts.iter().all(|other| *other == verdicts[0]) {
        verdicts[0]
    } else {
        Verdict::Undecided
    }
}

/// The article a verdict rests on, from the moves of both sides.
pub fn article(red: &[Charge], black: &[Charge]) -> &'static str {
    let classes = (class(red.iter().copied()), class(black.iter().copied()));
    let (heavy, light) = match classes {
        (Class::Undecided, _) | (_, Class::Undecided) => return "26.4",
        (Class::Allowed, Class::Allowed) => return "25.2",
        (Class::PerpetualCheck, Class::PerpetualCheck) => return "26.8.4",
        (Class::PerpetualCheck, _) | (_, Class::PerpetualCheck) => return "25.1",
        (Class::Allowed, _) | (_, Class::Allowed) => return "25.3",
        (Class::Heavy, Class::Light) => (red, black),
        (Class::Light, Class::Heavy) => (black, red),
        _ => return "26.8.4",
    };
    let all_chases = heavy.iter().all(|charge| charge.label == Label::Chase);
    let joint = light
        .iter()
        .filter(|charge| charge.weight() == Weight::Light);
    let (of_chariots, of_others) = (
        all_chases && heavy.iter().all(|charge| charge.chariot),
        all_chases && heavy.iter().all(|charge| !charge.chariot),
    );
    let joint: Vec<bool> = joint.map(|charge| charge.chariot).collect();
    if of_chariots && joint.iter().all(|chariot| *chariot) {
        "26.8.2"
    } else if of_others && joint.iter().all(|chariot| !chariot) {
        "26.8.3"
    } else {
        "26.8.1"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSES: [Class; 4] = [
        Class::Allowed,
        Class::Light,
        Class::Heavy,
        Class::PerpetualCheck,
    ];

    #[test]
    fn article_25_and_26_8_the_matrix() {
        use Verdict::{BlackLoses as B, Draw as D, RedLoses as R};
        let matrix = [[D, B, B, B], [R, D, B, B], [R, R, D, B], [R, R, R, D]];
        for (red, row) in CLASSES.into_iter().zip(matrix) {
            for (black, expected) in CLASSES.into_iter().zip(row) {
                assert_eq!(verdict(red, black), expected, "{red:?} {black:?}");
            }
        }
    }

    #[test]
    fn article_24_14_one_idle_move_clears_the_side() {
        let charge = |label| Charge {
            label,
            weight: Weight::Heavy,
            chariot: false,
        };
        for label in [
            Label::Exchange,
            Label::Sacrifice,
            Label::Block,
            Label::Follow,
            Label::Idle,
        ] {
            let moves = [Label::Check, Label::Undecided, label].map(charge);
            assert_eq!(class(moves), Class::Allowed, "{label}");
        }
        assert_eq!(class([Label::Check, Label::Kill].map(charge)), Class::Heavy);
        assert_eq!(
            class([Label::Check, Label::Undecided].map(charge)),
            Class::Undecided
        );
    }

    #[test]
    fn an_undecided_class_that_cannot_matter_leaves_a_verdict() {
        assert_eq!(
            verdict(Class::Undecided, Class::Allowed),
            Verdict::Undecided
        );
        assert_eq!(
            verdict(Class::Undecided, Class::PerpetualCheck),
            Verdict::Undecided
        );
    }
}
