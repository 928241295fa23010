//! What a game's journal decides beyond itself: result, fouls, colours, instructions carried out.

use rusqlite::Connection;

use super::act::result_of;
use super::now;
use crate::journal::{Entry, Event as Happened, GameState, Phase, Signer};
use crate::store::StoreError;
use crate::store::hub::event::{Event, EventId};
use crate::store::hub::foul::{self, FoulSource};
use crate::store::hub::game::{self, Decision, Source, StoredGame};
use crate::store::hub::instruction;

/// Writes down what the folded game decides: result, fouls, colours. Says whether anything did.
pub fn settle(
    connection: &Connection,
    event: &Event,
    stored: &StoredGame,
    state: &GameState,
    fresh: &[Entry],
) -> Result<bool, StoreError> {
    let mut decided = false;
    if state.colours_as_played() != stored.swapped {
        game::set_swapped(connection, stored.id, state.colours_as_played())?;
        decided = true;
    }
    let about_fouls = |entry: &Entry| {
        matches!(
            entry.event,
            Happened::Foul { .. } | Happened::ColoursAsPlayed
        )
    };
    if fresh.iter().any(about_fouls) {
        note_fouls(connection, event.id, stored, state)?;
        decided = true;
    }
    for wanted in instruction::open(connection, stored.id)? {
        if fresh.iter().any(|entry| entry.event == wanted.event) {
            instruction::done(connection, &wanted.id, &now())?;
            decided = true;
        }
    }
    // What an arbiter entered at the desk stands over the journal.
    let by_desk = stored
        .decision
        .as_ref()
        .is_some_and(|decision| decision.source == Source::Desk);
    let decision = decision_of(event, stored, state);
    if !by_desk && decision != stored.decision {
        game::decide(connection, stored.id, decision.as_ref(), &now())?;
        decided = true;
    }
    Ok(decided)
}

fn note_fouls(
    connection: &Connection,
    event: EventId,
    stored: &StoredGame,
    state: &GameState,
) -> Result<(), StoreError> {
    foul::clear(connection, stored.id, FoulSource::Journal)?;
    let as_played = StoredGame {
        swapped: state.colours_as_played(),
        ..stored.clone()
    };
    for noted in state.fouls() {
        let player = as_played.player(noted.side);
        let source = FoulSource::Journal;
        foul::add(
            connection,
            event,
            stored.id,
            player,
            &noted.article,
            source,
            &now(),
        )?;
    }
    Ok(())
}

/// Both signatures, or the arbiter's, close a game; its result counts when the event does not ask
/// for an arbiter besides, or he signed, or he confirmed the same result before.
fn decision_of(event: &Event, stored: &StoredGame, state: &GameState) -> Option<Decision> {
    let outcome = state.outcome().filter(|_| state.phase() == Phase::Closed)?;
    let result = result_of(outcome);
    let arbiter = state
        .signatures()
        .iter()
        .any(|by| matches!(by, Signer::Arbiter { .. }));
    let before = stored
        .decision
        .as_ref()
        .is_some_and(|decision| decision.confirmed && decision.result == result);
    let reason = serde_json::to_value(outcome.reason).unwrap_or_default();
    Some(Decision {
        result,
        reason: reason.as_str().unwrap_or_default().to_owned(),
        source: Source::Journal,
        confirmed: !event.conduct.arbiter_confirms || arbiter || before,
    })
}
