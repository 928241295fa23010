//! `qipu demo`, also `qipu` alone.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::{CliResult, Failure, Outcome};
use crate::demo::{Demo, DemoError, Pace, Plan, games};
use crate::hub::{Hub, Server};

/// 演示一个完整的比赛。 Runs the demo event from first pairing to final table.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 棋手人数。 How many players [default: 24]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// 轮数。 How many rounds [default: 5]
    #[arg(long, value_name = "N")]
    rounds: Option<u16>,
    /// 种子：同样的种子下出同样的名次。 The seed; the same seed gives the same table [default: 7]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// 对局文件（`red|black|draw`，制表符，着法）。 Files of games to play instead of the shipped ones
    #[arg(long, value_name = "PATH", num_args = 1..)]
    games: Vec<PathBuf>,
    /// 最后一轮后结束，不开窗口。 Ends after the last round, opens no window
    #[arg(long)]
    headless: bool,
    /// 比赛文件夹；再次运行接着下。 The event's folder; running again goes on where it was
    #[arg(long, value_name = "DIR", default_value = "qipu-data")]
    data: PathBuf,
    /// 快放倍数；不写则不等待。 Real time is game time divided by X; without it nothing is waited for
    #[arg(long, value_name = "X")]
    speed: Option<f64>,
    /// 网页地址。 Where the pages are served
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0")]
    listen: String,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            players: None,
            rounds: None,
            seed: None,
            games: Vec::new(),
            headless: false,
            data: PathBuf::from("qipu-data"),
            speed: None,
            listen: "127.0.0.1:0".to_owned(),
        }
    }
}

pub fn run(arguments: Arguments) -> CliResult {
    let started = Instant::now();
    let plan = plan(&arguments)?;
    let hub = Arc::new(Hub::open(&arguments.data).map_err(DemoError::from)?);
    let server = Server::start(Arc::clone(&hub), &arguments.listen).map_err(DemoError::from)?;
    println!("网页 Pages  {}", server.url());
    let mut demo = Demo::open(Arc::clone(&hub), server.url(), &arguments.data, plan)?;
    println!(
        "{} 名棋手，{} 轮 {} players, {} rounds\n",
        demo.players(),
        demo.rounds(),
        demo.players(),
        demo.rounds()
    );
    let report = demo.run(|number, report| println!("{}", report.round(number)))?;
    println!(
        "{}\n{}\n{}",
        report.table(),
        report.teams(),
        report.prizes()
    );
    println!("用时 Took {:.1} s", started.elapsed().as_secs_f64());
    if arguments.headless {
        return Ok(Outcome::Done);
    }
    println!(
        "网页还开着，按 Ctrl+C 结束。 The pages stay open; Ctrl+C ends.  {}",
        server.url()
    );
    if let Err(reason) = window(&mut demo) {
        println!("不开终端窗口 No terminal window: {reason}");
    }
    server.wait();
    Ok(Outcome::Done)
}

/// Opens a terminal at a board for the person at this machine and stays until it is closed.
#[cfg(feature = "terminal")]
fn window(demo: &mut Demo) -> Result<(), String> {
    use crate::kiosk::adapter::{Hub, Options, Window};

    let window = Window::open().map_err(|error| error.to_string())?;
    let (kiosk, client) = demo
        .board_for_a_person()
        .map_err(|error| error.to_string())?;
    println!("终端窗口已开：请下棋。 The terminal's window is open: try a game at board 1.");
    let options = Options {
        english: false,
        windowed: true,
        name: String::new(),
    };
    window
        .run(kiosk, options, Some(Hub::Known(client)))
        .map_err(|error| error.to_string())
}

#[cfg(not(feature = "terminal"))]
fn window(_: &mut Demo) -> Result<(), String> {
    Err("built without the terminal".to_owned())
}

fn plan(arguments: &Arguments) -> Result<Plan, Failure> {
    if let Some(speed) = arguments.speed
        && !(speed.is_finite() && speed > 0.0)
    {
        return Err(Failure::Input(format!(
            "--speed {speed}: a number above zero is needed"
        )));
    }
    let mut list = Vec::new();
    for path in &arguments.games {
        list.extend(games::read(path).map_err(Failure::Input)?);
    }
    if list.is_empty() {
        list = games::shipped();
    }
    Ok(Plan {
        players: arguments.players,
        rounds: arguments.rounds,
        seed: arguments.seed,
        games: list,
        pace: Pace {
            speed: arguments.speed,
        },
    })
}

impl From<DemoError> for Failure {
    fn from(error: DemoError) -> Self {
        match error {
            DemoError::Plan(_) => Self::Input(error.to_string()),
            _ => Self::Environment(error.to_string()),
        }
    }
}
