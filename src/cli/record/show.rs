//! `qipu record show`.

use std::io::{self, Write};
use std::path::PathBuf;

use record::{Field, Game, Hint, Target, TextEncoding};

use super::input;
use crate::cli::{CliResult, Failure, Outcome};

/// 显示一局棋谱，或列出文件里的各局。 Shows a game, or lists the games of a file.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 棋谱；“-”为标准输入。 A record; "-" is standard input.
    file: PathBuf,
    /// 第几局，从 0 起。 The number of the game, from 0.
    #[arg(long)]
    game: Option<usize>,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let mut games: Vec<Game> = Vec::new();
    let mut failure = None;
    for source in input::sources(std::slice::from_ref(&arguments.file))? {
        source.each(|input| {
            let reading = input.content.and_then(|content| {
                record::read(&content, Hint::from_name(&input.name))
                    .map_err(|error| input::reason(&error))
            });
            match reading {
                Ok(reading) => games.extend(reading.games),
                Err(reason) => {
                    failure.get_or_insert_with(|| format!("{}: {reason}", input.name));
                }
            }
        });
    }
    let chosen = match (games.as_slice(), arguments.game) {
        ([], _) => {
            let reason = failure.unwrap_or_else(|| "没有棋谱 (no game)".into());
            return Err(Failure::Input(reason));
        }
        ([game], None) => Some(game),
        (_, None) => None,
        (games, Some(number)) => {
            let found = games.iter().find(|game| index(game) == number);
            Some(found.ok_or_else(|| {
                Failure::Input(format!(
                    "{}: 没有第 {number} 局 (no game {number})",
                    arguments.file.display()
                ))
            })?)
        }
    };
    let text = chosen.map_or_else(|| list(&games), show);
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(Failure::Environment(format!("stdout: {error}")));
        }
        _ => {}
    }
    let faulty = chosen.is_some_and(|game| game.fault().is_some() || game.has_loss());
    Ok(if faulty {
        Outcome::CheckFailed
    } else {
        Outcome::Done
    })
}

fn index(game: &Game) -> usize {
    game.origin.as_ref().map_or(0, |origin| origin.index)
}

fn list(games: &[Game]) -> String {
    let line = |game: &Game| {
        let title = match game.headers.get(Field::Title) {
            "" => game.headers.get(Field::Event),
            title => title,
        };
        format!(
            "{:>5}  {} — {}  {}  {} 着  {title}\n",
            index(game),
            game.headers.get(Field::Red),
            game.headers.get(Field::Black),
            game.outcome.chinese(),
            game.tree.main_line().count()
        )
    };
    games.iter().map(line).collect()
}

fn show(game: &Game) -> String {
    let written = record::write(game, Target::Text, TextEncoding::Utf8);
    let mut text = String::from_utf8_lossy(&written.bytes).into_owned();
    for (name, value) in game.headers.others() {
        text.push_str(&format!("\n{name}: {value}"));
    }
    for warning in &game.warnings {
        let ply = game.tree.ply(warning.node) + 1;
        text.push_str(&format!(
            "\n※ 第 {ply} 着：{} ({})",
            warning.concern.chinese(),
            warning.concern
        ));
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
