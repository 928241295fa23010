use std::time::{Duration, Instant};

use crate::backoff::Backoff;
use crate::diagnostics::Diagnostics;
use crate::ear::{Ear, Found};
use crate::simulated::Simulated;
use crate::xqc1::Xqc1;
use crate::{
    Answer, ClockDriver, Command, CommandId, Fault, Health, Ident, LinkEvent, LinkState, Outbox,
    Reason, Trace,
};

/// What a link must know of its table.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// What a press adds, in milliseconds; a DGT board does not tell.
    pub increment_ms: u32,
    /// A DGT board was announced on this port, so that a silent port may be asked for one.
    pub dgt_announced: bool,
    /// The clock the arbiter paired this table with.
    pub paired: Option<Ident>,
}

/// Why a port could not be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OpenFailure {
    Absent,
    Busy,
    Denied,
    Other(String),
}

/// What the port thread is to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Open a port; close the one that is open, if any.
    Open,
    /// Keep the port and read from it.
    Read,
    /// Close the port and wait until then, or until a port appears.
    WaitUntil(Instant),
    /// Close the port and wait for another plug.
    WaitForReplug,
}

/// The states of a link and the way from one to the next; it touches no port.
pub(crate) struct Link {
    terms: Terms,
    state: LinkState,
    phase: Phase,
    backoff: Backoff,
    out: Outbox,
    trace: Option<Trace>,
    port: Option<String>,
    /// A clock was heard on this port before: its silence is no proof that it is gone.
    known_port: Option<String>,
    ident: Option<Ident>,
    open_fault: Option<Fault>,
}

enum Phase {
    Wanting,
    Waiting(Instant),
    Shunning,
    Listening(Box<Ear>),
    Talking(Box<dyn ClockDriver>),
}

impl Link {
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            state: LinkState::Absent,
            phase: Phase::Wanting,
            backoff: Backoff::default(),
            out: Outbox::default(),
            trace: None,
            port: None,
            known_port: None,
            ident: None,
            open_fault: None,
        }
    }

    /// A link to a clock that is played by this program; it has no port.
    pub fn simulated(now: Instant, terms: Terms, driver: Simulated) -> Self {
        let mut link = Self::new(terms);
        link.port = Some("simulated".into());
        link.talk(now, Box::new(driver), &[]);
        link
    }

    pub fn wish(&self, now: Instant) -> Wish {
        match &self.phase {
            Phase::Wanting => Wish::Open,
            Phase::Waiting(until) if *until <= now => Wish::Open,
            Phase::Waiting(until) => Wish::WaitUntil(*until),
            Phase::Shunning => Wish::WaitForReplug,
            Phase::Listening(_) | Phase::Talking(_) => Wish::Read,
        }
    }

    /// A port that is there is about to be opened.
    pub fn opening(&mut self) {
        self.go(LinkState::Opening);
    }

    pub fn opened(&mut self, now: Instant, port: &str) {
        self.port = Some(port.into());
        self.open_fault = None;
        self.phase = Phase::Listening(Box::new(Ear::new(now, self.terms.dgt_announced)));
        self.go(LinkState::Listening);
    }

    pub fn open_failed(&mut self, now: Instant, port: Option<&str>, failure: OpenFailure) {
        let fault = match failure {
            OpenFailure::Absent => None,
            OpenFailure::Busy => Some(Fault::PortBusy),
            OpenFailure::Denied => Some(Fault::PortDenied),
            OpenFailure::Other(reason) => Some(Fault::PortFailed(reason)),
        };
        if let Some(port) = port {
            self.port = Some(port.into());
        }
        self.go(if fault.is_none() {
            LinkState::Absent
        } else {
            LinkState::Opening
        });
        // Tried every two seconds, said once.
        if fault.is_some() && fault != self.open_fault {
            self.out.events.extend(fault.clone().map(LinkEvent::Fault));
        }
        self.open_fault = fault;
        self.wait(now);
    }

    /// The arbiter pairs the table with a clock.
    pub fn pair(&mut self, ident: Option<Ident>) {
        self.terms.paired = ident;
    }

    /// A port has appeared, or the arbiter wants another try.
    pub fn replugged(&mut self) {
        if matches!(self.phase, Phase::Waiting(_) | Phase::Shunning) {
            self.phase = Phase::Wanting;
        }
    }

    pub fn on_bytes(&mut self, now: Instant, bytes: &[u8]) {
        self.out.log.counters.bytes += bytes.len() as u64;
        match &mut self.phase {
            Phase::Talking(driver) => driver.on_bytes(now, bytes, &mut self.out),
            Phase::Listening(ear) => {
                if let Some(found) = ear.on_bytes(now, bytes) {
                    self.found(now, found);
                }
            }
            Phase::Wanting | Phase::Waiting(_) | Phase::Shunning => {}
        }
    }

    /// The port failed: every error but a timeout ends it.
    pub fn broken(&mut self, now: Instant) {
        self.lose(now, Reason::Unplugged);
    }

    pub fn on_tick(&mut self, now: Instant) {
        match &mut self.phase {
            Phase::Listening(ear) => {
                if let Some(found) = ear.on_tick(now, &mut self.out.writes) {
                    self.found(now, found);
                }
            }
            Phase::Talking(driver) => {
                driver.on_tick(now, &mut self.out);
                match driver.health(now) {
                    Health::Live => self.go(LinkState::Live),
                    Health::Stale => self.go(LinkState::Stale),
                    Health::Dead => self.lose(now, Reason::Silent),
                }
            }
            Phase::Wanting | Phase::Waiting(_) | Phase::Shunning => {}
        }
    }

    pub fn command(&mut self, now: Instant, id: CommandId, command: Command) {
        let refused = match &mut self.phase {
            Phase::Talking(driver) => driver
                .command(now, id, command, &mut self.out)
                .err()
                .map(Answer::Unsupported),
            _ => Some(Answer::NotConnected),
        };
        if let Some(answer) = refused {
            self.out.events.push(LinkEvent::Answered { id, answer });
        }
    }

    pub fn take_writes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out.writes)
    }

    /// The events since the last call. A clock that is not the paired one is followed by a word
    /// about it.
    pub fn take_events(&mut self) -> Vec<LinkEvent> {
        let mut events = Vec::with_capacity(self.out.events.len());
        for event in self.out.events.drain(..) {
            let ident = match &event {
                LinkEvent::Connected(ident) => Some(ident.clone()),
                _ => None,
            };
            events.push(event);
            let Some(found) = ident else {
                continue;
            };
            if let Some(expected) = self
                .terms
                .paired
                .clone()
                .filter(|it| !it.same_device(&found))
            {
                events.push(LinkEvent::Fault(Fault::OtherClock {
                    expected: Box::new(expected),
                    found: Box::new(found.clone()),
                }));
            }
            self.ident = Some(found);
        }
        events
    }

    pub fn diagnostics(&self, now: Instant) -> Diagnostics {
        Diagnostics {
            state: self.state,
            port: self.port.clone(),
            ident: self.ident.clone(),
            counters: self.out.log.counters,
            last_good: self.out.log.last_good,
            drift_ppm: match &self.phase {
                Phase::Talking(driver) => driver.drift_ppm(),
                _ => None,
            },
            recent: self.out.log.recent(),
            ticked: now,
        }
    }

    /// Whether the device on the port was found to be none of ours.
    pub fn is_shunning(&self) -> bool {
        matches!(self.phase, Phase::Shunning)
    }

    fn found(&mut self, now: Instant, found: Found) {
        let heard = match std::mem::replace(&mut self.phase, Phase::Wanting) {
            Phase::Listening(ear) => ear.into_heard(),
            _ => Vec::new(),
        };
        match found {
            Found::Xqc1 => {
                let driver = Xqc1::new(now, self.trace.clone());
                self.talk(now, Box::new(driver), &heard);
            }
            Found::Dgt => self.found_board(now, &heard),
            Found::Nobody if self.port.is_some() && self.port == self.known_port => {
                self.go(LinkState::Lost);
                self.wait(now);
            }
            Found::Nobody => self.shun(Fault::UnknownDevice),
        }
    }

    #[cfg(feature = "dgt")]
    fn found_board(&mut self, now: Instant, heard: &[u8]) {
        let trace = self.trace.clone();
        let driver = crate::dgt::DgtBoard::new(now, self.terms.increment_ms, trace);
        self.talk(now, Box::new(driver), heard);
    }

    #[cfg(not(feature = "dgt"))]
    fn found_board(&mut self, _: Instant, _: &[u8]) {
        self.shun(Fault::DriverMissing);
    }

    fn talk(&mut self, now: Instant, mut driver: Box<dyn ClockDriver>, heard: &[u8]) {
        self.backoff.reset();
        self.known_port.clone_from(&self.port);
        self.go(LinkState::Live);
        driver.on_bytes(now, heard, &mut self.out);
        self.phase = Phase::Talking(driver);
    }

    fn shun(&mut self, fault: Fault) {
        self.phase = Phase::Shunning;
        self.go(LinkState::Unknown);
        self.out.events.push(LinkEvent::Fault(fault));
    }

    fn lose(&mut self, now: Instant, reason: Reason) {
        if let Phase::Talking(driver) = &mut self.phase {
            driver.abandon(&mut self.out);
            // A clock of another table does not make this one's forgotten.
            let paired = self.terms.paired.as_ref();
            let fresh = driver
                .trace()
                .filter(|trace| paired.is_none_or(|it| it.same_device(&trace.ident)));
            self.trace = fresh.or(self.trace.take());
            self.out.log.counters.losses += 1;
            self.out.events.push(LinkEvent::Lost(reason));
        }
        self.out.writes.clear();
        self.go(LinkState::Lost);
        self.wait(now);
    }

    fn wait(&mut self, now: Instant) {
        let pause: Duration = self.backoff.step();
        self.phase = Phase::Waiting(now + pause);
    }

    fn go(&mut self, state: LinkState) {
        if self.state != state {
            tracing::debug!(from = ?self.state, to = ?state, port = ?self.port, "clock link");
            self.state = state;
            self.out.events.push(LinkEvent::State(state));
        }
    }
}

#[cfg(test)]
mod tests;
