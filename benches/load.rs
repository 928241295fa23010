//! A full hall on the loopback: a hundred terminals each send a move a second for a minute, and
//! two thousand spectators watch. The bar: p99 of an acknowledged, committed entry ≤ 50 ms, with
//! spectators as without.
//!
//! `cargo bench --bench load --no-default-features`. Two thousand spectators need some five
//! thousand open files: `ulimit -n 8192` first. `QIPU_LOAD_SECONDS` sets another length than 60.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use qipu::demo::games;
use qipu::hub::{Actor, Handle, Hub, NewEvent, Server};
use qipu::journal::{Entry, Event, GameId, Head, Reading, Stamp};
use qipu::store::hub::event::Conduct;
use qipu::sync::assignment::GameAssignment;
use qipu::sync::client::enrol;
use qipu::sync::transport::Http;
use qipu::sync::wire::EnrolRequest;
use qipu::sync::{HubClient, Identity};
use tournament::{EventDocument, Regulation};
use xiangqi::Side;

const TERMINALS: usize = 100;
const SPECTATORS: usize = 2000;

fn main() {
    let seconds = std::env::var("QIPU_LOAD_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(60);
    println!("{TERMINALS} terminals, a move a second, {seconds} s each time");
    measure("no spectators", seconds, |_| Vec::new());
    measure("2000 at the boards", seconds, |games| {
        let paths = games.iter().map(|game| format!("/games/{game}/live"));
        paths.cycle().take(SPECTATORS).collect()
    });
    measure("2000 in the hall", seconds, |_| {
        vec!["/hall/live".to_owned(); SPECTATORS]
    });
}

/// One hall: terminals and spectators of the given addresses.
fn measure(name: &str, seconds: usize, watched: impl Fn(&[GameId]) -> Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hub = Arc::new(Hub::open(folder.path()).expect("an empty folder opens"));
    let server = Server::start(Arc::clone(&hub), "127.0.0.1:0").expect("a port is free");
    let boards = open(&hub, &server);
    let games: Vec<GameId> = boards.iter().map(|(_, game)| game.game).collect();
    let sent = Arc::new(Mutex::new(HashMap::new()));
    let watchers = Watchers::start(server.address(), &watched(&games), Arc::clone(&sent));

    let began = Instant::now() + Duration::from_millis(500);
    let mut waits: Vec<Duration> = std::thread::scope(|scope| {
        let playing: Vec<_> = boards
            .iter()
            .enumerate()
            .map(|(at, (client, game))| {
                let offset = Duration::from_millis(at as u64 * 1000 / TERMINALS as u64);
                let sent = &sent;
                scope.spawn(move || play(client, game, at, began + offset, seconds, sent))
            })
            .collect();
        playing
            .into_iter()
            .flat_map(|board| board.join().expect("every move is acknowledged"))
            .collect()
    });
    let elapsed = began.elapsed();
    println!("{name}: {}", told(&mut waits));
    watchers.report(elapsed);
}

fn told(waits: &mut [Duration]) -> String {
    waits.sort_unstable();
    let at = |share: f64| {
        let index = ((waits.len() as f64 * share).ceil() as usize).clamp(1, waits.len());
        waits[index - 1].as_secs_f64() * 1000.0
    };
    if waits.is_empty() {
        return "nothing measured".to_owned();
    }
    format!(
        "{} measured, p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        waits.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    )
}

/// An event with a published round, and an enrolled terminal at each board.
fn open(hub: &Arc<Hub>, server: &Handle) -> Vec<(HubClient, GameAssignment)> {
    let me = Actor::program("bench");
    let players: Vec<_> = (1..=TERMINALS * 2)
        .map(|number| serde_json::json!({"number": number, "name": format!("甲{number}")}))
        .collect();
    let document = serde_json::json!({"title": "满场", "regulation": "qingshui-2019",
        "seed": "load", "players": players, "rounds_planned": 3, "rounds": []});
    let document = EventDocument::from_json(document.to_string().as_bytes()).expect("is sound");
    let regulation = Regulation::of(&document).expect("is built in");
    let conduct = Conduct {
        delay_s: 0,
        arbiter_confirms: false,
    };
    let event = NewEvent {
        document,
        regulation,
        conduct,
    };
    hub.create_event(event, &me).expect("is the first");
    let draft = hub.pair_next(&me).expect("can be paired");
    hub.publish_round(1, &draft.digest, &me)
        .expect("is a draft");
    (1..=TERMINALS as u32)
        .map(|board| {
            let code = hub
                .invite(Some(board), &me)
                .expect("there is an event")
                .code;
            let request = EnrolRequest {
                code,
                name: format!("board {board}"),
                facts: serde_json::Map::new(),
            };
            let url = server.url();
            let enrolled = enrol(&Http::new(&url), &request).expect("the code is good");
            let identity = Identity {
                terminal: enrolled.terminal,
                key: enrolled.key,
            };
            let client = HubClient::new(&url, identity);
            let assignment = client.assignment(None, Duration::ZERO).expect("an answer");
            let game = assignment.and_then(|shown| shown.game).expect("a game");
            (client, game)
        })
        .collect()
}

type Sent = Mutex<HashMap<(GameId, usize), Instant>>;

/// Sends a move and its press each second; returns how long each waited for its answer.
fn play(
    client: &HubClient,
    game: &GameAssignment,
    at: usize,
    begin: Instant,
    seconds: usize,
    sent: &Sent,
) -> Vec<Duration> {
    let games = games::shipped();
    let moves = games[at % games.len()].moves.iter().cycle().take(seconds);
    let mut head = Head::empty(game.game);
    let stamp = |ms| Stamp {
        wall: "2019-06-15T09:00:00.000Z".to_owned(),
        boot: 1,
        mono_ms: ms,
    };
    let writer = client.identity().terminal.clone();
    let mut write = |ms, event| -> Entry { head.append(&writer, stamp(ms), event) };
    let started = write(0, Event::Started(game.start.clone()));
    client.push(game.game, &[started]).expect("an answer");
    let mut waits = Vec::with_capacity(seconds);
    for (mv, ply) in moves.zip(1_usize..) {
        let due = begin + Duration::from_secs(ply as u64);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let ms = ply as u64 * 1000;
        let side = if ply % 2 == 1 { Side::Red } else { Side::Black };
        let reading = Reading {
            red_ms: 1_800_000 - ms,
            black_ms: 1_800_000 - ms,
            external: false,
        };
        let entries = [
            write(ms, Event::Move { mv: *mv }),
            write(ms, Event::Pressed { side, reading }),
        ];
        let asked = Instant::now();
        sent.lock()
            .expect("nobody panics here")
            .insert((game.game, ply), asked);
        let accepted = client.push(game.game, &entries).expect("an answer");
        waits.push(asked.elapsed());
        assert_eq!(accepted.accepted_through, ply as u64 * 2 + 1);
    }
    waits
}

/// Those who watch, in a thread of their own.
struct Watchers {
    ended: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<Vec<Duration>>,
    bytes: Arc<AtomicU64>,
    events: Arc<AtomicU64>,
    count: usize,
}

impl Watchers {
    fn start(address: SocketAddr, paths: &[String], sent: Arc<Sent>) -> Self {
        let (bytes, events) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let ended = Arc::<AtomicBool>::default();
        let sockets: Vec<(TcpStream, Option<GameId>)> = paths
            .iter()
            .map(|path| (watch(address, path), game_of(path)))
            .collect();
        let count = sockets.len();
        let counted = (Arc::clone(&bytes), Arc::clone(&events), Arc::clone(&ended));
        let thread = std::thread::spawn(move || read(sockets, &sent, &counted));
        Self {
            ended,
            thread,
            bytes,
            events,
            count,
        }
    }

    fn report(self, elapsed: Duration) {
        self.ended.store(true, Ordering::Relaxed);
        let mut delays = self.thread.join().expect("it only reads");
        if self.count == 0 {
            return;
        }
        let per_second =
            |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / elapsed.as_secs_f64();
        println!(
            "  {} spectators got {:.0} messages and {:.0} kB a second",
            self.count,
            per_second(&self.events),
            per_second(&self.bytes) / 1000.0
        );
        if !delays.is_empty() {
            println!("  from the send to the spectator: {}", told(&mut delays));
        }
    }
}

fn watch(address: SocketAddr, path: &str) -> TcpStream {
    let mut socket = TcpStream::connect(address)
        .unwrap_or_else(|error| panic!("{error}: are enough files allowed (ulimit -n 8192)?"));
    write!(
        socket,
        "GET {path} HTTP/1.1\r\nHost: hub\r\nAccept: text/event-stream\r\n\r\n"
    )
    .expect("the hub reads");
    socket
        .set_nonblocking(true)
        .expect("a socket can be set so");
    socket
}

fn game_of(path: &str) -> Option<GameId> {
    path.strip_prefix("/games/")?
        .strip_suffix("/live")?
        .parse()
        .ok()
}

type Counted = (Arc<AtomicU64>, Arc<AtomicU64>, Arc<AtomicBool>);

/// Reads whatever comes, from everybody in turn, and notes how late a move is.
fn read(
    mut sockets: Vec<(TcpStream, Option<GameId>)>,
    sent: &Sent,
    (bytes, events, ended): &Counted,
) -> Vec<Duration> {
    let mut delays = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    while !ended.load(Ordering::Relaxed) {
        let round = Instant::now();
        for (socket, game) in &mut sockets {
            let Ok(length) = socket.read(&mut buffer) else {
                continue;
            };
            bytes.fetch_add(length as u64, Ordering::Relaxed);
            let text = String::from_utf8_lossy(&buffer[..length]);
            events.fetch_add(text.matches("event: ").count() as u64, Ordering::Relaxed);
            if let Some(ply) = game.and_then(|_| ply_in(&text))
                && let Some(game) = game
            {
                let asked = sent
                    .lock()
                    .expect("nobody panics here")
                    .get(&(*game, ply))
                    .copied();
                delays.extend(asked.map(|asked| asked.elapsed()));
            }
        }
        // Two thousand empty reads take some milliseconds; the rest of the time is the hub's.
        std::thread::sleep(Duration::from_millis(25).saturating_sub(round.elapsed()));
    }
    delays
}

/// The number of moves the last update in a text tells of.
fn ply_in(text: &str) -> Option<usize> {
    let at = text.rfind("\"count\":")?;
    let digits: String = text[at + 8..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}
