//! The pages of which there is one each.

use askama::Template;
use std::collections::BTreeMap;
use xiangqi::{Board, Position, notation};

use super::{Download, Edition, Folder, FolderError, Frame, Shown, page};
use crate::publish::opening::{Branch, Tally};
use crate::publish::summary;
use crate::publish::table::{self, Running, Table};

#[derive(Template)]
#[template(path = "leaf/table.html")]
struct TablePage<'a> {
    frame: Frame,
    zh: &'a str,
    en: &'a str,
    shown: Shown<'a>,
    dense: bool,
    rounds: Vec<u16>,
    round: u16,
}

#[derive(Template)]
#[template(path = "leaf/home.html")]
struct Home<'a> {
    frame: Frame,
    clauses: Vec<(&'static str, String)>,
    rounds: Vec<(u16, usize, usize)>,
    top: Option<Shown<'a>>,
    players: usize,
    games: usize,
}

#[derive(Template)]
#[template(path = "leaf/regulation.html")]
struct Regulation {
    frame: Frame,
    clauses: Vec<(&'static str, String)>,
}

#[derive(Template)]
#[template(path = "leaf/openings.html")]
struct Openings {
    frame: Frame,
    names: Vec<(&'static str, &'static str, Tally)>,
    tree: String,
}

#[derive(Template)]
#[template(path = "leaf/search.html")]
struct Search<'a> {
    frame: Frame,
    units: Vec<String>,
    openings: Vec<&'static str>,
    svg: &'a str,
}

#[derive(Template)]
#[template(path = "leaf/downloads.html")]
struct Downloads<'a> {
    frame: Frame,
    downloads: &'a [Download],
}

pub(super) fn write(
    edition: &Edition,
    folder: &Folder,
    running: &Running,
    downloads: &[Download],
) -> Result<(), FolderError> {
    let put = |path: &str, html: String| folder.write(path, html.as_bytes());
    let rounds: Vec<u16> = edition
        .document
        .rounds
        .iter()
        .map(|round| round.round)
        .collect();
    let single = |table: &Table, here: &'static str, dense: bool| {
        page(&TablePage {
            frame: Frame::new(edition, &table.zh, here, ""),
            zh: &table.zh,
            en: &table.en,
            shown: Shown { table, up: "" },
            dense,
            rounds: Vec::new(),
            round: 0,
        })
    };
    let entries = table::entries(edition);
    put("players.html", single(&entries, "players", false))?;
    let places = table::places(edition);
    put("places.html", single(&places, "places", false))?;
    put(
        "cross-table.html",
        single(&table::cross(edition, running), "places", true),
    )?;
    if let Some(table) = table::teams(edition) {
        put("teams.html", single(&table, "teams", false))?;
    }
    if let Some(table) = table::prizes(edition) {
        put("prizes.html", single(&table, "prizes", false))?;
    }
    for round in &edition.document.rounds {
        let table = table::round(edition, running, round);
        let html = page(&TablePage {
            frame: Frame::new(edition, &table.zh, "rounds", "../"),
            zh: &table.zh,
            en: &table.en,
            shown: Shown {
                table: &table,
                up: "../",
            },
            dense: false,
            rounds: rounds.clone(),
            round: round.round,
        });
        put(&format!("rounds/{:02}.html", round.round), html)?;
    }
    put("index.html", home(edition, &places))?;
    put(
        "regulation.html",
        page(&Regulation {
            frame: Frame::new(edition, "规程摘要", "regulation", ""),
            clauses: summary::clauses(edition),
        }),
    )?;
    put("openings.html", page(&openings(edition)))?;
    put("search.html", page(&search(edition)))?;
    put(
        "downloads.html",
        page(&Downloads {
            frame: Frame::new(edition, "下载", "downloads", ""),
            downloads,
        }),
    )
}

fn home(edition: &Edition, places: &Table) -> String {
    const TOP: usize = 10;
    let mut top = places.clone();
    top.rows.truncate(TOP);
    top.notes.clear();
    let rounds = edition.document.rounds.iter().map(|round| {
        let records = edition
            .games
            .iter()
            .filter(|game| game.round == round.round)
            .count();
        (round.round, round.games.len(), records)
    });
    page(&Home {
        frame: Frame::new(edition, edition.title(), "home", ""),
        clauses: summary::clauses(edition).into_iter().take(5).collect(),
        rounds: rounds.collect(),
        top: (!edition.document.rounds.is_empty()).then_some(Shown {
            table: &top,
            up: "",
        }),
        players: edition.document.players.len(),
        games: edition.games.len(),
    })
}

/// How deep the tree of first moves goes, and how many games a branch needs to be shown.
const DEPTH: usize = 8;
const FEWEST: u32 = 2;

fn openings(edition: &Edition) -> Openings {
    let mut names: BTreeMap<_, Tally> = BTreeMap::new();
    let mut tree = Branch::default();
    for game in &edition.games {
        names.entry(game.opening).or_default().add(game.result);
        if game.score.start == Board::start() {
            tree.add(
                game.score.plies.iter().map(|ply| ply.mv),
                game.result,
                DEPTH,
            );
        }
    }
    let mut names: Vec<_> = names
        .into_iter()
        .map(|(opening, tally)| (opening.zh, opening.en, tally))
        .collect();
    names.sort_by_key(|(zh, _, tally)| (std::cmp::Reverse(tally.games), *zh));
    let mut html = String::new();
    branch(&mut html, &tree, &Position::start(), 0);
    Openings {
        frame: Frame::new(edition, "开局", "openings", ""),
        names,
        tree: html,
    }
}

/// Branches as lists that open; every text in them is a move or a number of ours.
fn branch(html: &mut String, tree: &Branch, position: &Position, depth: usize) {
    html.push_str("<ul>");
    for (mv, next) in tree.ranked() {
        let Ok(after) = position.play(mv) else {
            continue;
        };
        let tally = next.tally;
        let text = notation::chinese::format(position, mv);
        let line = format!(
            "{text} <b>{}</b> <i><span class=red>{}</span> {} {}</i>",
            tally.games, tally.red, tally.draw, tally.black
        );
        let deeper = next
            .next
            .values()
            .any(|branch| branch.tally.games >= FEWEST);
        if deeper && depth + 1 < DEPTH {
            let open = if depth == 0 { " open" } else { "" };
            html.push_str(&format!("<li><details{open}><summary>{line}</summary>"));
            branch(html, next, &after, depth + 1);
            html.push_str("</details>");
        } else if tally.games >= FEWEST || depth < 2 {
            html.push_str(&format!("<li>{line}"));
        }
    }
    html.push_str("</ul>");
}

fn search(edition: &Edition) -> Search<'static> {
    let mut openings: Vec<&str> = edition.games.iter().map(|game| game.opening.zh).collect();
    openings.sort_unstable();
    openings.dedup();
    Search {
        frame: Frame::new(edition, "查找对局", "search", ""),
        units: table::by_unit(edition)
            .into_iter()
            .map(|(unit, _)| unit)
            .collect(),
        openings,
        svg: "",
    }
}
