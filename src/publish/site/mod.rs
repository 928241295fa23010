//! The site: one folder of plain files that any web host can serve and any browser can open from a
//! memory stick.
//!
//! Pages load nothing from outside; scripts only add to what is on the page already. Data for
//! searches are scripts too, because a page opened from a stick may load no other kind of file.

pub mod chart;
mod data;
mod diagram;
mod game;
mod pages;
mod player;

use askama::Template;
use rayon::prelude::*;

use super::collection::Collection;
use super::folder::{Folder, FolderError};
use super::table::{self, Cell, Column, Link, Running, Table};
use super::{Edition, edition};

pub use diagram::svg as diagram;

const ASSETS: [(&str, &[u8]); 6] = [
    ("assets/style.css", include_bytes!("assets/style.css")),
    ("assets/board.js", include_bytes!("assets/board.js")),
    ("assets/game.js", include_bytes!("assets/game.js")),
    ("assets/key.js", include_bytes!("assets/key.js")),
    ("assets/search.js", include_bytes!("assets/search.js")),
    (
        "assets/OFL.txt",
        include_bytes!("../../../ui/fonts/OFL.txt"),
    ),
];

const FONTS: [(&str, &[u8]); 2] = [
    (
        "assets/qipu-common.woff2",
        include_bytes!("../../../ui/fonts/web/qipu-common.woff2"),
    ),
    (
        "assets/qipu-rare.woff2",
        include_bytes!("../../../ui/fonts/web/qipu-rare.woff2"),
    ),
];

/// What every page has around its own part.
#[derive(Debug, Clone)]
struct Frame {
    /// The event.
    event: String,
    /// The page.
    title: String,
    /// Which entry of the menu the page belongs to.
    here: &'static str,
    /// The way to the top folder: empty, or `../`.
    up: &'static str,
    /// The last round, for the menu.
    last_round: Option<u16>,
    /// Whether there are teams.
    teams: bool,
    /// Whether there are prizes.
    prizes: bool,
}

impl Frame {
    fn new(
        edition: &Edition,
        title: impl Into<String>,
        here: &'static str,
        up: &'static str,
    ) -> Self {
        Self {
            event: edition.title().to_owned(),
            title: title.into(),
            here,
            up,
            last_round: edition.document.rounds.last().map(|round| round.round),
            teams: edition.regulation.team.is_some(),
            prizes: !edition.regulation.prizes.is_empty(),
        }
    }
}

/// Something to take away, for the page of downloads.
#[derive(Debug, Clone)]
pub struct Download {
    /// The file.
    pub path: String,
    /// What it is, in Chinese.
    pub zh: String,
    /// What it is, in English.
    pub en: String,
    /// Its size.
    pub bytes: usize,
}

/// Writes the site.
///
/// # Errors
/// The disk's errors.
pub fn write(
    edition: &Edition,
    folder: &Folder,
    downloads: &[Download],
) -> Result<(), FolderError> {
    for (path, bytes) in ASSETS.into_iter().chain(FONTS) {
        folder.write(path, bytes)?;
    }
    for (path, text) in data::scripts(edition) {
        folder.write(&path, text.as_bytes())?;
    }
    let running = Running::of(edition);
    pages::write(edition, folder, &running, downloads)?;
    edition
        .document
        .players
        .par_iter()
        .try_for_each(|entered| {
            let path = format!("players/{}.html", entered.number);
            folder.write(
                &path,
                page(&player::Page::new(edition, &running, entered)).as_bytes(),
            )
        })?;
    let pgn = super::collection::Form::find("pgn").map(|form| Collection::of(edition, form));
    let xqf = super::collection::Form::find("xqf").map(|form| Collection::of(edition, form));
    edition
        .games
        .par_iter()
        .enumerate()
        .try_for_each(|(at, record)| {
            let name = format!("games/{}", record.file_name());
            let html = page(&game::Page::new(edition, at));
            folder.write(&format!("{name}.html"), html.as_bytes())?;
            for collection in [&pgn, &xqf].into_iter().flatten() {
                let file = format!("{name}.{}", collection.form.extension);
                folder.write(&file, &collection.games[at].bytes)?;
            }
            Ok(())
        })
}

fn page(template: &impl Template) -> String {
    // Templates write into a string and call nothing that fails.
    template.render().unwrap_or_default()
}

/// Where a cell leads, from a page at `up`.
fn address(link: Link, up: &str) -> String {
    match link {
        Link::Player(number) => format!("{up}players/{number}.html"),
        Link::Game(round, board) => format!("{up}games/{}.html", edition::file_name(round, board)),
        Link::Round(round) => format!("{up}rounds/{round:02}.html"),
    }
}

/// A table on a page: the template asks for texts and addresses.
#[derive(Debug)]
struct Shown<'a> {
    table: &'a Table,
    up: &'static str,
}

impl Shown<'_> {
    /// The columns, each with the class of its cells.
    fn heads(&self) -> impl Iterator<Item = (&'static str, &Column)> {
        let columns = self.table.columns.iter();
        columns.map(|column| (class(column), column))
    }

    /// The cells of a row in the same way.
    fn cells<'c>(&'c self, row: &'c [Cell]) -> impl Iterator<Item = (&'static str, &'c Cell)> {
        self.heads().map(|(class, _)| class).zip(row)
    }

    fn address(&self, cell: &Cell) -> Option<String> {
        cell.link.map(|link| address(link, self.up))
    }
}

const fn class(column: &Column) -> &'static str {
    match (column.align, column.minor) {
        (table::Align::Left, false) => "",
        (table::Align::Centre, false) => " class=c",
        (table::Align::Right, false) => " class=r",
        (table::Align::Left, true) => " class=m",
        (table::Align::Centre, true) => " class=\"c m\"",
        (table::Align::Right, true) => " class=\"r m\"",
    }
}
