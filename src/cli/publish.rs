//! `qipu publish`: everything people take away from an event, in one folder.

use std::path::PathBuf;

use super::{CliResult, Failure, Outcome};
use crate::publish::issue::{IssueError, Part, issue};
use crate::publish::load::{self, Records};
use crate::publish::{Edition, WithheldFor};
use crate::store::HubStore;

/// 出版：棋谱集、网站、成绩册、表格。 Publishes an event: collections, site, bulletin, tables.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 赛事数据所在的文件夹。 The hub's data folder; a hub may be running on it.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// 写到哪里：没有的、空的或以前出版的文件夹。 Where to: a folder that is absent, empty or of an
    /// earlier publication.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// 只要哪些，用逗号隔开；不写则全部。 Which parts, comma-separated; all by default.
    #[arg(long, value_delimiter = ',', value_name = "FORMATS")]
    formats: Vec<String>,
    /// 出版哪些棋谱：棋谱员已出版的、另加无疑问的、全部。
    /// Which records: those published by the record keeper, those and the ones without findings, all.
    #[arg(long, value_enum, default_value = "sound")]
    records: Choice,
    /// 用 UCI 引擎评注，如 fairy-stockfish。 Annotates games by a UCI engine, such as fairy-stockfish.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// 每着算多少节点。 Nodes the engine searches for each position.
    #[arg(long, default_value_t = 20_000, requires = "engine")]
    nodes: u64,
    /// 只评注前几台。 Annotates only boards up to this one.
    #[arg(long, default_value_t = 4, requires = "engine")]
    engine_boards: u32,
    /// 结果写成 JSON。 Tells the result as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Choice {
    Published,
    Sound,
    All,
}

impl From<Choice> for Records {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Published => Self::Published,
            Choice::Sound => Self::Sound,
            Choice::All => Self::All,
        }
    }
}

/// Publishes.
///
/// # Errors
/// [`Failure::Input`] for an unknown format, a folder that is no hub's, a hub without an event, an
/// output folder that is something else's; [`Failure::Environment`] when the disk fails.
pub fn run(arguments: Arguments) -> CliResult {
    let parts = parts(&arguments.formats)?;
    let store = HubStore::open_to_read(&arguments.data)
        .map_err(|error| Failure::Input(error.to_string()))?;
    let mut edition = load::load(&store, arguments.records.into())
        .map_err(|error| Failure::Environment(error.to_string()))?
        .ok_or_else(|| {
            Failure::Input(format!(
                "{}: the hub has no event yet",
                arguments.data.display()
            ))
        })?;
    tell_withheld(&edition);
    if let Some(command) = &arguments.engine {
        let limits = crate::publish::annotate::Limits {
            nodes: arguments.nodes,
            boards: arguments.engine_boards,
        };
        crate::publish::annotate::annotate(&mut edition, command, limits)
            .map_err(|error| Failure::Environment(error.to_string()))?;
    }
    let issued = chrono::Local::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, false);
    let issue = issue(&edition, &arguments.out, &parts, &issued).map_err(|error| match error {
        IssueError::Folder(crate::publish::folder::FolderError::Foreign(_)) => {
            Failure::Input(error.to_string())
        }
        error => Failure::Environment(error.to_string()),
    })?;
    for (form, losses) in &issue.lost {
        for (what, games) in losses {
            eprintln!("qipu: {form}: {what} ({games} games)");
        }
    }
    if !issue.unprintable.is_empty() {
        let letters: String = issue.unprintable.iter().collect();
        eprintln!("qipu: 印本缺字 no glyph in print for: {letters}");
    }
    if arguments.json {
        println!("{}", serde_json::to_string(&issue).unwrap_or_default());
    } else {
        println!(
            "{}: {} rounds, {} players, {} games → {}",
            issue.title,
            issue.rounds,
            issue.players,
            issue.games,
            arguments.out.display()
        );
    }
    Ok(Outcome::Done)
}

fn parts(names: &[String]) -> Result<Vec<Part>, Failure> {
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return Ok(Part::all());
    }
    names
        .iter()
        .map(|name| {
            Part::find(name.trim()).ok_or_else(|| {
                Failure::Input(format!(
                    "no format is called `{name}` (there are: all, {})",
                    Part::names().join(", ")
                ))
            })
        })
        .collect()
}

/// Says which records stay behind; a game is never left out in silence.
fn tell_withheld(edition: &Edition) {
    for withheld in &edition.withheld {
        let why = match &withheld.why {
            WithheldFor::NoResult => "no result stands".to_owned(),
            WithheldFor::Returned => "sent back by the record keeper".to_owned(),
            WithheldFor::NotPublished => "not published by the record keeper".to_owned(),
            WithheldFor::Findings(found) => {
                let texts: Vec<String> = found
                    .iter()
                    .map(|finding| finding.matter.to_string())
                    .collect();
                format!("not checked yet: {}", texts.join("; "))
            }
        };
        eprintln!(
            "qipu: round {} board {}: left out, {why}",
            withheld.round, withheld.board
        );
    }
}
