//! `qipu kiosk`: the terminal at a board.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use clock_link::{ClockLink, Config, PortChoice, Terms};
use serde::de::DeserializeOwned;

use super::{CliResult, Failure, Outcome};
use crate::kiosk::controller::enrolment::PLACE;
use crate::kiosk::controller::{Kiosk, Place, SystemTime, Terminal, alone};
use crate::store::{StoreError, TerminalStore};
use crate::sync::Identity;
use crate::sync::worker::ASSIGNMENT;

/// 台上的终端：录谱、计时。 The terminal at a board: record and clock.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 终端数据文件夹 Folder of the terminal's data
    #[arg(long, value_name = "DIR", default_value = "qipu-terminal")]
    data: PathBuf,
    /// 中枢网址；第一次启动不给，就在屏幕上选 Address of the hub; without one the first start asks on the screen
    #[arg(long, value_name = "URL")]
    hub: Option<String>,
    /// 台号；不连中枢时直接单机使用 Board number; without a hub it starts alone at once
    #[arg(long, value_name = "N")]
    board: Option<u32>,
    /// 棋钟：auto 自动找，none 不用，或写端口 Electronic clock: looked for, none, or its port, such as one of /dev/serial/by-path
    #[arg(long, value_name = "auto|none|PORT", default_value = "none")]
    clock: String,
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

/// What a press adds as long as no game says otherwise; a DGT board does not tell.
const INCREMENT_MS: u32 = 10_000;

fn store_failure(error: &StoreError) -> Failure {
    Failure::Environment(error.to_string())
}

fn setting<T: DeserializeOwned>(store: &TerminalStore, key: &str) -> Result<Option<T>, Failure> {
    store.setting(key).map_err(|error| store_failure(&error))
}

fn address(text: &str) -> Result<Place, Failure> {
    Place::parse(text).ok_or_else(|| {
        Failure::Input(format!(
            "--hub {text}: not an address such as http://192.168.1.5:8460"
        ))
    })
}

/// Where the clock is looked for; nowhere without one. A port that was named may be asked for a DGT
/// board, where this program can talk to one.
fn clock_config(text: &str, increment_ms: u32) -> Option<Config> {
    let port = match text {
        "none" => return None,
        "auto" => PortChoice::Auto,
        path => PortChoice::Path(path.into()),
    };
    let is_named = matches!(port, PortChoice::Path(_));
    let terms = Terms {
        increment_ms,
        dgt_announced: is_named && cfg!(feature = "dgt"),
        ..Terms::default()
    };
    Some(Config { port, terms })
}

/// Opens the window and stays in it.
///
/// # Errors
/// [`Failure::Environment`] when there is no display, no font or no writable folder.
pub fn run(arguments: Arguments) -> CliResult {
    use crate::kiosk::adapter::{Hub, IDENTITY, Options, Window};

    let given = arguments.hub.as_deref().map(address).transpose()?;
    // Before anything is written: a machine without a display is left as it was.
    let window = Window::open().map_err(|error| Failure::Environment(error.to_string()))?;
    let store = TerminalStore::open(arguments.data.join("terminal.sqlite"))
        .map_err(|error| store_failure(&error))?;
    let store = Arc::new(store);
    let known: Option<Identity> = setting(&store, IDENTITY)?;
    let kept: Option<Place> = setting(&store, PLACE)?;
    let writer = known.as_ref().map_or_else(
        || "terminal".to_owned(),
        |identity| identity.terminal.clone(),
    );
    let hub = match (given, known, kept) {
        // The hub may have moved: it is known again by its certificate.
        (Some(given), Some(identity), kept) => Some(Hub::At(given.known_by(kept), identity)),
        (None, Some(identity), Some(kept)) => Some(Hub::At(kept, identity)),
        (Some(given), None, _) => Some(Hub::ToEnrol(Some(given))),
        (None, ..) => {
            let by_choice = arguments.board.is_some()
                || alone::was_alone(&store).map_err(|error| store_failure(&error))?;
            (!by_choice).then_some(Hub::ToEnrol(None))
        }
    };
    let assignment = setting(&store, ASSIGNMENT)?;
    let terminal = Terminal::start(store, Arc::new(SystemTime::new()), writer)
        .map_err(|error| store_failure(&error))?;
    let mut kiosk = match &hub {
        Some(_) => Kiosk::new(terminal, assignment),
        None => Kiosk::alone(terminal, arguments.board),
    }
    .map_err(|error| store_failure(&error))?;
    let increment = kiosk.facts().and_then(|facts| facts.start.time);
    let increment_ms = increment.map_or(INCREMENT_MS, |time| time.increment_ms as u32);
    if let Some(config) = clock_config(&arguments.clock, increment_ms) {
        let link = ClockLink::open(config)
            .map_err(|error| Failure::Environment(format!("--clock: {error}")))?;
        kiosk
            .attach_clock(Box::new(link))
            .map_err(|error| store_failure(&error))?;
    }
    let options = Options {
        english: arguments.lang == Language::En,
        windowed: arguments.windowed,
        name: arguments
            .board
            .map_or_else(|| "terminal".to_owned(), |board| format!("board {board}")),
    };
    window
        .run(kiosk, options, hub)
        .map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(Outcome::Done)
}
