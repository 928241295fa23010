//! An event is published whole: every part is there, reads back, is light, and holds no more than
//! it should.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use qipu::publish::issue::{Part, issue};
use qipu::publish::load::{self, Records};
use qipu::store::HubStore;
use record::Hint;

use crate::needs;
use crate::publish_event::{HOSTILE, PRIVATE, play};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path)
            } else {
                found.push(path)
            }
        }
    }
    found
}

/// What is in a file, and for an archive or a workbook what is packed in it. Of a print the text
/// that stands on its pages, where `pdftotext` is there to read it.
fn contents(path: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(path).unwrap();
    match path.extension().and_then(|kind| kind.to_str()) {
        Some("zip" | "xlsx") => {
            let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
            (0..archive.len())
                .map(|at| {
                    let mut file = archive.by_index(at).unwrap();
                    let mut bytes = file.name().unwrap().as_bytes().to_vec();
                    file.read_to_end(&mut bytes).unwrap();
                    bytes
                })
                .collect()
        }
        Some("pdf") if needs::programmes(&["pdftotext"]) => vec![bytes, printed(path).into_bytes()],
        _ => vec![bytes],
    }
}

fn printed(path: &Path) -> String {
    let told = std::process::Command::new("pdftotext")
        .arg(path)
        .arg("-")
        .output()
        .unwrap();
    assert!(told.status.success());
    String::from_utf8(told.stdout).unwrap()
}

/// A text in every encoding that files of ours have.
fn encoded(text: &str) -> [Vec<u8>; 3] {
    [
        text.as_bytes().to_vec(),
        encoding_rs::GB18030.encode(text).0.into_owned(),
        text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ]
}

fn holds(bytes: &[u8], text: &str) -> bool {
    encoded(text)
        .iter()
        .any(|wanted| bytes.windows(wanted.len()).any(|part| part == wanted))
}

#[test]
fn an_event_is_published_whole_and_nothing_personal_with_it() {
    let room = tempfile::tempdir().unwrap();
    play(&room.path().join("data"), 12, 3);
    let out = room.path().join("out");
    let store = HubStore::open_to_read(room.path().join("data")).unwrap();
    let edition = load::load(&store, Records::Sound).unwrap().unwrap();
    assert_eq!(edition.games.len(), 18, "{:?}", edition.withheld);
    let told = issue(&edition, &out, &Part::all(), "2026-06-18T18:00:00+08:00").unwrap();
    assert_eq!((told.players, told.rounds, told.games), (12, 3, 18));

    for wanted in [
        "index.html",
        "places.html",
        "cross-table.html",
        "teams.html",
        "prizes.html",
        "regulation.html",
        "openings.html",
        "search.html",
        "downloads.html",
        "rounds/03.html",
        "players/12.html",
        "games/01-001.html",
        "games/01-001.pgn",
        "games/01-001.xqf",
        "data/event.js",
        "data/positions/000.js",
        "collections/pgn.zip",
        "collections/xqf.zip",
        "print/programme.pdf",
        "print/results.pdf",
        "print/games.pdf",
        "print/certificates.pdf",
        "tables/tables.xlsx",
        "tables/places.csv",
        "manifest.json",
        "SHA256SUMS",
    ] {
        assert!(out.join(wanted).is_file(), "{wanted} is missing");
    }
    let mut found = HashSet::new();
    for path in files(&out) {
        let kind = path.extension().unwrap_or_default().to_owned();
        for bytes in contents(&path) {
            for private in PRIVATE {
                assert!(!holds(&bytes, private), "{private} in {}", path.display());
            }
            if holds(&bytes, "轩辕") {
                found.insert(kind.clone());
            }
        }
        let size = fs::metadata(&path).unwrap().len();
        if path
            .extension()
            .is_some_and(|kind| kind == "html" || kind == "js" || kind == "css")
        {
            assert!(size < 100_000, "{} has {size} bytes", path.display());
        }
    }
    // The search sees what is there: the title of the event, in every kind of file.
    for kind in ["html", "zip", "xqf", "pgn", "json", "xlsx"] {
        assert!(found.contains(OsStr::new(kind)), "no title in any {kind}");
    }
}

/// The same event gives the same bytes; only the manifest says when.
#[test]
fn publishing_again_gives_the_same_bytes() {
    let room = tempfile::tempdir().unwrap();
    play(&room.path().join("data"), 6, 2);
    let store = HubStore::open_to_read(room.path().join("data")).unwrap();
    let edition = load::load(&store, Records::Sound).unwrap().unwrap();
    let (one, two) = (room.path().join("one"), room.path().join("two"));
    issue(&edition, &one, &Part::all(), "2026-06-18T18:00:00+08:00").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    issue(&edition, &two, &Part::all(), "2026-06-18T18:00:00+08:00").unwrap();
    let paths = files(&one);
    assert_eq!(paths.len(), files(&two).len());
    for path in paths {
        let other = two.join(path.strip_prefix(&one).unwrap());
        assert!(
            fs::read(&path).unwrap() == fs::read(other).unwrap(),
            "{}",
            path.display()
        );
    }
}

/// Names are text on pages: nothing of them is markup, and nothing is loaded from outside.
#[test]
fn hostile_names_stay_text_and_pages_load_nothing_from_outside() {
    let room = tempfile::tempdir().unwrap();
    play(&room.path().join("data"), 8, 2);
    let out = room.path().join("out");
    let store = HubStore::open_to_read(room.path().join("data")).unwrap();
    let edition = load::load(&store, Records::All).unwrap().unwrap();
    issue(&edition, &out, &Part::all(), "2026-06-18T18:00:00+08:00").unwrap();
    let mut seen = 0;
    for path in files(&out) {
        let kind = path.extension().unwrap_or_default();
        if kind == "html" {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains(HOSTILE[0]), "{}", path.display());
            seen += usize::from(text.contains("&#60;script&#62;alert(1)"));
            for outside in ["http://", "https://", "src=\"//", "style=\"", "onclick"] {
                let named = text.replace("http://www.w3.org/2000/svg", "");
                assert!(!named.contains(outside), "{outside} in {}", path.display());
            }
        } else if path.ends_with("data/event.js") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains('<') && text.contains("\\u003cscript>"));
        } else if kind == "csv" {
            let text = fs::read_to_string(&path).unwrap();
            assert!(
                !text.contains(",=cmd") && !text.contains(",\"=cmd"),
                "{}",
                path.display()
            );
        }
    }
    assert!(seen > 5, "the name is shown on {seen} pages");
    let mut cells = 0;
    for part in contents(&out.join("tables/tables.xlsx")) {
        let text = String::from_utf8_lossy(&part);
        assert!(!text.contains("<f>") && !text.contains("<f "), "a formula");
        cells += text.matches(HOSTILE[1]).count();
    }
    assert!(
        cells > 0,
        "the unit stands in the workbook as it was written"
    );
    if needs::programmes(&["pdftotext"]) {
        let text = printed(&out.join("print/programme.pdf"));
        assert!(text.contains("alert(1)") && text.contains("calc"), "{text}");
    }
}

/// Every collection reads back with the moves that were played.
#[test]
fn collections_read_back_with_the_same_moves() {
    let room = tempfile::tempdir().unwrap();
    play(&room.path().join("data"), 8, 2);
    let store = HubStore::open_to_read(room.path().join("data")).unwrap();
    let edition = load::load(&store, Records::All).unwrap().unwrap();
    let wanted: Vec<Vec<xiangqi::Move>> = edition
        .games
        .iter()
        .map(|game| game.score.plies.iter().map(|ply| ply.mv).collect())
        .collect();
    for form in &qipu::publish::collection::FORMS {
        let collection = qipu::publish::collection::Collection::of(&edition, form);
        for (written, wanted) in collection.games.iter().zip(&wanted) {
            let name = format!("a.{}", form.extension);
            let back = record::read(&written.bytes, Hint::from_name(&name));
            let back = back.unwrap_or_else(|error| panic!("{}: {error}", form.code));
            let moves: Vec<xiangqi::Move> = back.games[0].tree.main_moves().collect();
            assert_eq!(&moves, wanted, "{}", form.code);
        }
        let files = collection.files(&edition);
        if form.code == "cbr" {
            let library = files.iter().find(|(path, _)| path == "event.cbl");
            let (_, bytes) = library.expect("a library of the event");
            let back = record::read(bytes, Hint::NONE).unwrap();
            let lines = back
                .games
                .iter()
                .map(|game| game.tree.main_moves().collect());
            assert_eq!(lines.collect::<Vec<Vec<_>>>(), wanted);
        }
        assert!(
            files
                .iter()
                .any(|(path, _)| path.starts_with("players/007-")),
            "{}",
            form.code
        );
    }
}

/// Other programs read the same moves (`tests/second_readers.py`: cchess and pyffish of PyPI).
#[test]
fn other_programs_read_the_same_moves() {
    if !needs::programmes(&["python3"]) {
        return;
    }
    let room = tempfile::tempdir().unwrap();
    play(&room.path().join("data"), 8, 2);
    let store = HubStore::open_to_read(room.path().join("data")).unwrap();
    let edition = load::load(&store, Records::All).unwrap().unwrap();
    let out = room.path().join("out");
    issue(&edition, &out, &Part::all(), "2026-06-18T18:00:00+08:00").unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second_readers.py");
    let told = std::process::Command::new("python3")
        .arg(script)
        .arg(&out)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&told.stdout);
    if told.status.code() == Some(77) {
        needs::skip(&said);
        return;
    }
    println!("{said}");
    assert!(
        told.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&told.stderr)
    );
    assert_eq!(said.matches("8 of 8 games the same").count(), 10, "{said}");
}

#[test]
fn the_command_names_what_is_wrong() {
    let room = tempfile::tempdir().unwrap();
    let qipu = || assert_cmd::Command::new(env!("CARGO_BIN_EXE_qipu"));
    let out = room.path().join("out");
    let run = |data: &Path, out: &Path, formats: &str| {
        qipu()
            .args(["publish", "--formats", formats, "--data"])
            .arg(data)
            .arg("--out")
            .arg(out)
            .output()
            .unwrap()
    };
    let told = run(room.path(), &out, "site");
    assert_eq!(told.status.code(), Some(2), "no hub's folder");
    let data = room.path().join("data");
    play(&data, 4, 1);
    let told = run(&data, &out, "docx");
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&told.stderr).contains("`docx`"));
    let told = run(&data, &data, "pgn");
    assert_eq!(
        told.status.code(),
        Some(2),
        "the data folder is no publication"
    );
    assert!(data.join("hub.sqlite").is_file());
    let told = run(&data, &out, "pgn");
    assert_eq!(
        told.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
    assert!(out.join("collections/pgn.zip").is_file() && !out.join("index.html").exists());
}
