//! The whole publication: which parts, in which order, and what is said about them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::collection::{Archive, Collection, FORMS, Form, Losses};
use super::folder::{Folder, FolderError};
use super::site::{self, Download};
use super::{Edition, WithheldFor, bulletin, sheet, table};

/// What can be left out of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The pages.
    Site,
    /// Collections in one form.
    Form(&'static Form),
    /// 秩序册, 成绩册 and 棋谱集.
    Bulletin,
    /// One workbook of all tables.
    Book,
    /// Each table as CSV.
    Comma,
    /// Certificates for the prizes.
    Certificates,
}

impl Part {
    /// The part of a name.
    pub fn find(name: &str) -> Option<Self> {
        Some(match name {
            "site" => Self::Site,
            "pdf" => Self::Bulletin,
            "xlsx" => Self::Book,
            "csv" => Self::Comma,
            "certificates" => Self::Certificates,
            _ => Self::Form(Form::find(name)?),
        })
    }

    /// Every part.
    pub fn all() -> Vec<Self> {
        FORMS
            .iter()
            .map(Self::Form)
            .chain([
                Self::Bulletin,
                Self::Book,
                Self::Comma,
                Self::Certificates,
                Self::Site,
            ])
            .collect()
    }

    /// The names of all parts.
    pub fn names() -> Vec<&'static str> {
        let forms = FORMS.iter().map(|form| form.code);
        forms
            .chain(["pdf", "xlsx", "csv", "certificates", "site"])
            .collect()
    }
}

/// Why a publication could not be made.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// An archive grew beyond what its format holds.
    #[error("{name}: {error}")]
    Archive {
        /// Which.
        name: String,
        /// How.
        error: std::io::Error,
    },
    /// A table is larger than a spreadsheet can be.
    #[error("spreadsheet: {0}")]
    Sheet(#[from] rust_xlsxwriter::XlsxError),
    /// A PDF could not be made.
    #[error(transparent)]
    Bulletin(#[from] bulletin::BulletinError),
}

/// What was published, as the manifest and `--json` say it.
#[derive(Debug, Clone, Serialize)]
pub struct Issue {
    /// The program.
    pub program: String,
    /// The event's id.
    pub event: String,
    /// Its title.
    pub title: String,
    /// When, RFC 3339.
    pub issued: String,
    /// How many players.
    pub players: usize,
    /// How many rounds.
    pub rounds: usize,
    /// How many games with a record.
    pub games: usize,
    /// Records that are not published, by reason.
    pub withheld: BTreeMap<&'static str, usize>,
    /// What formats had no place for: form, what, in how many games.
    pub lost: BTreeMap<&'static str, Losses>,
    /// Characters the print font lacks.
    pub unprintable: Vec<char>,
}

/// Publishes an edition to a folder.
///
/// # Errors
/// Why it could not be; what stood in the folder before stands there still.
pub fn issue(
    edition: &Edition,
    place: &Path,
    parts: &[Part],
    issued: &str,
) -> Result<Issue, IssueError> {
    let folder = Folder::begin(place)?;
    let mut downloads = Vec::new();
    let mut issue = Issue {
        program: format!("qipu {}", env!("CARGO_PKG_VERSION")),
        event: edition.id.clone(),
        title: edition.title().to_owned(),
        issued: issued.to_owned(),
        players: edition.document.players.len(),
        rounds: edition.document.rounds.len(),
        games: edition.games.len(),
        withheld: withheld(edition),
        lost: BTreeMap::new(),
        unprintable: Vec::new(),
    };
    let mut put = |path: String, zh: &str, en: &str, bytes: &[u8]| {
        folder.write(&path, bytes)?;
        downloads.push(Download {
            path,
            zh: zh.to_owned(),
            en: en.to_owned(),
            bytes: bytes.len(),
        });
        Ok::<(), IssueError>(())
    };
    for part in parts {
        match part {
            Part::Form(form) if !edition.games.is_empty() => {
                let (bytes, lost) = archive(edition, form, &issue)?;
                put(
                    format!("collections/{}.zip", form.code),
                    form.zh,
                    form.en,
                    &bytes,
                )?;
                if !lost.is_empty() {
                    issue.lost.insert(form.code, lost);
                }
            }
            Part::Bulletin => {
                for print in bulletin::prints(edition)? {
                    issue.unprintable.extend(&print.unprintable);
                    put(
                        format!("print/{}.pdf", print.name),
                        print.zh,
                        print.en,
                        &print.bytes,
                    )?;
                }
            }
            Part::Certificates => {
                let template = bulletin::certificate::Template::default();
                if let Some(print) = bulletin::certificate::print(edition, &template)? {
                    issue.unprintable.extend(&print.unprintable);
                    put(
                        format!("print/{}.pdf", print.name),
                        print.zh,
                        print.en,
                        &print.bytes,
                    )?;
                }
            }
            Part::Book => {
                let book = sheet::book(&table::all(edition), edition.title())?;
                put(
                    "tables/tables.xlsx".to_owned(),
                    "全部表格，电子表格",
                    "All tables",
                    &book,
                )?;
            }
            Part::Comma => {
                for table in table::all(edition) {
                    let path = format!("tables/{}.csv", table.name);
                    put(
                        path,
                        &format!("{}，CSV", table.zh),
                        &table.en,
                        &sheet::comma(&table),
                    )?;
                }
            }
            Part::Form(_) | Part::Site => {}
        }
    }
    if parts.contains(&Part::Site) {
        site::write(edition, &folder, &downloads)?;
    }
    issue.unprintable.sort_unstable();
    issue.unprintable.dedup();
    folder.finish(&issue)?;
    Ok(issue)
}

fn archive(
    edition: &Edition,
    form: &'static Form,
    about: &Issue,
) -> Result<(Vec<u8>, Losses), IssueError> {
    let fault = |error| IssueError::Archive {
        name: format!("{}.zip", form.code),
        error,
    };
    let collection = Collection::of(edition, form);
    let mut archive = Archive::new();
    for (path, bytes) in collection.files(edition) {
        archive.add(&path, &bytes).map_err(fault)?;
    }
    let lost = collection.losses();
    let mut about = about.clone();
    about.lost = BTreeMap::from([(form.code, lost.clone())]);
    Ok((archive.finish(&about).map_err(fault)?, lost))
}

fn withheld(edition: &Edition) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for record in &edition.withheld {
        let why = match &record.why {
            WithheldFor::NoResult => "no_result",
            WithheldFor::Returned => "returned",
            WithheldFor::Findings(_) => "findings",
            WithheldFor::NotPublished => "not_published",
        };
        *counts.entry(why).or_default() += 1;
    }
    counts
}
