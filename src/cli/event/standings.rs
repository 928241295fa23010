//! `qipu event standings`: individual and team places, each with the key that decided it.

use serde_json::{Value, json};
use tournament::ranking::{self, Place};

use super::source::Source;
use super::text::{self, say};
use crate::cli::{CliResult, Outcome};

/// 个人与团体名次。 Individual and team places.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 只算到第几轮。 Counts only the rounds up to this one.
    #[arg(long, value_name = "N")]
    after: Option<u16>,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let mut desk = arguments.source.open()?;
    if let Some(last) = arguments.after {
        desk.event.rounds.retain(|round| round.round <= last);
    }
    let standings = ranking::standings(&desk.event, &desk.regulation);
    if arguments.json {
        let answer = serde_json::to_value(&standings).unwrap_or(Value::Null);
        text::print_json(&json!({
            "individual": answer["individual"],
            "women": standings.women,
            "teams": answer["teams"],
            "teams_unranked": answer["teams_unranked"],
            "rounds": standings.rounds,
            "provisional": standings.provisional,
            "lots_needed": standings.lots_needed,
            "settings": {
                "earlier_rounds": desk.regulation.ranking.earlier,
                "bye_opponents_points": desk.regulation.bye.opponents_points,
            },
        }))?;
        return Ok(Outcome::Done);
    }
    let name = |number| {
        desk.event
            .player(number)
            .map(|p| p.name.clone())
            .unwrap_or_default()
    };
    let headings = [
        "名次",
        "编号",
        "姓名",
        "积分",
        "对手分",
        "胜局",
        "犯规",
        "后走",
        "区分",
    ]
    .map(String::from);
    let row = |place: &Place| {
        vec![
            place.place.to_string(),
            place.number.to_string(),
            name(place.number),
            place.points.to_string(),
            place.opponents_points.to_string(),
            place.wins.to_string(),
            place.fouls.to_string(),
            place.black_games.to_string(),
            place.decided_by.clone(),
        ]
    };
    if standings.provisional {
        say!("临时名次，尚有未完之局 / provisional, games are open");
    }
    text::print_columns(
        &headings,
        &standings.individual.iter().map(row).collect::<Vec<_>>(),
    );
    if !standings.women.is_empty() {
        say!("\n女子 / women");
        text::print_columns(
            &headings,
            &standings.women.iter().map(row).collect::<Vec<_>>(),
        );
    }
    if !standings.teams.is_empty() {
        say!("");
        let headings = ["名次", "队", "名次和", "最高"].map(String::from);
        let rows: Vec<Vec<String>> = standings
            .teams
            .iter()
            .map(|team| {
                vec![
                    team.place.to_string(),
                    team.team.clone(),
                    team.sum.to_string(),
                    team.best.to_string(),
                ]
            })
            .collect();
        text::print_columns(&headings, &rows);
    }
    for group in &standings.lots_needed {
        say!("须抽签 / lots to be drawn: {group:?}");
    }
    Ok(Outcome::Done)
}
