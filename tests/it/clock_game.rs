//! The terminal, without its screen, at a real clock: the firmware in simavr, and lines that are
//! unplugged, swapped, held and flooded.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clock_link::model::Face;
use clock_link::{ClockLink, Config, PlayedClock, PortChoice, Terms};
use qipu::journal::{Event, GameId, Mode, Phase, Reading, Started, TimeControl, chain};
use qipu::kiosk::clock::{Badge, Seat, Warning};
use qipu::kiosk::controller::{ClockSource, Kiosk, Notice, SystemTime, Terminal};
use qipu::store::TerminalStore;
use qipu::sync::assignment::{Assignment, EventFacts, GameAssignment, PlayerFacts};
use serialport::{SerialPort, TTYPort};
use tempfile::TempDir;
use uuid::Uuid;
use xiangqi::Side;

use crate::clock_board::{Board, firmware, read_log};

/// The opening of a game both sides know by heart.
const MOVES: [&str; 10] = [
    "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "b0c2", "c9e7",
];
const SEATS: [Seat; 2] = [Seat::Left, Seat::Right];

struct Table {
    folder: TempDir,
    store: Arc<TerminalStore>,
    kiosk: Kiosk,
    game: GameId,
}

fn assignment(game: GameId) -> Assignment {
    let player = |number, name: &str| PlayerFacts {
        number,
        name: name.to_owned(),
        unit: String::new(),
        points: "0".to_owned(),
    };
    let start = Started {
        mode: Mode::Live,
        start_fen: xiangqi::Position::start().to_fen(),
        time: Some(TimeControl {
            base_ms: 60_000,
            increment_ms: 10_000,
            first_move_bonus: false,
        }),
        limit_rounds: 40,
        claimant_check_cap: 0,
    };
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
            round: 1,
            red: player(1, "王宁"),
            black: player(2, "李铁生"),
            start,
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

impl Table {
    /// A terminal whose link looks for a clock.
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        std::fs::create_dir(folder.path().join("ports")).expect("a folder");
        let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
        let (store, game) = (Arc::new(store), GameId(Uuid::now_v7()));
        let terminal = Terminal::start(store.clone(), Arc::new(SystemTime::new()), "t7")
            .expect("a first start");
        let kiosk = Kiosk::new(terminal, Some(assignment(game))).expect("a readable journal");
        Self {
            folder,
            store,
            kiosk,
            game,
        }
    }

    fn link(&mut self, port: PortChoice) {
        let terms = Terms {
            increment_ms: 10_000,
            ..Terms::default()
        };
        let link = ClockLink::open(Config { port, terms }).expect("a thread");
        self.kiosk.attach_clock(Box::new(link)).expect("a setting");
    }

    fn ports(&self) -> std::path::PathBuf {
        self.folder.path().join("ports")
    }

    /// The event loop, until something is so; a busy machine gets a minute.
    fn until(&mut self, what: impl Fn(&Kiosk) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !what(&self.kiosk) {
            assert!(
                Instant::now() < deadline,
                "it did not come: {:?} {:?}",
                self.kiosk.clock_badge(),
                self.events()
            );
            std::thread::sleep(Duration::from_millis(10));
            self.kiosk.tick_clock();
        }
    }

    fn pass(&mut self, time: Duration) {
        let end = Instant::now() + time;
        self.until(|_| Instant::now() >= end);
    }

    /// The arbiter pairs the clock, Red on its left, and starts the game.
    fn start(&mut self) {
        self.until(|kiosk| {
            let panel = kiosk.clock_panel().expect("a link");
            panel.ident.is_some() && panel.badge == Badge::Beside
        });
        // The first sample follows the first word.
        self.pass(Duration::from_millis(600));
        self.kiosk.let_clock_rule(Seat::Left);
        self.kiosk.start();
        self.until(|kiosk| runs(kiosk) == Some(Side::Red));
    }

    fn touch(&mut self, ply: usize) {
        let mv: xiangqi::Move = MOVES[ply].parse().expect("a move");
        let game = self.kiosk.game_mut().expect("a game in hand");
        game.touch(mv.from());
        game.touch(mv.to());
    }

    fn pressed(kiosk: &Kiosk) -> usize {
        let state = kiosk.game().expect("a game in hand").state();
        state.plies().len() - usize::from(!state.is_pressed())
    }

    fn events(&self) -> Vec<Event> {
        let entries = self.store.entries(self.game).expect("readable");
        chain::verify(self.game, &entries).expect("an unbroken chain");
        entries.into_iter().map(|entry| entry.event).collect()
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

fn runs(kiosk: &Kiosk) -> Option<Side> {
    let clocks = kiosk.game()?.clocks()?;
    clocks
        .running
        .filter(|_| clocks.source == ClockSource::External)
}

fn phase(kiosk: &Kiosk) -> Phase {
    kiosk.game().expect("a game in hand").state().phase()
}

/// A player thinks, presses, and the move is entered, before or after it.
fn play(table: &mut Table, board: &mut Board, ply: usize) {
    table.pass(Duration::from_millis(300 + 37 * ply as u64));
    let enters_first = ply.is_multiple_of(3);
    if enters_first {
        table.touch(ply);
    }
    board.order(match SEATS[ply % 2] {
        Seat::Left => "push left",
        Seat::Right => "bounce right",
    });
    if !enters_first {
        table.until(|kiosk| {
            let notice = kiosk
                .game()
                .and_then(qipu::kiosk::controller::Controller::notice);
            matches!(notice, Some(Notice::MoveMissing(_)))
        });
        table.touch(ply);
    }
    table.until(|kiosk| Table::pressed(kiosk) == ply + 1);
}

fn number(field: &str) -> u64 {
    field.parse().expect("a number")
}

/// The state lines of the firmware sent for this reason: both times and the presses counted.
fn said(log: &[(f64, String)], why: &str) -> Vec<(u64, u64, usize)> {
    log.iter()
        .map(|(_, body)| body.split(',').collect::<Vec<_>>())
        .filter(|fields| fields[0] == "xqs" && fields[2] == why)
        .map(|fields| {
            (
                number(fields[4]),
                number(fields[5]),
                number(fields[7]) as usize,
            )
        })
        .collect()
}

#[test]
fn ten_moves_at_the_firmware_killed_at_the_fifth_and_restored_by_the_arbiter() {
    let Some(firmware) = firmware() else { return };
    let mut table = Table::new();
    let ports = table.ports();
    let Some(mut board) = Board::start(firmware, &ports, 1) else {
        return;
    };
    table.link(PortChoice::Path(ports.join("clock")));
    table.start();
    for ply in 0..5 {
        play(&mut table, &mut board, ply);
    }
    // A simulator that was kept from the processor for a moment catches up.
    let mut pace = f64::INFINITY;
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(100));
        let times = board.ask("time");
        let (simulated, wall) = times.split_once(' ').expect("two numbers");
        let (simulated, wall): (f64, f64) = (
            simulated.parse().expect("seconds"),
            wall.parse().expect("seconds"),
        );
        pace = (simulated / wall - 1.0).abs();
        if pace < 0.005 {
            break;
        }
    }
    assert!(pace < 0.005, "{pace}");

    // Somebody falls over the cable while Black is thinking.
    table.pass(Duration::from_millis(700));
    board.kill();
    let lines_before = read_log(&ports).len();
    table.until(|kiosk| kiosk.clock_badge().0 == Badge::Estimated);
    assert_eq!(phase(&table.kiosk), Phase::Playing);
    table.pass(Duration::from_millis(800));
    let mut board = Board::start(firmware, &ports, 1).expect("it did start before");
    let offer = |kiosk: &Kiosk| {
        kiosk
            .game()
            .and_then(qipu::kiosk::controller::Controller::clock_offer)
    };
    table.until(|kiosk| offer(kiosk).is_some());
    assert_eq!(phase(&table.kiosk), Phase::Paused);
    let offered = offer(&table.kiosk).expect("just seen").reading;
    let log = read_log(&ports);
    let last: Vec<&str> = log[lines_before - 1].1.split(',').collect();
    assert_eq!(
        (offered.red_ms, offered.black_ms),
        (number(last[4]), number(last[5]))
    );

    // The arbiter restores the times, then lets the game go on.
    table.kiosk.restore_clock();
    table.until(|kiosk| offer(kiosk).is_none());
    table.kiosk.game_mut().expect("a game in hand").resume();
    table.until(|kiosk| runs(kiosk) == Some(Side::Black));
    for ply in 5..10 {
        play(&mut table, &mut board, ply);
    }

    let log = read_log(&ports);
    let (stored, told) = (table.presses(), said(&log, "t"));
    assert_eq!((stored.len(), told.len()), (10, 10));
    let mut worst = 0;
    for (ply, ((side, reading), (left_ms, right_ms, counted))) in
        stored.iter().zip(&told).enumerate()
    {
        assert_eq!((ply % 2 == 0, reading.external), (*side == Side::Red, true));
        assert_eq!(*counted, ply + 1);
        let apart = reading
            .red_ms
            .abs_diff(*left_ms)
            .max(reading.black_ms.abs_diff(*right_ms));
        worst = worst.max(apart);
    }
    println!("ten stored times against the firmware's own lines: at most {worst} ms apart");
    assert!(worst <= 1, "{worst} ms");
    let restored = Event::ClockSet {
        reading: offered,
        by: "arbiter".to_owned(),
    };
    assert!(table.events().contains(&restored));
    assert_eq!(phase(&table.kiosk), Phase::Playing);
}

fn plug(ports: &Path, name: &str, serial: &str) -> PlayedClock {
    let face = Face {
        left_ms: 60_000,
        right_ms: 60_000,
        ..Face::default()
    };
    PlayedClock::start(serial, face, Some(&ports.join(name))).expect("a pseudo terminal")
}

/// A line that says nothing but noise, as fast as it is read.
struct Noise {
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Noise {
    fn plug(ports: &Path, name: &str) -> Self {
        use std::io::Write;
        let (mut far_end, near_end) = TTYPort::pair().expect("a pseudo terminal");
        far_end
            .set_timeout(Duration::from_millis(5))
            .expect("a timeout");
        let device = near_end.name().expect("a name");
        let beside = ports.with_file_name(name);
        std::os::unix::fs::symlink(device, &beside).expect("a link");
        std::fs::rename(&beside, ports.join(name)).expect("a rename");
        drop(near_end);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut seed = 0x9e37_79b9_7f4a_7c15u64;
            while !stopped.load(Ordering::Relaxed) {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                if far_end.write_all(&seed.to_le_bytes()).is_err() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        });
        Self {
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Noise {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The game goes on at the terminal while its clock is not there.
fn play_without(table: &mut Table, ply: usize) {
    table.touch(ply);
    table
        .kiosk
        .game_mut()
        .expect("a game in hand")
        .press_clock();
    assert_eq!(Table::pressed(&table.kiosk), ply + 1);
    assert!(!table.presses()[ply].1.external);
}

#[test]
fn whatever_is_plugged_the_game_goes_on_and_the_badge_says_what_is_wrong() {
    let mut table = Table::new();
    let ports = table.ports();
    let clock = plug(&ports, "usb-1", "M1");
    table.link(PortChoice::AnyIn(ports.clone()));
    table.start();
    table.touch(0);
    clock.buttons().expect("it plays").press(Seat::Left);
    table.until(|kiosk| Table::pressed(kiosk) == 1);
    assert_eq!(table.kiosk.clock_badge(), (Badge::Ruling, None));

    // Unplugged.
    drop(clock);
    table.until(|kiosk| kiosk.clock_badge().0 == Badge::Estimated);
    play_without(&mut table, 1);

    // Another table's clock, in another socket.
    let other = plug(&ports, "usb-2", "M2");
    table.until(|kiosk| kiosk.clock_badge() == (Badge::Estimated, Some(Warning::OtherClock)));
    play_without(&mut table, 2);
    drop(other);
    table.until(|kiosk| kiosk.clock_badge().1.is_none());

    // A clock's port that another program holds.
    let held = PlayedClock::start("M1", Face::default(), None).expect("a pseudo terminal");
    let holder = serialport::new(held.port(), 9_600)
        .open_native()
        .expect("nobody else has it");
    std::os::unix::fs::symlink(held.port(), ports.join("usb-3")).expect("a link");
    table.until(|kiosk| kiosk.clock_badge() == (Badge::Estimated, Some(Warning::PortBusy)));
    play_without(&mut table, 3);
    std::fs::remove_file(ports.join("usb-3")).expect("the link");
    drop((holder, held));

    // Garbage at full speed.
    let noise = Noise::plug(&ports, "usb-4");
    table.until(|kiosk| kiosk.clock_badge() == (Badge::Estimated, Some(Warning::UnknownDevice)));
    drop(noise);
    let _ = std::fs::remove_file(ports.join("usb-4"));

    // Its own clock again, under yet another name: it was without current and started anew.
    let clock = plug(&ports, "usb-5", "M1");
    table.until(|kiosk| {
        kiosk
            .game()
            .is_some_and(|game| game.clock_offer().is_some())
    });
    let offer = table
        .kiosk
        .game()
        .and_then(qipu::kiosk::controller::Controller::clock_offer);
    // Black made the last move, by the terminal's time.
    assert_eq!(
        offer.map(|offer| offer.reading.black_ms),
        Some(table.presses()[3].1.black_ms)
    );
    table.kiosk.restore_clock();
    table.until(|kiosk| {
        kiosk
            .game()
            .is_some_and(|game| game.clock_offer().is_none())
    });
    table.kiosk.game_mut().expect("a game in hand").resume();
    table.until(|kiosk| runs(kiosk).is_some());
    let plies = Table::pressed(&table.kiosk);
    table.touch(plies);
    let buttons = clock.buttons().expect("it plays");
    buttons.press(SEATS[plies % 2]);
    table.until(|kiosk| Table::pressed(kiosk) == plies + 1);
    let state = table.kiosk.game().expect("a game in hand").state();
    assert_eq!((state.phase(), state.outcome()), (Phase::Playing, None));
}
