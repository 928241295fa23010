//! Changing people and facts: the whole document is put together, changed by the tournament's own
//! functions, and written back.

use rusqlite::Connection;
use serde_json::Value;
use tournament::{EventDocument, Regulation};

use super::{ActError, Actor, note};
use crate::hub::{Hub, the_event};
use crate::store::StoreError;
use crate::store::hub::document::{self, Rounds};
use crate::store::hub::event::{self, Event};
use crate::store::hub::player;

/// The field of a player that holds the key of the entry: it stays when numbers are drawn anew.
pub const ENTRY: &str = "entry";

impl Hub {
    /// Changes people and facts of the event. Rounds cannot be changed this way.
    ///
    /// `change` returns what the audit log is to hold besides its own answer; nothing personal.
    pub(in crate::hub) fn amend<T: Send + 'static>(
        &self,
        actor: &Actor,
        action: &'static str,
        change: impl FnOnce(&mut EventDocument, &Regulation) -> Result<(T, Value), ActError>
        + Send
        + 'static,
    ) -> Result<T, ActError> {
        let actor = actor.clone();
        let answer = self.store.write(move |connection| {
            let event = the_event(connection)?;
            let before = document::assemble(connection, &event, Rounds::Published)?;
            let mut after = before.clone();
            let (answer, noted) = change(&mut after, &event.regulation)?;
            after.check()?;
            keep(connection, event.clone(), &before, after)?;
            note(connection, event.id, &actor, action, &(), &noted)?;
            Ok::<_, ActError>(answer)
        })?;
        self.facts_changed();
        Ok(answer)
    }
}

fn keep(
    connection: &Connection,
    event: Event,
    before: &EventDocument,
    mut after: EventDocument,
) -> Result<(), StoreError> {
    for old in &before.players {
        if after.player(old.number).is_none() {
            player::remove(connection, event.id, old.number)?;
        }
    }
    for mut new in std::mem::take(&mut after.players) {
        if before.player(new.number) != Some(&new) {
            new.other
                .entry(ENTRY)
                .or_insert_with(|| uuid::Uuid::now_v7().to_string().into());
            player::put(connection, event.id, &new)?;
        }
    }
    after.rounds.clear();
    after.records.clear();
    event::update(
        connection,
        &Event {
            facts: after,
            ..event
        },
    )
}
