//! One score group with those who floated into it: who leaves it, and who meets whom.

use super::cost::{self, Scale};
use super::table::{BYE, Refusal, Table};
use super::weighted;

/// A pair with the way to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    /// Who had the choice.
    pub chooser: usize,
    /// Whom the chooser got.
    pub other: usize,
    /// Who stood before that one on the chooser's list, and why it was not him.
    pub refused: Vec<(usize, Refusal)>,
}

/// A score group at work, with the players below it that are looked at.
pub(super) struct Pool<'a> {
    pub table: &'a Table<'a>,
    /// Number of the score group.
    pub level: usize,
    /// Floaters and players of the group, in the order in which they choose.
    pub players: Vec<usize>,
    /// Players of the groups below, perhaps with the bye.
    pub ahead: Vec<usize>,
    /// Whether there are more players below than `ahead` shows.
    pub open: bool,
}

impl Pool<'_> {
    fn scale(&self, size: usize) -> Scale {
        Scale::new(self.table, self.level, size)
    }

    fn at(&self, index: usize) -> usize {
        let inside = self.players.len();
        if index < inside {
            self.players[index]
        } else {
            self.ahead[index - inside]
        }
    }

    /// Cost of a pair of the window, `None` where it cannot be.
    fn cost(&self, scale: Scale, i: usize, j: usize) -> Option<i128> {
        let inside = self.players.len();
        let (a, b) = (self.at(i), self.at(j));
        if i >= inside && j >= inside && self.open {
            // Those below find others further down.
            return Some(0);
        }
        if a != BYE && b != BYE && !self.table.may_meet(a, b) {
            return None;
        }
        let aims = match (i < inside, j < inside) {
            (true, true) => cost::inside(self.table, a, b),
            (true, false) => cost::leaving(self.table, self.level, a, b),
            (false, true) => cost::leaving(self.table, self.level, b, a),
            (false, false) => cost::below(self.table, a, b),
        };
        Some(scale.pack(&aims))
    }

    /// Who leaves the group downwards. `None` when the window cannot be paired at all.
    ///
    /// As few as possible leave this group, then the next one, and so on; those who came from
    /// above stay; nobody starts a third float; the pairs left are of two rows as far as
    /// possible; then those go who floated least and are the last in the order of choice.
    pub(super) fn leavers(&self) -> Option<Vec<usize>> {
        if self.ahead.is_empty() {
            return Some(Vec::new());
        }
        let inside = self.players.len();
        let size = inside + self.ahead.len();
        let scale = self.scale(size);
        let costs: Vec<Option<i128>> = (0..size * size)
            .map(|index| {
                let (i, j) = (index / size, index % size);
                if i < j { self.cost(scale, i, j) } else { None }
            })
            .collect();
        let price = |i: usize, j: usize| costs[i.min(j) * size + i.max(j)];
        let mut best = weighted::solve(size, price)?;
        let leaves = |mate: &[usize], i: usize| mate[i] >= inside;
        let count = (0..inside).filter(|&i| leaves(&best.mate, i)).count();

        let mut order: Vec<usize> = (0..inside).collect();
        order.sort_by_key(|&i| {
            let place = self.players[i];
            (
                std::cmp::Reverse(self.table.group_of(place)),
                self.table.contenders[place].floats_down,
                std::cmp::Reverse(i),
            )
        });
        let mut chosen: Vec<usize> = Vec::new();
        for candidate in order {
            if chosen.len() == count {
                break;
            }
            if !leaves(&best.mate, candidate) {
                let must_leave = |i: usize| i == candidate || chosen.contains(&i);
                let forced = weighted::solve(size, |i, j| {
                    let stays = i < inside && j < inside && (must_leave(i) || must_leave(j));
                    if stays { None } else { price(i, j) }
                });
                match forced {
                    Some(solution) if solution.cost == best.cost => best = solution,
                    _ => continue,
                }
            }
            chosen.push(candidate);
        }
        Some(chosen.into_iter().map(|i| self.players[i]).collect())
    }

    /// Pairs all of `players`, who choose in their order. `None` when they cannot all be paired.
    pub(super) fn choose(&self, players: &[usize]) -> Option<Vec<Choice>> {
        let n = players.len();
        if n == 0 {
            return Some(Vec::new());
        }
        let scale = self.scale(n);
        let costs: Vec<Option<i128>> = (0..n * n)
            .map(|index| {
                let (a, b) = (players[index / n], players[index % n]);
                (index / n != index % n && self.table.may_meet(a, b))
                    .then(|| scale.pack(&cost::inside(self.table, a, b)))
            })
            .collect();
        let mut walk = Walk {
            table: self.table,
            players,
            price: &costs,
            mate: weighted::solve(n, |i, j| costs[i * n + j])?.mate,
            left: vec![true; n],
        };
        let choices = (0..n).filter_map(|chooser| walk.choice_of(chooser));
        Some(choices.collect())
    }
}

/// The choosers of a group at work on a cheapest matching that is changed as they choose.
struct Walk<'a> {
    table: &'a Table<'a>,
    players: &'a [usize],
    price: &'a [Option<i128>],
    mate: Vec<usize>,
    left: Vec<bool>,
}

impl Walk<'_> {
    fn price(&self, i: usize, j: usize) -> Option<i128> {
        self.price[i * self.players.len() + j]
    }

    fn choice_of(&mut self, chooser: usize) -> Option<Choice> {
        if !self.left[chooser] {
            return None;
        }
        let own = self.players[chooser];
        let mut candidates: Vec<usize> = (0..self.players.len())
            .filter(|&i| self.left[i] && i != chooser)
            .collect();
        candidates.sort_by_key(|&i| self.table.liking(own, self.players[i]));
        let mut refused = Vec::new();
        for candidate in candidates {
            let other = self.players[candidate];
            if self.mate[chooser] != candidate {
                let refusal = match self.table.ban(own, other) {
                    Some(ban) => Some(ban),
                    None if self.turn_to(chooser, candidate) => None,
                    None if !self.table.broken(own, other).is_none() => Some(Refusal::Limit),
                    None => Some(Refusal::Spoils),
                };
                if let Some(refusal) = refusal {
                    refused.push((other, refusal));
                    continue;
                }
            }
            self.left[chooser] = false;
            self.left[candidate] = false;
            return Some(Choice {
                chooser: own,
                other,
                refused,
            });
        }
        None
    }

    /// Changes the matching so that the two meet, if one as cheap exists.
    fn turn_to(&mut self, chooser: usize, candidate: usize) -> bool {
        let Some(wanted) = self.price(chooser, candidate) else {
            return false;
        };
        let (a, b) = (self.mate[chooser], self.mate[candidate]);
        let n = self.players.len();
        let still: i128 = (0..n)
            .filter(|&i| self.left[i] && i < self.mate[i])
            .filter_map(|i| self.price(i, self.mate[i]))
            .sum();
        if wanted > still {
            return false;
        }
        let given_up = self.price(chooser, a).unwrap_or(0) + self.price(candidate, b).unwrap_or(0);
        if self
            .price(a, b)
            .is_some_and(|swapped| swapped + wanted == given_up)
        {
            (self.mate[chooser], self.mate[candidate]) = (candidate, chooser);
            (self.mate[a], self.mate[b]) = (b, a);
            return true;
        }
        let rest: Vec<usize> = (0..n)
            .filter(|&i| self.left[i] && i != chooser && i != candidate)
            .collect();
        let Some(solution) = weighted::solve(rest.len(), |i, j| self.price(rest[i], rest[j]))
        else {
            return false;
        };
        if solution.cost + wanted != still {
            return false;
        }
        (self.mate[chooser], self.mate[candidate]) = (candidate, chooser);
        for (i, &mate) in solution.mate.iter().enumerate() {
            self.mate[rest[i]] = rest[mate];
        }
        true
    }
}
