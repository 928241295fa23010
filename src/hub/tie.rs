//! What a terminal has to do with a game: one writes it, others may have written it.

use rusqlite::Connection;

use super::{ActError, intake};
use crate::journal::GameId;
use crate::store::StoreError;
use crate::store::hub::enrolment::StoredTerminal;
use crate::store::hub::entry;
use crate::store::hub::event::Event;
use crate::store::hub::game::StoredGame;
use crate::sync::wire::Refusal;

/// What a terminal is to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// It is the one writer.
    Writes,
    /// Another one writes now, but this one stands at the board or wrote before: what it still has
    /// of the game is kept beside it.
    Wrote,
}

/// Why a call about a game goes no further.
#[derive(Debug)]
pub enum Barred {
    /// It is refused.
    Refused(Refusal),
    /// The hub failed.
    Failed(ActError),
}

impl From<StoreError> for Barred {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ActError> for Barred {
    fn from(error: ActError) -> Self {
        match error {
            ActError::NoEvent | ActError::NoGame => Self::Refused(Refusal::Unknown),
            error => Self::Failed(error),
        }
    }
}

/// A game of a published round, and what the terminal is to it. A terminal that has nothing to do
/// with it is refused.
///
/// # Errors
/// [`Refusal::Unknown`]; [`Refusal::NotYours`]; the database's errors.
pub fn game_for(
    connection: &Connection,
    id: GameId,
    terminal: &StoredTerminal,
) -> Result<(Event, StoredGame, Tie), Barred> {
    let (event, stored) = intake::published(connection, id)?;
    match tie(connection, &stored, terminal)? {
        Some(tie) => Ok((event, stored, tie)),
        None => Err(Barred::Refused(Refusal::NotYours)),
    }
}

fn tie(
    connection: &Connection,
    stored: &StoredGame,
    terminal: &StoredTerminal,
) -> Result<Option<Tie>, StoreError> {
    let at_board = terminal.board == Some(stored.board);
    // A recording station takes the record of any game that is over.
    let station = terminal.board.is_none() && stored.decision.is_some();
    Ok(match &stored.writer {
        Some(writer) if *writer == terminal.id => Some(Tie::Writes),
        None if at_board || station => Some(Tie::Writes),
        _ if at_board => Some(Tie::Wrote),
        // What it wrote stands in the line or beside it.
        _ if entry::has_writer(connection, stored.id, &terminal.id)? => Some(Tie::Wrote),
        _ => None,
    })
}
