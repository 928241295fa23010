//! The hub beside the window: threads that send, listen, enrol and fetch; what they learn is news
//! for the event loop.

use std::cell::Cell;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Screen, enrol};
use crate::journal::GameId;
use crate::kiosk::controller::Fault;
use crate::store::TerminalStore;
use crate::sync::worker::Listener;
use crate::sync::{Assignment, HubClient, Identity, Link, LinkState, backoff};

/// The hub a terminal belongs to.
#[derive(Debug, Clone)]
pub enum Hub {
    /// It knows this terminal.
    Known(HubClient),
    /// The code from the desk is to be typed first.
    ToEnrol {
        /// The hub's address.
        url: String,
        /// The name under which the terminal asks.
        name: String,
    },
}

/// Where a terminal keeps who it is, among its settings.
pub const IDENTITY: &str = "identity";

/// What other threads have to tell the screen.
pub(super) enum News {
    Assigned(Box<Assignment>),
    Link(LinkState),
    /// The line of a game taken over is on the disk.
    Fetched(GameId, u32),
    Enrolled(Box<Result<Identity, Fault>>),
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

/// Wires the digits of the enrolment to the hub at `url`.
pub(super) fn wire_enrolment(
    app: &qipu_ui::App,
    screen: &Screen,
    tell: Sender<News>,
    url: String,
    name: String,
) {
    enrol::wire(app, screen, move |code| {
        let (tell, url, name) = (tell.clone(), url.clone(), name.clone());
        std::thread::spawn(move || {
            let answer = enrol::ask(&url, &name, code);
            // The window may be closing; then nobody needs the answer.
            let _ = tell.send(News::Enrolled(Box::new(answer)));
        });
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
            News::Enrolled(answer) => match *answer {
                Ok(identity) => {
                    kiosk.enrolled(identity.terminal.clone());
                    if let Err(error) = kiosk.terminal().store.set_setting(IDENTITY, &identity) {
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
