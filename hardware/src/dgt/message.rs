use super::{Ack, Reject, Times};

/// A message of the board, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// The times of the clock.
    Times(Times),
    /// The clock's answer to a command, or its word unasked.
    Ack(Ack),
    /// The board has no clock connected.
    NoClock {
        /// The status byte.
        status: u8,
    },
    /// The empty clock message that some boards send after a command.
    Empty,
    /// What stands on the 64 squares. Only counted: there is no board for xiangqi.
    BoardDump {
        /// How many squares.
        squares: usize,
    },
    /// One square changed.
    FieldUpdate {
        /// The square.
        field: u8,
        /// The piece code, 0 for none.
        piece: u8,
    },
    /// The address on a bus.
    BusAddress(u16),
    /// The serial number, five characters.
    Serial(String),
    /// The long serial number, ten characters.
    LongSerial(String),
    /// The firmware of the board.
    BoardVersion {
        /// Number before the point.
        main: u8,
        /// Two digits after it.
        sub: u8,
    },
    /// The state of the board's battery.
    Battery(Battery),
    /// A message of a kind that is passed over.
    Other {
        /// Its kind.
        id: u8,
    },
}

/// The state of the board's battery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Battery {
    /// Charge in percent.
    pub percent: u8,
    /// Hours and minutes left, where the board knows.
    pub left: Option<(u8, u8)>,
    /// Hours and minutes switched on.
    pub on: (u8, u8),
    /// Days, hours and minutes in standby.
    pub standby: (u8, u8, u8),
    /// Being charged.
    pub charging: bool,
    /// Being used up.
    pub discharging: bool,
}

const BOARD_DUMP: u8 = 0x06;
const BWTIME: u8 = 0x0d;
const FIELD_UPDATE: u8 = 0x0e;
const EE_MOVES: u8 = 0x0f;
const BUS_ADDRESS: u8 = 0x10;
const SERIAL: u8 = 0x11;
const TRADE_MARK: u8 = 0x12;
const VERSION: u8 = 0x13;
const BATTERY: u8 = 0x20;
const LONG_SERIAL: u8 = 0x22;

/// "Not known" in the battery message.
const UNKNOWN: u8 = 0x7f;

impl Message {
    pub(super) const fn is_known(id: u8) -> bool {
        matches!(
            id,
            BOARD_DUMP
                | BWTIME
                | FIELD_UPDATE
                | EE_MOVES
                | BUS_ADDRESS
                | SERIAL
                | TRADE_MARK
                | VERSION
                | BATTERY
                | LONG_SERIAL
        )
    }

    /// Whether a message of this kind can be so long, header included.
    pub(super) fn accepts_length(id: u8, length: usize) -> Result<(), Reject> {
        let right = match id {
            BWTIME if length != 10 => return Err(Reject::BwtimeLength),
            BOARD_DUMP => length == 67,
            FIELD_UPDATE | BUS_ADDRESS | VERSION => length == 5,
            SERIAL => length == 8,
            LONG_SERIAL => length == 13,
            BATTERY => length >= 12,
            _ => true,
        };
        if right {
            Ok(())
        } else {
            Err(Reject::MessageLength)
        }
    }

    /// Decodes the data of a frame of `length` bytes whose length [`Self::accepts_length`].
    /// Unknown kinds give nothing.
    pub(super) fn decode(id: u8, data: &[u8], length: usize) -> Result<Option<Self>, Reject> {
        if let (BWTIME, Ok(data)) = (id, data.try_into()) {
            return clock_message(data).map(Some);
        }
        Ok(Some(match (id, data) {
            (BOARD_DUMP, _) => Self::BoardDump {
                squares: length - 3,
            },
            (FIELD_UPDATE, &[field, piece]) => Self::FieldUpdate { field, piece },
            (BUS_ADDRESS, &[high, low]) => Self::BusAddress(u16::from(high) << 7 | u16::from(low)),
            (SERIAL, text) => Self::Serial(printable(text)?),
            (LONG_SERIAL, text) => Self::LongSerial(printable(text)?),
            (VERSION, &[main, sub]) => Self::BoardVersion { main, sub },
            (
                BATTERY,
                &[
                    percent,
                    hours,
                    minutes,
                    on_h,
                    on_m,
                    days,
                    by_h,
                    by_m,
                    status,
                    ..,
                ],
            ) => Self::Battery(Battery {
                percent,
                left: (hours != UNKNOWN && minutes != UNKNOWN).then_some((hours, minutes)),
                on: (on_h, on_m),
                standby: (days, by_h, by_m),
                charging: status & 0x01 != 0,
                discharging: status & 0x02 != 0,
            }),
            (EE_MOVES | TRADE_MARK, _) => Self::Other { id },
            _ => return Ok(None),
        }))
    }
}

fn clock_message(data: [u8; 7]) -> Result<Message, Reject> {
    if let Some(ack) = Ack::decode(data) {
        return Ok(Message::Ack(ack));
    }
    if data == [0; 7] {
        return Ok(Message::Empty);
    }
    let status = data[6];
    if status & 0x20 != 0 {
        return Ok(Message::NoClock { status });
    }
    Times::decode(data).map(Message::Times)
}

fn printable(text: &[u8]) -> Result<String, Reject> {
    if text.iter().all(|byte| (0x20..0x7f).contains(byte)) {
        Ok(text.iter().copied().map(char::from).collect())
    } else {
        Err(Reject::NotPrintable)
    }
}
