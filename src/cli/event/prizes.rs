//! `qipu event prizes`: the prize lists, and what the arbiter has to be asked.

use serde_json::json;
use tournament::{answers, prizes, ranking};

use super::source::Source;
use super::text::{self, say};
use crate::cli::{CliResult, Outcome};

/// 奖金名单。 The prize lists.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let desk = arguments.source.open()?;
    let standings = ranking::standings(&desk.event, &desk.regulation);
    let awarded = prizes::award(&desk.event, &desk.regulation, &standings);
    let payout = prizes::payout(&desk.event, &awarded);
    if arguments.json {
        text::print_json(&json!({
            "lists": awarded.lists,
            "totals": awarded.totals,
            "questions": awarded.questions,
            "open_questions": answers::questions(&desk.event, &desk.regulation),
            "payout": payout,
            "provisional": standings.provisional,
        }))?;
        return Ok(Outcome::Done);
    }
    let name = |number| {
        desk.event
            .player(number)
            .map(|p| p.name.clone())
            .unwrap_or_default()
    };
    for (list, rule) in awarded.lists.iter().zip(&desk.regulation.prizes) {
        say!("{} / {}", rule.title, rule.title_en);
        let headings = ["名次", "得奖者", "元（税前）"].map(String::from);
        let rows: Vec<Vec<String>> = list
            .awards
            .iter()
            .map(|award| {
                let winner = match (award.number, &award.team) {
                    (Some(number), _) => format!("{number} {}", name(number)),
                    (None, team) => team.clone().unwrap_or_default(),
                };
                let amount = award
                    .amount
                    .map_or_else(|| "另定".into(), |sum| sum.to_string());
                vec![award.place.to_string(), winner, amount]
            })
            .collect();
        text::print_columns(&headings, &rows);
        say!("");
    }
    for question in &awarded.questions {
        say!("请裁判长定夺 / for the chief arbiter: {question}");
    }
    Ok(Outcome::Done)
}
