//! Making the event.

use std::sync::atomic::Ordering;

use tournament::{EventDocument, Regulation};
use uuid::Uuid;

use super::{ActError, Actor, note};
use crate::hub::{Hub, now};
use crate::store::hub::event::{self, Conduct, Event, EventId};
use crate::store::hub::player;

/// An event to be made.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// Title, players, seed and answers; no rounds.
    pub document: EventDocument,
    /// The regulation it is played by.
    pub regulation: Regulation,
    /// How the hub runs it.
    pub conduct: Conduct,
}

impl Hub {
    /// Makes the event of this hub.
    ///
    /// # Errors
    /// [`ActError::EventExists`]; [`ActError::Document`] when the players contradict each other.
    pub fn create_event(&self, new: NewEvent, actor: &Actor) -> Result<Event, ActError> {
        new.document.check()?;
        let actor = actor.clone();
        let delay_s = new.conduct.delay_s;
        let made = self.store.write(move |connection| {
            if let Some(event) = event::current(connection)? {
                return Err(ActError::EventExists(event.facts.title.unwrap_or_default()));
            }
            let NewEvent {
                mut document,
                regulation,
                conduct,
            } = new;
            let players = std::mem::take(&mut document.players);
            document.rounds.clear();
            let event = Event {
                id: EventId(Uuid::now_v7()),
                facts: document,
                regulation,
                conduct,
            };
            event::insert(connection, &event, &now())?;
            for entered in &players {
                player::put(connection, event.id, entered)?;
            }
            let facts = (&event.facts.title, &event.regulation.name, players.len());
            note(connection, event.id, &actor, "event.create", &(), &facts)?;
            Ok::<_, ActError>(event)
        })?;
        self.delay_s.store(delay_s, Ordering::Relaxed);
        self.event_changed();
        Ok(made)
    }
}
