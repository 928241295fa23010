//! A demo terminal: a real terminal without a screen, with its own database and its own link.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::DemoError;
use super::lossy::Lossy;
use crate::hub::{Actor, Hub};
use crate::journal::GameId;
use crate::kiosk::controller::{SteppedTime, Terminal};
use crate::store::TerminalStore;
use crate::sync::client::enrol;
use crate::sync::wire::EnrolRequest;
use crate::sync::worker::Listener;
use crate::sync::{Assignment, HubClient, Identity, Link, LinkState};

const IDENTITY: &str = "identity";

/// One terminal of the demo.
#[derive(Debug)]
pub struct DemoTerminal {
    /// The terminal as the controller sees it.
    pub terminal: Terminal,
    /// Its time, which goes on as the script says.
    pub time: Arc<SteppedTime>,
    client: HubClient,
    transport: Arc<Lossy>,
    link: Link,
}

/// A terminal without a screen has nobody to tell.
struct Nobody;

impl Listener for Nobody {
    fn assigned(&self, _: &Assignment) {}
    fn link(&self, _: LinkState) {}
}

/// Who the terminal of a file is at the hub: enrolled by a code of the desk at its first start.
///
/// # Errors
/// The terminal's file or the hub refuses.
pub fn identity(
    store: &TerminalStore,
    hub: &Hub,
    transport: &Lossy,
    board: u32,
) -> Result<Identity, DemoError> {
    if let Some(identity) = store.setting::<Identity>(IDENTITY)? {
        return Ok(identity);
    }
    let code = hub.invite(Some(board), &Actor::program("demo"))?.code;
    let request = EnrolRequest {
        code,
        name: format!("board {board}"),
        facts: serde_json::Map::new(),
    };
    let enrolled = enrol(transport, &request)?;
    let identity = Identity {
        terminal: enrolled.terminal,
        key: enrolled.key,
    };
    store.set_setting(IDENTITY, &identity)?;
    Ok(identity)
}

impl DemoTerminal {
    /// Opens the terminal of a board, enrolling it at its first start.
    ///
    /// # Errors
    /// Its file cannot be used, or the hub refuses it.
    pub fn open(folder: &Path, hub: &Hub, url: &str, board: u32) -> Result<Self, DemoError> {
        let store = Arc::new(TerminalStore::open(
            folder.join(format!("board-{board:03}.sqlite")),
        )?);
        let transport = Arc::new(Lossy::new(url));
        let identity = identity(&store, hub, &transport, board)?;
        let client = HubClient::with_transport(transport.clone(), identity.clone());
        let time = Arc::new(SteppedTime::default());
        let terminal = Terminal::start(Arc::clone(&store), time.clone(), identity.terminal)?;
        let link = Link::start(store, client.clone(), Arc::new(Nobody));
        Ok(Self {
            terminal,
            time,
            client,
            transport,
            link,
        })
    }

    /// Ends the terminal and leaves its file and its way to the hub to another one.
    pub fn into_parts(self) -> (Arc<TerminalStore>, HubClient) {
        (self.terminal.store, self.client)
    }

    /// Loses the link after so many more requests.
    pub fn lose_link_after(&self, requests: usize) {
        self.transport.lose_after(requests);
    }

    /// What the hub wants this terminal to show; asked again while the link is down.
    ///
    /// # Errors
    /// The hub does not answer at all.
    pub fn assignment(&self) -> Result<Assignment, DemoError> {
        let mut tries = 0;
        loop {
            match self.client.assignment(None, Duration::ZERO) {
                Ok(Some(assignment)) => return Ok(assignment),
                Ok(None) => {}
                Err(error) if tries == 20 => return Err(error.into()),
                Err(_) => {}
            }
            tries += 1;
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// There is something to send.
    pub fn wake(&self) {
        self.link.wake();
    }

    /// Waits until the hub has confirmed every entry of a game.
    ///
    /// # Errors
    /// The hub refused an entry for good, or two minutes were not enough.
    pub fn wait_until_delivered(&self, game: GameId) -> Result<(), DemoError> {
        for _ in 0..6000 {
            let head = self.terminal.store.head(game)?;
            let delivery = self.terminal.store.delivery(game)?;
            if let Some(aside) = delivery.aside {
                return Err(DemoError::Stopped(format!(
                    "the hub refuses entry {} of game {game}: {}",
                    aside.seq, aside.reason
                )));
            }
            if delivery.accepted == head.seq {
                return Ok(());
            }
            self.link.wake();
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(DemoError::Stopped(format!(
            "game {game} is still not delivered after two minutes"
        )))
    }
}
