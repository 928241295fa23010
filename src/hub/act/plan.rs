//! How many rounds there will be.

use crate::hub::{Hub, the_event};
use crate::store::hub::event;

use super::{ActError, Actor, note};

impl Hub {
    /// Fixes the number of rounds, as the arbiter decides it (regulation: "depending on entries").
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn plan_rounds(&self, rounds: u16, actor: &Actor) -> Result<(), ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let mut event = the_event(connection)?;
            let before = event.facts.rounds_planned.replace(rounds);
            event::update(connection, &event)?;
            note(
                connection,
                event.id,
                &actor,
                "event.rounds",
                &before,
                &rounds,
            )?;
            Ok::<_, ActError>(())
        })?;
        self.event_changed();
        Ok(())
    }
}
