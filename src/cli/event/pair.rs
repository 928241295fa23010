//! `qipu event pair`: the next round, with the reason of every pair.

use std::path::PathBuf;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tournament::check;
use tournament::pairing::{self, Edits, PairedRound, PairingError};

use super::source::Source;
use super::text::{self, say};
use crate::cli::{CliResult, Failure, Outcome, files};

/// 编排下一轮。 Pairs the next round.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 裁判员的指定（JSON）：锁定、禁遇、执先、轮空。 An arbiter's wishes as JSON:
    /// {"locks":[{"red":1,"black":2}],"forbid":[[3,4]],"red":[5],"bye":7}.
    #[arg(long, value_name = "FILE")]
    edits: Option<PathBuf>,
    /// 写回文档。 Writes the round into the document.
    #[arg(long)]
    write: bool,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let mut desk = arguments.source.open()?;
    let edits = match &arguments.edits {
        Some(file) => serde_json::from_slice(&files::read(file)?)
            .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?,
        None => Edits::default(),
    };
    let paired = match pairing::pair_with(&desk.event, &desk.regulation, &edits) {
        Ok(paired) => paired,
        Err(error @ (PairingError::Impossible { .. } | PairingError::TooFew { .. })) => {
            return impossible(arguments, &desk.event, &error);
        }
        Err(error) => return Err(Failure::Input(error.to_string())),
    };
    let mut round = paired.to_round();
    let before =
        serde_json::to_vec(&desk.event).map_err(|error| Failure::Environment(error.to_string()))?;
    round.paired_from = Some(hex::encode(Sha256::digest(&before)));
    if desk.event.last_round() == round.round {
        // Announced absences stay with the round they were announced for.
        round.absent = desk
            .event
            .rounds
            .pop()
            .map(|round| round.absent)
            .unwrap_or_default();
    }
    desk.event.rounds.push(round);
    let violations = check::check_last(&desk.event, &desk.regulation);
    let hard: Vec<_> = violations.iter().filter(|found| !found.soft).collect();
    if let Some(found) = hard.first() {
        // The checker has the last word before anything is published.
        return Err(Failure::Environment(format!(
            "round {}: the checker refuses the pairing: {}",
            found.round, found.detail
        )));
    }
    if arguments.write {
        desk.save()?;
    }
    if arguments.json {
        text::print_json(&answer(&paired))?;
    } else {
        print(&desk.event, &paired);
    }
    Ok(Outcome::Done)
}

fn answer(paired: &PairedRound) -> Value {
    let games: Vec<Value> = paired
        .games
        .iter()
        .map(|game| {
            json!({
                "board": game.board,
                "red": game.red,
                "black": game.black,
                "why": text::both(&game.why),
            })
        })
        .collect();
    let relaxed: Vec<String> = paired.relaxed.iter().map(text::both).collect();
    let mut answer = json!({
        "round": paired.round,
        "games": games,
        "bye": paired.bye,
        "relaxed": relaxed,
    });
    if let Some(bye) = paired.women_bye {
        answer["women_bye"] = bye.into();
    }
    answer
}

fn impossible(
    arguments: &Arguments,
    event: &tournament::EventDocument,
    error: &PairingError,
) -> CliResult {
    if arguments.json {
        let blocked = match error {
            PairingError::Impossible { blocked, .. } => blocked.clone(),
            _ => Vec::new(),
        };
        text::print_json(&json!({
            "round": pairing::round_to_pair(event),
            "games": [],
            "bye": null,
            "relaxed": [],
            "blocked": blocked,
            "error": error.to_string(),
        }))?;
    }
    eprintln!("qipu: {error}");
    Ok(Outcome::CheckFailed)
}

fn print(event: &tournament::EventDocument, paired: &PairedRound) {
    say!("第{}轮 / round {}", paired.round, paired.round);
    let name = |number| match event.player(number) {
        Some(player) => format!("{number} {}", player.name),
        None => number.to_string(),
    };
    let headings = ["台", "红方", "黑方", "缘由"].map(String::from);
    let rows: Vec<Vec<String>> = paired
        .games
        .iter()
        .map(|game| {
            vec![
                game.board.to_string(),
                name(game.red),
                name(game.black),
                game.why.zh.clone(),
            ]
        })
        .collect();
    text::print_columns(&headings, &rows);
    for bye in paired.bye.into_iter().chain(paired.women_bye) {
        say!("轮空 / bye: {}", name(bye));
    }
    for words in &paired.relaxed {
        say!("放宽 / relaxed: {}", text::both(words));
    }
}
