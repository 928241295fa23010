//! A game of which two versions came in: a person decides which one is the game.

use rusqlite::Connection;

use super::{ActError, Actor, note};
use crate::hub::live::Live;
use crate::hub::settle::settle;
use crate::hub::{Hub, the_event};
use crate::journal::{Entry, GameId, GameState, Head};
use crate::store::StoreError;
use crate::store::hub::foul::{self, FoulSource};
use crate::store::hub::{entry, game};

/// A version of a game that awaits a decision.
#[derive(Debug, Clone)]
pub struct Version {
    /// The terminal that wrote it.
    pub writer: String,
    /// The first entry that differs from the game's line.
    pub from: u64,
    /// The whole game as this version has it.
    pub entries: Vec<Entry>,
}

impl Version {
    /// The game as this version has it.
    pub fn state(&self) -> GameState {
        GameState::fold(&self.entries)
    }

    /// Its own entries.
    fn own(&self) -> &[Entry] {
        &self.entries[self.from as usize - 1..]
    }
}

/// The versions that follow some entry of the line, one for each writer.
fn versions(connection: &Connection, id: GameId) -> Result<Vec<Version>, StoreError> {
    let line = entry::line_after(connection, id, 0)?;
    let beside = entry::beside(connection, id)?;
    let mut versions: Vec<Version> = Vec::new();
    for first in &beside {
        let before = line.get(..(first.seq.max(1) - 1) as usize);
        let Some(before) = before.filter(|_| first.seq > 0) else {
            continue;
        };
        let mut head = before.last().map_or_else(|| Head::empty(id), Head::after);
        let known = versions.iter().any(|known| known.writer == first.writer);
        if known || head.accept(first).is_err() {
            continue;
        }
        let mut entries = before.to_vec();
        entries.push(first.clone());
        while let Some(next) = beside.iter().find(|next| head.accept(next).is_ok()) {
            entries.push(next.clone());
        }
        versions.push(Version {
            writer: first.writer.clone(),
            from: first.seq,
            entries,
        });
    }
    Ok(versions)
}

impl Hub {
    /// The versions of a game that await a decision.
    ///
    /// # Errors
    /// The database's errors.
    pub fn versions(&self, id: GameId) -> Result<Vec<Version>, StoreError> {
        self.store.read(|connection| versions(connection, id))
    }

    /// Takes a terminal's version of a game for the game and makes that terminal its writer, in a
    /// new epoch. What stood in its place is kept.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; [`ActError::Refused`] when there is no such version; the database's
    /// errors.
    pub fn take_version(&self, id: GameId, writer: &str, actor: &Actor) -> Result<(), ActError> {
        let (writer, actor) = (writer.to_owned(), actor.clone());
        self.store.write(move |connection| {
            let event = the_event(connection)?;
            let stored = game::get(connection, id)?.ok_or(ActError::NoGame)?;
            let all = versions(connection, id)?;
            let version = all.iter().find(|version| version.writer == writer);
            let version = version.ok_or(ActError::Refused(
                "没有这一份可用的记录",
                "there is no such version that could be used",
            ))?;
            entry::swap_in(connection, id, version.from, version.own())?;
            game::set_writer(connection, id, &writer, stored.epoch + 1)?;
            foul::clear(connection, id, FoulSource::Journal)?;
            let folded = Live::read(connection, id)?;
            settle(connection, &event, &stored, &folded.state, &version.entries)?;
            let before = (&stored.writer, stored.epoch);
            let after = (&writer, stored.epoch + 1, version.from);
            note(
                connection,
                event.id,
                &actor,
                "game.take_version",
                &before,
                &after,
            )?;
            Ok::<_, ActError>(())
        })?;
        self.live.forget(id);
        self.late.forget(id);
        self.facts_changed();
        self.game_changed(id);
        Ok(())
    }

    /// Lets the game stand as it is; the other versions are kept and asked about no more.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; the database's errors.
    pub fn keep_line(&self, id: GameId, actor: &Actor) -> Result<(), ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?;
            let stored = game::get(connection, id)?.ok_or(ActError::NoGame)?;
            entry::settle_beside(connection, id)?;
            let about = (stored.round, stored.board);
            note(connection, event.id, &actor, "game.keep_line", &(), &about)?;
            Ok::<_, ActError>(())
        })?;
        self.game_changed(id);
        Ok(())
    }
}
