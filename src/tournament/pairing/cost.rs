//! What a pair costs, in an order of importance, packed into one number.

use super::table::{BYE, Table};

/// The aims of the pairing. A matching of the whole window is judged by the sum of each, the
/// first aim before the second, and so on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Aims {
    /// A second bye.
    pub second_bye: u32,
    /// Colour differences above two.
    pub difference: u32,
    /// Third games in a row with one colour.
    pub third: u32,
    /// Players who leave the score group at hand.
    pub leaving: u32,
    /// Groups they already stand above it.
    pub leaving_again: u32,
    /// Players who leave the next group down.
    pub leaving_next: u32,
    /// Group borders crossed further down.
    pub beyond: u32,
    /// Third floats down.
    pub third_down: u32,
    /// Pairs of one row.
    pub same_row: u32,
    /// Third floats up.
    pub third_up: u32,
}

/// Widths of the aims for a window of a given size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    single: u32,
    double: u32,
    borders: u32,
    last_round: bool,
}

impl Scale {
    /// For a window of `players`, with `groups` score groups.
    pub(super) fn new(players: usize, groups: usize, last_round: bool) -> Self {
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        let pairs = players / 2 + 1;
        Self {
            single: bits(pairs),
            double: bits(2 * pairs),
            borders: bits(pairs * (groups + 1)),
            last_round,
        }
    }

    pub(super) fn pack(self, aims: Aims) -> i128 {
        let colours = [(aims.difference, self.double), (aims.third, self.double)];
        let filling = [
            (aims.leaving, self.single),
            (aims.leaving_again, self.borders),
            (aims.leaving_next, self.single),
            (aims.beyond, self.borders),
            (aims.third_down, self.single),
        ];
        let rest = [(aims.same_row, self.single), (aims.third_up, self.single)];
        let mut packed = i128::from(aims.second_bye);
        let mut add = |fields: &[(u32, u32)]| {
            for &(value, width) in fields {
                packed = (packed << width) + i128::from(value);
            }
        };
        // (10): in the last round no group is broken up for the sake of colours.
        if self.last_round {
            add(&filling);
            add(&colours);
        } else {
            add(&colours);
            add(&filling);
        }
        add(&rest);
        packed
    }

    /// The same aims packed must stay below 2^126, or sums of labels could overflow.
    pub(super) fn fits(self) -> bool {
        8 * self.single + 2 * self.double + 2 * self.borders < 120
    }
}

/// What pairing two players costs inside the score group at hand.
pub(super) fn inside(table: &Table, a: usize, b: usize) -> Aims {
    let broken = table.broken(a, b);
    Aims {
        difference: u32::from(broken.difference),
        third: u32::from(broken.third),
        same_row: u32::from(table.same_row(a, b)),
        third_up: u32::from(table.third_float_up(a, b)),
        ..Aims::default()
    }
}

/// What it costs that `a`, of the group at hand or above, meets `b` of a lower one, or has the bye.
pub(super) fn leaving(table: &Table, level: usize, a: usize, b: usize) -> Aims {
    let mut aims = Aims {
        leaving: 1,
        leaving_again: (level - table.group_of(a)) as u32,
        third_down: u32::from(b != BYE && table.third_float_down(a)),
        ..below(table, level, a, b)
    };
    aims.leaving_next = u32::from(table.group_of(b) > level + 1);
    aims
}

/// What it costs that two players below the group at hand meet, or one of them has the bye.
pub(super) fn below(table: &Table, level: usize, a: usize, b: usize) -> Aims {
    let (upper, lower) = {
        let groups = (table.group_of(a), table.group_of(b));
        (groups.0.min(groups.1), groups.0.max(groups.1))
    };
    let mut aims = Aims {
        leaving_next: u32::from(upper == level + 1 && lower > level + 1),
        beyond: lower.saturating_sub(upper.max(level + 2)) as u32,
        ..Aims::default()
    };
    if a == BYE || b == BYE {
        let player = if a == BYE { b } else { a };
        aims.second_bye = u32::from(table.contenders[player].had_bye);
    } else {
        let broken = table.broken(a, b);
        aims.difference = u32::from(broken.difference);
        aims.third = u32::from(broken.third);
    }
    aims
}
