//! Taking in a finished record that comes whole, not entry by entry.
//!
//! The journal is the one truth of a game, also of one whose record comes from a terminal that
//! keeps none: where nothing was journalled the record becomes the journal.

use std::sync::Arc;

use chrono::Utc;
use rusqlite::Connection;
use tournament::document::GameResult;
use xiangqi::{Move, Position};

use super::settle::settle;
use super::tie::{self, Barred, Tie};
use super::{Hub, now};
use crate::journal::{Entry, Event as Happened, GameId, Head, Mode, Stamp, Started};
use crate::store::StoreError;
use crate::store::hub::enrolment::StoredTerminal;
use crate::store::hub::event::Event;
use crate::store::hub::record::{self, Arrival};
use crate::store::hub::{entry, game};
use crate::sync::wire::{RecordUpload, Refusal};

/// A record that was looked at.
struct Looked {
    start: String,
    moves: Vec<Move>,
}

impl Hub {
    /// Takes in a finished record. The same one again is a duplicate; another one of the same game
    /// is kept beside it, for a person to decide. Returns whether it was there before.
    ///
    /// # Errors
    /// The refusal that travels back.
    pub(super) async fn take_record(
        self: &Arc<Self>,
        id: GameId,
        terminal: StoredTerminal,
        upload: RecordUpload,
    ) -> Result<bool, Refusal> {
        let looked = look(&upload).map_err(|reason| Refusal::Unreadable { reason })?;
        let (hub, after) = (Arc::clone(self), Arc::clone(self));
        let taken = self.store.write_then(
            move |connection| hub.store_record(connection, id, &terminal, &upload, looked),
            move |arrival: &Arrival| {
                if *arrival == Arrival::New {
                    after.facts_changed();
                    after.game_changed(id);
                }
            },
        );
        match taken.await {
            Ok(Arrival::New) => Ok(false),
            Ok(Arrival::Duplicate) => Ok(true),
            Ok(Arrival::Differs) => Err(Refusal::Differs),
            Err(Barred::Refused(refusal)) => Err(refusal),
            Err(Barred::Failed(error)) => {
                tracing::error!(%id, %error, "a record could not be stored");
                Err(Refusal::Unavailable)
            }
        }
    }

    fn store_record(
        &self,
        connection: &Connection,
        id: GameId,
        terminal: &StoredTerminal,
        upload: &RecordUpload,
        looked: Looked,
    ) -> Result<Arrival, Barred> {
        let (event, stored, tie) = tie::game_for(connection, id, terminal)?;
        let body =
            serde_json::to_string(upload).map_err(|error| StoreError::corrupt("record", error))?;
        let print = &upload.fingerprint;
        let arrival = record::put(connection, event.id, id, print, &body, &now())?;
        if arrival != Arrival::New {
            return Ok(arrival);
        }
        let live = self.live.get(connection, id)?;
        if live.head.seq > 0 {
            let same = live.state.moves().eq(looked.moves.iter().copied());
            return Ok(if same { Arrival::New } else { Arrival::Differs });
        }
        if tie == Tie::Wrote {
            // Another terminal has the game; the record is kept, the journal is not begun by it.
            return Ok(arrival);
        }
        game::set_writer(connection, id, &terminal.id, stored.epoch)?;
        let mut head = Head {
            epoch: stored.epoch,
            ..Head::empty(id)
        };
        let entries = journal_of(&mut head, &event, &terminal.id, looked);
        let received_ms = Utc::now().timestamp_millis();
        for entry in &entries {
            entry::insert(connection, event.id, entry, 0, received_ms)?;
        }
        let folded = crate::journal::GameState::fold(&entries);
        settle(connection, &event, &stored, &folded, &entries)?;
        Ok(Arrival::New)
    }
}

/// The journal of a record that came whole: entered after the game, and handed in.
fn journal_of(head: &mut Head, event: &Event, writer: &str, record: Looked) -> Vec<Entry> {
    let limit = &event.regulation.natural_limit;
    let started = Happened::Started(Started {
        mode: Mode::Entry,
        start_fen: record.start,
        time: None,
        limit_rounds: limit.rounds,
        claimant_check_cap: limit.claimant_check_cap,
    });
    let moves = record.moves.into_iter().map(|mv| Happened::Move { mv });
    let all = std::iter::once(started)
        .chain(moves)
        .chain([Happened::Submitted]);
    let stamp = Stamp {
        wall: now(),
        boot: 0,
        mono_ms: 0,
    };
    all.map(|event| head.append(writer, stamp.clone(), event))
        .collect()
}

/// Reads a record and plays it over: in entry mode legality is enforced.
fn look(upload: &RecordUpload) -> Result<Looked, String> {
    if upload.fingerprint != upload.computed_fingerprint() {
        return Err("the fingerprint does not fit the record".to_owned());
    }
    match game::parse(&upload.result) {
        None | Some(GameResult::Unfinished) => return Err("there is no such result".to_owned()),
        Some(_) => {}
    }
    let mut position =
        Position::from_fen(&upload.start_fen).map_err(|error| format!("start_fen: {error}"))?;
    if upload.moves.is_empty() {
        return Err("a record has moves".to_owned());
    }
    let mut moves = Vec::with_capacity(upload.moves.len());
    for (text, ply) in upload.moves.iter().zip(1..) {
        let mv: Move = text
            .parse()
            .map_err(|error| format!("move {ply}: {error}"))?;
        position = position
            .play(mv)
            .map_err(|error| format!("move {ply}: {error}"))?;
        moves.push(mv);
    }
    Ok(Looked {
        start: upload.start_fen.clone(),
        moves,
    })
}
