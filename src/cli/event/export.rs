//! `qipu event export`: the document itself, or a TRF of it.

use std::path::PathBuf;

use tournament::trf::{self, Names, Version};

use super::source::Source;
use super::text;
use crate::cli::{CliResult, Failure, Outcome, files};

/// 导出比赛文档或 TRF。 Exports the document, or a TRF of it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// 格式。 The format.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    to: Format,
    /// TRF 中以 P0001 代替姓名。 Writes P0001 for names in a TRF.
    #[arg(long)]
    ascii: bool,
    /// 写入文件。 Writes to a file.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// 以 JSON 回答（本就如此）。 As JSON, which it is anyway.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Json,
    Trf16,
    Trf26,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let desk = arguments.source.open()?;
    let names = if arguments.ascii {
        Names::Numbers
    } else {
        Names::AsTheyAre
    };
    let format = if arguments.json {
        Format::Json
    } else {
        arguments.to
    };
    let text = match format {
        Format::Json => {
            let json = serde_json::to_string_pretty(&desk.event);
            json.map_err(|error| Failure::Environment(error.to_string()))? + "\n"
        }
        Format::Trf16 => trf::write(&desk.event, &desk.regulation, Version::Trf16, names),
        Format::Trf26 => trf::write(&desk.event, &desk.regulation, Version::Trf26, names),
    };
    match &arguments.out {
        Some(path) => files::write(path, text.as_bytes())?,
        None => text::print_text(&text)?,
    }
    Ok(Outcome::Done)
}
