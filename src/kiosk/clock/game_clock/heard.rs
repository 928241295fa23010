//! What the clock says, made into what the journal has to hold.

use std::time::Instant;

use clock_link::authority::{MoveTime, Notice, Source, Times};
use clock_link::{LinkEvent, Sample};

use super::{GameClock, Happening, Offer};
use crate::journal::{ClockFact, Reading};
use crate::kiosk::clock::{Seat, Standing};

impl GameClock {
    /// Hears of the clock that is on the line already.
    pub fn meet(&mut self, now: Instant, standing: &Standing) -> Vec<Happening> {
        let (Some(ident), Some(sample)) = (&standing.ident, &standing.sample) else {
            return Vec::new();
        };
        if !standing.is_usable() {
            return Vec::new();
        }
        self.is_met = true;
        let mut happenings = self.hear(now, &LinkEvent::Connected(ident.clone()));
        happenings.extend(self.hear(now, &LinkEvent::Sample(sample.clone())));
        happenings
    }

    /// Takes an event of the link.
    pub fn hear(&mut self, now: Instant, event: &LinkEvent) -> Vec<Happening> {
        let mut happenings = Vec::new();
        match event {
            LinkEvent::Connected(_) => self.is_met = true,
            LinkEvent::Lost(_) | LinkEvent::Restarted { .. } | LinkEvent::NoClock => {
                self.ran = None;
                self.expected.clear();
            }
            LinkEvent::Answered { id, answer } => self.answered(*id, answer, &mut happenings),
            _ => {}
        }
        let mut notices = Vec::new();
        self.table.on_link(now, event, &mut notices);
        self.take(notices, &mut happenings);
        match event {
            LinkEvent::Pressed { side, sample, .. } => {
                if self.move_missing() == Some(self.seats.at(*side)) {
                    happenings.push(Happening::Fact(ClockFact::PressWaits {
                        side: self.seats.at(*side),
                        reading: self.seats.reading(sample.into(), true),
                    }));
                }
            }
            LinkEvent::Sample(sample) => {
                self.sampled(sample, &mut happenings);
                happenings.extend(self.unheard_presses(now, sample));
            }
            _ => {}
        }
        happenings
    }

    fn sampled(&mut self, sample: &Sample, happenings: &mut Vec<Happening>) {
        if !self.is_heard() || self.table.is_restoring() {
            return;
        }
        if self
            .by_hand
            .is_some_and(|wanted| self.shows(sample, wanted))
        {
            self.by_hand = None;
        }
        let runs = sample.running.is_some();
        let before = self.ran.replace(runs);
        if before == Some(runs) {
            return;
        }
        if self.expected.front() == Some(&runs) {
            self.expected.pop_front();
            return;
        }
        match (before, runs) {
            (None, true) => happenings.push(Happening::FoundRunning),
            (Some(false), true) => happenings.push(Happening::Started),
            // Stopped by its flag, it says so itself.
            (_, false) if sample.flag.is_none() => happenings.push(Happening::Stopped),
            _ => {}
        }
    }

    /// Presses the clock has counted while the program was down.
    fn unheard_presses(&mut self, now: Instant, sample: &Sample) -> Vec<Happening> {
        let is_heard = self.is_heard();
        let (Some(plies), Some(ply)) = (self.unheard_after.take_if(|_| is_heard), sample.ply)
        else {
            return Vec::new();
        };
        let presses = ply.wrapping_sub(plies as u16);
        // More than one each cannot be told from a clock that counts from elsewhere.
        if !(1..=2).contains(&presses) {
            return Vec::new();
        }
        let mut side = if presses == 1 {
            sample.to_move.other()
        } else {
            sample.to_move
        };
        let mut happenings = Vec::new();
        for _ in 0..presses {
            let press = LinkEvent::Pressed {
                side,
                at: sample.at,
                sample: sample.clone(),
                exact: false,
            };
            happenings.extend(self.hear(now, &press));
            side = side.other();
        }
        happenings
    }

    fn shows(&self, sample: &Sample, wanted: Reading) -> bool {
        let (shown, wanted) = (Times::from(sample), self.seats.times(wanted));
        [Seat::Left, Seat::Right].iter().all(|seat| {
            shown.of(*seat).abs_diff(wanted.of(*seat)) <= u32::from(sample.resolution_ms)
        })
    }

    pub(super) fn take(&mut self, notices: Vec<Notice>, happenings: &mut Vec<Happening>) {
        for notice in notices {
            let fact = match notice {
                Notice::Timed(time) => {
                    self.awaits_press = false;
                    happenings.push(self.completed(&time));
                    continue;
                }
                Notice::Flag { side, .. } => {
                    happenings.push(Happening::Flag(self.seats.at(side)));
                    continue;
                }
                Notice::Restored => {
                    if let Some(offer) = self.offer.take() {
                        happenings.push(Happening::Restored(offer.reading));
                    }
                    continue;
                }
                Notice::PressesWithoutMoves { count } => ClockFact::PressesWithoutMoves {
                    count: count as u32,
                },
                Notice::PressesMissed { count } => ClockFact::PressesMissed {
                    count: count as u32,
                },
                Notice::WrongSide { moved, .. } => ClockFact::WrongSide {
                    moved: self.seats.at(moved),
                },
                Notice::Differs {
                    side,
                    kiosk_ms,
                    external_ms,
                } => ClockFact::Differs {
                    side: self.seats.at(side),
                    own_ms: kiosk_ms.into(),
                    external_ms: external_ms.into(),
                },
                Notice::Drifts { ppm } => ClockFact::Drifts { ppm },
                Notice::Estimating => ClockFact::Lost,
                Notice::Recovered => ClockFact::Back,
                Notice::RestoreOffered { times, lost_ms } => {
                    let reading = self.seats.reading(times, true);
                    self.offer = Some(Offer { reading, lost_ms });
                    ClockFact::Restarted { reading, lost_ms }
                }
                Notice::OtherClock { found } => ClockFact::OtherClock {
                    clock: format!("{} {}", found.model, found.serial),
                },
                Notice::SetByHand { times } => {
                    let reading = self.seats.reading(times, true);
                    self.leave_to_the_hand(reading)
                }
                // What the badge says changes nothing in the game; the authority is the arbiter's.
                Notice::NoClock | Notice::Fault(_) | Notice::AuthorityChanged { .. } => continue,
            };
            happenings.push(Happening::Fact(fact));
        }
    }

    fn completed(&self, time: &MoveTime) -> Happening {
        let is_external = time.source == Source::External;
        Happening::Completed {
            side: self.seats.at(time.side),
            reading: self.seats.reading(time.counted, is_external),
            own: is_external.then(|| self.seats.reading(time.kiosk, false)),
        }
    }
}
