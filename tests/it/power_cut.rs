//! The plug is pulled: the terminal's program is killed at random moments of a scripted game, and
//! every move it had shown is on the disk, in an unbroken chain, at the next start.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use qipu::demo::games;
use qipu::journal::{GameId, GameState, Mode, Phase, Started, TimeControl, chain};
use qipu::kiosk::controller::{Controller, SystemTime, Terminal};
use qipu::store::TerminalStore;
use qipu::sync::assignment::{GameAssignment, PlayerFacts};

const FOLDER: &str = "QIPU_POWER_CUT";
const KILLS: u32 = 100;

fn assignment(number: u32) -> GameAssignment {
    let player = |number| PlayerFacts {
        number,
        name: String::new(),
        unit: String::new(),
        points: String::new(),
    };
    GameAssignment {
        game: GameId(uuid::Uuid::from_u128(u128::from(number))),
        round: 1,
        red: player(1),
        black: player(2),
        start: Started {
            mode: Mode::Live,
            start_fen: xiangqi::Position::start().to_fen(),
            time: Some(TimeControl {
                base_ms: 1_800_000,
                increment_ms: 10_000,
                first_move_bonus: false,
            }),
            limit_rounds: 40,
            claimant_check_cap: 0,
        },
        show_limit: false,
        epoch: 1,
        may_write: true,
        result: None,
    }
}

fn open(folder: &Path) -> Terminal {
    let store = TerminalStore::open(folder.join("terminal.sqlite")).expect("a readable database");
    Terminal::start(Arc::new(store), Arc::new(SystemTime::new()), "t1").expect("a start")
}

/// The terminal that will be killed: plays game after game and says what it shows.
#[test]
#[ignore = "the other half of a_killed_terminal_has_lost_nothing_it_showed"]
fn terminal_to_be_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let terminal = open(Path::new(&folder));
    let games = games::shipped();
    let mut out = std::io::stdout().lock();
    for number in 1.. {
        let moves = &games[number as usize % games.len()].moves;
        let assignment = assignment(number);
        let mut controller = Controller::open(&terminal, &assignment).expect("a game");
        if controller.state().phase() == Phase::Waiting {
            controller.start(assignment.start.clone());
        }
        controller.resume();
        controller.press_clock();
        for mv in &moves[controller.state().plies().len().min(moves.len())..] {
            controller.touch(mv.from());
            controller.touch(mv.to());
            let shown = controller.view().plies.len();
            // The pipe stands for the screen: what is written here, a player has seen.
            writeln!(out, "{number} {shown}")
                .and_then(|()| out.flush())
                .expect("a reader");
            controller.press_clock();
        }
    }
}

/// A draw that needs no seed of the system's: the same kills each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// Terminals that are killed side by side: most of the time is waiting for a disk.
const TABLES: u32 = 8;

#[test]
fn a_killed_terminal_has_lost_nothing_it_showed() {
    let kills = std::env::var("QIPU_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(KILLS);
    let tables: Vec<_> = (0..TABLES)
        .map(|table| {
            let share = kills / TABLES + u32::from(table < kills % TABLES);
            std::thread::spawn(move || kill_at_random(table, share))
        })
        .collect();
    let killed_in_play: u32 = tables
        .into_iter()
        .map(|table| table.join().expect("a table whose every kill was survived"))
        .sum();
    println!("{killed_in_play} of {kills} kills fell into a game");
    assert!(killed_in_play > kills / 2);
}

/// Kills one terminal again and again and looks at its disk each time; returns how often it was in
/// a game.
fn kill_at_random(table: u32, kills: u32) -> u32 {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut draw = Draw(7 + u64::from(table));
    let mut killed_in_play = 0;
    for kill in 0..kills {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args([
                "--exact",
                "power_cut::terminal_to_be_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a second process");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        // Some moves in, then a random moment, down to the middle of a commit.
        let wanted = draw.below(6);
        let mut shown: Option<(u32, usize)> = None;
        let read = |line: &str| -> Option<(u32, usize)> {
            let (game, plies) = line.split_once(' ')?;
            Some((game.parse().ok()?, plies.parse().ok()?))
        };
        let mut seen = 0;
        while seen <= wanted {
            let Some(Ok(line)) = lines.next() else { break };
            if let Some(pair) = read(&line) {
                shown = Some(pair);
                seen += 1;
            }
        }
        std::thread::sleep(Duration::from_micros(draw.below(3000)));
        child.kill().expect("a running process");
        for line in lines.map_while(Result::ok) {
            shown = read(&line).or(shown);
        }
        child.wait().expect("an ended process");
        let Some((number, plies)) = shown else {
            continue;
        };
        killed_in_play += 1;
        let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("whole");
        let entries = store.entries(assignment(number).game).expect("readable");
        chain::verify(assignment(number).game, &entries).expect("an unbroken chain");
        let kept = GameState::fold(&entries).plies().len();
        assert!(
            kept >= plies,
            "table {table}, kill {kill}: game {number} showed {plies} plies and kept {kept}"
        );
        assert!(
            kept <= plies + 1,
            "table {table}, kill {kill}: the screen was more than one touch behind"
        );
    }
    killed_in_play
}
