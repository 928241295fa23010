//! The controller by touches, over a real database.

mod arbiter;
mod entry;
mod live;
mod take_over;

use std::sync::Arc;

use tempfile::TempDir;
use xiangqi::{Move, Square};

use super::{Controller, SteppedTime, Terminal};
use crate::journal::{GameId, Mode, Started, TimeControl, chain};
use crate::store::TerminalStore;
use crate::sync::assignment::{Assignment, EventFacts, GameAssignment, PlayerFacts};

const START: &str = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";

struct Board {
    _folder: TempDir,
    time: Arc<SteppedTime>,
    terminal: Terminal,
    assignment: GameAssignment,
}

fn player(number: u32, name: &str) -> PlayerFacts {
    let (unit, points) = (String::new(), "0".to_owned());
    PlayerFacts {
        number,
        name: name.to_owned(),
        unit,
        points,
    }
}

impl Board {
    fn new(mode: Mode, result: Option<&str>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let time = Arc::new(SteppedTime::default());
        let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
        let terminal = Terminal::start(Arc::new(store), time.clone(), "t7").expect("a first start");
        let minutes_30_and_10_s = TimeControl {
            base_ms: 1_800_000,
            increment_ms: 10_000,
            first_move_bonus: false,
        };
        let assignment = GameAssignment {
            game: GameId(uuid::Uuid::now_v7()),
            round: 5,
            red: player(1, "王宁"),
            black: player(2, "李铁生"),
            start: Started {
                mode,
                start_fen: START.to_owned(),
                time: (mode == Mode::Live).then_some(minutes_30_and_10_s),
                limit_rounds: 40,
                claimant_check_cap: 0,
            },
            show_limit: false,
            epoch: 1,
            may_write: true,
            result: result.map(str::to_owned),
        };
        Self {
            _folder: folder,
            time,
            terminal,
            assignment,
        }
    }

    fn open(&self) -> Controller {
        Controller::open(&self.terminal, &self.assignment).expect("a readable journal")
    }

    fn live() -> (Self, Controller) {
        let board = Self::new(Mode::Live, None);
        let mut controller = board.open();
        controller.start(board.assignment.start.clone());
        (board, controller)
    }

    fn entry(result: &str) -> (Self, Controller) {
        let board = Self::new(Mode::Entry, Some(result));
        let controller = board.open();
        (board, controller)
    }

    /// What the hub says to the terminal of this board.
    fn told(&self) -> Assignment {
        let event = EventFacts {
            id: "1".to_owned(),
            title: "清水公开赛".to_owned(),
            regulation: "qingshui-2019".to_owned(),
        };
        Assignment {
            version: "1".to_owned(),
            generation: "1".to_owned(),
            event,
            board: Some(7),
            game: Some(self.assignment.clone()),
            owed: Vec::new(),
            instructions: Vec::new(),
            messages: Vec::new(),
        }
    }

    /// Another start of the program on the same disk.
    fn restart(&mut self) -> Controller {
        self.time = Arc::new(SteppedTime::default());
        self.terminal =
            Terminal::start(self.terminal.store.clone(), self.time.clone(), "t7").expect("a start");
        self.open()
    }

    fn verify(&self) {
        let entries = self
            .terminal
            .store
            .entries(self.assignment.game)
            .expect("readable");
        chain::verify(self.assignment.game, &entries).expect("an unbroken chain");
    }
}

fn square(text: &str) -> Square {
    text.parse().expect("a point")
}

fn touch_move(controller: &mut Controller, mv: &str) {
    let mv: Move = mv.parse().expect("a move");
    controller.touch(mv.from());
    controller.touch(mv.to());
}

fn play(controller: &mut Controller, moves: &[&str]) {
    for mv in moves {
        touch_move(controller, mv);
        controller.press_clock();
    }
}

fn texts(controller: &Controller) -> Vec<String> {
    controller
        .view()
        .plies
        .into_iter()
        .map(|ply| ply.text)
        .collect()
}
