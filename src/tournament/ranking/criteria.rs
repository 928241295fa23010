//! The list of comparisons a regulation asks for, and the value of each for a block of players.

use std::collections::HashMap;

use super::ledger::{Ledger, Span};
use crate::regulation::{EarlierCompare, EarlierOrder, RankingKey, Regulation};

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    Key(RankingKey),
    /// 18.5: barred and warned players last.
    Penalties,
    Lots,
}

/// One comparison.
#[derive(Debug, Clone)]
pub(super) struct Criterion {
    pub rule: Rule,
    pub span: Span,
    /// What a bye adds to 对手分 there; the same for every block of players.
    bye: i32,
    /// What comes before the key in the answer, as "round 9: ".
    prefix: String,
}

impl Criterion {
    pub(super) fn label(&self) -> String {
        let name = match self.rule {
            Rule::Key(key) => key.name(),
            Rule::Penalties => "penalties",
            Rule::Lots => "lots",
        };
        format!("{}{name}", self.prefix)
    }
}

/// Every comparison of a regulation, first one first.
pub(super) fn of(regulation: &Regulation, ledger: &Ledger) -> Vec<Criterion> {
    let ranking = &regulation.ranking;
    let rounds = ledger.rounds;
    let criterion = |rule: Rule, span: Span, prefix: &str| Criterion {
        rule,
        span,
        bye: match rule {
            Rule::Key(RankingKey::OpponentsPoints) => ledger.bye_opponent_points(span),
            _ => 0,
        },
        prefix: prefix.to_owned(),
    };
    let all = Span {
        after: 0,
        last: rounds,
    };
    let mut criteria = Vec::new();
    let mut before: Vec<RankingKey> = Vec::new();
    for &key in &ranking.keys {
        match key {
            RankingKey::EarlierRounds => {
                let compared: &[RankingKey] = match ranking.earlier.compare {
                    EarlierCompare::WholeKey => &before,
                    EarlierCompare::Points => &[RankingKey::Points],
                };
                for (prefix, span) in earlier_spans(ranking.earlier.order, rounds) {
                    let keys = compared.iter();
                    criteria.extend(keys.map(|&key| criterion(Rule::Key(key), span, &prefix)));
                }
            }
            RankingKey::Lots => criteria.push(criterion(Rule::Lots, all, "")),
            key => {
                criteria.push(criterion(Rule::Key(key), all, ""));
                if key == RankingKey::Points && ranking.penalised_last {
                    criteria.push(criterion(Rule::Penalties, all, ""));
                }
                before.push(key);
            }
        }
    }
    criteria
}

fn earlier_spans(order: EarlierOrder, rounds: usize) -> Vec<(String, Span)> {
    match order {
        EarlierOrder::LastBackward => (1..rounds)
            .rev()
            .map(|last| (format!("round {last}: "), Span { after: 0, last }))
            .collect(),
        EarlierOrder::FirstForward => (1..rounds)
            .map(|after| {
                let span = Span {
                    after,
                    last: rounds,
                };
                (format!("from round {}: ", after + 1), span)
            })
            .collect(),
    }
}

/// The value of each player of the block; greater is better.
pub(super) fn values(ledger: &Ledger, criterion: &Criterion, block: &[usize]) -> Vec<i64> {
    let span = criterion.span;
    let each = |value: &dyn Fn(usize) -> i64| block.iter().map(|&place| value(place)).collect();
    match criterion.rule {
        Rule::Penalties => each(&|place| {
            let account = &ledger.accounts[place];
            // Being barred (18.2) is graver than any number of warnings (18.1).
            -(account.barred * 1_000_000 + account.warned)
        }),
        Rule::Lots => vec![0; block.len()],
        Rule::Key(key) => match key {
            RankingKey::Points => each(&|place| i64::from(ledger.points(place, span))),
            RankingKey::OpponentsPoints => {
                each(&|place| i64::from(ledger.opponents_points(place, span, criterion.bye)))
            }
            RankingKey::Wins => each(&|place| i64::from(ledger.wins(place, span))),
            RankingKey::Fouls => each(&|place| -i64::from(ledger.fouls(place, span))),
            RankingKey::BlackGames => each(&|place| i64::from(ledger.black_games(place, span))),
            RankingKey::BlackWins => each(&|place| i64::from(ledger.black_wins(place, span))),
            RankingKey::Progressive => each(&|place| ledger.progressive(place, span)),
            RankingKey::Number => each(&|place| -i64::from(ledger.accounts[place].number)),
            RankingKey::Direct => direct(ledger, span, block),
            RankingKey::EarlierRounds | RankingKey::Lots => vec![0; block.len()],
        },
    }
}

/// Points from the games inside the block, if everybody in it met everybody else.
fn direct(ledger: &Ledger, span: Span, block: &[usize]) -> Vec<i64> {
    let index: HashMap<usize, usize> = block
        .iter()
        .enumerate()
        .map(|(index, &place)| (place, index))
        .collect();
    let mut games = 0;
    let mut values = vec![0; block.len()];
    for (own, &place) in block.iter().enumerate() {
        for (round, other) in ledger.met(place) {
            if round > span.after && round <= span.last && index.contains_key(&other) {
                let game = Span {
                    after: round - 1,
                    last: round,
                };
                values[own] += i64::from(ledger.points(place, game));
                games += 1;
            }
        }
    }
    if games == block.len() * (block.len() - 1) {
        values
    } else {
        vec![0; block.len()]
    }
}
