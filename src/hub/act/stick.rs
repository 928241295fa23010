//! Taking in a game from a memory stick: the same entries that travel on the network.

use std::sync::Arc;

use super::{ActError, Actor, note};
use crate::hub::{Hub, intake};
use crate::journal::{Entry, GameId};
use crate::sync::wire::{Refusal, Upload};

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StickGame {
    /// The game.
    pub game: GameId,
    /// Its round.
    pub round: u16,
    /// Its board.
    pub board: u32,
    /// How many entries of it the file has.
    pub entries: usize,
    /// How many of them were new.
    pub new: usize,
    /// Why the rest does not follow what is here; it is kept beside the game.
    pub refusal: Option<Refusal>,
}

impl Hub {
    /// Takes in the document a terminal wrote on a memory stick. What the network has brought
    /// already is known; the same file again changes nothing.
    ///
    /// # Errors
    /// [`ActError::Refused`] when it is no such document; [`ActError::NoGame`] when it is of another
    /// event; the database's errors.
    pub fn import_stick(
        self: &Arc<Self>,
        document: &[u8],
        actor: &Actor,
    ) -> Result<StickGame, ActError> {
        let unreadable = ActError::Refused(
            "这不是终端写的棋谱文件",
            "this is no file written by a terminal",
        );
        let Ok(Upload { entries }) = serde_json::from_slice(document) else {
            return Err(unreadable);
        };
        let id = entries.first().map(|entry: &Entry| entry.game);
        let Some(id) = id.filter(|id| entries.iter().all(|entry| entry.game == *id)) else {
            return Err(unreadable);
        };
        let (hub, actor) = (Arc::clone(self), actor.clone());
        let count = entries.len();
        let (taken, game) = self.store.write(move |connection| {
            let (event, stored) = intake::published(connection, id)?;
            let taken = hub.store_carried(connection, &event, &stored, &entries)?;
            let game = StickGame {
                game: id,
                round: stored.round,
                board: stored.board,
                entries: count,
                new: taken.fresh,
                refusal: taken.answer.clone().err(),
            };
            let after = (game.round, game.board, game.entries, game.new);
            note(connection, event.id, &actor, "stick.import", &(), &after)?;
            Ok::<_, ActError>((taken, game))
        })?;
        self.show(id, &taken);
        Ok(game)
    }
}
