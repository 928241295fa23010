//! What is known about any two players of a round: whether they may meet, and how well they fit.

use std::cmp::Reverse;

use super::colour::{self, Broken, Colouring, Occasion};
use super::field::Contender;
use crate::document::EventDocument;
use crate::regulation::RowTieBreak;

/// Place that stands for the bye.
pub(super) const BYE: usize = usize::MAX;

/// The field of a round with everything that rules a pair out.
pub(super) struct Table<'a> {
    pub contenders: &'a [Contender],
    pub occasion: Occasion<'a>,
    /// Score group of each player, 0 the highest; the bye is one below the lowest.
    pub group: Vec<usize>,
    /// Players in each group.
    pub size: Vec<usize>,
    same_unit: bool,
    forbidden: Vec<(usize, usize)>,
}

/// Why two players are not paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// They have met.
    Met,
    /// The event forbids it.
    Forbidden,
    /// They come from one unit, in a round that avoids that.
    SameUnit,
    /// It would break a colour limit.
    Limit,
    /// It would leave others without an opponent, or with a worse one.
    Spoils,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        document: &EventDocument,
        contenders: &'a [Contender],
        occasion: Occasion<'a>,
        also_forbidden: &[[u32; 2]],
    ) -> Self {
        let mut scores: Vec<_> = contenders.iter().map(|c| c.score).collect();
        scores.sort_by_key(|&score| Reverse(score));
        scores.dedup();
        let group: Vec<usize> = contenders
            .iter()
            .map(|c| scores.partition_point(|&score| score > c.score))
            .collect();
        let mut size = vec![0; scores.len()];
        for &group in &group {
            size[group] += 1;
        }
        let place = |number| contenders.binary_search_by_key(&number, |c| c.number).ok();
        let in_force = document.forbidden.iter().filter(|ban| {
            ban.from_round.is_none_or(|first| first <= occasion.round)
                && ban.to_round.is_none_or(|last| last >= occasion.round)
        });
        let mut forbidden: Vec<(usize, usize)> = in_force
            .map(|ban| ban.players)
            .chain(also_forbidden.iter().copied())
            .filter_map(|pair| {
                let [a, b] = pair.map(place);
                Some((a?.min(b?), a?.max(b?)))
            })
            .collect();
        forbidden.sort_unstable();
        Self {
            contenders,
            occasion,
            group,
            size,
            same_unit: occasion
                .rule
                .avoid_same_unit_rounds
                .contains(&occasion.round),
            forbidden,
        }
    }

    pub(super) fn group_of(&self, place: usize) -> usize {
        self.group.get(place).copied().unwrap_or(self.size.len())
    }

    /// Why two players may not meet at all.
    pub(super) fn ban(&self, a: usize, b: usize) -> Option<Refusal> {
        let (one, other) = (&self.contenders[a], &self.contenders[b]);
        if one.met.contains(&b) {
            return Some(Refusal::Met);
        }
        if !self.forbidden.is_empty() && self.forbidden.binary_search(&(a.min(b), a.max(b))).is_ok()
        {
            return Some(Refusal::Forbidden);
        }
        if self.same_unit && !one.unit.is_empty() && one.unit == other.unit {
            return Some(Refusal::SameUnit);
        }
        None
    }

    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        self.ban(a, b).is_none()
    }

    pub(super) fn colouring(&self, a: usize, b: usize) -> Colouring {
        colour::decide(&self.contenders[a], &self.contenders[b], self.occasion)
    }

    pub(super) fn broken(&self, a: usize, b: usize) -> Broken {
        self.colouring(a, b).broken
    }

    /// Whether two players are in one row: both 要先 or both 要后.
    pub(super) fn same_row(&self, a: usize, b: usize) -> bool {
        let wish = self.contenders[a].wish();
        wish.is_some() && wish == self.contenders[b].wish()
    }

    /// Whether both had the same colour last.
    fn same_last(&self, a: usize, b: usize) -> bool {
        let run = |place: usize| self.contenders[place].colours.run.signum();
        run(a) == run(b)
    }

    /// Whether the pair is a third float up for the lower of the two, who has company.
    pub(super) fn third_float_up(&self, a: usize, b: usize) -> bool {
        let (upper, lower) = if self.group[a] < self.group[b] {
            (a, b)
        } else {
            (b, a)
        };
        let most = u32::from(self.occasion.rule.most_floats_of_a_kind);
        self.group[upper] != self.group[lower]
            && self.size[self.group[lower]] > 1
            && self.contenders[lower].floats_up >= most
    }

    pub(super) fn third_float_down(&self, place: usize) -> bool {
        let most = u32::from(self.occasion.rule.most_floats_of_a_kind);
        self.size[self.group[place]] > 1 && self.contenders[place].floats_down >= most
    }

    /// Orders players as they choose (D8): score, difference, run, number; it is also the order
    /// inside a row (D7).
    pub(super) fn sort_as_they_choose(&self, players: &mut [usize]) {
        players.sort_by_cached_key(|&place| {
            let contender = &self.contenders[place];
            let floats = match self.occasion.rule.row_tie_break {
                RowTieBreak::Number => 0,
                RowTieBreak::Floats => {
                    i64::from(contender.floats_up) - i64::from(contender.floats_down)
                }
            };
            let number = i64::from(contender.number);
            (
                self.group[place],
                -contender.colours.balance.abs(),
                -contender.streak(),
                floats,
                // Odd rounds ascending, even rounds descending.
                if self.occasion.round % 2 == 1 {
                    number
                } else {
                    -number
                },
            )
        });
    }

    /// How the chooser likes a candidate: the other row, then those of the own row who had the
    /// other colour last, then the rest (D9).
    pub(super) fn liking(&self, chooser: usize, candidate: usize) -> u8 {
        if !self.same_row(chooser, candidate) {
            0
        } else if !self.same_last(chooser, candidate) {
            1
        } else {
            2
        }
    }
}
