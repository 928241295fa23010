//! Entering and confirming results at the desk.

use serde::Serialize;
use tournament::document::GameResult;

use super::{ActError, Actor, note};
use crate::hub::{Hub, now, the_event};
use crate::store::hub::game::{self, Decision, Source, StoredGame};
use crate::store::hub::round::{self, RoundState};

/// A result entered at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultEntry {
    /// The round.
    pub round: u16,
    /// The board.
    pub board: u32,
    /// The result; [`GameResult::Unfinished`] takes an earlier one back.
    pub result: GameResult,
    /// Why the game ended, a code of the journal; may be empty.
    pub reason: String,
}

#[derive(Serialize)]
struct Noted {
    round: u16,
    board: u32,
    result: Option<&'static str>,
}

fn noted(game: &StoredGame) -> Noted {
    Noted {
        round: game.round,
        board: game.board,
        result: game
            .decision
            .as_ref()
            .map(|decision| game::code(decision.result)),
    }
}

impl Hub {
    /// Enters a result by hand. It stands at once, over whatever the journal says.
    ///
    /// A result of a closed round may be put right: everything is ranked anew from it, and rounds
    /// paired since were made with the old one.
    ///
    /// # Errors
    /// [`ActError::NoRound`] for a round that is not published; [`ActError::NoGame`].
    pub fn enter_result(&self, entered: ResultEntry, actor: &Actor) -> Result<(), ActError> {
        let ResultEntry {
            round,
            board,
            result,
            reason,
        } = entered;
        let decision = (result != GameResult::Unfinished).then_some(Decision {
            result,
            reason,
            source: Source::Desk,
            confirmed: true,
        });
        self.decide(round, board, actor, "result.enter", move |_| Ok(decision))
    }

    /// Confirms the result that the journal gives.
    ///
    /// # Errors
    /// [`ActError::NoRound`]; [`ActError::NoGame`]; [`ActError::BoardsOpen`] when there is no
    /// result to confirm.
    pub fn confirm_result(&self, round: u16, board: u32, actor: &Actor) -> Result<(), ActError> {
        self.decide(round, board, actor, "result.confirm", move |game| {
            let open = ActError::BoardsOpen {
                round,
                boards: vec![board],
            };
            let decision = game.decision.clone().ok_or(open)?;
            Ok(Some(Decision {
                confirmed: true,
                ..decision
            }))
        })
    }

    fn decide(
        &self,
        number: u16,
        board: u32,
        actor: &Actor,
        action: &'static str,
        decision: impl FnOnce(&StoredGame) -> Result<Option<Decision>, ActError> + Send + 'static,
    ) -> Result<(), ActError> {
        let actor = actor.clone();
        let game = self.store.write(move |connection| {
            let event = the_event(connection)?;
            round::get(connection, event.id, number)?
                .filter(|round| round.state != RoundState::Draft)
                .ok_or(ActError::NoRound(number))?;
            let before = game::on_board(connection, event.id, number, board)?;
            let before = before.ok_or(ActError::NoGame)?;
            let after = StoredGame {
                decision: decision(&before)?,
                ..before.clone()
            };
            if after != before {
                game::decide(connection, after.id, after.decision.as_ref(), &now())?;
                note(
                    connection,
                    event.id,
                    &actor,
                    action,
                    &noted(&before),
                    &noted(&after),
                )?;
            }
            Ok::<_, ActError>(after.id)
        })?;
        self.facts_changed();
        self.game_changed(game);
        Ok(())
    }
}
