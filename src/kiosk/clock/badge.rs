//! How the clock stands, in one sign and one reason.

/// The sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Badge {
    /// This terminal looks for no clock.
    None,
    /// Looked for, and not heard yet.
    Absent,
    /// ● heard, and its times count.
    Ruling,
    /// ● heard; the terminal's own times count.
    Beside,
    /// ◐ quiet for so many seconds.
    Late(u64),
    /// ○ gone; times are estimates.
    Estimated,
    /// ○ gone, in no game of its own.
    Gone,
}

/// What is wrong besides; the worst is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warning {
    /// It wants a new battery.
    BatteryLow,
    /// More bad lines than good manners allow.
    Noisy,
    /// It runs too fast or too slow.
    Drift,
    /// The board answers, no clock is connected to it.
    NoClock,
    /// Not the clock of this table.
    OtherClock,
    /// What is plugged in is no clock we know.
    UnknownDevice,
    /// A DGT board, and this program was built without its driver.
    DriverMissing,
    /// Another program holds the port.
    PortBusy,
    /// This user may not open the port.
    PortDenied,
    /// The port cannot be opened.
    PortFailed,
}
