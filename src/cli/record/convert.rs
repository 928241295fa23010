//! `qipu record convert`.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rayon::prelude::*;
use record::{Game, Hint, Notation, Target, TextEncoding, Tree, XqfVersion};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::input::{self, Input, Source};
use super::names::Names;
use super::progress;
use crate::cli::{CliResult, Failure, Outcome, files};

/// 转换格式，写不下的逐条说明。 Writes records in another format and says what did not fit.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 棋谱、文件夹或 zip；“-”为标准输入。 Records, folders or zips; "-" is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// 目标格式。 The format to write.
    #[arg(long, value_enum)]
    to: Format,
    /// 文件、文件夹或 .zip；一局一个文件的格式有多局时必为后两者。
    /// A file, a folder or a .zip; one of the latter for several games in a format of one a file.
    #[arg(long)]
    out: PathBuf,
    /// 文字编码。 The encoding of text.
    #[arg(long, value_enum, default_value = "utf-8")]
    encoding: Encoding,
    /// 只写实战着法，不写变着和注释。 Only the game as played, without variations and comments.
    #[arg(long)]
    moves_only: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Pgn,
    PgnIccs,
    PgnWxf,
    Xqf,
    Xqf18,
    Cbr,
    Cbf,
    Dhtmlxq,
    Ubb,
    Json,
    Txt,
}

impl Format {
    const fn target(self) -> Target {
        match self {
            Self::Pgn => Target::Pgn(Notation::Chinese),
            Self::PgnIccs => Target::Pgn(Notation::Iccs),
            Self::PgnWxf => Target::Pgn(Notation::Wxf),
            Self::Xqf => Target::Xqf(XqfVersion::V10),
            Self::Xqf18 => Target::Xqf(XqfVersion::V18),
            Self::Cbr => Target::Cbr,
            Self::Cbf => Target::Cbf,
            Self::Dhtmlxq => Target::DhtmlXq,
            Self::Ubb => Target::Ubb,
            Self::Json => Target::Json,
            Self::Txt => Target::Text,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Encoding {
    #[value(name = "utf-8")]
    Utf8,
    Gb18030,
    Big5,
}

impl Encoding {
    const fn text(self) -> TextEncoding {
        match self {
            Self::Utf8 => TextEncoding::Utf8,
            Self::Gb18030 => TextEncoding::Gb18030,
            Self::Big5 => TextEncoding::Big5,
        }
    }
}

/// One game as it is to be written.
#[derive(Debug)]
struct Converted {
    input: String,
    /// Its number in a file of several.
    index: Option<usize>,
    bytes: Vec<u8>,
}

/// What a source came to.
#[derive(Debug, Default)]
struct Batch {
    games: Vec<Converted>,
    complaints: Vec<String>,
    lost: bool,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let target = arguments.to.target();
    let sources = input::sources(&arguments.files)?;
    let bar = progress::bar(sources.len());
    let batches: Vec<Batch> = sources
        .par_iter()
        .map(|source| {
            let mut batch = Batch::default();
            source.each(|input| batch.add(&input, source, arguments, target));
            bar.inc(1);
            batch
        })
        .collect();
    bar.finish_and_clear();
    let mut all = Batch::default();
    for batch in batches {
        all.games.extend(batch.games);
        all.complaints.extend(batch.complaints);
        all.lost |= batch.lost;
    }
    for complaint in &all.complaints {
        eprintln!("{complaint}");
    }
    if all.games.is_empty() {
        return Err(Failure::Input("没有可写的棋谱 (no game to write)".into()));
    }
    write(&arguments.out, target, &all.games)?;
    eprintln!(
        "写出 {} 局 ({} games written)",
        all.games.len(),
        all.games.len()
    );
    Ok(if all.lost {
        Outcome::CheckFailed
    } else {
        Outcome::Done
    })
}

impl Batch {
    fn add(&mut self, input: &Input, source: &Source, arguments: &Arguments, target: Target) {
        let name = &input.name;
        let games = match &input.content {
            Ok(content) => {
                record::read(content, Hint::from_name(name)).map_err(|error| input::reason(&error))
            }
            Err(reason) => Err(reason.clone()),
        };
        let reading = match games {
            Ok(reading) => reading,
            Err(reason) => {
                if source.named || input::looks_like_record(name) {
                    self.lost = true;
                    self.complaints.push(format!("{name}: {reason}"));
                }
                return;
            }
        };
        for error in &reading.refused {
            self.lost = true;
            self.complaints
                .push(format!("{name}: {}", input::reason(error)));
        }
        let several = reading.games.len() > 1;
        for mut game in reading.games {
            let index = game.origin.as_ref().map_or(0, |origin| origin.index);
            for warning in game
                .warnings
                .iter()
                .filter(|warning| warning.concern.is_loss())
            {
                self.lost = true;
                self.complaints.push(format!(
                    "{name} #{index}: {} ({})",
                    warning.concern.chinese(),
                    warning.concern
                ));
            }
            if arguments.moves_only {
                strip(&mut game);
            }
            let written = record::write(&game, target, arguments.encoding.text());
            for dropped in &written.dropped {
                self.lost |= dropped.is_loss();
                self.complaints.push(format!(
                    "{name} #{index}: {} ({dropped})",
                    dropped.chinese()
                ));
            }
            self.games.push(Converted {
                input: name.clone(),
                index: several.then_some(index),
                bytes: written.bytes,
            });
        }
    }
}

/// Leaves the moves as played.
fn strip(game: &mut Game) {
    game.tree = Tree::of_line(game.tree.main_moves().collect::<Vec<_>>());
    game.tail.clear();
}

fn write(out: &Path, target: Target, games: &[Converted]) -> Result<(), Failure> {
    let extension = target.extension();
    let is_zip = input::has_extension(&out.to_string_lossy(), "zip");
    if !out.is_dir() && !is_zip {
        match games {
            [game] => return files::write(out, &game.bytes),
            games if target.holds_many() => {
                let all = record::join(target, games.iter().map(|game| game.bytes.as_slice()));
                return files::write(out, &all);
            }
            _ => {}
        }
    }
    let mut names = Names::default();
    let named: Vec<(String, &[u8])> = games
        .iter()
        .map(|game| {
            let name = names.next(&game.input, game.index, extension);
            (name, game.bytes.as_slice())
        })
        .collect();
    if is_zip {
        let zip = pack(&named)
            .map_err(|error| Failure::Environment(format!("{}: {error}", out.display())))?;
        return files::write(out, &zip);
    }
    std::fs::create_dir_all(out)
        .map_err(|error| Failure::Environment(format!("{}: {error}", out.display())))?;
    named
        .par_iter()
        .try_for_each(|(name, bytes)| files::write(&out.join(name), bytes))
}

/// A zip that is the same for the same games: no times in it.
fn pack(named: &[(String, &[u8])]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default());
    for (name, bytes) in named {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
