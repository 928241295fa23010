//! `qipu record`: its answers and exit codes to the letter of the contract.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const PGN: &str = "[Game \"Chinese Chess\"]\n[Event \"甲组\"]\n[Red \"红方棋手\"]\n[Black \"黑方棋手\"]\n\
    [Result \"1-0\"]\n\n1. 炮二平五 马８进７ (1... 炮８平５ 2. 马二进三) 2. 马二进三 {稳健} 车９平８ 1-0\n";
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn record(arguments: &[&str], input: Option<&[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qipu"))
        .arg("record")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program of this package was built for this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A command that reads no standard input may have closed it.
    let _ = stdin.write_all(input.unwrap_or_default());
    drop(stdin);
    child.wait_with_output().expect("it runs to its end")
}

fn lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are text")
}

#[test]
fn check_gives_a_line_a_game() {
    let output = record(&["check", "-", "--json"], Some(PGN.as_bytes()));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = lines(&output);
    assert_eq!(lines.len(), 1);
    let wanted = json!({"file": "-", "game_index": 0, "format": "pgn", "start_fen": START,
        "moves": ["h2e2", "h9g7", "h0g2", "i9h9"], "result": "red", "red": "红方棋手",
        "black": "黑方棋手", "event": "甲组", "end": "ongoing", "variations": 1, "error": null});
    for (key, value) in wanted.as_object().expect("it is one") {
        assert_eq!(lines[0][key], *value, "{key}");
    }
}

#[test]
fn a_game_with_a_fault_keeps_its_line_and_the_exit_code_tells() {
    let wrong = PGN.replace("车９平８", "车９平４");
    let output = record(&["check", "-", "--json"], Some(wrong.as_bytes()));
    assert_eq!(output.status.code(), Some(1));
    let line = &lines(&output)[0];
    assert_eq!(line["error"]["ply"], 3);
    assert_eq!(line["error"]["text"], "车９平４");
    assert_eq!(line["end"], "irregular");
}

#[test]
fn what_is_no_record_is_refused_with_its_name_and_a_reason() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("zeros.xqf");
    fs::write(&path, [0; 4096]).expect("written");
    let output = record(&["check", text(&path), "--json"], None);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("zeros.xqf"));
    let missing = record(&["check", text(&folder.path().join("none"))], None);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn every_target_is_written_whole_and_read_back() {
    let folder = TempDir::new().expect("a folder");
    for (target, is_lossless) in [
        ("pgn", true),
        ("pgn-iccs", true),
        ("pgn-wxf", true),
        ("xqf", true),
        ("xqf18", true),
        ("cbr", true),
        ("cbf", true),
        ("dhtmlxq", true),
        ("ubb", true),
        ("json", true),
        ("txt", false),
    ] {
        let path = folder.path().join(format!("game.{target}"));
        let arguments = ["convert", "-", "--to", target, "--out", text(&path)];
        let output = record(&arguments, Some(PGN.as_bytes()));
        assert_eq!(output.status.code(), Some(0), "{target}: {output:?}");
        let back = record(&["check", text(&path), "--json"], None);
        let line = &lines(&back)[0];
        assert_eq!(
            line["moves"],
            json!(["h2e2", "h9g7", "h0g2", "i9h9"]),
            "{target}"
        );
        assert_eq!(line["result"], "red", "{target}");
        if is_lossless {
            assert_eq!(line["variations"], 1, "{target}");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .expect("it is there")
        .flatten()
        .filter(|file| file.file_name().to_string_lossy().ends_with(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn gb18030_is_written_on_request_and_told_apart_again() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("game.pgn");
    let arguments = [
        "convert",
        "-",
        "--to",
        "pgn",
        "--encoding",
        "gb18030",
        "--out",
        text(&path),
    ];
    let output = record(&arguments, Some(PGN.as_bytes()));
    assert_eq!(output.status.code(), Some(0));
    let bytes = fs::read(&path).expect("written");
    // 炮 in GBK.
    assert!(bytes.windows(2).any(|two| two == [0xC5, 0xDA]));
    let line = &lines(&record(&["check", text(&path), "--json"], None))[0];
    assert_eq!(
        (&line["encoding"], &line["red"]),
        (&json!("gb18030"), &json!("红方棋手"))
    );
}

#[test]
fn what_can_be_read_is_converted_and_the_rest_told() {
    let folder = TempDir::new().expect("a folder");
    let (good, bad) = (folder.path().join("a.pgn"), folder.path().join("b.xqf"));
    fs::write(&good, PGN).expect("written");
    fs::write(&bad, b"XQ\x0a").expect("written");
    let out = folder.path().join("out.json");
    let arguments = [
        "convert",
        text(&good),
        text(&bad),
        "--to",
        "json",
        "--out",
        text(&out),
    ];
    let output = record(&arguments, None);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(out.exists());
    assert!(String::from_utf8_lossy(&output.stderr).contains("b.xqf"));
    let nothing = record(
        &["convert", text(&bad), "--to", "json", "--out", text(&out)],
        None,
    );
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn show_prints_the_game_for_people() {
    let output = record(&["show", "-"], Some(PGN.as_bytes()));
    assert_eq!(output.status.code(), Some(0));
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    for part in ["红方棋手", "炮二平五", "马８进７", "炮８平５", "稳健"] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}

#[test]
fn a_zip_is_read_file_by_file_and_does_not_unfold_without_end() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.zip");
    let mut zip = zip::ZipWriter::new(File::create(&path).expect("created"));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("a.pgn", options).expect("begun");
    zip.write_all(PGN.as_bytes()).expect("written");
    // 64 MB of blanks behind the head of a game, packed to 64 KB.
    zip.start_file("b.pgn", options).expect("begun");
    zip.write_all(PGN.as_bytes()).expect("written");
    zip.write_all(&vec![b' '; 64 << 20]).expect("written");
    zip.finish().expect("closed");
    let output = record(&["check", text(&path), "--json"], None);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(lines(&output).len(), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("b.pgn"));
}
