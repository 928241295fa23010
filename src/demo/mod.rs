//! The demo event: invented players, real games, real terminals over real HTTP.
//!
//! [`Demo::open`] makes the event or finds the one that is there; [`Demo::run`] plays it to its
//! last round. Everything is decided by the seed ([`draw`], [`script`]), so an event that was
//! killed and started again ends as it would have ended undisturbed.

pub mod board;
pub mod draw;
mod event;
pub mod games;
pub mod lossy;
pub mod people;
mod report;
mod round;
pub mod script;
pub mod terminal;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::hub::{ActError, Actor, Hub, StartError};
use crate::kiosk::controller::{Kiosk, SystemTime, Terminal};
use crate::store::StoreError;
use crate::sync::{HubClient, LinkError};

pub use board::Pace;
pub use report::Report;

use draw::Draw;
use games::Game;
use terminal::DemoTerminal;

/// What to play.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many players; as many as the event in the folder has, or 24.
    pub players: Option<usize>,
    /// How many rounds; as many as the event in the folder has, or 5.
    pub rounds: Option<u16>,
    /// The seed; that of the event in the folder, or 7.
    pub seed: Option<u64>,
    /// The games to play from.
    pub games: Vec<Game>,
    /// How fast.
    pub pace: Pace,
}

/// Why the demo could not go on.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// What was asked for cannot be.
    #[error("{0}")]
    Plan(String),
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The hub could not be put on its port.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The hub refused an act.
    #[error(transparent)]
    Act(#[from] ActError),
    /// A terminal could not reach the hub.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A board could not be played on.
    #[error("{0}")]
    Stopped(String),
}

/// An event that is being played.
#[derive(Debug)]
pub struct Demo {
    hub: Arc<Hub>,
    url: String,
    folder: PathBuf,
    plan: Plan,
    players: usize,
    rounds: u16,
    draw: Draw,
    boards: Vec<DemoTerminal>,
}

impl Demo {
    /// Makes the event in an empty hub, or goes on with the one that is there, and opens a terminal
    /// for each board. The hub serves on `url` already.
    ///
    /// # Errors
    /// [`DemoError::Plan`] when the event there is another one than asked for.
    pub fn open(hub: Arc<Hub>, url: String, data: &Path, plan: Plan) -> Result<Self, DemoError> {
        let facts = event::open(&hub, &plan)?;
        let folder = data.join("terminals");
        std::fs::create_dir_all(&folder)
            .map_err(|error| DemoError::Plan(format!("{}: {error}", folder.display())))?;
        let boards = (1..=facts.players as u32 / 2)
            .map(|board| DemoTerminal::open(&folder, &hub, &url, board))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            hub,
            url,
            folder,
            plan,
            players: facts.players,
            rounds: facts.rounds,
            draw: Draw::new(facts.seed),
            boards,
        })
    }

    /// How many players the event has.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// How many rounds it has.
    pub const fn rounds(&self) -> u16 {
        self.rounds
    }

    /// The address of the pages.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The folder of the terminals' files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Plays what is left of every round. `after_round` is called when one is closed.
    ///
    /// # Errors
    /// Whatever stops the event, with the thing that stopped it.
    pub fn run(&self, mut after_round: impl FnMut(u16, &Report)) -> Result<Report, DemoError> {
        for number in 1..=self.rounds {
            round::play(self, number)?;
            after_round(number, &Report::of(&self.hub, self.rounds)?);
        }
        Report::of(&self.hub, self.rounds)
    }

    /// Pairs a further round and gives its first board to a person: a terminal with the machine's
    /// own time, still without a window. The other boards wait; the table is not touched by it.
    ///
    /// # Errors
    /// No further round can be paired, with the reason.
    pub fn board_for_a_person(&mut self) -> Result<(Kiosk, HubClient), DemoError> {
        let arbiter = Actor::program("demo");
        let last = self
            .hub
            .tables()?
            .last_round()
            .map_or(0, |round| round.number);
        if last == self.rounds {
            self.hub.plan_rounds(last + 1, &arbiter)?;
            let draft = self.hub.pair_next(&arbiter)?;
            self.hub.publish_round(last + 1, &draft.digest, &arbiter)?;
        }
        let at = self.boards.remove(0);
        let assignment = at.assignment()?;
        let (store, client) = at.into_parts();
        let writer = client.identity().terminal.clone();
        let terminal = Terminal::start(store, Arc::new(SystemTime::new()), writer)?;
        let mut kiosk = Kiosk::new(terminal, Some(assignment))?;
        kiosk.start();
        if let Some(game) = kiosk.game_mut() {
            // The demo's arbiter lets an interrupted game go on.
            game.resume();
        }
        Ok((kiosk, client))
    }
}
