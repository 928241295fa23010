//! Places: the keys of the regulation in their order, each place with the key that decided it.
//!
//! Nothing is updated in place: every standing is computed from the whole document, because
//! 对手分 changes until the last game is entered.

mod criteria;
mod ledger;
mod team;

use std::collections::HashMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{EventDocument, GameResult, Number};
use crate::regulation::Regulation;
use crate::{Points, section};
use criteria::{Criterion, Rule};
use ledger::{Ledger, Span};
pub use team::{TeamPlace, UnrankedTeam};

/// The whole table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// Rounds counted.
    pub rounds: u16,
    /// Games are still open, so the order may change.
    pub provisional: bool,
    /// Individual places, first place first. Places are never shared.
    pub individual: Vec<Place>,
    /// Places of the women's event, where they play their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub women: Vec<Place>,
    /// Team places.
    pub teams: Vec<TeamPlace>,
    /// Teams without a place, and why.
    pub teams_unranked: Vec<UnrankedTeam>,
    /// Groups of players whom only lots can separate and for whom none have been entered: their
    /// order here comes from the event's seed and waits for the arbiter's draw.
    pub lots_needed: Vec<Vec<Number>>,
}

/// One place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// From 1.
    pub place: u32,
    /// Number of the player.
    pub number: Number,
    /// 积分
    pub points: Points,
    /// 对手分
    pub opponents_points: Points,
    /// 胜局
    pub wins: u32,
    /// 犯规
    pub fouls: u32,
    /// 后走局数
    pub black_games: u32,
    /// 后走胜局
    pub black_wins: u32,
    /// 累进分
    pub progressive: Points,
    /// The key that set the player apart from both neighbours in the table.
    pub decided_by: String,
}

impl Standings {
    /// The place of a player.
    pub fn place_of(&self, number: Number) -> Option<u32> {
        self.individual
            .iter()
            .find(|place| place.number == number)
            .map(|place| place.place)
    }
}

/// Ranks the players and teams of an event by its regulation.
///
/// Expelled players and those who left before the first round have no place. Teams count only
/// players of the main event.
pub fn standings(document: &EventDocument, regulation: &Regulation) -> Standings {
    let (main, women) = if section::is_separate(document) {
        (
            rank(&section::main(document), regulation),
            rank(&section::women(document), regulation),
        )
    } else {
        (rank(document, regulation), Ranked::default())
    };
    let (teams, teams_unranked) = regulation
        .team
        .as_ref()
        .map(|rule| team::rank(document, rule, &main.places))
        .unwrap_or_default();
    Standings {
        rounds: document.rounds.len() as u16,
        provisional: document
            .rounds
            .iter()
            .flat_map(|round| &round.games)
            .any(|game| game.result == GameResult::Unfinished),
        individual: main.places,
        women: women.places,
        teams,
        teams_unranked,
        lots_needed: [main.lots_needed, women.lots_needed].concat(),
    }
}

#[derive(Default)]
struct Ranked {
    places: Vec<Place>,
    lots_needed: Vec<Vec<Number>>,
}

fn rank(document: &EventDocument, regulation: &Regulation) -> Ranked {
    let ledger = Ledger::of(document, regulation);
    let criteria = criteria::of(regulation, &ledger);
    let lots = lots(document);
    let mut ranked: Vec<usize> = (0..ledger.accounts.len())
        .filter(|&place| ledger.accounts[place].ranked)
        .collect();
    // A start that does not depend on the order in the file.
    ranked.sort_by_key(|&place| ledger.accounts[place].number);
    let mut order = Ordering {
        ledger: &ledger,
        criteria: &criteria,
        lots: &lots,
        boundary: vec![0; ranked.len()],
        lots_needed: Vec::new(),
    };
    order.refine(&mut ranked, 0, 0);
    let boundary = order.boundary;
    let lots_needed = order.lots_needed;

    let all = Span {
        after: 0,
        last: ledger.rounds,
    };
    let bye = ledger.bye_opponent_points(all);
    let places = ranked
        .iter()
        .enumerate()
        .map(|(index, &place)| {
            // boundary[i] separates i-1 from i; the first has nobody above.
            let above = if index == 0 { 0 } else { boundary[index] };
            let below = boundary.get(index + 1).copied().unwrap_or(0);
            Place {
                place: index as u32 + 1,
                number: ledger.accounts[place].number,
                points: Points::from_halves(ledger.points(place, all)),
                opponents_points: Points::from_halves(ledger.opponents_points(place, all, bye)),
                wins: ledger.wins(place, all),
                fouls: ledger.fouls(place, all),
                black_games: ledger.black_games(place, all),
                black_wins: ledger.black_wins(place, all),
                progressive: Points::from_halves(ledger.progressive(place, all) as i32),
                decided_by: criteria[above.max(below)].label(),
            }
        })
        .collect();
    Ranked {
        places,
        lots_needed,
    }
}

/// Where each player stands in the draw of lots: as entered by the arbiter, else by the seed.
struct Lots {
    drawn: HashMap<Number, usize>,
    seed: String,
}

fn lots(document: &EventDocument) -> Lots {
    Lots {
        drawn: document
            .lots
            .iter()
            .enumerate()
            .map(|(index, &number)| (number, index))
            .collect(),
        seed: document.seed.clone().unwrap_or_default(),
    }
}

impl Lots {
    /// A value for each number that is greater the better the lot.
    fn value(&self, number: Number) -> (bool, i64, Vec<u8>) {
        match self.drawn.get(&number) {
            Some(&index) => (true, -(index as i64), Vec::new()),
            None => (
                false,
                0,
                Sha256::digest(format!("lots/{}/{number}", self.seed)).to_vec(),
            ),
        }
    }
}

struct Ordering<'a> {
    ledger: &'a Ledger,
    criteria: &'a [Criterion],
    lots: &'a Lots,
    /// For each place but the first, the criterion that separates it from the one above.
    boundary: Vec<usize>,
    lots_needed: Vec<Vec<Number>>,
}

impl Ordering<'_> {
    /// Sorts a block of players who are level so far; `first` is the place it starts at.
    fn refine(&mut self, block: &mut [usize], criterion: usize, first: usize) {
        if block.len() < 2 {
            return;
        }
        let Some(rule) = self.criteria.get(criterion) else {
            return;
        };
        if rule.rule == Rule::Lots {
            self.draw(block, criterion, first);
            return;
        }
        let values = criteria::values(self.ledger, rule, block);
        let mut keyed: Vec<(i64, usize)> = values.into_iter().zip(block.iter().copied()).collect();
        // Stable, so equal players keep their order for the next criterion.
        keyed.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        for (slot, &(_, place)) in block.iter_mut().zip(&keyed) {
            *slot = place;
        }
        let mut start = 0;
        for end in 1..=keyed.len() {
            if end < keyed.len() && keyed[end].0 == keyed[start].0 {
                continue;
            }
            if end < keyed.len() {
                self.boundary[first + end] = criterion;
            }
            self.refine(&mut block[start..end], criterion + 1, first + start);
            start = end;
        }
    }

    fn draw(&mut self, block: &mut [usize], criterion: usize, first: usize) {
        let number = |place: usize| self.ledger.accounts[place].number;
        block.sort_by_cached_key(|&place| std::cmp::Reverse(self.lots.value(number(place))));
        let undrawn = block
            .iter()
            .filter(|&&place| !self.lots.drawn.contains_key(&number(place)))
            .count();
        if undrawn > 0 {
            self.lots_needed
                .push(block.iter().map(|&place| number(place)).collect());
        }
        for index in 1..block.len() {
            self.boundary[first + index] = criterion;
        }
    }
}
