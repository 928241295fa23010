//! Who is watching what. A message is made once and shared by everyone who watches.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;

use crate::journal::GameId;

/// How far a slow watcher may fall behind before it is told to load the page anew.
const BEHIND: usize = 32;

/// What somebody may watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One game.
    Game(GameId),
    /// Every board of the hall.
    Hall,
}

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// This game.
    Game(GameId),
    /// The event: a round was published or closed, a result put right.
    Event,
}

/// Passes news on.
#[derive(Debug, Default)]
pub struct Feed {
    topics: Mutex<HashMap<Topic, broadcast::Sender<News>>>,
}

impl Feed {
    fn topics(&self) -> MutexGuard<'_, HashMap<Topic, broadcast::Sender<News>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches a topic from now on.
    pub fn watch(&self, topic: Topic) -> broadcast::Receiver<News> {
        let mut topics = self.topics();
        // Topics that nobody watches any more are cleared away here.
        topics.retain(|known, sender| *known == topic || sender.receiver_count() > 0);
        topics
            .entry(topic)
            .or_insert_with(|| broadcast::channel(BEHIND).0)
            .subscribe()
    }

    /// Says that a game changed.
    pub fn touch(&self, game: GameId) {
        self.send(Topic::Game(game), News::Game(game));
        self.send(Topic::Hall, News::Game(game));
    }

    /// Says that the event changed.
    pub fn event_changed(&self) {
        self.send(Topic::Hall, News::Event);
    }

    fn send(&self, topic: Topic, news: News) {
        if let Some(sender) = self.topics().get(&topic) {
            // An error says that nobody is watching.
            let _ = sender.send(news);
        }
    }
}
