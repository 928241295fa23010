//! A terminal without a hub: game after game between whoever sits down.

use uuid::Uuid;

use super::desk::Terminal;
use super::kiosk::Kiosk;
use crate::journal::{GameId, GameState, Mode, Phase, Started, TimeControl};
use crate::store::{StoreError, TerminalStore};
use crate::sync::assignment::{Assignment, EventFacts, GameAssignment, PlayerFacts};

/// Where a terminal without a hub keeps its assignment.
const ALONE: &str = "alone";

impl Kiosk {
    /// A terminal that works without a hub. An unfinished game goes on.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn alone(terminal: Terminal, board: Option<u32>) -> Result<Self, StoreError> {
        let assignment = unfinished_or_new(&terminal.store, board)?;
        let mut kiosk = Self::new(terminal, Some(assignment))?;
        kiosk.works_alone();
        Ok(kiosk)
    }

    /// The person at the first start wants no hub.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn stay_alone(&mut self) -> Result<(), StoreError> {
        let assignment = unfinished_or_new(&self.terminal().store, None)?;
        self.works_alone();
        self.assigned(assignment)
    }

    /// Another free game, when the last one is finished.
    ///
    /// # Errors
    /// SQLite's errors.
    pub(super) fn next_alone(&mut self) -> Result<(), StoreError> {
        let board = self.assignment().and_then(|last| last.board);
        let assignment = unfinished_or_new(&self.terminal().store, board)?;
        self.assigned(assignment)
    }
}

/// Whether this terminal was used without a hub before.
///
/// # Errors
/// SQLite's errors.
pub fn was_alone(store: &TerminalStore) -> Result<bool, StoreError> {
    Ok(store.setting::<Assignment>(ALONE)?.is_some())
}

fn unfinished_or_new(store: &TerminalStore, board: Option<u32>) -> Result<Assignment, StoreError> {
    let last: Option<Assignment> = store.setting(ALONE)?;
    if let Some(last) = last {
        if let Some(game) = &last.game {
            let entries = store.entries(game.game)?;
            if GameState::fold(&entries).phase() != Phase::Closed {
                return Ok(last);
            }
        }
    }
    let assignment = free_game(board.unwrap_or(1));
    store.set_setting(ALONE, &assignment)?;
    Ok(assignment)
}

/// 30 minutes and 10 seconds, 40 rounds, nobody's names.
fn free_game(board: u32) -> Assignment {
    let nobody = |number| PlayerFacts {
        number,
        name: String::new(),
        unit: String::new(),
        points: String::new(),
    };
    let start = Started {
        mode: Mode::Live,
        start_fen: xiangqi::Position::start().to_fen(),
        time: Some(TimeControl {
            base_ms: 30 * 60 * 1000,
            increment_ms: 10_000,
            first_move_bonus: false,
        }),
        limit_rounds: 40,
        claimant_check_cap: 0,
    };
    Assignment {
        version: String::new(),
        generation: String::new(),
        event: EventFacts {
            id: String::new(),
            title: String::new(),
            regulation: String::new(),
        },
        board: Some(board),
        game: Some(GameAssignment {
            game: GameId(Uuid::now_v7()),
            round: 1,
            red: nobody(1),
            black: nobody(2),
            start,
            show_limit: false,
            epoch: 1,
            may_write: true,
            result: None,
        }),
        owed: Vec::new(),
        instructions: Vec::new(),
        messages: Vec::new(),
    }
}
