//! The core of the firmware on this machine: its own tests, and the model clock beside it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clock_link::Side;
use clock_link::model::{Face, ModelClock};
use clock_link::xqc1::seal;

use crate::tools::host_program;

fn passes(name: &str, tests: usize) {
    let Some(program) = host_program(name) else {
        return;
    };
    let output = Command::new(program).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaints}");
    assert_eq!(
        said.lines().filter(|line| line.starts_with("ok ")).count(),
        tests,
        "{said}"
    );
}

#[test]
fn presses_bouncing_and_flags() {
    passes("press_test", 15);
}

#[test]
fn commands_and_lines() {
    passes("command_test", 8);
}

#[test]
fn reset_display_and_buzzer() {
    passes("keep_test", 7);
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % sides
    }
}

/// One thing that happens to a clock.
enum Act {
    Wait(u64),
    Press(Side),
    StartPause,
    Say(String),
}

fn acts(dice: &mut Dice) -> Vec<Act> {
    let mut acts = Vec::new();
    let mut number = 0u16;
    for _ in 0..300 {
        number = number.wrapping_add(dice.roll(4) as u16);
        acts.push(match dice.roll(12) {
            0..4 => Act::Press(if dice.roll(2) == 0 {
                Side::Left
            } else {
                Side::Right
            }),
            4 => Act::StartPause,
            5 => Act::Say(format!("kqr,{number},{}", dice.roll(3))),
            6 => Act::Say(format!(
                "kqt,{number},{},{},{},{},{}",
                dice.roll(30_000),
                [dice.roll(30_000), 36_000_000, 35_999_999][dice.roll(3) as usize],
                dice.roll(12_000),
                ["l", "r", "x"][dice.roll(3) as usize],
                dice.roll(70_000)
            )),
            7 => Act::Say(format!("kqg,{number}")),
            8 => Act::Say(format!("kqb,{number},{}", dice.roll(8_000))),
            9 => Act::Say(format!(
                "kqd,{number},{}",
                ["move-1", "", "NO", "a,b"][dice.roll(4) as usize]
            )),
            10 => Act::Say(format!(
                "kq{},{number}",
                ["x", "t", "", "gg"][dice.roll(4) as usize]
            )),
            _ => Act::Wait(dice.roll(9_000)),
        });
        acts.push(Act::Wait(10 + dice.roll(1_500)));
    }
    acts
}

/// The lines that are events, without the count of lines. The core waits with a periodical line
/// until it knows whether a touch is a press, and so it does with a flag.
fn events(bodies: &str) -> Vec<String> {
    bodies
        .lines()
        .filter(|body| !body.starts_with("xqh"))
        .filter_map(|body| {
            let mut fields: Vec<&str> = body.split(',').collect();
            match fields.get(2) {
                Some(&".") => return None,
                Some(&"f") => fields[3] = "",
                _ => {}
            }
            fields[1] = "";
            Some(fields.join(","))
        })
        .collect()
}

/// Both clocks, one in C and one in Rust, say the same lines to the same presses and commands.
#[test]
fn the_core_and_the_model_clock_agree() {
    let Some(program) = host_program("script") else {
        return;
    };
    let (mut presses, mut flags) = (0, 0);
    for seed in 1..=10 {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let acts = acts(&mut dice);
        let mut script = String::new();
        let start = Instant::now();
        let mut now_ms = 0;
        let mut model = ModelClock::start(start, "M1", Face::default());
        let mut pass = |model: &mut ModelClock, ms: u64| {
            for _ in 0..ms {
                now_ms += 1;
                model.on_tick(start + Duration::from_millis(now_ms));
            }
            start + Duration::from_millis(now_ms)
        };
        for act in &acts {
            let now = pass(&mut model, 0);
            match act {
                Act::Wait(ms) => {
                    writeln!(script, "wait {ms}").unwrap();
                    pass(&mut model, *ms);
                }
                Act::Press(_) | Act::StartPause => {
                    let button = match act {
                        Act::Press(Side::Left) => 0,
                        Act::Press(Side::Right) => 1,
                        _ => 2,
                    };
                    // Long enough to be certain, and to be over before the next.
                    writeln!(script, "close {button}\nwait 60\nopen {button}\nwait 40").unwrap();
                    match act {
                        Act::Press(side) => model.press(now, *side),
                        _ => model.toggle(now),
                    }
                    pass(&mut model, 100);
                }
                Act::Say(body) => {
                    writeln!(script, "say {body}").unwrap();
                    model.on_bytes(now, seal(body).as_bytes());
                }
            }
        }
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("piped");
        let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
        let output = child.wait_with_output().expect("it ends");
        writer.join().expect("no panic").expect("it reads");
        let core = events(&String::from_utf8(output.stdout).expect("ASCII"));
        let said = String::from_utf8(model.take_output()).expect("ASCII");
        let bodies: Vec<&str> = said
            .lines()
            .filter_map(|line| Some(line.strip_prefix('$')?.rsplit_once('*')?.0))
            .collect();
        let model = events(&bodies.join("\n"));
        for (n, (core, model)) in core.iter().zip(&model).enumerate() {
            assert_eq!(core, model, "event {n} of seed {seed}");
        }
        assert_eq!(core.len(), model.len(), "seed {seed}");
        presses += core.iter().filter(|line| line.contains(",t,")).count();
        flags += core.iter().filter(|line| line.contains(",f,")).count();
    }
    // The dice are the same each time, so that these are too: the clocks do run.
    assert!(
        presses > 100 && flags > 5,
        "{presses} presses, {flags} flags"
    );
}
