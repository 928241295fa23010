//! Compilers and the simulator for the firmware, where they are installed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The folder of the crate; these tools serve the tests of the whole product too.
pub fn hardware() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    match package.join("hardware") {
        inside if inside.is_dir() => inside,
        _ => package.to_owned(),
    }
}

/// Says why a test is not run here; a failure where everything must be.
pub fn skip(why: &str) {
    println!("skipped: {why}");
    let must_run = std::env::var_os("QIPU_REQUIRE_ALL").is_some_and(|value| value == "1");
    assert!(!must_run, "{why}");
}

fn is_there(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    found.sort();
    found
}

fn compile(
    compiler: &str,
    flags: &[&str],
    sources: &[PathBuf],
    libraries: &[&str],
    name: &str,
) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Another run of the tests may be using the last one.
    let beside = out.with_added_extension(std::process::id().to_string());
    let output = Command::new(compiler)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])
        .args(flags)
        .arg("-o")
        .arg(&beside)
        .args(sources)
        .args(libraries)
        .output()
        .expect("the compiler starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} for {name}: {said}");
    std::fs::rename(&beside, &out).expect("the same folder");
    out
}

/// A program over the core, for this machine.
pub fn host_program(name: &str) -> Option<PathBuf> {
    if !is_there("gcc") {
        skip("gcc is not installed");
        return None;
    }
    let mut sources = sources(&hardware().join("firmware/core"));
    sources.push(hardware().join("firmware/test").join(format!("{name}.c")));
    let checks = [
        "-g",
        "-O1",
        "-fsanitize=undefined,address",
        "-fno-sanitize-recover=all",
    ];
    Some(compile("gcc", &checks, &sources, &[], name))
}

/// The firmware for the ATmega328P.
pub fn firmware() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        if !is_there("avr-gcc") {
            return None;
        }
        let mut sources = sources(&hardware().join("firmware/core"));
        sources.push(hardware().join("firmware/avr/main.c"));
        let core = format!("-I{}", hardware().join("firmware/core").display());
        let flags = ["-Os", "-mmcu=atmega328p", "-DF_CPU=16000000UL", &core];
        Some(compile("avr-gcc", &flags, &sources, &[], "clock.elf"))
    });
    if built.is_none() {
        skip("avr-gcc is not installed");
    }
    built.as_deref()
}

fn board_program() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        if !is_there("gcc") || !Path::new("/usr/include/simavr/sim_avr.h").exists() {
            return None;
        }
        let sources = sources(&hardware().join("sim"));
        Some(compile(
            "gcc",
            &["-O2"],
            &sources,
            &["-lsimavr", "-lelf", "-lutil"],
            "board",
        ))
    });
    if built.is_none() {
        skip("gcc or the headers of simavr are not installed");
    }
    built.as_deref()
}

/// The simulated board with a firmware on it.
pub struct Board {
    child: Child,
    orders: ChildStdin,
    said: Receiver<String>,
    folder: PathBuf,
}

impl Board {
    /// Starts a board; port, EEPROM and log are files of the folder, and are taken up again by
    /// the next board there.
    pub fn start(firmware: &Path, folder: &Path, speed: u32) -> Option<Self> {
        let mut child = Command::new(board_program()?)
            .arg(firmware)
            .arg("--port")
            .arg(folder.join("clock"))
            .arg("--eeprom")
            .arg(folder.join("eeprom"))
            .arg("--log")
            .arg(folder.join("log"))
            .args(["--speed", &speed.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the board starts");
        let orders = child.stdin.take().expect("piped");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, said) = channel();
        std::thread::spawn(move || {
            for line in out.split(b'\n').map_while(Result::ok) {
                if sender
                    .send(String::from_utf8_lossy(&line).into_owned())
                    .is_err()
                {
                    return;
                }
            }
        });
        let board = Self {
            child,
            orders,
            said,
            folder: folder.into(),
        };
        board.answer("port ");
        Some(board)
    }

    pub fn order(&mut self, order: &str) {
        writeln!(self.orders, "{order}").expect("the board runs");
    }

    /// Gives an order and what the board answers to it, without the first word.
    pub fn ask(&mut self, order: &str) -> String {
        self.order(order);
        self.answer(&format!("{order} "))
    }

    fn answer(&self, beginning: &str) -> String {
        loop {
            let line = self
                .said
                .recv_timeout(Duration::from_secs(30))
                .expect("an answer");
            if let Some(rest) = line.strip_prefix(beginning) {
                return rest.into();
            }
        }
    }

    /// Pulls every plug at once.
    pub fn kill(mut self) {
        self.child.kill().expect("it ran");
        self.child.wait().expect("it ended");
    }

    /// Every line the firmware sent: when its first byte left, in milliseconds, and its body.
    pub fn log(&self) -> Vec<(f64, String)> {
        read_log(&self.folder)
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The log of all boards of a folder.
pub fn read_log(folder: &Path) -> Vec<(f64, String)> {
    let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    log.lines()
        .filter_map(|line| {
            let (ms, line) = line.split_once(' ')?;
            let body = line.strip_prefix('$')?.rsplit_once('*')?.0;
            Some((ms.parse().ok()?, body.to_owned()))
        })
        .collect()
}
