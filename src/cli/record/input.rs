//! Files, folders and zips as a list of records to read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use record::{Hint, RecordError, TextEncoding};
use zip::ZipArchive;

use crate::cli::Failure;

/// No record is larger than this; a larger file is not loaded into memory.
const LARGEST: u64 = 512 << 20;
/// All files of a zip together are no larger than this.
const LARGEST_ZIP: u64 = 2 << 30;
/// A record is packed to no less than one part in so many, as far as it is larger than
/// [`UNSUSPECTED`].
const MOST_PACKED: u64 = 200;
const UNSUSPECTED: u64 = 16 << 20;
/// How much of a file is looked at before the rest of it is loaded.
const HEAD: u64 = 1 << 16;

/// A file that may hold records, not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    path: PathBuf,
    /// Whether it was named on the command line, and so has to be a record.
    pub named: bool,
}

/// A file, or one inside a zip, with its content.
#[derive(Debug)]
pub struct Input {
    /// The path as given; inside a zip the zip's path and the file's.
    pub name: String,
    pub content: Result<Vec<u8>, String>,
}

/// All files that paths lead to, folders walked through in the order of names.
///
/// # Errors
/// A path that does not exist, or a folder that cannot be read.
pub fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, &mut sources)
                .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        } else if path == Path::new("-") || path.exists() {
            sources.push(Source {
                path: path.clone(),
                named: true,
            });
        } else {
            return Err(Failure::Input(format!(
                "{}: 没有此文件 (no such file)",
                path.display()
            )));
        }
    }
    Ok(sources)
}

fn walk(folder: &Path, sources: &mut Vec<Source>) -> io::Result<()> {
    let mut folders = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            // A link could lead round in a circle, so only what it says of files is followed.
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() || entry.path().is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    sources.extend(found.into_iter().map(|path| Source { path, named: false }));
    Ok(())
}

impl Source {
    /// Calls back with the file, or with each file inside it if it is a zip.
    pub fn each(&self, mut use_input: impl FnMut(Input)) {
        let name = self.path.to_string_lossy().into_owned();
        if self.path == Path::new("-") {
            let content = read_whole(io::stdin().lock(), &name, 0, LARGEST);
            use_input(Input { name, content });
            return;
        }
        let is_zip = has_extension(&name, "zip");
        let opened = File::open(&self.path).map_err(|error| error.to_string());
        let result = match opened {
            Ok(file) if is_zip => each_in_zip(&name, file, &mut use_input),
            Ok(file) => {
                let told = file.metadata().map_or(0, |file| file.len());
                read_whole(file, &name, told, LARGEST).map(|content| {
                    use_input(Input {
                        name: name.clone(),
                        content: Ok(content),
                    });
                })
            }
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            use_input(Input {
                name,
                content: Err(error),
            });
        }
    }
}

/// Reads a file after a look at its head, so that what is no record is not loaded. `told` is how long
/// it is said to be, which need not be true.
fn read_whole(mut file: impl Read, name: &str, told: u64, limit: u64) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let mut more = |bytes: u64, content: &mut Vec<u8>| {
        file.by_ref()
            .take(bytes)
            .read_to_end(content)
            .map_err(|error| error.to_string())
    };
    more(HEAD, &mut content)?;
    if content.len() as u64 == HEAD {
        record::recognise(&content, Hint::from_name(name)).map_err(|error| reason(&error))?;
        if told <= limit {
            more(limit - HEAD + 1, &mut content)?;
        }
        if told.max(content.len() as u64) > limit {
            return Err(format!("超过 {} MB (too large)", limit >> 20));
        }
    }
    Ok(content)
}

fn each_in_zip(zip: &str, file: File, use_input: &mut impl FnMut(Input)) -> Result<(), String> {
    let mut archive = ZipArchive::new(file).map_err(|error| format!("不是可读的 zip ({error})"))?;
    let mut unpacked = 0_u64;
    for index in 0..archive.len() {
        let mut entry = match archive.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                let content = Err(error.to_string());
                use_input(Input {
                    name: format!("{zip}#{index}"),
                    content,
                });
                continue;
            }
        };
        if entry.is_dir() {
            continue;
        }
        let raw = entry.name_raw();
        let (encoding, mark) = TextEncoding::detect(raw);
        let name = format!("{zip}/{}", encoding.decode(&raw[mark..]).0);
        // A few bytes that unfold into far too many are left alone.
        let packed = entry.compressed_size().saturating_mul(MOST_PACKED);
        let limit = LARGEST.min(packed.max(UNSUSPECTED));
        let content = read_whole(&mut entry, &name, 0, limit);
        if let Ok(content) = &content {
            unpacked += content.len() as u64;
        }
        use_input(Input { name, content });
        if unpacked > LARGEST_ZIP {
            return Err(format!(
                "解开后超过 {} MB，余下的不读 (larger than that when unpacked: the rest is not read)",
                LARGEST_ZIP >> 20
            ));
        }
    }
    Ok(())
}

/// A reason in both languages.
pub fn reason(error: &RecordError) -> String {
    let (chinese, english) = (error.chinese(), error.to_string());
    if chinese == english {
        chinese
    } else {
        format!("{chinese} ({english})")
    }
}

/// Whether a file that was come across has the name of a record, so that it is worth a word that it
/// is none.
pub fn looks_like_record(name: &str) -> bool {
    const EXTENSIONS: [&str; 14] = [
        "xqf", "cbr", "cbl", "cbf", "pgn", "pgns", "ubb", "dhtmlxq", "pfc", "chn", "ccm", "che",
        "mxq", "zip",
    ];
    EXTENSIONS
        .iter()
        .any(|extension| has_extension(name, extension))
}

pub fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
