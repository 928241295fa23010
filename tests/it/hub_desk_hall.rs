//! Thirty terminals in a hall, and what an arbiter does at their boards from the desk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qipu::demo::board::{self, Pace};
use qipu::demo::draw::Draw;
use qipu::demo::games::{self, Game};
use qipu::demo::terminal::DemoTerminal;
use qipu::hub::{Handle, Hub};
use qipu::journal::{Outcome, Phase, Reason, Verdict};
use qipu::kiosk::controller::{Controller, Kiosk};
use qipu::sync::assignment::GameAssignment;
use qipu::sync::{HubClient, Identity};
use tournament::document::GameResult;
use xiangqi::Side;

use crate::hub_desk_client::{Desk, File};

pub const BOARDS: u32 = 30;

/// The hall: the hub, its address, a terminal at each board.
pub struct Hall {
    pub hub: Arc<Hub>,
    pub server: Handle,
    pub terminals: BTreeMap<u32, DemoTerminal>,
    pub games: Vec<Game>,
}

/// The shipped games, cut short: what matters here is not how long they are.
pub fn short_games() -> Vec<Game> {
    let cut = |(at, mut game): (usize, Game)| {
        game.moves.truncate(12 + at % 9);
        let reason = if game.outcome.verdict == Verdict::Draw {
            Reason::Agreement
        } else {
            Reason::Resignation
        };
        game.outcome = Outcome {
            reason,
            ..game.outcome
        };
        game
    };
    games::shipped()
        .into_iter()
        .take(200)
        .enumerate()
        .map(cut)
        .collect()
}

impl Hall {
    pub fn game_at(&self, round: u16, board: u32) -> &Game {
        &self.games[(usize::from(round) * 37 + board as usize * 5) % self.games.len()]
    }

    fn assigned(&self, board: u32) -> GameAssignment {
        let assignment = self.terminals[&board]
            .assignment()
            .expect("the hub answers");
        assignment.game.expect("a round is published")
    }

    pub fn play(&self, round: u16, board: u32) {
        let at = &self.terminals[&board];
        let pace = Pace { speed: None };
        let game = self.game_at(round, board);
        board::play(at, &self.assigned(board), game, Draw::new(7), pace)
            .unwrap_or_else(|error| panic!("round {round}, board {board}: {error}"));
    }

    /// Plays these boards at once.
    pub fn play_all(&self, round: u16, boards: impl Iterator<Item = u32>) {
        std::thread::scope(|scope| {
            for board in boards {
                scope.spawn(move || self.play(round, board));
            }
        });
    }

    pub fn result(&self, round: u16, board: u32) -> GameResult {
        let document = self.hub.document().expect("there is an event");
        document.rounds[usize::from(round) - 1].games[board as usize - 1].result
    }
}

/// Boards whose result the arbiter types, because nobody recorded there.
pub fn typed_in(round: u16, board: u32) -> bool {
    board % 10 == 8 - u32::from(round)
}

#[track_caller]
fn wait(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "not in time: {what}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn move_some(at: &DemoTerminal, controller: &mut Controller, game: &Game, until: usize) {
    let made = controller.state().plies().len();
    for mv in &game.moves[made..until] {
        at.time.advance(7_000);
        controller.touch(mv.from());
        controller.touch(mv.to());
        at.time.advance(700);
        controller.press_clock();
    }
    assert_eq!(
        controller.state().plies().len(),
        until,
        "{:?}",
        controller.notice()
    );
    at.wake();
}

/// Plays to the end and signs.
fn end(at: &DemoTerminal, controller: &mut Controller, game: &Game) {
    move_some(at, controller, game, game.moves.len());
    for side in Side::ALL {
        controller.choose_result(side, game.outcome.verdict, game.outcome.reason);
    }
    for side in Side::ALL {
        controller.sign(side, Vec::new());
    }
    assert_eq!(controller.state().phase(), Phase::Closed);
    at.wake();
}

fn finish(at: &DemoTerminal, controller: &mut Controller, game: &Game) {
    end(at, controller, game);
    at.wait_until_delivered(controller.game())
        .expect("is delivered");
}

/// A kiosk with its game begun and so many plies played.
fn begun(hall: &Hall, board: u32, plies: usize) -> Kiosk {
    let at = &hall.terminals[&board];
    let assignment = at.assignment().expect("the hub answers");
    let mut kiosk = Kiosk::new(at.terminal.clone(), Some(assignment)).expect("opens");
    kiosk.start();
    let controller = kiosk.game_mut().expect("the game is in hand");
    controller.press_clock();
    move_some(at, controller, hall.game_at(1, board), plies);
    kiosk
}

fn desk_page(desk: &Desk, board: u32) -> String {
    desk.get(&format!("/desk/boards/1/{board}")).page()
}

/// 22.2: an unfounded claim of the natural limit, ruled at the desk, costs a foul and five minutes
/// at the board.
pub fn refused_claim(hall: &Hall, desk: &Desk, board: u32) {
    let at = &hall.terminals[&board];
    let mut kiosk = begun(hall, board, 6);
    let before = {
        let controller = kiosk.game_mut().expect("is in hand");
        controller.claim_limit();
        controller.state().reading().expect("the clocks were read")
    };
    at.wake();
    wait("the claim at the desk", || {
        desk_page(desk, board).contains("value=\"limit-red\" selected")
    });
    let ruling = [("matter", "limit-red"), ("finding", "refused")];
    desk.post(&format!("/desk/boards/1/{board}/ruling"), &ruling)
        .done();
    kiosk
        .assigned(at.assignment().expect("the hub answers"))
        .expect("is carried out");
    let controller = kiosk.game_mut().expect("is in hand");
    let state = controller.state();
    assert!(state.open_claims().is_empty());
    assert_eq!(state.fouls().len(), 1);
    let after = state.reading().expect("the clocks were set");
    assert_eq!(before.red_ms - after.red_ms, 5 * 60_000);
    assert_eq!(before.black_ms, after.black_ms);
    controller.resume();
    finish(at, controller, hall.game_at(1, board));
    wait("the instructions are done", || {
        !desk_page(desk, board).contains("待终端执行")
    });
}

/// A good claim ends the game as a draw at once.
pub fn upheld_claim(hall: &Hall, desk: &Desk, board: u32) {
    let at = &hall.terminals[&board];
    let mut kiosk = begun(hall, board, 7);
    kiosk.game_mut().expect("is in hand").claim_limit();
    at.wake();
    wait("the claim at the desk", || {
        desk_page(desk, board).contains("value=\"limit-black\" selected")
    });
    let ruling = [("matter", "limit-black"), ("finding", "upheld")];
    desk.post(&format!("/desk/boards/1/{board}/ruling"), &ruling)
        .done();
    assert_eq!(hall.result(1, board), GameResult::Draw);
    kiosk
        .assigned(at.assignment().expect("the hub answers"))
        .expect("is carried out");
    let controller = kiosk.game_mut().expect("is in hand");
    let outcome = controller
        .state()
        .outcome()
        .expect("the ruling ends the game");
    assert_eq!(
        (outcome.verdict, outcome.reason),
        (Verdict::Draw, Reason::NaturalLimit)
    );
    for side in Side::ALL {
        controller.sign(side, Vec::new());
    }
    at.wake();
    at.wait_until_delivered(controller.game())
        .expect("is delivered");
}

/// A call is seen in the hall and answered.
pub fn answered_call(hall: &Hall, desk: &Desk, board: u32) {
    let at = &hall.terminals[&board];
    let mut kiosk = begun(hall, board, 4);
    let controller = kiosk.game_mut().expect("is in hand");
    controller.call_arbiter();
    at.wake();
    let calls = || {
        let hall = desk.get("/desk").page();
        let tile = hall
            .split(&format!("id=\"board-{board}\""))
            .next()
            .map(str::to_owned);
        tile.is_some_and(|before| {
            before.ends_with("class=\"tile call\" ") || before.trim_end().ends_with("tile call\"")
        })
    };
    wait("the call in the hall", calls);
    desk.post(&format!("/desk/boards/1/{board}/answer"), &[])
        .done();
    controller.answer_call();
    finish(at, controller, hall.game_at(1, board));
}

/// One record by memory stick and by network both: whichever comes second changes nothing.
pub fn by_stick(hall: &Hall, desk: &Desk, board: u32) {
    let at = &hall.terminals[&board];
    let mut kiosk = begun(hall, board, 3);
    at.lose_link_after(0);
    let controller = kiosk.game_mut().expect("is in hand");
    end(at, controller, hall.game_at(1, board));
    let (id, last) = (controller.game(), controller.last_entry());
    let stick = kiosk
        .stick_file()
        .expect("reads")
        .expect("a game is in hand");
    let file = || File {
        field: "file",
        name: &stick.name,
        bytes: &stick.content,
    };
    let line = || hall.hub.live_state(id).expect("reads back").head.seq;
    let page = desk.upload("/desk/system/stick", &[], Some(file())).page();
    assert!(page.contains(&format!("台 {board}</a>")), "{page}");
    assert_eq!(line(), last);
    at.wait_until_delivered(id)
        .expect("the network brings it too");
    assert_eq!(line(), last);
    let again = desk.upload("/desk/system/stick", &[], Some(file())).page();
    assert!(again.contains("早已收到"), "{again}");
}

/// A terminal dies in the middle of a game; a spare goes on where it was.
pub fn replaced(hall: &mut Hall, desk: &Desk, folder: &Path, board: u32) {
    let url = hall.server.url();
    let spare = DemoTerminal::open(folder, &hall.hub, &url, 99).expect("enrols");
    let kiosk = begun(hall, board, 5);
    let game = kiosk.game_id().expect("is in hand");
    let at = &hall.terminals[&board];
    at.wait_until_delivered(game).expect("is delivered");
    drop(kiosk);
    let fields = [("terminal", spare.terminal.writer.as_str())];
    desk.post(&format!("/desk/boards/1/{board}/hand-over"), &fields)
        .done();
    let assignment = spare.assignment().expect("the hub answers");
    let mut kiosk = Kiosk::new(spare.terminal.clone(), Some(assignment)).expect("opens");
    let (wanted, epoch) = kiosk
        .to_fetch()
        .expect("reads")
        .expect("its line is at the hub");
    assert_eq!((wanted, epoch), (game, 2));
    let old = hall.terminals.remove(&board).expect("was there");
    let old_name = old.terminal.writer.clone();
    let identity = kiosk.terminal().store.setting::<Identity>("identity");
    let identity = identity.expect("reads").expect("is enrolled");
    let journal = HubClient::new(&url, identity).journal(game);
    let line = journal.expect("the spare may read it").entries;
    kiosk.terminal().store.adopt(&line).expect("follows");
    kiosk.fetched(game, epoch).expect("opens");
    let plies = kiosk.game().expect("is in hand").state().plies().len();
    assert_eq!(plies, 5, "the spare goes on where the other was");
    drop(kiosk);
    // The old one is taken off the board; what it would still write is refused.
    desk.post(
        "/desk/system/place",
        &[("terminal", &old_name), ("board", "")],
    )
    .done();
    drop(old);
    hall.terminals.insert(board, spare);
    hall.play(1, board);
}
