//! `qipu event import-players`: the field from a table.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use calamine::Reader;
use serde_json::json;
use tournament::entries::{self, Draw, Entered};

use super::source::Source;
use super::text::{self, say};
use crate::cli::{CliResult, Failure, Outcome, files};

/// 导入棋手（csv、tsv、xlsx）。 Brings in players from a table.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 棋手表，首行为列名（姓名、单位、队、性别、地区、编号）。 The table; its first row names the
    /// columns (name, unit, team, sex, regions, number).
    #[arg(long, value_name = "TABLE")]
    from: PathBuf,
    /// 有错行也导入其余。 Brings in the good rows although others are bad.
    #[arg(long)]
    partial: bool,
    /// 用公布的种子抽编号。 Draws starting numbers from the published seed.
    #[arg(long, value_name = "HOW", requires = "seed")]
    draw: Option<DrawKind>,
    /// 抽签种子。 The seed of the draw.
    #[arg(long)]
    seed: Option<String>,
    /// 截止报名：定下人数、轮次、女子是否单独编排。 Closes the entries: counts, rounds, the women's
    /// event are fixed.
    #[arg(long)]
    close: bool,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DrawKind {
    /// 全体抽签。 Everybody draws from all numbers.
    Open,
    /// 上半区抽单号、下半区抽双号。 The stronger half odd numbers, the weaker half even ones.
    Halves,
    /// 按等级分，不抽签。 By rating, no draw.
    Seeded,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let mut desk = arguments.source.open()?;
    let table = &arguments.from;
    let rows = rows(table)?;
    let imported = entries::read_rows(rows, &desk.regulation);
    let mut faults: Vec<String> = imported.faults.iter().map(ToString::to_string).collect();
    let (mut playing, mut waiting) = (0, 0);
    for player in imported.players {
        let name = player.name.clone();
        match entries::enter(&mut desk.event, &desk.regulation, player) {
            Ok(Entered::Playing) => playing += 1,
            Ok(Entered::Waiting(_)) => waiting += 1,
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    let refused = !faults.is_empty() && !arguments.partial;
    if !refused {
        let input = |fault: entries::EntryFault| Failure::Input(fault.to_string());
        if let (Some(kind), Some(seed)) = (arguments.draw, &arguments.seed) {
            let draw = match kind {
                DrawKind::Open => Draw::Open,
                DrawKind::Halves => Draw::Halves,
                DrawKind::Seeded => Draw::Seeded,
            };
            entries::draw_numbers(&mut desk.event, seed, draw).map_err(input)?;
        }
        if arguments.close {
            entries::close(&mut desk.event, &desk.regulation).map_err(input)?;
        }
        desk.save()?;
    }
    if arguments.json {
        text::print_json(&json!({
            "entered": if refused { 0 } else { playing },
            "waiting": if refused { 0 } else { waiting },
            "faults": faults,
        }))?;
    } else if !refused {
        say!("报名{playing}人，候补{waiting}人 / {playing} entered, {waiting} waiting");
    }
    for fault in &faults {
        eprintln!("qipu: {}: {fault}", table.display());
    }
    if refused {
        return Err(Failure::Input(format!(
            "{}: nothing was brought in; --partial takes the good rows",
            table.display()
        )));
    }
    Ok(if faults.is_empty() {
        Outcome::Done
    } else {
        Outcome::CheckFailed
    })
}

fn rows(table: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let bytes = files::read(table)?;
    let input = |reason: String| Failure::Input(format!("{}: {reason}", table.display()));
    // A workbook is a zip archive.
    if bytes.starts_with(b"PK") {
        let mut book: calamine::Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes))
            .map_err(|error: calamine::XlsxError| input(error.to_string()))?;
        let sheet = book
            .worksheet_range_at(0)
            .ok_or_else(|| input("the workbook has no sheet".into()))?
            .map_err(|error| input(error.to_string()))?;
        return Ok(sheet
            .rows()
            .map(|row| row.iter().map(ToString::to_string).collect())
            .collect());
    }
    // Chinese spreadsheets still write GBK.
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let bytes = error.into_bytes();
            let (text, _, broken) = encoding_rs::GB18030.decode(&bytes);
            if broken {
                return Err(input("neither UTF-8 nor GBK".into()));
            }
            text.into_owned()
        }
    };
    let first = text.lines().next().unwrap_or_default();
    let delimiter = if first.contains('\t') {
        b'\t'
    } else if first.contains(';') && !first.contains(',') {
        b';'
    } else {
        b','
    };
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
        .into_records()
        .map(|record| {
            let record = record.map_err(|error| input(error.to_string()))?;
            Ok(record.iter().map(ToOwned::to_owned).collect())
        })
        .collect()
}
