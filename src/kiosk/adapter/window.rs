//! The terminal's window: the checks before it, the event loop, the ticking.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use qipu_ui::{App, fonts};
use slint::{ComponentHandle, Timer, TimerMode};

use super::Screen;
use super::enrol::Errand;
use super::link::{Hub, HubLink, News, find_way, run_errands};
use crate::kiosk::controller::{Controller, Enrolment, Heartbeat, Kiosk, Step};
use crate::store::TerminalStore;

/// How the window opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// In English instead of Chinese.
    pub english: bool,
    /// In a window instead of over the whole screen.
    pub windowed: bool,
    /// The name under which the terminal asks to be enrolled.
    pub name: String,
}

/// Why no window can be opened.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// Neither X11 nor Wayland.
    #[error("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")]
    NoDisplay,
    /// The system has no font at all.
    #[error("no font on the system: install one, such as the package fonts-dejavu-core")]
    NoFont,
    /// The display refused.
    #[error("the display cannot be used: {0}")]
    Platform(String),
}

impl From<slint::PlatformError> for WindowError {
    /// One line: what the toolkit says beneath its headline.
    fn from(error: slint::PlatformError) -> Self {
        let text = error.to_string();
        let lines: Vec<&str> = text.lines().collect();
        let line = lines.get(1).or(lines.first()).copied().unwrap_or_default();
        Self::Platform(line.to_owned())
    }
}

/// Whether a window can be opened here.
fn check() -> Result<(), WindowError> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let elsewhere = !cfg!(any(target_os = "linux", target_os = "freebsd"));
    // A kiosk without a compositor draws on the console's own display (linuxkms).
    let direct = set("SLINT_BACKEND");
    if !elsewhere && !direct && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(WindowError::NoDisplay);
    }
    if !fonts::system_has_one() {
        return Err(WindowError::NoFont);
    }
    Ok(())
}

/// A window that could be opened. Nothing was written to the disk for it.
pub struct Window {
    app: App,
}

impl std::fmt::Debug for Window {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Window")
    }
}

impl Window {
    /// Opens a window, when this machine can.
    ///
    /// # Errors
    /// [`WindowError`], in one line; the machine is left as it was.
    pub fn open() -> Result<Self, WindowError> {
        check()?;
        Ok(Self { app: App::new()? })
    }

    /// Shows a terminal and stays until the window is closed; with a hub, sends the journal there
    /// and hears the assignments.
    ///
    /// # Errors
    /// [`WindowError::Platform`] when the display goes away.
    pub fn run(self, kiosk: Kiosk, options: Options, hub: Option<Hub>) -> Result<(), WindowError> {
        run(&self.app, kiosk, options, hub)
    }
}

/// The running link, once there is one.
type SharedLink = Rc<RefCell<Option<HubLink>>>;

fn run(app: &App, mut kiosk: Kiosk, options: Options, hub: Option<Hub>) -> Result<(), WindowError> {
    app.set_kiosk(!options.windowed);
    let store = kiosk.terminal().store.clone();
    let (tell, news) = mpsc::channel();
    let link = SharedLink::default();
    let mut first = None;
    match hub {
        Some(Hub::Known(client)) => {
            *link.borrow_mut() = Some(HubLink::start(client, store.clone(), tell.clone()));
        }
        Some(Hub::At(place, identity)) => find_way(tell.clone(), place, identity),
        Some(Hub::ToEnrol(Some(place))) => {
            let enrolment = Enrolment::at(place.clone());
            first = (enrolment.step() == Step::Looking).then_some(Errand::Look(place));
            kiosk.enrol(enrolment);
        }
        Some(Hub::ToEnrol(None)) => {
            first = Some(Errand::Search);
            kiosk.enrol(Enrolment::anywhere());
        }
        None => {}
    }
    let waker = link.clone();
    let screen = Screen::new(app, Rc::new(RefCell::new(kiosk)), move || {
        if let Some(link) = &*waker.borrow() {
            link.wake();
        }
    });
    screen.set_english(options.english);
    run_errands(&screen, tell.clone(), options.name);
    screen.send(first);

    let own = screen.clone();
    let ticking = Timer::default();
    let mut watchdog = Watchdog::start();
    let disk = store.clone();
    // The faces change only when their text does: once a second, ten times below twenty seconds.
    ticking.start(TimerMode::Repeated, Duration::from_millis(100), move || {
        for news in news.try_iter() {
            match &news {
                News::Enrolled(answer) => {
                    if let Ok((place, identity)) = &**answer {
                        find_way(tell.clone(), place.clone(), identity.clone());
                    }
                }
                News::Reachable(client) => {
                    let started = HubLink::start(client.clone(), disk.clone(), tell.clone());
                    *link.borrow_mut() = Some(started);
                }
                _ => {}
            }
            own.hear(news);
        }
        fetch_what_is_taken_over(&own, link.borrow().as_ref());
        own.tick();
        watchdog.pet();
    });
    let _beating = beat(screen, store);
    app.run()?;
    Ok(())
}

/// Keeps the heartbeat of a running clock each second, beside the event loop: a slow disk must not
/// hold up a touch.
fn beat(screen: Screen, store: Arc<TerminalStore>) -> Timer {
    let (send, receive) = mpsc::channel::<Heartbeat>();
    std::thread::spawn(move || {
        for beat in receive {
            if let Err(error) = beat.keep(&store) {
                tracing::error!(%error, "the heartbeat cannot be kept");
            }
        }
    });
    let beating = Timer::default();
    beating.start(TimerMode::Repeated, Duration::from_secs(1), move || {
        if let Some(beat) = screen
            .kiosk()
            .borrow()
            .game()
            .and_then(Controller::heartbeat)
        {
            // The receiver lives until the sender goes.
            let _ = send.send(beat);
        }
    });
    beating
}

fn fetch_what_is_taken_over(screen: &Screen, link: Option<&HubLink>) {
    match screen.kiosk().borrow().to_fetch() {
        Ok(Some((game, epoch))) => {
            if let Some(link) = link {
                link.fetch(game, epoch);
            }
        }
        Ok(None) => {}
        Err(error) => tracing::error!(%error, "the journal cannot be read"),
    }
}

/// A third of the time the manager waits. A terminal below a compositor is not the process the
/// manager started, so `WATCHDOG_PID` is not asked.
fn interval(microseconds: Option<&str>) -> Option<Duration> {
    let time = microseconds?.parse().ok().filter(|time| *time > 0)?;
    Some(Duration::from_micros(time) / 3)
}

/// Tells the service manager that the event loop is alive; does nothing without one.
struct Watchdog {
    every: Option<Duration>,
    last: Instant,
}

impl Watchdog {
    fn start() -> Self {
        // A manager that does not listen is no reason not to play.
        let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
        Self {
            every: interval(std::env::var("WATCHDOG_USEC").ok().as_deref()),
            last: Instant::now(),
        }
    }

    fn pet(&mut self) {
        if self.every.is_some_and(|every| self.last.elapsed() >= every) {
            let _ = sd_notify::notify(&[sd_notify::NotifyState::Watchdog]);
            self.last = Instant::now();
        }
    }
}
