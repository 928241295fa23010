//! One round of the demo, from wherever it stands to its end.

use tournament::document::GameResult;

use super::script::{self, BoardScript, Recording};
use super::terminal::DemoTerminal;
use super::{Demo, DemoError, board};
use crate::hub::{Actor, ResultEntry};
use crate::journal::Verdict;
use crate::sync::assignment::GameAssignment;

/// A board with what happens on it.
struct Seat<'a> {
    at: &'a DemoTerminal,
    assignment: GameAssignment,
    script: BoardScript<'a>,
}

/// Pairs and publishes the round where that is not done, plays every board that is not finished,
/// closes the round, and lets those who are late hand their records in.
pub(super) fn play(demo: &Demo, number: u16) -> Result<(), DemoError> {
    let arbiter = Actor::program("demo");
    let last = demo
        .hub
        .tables()?
        .last_round()
        .map_or(0, |round| round.number);
    if last > number {
        // Everything of this round was delivered before the next was paired.
        return Ok(());
    }
    if last < number {
        let draft = demo.hub.pair_next(&arbiter)?;
        demo.hub.publish_round(number, &draft.digest, &arbiter)?;
    }
    let seats = seats(demo)?;
    let on = |which: fn(Recording) -> bool| {
        seats
            .iter()
            .filter(move |seat| which(seat.script.recording))
    };

    all(on(|recording| recording == Recording::Live), |seat| {
        if let Some(requests) = seat.script.link_lost_after {
            seat.at.lose_link_after(requests);
        }
        board::play(
            seat.at,
            &seat.assignment,
            seat.script.game,
            demo.draw,
            demo.plan.pace,
        )
    })?;
    for seat in on(|recording| recording != Recording::Live) {
        let entered = ResultEntry {
            round: number,
            board: seat.board(demo)?,
            result: result(seat.script.game.outcome.verdict),
            reason: code(seat.script.game.outcome.reason),
        };
        demo.hub.enter_result(entered, &arbiter)?;
    }
    all(on(|recording| recording == Recording::Entered), |seat| {
        board::enter(seat.at, &seat.assignment, seat.script.game)
    })?;
    demo.hub.close_round(number, &arbiter)?;
    all(
        on(|recording| recording == Recording::EnteredLate),
        |seat| board::enter(seat.at, &seat.assignment, seat.script.game),
    )
}

impl Seat<'_> {
    fn board(&self, demo: &Demo) -> Result<u32, DemoError> {
        let at = demo
            .boards
            .iter()
            .position(|board| std::ptr::eq(board, self.at));
        at.map(|at| at as u32 + 1)
            .ok_or_else(|| DemoError::Stopped("a seat without a board".to_owned()))
    }
}

fn seats(demo: &Demo) -> Result<Vec<Seat<'_>>, DemoError> {
    let mut seats = Vec::with_capacity(demo.boards.len());
    for at in &demo.boards {
        let Some(assignment) = at.assignment()?.game else {
            continue;
        };
        let script = script::board(
            demo.draw,
            &demo.plan.games,
            u32::from(assignment.round),
            assignment.red.number,
            assignment.black.number,
        );
        seats.push(Seat {
            at,
            assignment,
            script,
        });
    }
    Ok(seats)
}

/// Does something on all these boards at once and waits for all.
fn all<'a, 'b: 'a>(
    seats: impl Iterator<Item = &'a Seat<'b>>,
    act: impl Fn(&Seat<'b>) -> Result<(), DemoError> + Sync,
) -> Result<(), DemoError> {
    let act = &act;
    std::thread::scope(|scope| {
        let players: Vec<_> = seats.map(|seat| scope.spawn(move || act(seat))).collect();
        let ends = players.into_iter().map(|player| {
            player
                .join()
                .unwrap_or_else(|_| Err(DemoError::Stopped("a board's thread panicked".to_owned())))
        });
        // Every board is waited for, then the first fault is told.
        ends.collect::<Vec<_>>().into_iter().collect()
    })
}

const fn result(verdict: Verdict) -> GameResult {
    match verdict {
        Verdict::Red => GameResult::Red,
        Verdict::Black => GameResult::Black,
        Verdict::Draw => GameResult::Draw,
        Verdict::RedForfeit => GameResult::RedForfeit,
        Verdict::BlackForfeit => GameResult::BlackForfeit,
        Verdict::BothForfeit => GameResult::BothForfeit,
    }
}

fn code(reason: crate::journal::Reason) -> String {
    let code = serde_json::to_value(reason).unwrap_or_default();
    code.as_str().unwrap_or_default().to_owned()
}
