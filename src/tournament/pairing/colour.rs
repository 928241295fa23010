//! Who has Red (rules (1) to (9) of the colour list) and what limits a pair would break.

use super::field::Contender;
use crate::Side;
use crate::regulation::{EqualColours, PairingRule};

/// What the colour decision depends on besides the two players.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occasion<'a> {
    pub rule: &'a PairingRule,
    pub round: u16,
    /// Whether the round is one of the last ones, where the higher scorer's balance decides.
    pub late: bool,
}

/// Soft limits a pair of colours would break.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Broken {
    /// Players who get a third game in a row with one colour.
    pub third: u8,
    /// Players whose colours differ by more than two.
    pub difference: u8,
}

impl Broken {
    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }

    fn weight(self) -> u32 {
        // A difference of three is the graver one: it is given up last.
        u32::from(self.third) + 4 * u32::from(self.difference)
    }
}

/// Which of two players has Red, and what that breaks.
pub(super) fn decide(a: &Contender, b: &Contender, occasion: Occasion) -> (Side, Broken) {
    let by_list = side_of_first(a, b, occasion);
    let as_listed = broken(a, b, by_list, occasion.rule);
    if as_listed.is_none() {
        return (by_list, as_listed);
    }
    let turned = broken(a, b, by_list.opposite(), occasion.rule);
    if turned.weight() < as_listed.weight() {
        (by_list.opposite(), turned)
    } else {
        (by_list, as_listed)
    }
}

fn broken(a: &Contender, b: &Contender, first: Side, rule: &PairingRule) -> Broken {
    let mut broken = Broken::default();
    for (contender, side) in [(a, first), (b, first.opposite())] {
        let (balance, run) = contender.after(side);
        broken.third += u8::from(rule.avoid_third_colour && run.abs() > 2);
        broken.difference += u8::from(rule.avoid_difference_three && balance.abs() > 2);
    }
    broken
}

fn side_of_first(a: &Contender, b: &Contender, occasion: Occasion) -> Side {
    // (9): in the last rounds the higher scorer's balance goes first.
    if occasion.late && a.score != b.score {
        let (higher, is_first) = if a.score > b.score {
            (a, true)
        } else {
            (b, false)
        };
        if let Some(wish) = higher.wish() {
            return if is_first { wish } else { wish.opposite() };
        }
    }
    // (1): fewer games with Red.
    // (2) to (7): the longer run of Black before the shorter one, before the shorter run of Red.
    let history = (a.balance, a.run).cmp(&(b.balance, b.run));
    match history {
        std::cmp::Ordering::Less => Side::Red,
        std::cmp::Ordering::Greater => Side::Black,
        std::cmp::Ordering::Equal => {
            let smaller_has_red = match occasion.rule.equal_colours {
                EqualColours::SumOfNumbers => (a.number + b.number) % 2 == 1,
                EqualColours::Round => occasion.round % 2 == 1,
            };
            if (a.number < b.number) == smaller_has_red {
                Side::Red
            } else {
                Side::Black
            }
        }
    }
}
