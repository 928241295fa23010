//! Who is watching what. News of the hall is gathered for a moment, so that a full hall makes no
//! more messages than a quiet one.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    /// One game, as far behind as the event wants spectators to be.
    LateGame(GameId),
    /// Every board of the hall, as far behind.
    LateHall,
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
    /// News for those who are behind, with the moment they may know it; oldest first.
    late: Mutex<VecDeque<(Instant, GameId)>>,
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

    /// Says that a game changed; those who are behind learn it so much later.
    pub fn touch(&self, game: GameId, delay: Duration) {
        self.send(Topic::Game(game), What::Game);
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.insert(game);
        drop(changed);
        if !delay.is_zero() {
            let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
            late.push_back((Instant::now() + delay, game));
        }
    }

    /// Tells the hall what has gathered, and those who are behind what they may know by now.
    pub fn release(&self) {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        let games = std::mem::take(&mut *changed);
        drop(changed);
        self.send_boards(Topic::Hall, games);

        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        let due = late.partition_point(|(due, _)| *due <= Instant::now());
        let games: BTreeSet<GameId> = late.drain(..due).map(|(_, game)| game).collect();
        drop(late);
        for game in &games {
            self.send(Topic::LateGame(*game), What::Game);
        }
        self.send_boards(Topic::LateHall, games);
    }

    /// Says that the event changed.
    pub fn event_changed(&self) {
        self.send(Topic::Hall, What::Event);
        self.send(Topic::LateHall, What::Event);
    }

    fn send_boards(&self, topic: Topic, games: BTreeSet<GameId>) {
        if !games.is_empty() {
            self.send(topic, What::Boards(games.into_iter().collect()));
        }
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
