//! A serial line for tests: a pseudo terminal whose far end the test holds. Dropping that end is
//! pulling the plug.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use clock_link::model::{Face, ModelClock};
use clock_link::{ClockLink, Config, LinkEvent, PortChoice, Side, Terms};
use serialport::{SerialPort, TTYPort};
use tempfile::TempDir;

use crate::board::Board;

/// The folder where ports appear and disappear.
pub struct Sockets(TempDir);

impl Sockets {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Plugs a line in under a name, whatever was there before.
    pub fn plug(&self, name: &str) -> TTYPort {
        let (mut far_end, near_end) = TTYPort::pair().expect("a pseudo terminal");
        far_end
            .set_timeout(Duration::from_millis(5))
            .expect("a timeout");
        let device = near_end.name().expect("a name");
        let beside = self.path(&format!(".{name}"));
        symlink(device, &beside).expect("a link");
        // As udev does it: made beside its place, then moved there.
        fs::rename(&beside, self.path(name)).expect("a rename");
        far_end
    }

    pub fn unplug(&self, name: &str) {
        fs::remove_file(self.path(name)).expect("the link");
    }

    pub fn link_to(&self, name: &str) -> ClockLink {
        link(PortChoice::Path(self.path(name)), Terms::default())
    }
}

pub fn link(port: PortChoice, terms: Terms) -> ClockLink {
    ClockLink::open(Config { port, terms }).expect("a thread")
}

/// Something at the far end of a line, played by a thread until dropped.
pub struct FarEnd {
    orders: Sender<Order>,
    received: Arc<Mutex<Vec<u8>>>,
    thread: Option<JoinHandle<Device>>,
}

enum Order {
    Press(Side),
    Toggle,
    Say(Vec<u8>),
    Unplug,
}

/// What stands at the far end.
pub enum Device {
    Clock(Box<ModelClock>),
    Board(Box<Board>),
    Nothing,
}

impl FarEnd {
    pub fn new(port: TTYPort, device: Device) -> Self {
        let (orders, inbox) = channel();
        let received = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&received);
        let thread = std::thread::spawn(move || play(port, device, &inbox, &shared));
        Self {
            orders,
            received,
            thread: Some(thread),
        }
    }

    pub fn clock(port: TTYPort, serial: &str) -> Self {
        let clock = ModelClock::start(Instant::now(), serial, Face::default());
        Self::new(port, Device::Clock(Box::new(clock)))
    }

    pub fn press(&self, side: Side) {
        self.order(Order::Press(side));
    }

    pub fn toggle(&self) {
        self.order(Order::Toggle);
    }

    pub fn say(&self, bytes: &[u8]) {
        self.order(Order::Say(bytes.into()));
    }

    /// What has come over the line so far.
    pub fn received(&self) -> Vec<u8> {
        self.received
            .lock()
            .expect("no panic at the far end")
            .clone()
    }

    /// Pulls the plug; the device lives on without it.
    pub fn unplug(mut self) -> Device {
        self.order(Order::Unplug);
        let thread = self.thread.take().expect("unplugged only once");
        thread.join().expect("no panic at the far end")
    }

    fn order(&self, order: Order) {
        self.orders.send(order).expect("the far end plays");
    }
}

impl Drop for FarEnd {
    fn drop(&mut self) {
        let _ = self.orders.send(Order::Unplug);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the far end panicked");
        }
    }
}

fn play(
    mut port: TTYPort,
    mut device: Device,
    orders: &Receiver<Order>,
    received: &Mutex<Vec<u8>>,
) -> Device {
    let mut buffer = [0; 256];
    loop {
        let now = Instant::now();
        let mut sent = Vec::new();
        for order in orders.try_iter() {
            match (order, &mut device) {
                (Order::Unplug, _) => return device,
                (Order::Say(bytes), _) => sent.extend(bytes),
                (Order::Press(side), Device::Clock(clock)) => clock.press(now, side),
                (Order::Toggle, Device::Clock(clock)) => clock.toggle(now),
                (Order::Press(_), Device::Board(board)) => board.press(now),
                (Order::Toggle, Device::Board(board)) => board.running ^= true,
                (Order::Press(_) | Order::Toggle, Device::Nothing) => {}
            }
        }
        match port.read(&mut buffer) {
            Ok(length) => {
                received.lock().expect("no panic").extend(&buffer[..length]);
                match &mut device {
                    Device::Clock(clock) => clock.on_bytes(now, &buffer[..length]),
                    Device::Board(board) => board.on_bytes(now, &buffer[..length]),
                    Device::Nothing => {}
                }
            }
            // Nobody has the near end open.
            Err(error) if error.kind() != ErrorKind::TimedOut => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(_) => {}
        }
        match &mut device {
            Device::Clock(clock) => {
                clock.on_tick(now);
                sent.extend(clock.take_output());
            }
            Device::Board(board) => sent.extend(board.on_tick(now)),
            Device::Nothing => {}
        }
        // What is sent while nobody listens is lost, as on a wire.
        let _ = port.write_all(&sent);
    }
}

/// Waits for an event, on a busy machine for as long as half a minute; gives what came before it.
pub fn wait_for(link: &ClockLink, what: impl Fn(&LinkEvent) -> bool) -> Vec<LinkEvent> {
    let mut seen = Vec::new();
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match link.events().recv_timeout(left) {
            Ok(event) => {
                let done = what(&event);
                seen.push(event);
                if done {
                    return seen;
                }
            }
            Err(error) => panic!("{error}; what came: {seen:#?}"),
        }
    }
}

/// All that comes within a time.
pub fn gather(link: &ClockLink, time: Duration) -> Vec<LinkEvent> {
    let mut seen = Vec::new();
    let deadline = Instant::now() + time;
    while let Ok(event) = link
        .events()
        .recv_timeout(deadline.saturating_duration_since(Instant::now()))
    {
        seen.push(event);
    }
    seen
}
