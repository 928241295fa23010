use std::time::Instant;

use super::{Authority, Times};
use crate::{Fault, Ident, Side};

/// Where a time comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The terminal's own clock.
    Kiosk,
    /// The clock on the line.
    External,
    /// The last sample of a clock that is gone, run on by the terminal. To be marked as 估算.
    Estimated,
}

/// The times of one completed move, for the journal. Both clocks are always recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveTime {
    /// Which move of the game, from 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// When it was completed: the press on an external clock, else the touch at the terminal.
    pub at: Instant,
    /// Whose times count.
    pub source: Source,
    /// The times that count, just after the move.
    pub counted: Times,
    /// The terminal's own clock.
    pub kiosk: Times,
    /// The external clock, if it was heard.
    pub external: Option<Times>,
}

/// Something to be recorded or said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A move has its times.
    Timed(MoveTime),
    /// The external clock shows a fallen flag, or the terminal's own time is used up:
    /// 旗落，请裁判确认. It is not decided here what follows.
    Flag {
        /// Whose.
        side: Side,
        /// Which clock.
        source: Source,
    },
    /// Two presses and no move recorded.
    PressesWithoutMoves {
        /// How many.
        count: usize,
    },
    /// A press and the move it belongs to are of different sides: the seats may be the wrong way
    /// round.
    WrongSide {
        /// Who pressed.
        pressed: Side,
        /// Who moved.
        moved: Side,
    },
    /// After the link came back the clock has counted fewer presses than moves were recorded.
    PressesMissed {
        /// How many fewer.
        count: usize,
    },
    /// The two clocks differ by more than they should.
    Differs {
        /// On whose time.
        side: Side,
        /// The terminal's.
        kiosk_ms: u32,
        /// The external clock's.
        external_ms: u32,
    },
    /// The external clock runs too fast or too slow.
    Drifts {
        /// Millionths, positive if fast.
        ppm: i32,
    },
    /// The external clock is gone; times are estimates from now on.
    Estimating,
    /// It is back.
    Recovered,
    /// The external clock has started anew. The game is paused; the arbiter may restore these
    /// times, or set others.
    RestoreOffered {
        /// The last times it showed before; where moves were recorded since, the estimate.
        times: Times,
        /// How old they were when it was gone, in milliseconds, if it is known.
        lost_ms: Option<u32>,
    },
    /// The times are restored.
    Restored,
    /// Another clock than the one of this table answered. It is not believed until the arbiter
    /// says so.
    OtherClock {
        /// The clock that answered.
        found: Ident,
    },
    /// The clock did not take these times: 请在棋钟上手动修改.
    SetByHand {
        /// What to set.
        times: Times,
    },
    /// The board answers, but no clock is connected to it.
    NoClock,
    /// Another fault of the link.
    Fault(Fault),
    /// The arbiter changed whose times count.
    AuthorityChanged {
        /// Before.
        from: Authority,
        /// From now on.
        to: Authority,
    },
}

/// Who a notice is for. All of them are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Only the record.
    Journal,
    /// The arbiter.
    Arbiter,
    /// Everybody at the table.
    Table,
}

impl Notice {
    /// Who it is for.
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Timed(_) | Self::AuthorityChanged { .. } => Audience::Journal,
            Self::Flag { .. }
            | Self::Estimating
            | Self::Recovered
            | Self::RestoreOffered { .. }
            | Self::Restored => Audience::Table,
            Self::PressesWithoutMoves { .. }
            | Self::WrongSide { .. }
            | Self::PressesMissed { .. }
            | Self::Differs { .. }
            | Self::Drifts { .. }
            | Self::OtherClock { .. }
            | Self::SetByHand { .. }
            | Self::NoClock
            | Self::Fault(_) => Audience::Arbiter,
        }
    }
}
