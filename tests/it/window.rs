//! The demo's terminal in a real window: two real clicks make a move that the hub shows.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::needs;

/// Ends a process when the test ends, however it ends.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual screen of 1280 × 800 on a number of its own.
pub fn screen() -> (Running, String) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = 100 + (std::process::id() * 4 + NEXT.fetch_add(1, Ordering::Relaxed)) % 400;
    let display = format!(":{number}");
    let server = Command::new("Xvfb")
        .args([&display, "-noreset", "-screen", "0", "1280x800x24"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb is there, or the test would have been skipped");
    let server = Running(server);
    let socket = PathBuf::from(format!("/tmp/.X11-unix/X{number}"));
    until(
        Duration::from_secs(10),
        || socket.exists().then_some(()),
        "the virtual screen",
    );
    (server, display)
}

pub fn until<T>(most: Duration, mut look: impl FnMut() -> Option<T>, what: &str) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            start.elapsed() < most,
            "{what} did not appear within {most:?}"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn xdotool(display: &str, arguments: &[&str]) -> String {
    let output = Command::new("xdotool")
        .env("DISPLAY", display)
        .args(arguments)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn click(display: &str, (x, y): (u32, u32)) {
    let (x, y) = (x.to_string(), y.to_string());
    xdotool(
        display,
        &[
            "mousemove",
            &x,
            &y,
            "sleep",
            "0.2",
            "click",
            "1",
            "sleep",
            "0.5",
        ],
    );
}

fn page(url: &str) -> String {
    ureq::get(url)
        .call()
        .and_then(|response| response.into_body().read_to_string())
        .unwrap_or_default()
}

/// Where a square lies in a window of 1280 × 800; the board stands as in the drawing of the play
/// screen.
fn at(window: &Window, square: &str) -> (u32, u32) {
    let mut characters = square.bytes();
    let file = u32::from(characters.next().unwrap() - b'a');
    let rank = u32::from(characters.next().unwrap() - b'0');
    (
        window.left + file * window.step,
        window.bottom - rank * window.step,
    )
}

struct Window {
    left: u32,
    bottom: u32,
    step: u32,
}

const WINDOW: Window = Window {
    left: 69,
    bottom: 729,
    step: 73,
};

fn picture(display: &str, to: &Path) {
    let taken = Command::new("import")
        .env("DISPLAY", display)
        .args(["-window", "root"])
        .arg(to)
        .status()
        .unwrap();
    assert!(taken.success());
}

#[test]
fn two_real_clicks_make_a_move_that_the_hub_shows_within_two_seconds() {
    if !needs::programmes(&["Xvfb", "xdotool", "import"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (_server, display) = screen();
    let mut demo = Command::new(env!("CARGO_BIN_EXE_qipu"))
        .args(["demo", "--players", "4", "--rounds", "1", "--data"])
        .arg(folder.path().join("event"))
        .env("DISPLAY", &display)
        .env("SLINT_BACKEND", "winit-software")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(demo.stdout.take().unwrap()).lines();
    let demo = Running(demo);
    let first = lines.next().unwrap().unwrap();
    let url = first
        .split_whitespace()
        .find(|word| word.starts_with("http"))
        .unwrap()
        .to_owned();
    // The rest is read, so that the program never waits for the pipe.
    std::thread::spawn(move || lines.for_each(drop));

    let pid = demo.0.id().to_string();
    let window = until(
        Duration::from_mins(1),
        || {
            let id = xdotool(&display, &["search", "--onlyvisible", "--pid", &pid]);
            id.lines().next().map(str::to_owned)
        },
        "the window",
    );
    xdotool(&display, &["windowmove", &window, "0", "0", "sleep", "1"]);

    let game = until(
        Duration::from_secs(10),
        || {
            let round = page(&format!("{url}/rounds/2"));
            let from = round.find("/games/")?;
            let path: String = round[from..].chars().take_while(|c| *c != '"').collect();
            Some(format!("{url}{path}"))
        },
        "the game's page",
    );
    assert!(
        !page(&game).contains(">炮二平五</a></td>"),
        "the move is there before it was made"
    );
    click(&display, at(&WINDOW, "h2"));
    click(&display, at(&WINDOW, "e2"));
    until(
        Duration::from_secs(2),
        || page(&game).contains(">炮二平五</a></td>").then_some(()),
        "the move on the hub's page",
    );
    let shot = folder.path().join("window.png");
    picture(&display, &shot);
    looks_like_a_board(&shot);
    if let Some(keep) = std::env::var_os("QIPU_PICTURES") {
        std::fs::create_dir_all(&keep).unwrap();
        std::fs::copy(&shot, Path::new(&keep).join("window.png")).unwrap();
    }
}

/// The picture shows a game: 32 discs with ink on them, and the cannon where it was put.
fn looks_like_a_board(shot: &Path) {
    let decoder = png::Decoder::new(BufReader::new(std::fs::File::open(shot).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (1280, 800));
    let channels = info.line_size / info.width as usize;
    let dark = |(x, y): (u32, u32)| {
        let reach = 20;
        let mut dark = 0;
        for row in y - reach..y + reach {
            for column in x - reach..x + reach {
                let at = row as usize * info.line_size + column as usize * channels;
                // The disc is light paper; its character is red or near black.
                dark += u32::from(pixels[at + 1] < 100);
            }
        }
        dark
    };
    for square in ["a0", "b0", "e0", "e2", "b2", "a3", "e9", "h7", "i6"] {
        let ink = dark(at(&WINDOW, square));
        assert!(
            (150..1200).contains(&ink),
            "{square}: {ink} dark pixels of 1600 are no character"
        );
    }
    let empty = dark(at(&WINDOW, "h2"));
    assert!(empty < 250, "h2: {empty} dark pixels where the cannon left");
}
