//! A board with a real terminal behind the screen: a database in a temporary folder, time that is
//! stepped by hand, touches by accessible action or by finger.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use i_slint_backend_testing::{ElementHandle, mock_elapsed_time};
use qipu::journal::{GameId, Mode, Started, TimeControl};
use qipu::kiosk::adapter::Screen;
use qipu::kiosk::controller::{Kiosk, SteppedTime, Terminal};
use qipu::store::TerminalStore;
use qipu::sync::assignment::{Assignment, EventFacts, GameAssignment, OwedRecord, PlayerFacts};
use qipu_ui::App;
use slint::platform::{PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition};
use tempfile::TempDir;
use xiangqi::{Move, Side};

use super::stage;

pub const START: &str = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";

pub struct Table {
    pub app: App,
    pub screen: Screen,
    pub time: Arc<SteppedTime>,
    pub game: GameId,
    pub store: Arc<TerminalStore>,
    folder: TempDir,
}

fn player(number: u32, name: &str, unit: &str) -> PlayerFacts {
    PlayerFacts {
        number,
        name: name.into(),
        unit: unit.into(),
        points: "7".into(),
    }
}

/// What the hub would say: a game in live mode, or one whose record is owed.
pub fn assignment(mode: Mode, fen: &str, result: Option<&str>) -> Assignment {
    let game = GameAssignment {
        game: GameId(uuid::Uuid::now_v7()),
        round: 5,
        red: player(12, "王喆", "清水"),
        black: player(31, "李堃玥", "天水"),
        start: Started {
            mode,
            start_fen: fen.to_owned(),
            time: (mode == Mode::Live).then_some(TimeControl {
                base_ms: 1_800_000,
                increment_ms: 10_000,
                first_move_bonus: false,
            }),
            limit_rounds: 40,
            claimant_check_cap: 0,
        },
        show_limit: false,
        epoch: 1,
        may_write: true,
        result: result.map(str::to_owned),
    };
    let owed = OwedRecord {
        game: game.clone(),
        board: 7,
        side: Side::Red,
        reason: "top_board_winner".to_owned(),
        due_minutes: 30,
    };
    let live = mode == Mode::Live;
    Assignment {
        version: "1".to_owned(),
        generation: "1".to_owned(),
        event: EventFacts {
            id: "1".to_owned(),
            title: "清水公开赛".to_owned(),
            regulation: "qingshui-2019".to_owned(),
        },
        board: Some(7),
        game: live.then_some(game),
        owed: if live { Vec::new() } else { vec![owed] },
        instructions: Vec::new(),
        messages: Vec::new(),
    }
}

impl Table {
    pub fn set(assignment: Assignment) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::start(folder, Some(assignment))
    }

    /// Starts the program on a folder, perhaps one of an earlier start.
    pub fn start(folder: TempDir, assignment: Option<Assignment>) -> Self {
        Self::start_as(folder, assignment, "t7")
    }

    /// The same for another terminal.
    pub fn start_as(folder: TempDir, assignment: Option<Assignment>, writer: &str) -> Self {
        let app = stage::open(1280, 800);
        let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
        let store = Arc::new(store);
        let time = Arc::new(SteppedTime::default());
        let terminal = Terminal::start(store.clone(), time.clone(), writer).expect("a start");
        let given = assignment.as_ref().and_then(|told| told.game.as_ref());
        let given = given.map(|game| game.game);
        let kiosk = Kiosk::new(terminal, assignment).expect("a readable journal");
        let game = kiosk
            .game_id()
            .or(given)
            .unwrap_or(GameId(uuid::Uuid::nil()));
        let screen = Screen::new(&app, Rc::new(RefCell::new(kiosk)), || {});
        Self {
            app,
            screen,
            time,
            game,
            store,
            folder,
        }
    }

    /// The plug is pulled: what lies on the disk at this moment.
    pub fn pull_the_plug(&self) -> TempDir {
        let left = tempfile::tempdir().expect("a temporary folder");
        for name in ["terminal.sqlite", "terminal.sqlite-wal"] {
            let file = self.folder.path().join(name);
            if file.exists() {
                std::fs::copy(&file, left.path().join(name)).expect("room on the disk");
            }
        }
        left
    }

    /// A live game whose clock runs.
    pub fn live(fen: &str) -> Self {
        let table = Self::set(assignment(Mode::Live, fen, None));
        table.press("红方 王喆");
        table.press("黑方 李堃玥");
        table.press("开始，红方走棋");
        table
    }

    pub fn entry(result: &str) -> Self {
        Self::set(assignment(Mode::Entry, START, Some(result)))
    }

    /// The one button with this label.
    pub fn button(&self, label: &str) -> ElementHandle {
        let wanted = label.to_owned();
        let mut found = stage::buttons(&self.app, move |label| label == wanted);
        assert_eq!(found.len(), 1, "{label}: {} of them", found.len());
        found.swap_remove(0)
    }

    pub fn has(&self, label: &str) -> bool {
        let wanted = label.to_owned();
        !stage::buttons(&self.app, move |label| label == wanted).is_empty()
    }

    /// Presses a button as a screen reader does.
    pub fn press(&self, label: &str) {
        self.button(label).invoke_accessible_default_action();
    }

    /// The point of a square, whatever stands on it.
    pub fn point(&self, square: &str) -> ElementHandle {
        let wanted = square.to_owned();
        let with_piece = format!("{square} ");
        let mut found = stage::buttons(&self.app, move |label| {
            label == wanted || label.starts_with(&with_piece)
        });
        assert_eq!(found.len(), 1, "{square}");
        found.swap_remove(0)
    }

    pub fn touch(&self, square: &str) {
        self.point(square).invoke_accessible_default_action();
    }

    pub fn touch_move(&self, mv: Move) {
        self.touch(&mv.from().to_string());
        self.touch(&mv.to().to_string());
    }

    /// A finger comes down in the middle of an element and goes up again.
    pub fn finger(&self, element: &ElementHandle) {
        let at = middle(element);
        self.down(at);
        self.up(at);
    }

    pub fn down(&self, position: LogicalPosition) {
        self.app
            .window()
            .dispatch_event(WindowEvent::PointerMoved { position });
        let button = PointerEventButton::Left;
        self.app
            .window()
            .dispatch_event(WindowEvent::PointerPressed { position, button });
    }

    pub fn up(&self, position: LogicalPosition) {
        let button = PointerEventButton::Left;
        self.app
            .window()
            .dispatch_event(WindowEvent::PointerReleased { position, button });
        self.app.window().dispatch_event(WindowEvent::PointerExited);
    }

    /// Lets time pass for the screen and for the clocks, in steps of the ticking timer.
    pub fn wait(&self, ms: u64) {
        for _ in 0..ms / 100 {
            self.time.advance(100);
            mock_elapsed_time(std::time::Duration::from_millis(100));
            self.screen.tick();
        }
    }
}

pub fn middle(element: &ElementHandle) -> LogicalPosition {
    let (at, size) = (element.absolute_position(), element.size());
    LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0)
}
