//! The first round: by numbers, drawn or seeded (D6), around what the event forbids and an
//! arbiter lays down.

use super::edit::Edits;
use super::matching::Matching;
use super::table::Table;
use super::{PairedGame, PairedRound, Words};
use crate::document::Number;
use crate::regulation::FirstRound;

/// A pair of numbers, the smaller first, with the way to it.
struct Pair {
    smaller: Number,
    larger: Number,
    /// Who has Red where an arbiter has said so.
    red: Option<Number>,
    why: Words,
}

/// Pairs the first round; the error lists players who cannot all find an opponent.
///
/// `table` holds the players whom no lock has placed.
pub(super) fn pair(table: &Table, edits: &Edits) -> Result<PairedRound, Vec<usize>> {
    let players = table.contenders;
    let mut failed = Vec::new();
    // Everybody is level: the bye goes to the last number whose absence leaves a pairing.
    let byes: Vec<Option<usize>> = if players.len().is_multiple_of(2) {
        vec![None]
    } else {
        (0..players.len()).rev().map(Some).collect()
    };
    for bye in byes {
        let playing: Vec<usize> = (0..players.len())
            .filter(|&place| Some(place) != bye)
            .collect();
        match opponents(table, &playing) {
            Ok(pairs) => return Ok(lay_out(table, edits, &pairs, bye)),
            Err(blocked) if failed.is_empty() => failed = blocked,
            Err(_) => {}
        }
    }
    Err(failed)
}

/// Whom the method alone brings together.
fn by_method(method: FirstRound, playing: &[usize]) -> Vec<(usize, usize)> {
    let half = playing.len() / 2;
    (0..half)
        .map(|index| match method {
            FirstRound::Neighbours => (playing[2 * index], playing[2 * index + 1]),
            FirstRound::Halves => (playing[index], playing[index + half]),
            FirstRound::FirstLast => (playing[index], playing[2 * half - 1 - index]),
        })
        .collect()
}

/// Pairs by the method; a pair that may not be exchanges opponents with the nearest one,
/// downwards first. The error lists players who cannot all find an opponent.
fn opponents(table: &Table, playing: &[usize]) -> Result<Vec<(usize, usize)>, Vec<usize>> {
    let mut pairs = by_method(table.occasion.rule.first_round, playing);
    let fits = |(a, b): (usize, usize)| table.may_meet(a, b);
    for index in 0..pairs.len() {
        if fits(pairs[index]) {
            continue;
        }
        let (a, b) = pairs[index];
        let below = index + 1..pairs.len();
        let above = (0..index).rev();
        let exchange = below.chain(above).find_map(|other| {
            let (c, d) = pairs[other];
            let ways = [((a, d), (c, b)), ((a, c), (b, d))];
            let way = ways
                .into_iter()
                .find(|&(one, two)| fits(one) && fits(two))?;
            Some((other, way))
        });
        if let Some((other, (one, two))) = exchange {
            pairs[index] = one;
            pairs[other] = two;
        }
    }
    if pairs.iter().all(|&pair| fits(pair)) {
        return Ok(pairs);
    }
    // No single exchange helps: whatever pairing there is.
    let adjacent = |a: usize, b: usize| table.may_meet(playing[a], playing[b]);
    let mut matching = Matching::empty(playing.len());
    matching.complete(&adjacent);
    let blocked = matching.cannot_all_be_matched(&adjacent);
    if blocked.is_empty() {
        let pairs = matching.pairs();
        return Ok(pairs.map(|(a, b)| (playing[a], playing[b])).collect());
    }
    Err(blocked.into_iter().map(|index| playing[index]).collect())
}

fn lay_out(
    table: &Table,
    edits: &Edits,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> PairedRound {
    let number = |place: usize| table.contenders[place].number;
    let due = due_opponents(table, bye);
    let mut boards: Vec<Pair> = pairs
        .iter()
        .map(|&(a, b)| {
            let (smaller, larger) = (a.min(b), a.max(b));
            let wanted = |place: usize| edits.red.contains(&number(place));
            let red = match (wanted(smaller), wanted(larger)) {
                (true, false) => Some(number(smaller)),
                (false, true) => Some(number(larger)),
                _ => None,
            };
            Pair {
                smaller: number(smaller),
                larger: number(larger),
                red,
                why: reason(table, smaller, larger, due[smaller]),
            }
        })
        .chain(edits.locks.iter().map(|lock| Pair {
            smaller: lock.red.min(lock.black),
            larger: lock.red.max(lock.black),
            red: Some(lock.red),
            why: Words::by_arbiter(),
        }))
        .collect();
    boards.sort_by_key(|pair| pair.smaller);
    let games = (1..).zip(boards).map(|(board, pair)| {
        // Odd boards: the smaller number has Red; even boards: the larger.
        let by_board = if board % 2 == 1 {
            pair.smaller
        } else {
            pair.larger
        };
        let red = pair.red.unwrap_or(by_board);
        let black = pair.smaller + pair.larger - red;
        let why = pair.why;
        PairedGame {
            board,
            red,
            black,
            why,
        }
    });
    PairedRound {
        round: 1,
        games: games.collect(),
        bye: bye.map(number).or(edits.bye),
        women_bye: None,
        relaxed: Vec::new(),
    }
}

/// For each player the opponent the method alone would give.
fn due_opponents(table: &Table, bye: Option<usize>) -> Vec<Option<usize>> {
    let playing: Vec<usize> = (0..table.contenders.len())
        .filter(|&place| Some(place) != bye)
        .collect();
    let mut due = vec![None; table.contenders.len()];
    for (a, b) in by_method(table.occasion.rule.first_round, &playing) {
        due[a] = Some(b);
        due[b] = Some(a);
    }
    due
}

fn reason(table: &Table, place: usize, other: usize, due: Option<usize>) -> Words {
    let (zh, en) = match table.occasion.rule.first_round {
        FirstRound::Neighbours => ("首轮邻号相遇", "first round: neighbouring numbers meet"),
        FirstRound::Halves => (
            "首轮上半区对下半区",
            "first round: the upper half meets the lower half",
        ),
        FirstRound::FirstLast => ("首轮首尾相遇", "first round: first meets last"),
    };
    let number = |place: usize| table.contenders[place].number;
    match due.filter(|&due| due != other) {
        None => Words {
            zh: zh.into(),
            en: en.into(),
        },
        Some(due) if !table.may_meet(place, due) => Words {
            zh: format!("{zh}；{}号与{}号不得相遇", number(place), number(due)),
            en: format!("{en}; {} may not meet {}", number(place), number(due)),
        },
        Some(due) => Words {
            zh: format!("{zh}；{}号让与他人", number(due)),
            en: format!("{en}; {} was needed elsewhere", number(due)),
        },
    }
}
