//! What the desk ordered: rulings, fouls and clock times that this terminal, the one writer of its
//! game, writes into the journal.

use serde::{Deserialize, Serialize};

use super::desk::Controller;
use super::kiosk::Kiosk;
use crate::journal::{Event, Finding, GameId, Phase};
use crate::store::StoreError;
use crate::sync::assignment::Instruction;

/// Where the carried-out instructions of the game in hand are kept.
const CARRIED: &str = "carried-out";

/// The instructions that stand in the journal already, by id, and the last entry looked at.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Carried {
    game: Option<GameId>,
    ids: Vec<String>,
    through: u64,
}

impl Kiosk {
    /// Writes the desk's instructions for the game in hand, each once, in their order. Those of a
    /// game that has not begun wait.
    ///
    /// # Errors
    /// SQLite's errors; what was not written is tried again with the next assignment.
    pub(super) fn carry_out(&mut self) -> Result<(), StoreError> {
        let wanted = match self.assignment() {
            Some(assignment) => assignment.instructions.clone(),
            None => return Ok(()),
        };
        let store = self.terminal().store.clone();
        let Some(game) = self.game_mut().filter(|game| game.takes_orders()) else {
            return Ok(());
        };
        let mut carried: Carried = store.setting(CARRIED)?.unwrap_or_default();
        if carried.game != Some(game.game()) {
            carried = Carried {
                game: Some(game.game()),
                ..Carried::default()
            };
        }
        for instruction in wanted {
            if instruction.game != game.game() || carried.ids.contains(&instruction.id) {
                continue;
            }
            // The power may have gone between the entry and this note of it.
            let stands = store
                .entries_after(game.game(), carried.through)?
                .iter()
                .any(|entry| entry.event == instruction.event);
            if !stands && !game.obey(&instruction) {
                break;
            }
            carried.ids.push(instruction.id);
            carried.through = game.last_entry();
            store.set_setting(CARRIED, &carried)?;
        }
        Ok(())
    }
}

impl Controller {
    /// Whether the desk's instructions can be written now.
    fn takes_orders(&self) -> bool {
        self.state().phase() != Phase::Waiting
    }

    fn obey(&mut self, instruction: &Instruction) -> bool {
        let ends = matches!(
            instruction.event,
            Event::Ruled {
                finding: Finding::Upheld { .. } | Finding::Ends { .. },
                ..
            }
        );
        // 9: the time used by both belongs to the result.
        if let (true, Some(reading)) = (ends, self.pen.reading()) {
            if !self.write(Event::ClockReading { reading }) {
                return false;
            }
        }
        self.selected = None;
        let written = self.write(instruction.event.clone());
        if written {
            self.notice = self.standing_notice();
        }
        written
    }
}
