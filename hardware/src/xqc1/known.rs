use std::time::{Duration, Instant};

use super::State;
use crate::{Sample, Side};

/// More presses than this between two lines are no presses: the times were set meanwhile.
const MOST_MISSED_PRESSES: u16 = 200;
/// A line may come this much later than the one before it without the clock having restarted.
const LATENESS_MS: u32 = 3_000;

/// The last state and its place in the clock's own time.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub sample: Sample,
    pub up_ms: u32,
    pub seq: u16,
    /// `up_ms` without the wrap, for the drift.
    pub total_ms: u64,
}

impl Known {
    /// Whether the clock has started anew between this and a state heard at `at`.
    pub fn restarted(&self, at: Instant, state: &State) -> bool {
        let elapsed = at.saturating_duration_since(self.sample.at);
        let elapsed_ms = u32::try_from(elapsed.as_millis()).unwrap_or(u32::MAX);
        let tolerance_ms = LATENESS_MS.saturating_add(elapsed_ms / 100);
        let advanced_ms = state.up_ms.wrapping_sub(self.up_ms);
        let (least_ms, most_ms) = (
            elapsed_ms.saturating_sub(tolerance_ms),
            elapsed_ms.saturating_add(tolerance_ms),
        );
        let went_back = state.up_ms < self.up_ms && advanced_ms > most_ms;
        let fell_behind = advanced_ms < least_ms;
        // Four lines a second let the count turn over twice in nine hours; within one hour a
        // step back is certain.
        let counts_back =
            elapsed < Duration::from_hours(1) && state.seq.wrapping_sub(self.seq) > u16::MAX / 2;
        went_back || fell_behind || counts_back
    }
}

/// How often the clock was pressed between a sample and a line that counts to `ply`.
pub(super) fn presses_between(before: &Sample, ply: u16) -> u16 {
    let presses = ply.wrapping_sub(before.ply.unwrap_or(ply));
    if presses <= MOST_MISSED_PRESSES {
        presses
    } else {
        0
    }
}

/// Whose move it is, also from clocks that do not say so while they stand.
pub(super) fn to_move(state: &State, before: Option<&Sample>, presses: u16) -> Side {
    if let Some(side) = state.running.or(state.turn).or(state.flag) {
        return side;
    }
    match before.map(|before| before.to_move) {
        Some(side) if presses % 2 == 1 => side.other(),
        Some(side) => side,
        None => Side::Left,
    }
}
