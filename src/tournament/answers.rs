//! Questions a regulation leaves open: each has a name, a default, and is asked once.
//!
//! The answer is stored in the document; until then the default holds and the question is shown.

use serde::Serialize;
use serde_json::Value;

use crate::document::{EventDocument, Sex, WomenEvent};
use crate::pairing::Words;
use crate::regulation::{Chosen, PrizeKind, Regulation};

/// A question to the chief arbiter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Question {
    /// Name under which the answer is stored.
    pub name: &'static str,
    /// The question.
    pub words: Words,
    /// What holds until it is answered.
    pub default: Value,
    /// The answer, once given.
    pub answer: Option<Value>,
}

/// Women of the event taken as playing on their own when their number is exactly the threshold.
pub const WOMEN_AT_THRESHOLD: &str = "women_at_threshold";
/// Amounts of the women's prizes.
pub const WOMEN_AMOUNTS: &str = "women_amounts";
/// Whether a woman among the men takes a main prize and a women's prize.
pub const WOMEN_STACK: &str = "women_stack";
/// Whether region lists include the women's own event.
pub const REGIONS_INCLUDE_WOMEN: &str = "region_lists_include_women_event";
/// Whether a prize needs every round played.
pub const NEEDS_ALL_ROUNDS: &str = "prize_needs_all_rounds";
/// Whether a player may be exactly as old as the limit.
pub const AGE_AT_LIMIT: &str = "age_at_limit";
/// Number of rounds.
pub const ROUNDS: &str = "rounds";
/// How many winners are drawn to enter their game.
pub const RANDOM_WINNERS: &str = "random_winners";

/// A yes-or-no answer, or the default.
pub fn flag(document: &EventDocument, name: &str, default: bool) -> bool {
    document
        .answers
        .get(name)
        .and_then(Value::as_bool)
        .unwrap_or(default)
}

/// A whole number, or the default.
pub fn number(document: &EventDocument, name: &str, default: u32) -> u32 {
    document
        .answers
        .get(name)
        .and_then(Value::as_u64)
        .and_then(|value| u32::try_from(value).ok())
        .unwrap_or(default)
}

/// A list of whole numbers, if one was given.
pub fn numbers(document: &EventDocument, name: &str) -> Option<Vec<u32>> {
    serde_json::from_value(document.answers.get(name)?.clone()).ok()
}

/// Women entered: as frozen at the close, else those not gone before the first round.
pub fn women_entered(document: &EventDocument) -> u32 {
    document
        .counts_at_close
        .get("women")
        .copied()
        .unwrap_or_else(|| {
            let entered = document
                .players
                .iter()
                .filter(|player| player.sex == Sex::F && player.withdrawn_after != Some(0));
            entered.count() as u32
        })
}

/// Whether the regulation has the women of this event play on their own.
pub fn women_separate(document: &EventDocument, regulation: &Regulation) -> bool {
    if let Some(event) = document.women_event {
        return event == WomenEvent::Separate;
    }
    regulation
        .women
        .separate_if_more_than
        .is_some_and(|threshold| {
            let count = women_entered(document);
            count > threshold || count == threshold && flag(document, WOMEN_AT_THRESHOLD, false)
        })
}

/// Every question the regulation leaves open for this event, answered or not.
pub fn questions(document: &EventDocument, regulation: &Regulation) -> Vec<Question> {
    let mut asked = Vec::new();
    let mut ask = |name: &'static str, zh: String, en: String, default: Value| {
        asked.push(Question {
            name,
            words: Words { zh, en },
            default,
            answer: document.answers.get(name).cloned(),
        });
    };
    let women = women_entered(document);
    let separate = women_separate(document, regulation);
    if let Some(threshold) = regulation.women.separate_if_more_than
        && women == threshold
    {
        ask(
            WOMEN_AT_THRESHOLD,
            format!("女子恰为{women}人，是否单独编排？"),
            format!("exactly {women} women: do they play an event of their own?"),
            Value::Bool(false),
        );
    }
    let women_list = regulation
        .prizes
        .iter()
        .find(|list| list.kind == PrizeKind::Women);
    if let Some(list) = women_list
        && women > 0
    {
        if list.amounts.is_empty() {
            ask(
                WOMEN_AMOUNTS,
                "女子奖金各多少元？".into(),
                "what are the amounts of the women's prizes?".into(),
                Value::Null,
            );
        }
        if separate {
            ask(
                REGIONS_INCLUDE_WOMEN,
                "地区奖是否包括女子单独编排的棋手？".into(),
                "do the region lists include the women's own event?".into(),
                Value::Bool(regulation.prize.region_lists_include_women_event),
            );
        } else {
            ask(
                WOMEN_STACK,
                "女子奖与个人奖可否兼得？".into(),
                "may a woman take a main prize and a women's prize?".into(),
                Value::Bool(list.stackable.unwrap_or(true)),
            );
        }
    }
    if document
        .players
        .iter()
        .any(|player| player.withdrawn_after.is_some_and(|last| last > 0))
    {
        ask(
            NEEDS_ALL_ROUNDS,
            "中途退赛者可否获奖？".into(),
            "does a prize need every round played?".into(),
            Value::Bool(regulation.prize.needs_all_rounds),
        );
    }
    if let Some(limit) = regulation.entries.below_age {
        ask(
            AGE_AT_LIMIT,
            format!("开赛首日恰满{limit}周岁者可否参赛？"),
            format!("may a player be exactly {limit} on the first day?"),
            Value::Bool(true),
        );
    }
    if document.rounds_planned.is_none()
        && let Some(rounds) = regulation.rounds_of(document)
    {
        ask(
            ROUNDS,
            format!("比赛几轮？按报名人数建议{rounds}轮。"),
            format!("how many rounds? by the entries {rounds} are proposed"),
            Value::from(rounds),
        );
    }
    let drawn = regulation
        .recording
        .iter()
        .find_map(|rule| match rule.chosen {
            Chosen::RandomWinners(count) => Some(count),
            Chosen::TopBoards(_) => None,
        });
    if let Some(count) = drawn {
        ask(
            RANDOM_WINNERS,
            "每轮随机抽几名胜方录谱？".into(),
            "how many winners a round are drawn to enter their game?".into(),
            Value::from(count),
        );
    }
    asked
}
