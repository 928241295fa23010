//! The Arduino sketch over the same core, built with Debian's Arduino core and run on the
//! simulated board.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clock_link::{Answer, LinkEvent, Side};
use tempfile::TempDir;

use crate::simavr::{answer_to, is_sample, open};
use crate::tools::{Board, hardware, skip};
use crate::wire::wait_for;

const ARDUINO: &str = "/usr/share/arduino/hardware/arduino/avr";

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

fn run(command: &mut Command) {
    let output = command.output().expect("the compiler starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

fn sketch() -> Option<PathBuf> {
    let arduino = Path::new(ARDUINO);
    let is_there = Command::new("avr-g++").arg("--version").output().is_ok();
    if !is_there || !arduino.exists() {
        skip("avr-g++ or arduino-core-avr is not installed");
        return None;
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sketch");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out).expect("a folder");
    let core = hardware().join("firmware/core");
    let includes = [
        arduino.join("cores/arduino"),
        arduino.join("variants/standard"),
        core.clone(),
    ];
    let flags: Vec<String> = [
        "-c",
        "-Os",
        "-ffunction-sections",
        "-fdata-sections",
        "-mmcu=atmega328p",
        "-DF_CPU=16000000L",
        "-DARDUINO=10819",
        "-DARDUINO_AVR_UNO",
        "-DARDUINO_ARCH_AVR",
        // gcc-avr 5.4 leaves the first of these to C++11's library, which it does not have.
        "-DDECIMAL_DIG=__DECIMAL_DIG__",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(
        includes
            .iter()
            .map(|folder| format!("-I{}", folder.display())),
    )
    .collect();
    let cpp = [
        "-std=gnu++11",
        "-fno-exceptions",
        "-fno-threadsafe-statics",
        "-fpermissive",
    ];
    let arduino_core = arduino.join("cores/arduino");
    run(Command::new("avr-gcc")
        .current_dir(&out)
        .args(&flags)
        .arg("-std=gnu11")
        .args(files(&core, "c"))
        .args(files(&arduino_core, "c")));
    run(Command::new("avr-g++")
        .current_dir(&out)
        .args(&flags)
        .args(cpp)
        .args(files(&arduino_core, "cpp")));
    run(Command::new("avr-g++")
        .current_dir(&out)
        .args(&flags)
        .args(cpp)
        .args([
            "-Wall",
            "-Wextra",
            "-Werror",
            "-x",
            "c++",
            "-include",
            "Arduino.h",
        ])
        .arg(hardware().join("firmware/xqclock/xqclock.ino")));
    run(Command::new("avr-gcc")
        .current_dir(&out)
        .args([
            "-mmcu=atmega328p",
            "-Os",
            "-Wl,--gc-sections",
            "-o",
            "sketch.elf",
        ])
        .args(files(&out, "o"))
        .arg("-lm"));
    Some(out.join("sketch.elf"))
}

#[test]
fn the_arduino_sketch_is_the_same_clock() {
    let Some(sketch) = sketch() else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let Some(mut board) = Board::start(&sketch, folder.path(), 1) else {
        return;
    };
    let link = open(folder.path());
    let events = wait_for(&link, is_sample);
    let is_sketch = |event: &LinkEvent| matches!(event, LinkEvent::Connected(ident) if ident.model == "xqclock-ino");
    assert!(events.iter().any(is_sketch), "{events:?}");
    let set = clock_link::Command::SetTimes {
        left_ms: 60_000,
        right_ms: 50_000,
        increment_ms: 5_000,
        first: Side::Right,
        ply: 40,
    };
    assert_eq!(answer_to(&link, set), Answer::Done);
    board.order("push pause");
    wait_for(
        &link,
        |event| matches!(event, LinkEvent::Sample(it) if it.running.is_some()),
    );
    std::thread::sleep(Duration::from_millis(300));
    board.order("bounce right");
    let events = wait_for(&link, |event| matches!(event, LinkEvent::Pressed { .. }));
    let Some(LinkEvent::Pressed {
        side: Side::Right,
        exact: true,
        sample,
        ..
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert_eq!((sample.left_ms, sample.ply), (60_000, Some(41)));
    assert!((45_000..55_000).contains(&sample.right_ms), "{sample:?}");
    wait_for(
        &link,
        |event| matches!(event, LinkEvent::Sample(it) if it.left_ms < 60_000),
    );
    let display = board.ask("display");
    assert!(
        display.starts_with("|01:00  <   00:5") || display.starts_with("|00:59  <   00:5"),
        "{display}"
    );
}
