//! What a pair costs, in an order of importance, packed into one number.

use std::ops::Range;

use super::table::{BYE, Table};

/// The aims of the pairing. A matching of the whole window is judged by the sum of each, the
/// first aim before the second, and so on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Aims {
    /// A second bye.
    pub second_bye: u32,
    /// Colour differences above two.
    pub difference: u32,
    /// Third games in a row with one colour.
    pub third: u32,
    /// Borders between score groups the pair reaches across: border 0 is the lower one of the
    /// highest group. Fewer across the border of the group at hand, then of the next, and so on.
    pub borders: Range<usize>,
    /// Groups the player who leaves already stands above the one at hand.
    pub leaving_again: u32,
    /// A third float down that begins here.
    pub third_down: u32,
    /// A pair of one row.
    pub same_row: u32,
    /// A third float up.
    pub third_up: u32,
}

/// Bits a packed cost may have: twice as much, added up along a path, stays within an `i128`.
const ROOM: u32 = 118;

/// Widths of the aims for a window of a given size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    single: u32,
    double: u32,
    groups: u32,
    /// The group at hand, and how many borders from its own on are looked at.
    level: usize,
    borders: usize,
    last_round: bool,
}

impl Scale {
    /// For a window of so many players around the score group `level`.
    pub(super) fn new(table: &Table, level: usize, players: usize) -> Self {
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        let pairs = players / 2 + 1;
        let groups = table.size.len();
        let mut scale = Self {
            single: bits(pairs),
            double: bits(2 * pairs),
            groups: bits(pairs * groups),
            level,
            borders: 0,
            last_round: table.occasion.last,
        };
        let others = 4 * scale.single + 2 * scale.double + scale.groups;
        let fitting = (ROOM.saturating_sub(others) / scale.single) as usize;
        scale.borders = fitting.min(groups - level);
        scale
    }

    pub(super) fn pack(self, aims: &Aims) -> i128 {
        let mut packed = i128::from(aims.second_bye);
        let mut add = |value: u32, width: u32| packed = (packed << width) + i128::from(value);
        // (10): in the last round no group is broken up for the sake of colours.
        if !self.last_round {
            add(aims.difference, self.double);
            add(aims.third, self.double);
        }
        for border in self.level..self.level + self.borders {
            add(u32::from(aims.borders.contains(&border)), self.single);
        }
        // Aims that look at the whole field stand before those of one group: the next group's
        // turn must find them as this one left them.
        if self.last_round {
            add(aims.difference, self.double);
            add(aims.third, self.double);
        }
        add(aims.leaving_again, self.groups);
        add(aims.third_down, self.single);
        add(aims.same_row, self.single);
        add(aims.third_up, self.single);
        packed
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
    // A float is counted where it begins; to have the bye from the lowest group is none.
    let begins = table.group_of(a) == level;
    let is_bye_of_last_group = b == BYE && level + 1 == table.size.len();
    Aims {
        leaving_again: (level - table.group_of(a)) as u32,
        third_down: u32::from(begins && !is_bye_of_last_group && table.third_float_down(a)),
        ..below(table, a, b)
    }
}

/// What it costs that two players below the group at hand meet, or one of them has the bye.
pub(super) fn below(table: &Table, a: usize, b: usize) -> Aims {
    let (one, other) = (table.group_of(a), table.group_of(b));
    let borders = one.min(other)..one.max(other);
    if a == BYE || b == BYE {
        let player = if a == BYE { b } else { a };
        return Aims {
            second_bye: u32::from(table.contenders[player].had_bye),
            borders,
            ..Aims::default()
        };
    }
    let broken = table.broken(a, b);
    Aims {
        difference: u32::from(broken.difference),
        third: u32::from(broken.third),
        borders,
        ..Aims::default()
    }
}
