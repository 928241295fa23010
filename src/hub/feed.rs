//! Who is watching what. A message is made once and shared by everyone who watches.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    /// One game, as far behind as the event wants spectators to be.
    LateGame(GameId),
    /// Every board of the hall, as far behind.
    LateHall,
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
    /// News for those who are behind, with the moment they may know it; oldest first.
    late: Mutex<VecDeque<(Instant, GameId)>>,
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

    /// Says that a game changed; those who are behind learn it so much later.
    pub fn touch(&self, game: GameId, delay: Duration) {
        self.send(Topic::Game(game), News::Game(game));
        self.send(Topic::Hall, News::Game(game));
        if !delay.is_zero() {
            let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
            late.push_back((Instant::now() + delay, game));
        }
    }

    /// Tells those who are behind what they may know by now.
    pub fn release(&self) {
        loop {
            let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
            if late.front().is_none_or(|(due, _)| *due > Instant::now()) {
                return;
            }
            let due = late.pop_front();
            drop(late);
            if let Some((_, game)) = due {
                self.send(Topic::LateGame(game), News::Game(game));
                self.send(Topic::LateHall, News::Game(game));
            }
        }
    }

    /// Says that the event changed.
    pub fn event_changed(&self) {
        self.send(Topic::Hall, News::Event);
        self.send(Topic::LateHall, News::Event);
    }

    fn send(&self, topic: Topic, news: News) {
        if let Some(sender) = self.topics().get(&topic) {
            // An error says that nobody is watching.
            let _ = sender.send(news);
        }
    }
}
