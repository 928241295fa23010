//! The hub is killed twenty times while an event is played at real terminals: the end is the same
//! as undisturbed.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use qipu::demo::draw::Draw;
use qipu::demo::games::{self, Game};
use qipu::demo::script::{self, Recording};
use qipu::demo::terminal::DemoTerminal;
use qipu::demo::{Pace, board};
use qipu::hub::{Hub, ResultEntry, Server, Tables};
use qipu::journal::{Entry, Verdict};
use qipu::store::HubStore;
use qipu::store::hub::event;
use qipu::store::hub::round::{self, RoundState};
use qipu::store::hub::{document, entry, game};
use qipu::sync::assignment::GameAssignment;
use tournament::document::GameResult;

use crate::hub_stage::{me, new_event};

const FOLDER: &str = "QIPU_HUB_KILLED";
const ADDRESS: &str = "QIPU_HUB_KILLED_AT";
const PLAYERS: u32 = 8;
const ROUNDS: u16 = 3;
const KILLS: u32 = 20;
const SEED: u64 = 11;
/// Terminal time over real time: a game takes some seconds.
const SPEED: f64 = 250.0;

/// The hub that will be killed, with the arbiters who pair, enter results and close rounds. Goes
/// on wherever it stands.
#[test]
#[ignore = "the other half of a_hub_killed_twenty_times_ends_as_if_nothing_had_been"]
fn hub_to_be_killed() {
    let (Some(folder), Ok(address)) = (std::env::var_os(FOLDER), std::env::var(ADDRESS)) else {
        return;
    };
    let hub = Arc::new(Hub::open(Path::new(&folder)).expect("the folder opens"));
    let _server = Server::start(Arc::clone(&hub), &address).expect("the port is its own");
    let games = games::shipped();
    loop {
        let tables = hub.tables().expect("there is an event");
        match tables.last_round().map(|round| (round.number, round.state)) {
            Some((number, RoundState::Published)) => finish(&hub, &tables, number, &games),
            Some((ROUNDS, _)) => {}
            last => {
                let draft = hub.pair_next(&me()).expect("can be paired");
                assert_eq!(draft.number, last.map_or(1, |(number, _)| number + 1));
                hub.publish_round(draft.number, &draft.digest, &me())
                    .expect("is a draft");
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Enters what is entered by hand, and closes the round once all that was to come has come.
fn finish(hub: &Hub, tables: &Tables, number: u16, games: &[Game]) {
    let mut open = false;
    for stored in tables.games_of(number) {
        let script = script_of(games, number, stored.red, stored.black);
        match script.recording {
            Recording::Live => open |= !stored.is_settled(),
            by_hand if stored.decision.is_none() => {
                let result = ResultEntry {
                    round: number,
                    board: stored.board,
                    result: result(script.game.outcome.verdict),
                    reason: String::new(),
                };
                hub.enter_result(result, &me()).expect("the board is there");
                open |= by_hand == Recording::Entered;
            }
            Recording::Entered => {
                let live = hub.live_state(stored.id).expect("reads back");
                open |= !live.state.is_submitted();
            }
            Recording::EnteredLate => {}
        }
    }
    if !open {
        hub.close_round(number, &me())
            .expect("all boards are decided");
    }
}

fn script_of(games: &[Game], number: u16, red: u32, black: u32) -> script::BoardScript<'_> {
    script::board(Draw::new(SEED), games, u32::from(number), red, black)
}

const fn result(verdict: Verdict) -> GameResult {
    match verdict {
        Verdict::Red => GameResult::Red,
        Verdict::Black => GameResult::Black,
        _ => GameResult::Draw,
    }
}

/// A hub in a process of its own.
struct Running<'a> {
    folder: &'a Path,
    address: SocketAddr,
    child: Child,
}

impl<'a> Running<'a> {
    fn start(folder: &'a Path, address: SocketAddr) -> Self {
        let child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "hub_killed::hub_to_be_killed", "--ignored"])
            .env(FOLDER, folder)
            .env(ADDRESS, address.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a second process");
        Self {
            folder,
            address,
            child,
        }
    }

    fn kill(&mut self) {
        // `kill` is SIGKILL: nothing is put in order.
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ended");
    }

    fn kill_and_start(&mut self) {
        self.kill();
        *self = Self::start(self.folder, self.address);
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // It may have ended by itself, which the test finds out.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is there in the end, without ids and hours.
#[derive(Debug, PartialEq)]
struct End {
    document: serde_json::Value,
    games: Vec<(u16, u32, Vec<String>)>,
}

fn state_of(folder: &Path, number: u16) -> Option<RoundState> {
    let store = HubStore::open_to_read(folder).ok()?;
    let read = store.read(|connection| {
        let Some(event) = event::current(connection)? else {
            return Ok(None);
        };
        round::get(connection, event.id, number)
    });
    let round: Result<_, qipu::store::StoreError> = read;
    round.ok()?.map(|round| round.state)
}

fn end_of(folder: &Path) -> End {
    let store = HubStore::open_to_read(folder).expect("the folder opens");
    let end = store.read(|connection| {
        let event = event::current(connection)?.expect("there is an event");
        let document = document::assemble(connection, &event, document::Rounds::Published)?;
        let mut games = Vec::new();
        for number in 1..=ROUNDS {
            for stored in game::of_round(connection, event.id, number)? {
                let line = entry::line_after(connection, stored.id, 0)?;
                let said = |entry: &Entry| {
                    let said = (entry.seq, entry.epoch, entry.stamp.mono_ms, &entry.event);
                    serde_json::to_string(&said).expect("an entry is JSON")
                };
                games.push((number, stored.board, line.iter().map(said).collect()));
            }
        }
        let document = serde_json::to_value(document).expect("a document is JSON");
        Ok::<_, qipu::store::StoreError>(End { document, games })
    });
    end.expect("reads back")
}

/// Plays the event and kills the hub so many times on the way.
fn play(kills: u32) -> End {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("hub");
    let address = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port is free");
    let boards: Vec<DemoTerminal> = {
        let hub = Arc::new(Hub::open(&data).expect("an empty folder opens"));
        let mut event = new_event(PLAYERS, false);
        event.document.rounds_planned = Some(ROUNDS);
        hub.create_event(event, &me()).expect("is the first");
        let server =
            Server::start(Arc::clone(&hub), &address.to_string()).expect("the port is free");
        let open = |board| DemoTerminal::open(folder.path(), &hub, &server.url(), board);
        (1..=PLAYERS / 2)
            .map(|board| open(board).expect("the code is good"))
            .collect()
    };
    let mut running = Running::start(&data, address);
    let games = games::shipped();
    let mut in_play = 0;
    std::thread::scope(|scope| {
        let (data, games) = (&data, &games);
        let playing: Vec<_> = boards
            .iter()
            .map(|at| scope.spawn(move || all_rounds(at, data, games)))
            .collect();
        let mut random = 3_u64;
        for _ in 0..kills {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            std::thread::sleep(Duration::from_millis(100 + (random >> 33) % 400));
            in_play += u32::from(state_of(data, ROUNDS) != Some(RoundState::Closed));
            running.kill_and_start();
        }
        for board in playing {
            board.join().expect("the board is played to its end");
        }
    });
    wait_until("the last round is closed", || {
        state_of(&data, ROUNDS) == Some(RoundState::Closed)
    });
    running.kill();
    assert_eq!(in_play, kills, "some of the kills came after the end");
    end_of(&data)
}

fn wait_until(what: &str, mut there: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !there() {
        assert!(Instant::now() < until, "not within a minute: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// One terminal, from its first game to its last.
fn all_rounds(at: &DemoTerminal, data: &Path, games: &[Game]) {
    let pace = Pace { speed: Some(SPEED) };
    for number in 1..=ROUNDS {
        let mut assigned: Option<GameAssignment> = None;
        wait_until("the round is published", || {
            let known = at.assignment().ok().and_then(|assignment| assignment.game);
            assigned = known.filter(|game| game.round == number);
            assigned.is_some()
        });
        let assigned = assigned.expect("was waited for");
        let (red, black) = (assigned.red.number, assigned.black.number);
        let script = script_of(games, number, red, black);
        let played = match script.recording {
            Recording::Live => board::play(at, &assigned, script.game, Draw::new(SEED), pace),
            Recording::Entered => board::enter(at, &assigned, script.game),
            Recording::EnteredLate => {
                wait_until("the round is closed", || {
                    state_of(data, number) == Some(RoundState::Closed)
                });
                board::enter(at, &assigned, script.game)
            }
        };
        played.expect("every entry is delivered");
    }
}

#[test]
fn a_hub_killed_twenty_times_ends_as_if_nothing_had_been() {
    let (undisturbed, killed) = std::thread::scope(|scope| {
        let undisturbed = scope.spawn(|| play(0));
        let killed = scope.spawn(|| play(KILLS));
        (
            undisturbed.join().expect("plays to its end"),
            killed.join().expect("plays to its end"),
        )
    });
    assert_eq!(undisturbed.games.len(), 12);
    let moves = |(_, _, said): &(u16, u32, Vec<String>)| {
        said.iter().filter(|text| text.contains("\"move\"")).count()
    };
    assert!(undisturbed.games.iter().all(|game| moves(game) >= 20));
    assert_eq!(killed, undisturbed);
}
