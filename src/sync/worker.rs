//! The two threads of a terminal that talk to the hub: one sends entries, one listens for the
//! assignment. Both may be without network for hours; the journal waits.

mod deliver;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{Assignment, HubClient, LinkError, backoff};
use crate::journal::GameId;
use crate::store::{StoreError, TerminalStore};
use deliver::{Delivered, Deliverer};

/// Where the last assignment is kept in the terminal's settings.
pub const ASSIGNMENT: &str = "assignment";
/// How long the hub may hold back an unchanged assignment.
const LISTEN: Duration = Duration::from_secs(20);

/// How the link stands, for the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkState {
    /// The hub answers.
    Online,
    /// It does not; what is written waits here.
    Offline,
    /// It does not know this terminal any more: the arbiter enrols it anew; nothing is lost.
    Revoked,
}

/// What the link tells the terminal. Called from the link's threads.
pub trait Listener: Send + Sync {
    /// There is a new assignment; it is already in the settings.
    fn assigned(&self, assignment: &Assignment);
    /// The link's state changed.
    fn link(&self, state: LinkState);
}

/// The running link. Ends its threads when dropped.
#[derive(Debug)]
pub struct Link {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    ended: AtomicBool,
    woken: Mutex<bool>,
    wake: Condvar,
    state: Mutex<Option<LinkState>>,
}

impl Shared {
    fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    fn wake(&self) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.wake.notify_all();
    }

    /// Waits until woken, at most so long.
    fn wait(&self, most: Duration) {
        let woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut woken, _) = self
            .wake
            .wait_timeout_while(woken, most, |woken| !*woken)
            .unwrap_or_else(PoisonError::into_inner);
        *woken = false;
    }

    /// Waits, whether woken or not, until the link ends.
    fn pause(&self, time: Duration) {
        let mut left = time;
        while !left.is_zero() && !self.is_ended() {
            let piece = left.min(Duration::from_millis(100));
            std::thread::sleep(piece);
            left -= piece;
        }
    }

    fn report(&self, listener: &dyn Listener, state: LinkState) {
        let mut last = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if last.replace(state) != Some(state) {
            drop(last);
            listener.link(state);
        }
    }
}

impl Link {
    /// Starts to send and to listen.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn start(
        store: Arc<TerminalStore>,
        client: HubClient,
        listener: Arc<dyn Listener>,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let sender = {
            let (shared, listener) = (Arc::clone(&shared), Arc::clone(&listener));
            let deliverer = Deliverer::new(Arc::clone(&store), client.clone());
            spawn("link-send", move || send(&shared, deliverer, &*listener))
        };
        let hearer = {
            let shared = Arc::clone(&shared);
            spawn("link-listen", move || {
                listen(&shared, &store, &client, &*listener)
            })
        };
        Self {
            shared,
            threads: vec![sender, hearer],
        }
    }

    /// Says that there is something to send.
    pub fn wake(&self) {
        self.shared.wake();
    }
}

impl Drop for Link {
    /// The sending thread is waited for; the listening one may be held by the hub for some
    /// seconds and ends by itself.
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Release);
        self.shared.wake();
        // A thread that panicked has nothing left to lose: the journal is on the disk.
        let _ = self.threads.swap_remove(0).join();
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .expect("a program that cannot start a thread cannot run a terminal")
}

fn send(shared: &Shared, mut deliverer: Deliverer, listener: &dyn Listener) {
    let mut attempt = 0;
    while !shared.is_ended() {
        match deliverer.round() {
            Ok(Delivered::All) => {
                attempt = 0;
                shared.wait(Duration::from_secs(5));
            }
            Ok(Delivered::Some) => {
                attempt = 0;
                shared.report(listener, LinkState::Online);
            }
            Ok(Delivered::Refused(state)) => {
                shared.report(listener, state);
                shared.pause(backoff::CAP);
            }
            Ok(Delivered::Later(asked)) => {
                shared.report(listener, LinkState::Offline);
                shared.pause(backoff::after(asked, attempt));
                attempt += 1;
            }
            Ok(Delivered::Unreachable) => {
                shared.report(listener, LinkState::Offline);
                shared.pause(backoff::after(None, attempt));
                attempt += 1;
            }
            Err(error) => {
                tracing::error!(%error, "the journal cannot be read for sending");
                shared.pause(Duration::from_secs(5));
            }
        }
    }
}

fn listen(shared: &Shared, store: &TerminalStore, client: &HubClient, listener: &dyn Listener) {
    let mut version: Option<String> = None;
    let mut attempt = 0;
    while !shared.is_ended() {
        match client.assignment(version.as_deref(), LISTEN) {
            Ok(None) => {
                attempt = 0;
                shared.report(listener, LinkState::Online);
            }
            Ok(Some(assignment)) => {
                attempt = 0;
                shared.report(listener, LinkState::Online);
                if let Err(error) = keep(store, &assignment) {
                    tracing::error!(%error, "the assignment cannot be kept");
                }
                version = Some(assignment.version.clone());
                listener.assigned(&assignment);
                // A hub restored from a backup may want entries once more.
                shared.wake();
            }
            Err(LinkError::Refused { status: 401, .. }) => {
                shared.report(listener, LinkState::Revoked);
                shared.pause(backoff::CAP);
            }
            Err(error) => {
                tracing::debug!(%error, "no assignment");
                shared.report(listener, LinkState::Offline);
                let asked = match error {
                    LinkError::Refused { retry_after, .. } => retry_after,
                    _ => None,
                };
                shared.pause(backoff::after(asked, attempt));
                attempt += 1;
            }
        }
    }
}

/// Keeps an assignment; when the hub was restored from a backup, what it confirmed before that is
/// no longer sure and is sent again.
fn keep(store: &TerminalStore, assignment: &Assignment) -> Result<(), StoreError> {
    let last: Option<Assignment> = store.setting(ASSIGNMENT).unwrap_or_default();
    if last.is_some_and(|last| last.generation != assignment.generation) {
        store.doubt_deliveries()?;
    }
    if let Some(game) = assignment.game.as_ref().filter(|game| game.may_write) {
        try_again(store, game.game)?;
    }
    for owed in assignment.owed.iter().filter(|owed| owed.game.may_write) {
        try_again(store, owed.game.game)?;
    }
    store.set_setting(ASSIGNMENT, assignment)
}

/// The game is this terminal's (again): what the hub did not want before may be welcome now. What
/// it cannot read stays aside.
fn try_again(store: &TerminalStore, game: GameId) -> Result<(), StoreError> {
    let aside = store.delivery(game)?.aside;
    if aside.is_some_and(|aside| deliver::AWAITS_A_PERSON.contains(&aside.reason.as_str())) {
        store.retry_aside(game)?;
    }
    Ok(())
}
