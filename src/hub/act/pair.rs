//! Pairing the next round: the pairer proposes, the checker looks it over, the draft is kept.

use rusqlite::Connection;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tournament::document::Round;
use tournament::pairing::{self, PairedRound};
use tournament::{EventDocument, check};
use uuid::Uuid;

use super::{ActError, Actor, note};
use crate::hub::table::fingerprint;
use crate::hub::{Hub, the_event};
use crate::journal::GameId;
use crate::store::hub::document::{self, Rounds};
use crate::store::hub::event::Event;
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::round::{self, RoundState, StoredRound, Words};

impl Hub {
    /// Pairs the next round and keeps it as a draft. Pairing again while the draft is not
    /// published replaces it by the same pairing.
    ///
    /// # Errors
    /// [`ActError::RoundOpen`] while the last published round is not closed,
    /// [`ActError::AllPlayed`], [`ActError::Pairing`] with the players who block, and
    /// [`ActError::Unsound`] when the independent checker finds a hard fault.
    pub fn pair_next(&self, actor: &Actor) -> Result<StoredRound, ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?;
            let draft = pair(connection, &event)?;
            note(
                connection,
                event.id,
                &actor,
                "round.pair",
                &(),
                &Summary::of(&draft),
            )?;
            Ok(draft)
        })
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    round: u16,
    digest: &'a str,
}

impl<'a> Summary<'a> {
    fn of(draft: &'a StoredRound) -> Self {
        Self {
            round: draft.number,
            digest: &draft.digest,
        }
    }
}

fn pair(connection: &Connection, event: &Event) -> Result<StoredRound, ActError> {
    let document = published_or(connection, event)?;
    keep_pairing(connection, event, document)
}

/// The document from which the next round is paired, when it can be.
pub(super) fn published_or(
    connection: &Connection,
    event: &Event,
) -> Result<EventDocument, ActError> {
    let published = round::all(connection, event.id)?
        .into_iter()
        .rfind(|round| round.state != RoundState::Draft);
    if let Some(last) = published.filter(|last| last.state == RoundState::Published) {
        return Err(ActError::RoundOpen(last.number));
    }
    let document = document::assemble(connection, event, Rounds::Published)?;
    if let Some(rounds) = event.regulation.rounds_of(&document)
        && document.last_round() >= rounds
    {
        return Err(ActError::AllPlayed(rounds));
    }
    Ok(document)
}

/// Pairs the round after the last one of the document and keeps it as the draft.
pub(super) fn keep_pairing(
    connection: &Connection,
    event: &Event,
    mut document: EventDocument,
) -> Result<StoredRound, ActError> {
    let paired = pairing::pair_next(&document, &event.regulation)?;
    let made_from = fingerprint(&document, paired.round);
    let body = Round {
        paired_from: Some(made_from),
        ..paired.to_round()
    };
    look_over(&mut document, event, &body)?;
    keep(connection, event, &paired, body)
}

/// The checker shares no code with the pairer; a hard fault stops the round.
fn look_over(document: &mut EventDocument, event: &Event, paired: &Round) -> Result<(), ActError> {
    document.rounds.push(paired.clone());
    let found = check::check(document, &event.regulation);
    let hard = found
        .into_iter()
        .find(|found| found.round == paired.round && !found.soft);
    match hard {
        Some(found) => Err(ActError::Unsound {
            round: found.round,
            detail: found.detail,
        }),
        None => Ok(()),
    }
}

fn keep(
    connection: &Connection,
    event: &Event,
    paired: &PairedRound,
    body: Round,
) -> Result<StoredRound, ActError> {
    let draft = StoredRound {
        number: paired.round,
        state: RoundState::Draft,
        digest: digest(&body),
        relaxed: paired.relaxed.iter().map(Words::from).collect(),
        body: Round {
            games: Vec::new(),
            ..body
        },
        published: None,
        closed: None,
    };
    round::put_draft(connection, event.id, &draft)?;
    for pair in &paired.games {
        let stored = StoredGame {
            id: GameId(Uuid::now_v7()),
            round: paired.round,
            board: pair.board,
            red: pair.red,
            black: pair.black,
            swapped: false,
            why: Words::from(&pair.why),
            decision: None,
            writer: None,
            epoch: 1,
        };
        game::insert(connection, event.id, &stored)?;
    }
    Ok(draft)
}

/// What publishing names: who sits where, and who is free.
pub(super) fn digest(round: &Round) -> String {
    let boards: Vec<_> = round
        .games
        .iter()
        .map(|game| (game.board, game.red, game.black))
        .collect();
    let bytes = serde_json::to_vec(&(round.round, boards, round.bye, round.women_bye))
        .expect("numbers always become JSON");
    hex::encode(Sha256::digest(bytes))
}
