//! Who is watching what. News of the hall is gathered for a moment, so that a full hall makes no
//! more messages than a quiet one.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

use crate::journal::GameId;

/// How far a slow watcher may fall behind before it is told to load the page anew.
const BEHIND: usize = 32;
/// For how long news of the hall is gathered.
pub const GATHERED: Duration = Duration::from_millis(200);

/// What somebody may watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One game.
    Game(GameId),
    /// Every board of the hall.
    Hall,
}

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The game that is watched.
    Game,
    /// These boards of the hall.
    Boards(Arc<[GameId]>),
    /// The event: a round was published or closed, a result put right.
    Event,
}

/// A piece of news.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// Its number, never used for another one: whoever has the same number has the same news.
    pub number: u64,
    /// What changed.
    pub what: What,
}

#[derive(Debug, Default)]
struct Topics {
    senders: HashMap<Topic, broadcast::Sender<News>>,
    sent: u64,
}

/// Passes news on.
#[derive(Debug, Default)]
pub struct Feed {
    topics: Mutex<Topics>,
    /// Games that changed since the hall was told last.
    changed: Mutex<BTreeSet<GameId>>,
}

impl Feed {
    fn topics(&self) -> MutexGuard<'_, Topics> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches a topic from now on.
    pub fn watch(&self, topic: Topic) -> broadcast::Receiver<News> {
        let mut topics = self.topics();
        // Topics that nobody watches any more are cleared away here.
        topics
            .senders
            .retain(|known, sender| *known == topic || sender.receiver_count() > 0);
        topics
            .senders
            .entry(topic)
            .or_insert_with(|| broadcast::channel(BEHIND).0)
            .subscribe()
    }

    /// How many are watching.
    pub fn watchers(&self) -> usize {
        let topics = self.topics();
        let counts = topics
            .senders
            .values()
            .map(broadcast::Sender::receiver_count);
        counts.sum()
    }

    /// Says that a game changed.
    pub fn touch(&self, game: GameId) {
        self.send(Topic::Game(game), What::Game);
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.insert(game);
    }

    /// Tells the hall what has gathered.
    pub fn tell_hall(&self) {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        let games = std::mem::take(&mut *changed);
        drop(changed);
        if !games.is_empty() {
            self.send(Topic::Hall, What::Boards(games.into_iter().collect()));
        }
    }

    /// Says that the event changed.
    pub fn event_changed(&self) {
        self.send(Topic::Hall, What::Event);
    }

    fn send(&self, topic: Topic, what: What) {
        let mut topics = self.topics();
        topics.sent += 1;
        let number = topics.sent;
        if let Some(sender) = topics.senders.get(&topic) {
            // An error says that nobody is watching.
            let _ = sender.send(News { number, what });
        }
    }
}
