//! `qipu simulate`: random events, every round of them checked.

use std::path::PathBuf;

use indicatif::ProgressBar;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::json;
use tournament::Regulation;
use tournament::simulation::{self, Failure as Broken, Report, Shape};

use super::{CliResult, Failure, Outcome, files};

/// 随机比赛：逐轮编排并检查，报告问题。 Random events: every round paired and checked; prints what
/// broke.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 棋手数。 Players of an event.
    #[arg(long, value_name = "N", default_value_t = 24)]
    players: u32,
    /// 轮次。 Rounds of an event.
    #[arg(long, value_name = "R", default_value_t = 11)]
    rounds: u16,
    /// 比赛数。 How many events.
    #[arg(long, value_name = "K", default_value_t = 100)]
    events: u64,
    /// 种子；相同种子得相同比赛。 The seed; the same seed makes the same events.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// 一半为 12-25 人、11-13 轮，其余 2 人至 N 人。 Half of the events with 12 to 25 players over 11
    /// to 13 rounds, the others with 2 to N players.
    #[arg(long)]
    mixed: bool,
    /// 无退赛、缺席、弃权、未完之局。 No withdrawals, absences, forfeits, open games.
    #[arg(long)]
    calm: bool,
    /// 规程。 The regulation.
    #[arg(long, value_name = "NAME", default_value = "qingshui-2019")]
    regulation: String,
    /// 出错比赛写入的文件夹。 The folder for events that broke something.
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// 以 JSON 回答。 Answers as JSON.
    #[arg(long)]
    json: bool,
}

/// Plays the events on all cores; the order of events does not change what any of them is.
pub fn run(arguments: Arguments) -> CliResult {
    let regulation = Regulation::built_in(&arguments.regulation)
        .map_err(|error| Failure::Input(error.to_string()))?;
    eprintln!("qipu: seed {}", arguments.seed);
    let bar = ProgressBar::new(arguments.events);
    let (report, mut broken) = (0..arguments.events)
        .into_par_iter()
        .map(|index| {
            let seed = seed_of(arguments.seed, index);
            let result = simulation::play(seed, shape(&arguments, index, seed), &regulation);
            bar.inc(1);
            match result {
                Ok(report) => (report, Vec::new()),
                Err(failure) => (Report::default(), vec![(seed, failure)]),
            }
        })
        .reduce(
            || (Report::default(), Vec::new()),
            |(mut report, mut broken), (other, others)| {
                report.add(&other);
                broken.extend(others);
                (report, broken)
            },
        );
    bar.finish_and_clear();
    broken.sort_by_key(|(seed, _)| *seed);
    let files = write(&arguments.out, &broken)?;
    if arguments.json {
        println!(
            "{}",
            json!({
                "seed": arguments.seed,
                "events": arguments.events,
                "rounds": report.rounds,
                "games": report.games,
                "soft": report.soft,
                "ended_early": report.ended_early,
                "broken": files,
            })
        );
    } else {
        println!(
            "{}场{}轮{}局，提前结束{}场，放宽{}处，出错{}场 / {} events, {} rounds, {} games, {} ended \
             early, {} soft limits given up, {} broken",
            arguments.events,
            report.rounds,
            report.games,
            report.ended_early,
            report.soft,
            broken.len(),
            arguments.events,
            report.rounds,
            report.games,
            report.ended_early,
            report.soft,
            broken.len(),
        );
        for ((seed, failure), file) in broken.iter().zip(&files) {
            println!("{seed}: {} → {file}", failure.reason);
        }
    }
    Ok(if broken.is_empty() {
        Outcome::Done
    } else {
        Outcome::CheckFailed
    })
}

/// Seeds of different runs do not overlap.
fn seed_of(seed: u64, index: u64) -> u64 {
    seed.wrapping_mul(0x1_0000_0001).wrapping_add(index)
}

fn shape(arguments: &Arguments, index: u64, seed: u64) -> Shape {
    let mut chance = simulation::Chance::new(!seed);
    let troubled = !arguments.calm && chance.happens(500);
    if !arguments.mixed {
        return Shape {
            players: arguments.players,
            rounds: arguments.rounds,
            troubled,
        };
    }
    if index.is_multiple_of(2) {
        Shape {
            players: 12 + chance.below(14) as u32,
            rounds: 11 + chance.below(3) as u16,
            troubled,
        }
    } else {
        Shape {
            players: 2 + chance.below(u64::from(arguments.players.max(3)) - 1) as u32,
            rounds: 1 + chance.below(u64::from(arguments.rounds.max(1))) as u16,
            troubled,
        }
    }
}

fn write(folder: &std::path::Path, broken: &[(u64, Broken)]) -> Result<Vec<String>, Failure> {
    broken
        .iter()
        .map(|(seed, failure)| {
            let path = folder.join(format!("qipu-simulate-{seed}.json"));
            let mut json = serde_json::to_vec_pretty(&failure.event)
                .map_err(|error| Failure::Environment(error.to_string()))?;
            json.push(b'\n');
            files::write(&path, &json)?;
            Ok(path.display().to_string())
        })
        .collect()
}
