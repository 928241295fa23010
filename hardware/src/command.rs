use crate::Side;

/// The number of a command on one link, to find its answer by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(pub u32);

/// What a terminal may ask of a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Ask for its state at once.
    Ask,
    /// Set both times; only a clock that stands takes it. The clock stays stopped after it.
    SetTimes {
        /// Left player's time in milliseconds.
        left_ms: u32,
        /// Right player's time in milliseconds.
        right_ms: u32,
        /// Added to a side when it presses, in milliseconds.
        increment_ms: u32,
        /// Whose time runs when the clock is started.
        first: Side,
        /// The count of presses to go on from, where the clock counts.
        ply: u16,
    },
    /// Let the time of the side to move run.
    Run,
    /// Stop.
    Pause,
    /// Show a word of lower case letters, digits and `-`.
    Display(String),
    /// Sound the buzzer, in milliseconds.
    Beep(u16),
}
