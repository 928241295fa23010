//! Entering people, checking them in, letting them go.

use std::sync::atomic::Ordering;

use serde_json::{Map, Value, json};
use tournament::answers;
use tournament::document::{Number, Player};
use tournament::entries::{self, Draw, Entered};

use super::{ActError, Actor};
use crate::hub::Hub;
use crate::store::hub::event::Conduct;

/// The field of a player that holds what was shown at check-in.
pub const CHECKED_IN: &str = "checked_in";

/// What a player shows at check-in (regulation VII(2)3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four papers, each shown or not by itself"
)]
pub struct Documents {
    /// Proof that the fee was paid.
    pub fee: bool,
    /// The identity card.
    pub identity: bool,
    /// The accident insurance.
    pub insurance: bool,
    /// Two photographs.
    pub photographs: bool,
}

impl Documents {
    /// What a player has shown, when he has checked in.
    pub fn of(player: &Player) -> Option<Self> {
        serde_json::from_value(player.other.get(CHECKED_IN)?.clone()).ok()
    }
}

impl Hub {
    /// Enters a player: into the field, on the waiting list beyond the limit, or late once play
    /// has begun.
    ///
    /// # Errors
    /// [`ActError::Entry`] with the reason.
    pub fn enter_player(&self, player: Player, actor: &Actor) -> Result<Entered, ActError> {
        self.amend(actor, "people.enter", move |document, regulation| {
            let name = player.name.clone();
            let entered = if document.rounds.is_empty() {
                entries::enter(document, regulation, player)?
            } else {
                let next = document.last_round() + 1;
                entries::enter_late(document, regulation, player, next)?;
                Entered::Playing
            };
            let waiting = matches!(entered, Entered::Waiting(_));
            Ok((entered, json!({"name": name, "waiting": waiting})))
        })
    }

    /// Notes what a player showed at check-in.
    ///
    /// # Errors
    /// [`ActError::Refused`] when nobody has the number.
    pub fn check_in(
        &self,
        number: Number,
        shown: Documents,
        actor: &Actor,
    ) -> Result<(), ActError> {
        self.amend(actor, "people.check_in", move |document, _| {
            let player = document
                .players
                .iter_mut()
                .find(|player| player.number == number);
            let player = player.ok_or(UNKNOWN)?;
            let shown = serde_json::to_value(shown).unwrap_or(Value::Object(Map::new()));
            player.other.insert(CHECKED_IN.to_owned(), shown);
            Ok(((), json!({"number": number})))
        })
    }

    /// A player leaves after the last published round; before the first he frees his place.
    ///
    /// # Errors
    /// [`ActError::Entry`] with the reason.
    pub fn withdraw_player(&self, number: Number, actor: &Actor) -> Result<(), ActError> {
        self.amend(actor, "people.withdraw", move |document, _| {
            let after = document.last_round();
            entries::withdraw(document, number, after)?;
            Ok(((), json!({"number": number, "after": after})))
        })
    }

    /// Draws the starting numbers from a seed that is published with them.
    ///
    /// # Errors
    /// [`ActError::Entry`] once play has begun.
    pub fn draw_numbers(&self, seed: &str, draw: Draw, actor: &Actor) -> Result<(), ActError> {
        let seed = seed.to_owned();
        self.amend(actor, "people.draw", move |document, _| {
            entries::draw_numbers(document, &seed, draw)?;
            Ok(((), json!({"seed": seed})))
        })
    }

    /// Closes the entries: what prizes and rounds depend on is counted now and stays so.
    ///
    /// # Errors
    /// [`ActError::Entry`] once play has begun.
    pub fn close_entries(&self, actor: &Actor) -> Result<(), ActError> {
        self.amend(actor, "people.close", |document, regulation| {
            entries::close(document, regulation)?;
            Ok(((), json!({"counts": document.counts_at_close})))
        })
    }

    /// Answers a question the regulation leaves open.
    ///
    /// # Errors
    /// [`ActError::Refused`] when the regulation does not ask it.
    pub fn answer_question(
        &self,
        name: &str,
        answer: Value,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let name = name.to_owned();
        self.amend(actor, "event.answer", move |document, regulation| {
            let asked = answers::questions(document, regulation);
            if !asked.iter().any(|question| question.name == name) {
                return Err(ActError::Refused(
                    "没有这个问题",
                    "there is no such question",
                ));
            }
            let noted = json!({"question": name, "answer": answer});
            if name == answers::ROUNDS {
                let rounds = answer
                    .as_u64()
                    .and_then(|rounds| u16::try_from(rounds).ok());
                document.rounds_planned = rounds.filter(|rounds| *rounds > 0);
            }
            document.answers.insert(name, answer);
            Ok(((), noted))
        })
    }

    /// Enters lots drawn by the chief arbiter, best first; players drawn earlier keep their order
    /// behind them.
    ///
    /// # Errors
    /// [`ActError::Refused`] when nobody has one of the numbers or one stands twice.
    pub fn enter_lots(&self, order: Vec<Number>, actor: &Actor) -> Result<(), ActError> {
        self.amend(actor, "event.lots", move |document, _| {
            let mut seen = std::collections::BTreeSet::new();
            for number in &order {
                if document.player(*number).is_none() || !seen.insert(*number) {
                    return Err(UNKNOWN);
                }
            }
            let before = document.lots.clone();
            let kept = before.iter().filter(|number| !seen.contains(number));
            document.lots = order.iter().chain(kept).copied().collect();
            let noted = json!({"before": before, "lots": document.lots});
            Ok(((), noted))
        })
    }

    /// Sets how far spectators are behind and who confirms results.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn set_conduct(&self, conduct: Conduct, actor: &Actor) -> Result<(), ActError> {
        let actor = actor.clone();
        let delay_s = conduct.delay_s;
        self.store.write(move |connection| {
            let event = crate::hub::the_event(connection)?;
            let before = event.conduct.clone();
            let changed = crate::store::hub::event::Event { conduct, ..event };
            crate::store::hub::event::update(connection, &changed)?;
            super::note(
                connection,
                changed.id,
                &actor,
                "event.conduct",
                &before,
                &changed.conduct,
            )?;
            Ok::<_, ActError>(())
        })?;
        self.delay_s.store(delay_s, Ordering::Relaxed);
        self.event_changed();
        Ok(())
    }
}

const UNKNOWN: ActError = ActError::Refused("没有这个编号", "nobody has this number");
