//! `qipu event show`: an event at a glance, or one of its forms.

use serde_json::json;
use tournament::{answers, forms, pairing, ranking};

use super::source::{Desk, Source};
use super::text::{self, say};
use crate::cli::{CliResult, Failure, Outcome};

/// 比赛概况或表格。 An event at a glance, or a form.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 表格：编排公告、成绩总表、名次表、团体表。 A form: pairings, cross table, places, teams.
    #[arg(long, value_name = "FORM")]
    form: Option<FormKind>,
    /// 编排公告的轮次；不写为最后一轮。 The round of the pairing sheet; without it the last one.
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FormKind {
    Pairings,
    Cross,
    Places,
    Teams,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let desk = arguments.source.open()?;
    let Some(kind) = arguments.form else {
        return at_a_glance(&desk, arguments.json);
    };
    let standings = ranking::standings(&desk.event, &desk.regulation);
    let form = match kind {
        FormKind::Pairings => {
            let round = arguments.round.unwrap_or(desk.event.last_round());
            forms::pairing_sheet(&desk.event, &desk.regulation, round)
                .ok_or_else(|| Failure::Input(format!("there is no round {round}")))?
        }
        FormKind::Cross => forms::cross_table(&desk.event, &desk.regulation, &standings),
        FormKind::Places => forms::place_list(&desk.event, &standings, |_| true),
        FormKind::Teams => forms::team_list(&desk.event, &standings),
    };
    if arguments.json {
        text::print_json(&form)?;
    } else {
        text::print_form(&form);
    }
    Ok(Outcome::Done)
}

fn at_a_glance(desk: &Desk, as_json: bool) -> CliResult {
    let event = &desk.event;
    let regulation = &desk.regulation;
    let open: Vec<(u16, u32)> = event
        .rounds
        .iter()
        .flat_map(|round| {
            let unfinished = round
                .games
                .iter()
                .filter(|game| game.result == tournament::document::GameResult::Unfinished);
            unfinished.map(|game| (round.round, game.board))
        })
        .collect();
    let questions = answers::questions(event, regulation);
    if as_json {
        text::print_json(&json!({
            "title": event.title,
            "regulation": regulation.name,
            "players": event.players.len(),
            "waiting": event.waiting.len(),
            "rounds_played": event.rounds.len(),
            "rounds_planned": regulation.rounds_of(event),
            "next_round": pairing::round_to_pair(event),
            "open_boards": open,
            "questions": questions,
        }))?;
        return Ok(Outcome::Done);
    }
    let planned = regulation
        .rounds_of(event)
        .map_or_else(|| "?".into(), |rounds| rounds.to_string());
    say!("{}", event.title.as_deref().unwrap_or(&regulation.title));
    say!(
        "规程 / regulation: {}（{}）",
        regulation.title,
        regulation.name
    );
    say!(
        "棋手 / players: {}，候补 / waiting: {}",
        event.players.len(),
        event.waiting.len()
    );
    say!("轮次 / rounds: {} / {planned}", event.rounds.len());
    for (round, board) in open {
        say!("未完 / open: 第{round}轮第{board}台");
    }
    for question in questions {
        let answer = question.answer.as_ref().unwrap_or(&question.default);
        say!("{} {answer}", text::both(&question.words));
    }
    Ok(Outcome::Done)
}
