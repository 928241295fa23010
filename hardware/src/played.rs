use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use serialport::{SerialPort, TTYPort};

use crate::model::{Face, ModelClock};
use crate::simulated::{Buttons, Press};

const READ_WAIT: Duration = Duration::from_millis(10);

/// A model clock behind a pseudo terminal: any program can open it as if it were plugged in.
/// Dropping it pulls the plug.
#[derive(Debug)]
pub struct PlayedClock {
    port: String,
    link: Option<PathBuf>,
    buttons: Option<Sender<Press>>,
    thread: Option<JoinHandle<()>>,
}

impl PlayedClock {
    /// Plugs a clock in; `link` is a name to find it under, whatever was there before.
    ///
    /// # Errors
    /// If there is no pseudo terminal, or the link cannot be made.
    pub fn start(serial: &str, face: Face, link: Option<&Path>) -> io::Result<Self> {
        let (mut far_end, near_end) = TTYPort::pair()?;
        far_end.set_timeout(READ_WAIT)?;
        let port = near_end
            .name()
            .ok_or_else(|| io::Error::other("a pseudo terminal without a name"))?;
        if let Some(link) = link {
            let mut beside = link.as_os_str().to_owned();
            beside.push(".new");
            let _ = std::fs::remove_file(&beside);
            std::os::unix::fs::symlink(&port, &beside)?;
            std::fs::rename(&beside, link)?;
        }
        let (buttons, presses) = channel();
        let clock = ModelClock::start(Instant::now(), serial, face);
        let thread = Builder::new()
            .name("played clock".into())
            // The near end stays open, so that a program that closes its own pulls no plug.
            .spawn(move || play(far_end, &near_end, clock, &presses))?;
        let link = link.map(Path::to_owned);
        Ok(Self {
            port,
            link,
            buttons: Some(buttons),
            thread: Some(thread),
        })
    }

    /// The port to open.
    pub fn port(&self) -> &str {
        &self.port
    }

    /// Its buttons.
    pub fn buttons(&self) -> Option<Buttons> {
        self.buttons.clone().map(Buttons)
    }
}

impl Drop for PlayedClock {
    fn drop(&mut self) {
        self.buttons = None;
        if let Some(thread) = self.thread.take() {
            // Ended by the loss of its buttons.
            let _ = thread.join();
        }
        if let Some(link) = &self.link {
            let _ = std::fs::remove_file(link);
        }
    }
}

fn play(
    mut far_end: TTYPort,
    _near_end: &TTYPort,
    mut clock: ModelClock,
    presses: &Receiver<Press>,
) {
    let mut buffer = [0; 256];
    loop {
        let now = Instant::now();
        match presses.try_recv() {
            Ok(press) => press.on(&mut clock, now),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return,
        }
        match far_end.read(&mut buffer) {
            Ok(length) => clock.on_bytes(Instant::now(), &buffer[..length]),
            Err(error) if error.kind() == ErrorKind::TimedOut => {}
            Err(_) => std::thread::sleep(READ_WAIT),
        }
        clock.on_tick(Instant::now());
        // What nobody reads is lost, as on a wire.
        let _ = far_end.write_all(&clock.take_output());
    }
}
