//! The main job: an event from first pairing to final table, whatever happens on the way.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use qipu::store::HubStore;
use rusqlite::Connection;

const PLAYERS: &str = "8";
const ROUNDS: &str = "3";

fn qipu() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipu"));
    // No window, whatever the machine of the test has.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

fn demo(data: &Path, seed: &str) -> Command {
    let mut command = qipu();
    command.args([
        "demo",
        "--headless",
        "--players",
        PLAYERS,
        "--rounds",
        ROUNDS,
    ]);
    command.args(["--seed", seed, "--data"]).arg(data);
    command
}

fn run(mut command: Command) -> Output {
    command
        .output()
        .expect("the program of this package was built for this test")
}

fn table(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let from = text.find("Final table").expect("the table is printed");
    let to = text.find("Took").expect("the time is printed");
    text[from..to].to_owned()
}

/// Every entry the hub has confirmed: game, number, hash.
fn confirmed(data: &Path) -> BTreeSet<(String, i64, Vec<u8>)> {
    let Ok(store) = HubStore::open_to_read(data) else {
        return BTreeSet::new();
    };
    let read = |connection: &Connection| -> rusqlite::Result<_> {
        let mut query = connection.prepare("SELECT game, seq, hash FROM entry WHERE line = 0")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect()
    };
    store
        .read(|connection| read(connection).map_err(qipu::store::StoreError::from))
        .unwrap_or_default()
}

#[test]
fn the_same_seed_gives_the_same_table_and_every_game_has_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let first = run(demo(&folder.path().join("a"), "7"));
    let second = run(demo(&folder.path().join("b"), "7"));
    assert_eq!(table(&first), table(&second));
    assert_ne!(
        table(&first),
        table(&run(demo(&folder.path().join("c"), "8")))
    );

    let store = HubStore::open_to_read(folder.path().join("a")).unwrap();
    let games: Vec<(String, i64)> = store
        .read(|connection| -> Result<_, qipu::store::StoreError> {
            let mut query = connection.prepare(
                "SELECT game.id, COUNT(entry.seq) FROM game LEFT JOIN entry ON entry.game = game.id
                 AND entry.body LIKE '%\"type\":\"move\"%' GROUP BY game.id",
            )?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .unwrap();
    assert_eq!(games.len(), 12);
    assert!(games.iter().all(|(_, moves)| *moves >= 20), "{games:?}");
}

#[test]
fn an_event_killed_again_and_again_loses_nothing_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = table(&run(demo(&folder.path().join("undisturbed"), "3")));
    let data = folder.path().join("killed");
    let mut known = BTreeSet::new();
    for wait in [150, 400, 700, 300, 900] {
        let mut command = demo(&data, "3");
        let mut running = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended by itself on a fast machine.
        let _ = running.kill();
        running.wait().unwrap();
        let now = confirmed(&data);
        assert!(known.is_subset(&now), "a confirmed entry is missing");
        known = now;
    }
    assert_eq!(table(&run(demo(&data, "3"))), undisturbed);
    assert!(known.is_subset(&confirmed(&data)));
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let says = |arguments: &[&str], code: i32, what: &str| {
        let mut command = qipu();
        command.args(arguments);
        let output = run(command);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(what), "{arguments:?}: {text}");
        assert_eq!(text.trim_end().lines().count(), 1, "{arguments:?}: {text}");
    };
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();

    says(
        &["demo", "--headless", "--players", "1", "--data", &at("x")],
        2,
        "--players 1",
    );
    says(
        &[
            "demo",
            "--headless",
            "--players",
            "4",
            "--rounds",
            "4",
            "--data",
            &at("x"),
        ],
        2,
        "--rounds 4",
    );
    says(
        &[
            "demo",
            "--headless",
            "--games",
            &at("no.txt"),
            "--data",
            &at("x"),
        ],
        2,
        "no.txt",
    );
    std::fs::write(folder.path().join("bad.txt"), "red\th2e2 a0a9\n").unwrap();
    says(
        &[
            "demo",
            "--headless",
            "--games",
            &at("bad.txt"),
            "--data",
            &at("x"),
        ],
        2,
        "line 1",
    );

    std::fs::create_dir(folder.path().join("foreign")).unwrap();
    let foreign = folder.path().join("foreign/hub.sqlite");
    std::fs::write(
        &foreign,
        "this is no database, it is a shopping list".repeat(50),
    )
    .unwrap();
    says(
        &["demo", "--headless", "--data", &at("foreign")],
        3,
        "hub.sqlite",
    );
    let kept = std::fs::read_to_string(&foreign).unwrap();
    assert!(
        kept.starts_with("this is no database"),
        "a foreign file was changed"
    );

    std::fs::write(folder.path().join("file"), "not a folder").unwrap();
    says(
        &["demo", "--headless", "--data", &at("file/inside")],
        3,
        "file/inside",
    );

    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    says(
        &[
            "demo",
            "--headless",
            "--data",
            &at("y"),
            "--listen",
            &address,
        ],
        3,
        &address,
    );
}
