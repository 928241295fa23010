use std::time::Instant;

use super::Reject;
use crate::{Raw, Sample, Side};

/// The times of a clock on a board, in whole seconds and up to one second late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the status byte has this many bits"
)]
pub struct Times {
    /// The left player's, seen from the front of the clock.
    pub left: SideTime,
    /// The right player's.
    pub right: SideTime,
    /// A time is running.
    pub running: bool,
    /// Whose move it is by the tumbler: the side that is high has not pressed.
    pub to_move: Side,
    /// The clock asks for a new battery.
    pub battery_low: bool,
    /// Turn bit 3; versions of the public description contradict each other about it.
    pub bit_d3: bool,
    /// Turn bit 4.
    pub bit_d4: bool,
}

/// One player's half of [`Times`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideTime {
    /// 0 to 9.
    pub hours: u8,
    /// 0 to 59.
    pub minutes: u8,
    /// 0 to 59.
    pub seconds: u8,
    /// The flag has fallen and the clock is blocked at zero.
    pub flag_blocked: bool,
    /// The clock shows a time per move (Fischer or Bronstein).
    pub time_per_move: bool,
    /// The flag is shown, the clock may run on into the next period.
    pub flag_shown: bool,
}

const RUNNING: u8 = 0x01;
const RIGHT_HIGH: u8 = 0x02;
const BATTERY_LOW: u8 = 0x04;
const D3: u8 = 0x08;
const D4: u8 = 0x10;

impl Times {
    /// Decodes the seven data bytes of a clock message that is neither an answer nor empty.
    ///
    /// # Errors
    /// [`Reject`] for hours of ten and more, and for minutes or seconds that are no number below
    /// sixty.
    pub fn decode(data: [u8; 7]) -> Result<Self, Reject> {
        let [rh, rm, rs, lh, lm, ls, status] = data;
        // In the order of the frame: its first fault is the one told.
        let right = SideTime::decode([rh, rm, rs])?;
        let left = SideTime::decode([lh, lm, ls])?;
        Ok(Self {
            left,
            right,
            running: status & RUNNING != 0,
            to_move: if status & RIGHT_HIGH != 0 {
                Side::Right
            } else {
                Side::Left
            },
            battery_low: status & BATTERY_LOW != 0,
            bit_d3: status & D3 != 0,
            bit_d4: status & D4 != 0,
        })
    }

    /// The data bytes that say this.
    pub fn encode(&self) -> [u8; 7] {
        let [rh, rm, rs] = self.right.encode();
        let [lh, lm, ls] = self.left.encode();
        let bit = |set: bool, bit: u8| if set { bit } else { 0 };
        let status = bit(self.running, RUNNING)
            | bit(self.to_move == Side::Right, RIGHT_HIGH)
            | bit(self.battery_low, BATTERY_LOW)
            | bit(self.bit_d3, D3)
            | bit(self.bit_d4, D4);
        [rh, rm, rs, lh, lm, ls, status]
    }

    /// Whether the turn bits agree with the tumbler, as they did in every frame of real games.
    pub fn turn_bits_agree(&self) -> bool {
        let right = self.to_move == Side::Right;
        self.bit_d4 == right && self.bit_d3 != right
    }

    /// Whose flag is down. Where both show one, a blocked clock counts before one that runs on,
    /// and then the side to move.
    pub fn flag(&self) -> Option<Side> {
        let side = |of: fn(&SideTime) -> bool| match (of(&self.left), of(&self.right)) {
            (true, true) => Some(self.to_move),
            (true, false) => Some(Side::Left),
            (false, true) => Some(Side::Right),
            (false, false) => None,
        };
        side(|time| time.flag_blocked).or_else(|| side(|time| time.flag_shown))
    }

    /// The sample it is, read at `at` from the frame `raw`.
    pub fn sample(&self, at: Instant, raw: Raw) -> Sample {
        Sample {
            at,
            left_ms: self.left.total_ms(),
            right_ms: self.right.total_ms(),
            resolution_ms: 1000,
            running: self.running.then_some(self.to_move),
            to_move: self.to_move,
            flag: self.flag(),
            ply: None,
            battery_low: self.battery_low,
            raw,
        }
    }

    /// One side's time.
    pub const fn of(&self, side: Side) -> &SideTime {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

impl SideTime {
    fn decode([hours, minutes, seconds]: [u8; 3]) -> Result<Self, Reject> {
        if hours & 0x0f > 9 {
            return Err(Reject::HoursAbove9);
        }
        Ok(Self {
            hours: hours & 0x0f,
            minutes: sixty(minutes)?,
            seconds: sixty(seconds)?,
            flag_blocked: hours & 0x10 != 0,
            time_per_move: hours & 0x20 != 0,
            flag_shown: hours & 0x40 != 0,
        })
    }

    fn encode(self) -> [u8; 3] {
        let bit = |set: bool, bit: u8| if set { bit } else { 0 };
        let bcd = |number: u8| ((number / 10) << 4) | (number % 10);
        [
            self.hours
                | bit(self.flag_blocked, 0x10)
                | bit(self.time_per_move, 0x20)
                | bit(self.flag_shown, 0x40),
            bcd(self.minutes),
            bcd(self.seconds),
        ]
    }

    /// The time in seconds.
    pub const fn total_s(self) -> u32 {
        self.hours as u32 * 3600 + self.minutes as u32 * 60 + self.seconds as u32
    }

    /// The time in milliseconds.
    pub const fn total_ms(self) -> u32 {
        self.total_s() * 1000
    }
}

fn sixty(bcd: u8) -> Result<u8, Reject> {
    let (tens, ones) = (bcd >> 4, bcd & 0x0f);
    if tens > 5 || ones > 9 {
        return Err(Reject::BadBcdOrAbove59);
    }
    Ok(tens * 10 + ones)
}
