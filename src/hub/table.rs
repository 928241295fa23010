//! The tables of the event, kept until something changes them: document, places, obligations.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use sha2::{Digest as _, Sha256};
use tournament::document::{Number, Player, RecordState};
use tournament::obligations::{self, Obligation, RecordStatus};
use tournament::ranking::{self, Standings};
use tournament::regulation::Chosen;
use tournament::{EventDocument, Points, Regulation};

use super::live::{self, LiveGame};
use super::{ActError, Hub, the_event};
use crate::journal::GameId;
use crate::store::StoreError;
use crate::store::hub::document::{self, Rounds};
use crate::store::hub::enrolment;
use crate::store::hub::event::Event;
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::player;
use crate::store::hub::round::{self, RoundState, StoredRound};

/// Everything about the event that pages and terminals show, of one moment.
#[derive(Debug)]
pub struct Tables {
    /// The event.
    pub event: Event,
    /// Its document, published rounds only.
    pub document: EventDocument,
    /// The published rounds.
    pub rounds: Vec<StoredRound>,
    /// The games of each published round, by board.
    pub games: HashMap<u16, Vec<StoredGame>>,
    /// Places.
    pub standings: Standings,
    /// Points each player brings into the last published round.
    pub before_last: HashMap<Number, Points>,
}

impl Tables {
    fn build(connection: &Connection, event: Event) -> Result<Self, StoreError> {
        let document = document::assemble(connection, &event, Rounds::Published)?;
        let mut rounds = round::all(connection, event.id)?;
        rounds.retain(|round| round.state != RoundState::Draft);
        let mut games = HashMap::new();
        for round in &rounds {
            games.insert(
                round.number,
                game::of_round(connection, event.id, round.number)?,
            );
        }
        let standings = ranking::standings(&document, &event.regulation);
        let before_last = points_before_last(&document, &event.regulation);
        Ok(Self {
            event,
            document,
            rounds,
            games,
            standings,
            before_last,
        })
    }

    /// The last published round.
    pub fn last_round(&self) -> Option<&StoredRound> {
        self.rounds.last()
    }

    /// The games of a round, by board.
    pub fn games_of(&self, round: u16) -> &[StoredGame] {
        self.games.get(&round).map_or(&[], Vec::as_slice)
    }

    /// A game of a published round.
    pub fn game(&self, id: GameId) -> Option<&StoredGame> {
        self.games.values().flatten().find(|game| game.id == id)
    }

    /// SHA-256 of the results a round is paired from, hex.
    pub fn fingerprint_before(&self, round: u16) -> String {
        fingerprint(&self.document, round)
    }

    /// The player with this number.
    pub fn player(&self, number: Number) -> Option<&Player> {
        self.document.player(number)
    }
}

/// SHA-256 of all results before a round, hex.
pub fn fingerprint(document: &EventDocument, round: u16) -> String {
    let results: Vec<_> = document
        .rounds
        .iter()
        .filter(|played| played.round < round)
        .flat_map(|played| &played.games)
        .map(|game| (game.red, game.black, game.result))
        .collect();
    let bytes = serde_json::to_vec(&results).expect("numbers and codes always become JSON");
    hex::encode(Sha256::digest(bytes))
}

fn points_before_last(
    document: &EventDocument,
    regulation: &Regulation,
) -> HashMap<Number, Points> {
    let mut before = document.clone();
    before.rounds.pop();
    let places = ranking::standings(&before, regulation).individual;
    places
        .into_iter()
        .map(|place| (place.number, place.points))
        .collect()
}

/// The last tables, with the count of changes they were made at.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<(u64, Arc<Tables>)>>);

impl Hub {
    /// The tables as they stand.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn tables(&self) -> Result<Arc<Tables>, ActError> {
        // Read before the database: a change in between makes tables that are built once more.
        let changes = *self.changes.borrow();
        let kept = self
            .kept
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some((_, tables)) = kept.filter(|(at, _)| *at == changes) {
            return Ok(tables);
        }
        let tables = self.store.read(|connection| {
            let event = the_event(connection)?;
            Ok::<_, ActError>(Arc::new(Tables::build(connection, event)?))
        })?;
        *self.kept.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((changes, Arc::clone(&tables)));
        Ok(tables)
    }

    /// What is owed in all published rounds, with what has come in so far. In a round whose
    /// winners are drawn by lot nothing is owed until every game is decided: the draw is among
    /// all winners.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn obligations(&self) -> Result<Vec<Obligation>, ActError> {
        let tables = self.tables()?;
        let regulation = &tables.event.regulation;
        let owed = obligations::due(&tables.document, regulation, &[]);
        let open_draw = |round: u16| {
            drawn_by_lot(regulation, round)
                && tables.games_of(round).iter().any(|game| !game.is_settled())
        };
        let mut known = Vec::new();
        for owed in owed.iter().filter(|owed| owed.state == RecordState::Open) {
            let game = tables
                .games_of(owed.round)
                .iter()
                .find(|game| game.board == owed.board);
            let Some(game) = game else { continue };
            let state = self.live_state(game.id)?;
            if live::record_is_in(&state.state) {
                known.push(RecordStatus {
                    round: owed.round,
                    board: owed.board,
                    state: RecordState::Met,
                });
            }
        }
        let mut owed = obligations::due(&tables.document, regulation, &known);
        owed.retain(|owed| !open_draw(owed.round));
        Ok(owed)
    }

    /// Whether a board has an open call.
    pub(super) fn is_calling(&self, game: GameId) -> Result<bool, ActError> {
        self.store.read(|connection| {
            let event = the_event(connection)?.id;
            let calls = enrolment::open_calls(connection, event)?;
            Ok(calls.iter().any(|(known, _)| *known == game))
        })
    }

    /// Rounds that were paired before a result of an earlier round was put right.
    pub(super) fn rounds_paired_with_old_results(&self) -> Result<Vec<u16>, ActError> {
        let tables = self.tables()?;
        let stale = tables.rounds.iter().filter(|round| {
            let body = tables
                .document
                .rounds
                .iter()
                .find(|body| body.round == round.number);
            let made_from = body.and_then(|body| body.paired_from.clone());
            made_from.is_some_and(|made_from| made_from != tables.fingerprint_before(round.number))
        });
        Ok(stale.map(|round| round.number).collect())
    }

    /// A game as it stands.
    ///
    /// # Errors
    /// The database's errors.
    pub fn live_state(&self, game: GameId) -> Result<LiveGame, StoreError> {
        self.store
            .read(|connection| self.live.get(connection, game))
    }

    /// A game as spectators may see it: as far behind as the event wants while it is played,
    /// whole once it is decided.
    ///
    /// # Errors
    /// The database's errors.
    pub(super) fn shown_state(&self, game: &StoredGame) -> Result<LiveGame, StoreError> {
        let delay = self.delay();
        if delay.is_zero() || game.decision.is_some() {
            return self.live_state(game.id);
        }
        let delay_ms = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
        let until = chrono::Utc::now().timestamp_millis() - delay_ms;
        let mut shown = self
            .store
            .read(|connection| self.late.get_until(connection, game.id, until))?;
        // Clocks run on from the moment the entry is shown.
        shown.received_ms += delay_ms;
        Ok(shown)
    }

    /// The players of the event.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn players(&self) -> Result<Vec<Player>, ActError> {
        self.store.read(|connection| {
            let event = the_event(connection)?;
            Ok(player::all(connection, event.id)?)
        })
    }

    /// The event document as it stands, with the rounds that were published.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn document(&self) -> Result<EventDocument, ActError> {
        Ok(self.tables()?.document.clone())
    }
}

fn drawn_by_lot(regulation: &Regulation, round: u16) -> bool {
    regulation.recording.iter().any(|rule| {
        rule.from_round <= round
            && rule.to_round.is_none_or(|to| round <= to)
            && matches!(rule.chosen, Chosen::RandomWinners(_))
    })
}
