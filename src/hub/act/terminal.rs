//! Putting terminals at boards, taking their keys away, giving a game to another terminal.

use super::{ActError, Actor, note};
use crate::hub::{Hub, now, the_event};
use crate::journal::GameId;
use crate::store::hub::{enrolment, game};

impl Hub {
    /// Puts a terminal at a board, or at none.
    ///
    /// # Errors
    /// [`ActError::NoTerminal`]; the database's errors.
    pub fn place_terminal(
        &self,
        id: &str,
        board: Option<u32>,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let (id, actor) = (id.to_owned(), actor.clone());
        self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            let before = enrolment::get(connection, &id)?.ok_or(ActError::NoTerminal)?;
            enrolment::place(connection, &id, board)?;
            note(
                connection,
                event,
                &actor,
                "terminal.place",
                &(&id, before.board),
                &(&id, board),
            )?;
            Ok::<_, ActError>(())
        })?;
        self.presence.forget_keys();
        self.facts_changed();
        Ok(())
    }

    /// Takes a terminal's key away. It keeps its data and is refused from now on.
    ///
    /// # Errors
    /// [`ActError::NoTerminal`]; the database's errors.
    pub fn revoke_terminal(&self, id: &str, actor: &Actor) -> Result<(), ActError> {
        let (id, actor) = (id.to_owned(), actor.clone());
        self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            enrolment::get(connection, &id)?.ok_or(ActError::NoTerminal)?;
            enrolment::revoke(connection, &id, &now())?;
            note(connection, event, &actor, "terminal.revoke", &(), &id)?;
            Ok::<_, ActError>(())
        })?;
        self.presence.forget_keys();
        self.facts_changed();
        Ok(())
    }

    /// Gives a game to another terminal: a new writer's epoch begins. What the old one still has
    /// is kept beside the game when it comes.
    ///
    /// Returns the new epoch.
    ///
    /// # Errors
    /// [`ActError::NoTerminal`]; [`ActError::NoGame`]; the database's errors.
    pub fn hand_over(&self, id: GameId, terminal: &str, actor: &Actor) -> Result<u32, ActError> {
        let (terminal, actor) = (terminal.to_owned(), actor.clone());
        let epoch = self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            let stored = game::get(connection, id)?.ok_or(ActError::NoGame)?;
            let known = enrolment::get(connection, &terminal)?.ok_or(ActError::NoTerminal)?;
            if stored.writer.as_ref() == Some(&known.id) {
                return Ok(stored.epoch);
            }
            // Without a writer so far there is nobody to take over from.
            let epoch = stored.epoch + u32::from(stored.writer.is_some());
            game::set_writer(connection, id, &terminal, epoch)?;
            let (before, after) = ((&stored.writer, stored.epoch), (&terminal, epoch));
            note(connection, event, &actor, "game.hand_over", &before, &after)?;
            Ok::<_, ActError>(epoch)
        })?;
        self.facts_changed();
        Ok(epoch)
    }
}
