//! Legal moves counted to depth five from the start, beside another program in the same run.
//!
//! Bar: at least 12 times the rate of Debian's `fairy-stockfish`; aim: 20 times. Both are measured
//! in processor time, so that a busy machine does not blur the ratio. Without that program the
//! ratio is left out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use divan::counter::ItemsCount;
use xiangqi::{Position, perft};

const DEPTH: u32 = 5;
const LEAVES: u64 = 133_312_995;

fn main() {
    ratio();
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn start_to_depth_4(bencher: divan::Bencher) {
    let start = Position::start();
    bencher
        .counter(ItemsCount::new(3_290_240_u64))
        .bench_local(|| perft(divan::black_box(&start), 4));
}

/// A middle game with many checks and pins (the second of the published list).
#[divan::bench(sample_count = 10)]
fn middle_game_to_depth_4(bencher: divan::Bencher) {
    let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
    let position = Position::from_fen(fen).expect("a valid position");
    bencher
        .counter(ItemsCount::new(1_339_047_u64))
        .bench_local(|| perft(divan::black_box(&position), 4));
}

/// Prints the ratio of the two rates.
fn ratio() {
    let start = Position::start();
    let mut own = f64::MAX;
    for _ in 0..3 {
        let stopwatch = Stopwatch::new(std::process::id());
        assert_eq!(perft(divan::black_box(&start), DEPTH), LEAVES);
        own = own.min(stopwatch.seconds());
    }
    println!("own: {:.1} million leaves/s", rate(own));
    match other() {
        Some(other) => println!(
            "fairy-stockfish: {:.1} million leaves/s; ratio {:.1} (bar 12, aim 20)",
            rate(other),
            other / own
        ),
        None => println!("fairy-stockfish is not installed, no ratio"),
    }
}

fn rate(seconds: f64) -> f64 {
    LEAVES as f64 / seconds / 1e6
}

/// Seconds the other program takes for the same count.
fn other() -> Option<f64> {
    let mut child = ["fairy-stockfish", "/usr/games/fairy-stockfish"]
        .into_iter()
        .find_map(|name| {
            Command::new(name)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .ok()
        })?;
    let seconds = converse(&mut child);
    // It has been told to quit, or has gone already.
    let _ = child.wait();
    seconds
}

fn converse(child: &mut Child) -> Option<f64> {
    let mut input = child.stdin.take()?;
    let mut lines = BufReader::new(child.stdout.take()?).lines();
    let setup = "uci\nsetoption name UCI_Variant value xiangqi\nposition startpos\nisready\n";
    input.write_all(setup.as_bytes()).ok()?;
    lines
        .find(|line| line.as_ref().is_ok_and(|line| line.trim() == "readyok"))?
        .ok()?;
    let stopwatch = Stopwatch::new(child.id());
    input
        .write_all(format!("go perft {DEPTH}\n").as_bytes())
        .ok()?;
    let total = lines
        .map_while(Result::ok)
        .find(|line| line.starts_with("Nodes searched"))?;
    let seconds = stopwatch.seconds();
    assert!(
        total.ends_with(&LEAVES.to_string()),
        "it counts otherwise: {total}"
    );
    input.write_all(b"quit\n").ok()?;
    Some(seconds)
}

/// Processor time of a process where the system tells it, else the time on the wall.
struct Stopwatch {
    process: u32,
    wall: Instant,
    used: Option<f64>,
}

impl Stopwatch {
    fn new(process: u32) -> Self {
        Self {
            process,
            wall: Instant::now(),
            used: used(process),
        }
    }

    fn seconds(&self) -> f64 {
        match (self.used, used(self.process)) {
            (Some(before), Some(after)) => after - before,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Processor seconds a process has used so far (Linux: nanoseconds in `schedstat`).
fn used(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
