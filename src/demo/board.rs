//! One board of one round, played on its terminal as the script says.

use std::time::Duration;

use xiangqi::{Move, Side};

use super::DemoError;
use super::draw::Draw;
use super::games::Game;
use super::terminal::DemoTerminal;
use crate::journal::{Mode, Phase, Started};
use crate::kiosk::controller::Controller;
use crate::sync::assignment::GameAssignment;

/// How long the demo waits for real where the terminal's time goes on.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Real time is terminal time divided by this; nothing is waited for when it is none.
    pub speed: Option<f64>,
}

impl Pace {
    fn wait(self, terminal_ms: u64) {
        if let Some(speed) = self.speed {
            std::thread::sleep(Duration::from_millis(terminal_ms).div_f64(speed));
        }
    }
}

/// Plays a game to its signed result, from wherever its journal stands.
///
/// # Errors
/// The terminal could not store a touch, or refused one.
pub fn play(
    at: &DemoTerminal,
    assignment: &GameAssignment,
    game: &Game,
    draw: Draw,
    pace: Pace,
) -> Result<(), DemoError> {
    let mut controller = Controller::open(&at.terminal, assignment)?;
    if controller.state().phase() == Phase::Waiting {
        controller.start(assignment.start.clone());
    }
    // After a power cut the arbiter lets the game go on.
    controller.resume();
    controller.press_clock();
    for (ply, mv) in game
        .moves
        .iter()
        .enumerate()
        .skip(controller.state().plies().len())
    {
        let about = [
            u64::from(assignment.red.number),
            u64::from(assignment.round),
            ply as u64,
        ];
        let thought = 2_000 + draw.below(18_000, "thought", &about) as u64;
        at.time.advance(thought);
        touch(&mut controller, *mv);
        at.time.advance(800);
        controller.press_clock();
        if controller.state().plies().len() != ply + 1 {
            return Err(stopped(
                &controller,
                assignment,
                &format!("move {} ({mv})", ply + 1),
            ));
        }
        at.wake();
        pace.wait(thought);
    }
    let outcome = game.outcome;
    for side in Side::ALL {
        controller.choose_result(side, outcome.verdict, outcome.reason);
    }
    for side in Side::ALL {
        controller.sign(side, Vec::new());
    }
    if controller.state().phase() != Phase::Closed {
        return Err(stopped(&controller, assignment, "the result"));
    }
    at.wake();
    at.wait_until_delivered(assignment.game)
}

/// Enters the record of a finished game move by move and hands it in.
///
/// # Errors
/// As for [`play`].
pub fn enter(at: &DemoTerminal, assignment: &GameAssignment, game: &Game) -> Result<(), DemoError> {
    let mut entering = assignment.clone();
    entering.start = Started {
        mode: Mode::Entry,
        time: None,
        ..entering.start
    };
    entering.result = Some(game.outcome.verdict.code().to_owned());
    let mut controller = Controller::open(&at.terminal, &entering)?;
    for mv in game.moves.iter().skip(controller.state().plies().len()) {
        at.time.advance(1_500);
        touch(&mut controller, *mv);
    }
    if controller.state().plies().len() != game.moves.len() {
        return Err(stopped(&controller, assignment, "the record"));
    }
    controller.submit();
    if !controller.state().is_submitted() {
        return Err(stopped(&controller, assignment, "handing in the record"));
    }
    at.wake();
    at.wait_until_delivered(assignment.game)
}

fn touch(controller: &mut Controller, mv: Move) {
    controller.touch(mv.from());
    controller.touch(mv.to());
}

fn stopped(controller: &Controller, assignment: &GameAssignment, what: &str) -> DemoError {
    DemoError::Stopped(format!(
        "game {} stopped at {what}: {:?}",
        assignment.game,
        controller.notice()
    ))
}
