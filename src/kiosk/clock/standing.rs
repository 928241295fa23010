//! What is known of the clock on the line, whatever is played.

use std::time::{Duration, Instant};

use clock_link::{Fault, Ident, LinkEvent, LinkState, Sample};

use super::{Badge, Seat, Warning};

/// Noise is said again every ten seconds while it lasts.
const NOISE_FADES: Duration = Duration::from_secs(15);

/// What the link has said last.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Where the link stands.
    pub state: LinkState,
    /// The clock that answers.
    pub ident: Option<Ident>,
    /// What it showed last.
    pub sample: Option<Sample>,
    /// Who pressed last: the first press of a game is Red's.
    pub pressed: Option<Seat>,
    /// Another clock than the paired one answers.
    pub is_other: bool,
    warnings: Vec<Warning>,
    noisy_since: Option<Instant>,
}

impl Default for Standing {
    fn default() -> Self {
        Self {
            state: LinkState::Absent,
            ident: None,
            sample: None,
            pressed: None,
            is_other: false,
            warnings: Vec::new(),
            noisy_since: None,
        }
    }
}

impl Standing {
    /// Takes an event in.
    pub fn hear(&mut self, now: Instant, event: &LinkEvent) {
        match event {
            LinkEvent::State(state) => {
                self.state = *state;
                if matches!(
                    state,
                    LinkState::Absent | LinkState::Listening | LinkState::Live
                ) {
                    self.warnings
                        .retain(|warning| *warning < Warning::UnknownDevice);
                }
            }
            LinkEvent::Connected(ident) => {
                self.ident = Some(ident.clone());
                self.is_other = false;
                self.warnings.clear();
            }
            LinkEvent::Sample(sample) => {
                self.sample = Some(sample.clone());
                self.is(Warning::NoClock, false);
                self.is(Warning::BatteryLow, sample.battery_low);
            }
            LinkEvent::Pressed { side, .. } => self.pressed = Some(*side),
            LinkEvent::NoClock => {
                self.sample = None;
                self.is(Warning::NoClock, true);
            }
            LinkEvent::Lost(_) => {
                (self.ident, self.sample, self.is_other) = (None, None, false);
                self.warnings.clear();
            }
            LinkEvent::Fault(fault) => self.fault(now, fault),
            LinkEvent::FlagFell { .. }
            | LinkEvent::Restarted { .. }
            | LinkEvent::Answered { .. } => {}
        }
    }

    fn fault(&mut self, now: Instant, fault: &Fault) {
        let warning = match fault {
            Fault::Noisy => {
                self.noisy_since = Some(now);
                return;
            }
            Fault::PortBusy => Warning::PortBusy,
            Fault::PortDenied => Warning::PortDenied,
            Fault::PortFailed(_) => Warning::PortFailed,
            Fault::UnknownDevice => Warning::UnknownDevice,
            Fault::DriverMissing => Warning::DriverMissing,
            Fault::OtherClock { .. } => {
                self.is_other = true;
                Warning::OtherClock
            }
            Fault::Drift { .. } => Warning::Drift,
            // The tumbler is believed; it stands in the diagnostics.
            Fault::TurnBits => return,
        };
        self.is(warning, true);
    }

    fn is(&mut self, warning: Warning, so: bool) {
        self.warnings.retain(|known| *known != warning);
        if so {
            self.warnings.push(warning);
        }
    }

    /// The arbiter accepts the clock that answers.
    pub fn trust(&mut self) {
        self.is_other = false;
        self.is(Warning::OtherClock, false);
    }

    /// Whether the clock of this table is there and says its times.
    pub fn is_usable(&self) -> bool {
        self.state == LinkState::Live && self.sample.is_some() && !self.is_other
    }

    /// The sign; `rules` says whether its times count in the game in hand, and `estimates` whether
    /// they are being estimated there.
    pub fn badge(&self, now: Instant, rules: bool, estimates: bool) -> Badge {
        let age = self
            .sample
            .as_ref()
            .map(|sample| now.saturating_duration_since(sample.at));
        match (self.state, age) {
            (LinkState::Stale, Some(age)) => Badge::Late(age.as_secs().max(1)),
            _ if estimates => Badge::Estimated,
            (LinkState::Live, _) if rules => Badge::Ruling,
            (LinkState::Live, _) => Badge::Beside,
            (LinkState::Lost, _) => Badge::Gone,
            _ => Badge::Absent,
        }
    }

    /// The worst of what is wrong.
    pub fn warning(&self, now: Instant) -> Option<Warning> {
        let noisy = self
            .noisy_since
            .filter(|since| now.saturating_duration_since(*since) < NOISE_FADES)
            .map(|_| Warning::Noisy);
        self.warnings.iter().copied().chain(noisy).max()
    }
}
