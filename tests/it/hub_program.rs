//! `qipu hub`, `backup`, `restore` and `verify` as programs: what they print, write and return.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use qipu::hub::Hub;
use rusqlite::Connection;

use crate::hub_desk_client::{Desk, File, PASSWORD, hidden};
use crate::hub_desk_people::{sound, workbook};
use crate::hub_stage::{Stage, me, new_event};

fn qipu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qipu"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("nobody killed it")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the test's paths are UTF-8")
}

/// A hub as a program of its own.
struct Running {
    child: Child,
    lines: Receiver<String>,
    url: String,
    start_code: String,
    /// Everything it has said so far.
    said: Vec<String>,
}

impl Running {
    fn start(data: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_qipu"))
            .args(["hub", "--listen", "127.0.0.1:0", "--data", text(data)])
            .args(more)
            .env("RUST_LOG", "trace")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(child.stderr.take().expect("is piped"));
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                // The test may be over.
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        let mut running = Self {
            child,
            lines,
            url: String::new(),
            start_code: String::new(),
            said: Vec::new(),
        };
        while running.start_code.is_empty() {
            let line = running
                .lines
                .recv_timeout(Duration::from_secs(20))
                .expect("it says its address and the code");
            if line.starts_with("http://") {
                line.clone_into(&mut running.url);
            }
            if let Some(code) = line.strip_prefix("启用码 First-start code  ") {
                code.clone_into(&mut running.start_code);
            }
            running.said.push(line);
        }
        running
    }

    fn stop(mut self) -> Vec<String> {
        self.child.kill().expect("is running");
        self.child.wait().expect("ends");
        self.said.extend(self.lines.iter());
        std::mem::take(&mut self.said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A failed test leaves no program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_hub_says_its_code_backs_itself_up_and_logs_nothing_personal() {
    let place = tempfile::tempdir().expect("a folder");
    let (data, copies) = (place.path().join("data"), place.path().join("copies"));
    let running = Running::start(&data, &["--backup", text(&copies)]);
    let mut chief = Desk::stranger(&running.url);
    let fields = [
        ("code", running.start_code.as_str()),
        ("name", "裁判长"),
        ("password", PASSWORD),
    ];
    chief.form_of("/desk/start", &fields).done();
    chief.sign_in("裁判长", PASSWORD);
    let fields = [
        ("title", "清水公开赛"),
        ("regulation", "qingshui-2019"),
        ("first_day", "2019-06-15"),
    ];
    chief.upload("/desk/event", &fields, None).done();
    let fields = [
        ("name", "报名员"),
        ("password", PASSWORD),
        ("role", "registrar"),
    ];
    chief.post("/desk/system/account", &fields).done();
    let mut registrar = Desk::stranger(&running.url);
    registrar.sign_in("报名员", PASSWORD);
    let (bytes, _) = workbook();
    let file = File {
        field: "sheet",
        name: "报名.xlsx",
        bytes: &bytes,
    };
    let page = registrar
        .upload("/desk/people/import", &[], Some(file))
        .page();
    let sheet = hidden(&page, "sheet").expect("the sheet has a name");
    registrar
        .post("/desk/people/keep", &[("sheet", &sheet)])
        .page();
    registrar.get("/desk/people/1/personal").page();

    // While it runs: the folder is in use, yet it can be looked at and copied.
    let taken = qipu(&["hub", "--listen", "127.0.0.1:0", "--data", text(&data)]);
    assert_eq!(code(&taken), 3, "{taken:?}");
    let page = chief.get("/desk/system").page();
    assert!(page.contains("备份 "), "{page}");
    let drilled = chief.post("/desk/system/backup", &[]).page();
    assert!(
        drilled.contains("演练：") && drilled.contains("完好"),
        "{drilled}"
    );
    let verified = qipu(&["verify", "--data", text(&data), "--json"]);
    assert_eq!(code(&verified), 0, "{verified:?}");
    let found: serde_json::Value = serde_json::from_slice(&verified.stdout).expect("is JSON");
    assert_eq!(found["event"], "清水公开赛");
    assert!(
        found["audit"].as_u64().is_some_and(|rows| rows >= 7),
        "{found}"
    );
    let copy = copies.join("hub.sqlite");
    let into = qipu(&["restore", text(&copy), "--data", text(&data)]);
    assert_eq!(
        code(&into),
        3,
        "a running hub is not restored over: {into:?}"
    );
    let again = qipu(&["backup", "--data", text(&data), "--to", text(&copies)]);
    assert_eq!(code(&again), 0, "{again:?}");
    assert_eq!(String::from_utf8_lossy(&again.stdout).trim(), text(&copy));

    let said = running.stop().join("\n");
    assert!(said.len() > 2_000, "the log was on: {said}");
    for row in sound() {
        for secret in [&row.identity, &row.phone, &row.account] {
            assert!(!said.contains(secret.as_str()), "{secret} is in the log");
        }
    }
    assert!(!said.contains(PASSWORD), "a password is in the log");
}

/// A stopped hub with one finished round of two boards, and a copy of it.
fn stopped() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    let hub = Hub::open(&data).expect("an empty folder opens");
    hub.create_event(new_event(4, false), &me())
        .expect("is the first");
    let draft = hub.pair_next(&me()).expect("can be paired");
    hub.publish_round(1, &draft.digest, &me())
        .expect("is a draft");
    let copy = hub.back_up(&place.path().join("copies")).expect("copies");
    drop(hub);
    (place, data, copy)
}

#[test]
fn a_restored_hub_is_as_it_was_and_what_stood_there_is_kept() {
    let (_place, data, copy) = stopped();
    let began = Instant::now();
    let drill = qipu(&["restore", text(&copy), "--check", "--json"]);
    assert_eq!(code(&drill), 0, "{drill:?}");
    let restored = qipu(&["restore", text(&copy), "--data", text(&data)]);
    assert_eq!(code(&restored), 0, "{restored:?}");
    assert!(began.elapsed() < Duration::from_secs(60));
    let names: Vec<String> = std::fs::read_dir(&data)
        .expect("is readable")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(
        names
            .iter()
            .any(|name| name.starts_with("hub-before-restore-")),
        "{names:?}"
    );
    let hub = Hub::open(&data).expect("opens");
    let document = hub.document().expect("is there");
    assert_eq!((document.players.len(), document.rounds.len()), (4, 1));
}

#[test]
fn a_changed_audit_row_and_a_broken_file_are_told_by_exit_codes() {
    let (place, data, copy) = stopped();
    // Whoever has the file in hand gets past what keeps the log append-only.
    let edit = |file: &Path, sql: &str| {
        let database = Connection::open(file).expect("is a database");
        let dropped = database.execute("DROP TRIGGER audit_keeps", []);
        dropped.expect("was there");
        assert_eq!(database.execute(sql, []).expect("the row is there"), 1);
    };

    edit(
        &data.join("hub.sqlite"),
        "UPDATE audit SET who = 'nobody' WHERE seq = 2",
    );
    let verified = qipu(&["verify", "--data", text(&data)]);
    assert_eq!(code(&verified), 1, "{verified:?}");
    assert!(
        String::from_utf8_lossy(&verified.stdout).contains("row 2"),
        "{verified:?}"
    );
    edit(
        &copy,
        "UPDATE audit SET after = '\"another\"' WHERE seq = 1",
    );
    for arguments in [
        vec!["restore", text(&copy), "--check"],
        vec!["restore", text(&copy), "--data", text(&data)],
    ] {
        let refused = qipu(&arguments);
        assert_eq!(code(&refused), 1, "{refused:?}");
    }
    let untouched = Connection::open(data.join("hub.sqlite")).and_then(|database| {
        database.query_row("SELECT who FROM audit WHERE seq = 2", [], |row| {
            row.get::<_, String>(0)
        })
    });
    assert_eq!(
        untouched.expect("is there"),
        "nobody",
        "a broken backup replaces nothing"
    );

    let note = place.path().join("note.txt");
    std::fs::write(
        &note,
        "no database, but long enough to be looked at as a page's head\n",
    )
    .expect("can be written");
    assert_eq!(code(&qipu(&["restore", text(&note), "--check"])), 2);
    assert_eq!(
        code(&qipu(&[
            "verify",
            "--data",
            text(&place.path().join("absent"))
        ])),
        2
    );
    assert_eq!(
        code(&qipu(&["restore", text(&copy)])),
        2,
        "neither --data nor --check"
    );
    let left: Vec<_> = std::fs::read_dir(place.path())
        .expect("is readable")
        .flatten()
        .collect();
    assert!(
        left.iter()
            .all(|entry| !entry.file_name().to_string_lossy().contains("restore-")),
        "{left:?}"
    );
}

#[test]
fn a_backup_that_fails_is_said_on_every_page_of_the_desk() {
    let stage = Stage::with_round_one(4);
    let place = tempfile::tempdir().expect("a folder");
    let taken = place.path().join("a-file");
    std::fs::write(&taken, "").expect("can be written");
    let _running = stage.hub.keep_backing_up(taken.join("below"));
    let desk = Desk::chief_of_all(&stage);
    let began = Instant::now();
    while !desk.get("/desk").page().contains("备份失败") {
        assert!(began.elapsed() < Duration::from_secs(10), "nothing is said");
        std::thread::sleep(Duration::from_millis(50));
    }
}
