use std::time::{Duration, Instant};

use super::*;
use crate::model::{Face, ModelClock};
use crate::xqc1::Xqc1;
use crate::{Answer, ClockDriver, Command, CommandId, Fault, Ident, LinkEvent, Outbox, Reason};

mod losses;
mod presses;
mod restarts;
mod rules;

/// A table whose external clock is the model clock behind the real driver.
struct Hall {
    start: Instant,
    ms: u64,
    clock: ModelClock,
    driver: Xqc1,
    out: Outbox,
    is_plugged: bool,
    table: Table,
}

const START: Start = Start {
    times: Times {
        left_ms: 1_800_000,
        right_ms: 1_800_000,
    },
    increment_ms: 10_000,
    to_move: Side::Left,
    plies: 0,
};

impl Hall {
    fn new(authority: Authority) -> Self {
        let start = Instant::now();
        Self {
            start,
            ms: 0,
            clock: ModelClock::start(start, "M1", Face::default()),
            driver: Xqc1::new(start, None),
            out: Outbox::default(),
            is_plugged: true,
            table: Table::new(authority, START),
        }
    }

    /// A game under the external clock that runs since one second.
    fn running() -> Self {
        let mut hall = Self::new(Authority::External);
        let notices = hall.pass(1000);
        assert_eq!(notices, []);
        hall.clock.toggle(hall.now());
        hall
    }

    fn now(&self) -> Instant {
        self.start + Duration::from_millis(self.ms)
    }

    /// Lets time pass in steps of ten milliseconds.
    fn pass(&mut self, ms: u64) -> Vec<Notice> {
        let mut notices = Vec::new();
        for _ in 0..ms / 10 {
            self.ms += 10;
            let now = self.now();
            self.clock.on_tick(now);
            let said = self.clock.take_output();
            if self.is_plugged {
                self.driver.on_bytes(now, &said, &mut self.out);
                self.driver.on_tick(now, &mut self.out);
                let asked = std::mem::take(&mut self.out.writes);
                self.clock.on_bytes(now, &asked);
            }
            for event in std::mem::take(&mut self.out.events) {
                self.table.on_link(now, &event, &mut notices);
            }
            self.table.tick(now, &mut notices);
        }
        notices
    }

    fn press(&mut self, side: Side) -> Vec<Notice> {
        self.clock.press(self.now(), side);
        self.pass(50)
    }

    fn moved(&mut self, side: Side) -> Vec<Notice> {
        let mut notices = Vec::new();
        self.table.moved(self.now(), side, &mut notices);
        notices
    }

    fn reading(&self) -> Reading {
        self.table.reading(self.now())
    }

    fn unplug(&mut self) -> Vec<Notice> {
        self.is_plugged = false;
        let mut notices = Vec::new();
        self.table.on_link(
            self.now(),
            &LinkEvent::Lost(Reason::Unplugged),
            &mut notices,
        );
        notices
    }

    fn plug(&mut self) {
        self.is_plugged = true;
        self.driver = Xqc1::new(self.now(), self.driver.trace());
        let _ = self.clock.take_output();
    }

    fn send(&mut self, id: u32, command: Command) {
        let id = CommandId(id);
        self.table.sent(id, &command);
        let now = self.now();
        self.driver
            .command(now, id, command, &mut self.out)
            .unwrap();
    }
}

fn timed(notices: &[Notice]) -> Vec<(u32, Side, Source, u32, u32)> {
    notices
        .iter()
        .filter_map(|notice| match notice {
            Notice::Timed(it) => Some((
                it.ply,
                it.side,
                it.source,
                it.counted.left_ms,
                it.counted.right_ms,
            )),
            _ => None,
        })
        .collect()
}
