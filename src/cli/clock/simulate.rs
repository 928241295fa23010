//! `qipu clock simulate`: a clock to try terminals with, behind a pseudo terminal.

use std::io::BufRead;
use std::path::PathBuf;

use clock_link::model::Face;
use clock_link::{MAX_MS, PlayedClock, Side};

use crate::cli::{CliResult, Failure, Outcome};

/// 模拟一台棋钟；标准输入 left、right、pause 为按钟，quit 或文件结束为拔出。
/// Plays an XQC1 clock. On standard input `left`, `right` and `pause` press its buttons; `quit`
/// or the end of input unplugs it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 以此名称链接到端口。 A name to link the port under.
    #[arg(long, value_name = "PATH")]
    link: Option<PathBuf>,
    /// 每方基本用时，秒。 Each side's time in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 1800)]
    base: u32,
    /// 每着加时，秒。 Seconds added on each press.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    increment: u32,
    /// 序列号。 Its serial number: capital letters and digits, at most eight.
    #[arg(long, value_name = "SERIAL", default_value = "SIM0001")]
    serial: String,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let serial = &arguments.serial;
    if serial.is_empty() || serial.len() > 8 || !serial.bytes().all(is_plain) {
        return Err(Failure::Input(format!(
            "--serial: {serial:?} is no serial number"
        )));
    }
    let ms = |name: &str, seconds: u32, most_ms: u32| match seconds.checked_mul(1000) {
        Some(ms) if ms <= most_ms => Ok(ms),
        _ => Err(Failure::Input(format!(
            "{name}: {seconds} seconds are too many"
        ))),
    };
    let base_ms = ms("--base", arguments.base, MAX_MS)?;
    let increment_ms = ms("--increment", arguments.increment, 600_000)?;
    let face = Face {
        left_ms: base_ms,
        right_ms: base_ms,
        increment_ms,
        ..Face::default()
    };
    let environment = |error: std::io::Error| Failure::Environment(format!("port: {error}"));
    let clock = PlayedClock::start(serial, face, arguments.link.as_deref()).map_err(environment)?;
    println!("port {}", clock.port());
    let Some(buttons) = clock.buttons() else {
        return Ok(Outcome::Done);
    };
    for line in std::io::stdin().lock().lines() {
        match line
            .map_err(|error| Failure::Input(format!("standard input: {error}")))?
            .trim()
        {
            "left" | "l" => buttons.press(Side::Left),
            "right" | "r" => buttons.press(Side::Right),
            "pause" | "p" => buttons.start_pause(),
            "quit" | "q" => break,
            "" => {}
            other => eprintln!("qipu: {other:?}: left, right, pause, quit"),
        }
    }
    // The clock knows that it is over when nobody holds its buttons any more.
    drop(buttons);
    Ok(Outcome::Done)
}
