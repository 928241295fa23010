//! Adjusting a draft by hand: another opponent, other colours, pairs that must or must not be.

use rusqlite::Connection;
use serde_json::{Value, json};
use tournament::check::{self, Violation};
use tournament::document::{ForbiddenPair, Number};

use super::pair::{digest, keep_pairing, published_or};
use super::{ActError, Actor, note};
use crate::hub::{Hub, the_event};
use crate::store::hub::document::{self, Rounds};
use crate::store::hub::event::Event;
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::round::{self, RoundState, StoredRound, Words};

/// A change of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Adjustment {
    /// These two change seats.
    Swap(Number, Number),
    /// The colours of this board are turned.
    Turn(u32),
    /// These pairs must be, these must not; the rest is paired anew around them.
    Repair {
        /// Pairs that must be.
        locked: Vec<[Number; 2]>,
        /// Pairs that must not.
        forbidden: Vec<[Number; 2]>,
    },
}

impl Hub {
    /// Changes the draft of a round.
    ///
    /// # Errors
    /// [`ActError::NoRound`]; [`ActError::Frozen`] once it is published; [`ActError::Pairing`]
    /// when the pairs asked for leave no pairing.
    pub fn adjust_draft(
        &self,
        number: u16,
        adjustment: Adjustment,
        actor: &Actor,
    ) -> Result<StoredRound, ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?;
            let stored = round::get(connection, event.id, number)?;
            let stored = stored.ok_or(ActError::NoRound(number))?;
            if stored.state != RoundState::Draft {
                return Err(ActError::Frozen(number));
            }
            let noted: Value;
            let after = match adjustment {
                Adjustment::Swap(one, two) => {
                    noted = json!({"swap": [one, two]});
                    rearrange(connection, &event, stored.clone(), |games| {
                        swap(games, one, two)
                    })?
                }
                Adjustment::Turn(board) => {
                    noted = json!({"turn": board});
                    rearrange(connection, &event, stored.clone(), |games| {
                        turn(games, board)
                    })?
                }
                Adjustment::Repair { locked, forbidden } => {
                    noted = json!({"locked": locked, "forbidden": forbidden});
                    repair(connection, &event, &locked, &forbidden)?
                }
            };
            let after_noted = json!({"change": noted, "digest": after.digest});
            note(
                connection,
                event.id,
                &actor,
                "round.adjust",
                &stored.digest,
                &after_noted,
            )?;
            Ok(after)
        })
    }

    /// What the checker, which shares no code with the pairer, says of a draft.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn look_over_draft(&self, number: u16) -> Result<Vec<Violation>, ActError> {
        self.store.read(|connection| {
            let event = the_event(connection)?;
            let document = document::assemble(connection, &event, Rounds::WithDraft)?;
            let mut found = check::check(&document, &event.regulation);
            found.retain(|found| found.round == number);
            Ok(found)
        })
    }
}

/// Changes seats and keeps the draft with its new digest.
fn rearrange(
    connection: &Connection,
    event: &Event,
    draft: StoredRound,
    change: impl FnOnce(&mut [StoredGame]) -> Result<(), ActError>,
) -> Result<StoredRound, ActError> {
    let mut games = game::of_round(connection, event.id, draft.number)?;
    change(&mut games)?;
    let mut document = document::assemble(connection, event, Rounds::WithDraft)?;
    let body = document
        .rounds
        .iter_mut()
        .find(|round| round.round == draft.number);
    let body = body.ok_or(ActError::NoRound(draft.number))?;
    for (seat, game) in body.games.iter_mut().zip(&games) {
        (seat.red, seat.black) = (game.red, game.black);
    }
    let draft = StoredRound {
        digest: digest(body),
        ..draft
    };
    round::put_draft(connection, event.id, &draft)?;
    for game in &games {
        game::insert(connection, event.id, game)?;
    }
    Ok(draft)
}

fn by_hand(game: &mut StoredGame) {
    game.why = Words {
        zh: "手工调整".to_owned(),
        en: "adjusted by hand".to_owned(),
    };
}

fn swap(games: &mut [StoredGame], one: Number, two: Number) -> Result<(), ActError> {
    let seated = |games: &[StoredGame], number| {
        games
            .iter()
            .any(|game| game.red == number || game.black == number)
    };
    if one == two || !seated(games, one) || !seated(games, two) {
        return Err(ActError::Refused(
            "两个编号都须在本轮台上",
            "both must sit in this round",
        ));
    }
    let other = |number| match number {
        number if number == one => two,
        number if number == two => one,
        number => number,
    };
    for game in games {
        let before = (game.red, game.black);
        (game.red, game.black) = (other(game.red), other(game.black));
        if before != (game.red, game.black) {
            by_hand(game);
        }
    }
    Ok(())
}

fn turn(games: &mut [StoredGame], board: u32) -> Result<(), ActError> {
    let game = games
        .iter_mut()
        .find(|game| game.board == board)
        .ok_or(ActError::NoGame)?;
    std::mem::swap(&mut game.red, &mut game.black);
    by_hand(game);
    Ok(())
}

/// Pairs anew: who is locked to somebody may meet nobody else in this round.
fn repair(
    connection: &Connection,
    event: &Event,
    locked: &[[Number; 2]],
    forbidden: &[[Number; 2]],
) -> Result<StoredRound, ActError> {
    let mut document = published_or(connection, event)?;
    let round = document.last_round() + 1;
    let ban = |players| ForbiddenPair {
        players,
        from_round: Some(round),
        to_round: Some(round),
    };
    for pair in locked {
        for one in pair {
            let others = document.players.iter().map(|player| player.number);
            let bans: Vec<_> = others
                .filter(|other| !pair.contains(other))
                .map(|other| ban([*one, other]))
                .collect();
            document.forbidden.extend(bans);
        }
    }
    document
        .forbidden
        .extend(forbidden.iter().copied().map(ban));
    keep_pairing(connection, event, document)
}
