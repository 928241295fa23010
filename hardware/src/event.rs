use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::{CommandId, Sample, Side};

/// Who a clock says it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ident {
    /// `xqc1` or `dgt`.
    pub protocol: String,
    /// The model it names; empty if it does not say.
    pub model: String,
    /// Its firmware.
    pub firmware: String,
    /// Its serial number; with the model it is what an arbiter pairs a table with.
    pub serial: String,
    /// What else it says of itself (XQC1 `caps`).
    pub caps: String,
}

impl Ident {
    /// Whether both are the same device: firmware may have been renewed in between.
    pub fn same_device(&self, other: &Self) -> bool {
        self.protocol == other.protocol && self.model == other.model && self.serial == other.serial
    }
}

/// Where the link stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// No such port.
    Absent,
    /// The port is there and is being opened.
    Opening,
    /// Open, silent on our side, finding out who is there.
    Listening,
    /// A clock is talking.
    Live,
    /// The clock has been quiet for longer than it should.
    Stale,
    /// The clock is gone; it is looked for again after a pause.
    Lost,
    /// Something is plugged in that is no clock we know; only another plug brings a new try.
    Unknown,
}

/// Why a link was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The port broke under us: unplugged, or the adapter died.
    Unplugged,
    /// The port stands, the clock says nothing.
    Silent,
}

/// What is wrong without the link being lost. All of it is for the arbiter, none for the players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// More than twenty bad lines or frames in ten seconds.
    Noisy,
    /// Another program holds the port.
    PortBusy,
    /// This user may not open the port.
    PortDenied,
    /// The port could not be opened for another reason.
    PortFailed(String),
    /// What is plugged in speaks neither protocol.
    UnknownDevice,
    /// A DGT board is plugged in and this program was built without its driver.
    DriverMissing,
    /// Not the clock this table was paired with.
    OtherClock {
        /// The clock the arbiter paired.
        expected: Box<Ident>,
        /// The clock that answered.
        found: Box<Ident>,
    },
    /// The clock runs faster (positive) or slower than the host by this many millionths.
    Drift {
        /// Millionths.
        ppm: i32,
    },
    /// The turn bits of a DGT frame contradict its tumbler; the tumbler is believed.
    TurnBits,
}

/// What became of a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The clock did it.
    Done,
    /// The clock said no, with its word for the reason.
    Refused(String),
    /// The clock did not answer, asked again as often as its protocol says.
    Unanswered,
    /// This kind of clock cannot do that.
    Unsupported(Unsupported),
    /// There is no clock on the link, or it was lost before it answered.
    NotConnected,
}

/// Why a driver cannot take a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unsupported {
    /// No such command in this protocol.
    #[error("this clock has no such command")]
    Command,
    /// A number outside what the protocol can say.
    #[error("number out of range for this clock")]
    Range,
    /// Characters that may not go out on the line.
    #[error("text with characters this clock cannot be sent")]
    Text,
    /// Too many commands wait already.
    #[error("too many commands are waiting")]
    Busy,
}

/// What the link tells the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkEvent {
    /// The link moved to another state.
    State(LinkState),
    /// A clock has said who it is. Comes before its first sample.
    Connected(Ident),
    /// What the clock shows now.
    Sample(Sample),
    /// A player pressed. Followed by the sample itself as [`LinkEvent::Sample`].
    Pressed {
        /// Who pressed.
        side: Side,
        /// When, on the host's monotonic clock.
        at: Instant,
        /// The clock just after the press.
        sample: Sample,
        /// False if the press was only concluded from a later sample: `at` is then an upper
        /// bound and the sample may be some presses on.
        exact: bool,
    },
    /// The clock shows a fallen flag. It is for the arbiter to decide what follows.
    FlagFell {
        /// Whose flag.
        side: Side,
        /// The clock at that moment.
        sample: Sample,
    },
    /// The board answers, but no clock is connected to it.
    NoClock,
    /// The clock started anew: its times are what it remembered, not what was played.
    Restarted {
        /// From the last sample before it to the moment it started, in milliseconds.
        lost_ms: Option<u32>,
    },
    /// An answer to a command.
    Answered {
        /// The number [`crate::ClockLink::send`] gave.
        id: CommandId,
        /// What became of it.
        answer: Answer,
    },
    /// Something is wrong, the link stays.
    Fault(Fault),
    /// The link is lost.
    Lost(Reason),
}
