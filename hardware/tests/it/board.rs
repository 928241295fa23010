//! A DGT board with a clock, simulated: it answers as boards do, and fails the test at the first
//! byte that may never be sent to one.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use clock_link::Side;
use clock_link::dgt::{Ack, SideTime, Times};

/// How this board behaves.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one way a board can differ"
)]
pub struct Manners {
    /// From a clock message to its answer.
    pub ack_delay: Duration,
    /// Answers to clock messages come twice, and empty messages between them.
    pub stutters: bool,
    /// A clock is connected.
    pub has_clock: bool,
    /// The clock is in the mode that lets it be set.
    pub settable: bool,
    /// The board answers, but no times of the clock come.
    pub mute_clock: bool,
    /// It insists on a pause between two commands. On a real port a busy machine may hand it
    /// two at once that were sent apart.
    pub wants_pauses: bool,
    /// The board answers anything at all.
    pub alive: bool,
    /// Only the first so many clock messages are lost.
    pub deaf_to_messages: u32,
    /// Bits 3 and 4 of the status are swapped, as some descriptions have them.
    pub swapped_turn_bits: bool,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            ack_delay: Duration::from_millis(300),
            stutters: false,
            has_clock: true,
            settable: true,
            mute_clock: false,
            wants_pauses: true,
            alive: true,
            deaf_to_messages: 0,
            swapped_turn_bits: false,
        }
    }
}

/// The board and its clock.
pub struct Board {
    pub manners: Manners,
    /// Milliseconds left on both sides.
    pub left_ms: u32,
    pub right_ms: u32,
    pub to_move: Side,
    pub running: bool,
    pub flag: Option<Side>,
    pub bonus_ms: u32,
    /// Every command byte and clock command number received.
    pub commands: Vec<u8>,
    counted_to: Instant,
    last_byte: Option<Instant>,
    updates: bool,
    single: bool,
    message: Vec<u8>,
    shown: Option<[u8; 7]>,
    answers: VecDeque<(Instant, Vec<u8>)>,
}

impl Board {
    pub fn new(now: Instant, manners: Manners) -> Self {
        Self {
            manners,
            left_ms: 1_810_000,
            right_ms: 1_810_000,
            to_move: Side::Left,
            running: false,
            flag: None,
            bonus_ms: 10_000,
            commands: Vec::new(),
            counted_to: now,
            last_byte: None,
            updates: false,
            single: false,
            message: Vec::new(),
            shown: None,
            answers: VecDeque::new(),
        }
    }

    /// The player on the move presses.
    pub fn press(&mut self, now: Instant) {
        self.count(now);
        let bonus_ms = self.bonus_ms;
        *self.of(self.to_move) += bonus_ms;
        self.to_move = self.to_move.other();
    }

    /// The clock says unasked that it is ready, as after a change of battery.
    pub fn clock_restarts(&mut self, now: Instant) {
        (self.left_ms, self.right_ms, self.running) = (1_810_000, 1_810_000, false);
        self.to_move = Side::Left;
        self.send(now, Duration::ZERO, ack([0x10, 0x81, 0, 0]));
    }

    /// Says the times as they are, whatever was said before.
    pub fn say(&mut self, now: Instant, frame: Vec<u8>) {
        self.send(now, Duration::ZERO, frame);
    }

    /// Takes what the host sends.
    pub fn on_bytes(&mut self, now: Instant, bytes: &[u8]) {
        for &byte in bytes {
            if !self.message.is_empty() || byte == 0x2b {
                self.message.push(byte);
                let size = self.message.get(1).copied().map_or(usize::MAX, usize::from);
                if self.message.len() == size.saturating_add(2) {
                    let message = std::mem::take(&mut self.message);
                    self.clock_message(now, &message);
                }
                continue;
            }
            self.order(now, byte);
        }
    }

    /// How often a command came.
    pub fn received(&self, command: u8) -> usize {
        self.commands
            .iter()
            .filter(|received| **received == command)
            .map(|_| 1)
            .sum()
    }

    /// What it sends by now.
    pub fn on_tick(&mut self, now: Instant) -> Vec<u8> {
        self.count(now);
        let frame = self.clock_frame();
        let speaks = self.updates && self.manners.alive && !self.manners.mute_clock;
        if speaks && self.shown != Some(frame) {
            self.shown = Some(frame);
            self.send(now, Duration::ZERO, framed(frame));
        }
        let mut sent = Vec::new();
        while let Some((_, bytes)) = self.answers.pop_front_if(|(due, _)| *due <= now) {
            sent.extend(bytes);
        }
        sent
    }

    /// The data bytes of the clock message for the present times.
    pub fn clock_frame(&self) -> [u8; 7] {
        if !self.manners.has_clock {
            return [0, 0, 0, 0, 0, 0, 0x20];
        }
        let time = |ms: u32, side: Side| {
            let seconds = ms.div_ceil(1000);
            SideTime {
                hours: (seconds / 3600) as u8,
                minutes: (seconds / 60 % 60) as u8,
                seconds: (seconds % 60) as u8,
                time_per_move: true,
                flag_blocked: self.flag == Some(side),
                flag_shown: false,
            }
        };
        let right = self.to_move == Side::Right;
        Times {
            left: time(self.left_ms, Side::Left),
            right: time(self.right_ms, Side::Right),
            running: self.running,
            to_move: self.to_move,
            battery_low: false,
            bit_d3: right == self.manners.swapped_turn_bits,
            bit_d4: right != self.manners.swapped_turn_bits,
        }
        .encode()
    }

    fn order(&mut self, now: Instant, byte: u8) {
        self.commands.push(byte);
        let spaced = !self.manners.wants_pauses
            || self
                .last_byte
                .is_none_or(|last| now.duration_since(last) >= Duration::from_millis(95));
        assert!(spaced, "two commands without a pause: {:x?}", self.commands);
        self.last_byte = Some(now);
        // On power-up it is one of many on a bus; the first single command changes that.
        self.single = true;
        let frame = framed(self.clock_frame());
        match byte {
            0x40 | 0x44 => self.updates = false,
            0x41 if self.manners.mute_clock => {}
            0x41 => self.send(now, Duration::from_millis(60), frame),
            0x42 => {
                let mut dump = vec![0x86, 0x00, 0x43];
                dump.extend([0; 64]);
                self.send(now, Duration::from_millis(60), dump);
            }
            0x43 | 0x4b => {
                self.updates = true;
                self.shown = None;
            }
            0x45 => {
                let serial = b"\x91\x00\x0800137".to_vec();
                self.send(now, Duration::from_millis(20), serial);
            }
            0x4c => {}
            0x4d => self.send(
                now,
                Duration::from_millis(20),
                vec![0x93, 0x00, 0x05, 0x01, 0x02],
            ),
            0x55 => {
                let serial = b"\xa2\x00\x0d3000012345".to_vec();
                self.send(now, Duration::from_millis(20), serial);
            }
            _ => panic!("byte {byte:#04x} may never be sent to a board"),
        }
    }

    fn clock_message(&mut self, now: Instant, message: &[u8]) {
        // Should the board miss the first byte, each of the others would be a command of its own.
        for &byte in &message[1..] {
            let harmless = byte < 0x40 || byte.is_ascii_lowercase();
            assert!(harmless, "{byte:#04x} inside a message: {message:x?}");
        }
        let [0x2b, _, 0x03, command, arguments @ .., 0x00] = message else {
            panic!("no clock message: {message:x?}");
        };
        self.commands.push(*command);
        if self.manners.deaf_to_messages > 0 {
            self.manners.deaf_to_messages -= 1;
            return;
        }
        if !self.updates || !self.manners.has_clock {
            return;
        }
        let answer = match command {
            0x03 | 0x08 | 0x0b | 0x0c => [0x10, *command, 0, 0],
            0x09 => [0x10, 0x09, 0x32, 0],
            0x0a => self.set(now, arguments),
            _ => panic!("clock command {command:#04x} is not known"),
        };
        let delay = self.manners.ack_delay;
        if self.manners.stutters {
            self.send(now, delay, framed([0; 7]));
            self.send(now, delay, ack(answer));
        }
        self.send(now, delay, ack(answer));
    }

    fn set(&mut self, now: Instant, arguments: &[u8]) -> [u8; 4] {
        let &[left_h, left_m, left_s, right_h, right_m, right_s, mode] = arguments else {
            panic!("set-and-run with {arguments:x?}");
        };
        if !self.manners.settable {
            return [0x40, 0x0a, 0, 0];
        }
        let ms = |h: u8, m: u8, s: u8| {
            assert!(h <= 9 && m <= 59 && s <= 59, "{arguments:x?} is no time");
            (u32::from(h) * 3600 + u32::from(m) * 60 + u32::from(s)) * 1000
        };
        self.count(now);
        self.left_ms = ms(left_h, left_m, left_s);
        self.right_ms = ms(right_h, right_m, right_s);
        self.running = matches!(mode, 0x01 | 0x02);
        self.flag = None;
        [0x10, 0x0a, 0, 0]
    }

    fn send(&mut self, now: Instant, delay: Duration, bytes: Vec<u8>) {
        if self.single && self.manners.alive {
            self.answers.push_back((now + delay, bytes));
            self.answers.make_contiguous().sort_by_key(|(due, _)| *due);
        }
    }

    fn count(&mut self, now: Instant) {
        let passed_ms = now.duration_since(self.counted_to).as_millis() as u32;
        self.counted_to = now;
        if !self.running {
            return;
        }
        let to_move = self.to_move;
        let time = self.of(to_move);
        *time = time.saturating_sub(passed_ms);
        if *time == 0 {
            self.flag = Some(to_move);
            self.running = false;
        }
    }

    fn of(&mut self, side: Side) -> &mut u32 {
        match side {
            Side::Left => &mut self.left_ms,
            Side::Right => &mut self.right_ms,
        }
    }
}

/// A clock message with these data.
pub fn framed(data: [u8; 7]) -> Vec<u8> {
    let mut frame = vec![0x8d, 0x00, 0x0a];
    frame.extend(data);
    frame
}

fn ack(bytes: [u8; 4]) -> Vec<u8> {
    framed(Ack { bytes }.encode())
}
