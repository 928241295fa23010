use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serialport::{ClearBuffer, SerialPort, TTYPort};

use crate::diagnostics::Diagnostics;
use crate::link::{Link, OpenFailure, Wish};
use crate::ports::Ports;
use crate::{Command, CommandId, Ident, LinkEvent};

/// Both protocols use it, with 8 data bits, no parity and one stop bit.
const BAUD: u32 = 9_600;
const READ_WAIT: Duration = Duration::from_millis(20);
const IDLE_WAIT: Duration = Duration::from_millis(50);
const SHUN_WAIT: Duration = Duration::from_millis(250);
const PUBLISH_EVERY: Duration = Duration::from_millis(250);

/// What reading may cost: a line at 9600 Bd brings at most 960 bytes a second. What brings more
/// is read no faster than this, so that no device can keep the processor busy.
const PER_BYTE: Duration = Duration::from_micros(61);
const PER_READ: Duration = Duration::from_millis(1);
const BURST: Duration = Duration::from_millis(60);

/// What the handle asks of the thread.
#[derive(Debug)]
pub(crate) enum Request {
    Command(CommandId, Command),
    Pair(Option<Box<Ident>>),
    Retry,
    Close,
}

/// The thread that owns the port of one link.
pub(crate) struct PortThread<F> {
    pub link: Link,
    /// None for a clock that is played by this program.
    pub ports: Option<Ports>,
    pub requests: Receiver<Request>,
    pub sink: F,
    pub shared: Arc<Mutex<Diagnostics>>,
}

struct Open {
    port: TTYPort,
    path: PathBuf,
    /// When reading has been paid for.
    paid_until: Instant,
}

impl<F: FnMut(LinkEvent)> PortThread<F> {
    /// Runs until the handle is dropped.
    pub fn run(mut self) {
        let mut open = None;
        let mut published = None;
        loop {
            match self.take_requests() {
                Ok(()) => {}
                Err(Closed) => return,
            }
            let now = Instant::now();
            let wish = self.link.wish(now);
            match wish {
                Wish::Open => open = self.open(now),
                Wish::Read => self.read(&mut open),
                Wish::WaitUntil(until) => {
                    open = None;
                    let pause = until.saturating_duration_since(now).min(IDLE_WAIT);
                    if self.wait(pause).is_err() {
                        return;
                    }
                    if self.ports.as_mut().is_some_and(Ports::have_changed) {
                        self.link.replugged();
                    }
                }
                Wish::WaitForReplug => {
                    open = None;
                    if self.wait(SHUN_WAIT).is_err() {
                        return;
                    }
                    self.look_for_another();
                }
            }
            let now = Instant::now();
            self.link.on_tick(now);
            if let (true, Some(Open { path, .. })) = (self.link.is_shunning(), &open)
                && let Some(ports) = &mut self.ports
            {
                ports.shun(path);
            }
            self.write(now, &mut open);
            let events = self.link.take_events();
            let due =
                published.is_none_or(|last| now.saturating_duration_since(last) >= PUBLISH_EVERY);
            if due || !events.is_empty() {
                published = Some(now);
                let fresh = self.link.diagnostics(now);
                *self.shared.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
            }
            for event in events {
                (self.sink)(event);
            }
        }
    }

    fn take_requests(&mut self) -> Result<(), Closed> {
        loop {
            match self.requests.try_recv() {
                Ok(request) => self.request(request)?,
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(Closed),
            }
        }
    }

    fn wait(&mut self, pause: Duration) -> Result<(), Closed> {
        match self.requests.recv_timeout(pause) {
            Ok(request) => self.request(request),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(Closed),
        }
    }

    fn request(&mut self, request: Request) -> Result<(), Closed> {
        match request {
            Request::Command(id, command) => self.link.command(Instant::now(), id, command),
            Request::Pair(ident) => self.link.pair(ident.map(|ident| *ident)),
            Request::Retry => {
                if let Some(ports) = &mut self.ports {
                    ports.forgive();
                }
                self.link.replugged();
            }
            Request::Close => return Err(Closed),
        }
        Ok(())
    }

    fn open(&mut self, now: Instant) -> Option<Open> {
        let Some(path) = self.ports.as_mut().and_then(Ports::next) else {
            self.link.open_failed(now, None, OpenFailure::Absent);
            return None;
        };
        let name = path.display().to_string();
        self.link.opening();
        match open_port(&path) {
            Ok(port) => {
                self.link.opened(Instant::now(), &name);
                Some(Open {
                    port,
                    path,
                    paid_until: now,
                })
            }
            Err(failure) => {
                self.link.open_failed(Instant::now(), Some(&name), failure);
                None
            }
        }
    }

    fn look_for_another(&mut self) {
        let Some(ports) = &mut self.ports else {
            return;
        };
        if ports.next().is_some() {
            self.link.replugged();
        }
    }

    fn read(&mut self, open: &mut Option<Open>) {
        let Some(Open {
            port, paid_until, ..
        }) = open
        else {
            // The simulated clock has no port; its time passes all the same.
            if self.wait(READ_WAIT).is_err() {
                self.link.broken(Instant::now());
            }
            return;
        };
        let mut buffer = [0; 512];
        let result = port.read(&mut buffer);
        let now = Instant::now();
        match result {
            Ok(0) => self.link.broken(now),
            Ok(length) => {
                self.link.on_bytes(now, &buffer[..length]);
                *paid_until = now.max(*paid_until) + PER_READ + PER_BYTE * length as u32;
                let owed = paid_until.saturating_duration_since(now);
                std::thread::sleep(owed.saturating_sub(BURST));
            }
            Err(error) if is_passing(error.kind()) => {}
            Err(error) => {
                tracing::info!(%error, "clock port broke");
                self.link.broken(now);
            }
        }
    }

    fn write(&mut self, now: Instant, open: &mut Option<Open>) {
        let bytes = self.link.take_writes();
        let (false, Some(Open { port, .. })) = (bytes.is_empty(), open) else {
            return;
        };
        match port.write_all(&bytes) {
            // What did not go out is asked again by the driver.
            Err(error) if !is_passing(error.kind()) => self.link.broken(now),
            _ => {}
        }
    }
}

/// The handle was dropped.
struct Closed;

fn is_passing(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TimedOut | ErrorKind::Interrupted | ErrorKind::WouldBlock
    )
}

fn open_port(path: &Path) -> Result<TTYPort, OpenFailure> {
    let name = path.to_string_lossy();
    let port = serialport::new(name, BAUD)
        .timeout(READ_WAIT)
        .open_native()
        .map_err(failure)?;
    // What came before the speed was set is noise.
    let _ = port.clear(ClearBuffer::Input);
    Ok(port)
}

fn failure(error: serialport::Error) -> OpenFailure {
    match error.kind {
        serialport::ErrorKind::Io(ErrorKind::NotFound) => OpenFailure::Absent,
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => OpenFailure::Denied,
        // The crate tells a held port by its text alone.
        serialport::ErrorKind::NoDevice
            if ["busy", "exclusive"]
                .iter()
                .any(|word| error.description.contains(word)) =>
        {
            OpenFailure::Busy
        }
        _ => OpenFailure::Other(error.description),
    }
}
