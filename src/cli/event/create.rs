//! `qipu event new`: an empty event under a regulation.

use std::path::{Path, PathBuf};

use tournament::document::{EventDocument, RegulationChoice};

use super::source;
use crate::cli::{CliResult, Failure, Outcome};

/// 新建比赛文档。 Makes an event document.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 文档的位置。 Where the document goes.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// 规程：内置名或文件。 The regulation: a built-in name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "qingshui-2019")]
    regulation: String,
    /// 名称。 Title.
    #[arg(long)]
    title: Option<String>,
    /// 轮次；不写则按报名人数。 Rounds; without it, by the number of entries.
    #[arg(long, value_name = "N")]
    rounds: Option<u16>,
    /// 首日，如 2019-06-15。 First day of play.
    #[arg(long, value_name = "DATE")]
    first_day: Option<chrono::NaiveDate>,
    /// 公布的抽签种子。 The published seed of all draws.
    #[arg(long)]
    seed: Option<String>,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let file = &arguments.file;
    if file.exists() {
        return Err(Failure::Input(format!(
            "{}: there is a file already",
            file.display()
        )));
    }
    let event = EventDocument {
        title: arguments.title.clone(),
        regulation: RegulationChoice::Named(arguments.regulation.clone()),
        rounds_planned: arguments.rounds,
        first_day: arguments.first_day,
        seed: arguments.seed.clone(),
        ..EventDocument::default()
    };
    source::regulation_of(&event, file.parent().unwrap_or(Path::new("")))?;
    source::write_document(file, &event)?;
    Ok(Outcome::Done)
}
