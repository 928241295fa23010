//! `qipu event obligations`: who must enter which game, why, and whether it came.

use serde_json::json;
use tournament::document::RecordState;
use tournament::obligations::{self, Obligation, Reason, RecordStatus};

use super::source::Source;
use super::text;
use crate::cli::{CliResult, Failure, Outcome};

/// 录谱义务。 The records owed.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 记录结果，如 4:1=missed（met、missed、waived、open），写回文档；漏录记犯规。 Notes what
    /// became of a record, as 4:1=missed, in the document; a missed one is a foul.
    #[arg(long, value_name = "ROUND:BOARD=STATE", value_parser = parse_note)]
    note: Vec<RecordStatus>,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

fn parse_note(text: &str) -> Result<RecordStatus, String> {
    let parts = text.split_once('=').and_then(|(game, state)| {
        let (round, board) = game.split_once(':')?;
        Some((round.parse().ok()?, board.parse().ok()?, state))
    });
    let Some((round, board, state)) = parts else {
        return Err("not of the form ROUND:BOARD=STATE".into());
    };
    let state = match state {
        "met" => RecordState::Met,
        "missed" => RecordState::Missed,
        "waived" => RecordState::Waived,
        "open" => RecordState::Open,
        other => return Err(format!("`{other}` is none of met, missed, waived, open")),
    };
    Ok(RecordStatus {
        round,
        board,
        state,
    })
}

pub fn run(arguments: &Arguments) -> CliResult {
    let mut desk = arguments.source.open()?;
    for &status in &arguments.note {
        if obligations::note(&mut desk.event, &desk.regulation, status).is_none() {
            return Err(Failure::Input(format!(
                "round {}, board {}: no record is owed",
                status.round, status.board
            )));
        }
    }
    if !arguments.note.is_empty() {
        desk.save()?;
    }
    let owed = obligations::due(&desk.event, &desk.regulation, &[]);
    let drawn = owed.iter().any(|owed| owed.reason == Reason::DrawnWinner);
    if drawn && desk.event.seed.is_none() {
        eprintln!(
            "qipu: 未公布抽签种子，所抽无从公证 / no seed is published, so nobody can vouch for the draw"
        );
    }
    if arguments.json {
        text::print_json(&json!({
            "obligations": owed,
            "seed": desk.event.seed,
        }))?;
    } else {
        print(&desk.event, &owed);
    }
    Ok(Outcome::Done)
}

fn print(event: &tournament::EventDocument, owed: &[Obligation]) {
    let headings = ["轮", "台", "录谱者", "缘由", "状态"].map(String::from);
    let rows: Vec<Vec<String>> = owed
        .iter()
        .map(|owed| {
            let name = event.player(owed.number).map(|p| p.name.clone());
            let reason = match owed.reason {
                Reason::DrawnWinner => "抽中的胜方",
                Reason::TopBoardWinner => "前列台胜方",
                Reason::TopBoardDrawn => "前列台和棋红方",
            };
            let state = match owed.state {
                RecordState::Open => "未录",
                RecordState::Met => "已录",
                RecordState::Missed => "漏录，记犯规",
                RecordState::Waived => "免录",
            };
            vec![
                owed.round.to_string(),
                owed.board.to_string(),
                format!("{} {}", owed.number, name.unwrap_or_default()),
                reason.into(),
                state.into(),
            ]
        })
        .collect();
    text::print_columns(&headings, &rows);
}
