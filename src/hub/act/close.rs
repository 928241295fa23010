//! Closing a round: every result stands, and what became of the records owed is decided.

use rusqlite::Connection;
use serde::Serialize;
use tournament::document::RecordState;
use tournament::obligations::{self, Obligation};

use super::{ActError, Actor, note};
use crate::hub::live::{self, Live};
use crate::hub::{Hub, now, the_event};
use crate::store::StoreError;
use crate::store::hub::document::{self, Rounds};
use crate::store::hub::event::Event;
use crate::store::hub::foul::{self, FoulSource};
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::obligation::{self, StoredObligation};
use crate::store::hub::round::{self, RoundState};

#[derive(Serialize)]
struct Closed {
    round: u16,
    met: Vec<u32>,
    missed: Vec<u32>,
}

impl Hub {
    /// Closes a round. A record that was owed and is not in is missed and costs its foul in this
    /// round; one that was waived stays waived. Closing again changes nothing.
    ///
    /// Returns what is owed in the round, decided.
    ///
    /// # Errors
    /// [`ActError::NoRound`]; [`ActError::BoardsOpen`] with the boards without a result.
    pub fn close_round(&self, number: u16, actor: &Actor) -> Result<Vec<Obligation>, ActError> {
        let actor = actor.clone();
        let owed = self.store.write(move |connection| {
            let event = the_event(connection)?;
            let stored = round::get(connection, event.id, number)?
                .filter(|round| round.state != RoundState::Draft)
                .ok_or(ActError::NoRound(number))?;
            let games = game::of_round(connection, event.id, number)?;
            let open: Vec<u32> = games
                .iter()
                .filter(|game| !game.is_settled())
                .map(|game| game.board)
                .collect();
            if !open.is_empty() {
                return Err(ActError::BoardsOpen {
                    round: number,
                    boards: open,
                });
            }
            let mut owed = of_round(connection, &event, number)?;
            if stored.state == RoundState::Closed {
                return Ok(owed);
            }
            decide(connection, &event, &games, &mut owed)?;
            round::set_state(connection, event.id, number, RoundState::Closed, &now())?;
            let boards = |state| {
                owed.iter()
                    .filter(|owed| owed.state == state)
                    .map(|owed| owed.board)
                    .collect()
            };
            let closed = Closed {
                round: number,
                met: boards(RecordState::Met),
                missed: boards(RecordState::Missed),
            };
            note(connection, event.id, &actor, "round.close", &(), &closed)?;
            Ok(owed)
        })?;
        self.event_changed();
        Ok(owed)
    }

    /// Lets a player off a record that is owed, or was missed.
    ///
    /// # Errors
    /// [`ActError::NoGame`] when nothing is owed there.
    pub fn waive_record(&self, round: u16, board: u32, actor: &Actor) -> Result<(), ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?;
            let owed = of_round(connection, &event, round)?;
            let owed = owed
                .into_iter()
                .find(|owed| owed.board == board)
                .ok_or(ActError::NoGame)?;
            let game = game::on_board(connection, event.id, round, board)?;
            let game = game.ok_or(ActError::NoGame)?;
            foul::clear(connection, game.id, FoulSource::Record)?;
            put(
                connection,
                &event,
                &Obligation {
                    state: RecordState::Waived,
                    ..owed.clone()
                },
            )?;
            note(
                connection,
                event.id,
                &actor,
                "record.waive",
                &owed,
                &"waived",
            )?;
            Ok::<_, ActError>(())
        })?;
        self.event_changed();
        Ok(())
    }
}

fn of_round(
    connection: &Connection,
    event: &Event,
    number: u16,
) -> Result<Vec<Obligation>, StoreError> {
    let document = document::assemble(connection, event, Rounds::Published)?;
    let due = obligations::due(&document, &event.regulation, &[]);
    Ok(due
        .into_iter()
        .filter(|owed| owed.round == number)
        .collect())
}

fn decide(
    connection: &Connection,
    event: &Event,
    games: &[StoredGame],
    owed: &mut [Obligation],
) -> Result<(), StoreError> {
    for owed in owed {
        let Some(game) = games.iter().find(|game| game.board == owed.board) else {
            continue;
        };
        if owed.state == RecordState::Waived {
            continue;
        }
        let state = Live::read(connection, game.id)?.state;
        if live::record_is_in(&state) {
            owed.state = RecordState::Met;
        } else {
            owed.state = RecordState::Missed;
            owed.fouls = event.regulation.fouls.missed_record;
            for _ in 0..owed.fouls {
                foul::add(
                    connection,
                    event.id,
                    game.id,
                    owed.number,
                    "record",
                    FoulSource::Record,
                    &now(),
                )?;
            }
        }
        put(connection, event, owed)?;
    }
    Ok(())
}

fn put(connection: &Connection, event: &Event, owed: &Obligation) -> Result<(), StoreError> {
    let reason = serde_json::to_value(owed.reason).unwrap_or_default();
    let stored = StoredObligation {
        round: owed.round,
        board: owed.board,
        player: owed.number,
        reason: reason.as_str().unwrap_or_default().to_owned(),
        state: owed.state,
    };
    obligation::put(connection, event.id, &stored, &now())
}
