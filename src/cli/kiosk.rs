//! `qipu kiosk`: the terminal at a board.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use uuid::Uuid;

use super::{CliResult, Failure, Outcome};
use crate::journal::{GameId, GameState, Mode, Phase, Started, TimeControl};
use crate::kiosk::controller::{Kiosk, SystemTime, Terminal};
use crate::store::{StoreError, TerminalStore};
use crate::sync::assignment::{Assignment, EventFacts, GameAssignment, PlayerFacts};
use crate::sync::worker::ASSIGNMENT;
use crate::sync::{HubClient, Identity};

/// 台上的终端：录谱、计时。 The terminal at a board: record and clock.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 终端数据文件夹 Folder of the terminal's data
    #[arg(long, value_name = "DIR", default_value = "qipu-terminal")]
    data: PathBuf,
    /// 中枢网址；不给就单机使用 Address of the hub; without one the terminal works alone
    #[arg(long, value_name = "URL")]
    hub: Option<String>,
    /// 台号 Board number
    #[arg(long, value_name = "N")]
    board: Option<u32>,
    /// 语言 Language
    #[arg(long, value_enum, default_value_t = Language::Zh)]
    lang: Language,
    /// 开窗口，不占全屏 In a window instead of the whole screen
    #[arg(long)]
    windowed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    Zh,
    En,
}

/// Where a terminal without a hub keeps its assignment.
const ALONE: &str = "alone";

fn store_failure(error: &StoreError) -> Failure {
    Failure::Environment(error.to_string())
}

/// Opens the window and stays in it.
///
/// # Errors
/// [`Failure::Environment`] when there is no display, no font or no writable folder.
pub fn run(arguments: Arguments) -> CliResult {
    use crate::kiosk::adapter::{Hub, IDENTITY, Options, Window};

    // Before anything is written: a machine without a display is left as it was.
    let window = Window::open().map_err(|error| Failure::Environment(error.to_string()))?;
    let store = TerminalStore::open(arguments.data.join("terminal.sqlite"))
        .map_err(|error| store_failure(&error))?;
    let store = Arc::new(store);
    let known: Option<Identity> = store
        .setting(IDENTITY)
        .map_err(|error| store_failure(&error))?;
    let writer = known.as_ref().map_or_else(
        || "terminal".to_owned(),
        |identity| identity.terminal.clone(),
    );
    let hub = arguments.hub.map(|url| match known {
        Some(identity) => Hub::Known(HubClient::new(&url, identity)),
        None => Hub::ToEnrol {
            url,
            name: arguments
                .board
                .map_or_else(|| "terminal".to_owned(), |board| format!("board {board}")),
        },
    });
    let assignment = match &hub {
        Some(_) => store
            .setting(ASSIGNMENT)
            .map_err(|error| store_failure(&error))?,
        None => Some(alone(&store, arguments.board).map_err(|error| store_failure(&error))?),
    };
    let terminal = Terminal::start(store, Arc::new(SystemTime::new()), writer)
        .map_err(|error| store_failure(&error))?;
    let kiosk = Kiosk::new(terminal, assignment).map_err(|error| store_failure(&error))?;
    let options = Options {
        english: arguments.lang == Language::En,
        windowed: arguments.windowed,
    };
    window
        .run(kiosk, options, hub)
        .map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(Outcome::Done)
}

/// A game without a hub: 30 minutes and 10 seconds, 40 rounds. An unfinished one goes on.
fn alone(store: &TerminalStore, board: Option<u32>) -> Result<Assignment, StoreError> {
    let last: Option<Assignment> = store.setting(ALONE)?;
    if let Some(game) = last.as_ref().and_then(|last| last.game.as_ref()) {
        let entries = store.entries(game.game)?;
        if GameState::fold(&entries).phase() != Phase::Closed {
            return Ok(last.unwrap_or_else(|| free_game(board)));
        }
    }
    let assignment = free_game(board);
    store.set_setting(ALONE, &assignment)?;
    Ok(assignment)
}

fn free_game(board: Option<u32>) -> Assignment {
    let nobody = |number| PlayerFacts {
        number,
        name: String::new(),
        unit: String::new(),
        points: "0".to_owned(),
    };
    let start = Started {
        mode: Mode::Live,
        start_fen: xiangqi::Position::start().to_fen(),
        time: Some(TimeControl {
            base_ms: 30 * 60 * 1000,
            increment_ms: 10_000,
            first_move_bonus: false,
        }),
        limit_rounds: 40,
        claimant_check_cap: 0,
    };
    Assignment {
        version: String::new(),
        generation: String::new(),
        event: EventFacts {
            id: String::new(),
            title: String::new(),
            regulation: String::new(),
        },
        board: Some(board.unwrap_or(1)),
        game: Some(GameAssignment {
            game: GameId(Uuid::now_v7()),
            round: 1,
            red: nobody(1),
            black: nobody(2),
            start,
            show_limit: false,
            epoch: 1,
            may_write: true,
            result: None,
        }),
        owed: Vec::new(),
        instructions: Vec::new(),
        messages: Vec::new(),
    }
}
