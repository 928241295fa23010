use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use crate::model::{Face, ModelClock};
use crate::xqc1::Xqc1;
use crate::{ClockDriver, Command, CommandId, Health, Outbox, Side, Trace, Unsupported};

/// A clock without a port: the model clock and the XQC1 driver, wired to each other.
#[derive(Debug)]
pub struct Simulated {
    clock: ModelClock,
    driver: Xqc1,
    presses: Receiver<Press>,
}

/// The buttons of a simulated clock.
#[derive(Debug, Clone)]
pub struct Buttons(pub(crate) Sender<Press>);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Press {
    Player(Side),
    StartPause,
}

impl Press {
    pub fn on(self, clock: &mut ModelClock, now: Instant) {
        match self {
            Self::Player(side) => clock.press(now, side),
            Self::StartPause => clock.toggle(now),
        }
    }
}

impl Buttons {
    /// A player presses.
    pub fn press(&self, side: Side) {
        // A clock that is gone feels no finger.
        let _ = self.0.send(Press::Player(side));
    }

    /// Somebody presses start/pause.
    pub fn start_pause(&self) {
        let _ = self.0.send(Press::StartPause);
    }
}

impl Simulated {
    /// A clock switched on at `now`, and its buttons.
    pub fn new(now: Instant, face: Face) -> (Self, Buttons) {
        let (sender, presses) = channel();
        let clock = ModelClock::start(now, "SIM0001", face);
        let driver = Xqc1::new(now, None);
        (
            Self {
                clock,
                driver,
                presses,
            },
            Buttons(sender),
        )
    }

    /// Carries bytes both ways until there are none.
    fn carry(&mut self, now: Instant, out: &mut Outbox) {
        loop {
            let up = self.clock.take_output();
            self.driver.on_bytes(now, &up, out);
            if up.is_empty() && out.writes.is_empty() {
                return;
            }
            let down = std::mem::take(&mut out.writes);
            self.clock.on_bytes(now, &down);
        }
    }
}

impl ClockDriver for Simulated {
    fn on_bytes(&mut self, now: Instant, _: &[u8], out: &mut Outbox) {
        self.carry(now, out);
    }

    fn on_tick(&mut self, now: Instant, out: &mut Outbox) {
        while let Ok(press) = self.presses.try_recv() {
            press.on(&mut self.clock, now);
        }
        self.clock.on_tick(now);
        self.driver.on_tick(now, out);
        self.carry(now, out);
    }

    fn command(
        &mut self,
        now: Instant,
        id: CommandId,
        command: Command,
        out: &mut Outbox,
    ) -> Result<(), Unsupported> {
        self.driver.command(now, id, command, out)?;
        self.carry(now, out);
        Ok(())
    }

    fn health(&self, now: Instant) -> Health {
        self.driver.health(now)
    }

    fn trace(&self) -> Option<Trace> {
        self.driver.trace()
    }

    fn drift_ppm(&self) -> Option<i32> {
        self.driver.drift_ppm()
    }

    fn abandon(&mut self, out: &mut Outbox) {
        self.driver.abandon(out);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::LinkEvent;

    #[test]
    fn a_press_on_the_simulated_clock_arrives_as_one() {
        let start = Instant::now();
        let (mut clock, buttons) = Simulated::new(start, Face::default());
        let mut out = Outbox::default();
        clock.on_tick(start, &mut out);
        assert!(
            matches!(out.events[..], [LinkEvent::Connected(_), ..]),
            "{:?}",
            out.events
        );
        buttons.start_pause();
        clock.on_tick(start + Duration::from_secs(1), &mut out);
        buttons.press(Side::Left);
        out.events.clear();
        clock.on_tick(start + Duration::from_secs(4), &mut out);
        let presses: Vec<_> = out
            .events
            .iter()
            .filter_map(|event| match event {
                LinkEvent::Pressed {
                    side,
                    sample,
                    exact,
                    ..
                } => Some((*side, sample.left_ms, sample.right_ms, *exact)),
                _ => None,
            })
            .collect();
        // Three seconds used, ten added.
        assert_eq!(presses, [(Side::Left, 1_807_000, 1_800_000, true)]);
    }
}
