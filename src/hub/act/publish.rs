//! Publishing a round: idempotent by round number and digest.

use super::{ActError, Actor, note};
use crate::hub::{Hub, now, the_event};
use crate::store::hub::round::{self, RoundState};

impl Hub {
    /// Publishes a round as it was looked at. Doing it again changes nothing.
    ///
    /// Returns whether the round was published by this call.
    ///
    /// # Errors
    /// [`ActError::NoRound`]; [`ActError::Changed`] when the digest is not that of the round.
    pub fn publish_round(
        &self,
        number: u16,
        digest: &str,
        actor: &Actor,
    ) -> Result<bool, ActError> {
        let (actor, digest) = (actor.clone(), digest.to_owned());
        let published = self.store.write(move |connection| {
            let event = the_event(connection)?;
            let stored = round::get(connection, event.id, number)?;
            let stored = stored.ok_or(ActError::NoRound(number))?;
            if stored.digest != digest {
                return Err(ActError::Changed { round: number });
            }
            if stored.state != RoundState::Draft {
                return Ok(false);
            }
            round::set_state(connection, event.id, number, RoundState::Published, &now())?;
            note(
                connection,
                event.id,
                &actor,
                "round.publish",
                &number,
                &digest,
            )?;
            Ok(true)
        })?;
        if published {
            self.event_changed();
        }
        Ok(published)
    }
}
