//! A clock in memory.

use std::time::{Duration, Instant};

use crate::xqc1::{Hello, LineError, LineReader, Report, Request, State, Why};
use crate::{MAX_MS, Side};

const PERIOD: Duration = Duration::from_millis(250);
/// A repeated command is known for this long; its sender gives up sooner.
const REPEAT_KNOWN: Duration = Duration::from_secs(2);

/// An XQC1 clock in memory, which behaves as the firmware does: for demonstrations, and to test
/// everything above the wire.
#[derive(Debug)]
pub struct ModelClock {
    serial: String,
    started: Instant,
    seq: u16,
    face: Face,
    counted_to: Instant,
    due: Instant,
    reader: LineReader,
    repeat: Option<Repeat>,
    text: String,
    out: Vec<u8>,
}

/// What the clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Left player's time in milliseconds.
    pub left_ms: u32,
    /// Right player's time in milliseconds.
    pub right_ms: u32,
    /// Added on a press, in milliseconds.
    pub increment_ms: u32,
    /// Whose move it is.
    pub turn: Side,
    /// Whether that side's time runs.
    pub running: bool,
    /// Whose flag has fallen.
    pub flag: Option<Side>,
    /// Presses counted.
    pub ply: u16,
}

impl Default for Face {
    fn default() -> Self {
        Self {
            left_ms: 1_800_000,
            right_ms: 1_800_000,
            increment_ms: 10_000,
            turn: Side::Left,
            running: false,
            flag: None,
            ply: 0,
        }
    }
}

/// The last command carried out, to know it again.
#[derive(Debug)]
struct Repeat {
    number: u16,
    body: String,
    at: Instant,
    refusal: Option<&'static str>,
}

impl ModelClock {
    /// A clock switched on at `now`, stopped, as it was left with `face`.
    pub fn start(now: Instant, serial: &str, face: Face) -> Self {
        let mut clock = Self {
            serial: serial.into(),
            started: now,
            seq: 0,
            face: Face {
                running: false,
                ..face
            },
            counted_to: now,
            due: now + PERIOD,
            reader: LineReader::default(),
            repeat: None,
            text: String::new(),
            out: Vec::new(),
        };
        clock.say_hello();
        clock
    }

    /// What it shows.
    pub fn face(&self) -> Face {
        self.face
    }

    /// The text on its display.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes it has sent since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Lets time pass.
    pub fn on_tick(&mut self, now: Instant) {
        self.count(now);
        if now >= self.due {
            self.say_state(now, Why::Period);
        }
    }

    /// A player presses. It counts only on the move and while the time runs.
    pub fn press(&mut self, now: Instant, side: Side) {
        self.count(now);
        if !self.face.running || self.face.turn != side {
            return;
        }
        let increment_ms = self.face.increment_ms;
        let remaining = self.face.remaining_mut(side);
        *remaining = MAX_MS.min(*remaining + increment_ms);
        self.face.turn = side.other();
        self.face.ply = self.face.ply.wrapping_add(1);
        self.say_state(now, Why::Press);
    }

    /// The button for start and pause.
    pub fn toggle(&mut self, now: Instant) {
        self.count(now);
        if self.face.flag.is_none() {
            self.run(now, !self.face.running);
        }
    }

    /// Takes bytes from the terminal.
    pub fn on_bytes(&mut self, now: Instant, bytes: &[u8]) {
        self.count(now);
        for &byte in bytes {
            match self.reader.push(now, byte) {
                Some(Ok(line)) => self.request(now, line.body()),
                Some(Err(LineError::Checksum | LineError::NoChecksum)) => self.refuse(None, "crc"),
                Some(Err(_)) | None => {}
            }
        }
    }

    fn count(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.counted_to);
        let passed_ms = u32::try_from(passed.as_millis()).unwrap_or(u32::MAX);
        self.counted_to += Duration::from_millis(passed_ms.into());
        if !self.face.running {
            return;
        }
        let turn = self.face.turn;
        let remaining = self.face.remaining_mut(turn);
        *remaining = remaining.saturating_sub(passed_ms);
        if *remaining == 0 {
            self.face.flag = Some(turn);
            self.face.running = false;
            self.say_state(now, Why::Flag);
        }
    }

    fn run(&mut self, now: Instant, run: bool) {
        if self.face.running != run {
            self.face.running = run;
            self.say_state(now, if run { Why::Go } else { Why::Pause });
        }
    }

    fn request(&mut self, now: Instant, body: &str) {
        let (number, request) = match Request::parse(body) {
            Ok(parsed) => parsed,
            Err(error) => return self.refuse(error.number, error.reason),
        };
        let known = self.repeat.as_ref().filter(|repeat| {
            repeat.number == number
                && repeat.body == body
                && now.saturating_duration_since(repeat.at) < REPEAT_KNOWN
        });
        if let Some(repeat) = known {
            return self.answer(number, repeat.refusal);
        }
        self.repeat = None;
        let refusal = self.carry_out(now, &request);
        if !matches!(request, Request::Hello | Request::State) {
            self.repeat = Some(Repeat {
                number,
                body: body.into(),
                at: now,
                refusal,
            });
        }
        self.answer(number, refusal);
    }

    fn carry_out(&mut self, now: Instant, request: &Request) -> Option<&'static str> {
        match *request {
            Request::Hello => self.say_hello(),
            Request::State => self.say_state(now, Why::Asked),
            Request::Set { .. } if self.face.running => return Some("run"),
            Request::Set {
                left_ms,
                right_ms,
                increment_ms,
                first,
                ply,
            } => {
                let (running, flag) = (false, None);
                self.face = Face {
                    left_ms,
                    right_ms,
                    increment_ms,
                    turn: first,
                    running,
                    flag,
                    ply,
                };
                self.say_state(now, Why::Set);
            }
            Request::Run(true) if self.face.flag.is_some() => return Some("flag"),
            Request::Run(run) => self.run(now, run),
            Request::Display(ref text) => text.as_str().clone_into(&mut self.text),
            // A model is silent.
            Request::Beep(_) => {}
        }
        None
    }

    fn answer(&mut self, number: u16, refusal: Option<&'static str>) {
        match refusal {
            Some(reason) => self.refuse(Some(number), reason),
            None => self.say(|seq| Report::Accepted { seq, number }),
        }
    }

    fn refuse(&mut self, number: Option<u16>, reason: &str) {
        self.say(|seq| Report::Refused {
            seq,
            number,
            reason: reason.into(),
        });
    }

    fn say_hello(&mut self) {
        let serial = self.serial.clone();
        self.say(|seq| {
            Report::Hello(Hello {
                seq,
                protocol: 1,
                model: "xqclock-model".into(),
                firmware: env!("CARGO_PKG_VERSION").into(),
                serial,
                caps: String::new(),
            })
        });
    }

    fn say_state(&mut self, now: Instant, why: Why) {
        self.due = now + PERIOD;
        let up = now.saturating_duration_since(self.started).as_millis();
        let face = self.face;
        self.say(|seq| {
            Report::State(State {
                seq,
                why,
                // It turns over after 49.7 days, as the firmware's count does.
                up_ms: up as u32,
                left_ms: face.left_ms,
                right_ms: face.right_ms,
                running: face.running.then_some(face.turn),
                flag: face.flag,
                ply: face.ply,
                turn: Some(face.turn),
            })
        });
    }

    fn say(&mut self, report: impl FnOnce(u16) -> Report) {
        let body = report(self.seq).body();
        self.seq = self.seq.wrapping_add(1);
        self.out.extend(crate::xqc1::seal(&body).bytes());
    }
}

impl Face {
    fn remaining_mut(&mut self, side: Side) -> &mut u32 {
        match side {
            Side::Left => &mut self.left_ms,
            Side::Right => &mut self.right_ms,
        }
    }
}
