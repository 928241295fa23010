use std::time::{Duration, Instant};

use super::known::{Known, presses_between, to_move};
use super::sending::Sending;
use super::{Hello, LineReader, Report, Request, State, Text, Why};
use crate::drift::DriftFit;
use crate::noise::NoiseBudget;
use crate::{
    Answer, ClockDriver, Command, CommandId, Fault, Health, Ident, LinkEvent, Outbox, Raw, Sample,
    Trace, Unsupported,
};

const STALE_AFTER: Duration = Duration::from_millis(1_500);
/// A longer gap in the count of lines is a loss of the link, not of lines.
const LONGEST_GAP: u16 = 64;
const DEAD_AFTER: Duration = Duration::from_secs(3);

/// The driver for XQC1 clocks.
#[derive(Debug)]
pub struct Xqc1 {
    reader: LineReader,
    ident: Option<Ident>,
    last: Option<Known>,
    /// What was known of the clock before the link was lost, until its hello says it is the same.
    remembered: Option<Trace>,
    booted: bool,
    /// The next state line is a new beginning, not a count of presses.
    rebase: bool,
    heard: Instant,
    sending: Sending,
    noise: NoiseBudget,
    drift: DriftFit,
    drift_reported: Option<Instant>,
}

impl Xqc1 {
    /// A driver for a clock heard from at `now`; `remembered` is what was known of the clock
    /// before the link was lost, if it was.
    pub fn new(now: Instant, remembered: Option<Trace>) -> Self {
        Self {
            reader: LineReader::default(),
            ident: None,
            last: None,
            remembered,
            booted: false,
            rebase: false,
            heard: now,
            sending: Sending::new(),
            noise: NoiseBudget::default(),
            drift: DriftFit::default(),
            drift_reported: None,
        }
    }

    fn spoiled(&mut self, now: Instant, raw: Raw, fault: &'static str, out: &mut Outbox) {
        out.log.bad(now, raw, fault);
        if self.noise.spend(now) {
            out.events.push(LinkEvent::Fault(Fault::Noisy));
        }
    }

    fn report(&mut self, at: Instant, now: Instant, raw: &Raw, report: Report, out: &mut Outbox) {
        self.heard = now;
        out.log.good(at, now, raw);
        if let (Some(last), Some(seq)) = (&mut self.last, report.seq()) {
            let step = seq.wrapping_sub(last.seq);
            if step > 1 && step < LONGEST_GAP {
                out.log.counters.gaps += u64::from(step - 1);
            }
            if !matches!(report, Report::State(_)) && step < u16::MAX / 2 {
                last.seq = seq;
            }
        }
        match report {
            Report::Hello(hello) => self.hello(hello, out),
            Report::State(state) => {
                if self.sending.is_flying(&Request::State) && state.why == Why::Asked {
                    self.sending.settle(Answer::Done, out);
                }
                if self.ident.is_some() {
                    self.state(at, now, raw, &state, out);
                }
            }
            Report::Accepted { number, .. } => {
                if self.sending.has_number(number) {
                    self.rebase |= self.sending.is_setting();
                    self.sending.settle(Answer::Done, out);
                }
            }
            Report::Refused { number, reason, .. } => {
                self.sending.refused(now, number, reason, out);
            }
            Report::Other { .. } => {}
        }
    }

    fn hello(&mut self, hello: Hello, out: &mut Outbox) {
        if self.sending.is_flying(&Request::Hello) {
            self.sending.settle(Answer::Done, out);
        } else if hello.seq == 0 && self.ident.is_some() {
            self.booted = true;
        }
        let ident = Ident {
            protocol: "xqc1".into(),
            model: hello.model,
            firmware: hello.firmware,
            serial: hello.serial,
            caps: hello.caps,
        };
        self.connect(ident, out);
    }

    fn connect(&mut self, ident: Ident, out: &mut Outbox) {
        if let Some(trace) = self.remembered.take()
            && trace.ident.same_device(&ident)
            && let (Some(up_ms), Some(seq)) = (trace.up_ms, trace.seq)
        {
            self.last = Some(Known {
                sample: trace.sample,
                up_ms,
                seq,
                total_ms: up_ms.into(),
            });
        }
        match &mut self.ident {
            Some(known) if known.same_device(&ident) => *known = ident,
            Some(_) => {
                // Another clock behind the same adapter: nothing known holds for it.
                self.last = None;
                self.drift.reset();
                self.ident = Some(ident.clone());
                out.events.push(LinkEvent::Connected(ident));
            }
            None => {
                self.ident = Some(ident.clone());
                out.events.push(LinkEvent::Connected(ident));
            }
        }
    }

    fn state(&mut self, at: Instant, now: Instant, raw: &Raw, state: &State, out: &mut Outbox) {
        let restarted = self.booted
            || self
                .last
                .as_ref()
                .is_some_and(|last| last.restarted(at, state));
        self.booted = false;
        let total_ms = match &self.last {
            Some(last) if !restarted => {
                last.total_ms + u64::from(state.up_ms.wrapping_sub(last.up_ms))
            }
            _ => {
                self.drift.reset();
                state.up_ms.into()
            }
        };
        let at = self.drift.push(at, total_ms);
        if restarted && let Some(last) = &self.last {
            let started = at.checked_sub(Duration::from_millis(state.up_ms.into()));
            let lost = started.map(|started| started.saturating_duration_since(last.sample.at));
            let lost_ms = lost.and_then(|lost| u32::try_from(lost.as_millis()).ok());
            out.events.push(LinkEvent::Restarted { lost_ms });
        }
        let before = self
            .last
            .as_ref()
            .filter(|_| !restarted)
            .map(|last| &last.sample);
        let new_beginning = std::mem::take(&mut self.rebase)
            || matches!(state.why, Why::Set)
            || (self.sending.is_setting() && state.why != Why::Press);
        let presses = match before {
            Some(before) if !new_beginning => presses_between(before, state.ply),
            _ => 0,
        };
        let sample = Sample {
            at,
            left_ms: state.left_ms,
            right_ms: state.right_ms,
            resolution_ms: 1,
            running: state.running.filter(|_| state.flag.is_none()),
            to_move: to_move(state, before, presses),
            flag: state.flag,
            ply: Some(state.ply),
            battery_low: false,
            raw: raw.clone(),
        };
        let flag_is_new = match before {
            Some(before) => sample.flag.is_some() && before.flag != sample.flag,
            None => sample.flag.is_some(),
        };
        let mut side_pressed = if presses % 2 == 1 {
            sample.to_move.other()
        } else {
            sample.to_move
        };
        for left in (0..presses).rev() {
            out.events.push(LinkEvent::Pressed {
                side: side_pressed,
                at,
                sample: sample.clone(),
                exact: left == 0 && state.why == Why::Press,
            });
            side_pressed = side_pressed.other();
        }
        if flag_is_new && let Some(side) = sample.flag {
            out.events.push(LinkEvent::FlagFell {
                side,
                sample: sample.clone(),
            });
        }
        out.events.push(LinkEvent::Sample(sample.clone()));
        self.last = Some(Known {
            sample,
            up_ms: state.up_ms,
            seq: state.seq,
            total_ms,
        });
        self.report_drift(now, out);
    }

    /// Once every five minutes while it lasts.
    fn report_drift(&mut self, now: Instant, out: &mut Outbox) {
        let due = self
            .drift_reported
            .is_none_or(|last| now.saturating_duration_since(last) >= Duration::from_mins(5));
        if due && let Some(ppm) = self.drift.intolerable_ppm() {
            self.drift_reported = Some(now);
            out.events.push(LinkEvent::Fault(Fault::Drift { ppm }));
        }
    }

    /// A clock that does not answer its first hello talks and does not listen: a cable with one
    /// wire broken still shows the times.
    fn connect_nameless(&mut self, out: &mut Outbox) {
        let nothing = String::new;
        let ident = Ident {
            protocol: "xqc1".into(),
            model: nothing(),
            firmware: nothing(),
            serial: nothing(),
            caps: nothing(),
        };
        self.connect(ident, out);
    }
}

impl ClockDriver for Xqc1 {
    fn on_bytes(&mut self, now: Instant, bytes: &[u8], out: &mut Outbox) {
        for &byte in bytes {
            match self.reader.push(now, byte) {
                None => {}
                Some(Ok(line)) => match Report::parse(line.body()) {
                    Ok(report) => self.report(line.at, now, line.raw(), report, out),
                    Err(error) => self.spoiled(now, line.raw().clone(), error.word(), out),
                },
                Some(Err(error)) => self.spoiled(now, Raw::new(), error.word(), out),
            }
        }
        self.sending.send_next(now, out);
    }

    fn on_tick(&mut self, now: Instant, out: &mut Outbox) {
        let given_up = self.sending.repeat(now, out);
        if given_up == Some(Request::Hello) && self.ident.is_none() {
            self.connect_nameless(out);
        }
        self.sending.send_next(now, out);
    }

    fn command(
        &mut self,
        now: Instant,
        id: CommandId,
        command: Command,
        out: &mut Outbox,
    ) -> Result<(), Unsupported> {
        let request = match command {
            Command::Ask => Request::State,
            Command::SetTimes {
                left_ms,
                right_ms,
                increment_ms,
                first,
                ply,
            } => Request::Set {
                left_ms,
                right_ms,
                increment_ms,
                first,
                ply,
            },
            Command::Run => Request::Run(true),
            Command::Pause => Request::Run(false),
            Command::Display(text) => Request::Display(Text::new(&text).ok_or(Unsupported::Text)?),
            Command::Beep(ms) => Request::Beep(ms),
        };
        if !request.is_in_range() {
            return Err(Unsupported::Range);
        }
        self.sending.push(id, request)?;
        self.sending.send_next(now, out);
        Ok(())
    }

    fn health(&self, now: Instant) -> Health {
        let quiet = now.saturating_duration_since(self.heard);
        if quiet >= DEAD_AFTER {
            Health::Dead
        } else if quiet >= STALE_AFTER {
            Health::Stale
        } else {
            Health::Live
        }
    }

    fn trace(&self) -> Option<Trace> {
        match (&self.ident, &self.last) {
            (Some(ident), Some(last)) => Some(Trace {
                ident: ident.clone(),
                sample: last.sample.clone(),
                up_ms: Some(last.up_ms),
                seq: Some(last.seq),
            }),
            // Lost again before it had said who it is: what was known before still holds.
            _ => self.remembered.clone(),
        }
    }

    fn drift_ppm(&self) -> Option<i32> {
        self.drift.ppm()
    }

    fn abandon(&mut self, out: &mut Outbox) {
        self.sending.abandon(out);
    }
}
