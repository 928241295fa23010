//! What the terminal has to say about the last touch, as codes.

use xiangqi::{Illegal, Side};

/// Why a touch did nothing, or what the players must know now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// A draw was offered by this side.
    DrawOffered(Side),
    /// The offer was refused by word.
    DrawDeclined,
    /// The natural limit was claimed; the clocks stand.
    LimitClaimed,
    /// Repetition was claimed; the clocks stand.
    RepetitionClaimed,
    /// The arbiter was called.
    ArbiterCalled,
    /// This side's time ran out.
    Flag(Side),
    /// The two players chose different results.
    ResultsDiffer,
    /// The last move's clock was not pressed.
    PressClockFirst,
    /// It is the other side's move.
    NotYourPiece,
    /// No piece stands there.
    NoPiece,
    /// Entry mode: the move breaks the rules.
    Illegal(Illegal),
    /// Entry mode: the game is over in this position.
    GameOverHere,
    /// Entry mode: the keys lead to no legal move.
    NoSuchMove,
    /// Entry mode: more than one legal move answers to the keys.
    Ambiguous,
    /// Entry mode: an earlier move no longer fits; nothing can be judged behind it.
    Conflict,
    /// Entry mode: nothing was entered yet.
    RecordEmpty,
    /// Entry mode: the last position contradicts the result.
    ResultMismatch,
    /// Entry mode: handed in.
    RecordSent,
    /// Entry mode: show the position after the forgotten move.
    SetUpPosition,
    /// The game is paused.
    Paused,
    /// The program came back after a power cut; the arbiter confirms the clocks.
    PausedAfterPower,
    /// The electronic clock was pressed by this side; the move is still to be entered.
    MoveMissing(Side),
    /// The electronic clock is gone; times are estimates, moves are completed at the terminal.
    ClockGone,
    /// The electronic clock started anew; the arbiter restores its times.
    ClockRestarted,
    /// The electronic clock did not take its times; they are set on it by hand.
    SetByHand,
    /// The electronic clock is started and stopped by hand.
    RunByHand,
    /// An electronic clock is set only while it stands.
    PauseFirst,
    /// The table's clock is not there: this game is timed by the terminal.
    ClockNotThere,
    /// The touch could not be stored and did not count.
    NotStored,
}
