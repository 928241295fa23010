//! The hub beside the window: threads that send, listen, enrol and fetch; what they learn is news
//! for the event loop.

use std::cell::Cell;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Screen;
use super::enrol::{self, Errand};
use crate::journal::GameId;
use crate::kiosk::controller::enrolment::PLACE;
use crate::kiosk::controller::{Fault, Place};
use crate::store::TerminalStore;
use crate::sync::discovery::Found;
use crate::sync::worker::Listener;
use crate::sync::{Assignment, HubClient, Identity, Link, LinkState, backoff};

/// The hub a terminal belongs to.
#[derive(Debug, Clone)]
pub enum Hub {
    /// It knows this terminal, and the way there is known.
    Known(HubClient),
    /// It knows this terminal.
    At(Place, Identity),
    /// The terminal is to be enrolled; where, if that is given.
    ToEnrol(Option<Place>),
}

/// Where a terminal keeps who it is, among its settings.
pub const IDENTITY: &str = "identity";

/// What other threads have to tell the screen.
pub(super) enum News {
    Assigned(Box<Assignment>),
    Link(LinkState),
    /// The line of a game taken over is on the disk.
    Fetched(GameId, u32),
    /// Hubs answered in the hall.
    Found(Vec<Found>),
    /// A hub's certificate was looked at.
    Seen(Result<Option<Vec<u8>>, Fault>),
    Enrolled(Box<Result<(Place, Identity), Fault>>),
    /// The way to the hub is found.
    Reachable(HubClient),
}

struct Messenger(Mutex<Sender<News>>);

impl Messenger {
    fn tell(&self, news: News) {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The window may be closing; then nobody needs the news.
        let _ = sender.send(news);
    }
}

impl Listener for Messenger {
    fn assigned(&self, assignment: &Assignment) {
        self.tell(News::Assigned(Box::new(assignment.clone())));
    }

    fn link(&self, state: LinkState) {
        self.tell(News::Link(state));
    }
}

/// The running link with a hub that knows this terminal.
pub(super) struct HubLink {
    link: Link,
    client: HubClient,
    store: Arc<TerminalStore>,
    tell: Sender<News>,
    fetching: Cell<Option<(GameId, u32)>>,
}

impl HubLink {
    pub fn start(client: HubClient, store: Arc<TerminalStore>, tell: Sender<News>) -> Self {
        let messenger = Arc::new(Messenger(Mutex::new(tell.clone())));
        let link = Link::start(store.clone(), client.clone(), messenger);
        Self {
            link,
            client,
            store,
            tell,
            fetching: Cell::new(None),
        }
    }

    /// There is something to send.
    pub fn wake(&self) {
        self.link.wake();
    }

    /// Fetches the line of a game to be taken over, once, however long the network takes.
    pub fn fetch(&self, game: GameId, epoch: u32) {
        if self.fetching.replace(Some((game, epoch))) == Some((game, epoch)) {
            return;
        }
        let (client, store, tell) = (self.client.clone(), self.store.clone(), self.tell.clone());
        std::thread::spawn(move || {
            for attempt in 0.. {
                let fetched = client.journal(game).map_err(|error| error.to_string());
                let kept = fetched.and_then(|journal| {
                    store
                        .adopt(&journal.entries)
                        .map_err(|error| error.to_string())
                });
                match kept {
                    Ok(()) => {
                        // The window may be closing; then nobody needs the news.
                        let _ = tell.send(News::Fetched(game, epoch));
                        return;
                    }
                    Err(error) => tracing::warn!(%game, error, "the game cannot be taken over yet"),
                }
                std::thread::sleep(
                    backoff::wait(attempt, backoff::random()).min(Duration::from_secs(5)),
                );
            }
        });
    }
}

/// Does the enrolment's errands, each on a thread of its own.
pub(super) fn run_errands(screen: &Screen, tell: Sender<News>, name: String) {
    screen.on_errand(move |errand| {
        let (tell, name) = (tell.clone(), name.clone());
        std::thread::spawn(move || {
            let news = match errand {
                Errand::Search => News::Found(enrol::search()),
                Errand::Look(place) => News::Seen(enrol::look(&place)),
                Errand::Enrol(place, code) => {
                    let answer = enrol::ask(&place, &name, code);
                    News::Enrolled(Box::new(answer.map(|identity| (place, identity))))
                }
            };
            // The window may be closing; then nobody needs the answer.
            let _ = tell.send(news);
        });
    });
}

/// Finds the way to the hub of a place, however long its name takes to resolve.
pub(super) fn find_way(tell: Sender<News>, place: Place, identity: Identity) {
    std::thread::spawn(move || {
        loop {
            match enrol::client_at(&place, identity.clone()) {
                Ok(client) => {
                    // The window may be closing; then nobody needs the news.
                    let _ = tell.send(News::Reachable(client));
                    return;
                }
                Err(error) => tracing::warn!(%error, "the hub's address does not resolve yet"),
            }
            std::thread::sleep(Duration::from_secs(5));
        }
    });
}

impl Screen {
    /// Takes in what another thread learned.
    pub(super) fn hear(&self, news: News) {
        self.act(|kiosk| match news {
            News::Assigned(assignment) => {
                if let Err(error) = kiosk.assigned(*assignment) {
                    tracing::error!(%error, "the assigned game cannot be opened");
                }
            }
            News::Link(LinkState::Online) => kiosk.online(true),
            News::Link(LinkState::Offline) => kiosk.online(false),
            News::Link(LinkState::Revoked) => kiosk.revoked(),
            News::Fetched(game, epoch) => {
                if let Err(error) = kiosk.fetched(game, epoch) {
                    tracing::error!(%error, "the game taken over cannot be opened");
                }
            }
            News::Found(found) => {
                if let Some(enrolment) = kiosk.enrolment_mut() {
                    enrolment.hear(found);
                }
            }
            News::Seen(seen) => {
                if let Some(enrolment) = kiosk.enrolment_mut() {
                    enrolment.seen(seen);
                }
            }
            // The window starts the link with it.
            News::Reachable(_) => {}
            News::Enrolled(answer) => match *answer {
                Ok((place, identity)) => {
                    kiosk.enrolled(identity.terminal.clone());
                    let store = &kiosk.terminal().store;
                    let kept = store
                        .set_setting(PLACE, &place)
                        .and_then(|()| store.set_setting(IDENTITY, &identity));
                    if let Err(error) = kept {
                        tracing::error!(%error, "the enrolment cannot be kept");
                    }
                }
                Err(fault) => {
                    if let Some(enrolment) = kiosk.enrolment_mut() {
                        enrolment.failed(fault);
                    }
                }
            },
        });
    }
}
