//! Collections of records: the event, each round and each player, in every format people use.
//!
//! A [`Form`] is a format with a notation and an encoding. Each gives one archive, with a manifest
//! and checksums of its own, and says what the format has no place for.

mod archive;
mod form;
mod library;

use std::collections::BTreeMap;

use rayon::prelude::*;
use record::{Target, Written};

use super::folder::safe_name;
use super::table::result_words;
use super::{Edition, GameRecord};

pub use archive::Archive;
pub use form::{FORMS, Form};

/// The collections of one form.
#[derive(Debug)]
pub struct Collection {
    /// The form.
    pub form: &'static Form,
    /// Each game as it is written, in the order of the edition.
    pub games: Vec<Written>,
}

/// What a form could not hold: a sentence, and in how many games it happened.
pub type Losses = BTreeMap<String, usize>;

impl Collection {
    /// Writes every game of an edition in a form.
    pub fn of(edition: &Edition, form: &'static Form) -> Self {
        let games = edition
            .games
            .par_iter()
            .map(|game| form.write(&game.record))
            .collect();
        Self { form, games }
    }

    /// What the form had no place for.
    pub fn losses(&self) -> Losses {
        let mut losses = Losses::new();
        for game in &self.games {
            for dropped in &game.dropped {
                *losses.entry(dropped.to_string()).or_default() += 1;
            }
        }
        losses
    }

    /// The files: paths and bytes.
    pub fn files(&self, edition: &Edition) -> Vec<(String, Vec<u8>)> {
        let all: Vec<usize> = (0..edition.games.len()).collect();
        let mut files = Vec::new();
        if self.form.holds_many() {
            files.push((format!("event.{}", self.form.extension), self.joined(&all)));
        } else if self.form.target == Target::Cbr {
            files.push(("event.cbl".to_owned(), self.library(edition)));
        }
        for round in &edition.document.rounds {
            let games = self.chosen(edition, |game| game.round == round.round);
            self.put(
                &mut files,
                edition,
                &format!("rounds/{:02}", round.round),
                &games,
            );
        }
        for player in &edition.document.players {
            let number = player.number;
            let games = self.chosen(edition, |game| game.red == number || game.black == number);
            let name = format!("players/{number:03}-{}", safe_name(&edition.name(number)));
            self.put(&mut files, edition, &name, &games);
        }
        files
    }

    fn chosen(&self, edition: &Edition, wanted: impl Fn(&GameRecord) -> bool) -> Vec<usize> {
        (0..self.games.len())
            .filter(|at| wanted(&edition.games[*at]))
            .collect()
    }

    /// One file of several games, or a folder of files, as the format goes.
    fn put(
        &self,
        files: &mut Vec<(String, Vec<u8>)>,
        edition: &Edition,
        name: &str,
        games: &[usize],
    ) {
        if games.is_empty() {
            return;
        }
        if self.form.holds_many() {
            files.push((
                format!("{name}.{}", self.form.extension),
                self.joined(games),
            ));
            return;
        }
        for at in games {
            let game = &edition.games[*at];
            let file = format!(
                "{name}/{}-{}-{}.{}",
                game.file_name(),
                safe_name(&edition.name(game.red)),
                safe_name(&edition.name(game.black)),
                self.form.extension
            );
            files.push((file, self.games[*at].bytes.clone()));
        }
    }

    /// The whole event as a library of CCBridge.
    fn library(&self, edition: &Edition) -> Vec<u8> {
        let games = edition.games.iter().zip(&self.games);
        let records: Vec<(String, &[u8])> = games
            .map(|(game, written)| {
                let (red, black) = (edition.name(game.red), edition.name(game.black));
                let result = result_words(game.result);
                let place = game.file_name();
                let title = format!("{place} {red} {result} {black}");
                (title, written.bytes.as_slice())
            })
            .collect();
        library::library(edition.title(), &records)
    }

    /// Several games in one file.
    pub fn joined(&self, games: &[usize]) -> Vec<u8> {
        let bytes = games.iter().map(|at| self.games[*at].bytes.as_slice());
        match self.form.target {
            // A game a line, so that a program need not hold the whole event.
            Target::Json => bytes
                .flat_map(|line| [line.trim_ascii_end(), b"\n"].concat())
                .collect(),
            target => record::join(target, bytes),
        }
    }
}
