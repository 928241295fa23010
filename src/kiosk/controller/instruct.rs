//! What the arbiters' desk wants written in the game in hand: this terminal is the game's one
//! writer, so it writes the desk's rulings, fouls and clock settings as its own entries.

use std::sync::Arc;

use super::kiosk::Kiosk;
use crate::journal::{GameId, Mode, Phase};
use crate::store::StoreError;

/// The setting that holds what was carried out: id, game and number of the entry.
const DONE: &str = "instructions";
/// So many are remembered; the hub does not name older ones any more.
const REMEMBERED: usize = 200;

type Done = Vec<(String, GameId, u64)>;

impl Kiosk {
    /// Carries out, once each, what the desk wants written in the game in hand.
    ///
    /// # Errors
    /// The journal or the settings cannot be read or written; what is left is carried out with the
    /// next assignment.
    pub(super) fn carry_out(&mut self) -> Result<(), StoreError> {
        let wanted = self
            .assignment()
            .map(|assignment| assignment.instructions.clone())
            .unwrap_or_default();
        if wanted.is_empty() {
            return Ok(());
        }
        let store = Arc::clone(&self.terminal().store);
        let mut done: Done = store.setting(DONE)?.unwrap_or_default();
        for instruction in wanted {
            let game = instruction.game;
            if done.iter().any(|(id, _, _)| *id == instruction.id) {
                continue;
            }
            let in_hand = self.game_mut().filter(|held| {
                held.game() == game
                    && held.mode() == Mode::Live
                    && held.state().phase() != Phase::Waiting
            });
            let Some(held) = in_hand else { continue };
            // The power may have gone between the entry and the note that it was made.
            let made = store.entries(game)?.into_iter().rev().find(|entry| {
                let noted = |(_, of, seq): &(String, GameId, u64)| *of == game && *seq == entry.seq;
                entry.event == instruction.event && !done.iter().any(noted)
            });
            let seq = match made {
                Some(entry) => entry.seq,
                None => {
                    held.pen.write(instruction.event.clone())?;
                    let seq = held.last_entry();
                    held.follow_desk(&instruction.event);
                    seq
                }
            };
            done.push((instruction.id, game, seq));
            let old = done.len().saturating_sub(REMEMBERED);
            done.drain(..old);
            store.set_setting(DONE, &done)?;
        }
        Ok(())
    }
}
