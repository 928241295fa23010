use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

use crate::diagnostics::Diagnostics;
use crate::link::{Link, Terms};
use crate::model::Face;
use crate::port_thread::{PortThread, Request};
use crate::ports::{PortChoice, Ports};
use crate::simulated::{Buttons, Simulated};
use crate::{Command, CommandId, Ident, LinkEvent};

/// A link to a clock: one thread that owns the port, events out, commands in. Dropping it closes
/// the port.
#[derive(Debug)]
pub struct ClockLink {
    requests: Sender<Request>,
    events: Receiver<LinkEvent>,
    shared: Arc<Mutex<Diagnostics>>,
    next_id: AtomicU32,
    thread: Option<JoinHandle<()>>,
}

/// Which port, and what the link must know of its table.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the clock is plugged in.
    pub port: PortChoice,
    /// The table.
    pub terms: Terms,
}

impl ClockLink {
    /// Opens a link whose events are read from [`ClockLink::events`]. The port need not be there
    /// yet: it is looked for until the link is dropped.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn open(config: Config) -> io::Result<Self> {
        let (sender, events) = channel();
        // Who dropped the receiver has dropped the handle, which ends the thread.
        Self::start(config, events, move |event| drop(sender.send(event)))
    }

    /// Opens a link that hands each event to `sink`, on the thread of the link; [`Self::events`]
    /// stays empty.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn open_with(
        config: Config,
        sink: impl FnMut(LinkEvent) + Send + 'static,
    ) -> io::Result<Self> {
        Self::start(config, channel().1, sink)
    }

    /// Opens a link to a clock that this program plays itself, and gives its buttons.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn open_simulated(terms: Terms, face: Face) -> io::Result<(Self, Buttons)> {
        let now = Instant::now();
        let (clock, buttons) = Simulated::new(now, face);
        let (sender, events) = channel();
        let link = Link::simulated(now, terms, clock);
        let sink = move |event| drop(sender.send(event));
        Ok((
            Self::spawn("clock simulated", link, None, events, sink)?,
            buttons,
        ))
    }

    fn start(
        config: Config,
        events: Receiver<LinkEvent>,
        sink: impl FnMut(LinkEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let name = match &config.port {
            PortChoice::Path(path) | PortChoice::AnyIn(path) => {
                format!("clock {}", path.file_name().unwrap_or_default().display())
            }
            PortChoice::Auto => "clock auto".into(),
        };
        let ports = Some(Ports::new(config.port));
        Self::spawn(&name, Link::new(config.terms), ports, events, sink)
    }

    fn spawn(
        name: &str,
        link: Link,
        ports: Option<Ports>,
        events: Receiver<LinkEvent>,
        sink: impl FnMut(LinkEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, requests) = channel();
        let shared = Arc::new(Mutex::new(link.diagnostics(Instant::now())));
        let thread = PortThread {
            link,
            ports,
            requests,
            sink,
            shared: Arc::clone(&shared),
        };
        let thread = Builder::new()
            .name(name.into())
            .spawn(move || thread.run())?;
        Ok(Self {
            requests: sender,
            events,
            shared,
            next_id: AtomicU32::new(1),
            thread: Some(thread),
        })
    }

    /// The events, in their order.
    pub fn events(&self) -> &Receiver<LinkEvent> {
        &self.events
    }

    /// Sends a command. [`LinkEvent::Answered`] with the number returned tells what became of it.
    pub fn send(&self, command: Command) -> CommandId {
        let id = CommandId(self.next_id.fetch_add(1, Ordering::Relaxed));
        // A thread that has ended answers nothing; its end shows in `Diagnostics::ticked`.
        let _ = self.requests.send(Request::Command(id, command));
        id
    }

    /// The arbiter pairs the table with this clock: any other that answers from now on is told as
    /// [`crate::Fault::OtherClock`].
    pub fn pair(&self, ident: Option<Ident>) {
        let _ = self.requests.send(Request::Pair(ident.map(Box::new)));
    }

    /// Tries the ports again at once, those that were found to be no clock included.
    pub fn retry(&self) {
        let _ = self.requests.send(Request::Retry);
    }

    /// What the diagnostics page shows; at most a quarter of a second old while the thread runs.
    pub fn diagnostics(&self) -> Diagnostics {
        self.shared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Drop for ClockLink {
    fn drop(&mut self) {
        let _ = self.requests.send(Request::Close);
        if let Some(thread) = self.thread.take() {
            // It ends within one wait; had it panicked, there would be nobody left to tell.
            let _ = thread.join();
        }
    }
}
