use std::collections::VecDeque;
use std::time::Instant;

use super::Times;
use crate::Side;

/// Matches presses on the clock with moves at the terminal: either may come first.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    presses: VecDeque<Press>,
    moves: VecDeque<Recorded>,
}

/// A press, with both clocks just after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Press {
    pub side: Side,
    pub at: Instant,
    pub external: Times,
    pub kiosk: Times,
}

/// A move recorded at the terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recorded {
    pub ply: u32,
    pub side: Side,
    /// Its times were taken while the clock was gone: the press only confirms it.
    pub is_timed: bool,
}

/// A press and its move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub press: Press,
    pub recorded: Recorded,
}

impl Ledger {
    pub fn press(&mut self, press: Press) -> Option<Pair> {
        let recorded = self.moves.pop_front();
        if recorded.is_none() {
            self.presses.push_back(press);
        }
        recorded.map(|recorded| Pair { press, recorded })
    }

    pub fn record(&mut self, recorded: Recorded) -> Option<Pair> {
        let press = self.presses.pop_front();
        if press.is_none() {
            self.moves.push_back(recorded);
        }
        press.map(|press| Pair { press, recorded })
    }

    /// Forgets the last move, if it still waits for its press.
    pub fn take_back(&mut self) -> bool {
        self.moves.pop_back_if(|last| !last.is_timed).is_some()
    }

    /// The first press without a move.
    pub fn lone_press(&self) -> Option<Press> {
        self.presses.front().copied()
    }

    /// The first move without a press.
    pub fn lone_move(&self) -> Option<Recorded> {
        self.moves.front().copied()
    }

    pub fn lone_presses(&self) -> usize {
        self.presses.len()
    }

    /// Moves that were timed without the clock and that no press has confirmed.
    pub fn unconfirmed(&self) -> usize {
        self.moves
            .iter()
            .filter(|recorded| recorded.is_timed)
            .count()
    }

    /// Moves whose press can no longer be waited for, because the clock is gone.
    pub fn give_up_waiting(&mut self) -> Vec<Recorded> {
        let waiting = self.moves.iter_mut().filter(|recorded| !recorded.is_timed);
        waiting
            .map(|recorded| {
                let given_up = *recorded;
                recorded.is_timed = true;
                given_up
            })
            .collect()
    }

    pub fn clear(&mut self) {
        self.presses.clear();
        self.moves.clear();
    }
}
