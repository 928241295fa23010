//! A terminal and a clock, both in memory: the model clock behind the real driver.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use clock_link::diagnostics::Diagnostics;
use clock_link::model::{Face, ModelClock};
use clock_link::xqc1::Xqc1;
use clock_link::{
    Answer, ClockDriver, Command, CommandId, Fault, Ident, LinkEvent, LinkState, Outbox, Reason,
    Unsupported,
};
use tempfile::TempDir;
use xiangqi::{Move, Side};

use crate::journal::{
    ClockFact, Event, GameId, GameState, Mode, Reading, Started, TimeControl, chain,
};
use crate::kiosk::clock::{Line, Seat};
use crate::kiosk::controller::{Controller, Kiosk, SteppedTime, Terminal, TimeSource};
use crate::store::TerminalStore;
use crate::sync::assignment::{Assignment, EventFacts, GameAssignment, PlayerFacts};

mod arbiter;
mod link;
mod presses;

/// A clock, a cable, and the driver at its end.
#[derive(Debug)]
struct Cable {
    clock: ModelClock,
    driver: Xqc1,
    out: Outbox,
    is_plugged: bool,
    paired: Option<Ident>,
    commands: u32,
    /// It takes no commands, as a DGT clock in most of its modes.
    is_deaf: bool,
}

impl Cable {
    fn new(now: Instant, serial: &str, face: Face) -> Self {
        let mut out = Outbox::default();
        out.events.push(LinkEvent::State(LinkState::Live));
        Self {
            clock: ModelClock::start(now, serial, face),
            driver: Xqc1::new(now, None),
            out,
            is_plugged: true,
            paired: None,
            commands: 0,
            is_deaf: false,
        }
    }

    fn pass(&mut self, now: Instant) {
        self.clock.on_tick(now);
        let said = self.clock.take_output();
        if self.is_plugged {
            self.driver.on_bytes(now, &said, &mut self.out);
            self.driver.on_tick(now, &mut self.out);
            let asked = std::mem::take(&mut self.out.writes);
            self.clock.on_bytes(now, &asked);
        }
    }

    fn unplug(&mut self) {
        self.is_plugged = false;
        self.driver.abandon(&mut self.out);
        self.out.events.push(LinkEvent::Lost(Reason::Unplugged));
        self.out.events.push(LinkEvent::State(LinkState::Lost));
    }

    fn plug(&mut self, now: Instant) {
        self.is_plugged = true;
        self.driver = Xqc1::new(now, self.driver.trace());
        let _ = self.clock.take_output();
        self.out.events.push(LinkEvent::State(LinkState::Live));
    }
}

/// The terminal's end of the cable.
#[derive(Debug)]
struct End {
    cable: Rc<RefCell<Cable>>,
    time: Arc<SteppedTime>,
}

impl Line for End {
    fn take_events(&mut self) -> Vec<LinkEvent> {
        let mut cable = self.cable.borrow_mut();
        let mut events = Vec::new();
        for event in std::mem::take(&mut cable.out.events) {
            let other = match (&event, &cable.paired) {
                (LinkEvent::Connected(found), Some(paired)) if !paired.same_device(found) => {
                    Some(Fault::OtherClock {
                        expected: Box::new(paired.clone()),
                        found: Box::new(found.clone()),
                    })
                }
                _ => None,
            };
            events.push(event);
            events.extend(other.map(LinkEvent::Fault));
        }
        events
    }

    fn send(&mut self, command: Command) -> CommandId {
        let mut cable = self.cable.borrow_mut();
        cable.commands += 1;
        let id = CommandId(cable.commands);
        let now = self.time.moment();
        if cable.is_deaf {
            let answer = match command {
                Command::SetTimes { .. } => Answer::Refused("mode".to_owned()),
                _ => Answer::Unsupported(Unsupported::Command),
            };
            cable.out.events.push(LinkEvent::Answered { id, answer });
            return id;
        }
        let Cable { driver, out, .. } = &mut *cable;
        if let Err(reason) = driver.command(now, id, command, out) {
            let answer = Answer::Unsupported(reason);
            out.events.push(LinkEvent::Answered { id, answer });
        }
        id
    }

    fn pair(&mut self, ident: Option<Ident>) {
        self.cable.borrow_mut().paired = ident;
    }

    fn retry(&mut self) {}

    fn diagnostics(&self) -> Diagnostics {
        Diagnostics {
            state: LinkState::Live,
            port: None,
            ident: None,
            counters: self.cable.borrow().out.log.counters(),
            last_good: None,
            drift_ppm: None,
            recent: Vec::new(),
            ticked: self.time.moment(),
        }
    }
}

struct Hall {
    _folder: TempDir,
    store: Arc<TerminalStore>,
    time: Arc<SteppedTime>,
    kiosk: Kiosk,
    cable: Rc<RefCell<Cable>>,
    game: GameId,
}

fn player(number: u32, name: &str) -> PlayerFacts {
    PlayerFacts {
        number,
        name: name.to_owned(),
        unit: String::new(),
        points: "0".to_owned(),
    }
}

fn assignment(game: GameId) -> Assignment {
    Assignment {
        version: "1".to_owned(),
        generation: "1".to_owned(),
        event: EventFacts {
            id: "1".to_owned(),
            title: "清水公开赛".to_owned(),
            regulation: "qingshui-2019".to_owned(),
        },
        board: Some(7),
        game: Some(GameAssignment {
            game,
            round: 5,
            red: player(1, "王宁"),
            black: player(2, "李铁生"),
            start: Started {
                mode: Mode::Live,
                start_fen: xiangqi::Position::start().to_fen(),
                time: Some(TimeControl {
                    base_ms: 1_800_000,
                    increment_ms: 10_000,
                    first_move_bonus: false,
                }),
                limit_rounds: 40,
                claimant_check_cap: 0,
            },
            show_limit: false,
            epoch: 1,
            may_write: true,
            result: None,
        }),
        owed: Vec::new(),
        instructions: Vec::new(),
        messages: Vec::new(),
    }
}

impl Hall {
    /// A clock is plugged in; nothing is settled about it.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
        let (store, time) = (Arc::new(store), Arc::new(SteppedTime::default()));
        let game = GameId(uuid::Uuid::now_v7());
        let terminal = Terminal::start(store.clone(), time.clone(), "t7").expect("a first start");
        let kiosk = Kiosk::new(terminal, Some(assignment(game))).expect("a readable journal");
        // Another time, another increment: the terminal sets both.
        let face = Face {
            left_ms: 300_000,
            right_ms: 300_000,
            increment_ms: 0,
            ..Face::default()
        };
        let cable = Rc::new(RefCell::new(Cable::new(time.moment(), "M1", face)));
        let mut hall = Self {
            _folder: folder,
            store,
            time,
            kiosk,
            cable,
            game,
        };
        hall.attach();
        hall.pass(1000);
        hall
    }

    fn attach(&mut self) {
        let end = End {
            cable: self.cable.clone(),
            time: self.time.clone(),
        };
        self.kiosk
            .attach_clock(Box::new(end))
            .expect("a readable setting");
    }

    /// A game under the clock, Red on its left, runs since half a second.
    fn playing() -> Self {
        let mut hall = Self::new();
        hall.kiosk.let_clock_rule(Seat::Left);
        hall.kiosk.start();
        hall.pass(500);
        hall
    }

    fn pass(&mut self, ms: u64) {
        for _ in 0..ms / 10 {
            self.time.advance(10);
            self.cable.borrow_mut().pass(self.time.moment());
            self.kiosk.tick_clock();
        }
    }

    fn game(&mut self) -> &mut Controller {
        self.kiosk.game_mut().expect("a game in hand")
    }

    fn state(&self) -> &GameState {
        self.kiosk.game().expect("a game in hand").state()
    }

    fn touch(&mut self, mv: &str) {
        let mv: Move = mv.parse().expect("a move");
        // A trembling finger is no second touch.
        self.pass(200);
        self.game().touch(mv.from());
        self.game().touch(mv.to());
    }

    fn press(&mut self, seat: Seat) {
        let now = self.time.moment();
        self.cable.borrow_mut().clock.press(now, seat);
        self.pass(300);
    }

    fn toggle(&mut self) {
        let now = self.time.moment();
        self.cable.borrow_mut().clock.toggle(now);
        self.pass(300);
    }

    fn unplug(&mut self) {
        self.cable.borrow_mut().unplug();
        self.pass(100);
    }

    fn plug(&mut self) {
        let now = self.time.moment();
        self.cable.borrow_mut().plug(now);
        self.pass(1000);
    }

    /// The battery is changed: it comes back with what it kept.
    fn restart_clock(&mut self) {
        let face = Face {
            running: false,
            ..self.face()
        };
        let kept = Face {
            left_ms: 1_234_000,
            ..face
        };
        let now = self.time.moment();
        self.cable.borrow_mut().clock = ModelClock::start(now, "M1", kept);
        self.pass(1000);
    }

    fn face(&self) -> Face {
        self.cable.borrow().clock.face()
    }

    fn events(&self) -> Vec<Event> {
        let entries = self.store.entries(self.game).expect("readable");
        chain::verify(self.game, &entries).expect("an unbroken chain");
        entries.into_iter().map(|entry| entry.event).collect()
    }

    fn facts(&self) -> Vec<ClockFact> {
        let events = self.events().into_iter();
        events
            .filter_map(|event| match event {
                Event::ExternalClock(fact) => Some(fact),
                _ => None,
            })
            .collect()
    }

    fn presses(&self) -> Vec<(Side, Reading)> {
        let events = self.events().into_iter();
        events
            .filter_map(|event| match event {
                Event::Pressed { side, reading } => Some((side, reading)),
                _ => None,
            })
            .collect()
    }
}

const fn external(red_ms: u64, black_ms: u64) -> Reading {
    Reading {
        red_ms,
        black_ms,
        external: true,
    }
}
