use crate::Side;

/// A command of one byte. Those that rewrite the board's memory, start its boot loader or end
/// the connection cannot be named here, so they cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Stop all updates.
    Reset,
    /// The times of the clock, once.
    Clock,
    /// The whole board, once.
    Board,
    /// Updates, the clock at least every second.
    Update,
    /// Updates without the clock.
    UpdateBoard,
    /// The serial number; also the sign of life the board is asked for.
    Serial,
    /// The trade mark.
    TradeMark,
    /// Updates, the clock only when it changes.
    UpdateNice,
    /// The battery.
    Battery,
    /// The version; nothing else identifies a board better.
    Version,
    /// The long serial number.
    LongSerial,
}

impl Order {
    /// Its byte.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Reset => 0x40,
            Self::Clock => 0x41,
            Self::Board => 0x42,
            Self::Update => 0x43,
            Self::UpdateBoard => 0x44,
            Self::Serial => 0x45,
            Self::TradeMark => 0x47,
            Self::UpdateNice => 0x4b,
            Self::Battery => 0x4c,
            Self::Version => 0x4d,
            Self::LongSerial => 0x55,
        }
    }
}

/// A message to the clock behind the board.
///
/// Its numbers stay below 40, so that none of them is a command should the board lose the
/// beginning of a message. The letters of a text are not safe in that way: `DgtBoard` sends lower
/// case only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockOrder {
    /// Back from a text to the times.
    EndText,
    /// Which button is down.
    Button,
    /// Its version.
    Version,
    /// Set both times.
    SetAndRun {
        /// Left hours (at most 9), minutes, seconds.
        left: [u8; 3],
        /// Right hours (at most 9), minutes, seconds.
        right: [u8; 3],
        /// What runs then.
        mode: Mode,
    },
    /// Beep for so many times 64 ms.
    Beep(u8),
    /// Eight characters on a DGT3000.
    Text([u8; 8]),
}

/// What runs after [`ClockOrder::SetAndRun`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// This side counts down.
    Runs(Side),
    /// Neither.
    Paused,
    /// The left side counts down, and the lever changes sides.
    LeverFromLeft,
}

impl ClockOrder {
    /// The number of the command, by which its answer is known.
    pub const fn command(&self) -> u8 {
        match self {
            Self::EndText => 0x03,
            Self::Button => 0x08,
            Self::Version => 0x09,
            Self::SetAndRun { .. } => 0x0a,
            Self::Beep(_) => 0x0b,
            Self::Text(_) => 0x0c,
        }
    }

    /// The whole message.
    pub fn bytes(&self) -> Vec<u8> {
        let mut arguments = Vec::with_capacity(10);
        match self {
            Self::EndText | Self::Button | Self::Version => {}
            Self::SetAndRun { left, right, mode } => {
                arguments.extend(left);
                arguments.extend(right);
                arguments.push(match mode {
                    Mode::Runs(Side::Left) => 0x01,
                    Mode::Runs(Side::Right) => 0x02,
                    Mode::Paused => 0x04,
                    Mode::LeverFromLeft => 0x09,
                });
            }
            Self::Beep(times) => arguments.push(*times),
            Self::Text(text) => {
                arguments.extend(text);
                arguments.push(0);
            }
        }
        // The size counts what follows it: 03, the command, its arguments and the closing 00.
        let size = u8::try_from(arguments.len() + 3).unwrap_or(u8::MAX);
        let mut bytes = vec![0x2b, size, 0x03, self.command()];
        bytes.append(&mut arguments);
        bytes.push(0);
        bytes
    }
}
