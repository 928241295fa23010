//! From the top score group down: fill each as far as possible, hand the rest on.

use super::matching::Matching;
use super::pool::{Choice, Pool};
use super::table::{BYE, Refusal, Table};

/// Players below the group at hand who are looked at when there are too many to look at all.
const AHEAD: usize = 24;
/// A window this large or smaller is solved exactly to the last player.
const EXACT: usize = 64;
/// From a larger group the first choosers choose without looking ahead, until so many are left.
const CAREFUL: usize = 48;
/// Up to this size the window is enlarged when colour limits had to be given up.
const ENLARGE: usize = 256;

/// A paired field.
#[derive(Debug, Clone)]
pub(super) struct Paired {
    pub choices: Vec<Choice>,
    pub bye: Option<usize>,
}

/// Pairs a field; the error lists players who cannot all find an opponent.
pub(super) fn pair(table: &Table) -> Result<Paired, Vec<usize>> {
    let n = table.contenders.len();
    let mut exact = EXACT;
    let mut careful = CAREFUL;
    let mut checked = false;
    loop {
        let whole = exact > n;
        if let Some(paired) = attempt(table, exact, careful) {
            if whole || exact >= ENLARGE || !relaxed(table, &paired) {
                return Ok(paired);
            }
        } else if !checked {
            let blocked = blocked(table);
            if !blocked.is_empty() {
                return Err(blocked);
            }
            checked = true;
        } else if whole {
            // A perfect matching exists, so the exact search over everybody has found one.
            return Err((0..n).collect());
        }
        exact *= 2;
        careful = exact;
    }
}

fn relaxed(table: &Table, paired: &Paired) -> bool {
    paired
        .choices
        .iter()
        .any(|choice| !table.broken(choice.chooser, choice.other).is_none())
}

fn attempt(table: &Table, exact: usize, careful: usize) -> Option<Paired> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); table.size.len()];
    for (place, &group) in table.group.iter().enumerate() {
        groups[group].push(place);
    }
    let odd = !table.contenders.len().is_multiple_of(2);
    let mut below: Vec<usize> = Vec::new();
    for group in &mut groups {
        table.sort_as_they_choose(group);
        below.extend_from_slice(group);
    }
    if odd {
        below.push(BYE);
    }
    let mut paired = Paired {
        choices: Vec::new(),
        bye: None,
    };
    let mut floating: Vec<usize> = Vec::new();
    for (level, group) in groups.iter().enumerate() {
        below.drain(..group.len());
        let mut players = floating;
        players.extend_from_slice(group);
        table.sort_as_they_choose(&mut players);
        if players.len() > careful {
            paired
                .choices
                .extend(choose_at_once(table, &mut players, careful));
        }
        let open = players.len() + below.len() > exact;
        let ahead = if open {
            let even = (players.len() + AHEAD) % 2;
            below[..below.len().min(AHEAD + even)].to_vec()
        } else {
            below.clone()
        };
        let pool = Pool {
            table,
            level,
            players,
            ahead,
            open,
        };
        let leavers = pool.leavers()?;
        let stay: Vec<usize> = pool
            .players
            .iter()
            .copied()
            .filter(|place| !leavers.contains(place))
            .collect();
        paired.choices.extend(pool.choose(&stay)?);
        floating = leavers;
    }
    match floating[..] {
        [] => {}
        [last] if odd => paired.bye = Some(last),
        _ => return None,
    }
    Some(paired)
}

/// Lets the first choosers take whom they like best, until `keep` players are left.
fn choose_at_once(table: &Table, players: &mut Vec<usize>, keep: usize) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut left: Vec<bool> = vec![true; players.len()];
    let mut count = players.len();
    // Nobody before these is left in the row.
    for chooser in 0..players.len() {
        if count <= keep {
            break;
        }
        if !left[chooser] {
            continue;
        }
        let own = players[chooser];
        let mut refused = Vec::new();
        let mut found = None;
        for liking in 0..3 {
            for candidate in chooser + 1..players.len() {
                let other = players[candidate];
                if !left[candidate] || table.liking(own, other) != liking {
                    continue;
                }
                if let Some(ban) = table.ban(own, other) {
                    refused.push((other, ban));
                } else if !table.broken(own, other).is_none() {
                    refused.push((other, Refusal::Limit));
                } else {
                    found = Some(candidate);
                    break;
                }
            }
            if found.is_some() {
                break;
            }
        }
        if let Some(candidate) = found {
            left[chooser] = false;
            left[candidate] = false;
            count -= 2;
            choices.push(Choice {
                chooser: own,
                other: players[candidate],
                refused,
            });
        }
    }
    let mut index = 0;
    players.retain(|_| {
        index += 1;
        left[index - 1]
    });
    choices
}

/// Players who cannot all find an opponent, whatever one does; empty when everybody can.
fn blocked(table: &Table) -> Vec<usize> {
    let n = table.contenders.len();
    let size = n + n % 2;
    let adjacent = |a: usize, b: usize| a == n || b == n || table.may_meet(a, b);
    let mut matching = Matching::empty(size);
    matching.complete(&adjacent);
    let mut blocked = matching.cannot_all_be_matched(&adjacent);
    blocked.retain(|&vertex| vertex < n);
    blocked
}
