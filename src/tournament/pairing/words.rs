//! The finished round: boards in their order, and for each pair the way to it in words.

use serde::Serialize;

use super::colour::{self, Colouring, Line};
use super::edit::Edits;
use super::field::Contender;
use super::groups::Paired;
use super::pool::Choice;
use super::table::{Refusal, Table};
use super::{PairedGame, PairedRound};
use crate::Side;

/// How many refusals a reason names.
const NAMED: usize = 4;

/// A sentence in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Words {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Words {
    pub(super) fn by_arbiter() -> Self {
        Self {
            zh: "裁判员调整".into(),
            en: "set by the arbiter".into(),
        }
    }
}

struct Board<'a> {
    red: &'a Contender,
    black: &'a Contender,
    why: Words,
}

pub(super) fn lay_out(
    contenders: &[Contender],
    table: &Table,
    paired: &Paired,
    edits: &Edits,
) -> PairedRound {
    let mut relaxed = Vec::new();
    let mut boards = Vec::new();
    for choice in &paired.choices {
        let (chooser, other) = (
            &table.contenders[choice.chooser],
            &table.contenders[choice.other],
        );
        let listed = table.colouring(choice.chooser, choice.other);
        let wants = |contender: &Contender| edits.red.contains(&contender.number);
        let colouring = match (wants(chooser), wants(other)) {
            (true, false) => colour::as_set(chooser, other, Side::Red, table.occasion.rule),
            (false, true) => colour::as_set(chooser, other, Side::Black, table.occasion.rule),
            _ => listed,
        };
        let (red, black) = match colouring.first {
            Side::Red => (chooser, other),
            Side::Black => (other, chooser),
        };
        relaxed.extend(given_up(red, black, colouring));
        boards.push(Board {
            red,
            black,
            why: reason(table, choice, colouring),
        });
    }
    for lock in &edits.locks {
        let find = |number| contenders.iter().find(|c| c.number == number);
        if let (Some(red), Some(black)) = (find(lock.red), find(lock.black)) {
            let colouring = colour::as_set(red, black, Side::Red, table.occasion.rule);
            relaxed.extend(given_up(red, black, colouring));
            boards.push(Board {
                red,
                black,
                why: Words::by_arbiter(),
            });
        }
    }
    boards.sort_by_key(|board| {
        let (red, black) = (board.red, board.black);
        (
            -red.score.max(black.score),
            -red.score.min(black.score),
            red.number.min(black.number),
        )
    });
    let bye = paired.bye.map(|place| table.contenders[place].number);
    PairedRound {
        round: table.occasion.round,
        games: (1..)
            .zip(boards)
            .map(|(board, pair)| PairedGame {
                board,
                red: pair.red.number,
                black: pair.black.number,
                why: pair.why,
            })
            .collect(),
        bye: bye.or(edits.bye),
        women_bye: None,
        relaxed,
    }
}

fn reason(table: &Table, choice: &Choice, colouring: Colouring) -> Words {
    let chooser = &table.contenders[choice.chooser];
    let other = &table.contenders[choice.other];
    let (row_zh, row_en) = match chooser.wish() {
        Some(Side::Red) => ("要先", "due Red"),
        Some(Side::Black) => ("要后", "due Black"),
        None => ("无先后史", "no colours yet"),
    };
    let (kind_zh, kind_en) = match table.liking(choice.chooser, choice.other) {
        0 => ("异列", "from the other row"),
        1 => ("同列、上轮先后相异", "from the same row, other last colour"),
        _ => ("同列", "from the same row"),
    };
    let (before_zh, before_en) = refusals(table, &choice.refused);
    let (float_zh, float_en) = match chooser.score.cmp(&other.score) {
        std::cmp::Ordering::Equal => (String::new(), String::new()),
        _ => (
            format!("，{}分对{}分", chooser.score, other.score),
            format!(", {} points against {}", chooser.score, other.score),
        ),
    };
    let (colour_zh, colour_en) = colour_words(colouring.line);
    let red = match colouring.first {
        Side::Red => chooser.number,
        Side::Black => other.number,
    };
    Words {
        zh: format!(
            "{}号（{}分，{row_zh}）先选{before_zh}得{kind_zh}{}号{float_zh}；{red}号执先：{colour_zh}",
            chooser.number, chooser.score, other.number
        ),
        en: format!(
            "{} ({} points, {row_en}) chooses{before_en}: {} {kind_en}{float_en}; \
             {red} has Red: {colour_en}",
            chooser.number, chooser.score, other.number
        ),
    }
}

/// Who came first on the list, and why it was not him.
fn refusals(table: &Table, refused: &[(usize, Refusal)]) -> (String, String) {
    if refused.is_empty() {
        return ("，".into(), String::new());
    }
    let words = |refusal: Refusal| match refusal {
        Refusal::Met => ("已遇", "met"),
        Refusal::Forbidden => ("不得相遇", "forbidden"),
        Refusal::SameUnit => ("同单位", "same unit"),
        Refusal::Limit => ("先后超限", "colour limit"),
        Refusal::Spoils => ("余者难配", "spoils the rest"),
    };
    let mut zh: Vec<String> = Vec::new();
    let mut en: Vec<String> = Vec::new();
    for &(place, refusal) in refused.iter().take(NAMED) {
        let number = table.contenders[place].number;
        zh.push(format!("{number}号{}", words(refusal).0));
        en.push(format!("{number} {}", words(refusal).1));
    }
    if refused.len() > NAMED {
        zh.push(format!("等{}人", refused.len()));
        en.push(format!("{} in all", refused.len()));
    }
    (
        format!("（{}），", zh.join("，")),
        format!(" (not {})", en.join(", ")),
    )
}

fn colour_words(line: Line) -> (&'static str, &'static str) {
    match line {
        Line::HigherScore => (
            "末三轮分高者先平衡",
            "in the last rounds the higher scorer is balanced first",
        ),
        Line::FewerReds => ("先走少", "fewer games with Red"),
        Line::Run => ("上轮或连续后走", "the other colour lately"),
        Line::Numbers => ("先后相同，按序号", "equal colours, by the numbers"),
        Line::Limit => ("以免超限", "so that no limit is broken"),
        Line::Arbiter => ("裁判员指定", "set by the arbiter"),
    }
}

fn given_up(red: &Contender, black: &Contender, colouring: Colouring) -> Option<Words> {
    if colouring.broken.is_none() {
        return None;
    }
    let mut zh = Vec::new();
    let mut en = Vec::new();
    for (contender, side) in [(red, Side::Red), (black, Side::Black)] {
        let after = contender.games.after(side);
        let (side_zh, side_en) = match side {
            Side::Red => ("先", "Red"),
            Side::Black => ("后", "Black"),
        };
        if after.run.abs() > 2 {
            let run = after.run.abs();
            zh.push(format!("{}号连续{run}次{side_zh}走", contender.number));
            en.push(format!(
                "{} has {side_en} {run} times running",
                contender.number
            ));
        }
        if after.balance.abs() > 2 {
            let difference = after.balance.abs();
            zh.push(format!("{}号先后相差{difference}", contender.number));
            en.push(format!(
                "the colours of {} differ by {difference}",
                contender.number
            ));
        }
    }
    let by_arbiter = colouring.line == Line::Arbiter;
    let (cause_zh, cause_en) = if by_arbiter {
        ("裁判员指定", "set by the arbiter")
    } else {
        ("别无合法编排", "no pairing without it was found")
    };
    Some(Words {
        zh: format!("{}（{cause_zh}）", zh.join("，")),
        en: format!("{} ({cause_en})", en.join(", ")),
    })
}
