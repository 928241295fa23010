//! The event document, put together from the tables.

use rusqlite::Connection;
use tournament::EventDocument;
use tournament::document::{Fouls, Game, RecordNote, Round};
use xiangqi::Side;

use super::event::Event;
use super::foul::{self, StoredFoul};
use super::game::{self, StoredGame};
use super::round::{self, RoundState, StoredRound};
use super::{obligation, player};
use crate::store::StoreError;

/// Which rounds a document shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounds {
    /// Those that were published.
    Published,
    /// A draft as well.
    WithDraft,
}

/// The document of an event as it stands.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn assemble(
    connection: &Connection,
    event: &Event,
    which: Rounds,
) -> Result<EventDocument, StoreError> {
    let mut document = event.facts.clone();
    document.players = player::all(connection, event.id)?;
    let fouls = foul::all(connection, event.id)?;
    document.rounds = Vec::new();
    for stored in round::all(connection, event.id)? {
        if which == Rounds::Published && stored.state == RoundState::Draft {
            continue;
        }
        let games = game::of_round(connection, event.id, stored.number)?;
        document.rounds.push(with_games(stored, &games, &fouls));
    }
    document.records = obligation::all(connection, event.id)?
        .into_iter()
        .map(|owed| RecordNote {
            round: owed.round,
            board: owed.board,
            state: owed.state,
        })
        .collect();
    Ok(document)
}

fn with_games(stored: StoredRound, games: &[StoredGame], fouls: &[StoredFoul]) -> Round {
    let games = games.iter().map(|game| as_played(game, fouls)).collect();
    Round {
        games,
        ..stored.body
    }
}

fn as_played(game: &StoredGame, fouls: &[StoredFoul]) -> Game {
    let (red, black) = (game.player(Side::Red), game.player(Side::Black));
    let of = |number| {
        let noted = fouls
            .iter()
            .filter(|foul| foul.game == game.id && foul.player == number);
        noted.count() as u32
    };
    Game {
        board: game.board,
        red,
        black,
        result: game.standing(),
        fouls: Fouls {
            red: of(red),
            black: of(black),
        },
        why: Some(game.why.zh.clone()),
        other: serde_json::Map::new(),
    }
}
