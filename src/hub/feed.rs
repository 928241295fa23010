//! Who is watching what. News of the hall is gathered for a moment, so that a full hall makes no
//! more messages than a quiet one: shortly for the desk, longer for the many who watch from
//! outside.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use crate::journal::GameId;

/// How far a slow watcher may fall behind before it is told to load the page anew.
const BEHIND: usize = 32;
/// For how long news of the hall is gathered for the desk.
pub const GATHERED: Duration = Duration::from_millis(200);
/// For how many times as long it is gathered for everybody else.
const FOR_EVERYBODY: u32 = 5;

/// What somebody may watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One game.
    Game(GameId),
    /// Every board of the hall, for the desk.
    Desk,
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
    senders: HashMap<Topic, Channel>,
    sent: u64,
}

#[derive(Debug)]
struct Channel {
    sender: broadcast::Sender<News>,
    /// The number of its last news.
    last: u64,
}

/// Games that changed since each was told last.
#[derive(Debug, Default)]
struct Gathered {
    beat: u32,
    desk: BTreeSet<GameId>,
    hall: BTreeSet<GameId>,
    late: BTreeSet<GameId>,
}

/// Passes news on.
#[derive(Debug, Default)]
pub struct Feed {
    topics: Mutex<Topics>,
    gathered: Mutex<Gathered>,
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
            .retain(|known, channel| *known == topic || channel.sender.receiver_count() > 0);
        let channel = topics.senders.entry(topic).or_insert_with(|| Channel {
            sender: broadcast::channel(BEHIND).0,
            last: 0,
        });
        channel.sender.subscribe()
    }

    /// How many are watching.
    pub fn watchers(&self) -> usize {
        let topics = self.topics();
        let counts = topics
            .senders
            .values()
            .map(|channel| channel.sender.receiver_count());
        counts.sum()
    }

    /// Whether nothing newer came since.
    pub fn is_last(&self, topic: Topic, number: u64) -> bool {
        let topics = self.topics();
        let channel = topics.senders.get(&topic);
        channel.is_none_or(|channel| channel.last <= number)
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that a game changed; those who are behind learn it so much later.
    pub fn touch(&self, game: GameId, delay: Duration) {
        self.send(Topic::Game(game), What::Game);
        let mut gathered = self.gathered();
        gathered.desk.insert(game);
        gathered.hall.insert(game);
        drop(gathered);
        if !delay.is_zero() {
            let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
            late.push_back((Instant::now() + delay, game));
        }
    }

    /// Tells the halls what has gathered, and those who are behind what they may know by now. To
    /// be called each [`GATHERED`].
    pub fn release(&self) {
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        let due = late.partition_point(|(due, _)| *due <= Instant::now());
        let due: BTreeSet<GameId> = late.drain(..due).map(|(_, game)| game).collect();
        drop(late);
        for game in &due {
            self.send(Topic::LateGame(*game), What::Game);
        }
        let mut gathered = self.gathered();
        gathered.late.extend(due);
        gathered.beat = gathered.beat.wrapping_add(1);
        let desk = std::mem::take(&mut gathered.desk);
        let (hall, late) = if gathered.beat.is_multiple_of(FOR_EVERYBODY) {
            let Gathered { hall, late, .. } = &mut *gathered;
            (std::mem::take(hall), std::mem::take(late))
        } else {
            Default::default()
        };
        drop(gathered);
        self.send_boards(Topic::Desk, desk);
        self.send_boards(Topic::Hall, hall);
        self.send_boards(Topic::LateHall, late);
    }

    /// Says that the event changed.
    pub fn event_changed(&self) {
        for topic in [Topic::Desk, Topic::Hall, Topic::LateHall] {
            self.send(topic, What::Event);
        }
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
        if let Some(channel) = topics.senders.get_mut(&topic) {
            channel.last = number;
            // An error says that nobody is watching.
            let _ = channel.sender.send(News { number, what });
        }
    }
}
