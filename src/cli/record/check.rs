//! `qipu record check`.

use std::io::{self, Write};
use std::path::PathBuf;

use rayon::prelude::*;
use record::{Game, Hint};
use serde::Serialize;

use super::input::{self, Input, Source};
use super::progress;
use crate::cli::{CliResult, Failure, Outcome};

/// 逐局查验：读得出吗，着法合规则吗。 Reads every game and plays it over by the rules.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 棋谱、文件夹或 zip；“-”为标准输入。 Records, folders or zips; "-" is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// 每局一行 JSON。 One line of JSON a game.
    #[arg(long)]
    json: bool,
}

/// How many files are read before their lines are printed: memory stays bounded, order is kept.
const BATCH: usize = 512;

/// What one game comes to.
#[derive(Debug, Serialize)]
struct Line<'a> {
    file: &'a str,
    game_index: usize,
    format: &'static str,
    start_fen: String,
    moves: Vec<String>,
    result: &'static str,
    red: &'a str,
    black: &'a str,
    event: &'a str,
    end: &'static str,
    variations: usize,
    error: Option<Fault>,
    encoding: Option<&'static str>,
    warnings: Vec<String>,
}

/// What is wrong with the main line.
#[derive(Debug, Serialize)]
struct Fault {
    /// How many moves come before.
    ply: usize,
    text: String,
    reason: String,
}

/// The lines of one file and the counts for the end.
#[derive(Debug, Default)]
struct Report {
    lines: Vec<u8>,
    complaints: Vec<String>,
    games: usize,
    faulty: usize,
    refused: usize,
    /// Whether a file that was named could not be read.
    unreadable: bool,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let sources = input::sources(&arguments.files)?;
    let bar = progress::bar(sources.len());
    let mut total = Report::default();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for batch in sources.chunks(BATCH) {
        let reports: Vec<Report> = batch
            .par_iter()
            .map(|source| {
                let mut report = Report::default();
                source.each(|input| report.add(&input, source, arguments.json));
                bar.inc(1);
                report
            })
            .collect();
        for report in reports {
            for complaint in &report.complaints {
                bar.suspend(|| eprintln!("{complaint}"));
            }
            if !write(&mut out, &report.lines)? {
                return Ok(Outcome::Done);
            }
            total.games += report.games;
            total.faulty += report.faulty;
            total.refused += report.refused;
            total.unreadable |= report.unreadable;
        }
    }
    bar.finish_and_clear();
    out.flush()
        .map_err(|error| Failure::Environment(format!("stdout: {error}")))?;
    eprintln!(
        "{} 局，{} 局有误，{} 个文件或条目读不出 ({} games, {} faulty, {} unreadable)",
        total.games, total.faulty, total.refused, total.games, total.faulty, total.refused
    );
    if total.unreadable {
        return Err(Failure::Input(
            "有文件读不出 (a file could not be read)".into(),
        ));
    }
    let failed = total.faulty > 0 || total.refused > 0;
    Ok(if failed {
        Outcome::CheckFailed
    } else {
        Outcome::Done
    })
}

/// Writes to standard output; whether somebody still reads it.
fn write(out: &mut impl Write, bytes: &[u8]) -> Result<bool, Failure> {
    match out.write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        other => other
            .map(|()| true)
            .map_err(|error| Failure::Environment(format!("stdout: {error}"))),
    }
}

impl Report {
    fn add(&mut self, input: &Input, source: &Source, json: bool) {
        let content = match &input.content {
            Ok(content) => content,
            Err(reason) => return self.refuse(&input.name, reason, source),
        };
        let games = match record::games(content, Hint::from_name(&input.name)) {
            Ok(games) => games,
            Err(error) => return self.refuse(&input.name, &input::reason(&error), source),
        };
        for game in games {
            match game {
                Ok(game) => self.game(&input.name, &game, json),
                Err(error) => {
                    self.refused += 1;
                    self.complaints
                        .push(format!("{}: {}", input.name, input::reason(&error)));
                }
            }
        }
    }

    /// A file that is no record: a fault where it was named or is called one, of no interest else.
    fn refuse(&mut self, name: &str, reason: &str, source: &Source) {
        if source.named || input::looks_like_record(name) {
            self.refused += 1;
            self.unreadable |= source.named && !input::has_extension(name, "zip");
            self.complaints.push(format!("{name}: {reason}"));
        }
    }

    fn game(&mut self, file: &str, game: &Game, json: bool) {
        self.games += 1;
        let fault = game.fault().map(|fault| Fault {
            ply: fault.ply,
            text: fault.text,
            reason: fault.concern.to_string(),
        });
        let faulty = fault.is_some() || game.has_loss();
        self.faulty += usize::from(faulty);
        let index = game.origin.as_ref().map_or(0, |origin| origin.index);
        if json {
            let line = line(file, index, game, fault);
            // Serialising texts and numbers into memory cannot fail.
            if serde_json::to_writer(&mut self.lines, &line).is_ok() {
                self.lines.push(b'\n');
            }
            return;
        }
        for warning in game
            .warnings
            .iter()
            .filter(|warning| warning.concern.is_fault())
        {
            let place = game.tree.ply(warning.node);
            self.complaints.push(format!(
                "{file} #{index}: 第 {} 着：{} ({})",
                place + 1,
                warning.concern.chinese(),
                warning.concern
            ));
        }
    }
}

fn line<'a>(file: &'a str, index: usize, game: &'a Game, error: Option<Fault>) -> Line<'a> {
    let origin = game.origin.as_ref();
    Line {
        file,
        game_index: index,
        format: origin.map_or("", |origin| origin.format.name()),
        start_fen: game.start.to_string(),
        moves: game.tree.main_moves().map(|mv| mv.to_string()).collect(),
        result: game.outcome.name(),
        red: game.headers.get(record::Field::Red),
        black: game.headers.get(record::Field::Black),
        event: game.headers.get(record::Field::Event),
        end: game.close().name(),
        variations: game.tree.variations(),
        error,
        encoding: origin
            .and_then(|origin| origin.encoding)
            .map(record::TextEncoding::name),
        warnings: game
            .warnings
            .iter()
            .map(|warning| format!("ply {}: {}", game.tree.ply(warning.node), warning.concern))
            .collect(),
    }
}
