use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{Ack, AckKind, ClockOrder, Framer, Message, Mode, Order, Times, Verdict, judge};
use crate::noise::NoiseBudget;
use crate::{
    Answer, ClockDriver, Command, CommandId, Fault, Health, Ident, LinkEvent, MAX_MS, Outbox, Raw,
    Sample, Side, Trace, Unsupported,
};

/// The board has room for ten bytes of commands: one at a time, and a pause.
const PAUSE: Duration = Duration::from_millis(100);
const KEEP_ALIVE: Duration = Duration::from_secs(1);
const BOARD_DEAD_AFTER: Duration = Duration::from_secs(3);
const POLL_AFTER: Duration = Duration::from_millis(2_500);
const STALE_AFTER: Duration = Duration::from_secs(5);
const ACK_WITHIN: Duration = Duration::from_secs(2);
/// Some boards never answer with their serial number; they are used without one.
const SERIAL_WITHIN: Duration = Duration::from_millis(1_500);
/// After the clock was set, frames still under way show the old times.
const SETTLE: Duration = Duration::from_secs(2);
const QUEUE: usize = 8;
/// Clocks from this version on show letters.
const SHOWS_TEXT: u8 = 3;

/// The driver for a clock on a DGT board.
#[derive(Debug)]
pub struct DgtBoard {
    framer: Framer,
    started: Instant,
    connected: Option<Ident>,
    version: Option<(u8, u8)>,
    serial: Option<String>,
    clock_version: Option<(u8, u8)>,
    orders: VecDeque<Order>,
    wrote: Instant,
    kept_alive: Instant,
    board_heard: Instant,
    clock_heard: Instant,
    polled: Instant,
    queue: VecDeque<(Option<CommandId>, ClockOrder)>,
    flying: Option<Flying>,
    asked: Vec<CommandId>,
    bonus_s: u32,
    last: Option<Sample>,
    /// A sample that came before the board had said who it is.
    early: Option<Sample>,
    remembered: Option<Trace>,
    /// A sample that does not fit the last one and waits for a second of its kind.
    held: Option<Sample>,
    settling_until: Option<Instant>,
    no_clock: bool,
    turn_bits_reported: bool,
    noise: NoiseBudget,
}

/// The clock message that waits for its answer.
#[derive(Debug)]
struct Flying {
    id: Option<CommandId>,
    order: ClockOrder,
    sent: Instant,
    repeated: bool,
}

impl DgtBoard {
    /// A driver for a board heard from at `now`. `increment_ms` is what a press adds, to tell
    /// presses from times that were set.
    pub fn new(now: Instant, increment_ms: u32, remembered: Option<Trace>) -> Self {
        Self {
            framer: Framer::default(),
            started: now,
            connected: None,
            version: None,
            serial: None,
            clock_version: None,
            orders: [
                Order::UpdateNice,
                Order::Version,
                Order::Serial,
                Order::Clock,
            ]
            .into(),
            // The board may have been asked for its version a moment ago.
            wrote: now,
            kept_alive: now,
            board_heard: now,
            clock_heard: now,
            polled: now,
            queue: [(None, ClockOrder::Version)].into(),
            flying: None,
            asked: Vec::new(),
            bonus_s: increment_ms / 1000,
            last: None,
            early: None,
            remembered,
            held: None,
            settling_until: None,
            no_clock: false,
            turn_bits_reported: false,
            noise: NoiseBudget::default(),
        }
    }

    fn message(&mut self, now: Instant, message: Message, out: &mut Outbox) {
        self.board_heard = now;
        match message {
            Message::Times(times) => self.times(now, times, out),
            Message::Ack(ack) => self.ack(now, ack, out),
            Message::NoClock { .. } => {
                self.clock_heard = now;
                if !self.no_clock {
                    self.no_clock = true;
                    out.events.push(LinkEvent::NoClock);
                }
            }
            Message::BoardVersion { main, sub } => self.version = Some((main, sub)),
            Message::Serial(serial) => self.serial = Some(serial),
            _ => {}
        }
        self.connect(now, out);
    }

    fn connect(&mut self, now: Instant, out: &mut Outbox) {
        let Some((main, sub)) = self.version else {
            return;
        };
        let waited = now.saturating_duration_since(self.started) >= SERIAL_WITHIN;
        if self.connected.is_some() || (self.serial.is_none() && !waited) {
            return;
        }
        let ident = Ident {
            protocol: "dgt".into(),
            model: "board".into(),
            firmware: format!("{main}.{sub:02}"),
            serial: self.serial.clone().unwrap_or_default(),
            caps: String::new(),
        };
        self.connected = Some(ident.clone());
        let trace = self.remembered.take();
        self.last = trace
            .filter(|trace| trace.ident.same_device(&ident))
            .map(|trace| trace.sample);
        out.events.push(LinkEvent::Connected(ident));
        if let Some(sample) = self.early.take() {
            self.sample(now, sample, out);
        }
    }

    fn times(&mut self, now: Instant, times: Times, out: &mut Outbox) {
        self.clock_heard = now;
        self.no_clock = false;
        if !times.turn_bits_agree() && !self.turn_bits_reported {
            self.turn_bits_reported = true;
            out.events.push(LinkEvent::Fault(Fault::TurnBits));
        }
        let sample = times.sample(now, self.framer.raw().clone());
        if self.connected.is_some() {
            self.sample(now, sample, out);
        } else {
            self.early = Some(sample);
        }
    }

    fn sample(&mut self, now: Instant, sample: Sample, out: &mut Outbox) {
        let settling = self.settling_until.is_some_and(|until| now < until);
        let verdict = match &self.last {
            Some(before) if !settling => judge(before, &sample, self.bonus_s),
            _ => Verdict::Accept,
        };
        if verdict == Verdict::HoldAndAsk && !self.agrees_with_held(&sample) {
            self.held = Some(sample);
            self.orders.push_back(Order::Clock);
            return;
        }
        self.held = None;
        self.accept(sample, verdict, out);
    }

    /// Two samples in a row that fit each other are believed even if they do not fit the past:
    /// somebody set the clock.
    fn agrees_with_held(&self, sample: &Sample) -> bool {
        self.held.as_ref().is_some_and(|held| {
            matches!(
                judge(held, sample, self.bonus_s),
                Verdict::Accept | Verdict::Lever
            )
        })
    }

    fn accept(&mut self, sample: Sample, verdict: Verdict, out: &mut Outbox) {
        let flag_before = self.last.as_ref().and_then(|before| before.flag);
        let mut press = |side: Side, exact: bool| {
            let sample = sample.clone();
            out.events.push(LinkEvent::Pressed {
                side,
                at: sample.at,
                sample,
                exact,
            });
        };
        match verdict {
            Verdict::Press(side) => press(side, true),
            Verdict::TwoPresses(second) => {
                press(second.other(), false);
                press(second, false);
            }
            Verdict::Accept | Verdict::Lever | Verdict::HoldAndAsk => {}
        }
        if let Some(side) = sample.flag.filter(|_| sample.flag != flag_before) {
            out.events.push(LinkEvent::FlagFell {
                side,
                sample: sample.clone(),
            });
        }
        out.events.push(LinkEvent::Sample(sample.clone()));
        self.last = Some(sample);
        let answered = self.asked.drain(..);
        out.events.extend(answered.map(|id| LinkEvent::Answered {
            id,
            answer: Answer::Done,
        }));
    }

    fn ack(&mut self, now: Instant, ack: Ack, out: &mut Outbox) {
        self.clock_heard = now;
        if ack.is_unasked() {
            match ack.kind() {
                AckKind::DisplayOrReady => self.restarted(now, out),
                AckKind::NotInMode if self.is_setting() => {
                    self.settle(Answer::Refused("mode".into()), out);
                }
                _ => {}
            }
            return;
        }
        if let (AckKind::Version { main, sub }, true) = (ack.kind(), ack.is_ok()) {
            self.clock_version = Some((main, sub));
        }
        // An answer to nothing is an old one said again.
        let mine = self
            .flying
            .as_ref()
            .is_some_and(|flying| flying.order.command() == ack.command());
        if !mine {
            return;
        }
        if ack.is_ok() {
            if self.is_setting() {
                self.settling_until = Some(now + SETTLE);
                self.orders.push_back(Order::Clock);
            }
            self.settle(Answer::Done, out);
        } else {
            let reason = if self.is_setting() { "mode" } else { "clock" };
            self.settle(Answer::Refused(reason.into()), out);
        }
    }

    /// The clock says unasked that it is ready: it was switched on, or plugged in again.
    fn restarted(&mut self, now: Instant, out: &mut Outbox) {
        if let Some(sample) = self.last.take() {
            let lost = now.saturating_duration_since(sample.at).as_millis();
            out.events.push(LinkEvent::Restarted {
                lost_ms: u32::try_from(lost).ok(),
            });
        }
        self.held = None;
        self.orders.push_back(Order::Clock);
    }

    fn is_setting(&self) -> bool {
        self.flying
            .as_ref()
            .is_some_and(|flying| matches!(flying.order, ClockOrder::SetAndRun { .. }))
    }

    fn settle(&mut self, answer: Answer, out: &mut Outbox) {
        if let Some(id) = self.flying.take().and_then(|flying| flying.id) {
            out.events.push(LinkEvent::Answered { id, answer });
        }
    }

    fn ask_when_due(&mut self, now: Instant) {
        if now.saturating_duration_since(self.kept_alive) >= KEEP_ALIVE {
            self.kept_alive = now;
            self.orders.push_back(Order::Serial);
        }
        let quiet = now.saturating_duration_since(self.clock_heard);
        let polled = now.saturating_duration_since(self.polled);
        if self.is_running() && quiet >= POLL_AFTER && polled >= KEEP_ALIVE {
            self.polled = now;
            self.orders.push_back(Order::Clock);
        }
    }

    fn is_running(&self) -> bool {
        self.last
            .as_ref()
            .is_some_and(|sample| sample.running.is_some())
    }

    fn write_one(&mut self, now: Instant, out: &mut Outbox) {
        if now.saturating_duration_since(self.wrote) < PAUSE {
            return;
        }
        if let Some(order) = self.orders.pop_front() {
            // Asked for twice, answered once is enough.
            self.orders.retain(|waiting| *waiting != order);
            out.writes.push(order.byte());
            self.wrote = now;
            return;
        }
        let bytes = match &mut self.flying {
            Some(flying) if now.saturating_duration_since(flying.sent) < ACK_WITHIN => return,
            Some(flying) if !flying.repeated => {
                flying.repeated = true;
                flying.sent = now;
                flying.order.bytes()
            }
            Some(_) => {
                self.settle(Answer::Unanswered, out);
                return;
            }
            None => {
                // Acknowledgements come only in update mode, which the version answer proves.
                let Some((id, order)) = self.queue.pop_front_if(|_| self.version.is_some()) else {
                    return;
                };
                self.flying = Some(Flying {
                    id,
                    order,
                    sent: now,
                    repeated: false,
                });
                order.bytes()
            }
        };
        out.writes.extend(bytes);
        self.wrote = now;
    }

    fn order_for(&self, command: &Command) -> Result<ClockOrder, Unsupported> {
        Ok(match command {
            Command::SetTimes {
                left_ms, right_ms, ..
            } => ClockOrder::SetAndRun {
                left: hours_minutes_seconds(*left_ms)?,
                right: hours_minutes_seconds(*right_ms)?,
                mode: Mode::Paused,
            },
            Command::Beep(ms) => match ms.div_ceil(64) {
                // Below 40 it can be taken for no command.
                times @ 1..0x40 => ClockOrder::Beep(times as u8),
                _ => return Err(Unsupported::Range),
            },
            Command::Display(text) if text.is_empty() => ClockOrder::EndText,
            Command::Display(text) => {
                if self.clock_version.is_none_or(|(main, _)| main < SHOWS_TEXT) {
                    return Err(Unsupported::Command);
                }
                ClockOrder::Text(shown(text)?)
            }
            Command::Ask | Command::Run | Command::Pause => return Err(Unsupported::Command),
        })
    }
}

fn hours_minutes_seconds(ms: u32) -> Result<[u8; 3], Unsupported> {
    let seconds = (ms + 500) / 1000;
    if ms > MAX_MS || seconds > MAX_MS / 1000 {
        return Err(Unsupported::Range);
    }
    Ok([
        (seconds / 3600) as u8,
        (seconds / 60 % 60) as u8,
        (seconds % 60) as u8,
    ])
}

/// Capital letters are commands of the board, one of them starts its boot loader.
fn shown(text: &str) -> Result<[u8; 8], Unsupported> {
    let mut shown = [b' '; 8];
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.len() > shown.len() || !text.bytes().all(allowed) {
        return Err(Unsupported::Text);
    }
    shown[..text.len()].copy_from_slice(text.as_bytes());
    Ok(shown)
}

impl ClockDriver for DgtBoard {
    fn on_bytes(&mut self, now: Instant, bytes: &[u8], out: &mut Outbox) {
        for &byte in bytes {
            match self.framer.push(byte) {
                None => {}
                Some(Ok(message)) => {
                    out.log.good(now, now, self.framer.raw());
                    self.message(now, message, out);
                }
                Some(Err(reject)) => {
                    out.log.bad(now, Raw::new(), reject.word());
                    if self.noise.spend(now) {
                        out.events.push(LinkEvent::Fault(Fault::Noisy));
                    }
                }
            }
        }
        self.write_one(now, out);
    }

    fn on_tick(&mut self, now: Instant, out: &mut Outbox) {
        self.ask_when_due(now);
        self.connect(now, out);
        self.write_one(now, out);
    }

    fn command(
        &mut self,
        now: Instant,
        id: CommandId,
        command: Command,
        out: &mut Outbox,
    ) -> Result<(), Unsupported> {
        if command == Command::Ask {
            self.orders.push_back(Order::Clock);
            self.asked.push(id);
        } else {
            let order = self.order_for(&command)?;
            if matches!(order, ClockOrder::SetAndRun { .. }) && self.is_running() {
                let answer = Answer::Refused("run".into());
                out.events.push(LinkEvent::Answered { id, answer });
                return Ok(());
            }
            if self.queue.len() == QUEUE {
                return Err(Unsupported::Busy);
            }
            self.queue.push_back((Some(id), order));
        }
        self.write_one(now, out);
        Ok(())
    }

    fn health(&self, now: Instant) -> Health {
        if now.saturating_duration_since(self.board_heard) >= BOARD_DEAD_AFTER {
            Health::Dead
        } else if self.is_running()
            && now.saturating_duration_since(self.clock_heard) >= STALE_AFTER
        {
            Health::Stale
        } else {
            Health::Live
        }
    }

    fn trace(&self) -> Option<Trace> {
        match (&self.connected, &self.last) {
            (Some(ident), Some(sample)) => Some(Trace {
                ident: ident.clone(),
                sample: sample.clone(),
                up_ms: None,
                seq: None,
            }),
            _ => self.remembered.clone(),
        }
    }

    fn abandon(&mut self, out: &mut Outbox) {
        let flying = self.flying.take().and_then(|flying| flying.id);
        let queued = self.queue.drain(..).filter_map(|(id, _)| id);
        let all = flying.into_iter().chain(queued).chain(self.asked.drain(..));
        out.events.extend(all.map(|id| LinkEvent::Answered {
            id,
            answer: Answer::NotConnected,
        }));
    }
}
