//! Ruling from the desk. The terminal is the one writer of its game, so the desk gives it an
//! instruction; once the game has no terminal or is closed, the desk writes itself.

use std::sync::LazyLock;
use std::time::Instant;

use rusqlite::Connection;
use tournament::document::Number;
use uuid::Uuid;
use xiangqi::Side;

use super::{ActError, Actor, note};
use crate::hub::live::Live;
use crate::hub::settle::settle;
use crate::hub::{Hub, now, the_event};
use crate::journal::{Edit, Event, Finding, GameId, Matter, Outcome, Reading, Stamp, Verdict};
use crate::store::hub::enrolment;
use crate::store::hub::event::Event as TheEvent;
use crate::store::hub::foul::{self, FoulSource};
use crate::store::hub::game::{self, Decision, Source, StoredGame};
use crate::store::hub::instruction::{self, StoredInstruction};
use crate::store::hub::publication::{self, Step};
use crate::store::hub::review::ReviewState;
use tournament::document::GameResult;

/// The measure of the desk's entries: milliseconds since the hub's program began.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A ruling of an arbiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruling {
    /// On what.
    pub matter: Matter,
    /// What was found.
    pub finding: Finding,
}

impl Hub {
    /// Rules at a board. A ruling that ends the game is the result at once; an unfounded claim of
    /// the natural limit costs a foul and the regulation's minutes (22.2).
    ///
    /// # Errors
    /// [`ActError::NoGame`]; the database's errors.
    pub fn rule(&self, id: GameId, ruling: Ruling, actor: &Actor) -> Result<(), ActError> {
        let reading = self.live_state(id)?.state.reading();
        self.at_board(
            id,
            actor,
            "game.rule",
            move |connection, event, game, actor| {
                let Ruling { matter, finding } = ruling;
                let by = actor.who.clone();
                instruct(
                    connection,
                    event,
                    game.id,
                    Event::Ruled {
                        matter,
                        finding,
                        by,
                    },
                )?;
                match finding {
                    Finding::Upheld { outcome } | Finding::Ends { outcome } => {
                        let decision = Decision {
                            result: result_of(outcome),
                            reason: reason_code(outcome),
                            source: Source::Desk,
                            confirmed: true,
                        };
                        game::decide(connection, game.id, Some(&decision), &now())?;
                    }
                    Finding::Refused => {
                        if let Matter::Limit { side } = matter {
                            unfounded(connection, event, game, side, reading, actor)?;
                        }
                    }
                    Finding::MustVary { .. } | Finding::PlayOn => {}
                }
                enrolment::answer_call(connection, game.id, &now())?;
                Ok(())
            },
        )
    }

    /// Notes a foul at a board.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; the database's errors.
    pub fn note_foul(
        &self,
        id: GameId,
        side: Side,
        article: &str,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let article = article.trim().to_owned();
        if article.is_empty() || article.chars().count() > 40 {
            return Err(ActError::Refused("请写明条款", "name the article"));
        }
        self.at_board(
            id,
            actor,
            "game.foul",
            move |connection, event, game, actor| {
                note_foul(connection, event, game, side, &article, actor)
            },
        )
    }

    /// Sets the clocks of a board.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; [`ActError::Refused`] without a terminal that keeps the time.
    pub fn set_clocks(&self, id: GameId, reading: Reading, actor: &Actor) -> Result<(), ActError> {
        self.at_board(
            id,
            actor,
            "game.clock",
            move |connection, event, game, actor| {
                let by = actor.who.clone();
                instruct(connection, event, game.id, Event::ClockSet { reading, by })
            },
        )
    }

    /// Notes that an arbiter has come to a board that called.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; the database's errors.
    pub fn answer_call(&self, id: GameId, actor: &Actor) -> Result<(), ActError> {
        self.at_board(id, actor, "call.answer", move |connection, _, game, _| {
            enrolment::answer_call(connection, game.id, &now())?;
            Ok(())
        })
    }

    /// Corrects a finished record. The original stays in the journal, and the record is to be
    /// checked again.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; [`ActError::Review`] while the game is being played, or without a
    /// reason.
    pub fn correct_record(
        &self,
        id: GameId,
        edit: Edit,
        why: &str,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let why = why.trim().to_owned();
        self.at_board(
            id,
            actor,
            "record.correct",
            move |connection, event, game, actor| {
                let step = Step {
                    state: ReviewState::Submitted,
                    keeper: actor.who.clone(),
                    remark: why,
                    at: now(),
                };
                let mono_ms = u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX);
                let stamp = Stamp {
                    wall: now(),
                    boot: 0,
                    mono_ms,
                };
                let received_ms = chrono::Utc::now().timestamp_millis();
                publication::correct(
                    connection,
                    event.id,
                    game.id,
                    edit,
                    &step,
                    &stamp,
                    received_ms,
                )?;
                let folded = Live::read(connection, game.id)?;
                settle(connection, event, game, &folded.state, &[])?;
                Ok(())
            },
        )
    }

    /// Takes a record a step further in its review.
    ///
    /// # Errors
    /// [`ActError::NoGame`]; [`ActError::Review`] with the reason.
    pub fn review_record(
        &self,
        id: GameId,
        state: ReviewState,
        remark: &str,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let found = self.objection(id)?;
        let remark = remark.trim().to_owned();
        self.at_board(
            id,
            actor,
            "record.review",
            move |connection, event, game, actor| {
                let step = Step {
                    state,
                    keeper: actor.who.clone(),
                    remark,
                    at: now(),
                };
                publication::step(connection, event.id, game.id, &step, found.as_deref())?;
                Ok(())
            },
        )
    }

    fn at_board(
        &self,
        id: GameId,
        actor: &Actor,
        action: &'static str,
        work: impl FnOnce(&Connection, &TheEvent, &StoredGame, &Actor) -> Result<(), ActError>
        + Send
        + 'static,
    ) -> Result<(), ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?;
            let game = game::get(connection, id)?.ok_or(ActError::NoGame)?;
            work(connection, &event, &game, &actor)?;
            let about = (game.round, game.board);
            note(connection, event.id, &actor, action, &(), &about)?;
            Ok::<_, ActError>(())
        })?;
        self.facts_changed();
        self.game_changed(id);
        Ok(())
    }
}

fn instruct(
    connection: &Connection,
    event: &TheEvent,
    game: GameId,
    wanted: Event,
) -> Result<(), ActError> {
    let id = Uuid::now_v7().to_string();
    let instruction = StoredInstruction {
        id,
        game,
        event: wanted,
    };
    Ok(instruction::give(
        connection,
        event.id,
        &instruction,
        &now(),
    )?)
}

fn note_foul(
    connection: &Connection,
    event: &TheEvent,
    game: &StoredGame,
    side: Side,
    article: &str,
    actor: &Actor,
) -> Result<(), ActError> {
    let by = actor.who.clone();
    if game.writer.is_some() && game.decision.is_none() {
        let wanted = Event::Foul {
            side,
            article: article.to_owned(),
            by,
        };
        return instruct(connection, event, game.id, wanted);
    }
    let player: Number = game.player(side);
    Ok(foul::add(
        connection,
        event.id,
        game.id,
        player,
        article,
        FoulSource::Desk,
        &now(),
    )?)
}

/// 22.2: a foul, and minutes off the claimant's clock.
fn unfounded(
    connection: &Connection,
    event: &TheEvent,
    game: &StoredGame,
    side: Side,
    reading: Option<Reading>,
    actor: &Actor,
) -> Result<(), ActError> {
    note_foul(connection, event, game, side, "22.2", actor)?;
    let Some(reading) = reading else {
        return Ok(());
    };
    let minutes = u64::from(event.regulation.natural_limit.false_claim_minutes);
    let left = reading.of(side).saturating_sub(minutes * 60_000);
    let by = actor.who.clone();
    instruct(
        connection,
        event,
        game.id,
        Event::ClockSet {
            reading: reading.with(side, left),
            by,
        },
    )
}

fn reason_code(outcome: Outcome) -> String {
    let code = serde_json::to_value(outcome.reason).unwrap_or_default();
    code.as_str().unwrap_or_default().to_owned()
}

/// A journal's verdict as the event document has it.
pub const fn result_of(outcome: Outcome) -> GameResult {
    match outcome.verdict {
        Verdict::Red => GameResult::Red,
        Verdict::Black => GameResult::Black,
        Verdict::Draw => GameResult::Draw,
        Verdict::RedForfeit => GameResult::RedForfeit,
        Verdict::BlackForfeit => GameResult::BlackForfeit,
        Verdict::BothForfeit => GameResult::BothForfeit,
    }
}
