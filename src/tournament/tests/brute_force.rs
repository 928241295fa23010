//! Every pairing of small fields, judged one by one by the aims the pairing states, against the
//! pairing itself. Nothing here uses the product's own reading of the history.

use std::collections::{BTreeMap, BTreeSet};

use tournament::Regulation;
use tournament::document::{EventDocument, GameResult, Number};
use tournament::pairing::{self, PairingError};
use tournament::simulation::{self, Chance};

#[derive(Debug, Clone, Default)]
struct Past {
    score: i32,
    /// Colours of games.
    games: String,
    /// Colours with byes counted as the colour that was due.
    rows: String,
    met: BTreeSet<Number>,
    down: u32,
    up: u32,
    byes: u32,
}

fn balance(colours: &str) -> i32 {
    let reds = colours.chars().filter(|&c| c == 'r').count() as i32;
    2 * reds - colours.len() as i32
}

/// Positive for Red.
fn run(colours: &str) -> i32 {
    let Some(last) = colours.chars().last() else {
        return 0;
    };
    let length = colours.chars().rev().take_while(|&c| c == last).count() as i32;
    if last == 'r' { length } else { -length }
}

fn wish(colours: &str) -> Option<char> {
    match balance(colours) {
        b if b < 0 => Some('r'),
        b if b > 0 => Some('b'),
        _ => match run(colours) {
            r if r < 0 => Some('r'),
            r if r > 0 => Some('b'),
            _ => None,
        },
    }
}

fn past(event: &EventDocument) -> BTreeMap<Number, Past> {
    let mut all: BTreeMap<Number, Past> = event
        .players
        .iter()
        .map(|player| (player.number, Past::default()))
        .collect();
    for round in &event.rounds {
        let before: BTreeMap<Number, i32> = all.iter().map(|(&n, p)| (n, p.score)).collect();
        for game in &round.games {
            let points = match game.result {
                GameResult::Red | GameResult::BlackForfeit => [2, 0],
                GameResult::Black | GameResult::RedForfeit => [0, 2],
                GameResult::BothForfeit => [0, 0],
                GameResult::Draw | GameResult::Unfinished => [1, 1],
            };
            for (own, other, points, colour) in [
                (game.red, game.black, points[0], 'r'),
                (game.black, game.red, points[1], 'b'),
            ] {
                let one = all.get_mut(&own).expect("a player");
                one.score += points;
                one.games.push(colour);
                one.rows.push(colour);
                one.met.insert(other);
                one.down += u32::from(before[&own] > before[&other]);
                one.up += u32::from(before[&own] < before[&other]);
            }
        }
        if let Some(bye) = round.bye {
            let one = all.get_mut(&bye).expect("a player");
            one.score += 2;
            one.byes += 1;
            one.rows.push(wish(&one.rows).unwrap_or('r'));
        }
    }
    for player in &event.players {
        if player.withdrawn_after.is_some() {
            all.remove(&player.number);
        }
    }
    all
}

/// Who of the two has which colour and how many third colours and differences above two result.
fn limits(a: (Number, &Past), b: (Number, &Past), late: bool) -> (u32, u32) {
    let listed = {
        let higher = match a.1.score.cmp(&b.1.score) {
            std::cmp::Ordering::Greater if late => balance(&a.1.rows),
            std::cmp::Ordering::Less if late => -balance(&b.1.rows),
            _ => 0,
        };
        if higher != 0 {
            higher < 0
        } else {
            let one = (balance(&a.1.rows), run(&a.1.rows));
            let other = (balance(&b.1.rows), run(&b.1.rows));
            if one == other {
                (a.0 < b.0) == ((a.0 + b.0) % 2 == 1)
            } else {
                one < other
            }
        }
    };
    let broken = |first_red: bool| {
        let mut result = (0, 0);
        for (past, red) in [(a.1, first_red), (b.1, !first_red)] {
            let colours = format!("{}{}", past.games, if red { 'r' } else { 'b' });
            let now = balance(&colours).abs();
            result.0 += u32::from(now > 2 && now > balance(&past.games).abs());
            result.1 += u32::from(run(&colours).abs() > 2);
        }
        result
    };
    broken(listed).min(broken(!listed))
}

/// All ways to pair the field; 0 is nobody.
fn all_pairings(left: &[Number], past: &BTreeMap<Number, Past>) -> Vec<Vec<(Number, Number)>> {
    let Some((&first, rest)) = left.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for (index, &other) in rest.iter().enumerate() {
        if past[&first].met.contains(&other) {
            continue;
        }
        let mut others = rest.to_vec();
        others.remove(index);
        for mut pairing in all_pairings(&others, past) {
            pairing.push((first, other));
            found.push(pairing);
        }
    }
    found
}

/// What is looked up for every pairing again.
#[derive(Debug, Clone, Copy, Default)]
struct Pair {
    difference: u32,
    third: u32,
    same_row: bool,
}

struct Oracle {
    past: BTreeMap<Number, Past>,
    scores: Vec<i32>,
    round: u16,
    last: bool,
    /// By number; place 0 is nobody, below the lowest.
    groups: Vec<usize>,
    pairs: Vec<Vec<Pair>>,
}

impl Oracle {
    fn new(past: BTreeMap<Number, Past>, round: u16, rounds: u16) -> Self {
        let mut scores: Vec<i32> = past.values().map(|past| past.score).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        let largest = past.keys().max().map_or(0, |&number| number as usize);
        let mut groups = vec![scores.len(); largest + 1];
        let mut pairs = vec![vec![Pair::default(); largest + 1]; largest + 1];
        let late = round + 3 > rounds;
        for (&a, one) in &past {
            groups[a as usize] = scores
                .iter()
                .position(|&s| s == one.score)
                .expect("a score");
            for (&b, other) in &past {
                let (difference, third) = limits((a, one), (b, other), late);
                let wishes = (wish(&one.rows), wish(&other.rows));
                pairs[a as usize][b as usize] = Pair {
                    difference,
                    third,
                    same_row: wishes.0.is_some() && wishes.0 == wishes.1,
                };
            }
        }
        Self {
            past,
            scores,
            round,
            last: round == rounds,
            groups,
            pairs,
        }
    }

    fn group(&self, number: Number) -> usize {
        self.groups[number as usize]
    }

    fn pair_of(&self, a: Number, b: Number) -> Pair {
        self.pairs[a as usize][b as usize]
    }

    fn same_row(&self, a: Number, b: Number) -> bool {
        self.pair_of(a, b).same_row
    }

    fn size(&self, group: usize) -> usize {
        self.past
            .values()
            .filter(|p| p.score == self.scores[group])
            .count()
    }

    /// The aims for a whole pairing of what is left, seen from one score group.
    fn aims(&self, level: usize, pairs: &[(Number, Number)]) -> Vec<u32> {
        let mut second_bye = 0;
        let (mut difference, mut third) = (0, 0);
        let mut crossing = vec![0; self.scores.len() - level];
        let (mut again, mut third_down, mut same_row, mut third_up) = (0, 0, 0, 0);
        for &(a, b) in pairs {
            let (upper, lower) = if self.group(a) <= self.group(b) {
                (a, b)
            } else {
                (b, a)
            };
            let (high, low) = (self.group(upper), self.group(lower));
            if lower == 0 {
                second_bye += u32::from(self.past[&upper].byes > 0);
            } else {
                let pair = self.pair_of(a, b);
                difference += pair.difference;
                third += pair.third;
            }
            for (border, count) in (level..).zip(&mut crossing) {
                *count += u32::from(high <= border && low > border);
            }
            if high <= level && low > level {
                again += (level - high) as u32;
                let plain_bye = lower == 0 && level + 1 == self.scores.len();
                let third = self.past[&upper].down >= 2 && self.size(high) > 1;
                third_down += u32::from(high == level && third && !plain_bye);
            }
            if high <= level && low <= level {
                same_row += u32::from(self.same_row(a, b));
                let company = self.size(low) > 1;
                third_up += u32::from(high != low && self.past[&lower].up >= 2 && company);
            }
        }
        let colours = [difference, third];
        let mut aims = vec![second_bye];
        if self.last {
            aims.extend(crossing);
            aims.extend(colours);
        } else {
            aims.extend(colours);
            aims.extend(crossing);
        }
        aims.extend([again, third_down]);
        aims.extend([same_row, third_up]);
        aims
    }

    fn choosing_order(&self, players: &mut [Number]) {
        players.sort_by_key(|&number| {
            let past = &self.past[&number];
            let streak = match wish(&past.rows) {
                Some('r') => -run(&past.rows),
                Some(_) => run(&past.rows),
                None => 0,
            };
            let turn = if self.round % 2 == 1 { 1 } else { -1 };
            (
                self.group(number),
                -balance(&past.rows).abs(),
                -streak,
                i64::from(number) * turn,
            )
        });
    }

    fn pair(&self) -> Option<BTreeSet<(Number, Number)>> {
        let mut field: Vec<Number> = self.past.keys().copied().collect();
        if field.len() % 2 == 1 {
            field.push(0);
        }
        let nobody = Past::default();
        let mut with_nobody = self.past.clone();
        with_nobody.insert(0, nobody);
        let mut candidates = all_pairings(&field, &with_nobody);
        let mut fixed: BTreeSet<(Number, Number)> = BTreeSet::new();
        let is_pair = |a: Number, b: Number| {
            move |&(x, y): &(Number, Number)| (x, y) == (a, b) || (x, y) == (b, a)
        };
        let mut floating: Vec<Number> = Vec::new();
        for level in 0..self.scores.len() {
            let open = |pairing: &[(Number, Number)]| -> Vec<(Number, Number)> {
                let fixed = &fixed;
                let free = pairing.iter().copied();
                free.filter(|&(a, b)| !fixed.contains(&(a, b)) && !fixed.contains(&(b, a)))
                    .collect()
            };
            let judged: Vec<Vec<u32>> = candidates
                .iter()
                .map(|pairing| self.aims(level, &open(pairing)))
                .collect();
            let best = judged.iter().min()?.clone();
            let mut judged = judged.into_iter();
            candidates.retain(|_| judged.next().as_ref() == Some(&best));
            let mut pool = floating;
            pool.extend(
                self.past
                    .keys()
                    .copied()
                    .filter(|&n| self.group(n) == level),
            );
            self.choosing_order(&mut pool);
            // Who leaves.
            let leaves = |pairing: &[(Number, Number)], number: Number| {
                pairing.iter().any(|&(a, b)| {
                    (a == number && self.group(b) > level) || (b == number && self.group(a) > level)
                })
            };
            let count = pool.iter().filter(|&&n| leaves(&candidates[0], n)).count();
            let mut order: Vec<(usize, Number)> = pool.iter().copied().enumerate().collect();
            order.sort_by_key(|&(index, number)| {
                (
                    std::cmp::Reverse(self.group(number)),
                    self.past[&number].down,
                    std::cmp::Reverse(index),
                )
            });
            floating = Vec::new();
            for (_, number) in order {
                if floating.len() < count && candidates.iter().any(|p| leaves(p, number)) {
                    candidates.retain(|p| leaves(p, number));
                    floating.push(number);
                }
            }
            let mut choosers: Vec<Number> =
                pool.into_iter().filter(|n| !floating.contains(n)).collect();
            while !choosers.is_empty() {
                let chooser = choosers.remove(0);
                let mut list = choosers.clone();
                list.sort_by_key(|&other| {
                    let colour_of = |n: Number| run(&self.past[&n].rows).signum();
                    match (
                        self.same_row(chooser, other),
                        colour_of(chooser) == colour_of(other),
                    ) {
                        (false, _) => 0,
                        (true, false) => 1,
                        (true, true) => 2,
                    }
                });
                let other = list.into_iter().find(|&other| {
                    candidates
                        .iter()
                        .any(|p| p.iter().any(is_pair(chooser, other)))
                })?;
                candidates.retain(|p| p.iter().any(is_pair(chooser, other)));
                choosers.retain(|&n| n != other);
                fixed.insert((chooser.min(other), chooser.max(other)));
            }
        }
        if let [last] = floating[..] {
            fixed.insert((0, last));
        }
        Some(fixed)
    }
}

fn random_history(seed: u64, regulation: &Regulation) -> u32 {
    let mut chance = Chance::new(seed);
    let count = 3 + chance.below(8) as u32;
    let rounds = 3 + chance.below(7) as u16;
    let mut event = EventDocument {
        rounds_planned: Some(rounds),
        players: simulation::field(count),
        ..EventDocument::default()
    };
    let mut compared = 0;
    for round in 1..=rounds {
        if round > 1 {
            let oracle = Oracle::new(past(&event), round, rounds);
            let expected = oracle.pair();
            let found = match pairing::pair_next(&event, regulation) {
                Ok(paired) => {
                    let mut pairs: BTreeSet<(Number, Number)> = paired
                        .games
                        .iter()
                        .map(|game| (game.red.min(game.black), game.red.max(game.black)))
                        .collect();
                    pairs.extend(paired.bye.map(|bye| (0, bye)));
                    Some(pairs)
                }
                Err(PairingError::Impossible { blocked, .. }) => {
                    assert!(!blocked.is_empty(), "seed {seed}: nobody is named");
                    None
                }
                Err(PairingError::TooFew { .. }) => return compared,
                Err(error) => panic!("seed {seed}: {error}"),
            };
            assert_eq!(
                found,
                expected,
                "seed {seed}, round {round}: {}",
                serde_json::to_string(&event).expect("a document")
            );
            compared += 1;
            if found.is_none() {
                return compared;
            }
        }
        let paired = pairing::pair_next(&event, regulation).expect("a pairing");
        let mut played = paired.to_round();
        for game in &mut played.games {
            game.result = match chance.below(20) {
                0..8 => GameResult::Red,
                8..13 => GameResult::Black,
                13..18 => GameResult::Draw,
                18 => GameResult::RedForfeit,
                _ => GameResult::BothForfeit,
            };
        }
        event.rounds.push(played);
        if chance.happens(60) {
            let index = chance.below(event.players.len() as u64) as usize;
            event.players[index].withdrawn_after.get_or_insert(round);
        }
    }
    compared
}

#[test]
fn agrees_on_every_small_field() {
    let regulation = Regulation::built_in("cxa-2011").expect("built in");
    let mut compared = 0;
    let mut seed = 0;
    while compared < 10_000 {
        compared += random_history(seed, &regulation);
        seed += 1;
    }
    println!("{compared} rounds of {seed} events agree");
}
