//! The records under review: what a program finds in them, and every record there is of one game.

use std::collections::HashMap;

use xiangqi::{Move, Setup};

use super::{ActError, Hub};
use crate::journal::{GameId, GameState};
use crate::publish::load::submission;
use crate::publish::review::{Finding, findings};
use crate::publish::score::Score;
use crate::store::StoreError;
use crate::store::hub::game::StoredGame;
use crate::store::hub::publication::{self, DESK, RecordAlone, Step};
use crate::store::hub::{entry, game};

/// Findings by round and board.
pub type Found = HashMap<(u16, u32), Vec<Finding>>;

/// One record of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Where it comes from.
    pub source: Source,
    /// Its moves with their text; no move where one is forgotten.
    pub plies: Vec<(Option<Move>, String)>,
}

/// Where a record comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The journal as it stands.
    Journal,
    /// The journal before the desk corrected it.
    Original,
    /// Handed in as a whole, at this moment (RFC 3339).
    HandedIn(String),
}

/// A game with everything that was handed in of it.
#[derive(Debug)]
pub struct Records {
    /// The game.
    pub game: StoredGame,
    /// Its records; the first is the one that is published.
    pub variants: Vec<Variant>,
    /// Every step of its review, the first first.
    pub steps: Vec<Step>,
    /// What a program finds.
    pub found: Vec<Finding>,
}

impl Hub {
    /// What a program finds in the records of the published rounds.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn findings(&self) -> Result<Found, ActError> {
        let tables = self.tables()?;
        let owed = self.obligations()?;
        let event = tables.event.id;
        let games: Vec<&StoredGame> = tables.games.values().flatten().collect();
        let submitted = self.store.read(|connection| {
            let others = publication::other_records(connection, event)?;
            let submitted = games.iter().map(|game| {
                let state = self.live.get(connection, game.id)?.state;
                let alone = publication::record_alone(connection, game.id)?;
                let others = others.get(&game.id).copied().unwrap_or_default();
                Ok(submission(game, &state, alone.as_ref(), others))
            });
            submitted.collect::<Result<Vec<_>, StoreError>>()
        })?;
        let mut found = Found::new();
        for finding in findings(&submitted, &owed) {
            let place = (finding.round, finding.board);
            found.entry(place).or_default().push(finding);
        }
        Ok(found)
    }

    /// Every record of one game, with the steps of its review.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; the database's errors.
    pub fn records_of(&self, id: GameId) -> Result<Records, ActError> {
        let mut found = self.findings()?;
        self.store.read(|connection| {
            let game = game::get(connection, id)?.ok_or(ActError::NoGame)?;
            let entries = entry::line_after(connection, id, 0)?;
            let now = GameState::fold(&entries);
            let corrected = entries.iter().position(|entry| entry.writer == DESK);
            let mut variants = vec![of_journal(Source::Journal, &now)];
            if let Some(until) = corrected {
                let before = GameState::fold(&entries[..until]);
                variants.push(of_journal(Source::Original, &before));
            }
            for (received, alone) in publication::records_alone(connection, id)? {
                variants.push(handed_in(received, &alone));
            }
            if variants[0].plies.is_empty() && variants.len() > 1 {
                // No journal: the first record that came alone is the one that is published.
                variants.remove(0);
            }
            let place = (game.round, game.board);
            Ok(Records {
                found: found.remove(&place).unwrap_or_default(),
                steps: publication::steps(connection, id)?,
                variants,
                game,
            })
        })
    }

    /// What stands in the way of a record, in one line; none when nothing does.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; the database's errors.
    pub(super) fn objection(&self, id: GameId) -> Result<Option<String>, ActError> {
        let tables = self.tables()?;
        let game = tables.game(id).ok_or(ActError::NoGame)?;
        let found = self.findings()?;
        let found = found.get(&(game.round, game.board));
        let blocking: Vec<String> = found
            .into_iter()
            .flatten()
            .filter(|finding| finding.blocks())
            .map(|finding| finding.matter.to_string())
            .collect();
        Ok((!blocking.is_empty()).then(|| blocking.join("; ")))
    }
}

fn of_journal(source: Source, state: &GameState) -> Variant {
    let plies = state.plies().iter();
    Variant {
        source,
        plies: plies.map(|ply| (ply.mv, ply.chinese.clone())).collect(),
    }
}

fn handed_in(received: String, alone: &RecordAlone) -> Variant {
    let start = alone.start_fen.parse().unwrap_or_else(|_| Setup::start());
    let mut line = record::Game::new(start);
    let moves = alone.moves.iter();
    line.tree = record::Tree::of_line(moves.map_while(|text| text.parse().ok()));
    let plies = Score::of(&line).plies.into_iter();
    Variant {
        source: Source::HandedIn(received),
        plies: plies.map(|ply| (Some(ply.mv), ply.chinese)).collect(),
    }
}
