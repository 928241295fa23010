use std::time::{Duration, Instant};

use super::{Source, Times};
use crate::Side;

/// How a game starts, or goes on after the terminal was restarted.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// Both times.
    pub times: Times,
    /// What a move adds, in milliseconds.
    pub increment_ms: u32,
    /// Who is to move.
    pub to_move: Side,
    /// Moves recorded already.
    pub plies: u32,
}

/// What to show now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The times.
    pub times: Times,
    /// Whose time runs.
    pub running: Option<Side>,
    /// Whose move it is by the clock.
    pub to_move: Side,
    /// Where the times come from.
    pub source: Source,
    /// How old the last sample of the external clock is, where it is the source.
    pub age: Option<Duration>,
    /// Whose flag is down, for the arbiter to confirm. Never from an estimate.
    pub flag: Option<Side>,
}

/// What is owed at the table while the external clock rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pending {
    /// Nothing.
    Nothing,
    /// A press has no move yet: 补录.
    MoveMissing {
        /// Who pressed.
        side: Side,
        /// When.
        since: Instant,
    },
    /// A move has no press yet: 请按钟.
    PressMissing {
        /// Who moved.
        side: Side,
    },
}

/// A clock is set only while it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the clock is running")]
pub struct Running;
