//! `/healthz`, `/metrics`, and a log that holds nothing personal and no secret.

use std::collections::HashMap;

use qipu::journal::{Event, Verdict};
use qipu::sync::client::enrol;
use qipu::sync::transport::Http;
use qipu::sync::wire::EnrolRequest;

use crate::hub_stage::{Pen, Stage, game_of, me, new_event};
use crate::log;

/// Reads the text form of Prometheus, strictly: every sample behind its HELP and TYPE, names and
/// values as the format wants them, a line feed at the end.
fn samples(text: &str) -> HashMap<String, f64> {
    assert!(text.ends_with('\n'), "the last line is not ended");
    let mut samples = HashMap::new();
    let (mut helped, mut typed) = (String::new(), String::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("a name and a text");
            assert!(!help.is_empty(), "{line}");
            name.clone_into(&mut helped);
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a name and a type");
            assert_eq!(name, helped, "TYPE without HELP");
            assert!(["counter", "gauge"].contains(&kind), "{line}");
            assert!(kind != "counter" || name.ends_with("_total"), "{line}");
            name.clone_into(&mut typed);
        } else {
            let (name, value) = line.split_once(' ').expect("a name and a value");
            assert_eq!(name, typed, "a sample without TYPE");
            let plain = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(name.chars().all(plain), "{name}");
            let value: f64 = value.parse().expect("a number");
            assert!(
                samples.insert(name.to_owned(), value).is_none(),
                "{name} twice"
            );
        }
    }
    samples
}

#[test]
fn the_measures_are_in_prometheus_form_and_count_what_is_there() {
    let stage = Stage::with_round_one(4);
    assert_eq!(stage.page("/healthz"), (200, "ok\n".to_owned()));
    let before = samples(&stage.page("/metrics").1);
    assert!(before["qipu_entries_total"].abs() < 0.5);
    assert!(before["qipu_terminals"].abs() < 0.5);

    let client = stage.terminal(Some(1));
    stage.terminal(Some(2));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, "h2e2 h9g7", Verdict::Red);
    client.push(assigned.game, &entries).expect("they follow");
    client.call(assigned.game, "other").expect("is its game");
    let mut fork = Pen::new(assigned.game, &client.identity().terminal);
    let fork = [fork.write(Event::Resumed)];
    client.push(assigned.game, &fork).expect_err("forks");
    let after = samples(&stage.page("/metrics").1);
    for (name, value) in [
        ("qipu_entries_total", 6.0),
        ("qipu_entries_beside", 1.0),
        ("qipu_open_calls", 1.0),
        ("qipu_terminals", 2.0),
        ("qipu_terminals_online", 1.0),
        ("qipu_disk_trouble", 0.0),
    ] {
        assert!((after[name] - value).abs() < 0.5, "{name}: {}", after[name]);
    }
}

/// The number is the standard's own example (GB 11643 appendix); the rest is invented.
const IDENTITY: &str = "11010519491231002X";
const WRONG_IDENTITY: &str = "110105194912310021";
const PHONE: &str = "13912340000";
const ACCOUNT: &str = "6222020000000000123";
const ADDRESS: &str = "清水县永清路九十九号";

#[test]
fn nothing_personal_and_no_secret_is_ever_in_the_log() {
    log::keep();
    let stage = Stage::empty();
    let hub = &stage.hub;
    let mut event = new_event(3, false);
    event.document.title = Some("日志里找得到的比赛".to_owned());
    hub.create_event(event, &me()).expect("is the first");
    let sheet = format!(
        "姓名,单位,性别,身份证号,手机号,户籍地址,开户行,银行账号\n\
         某甲,清水,男,{IDENTITY},{PHONE},{ADDRESS},某行,{ACCOUNT}\n\
         某乙,清水,男,{WRONG_IDENTITY},{PHONE},{ADDRESS},某行,{ACCOUNT}\n"
    );
    let (name, import) = hub.preview(sheet.as_bytes(), &me()).expect("is a table");
    assert_eq!((import.entries.len(), import.bad.len()), (1, 1));
    let kept = hub.keep_import(&name, &me()).expect("is in mind");
    assert_eq!(kept.entered, 1);

    let invitation = hub.invite(Some(1), &me()).expect("there is an event");
    let http = Http::new(&stage.server.url());
    let request = |code: &str| EnrolRequest {
        code: code.to_owned(),
        name: "t".to_owned(),
        facts: serde_json::Map::new(),
    };
    enrol(&http, &request("987654321")).expect_err("a wrong code");
    let enrolled = enrol(&http, &request(&invitation.code)).expect("the code is good");
    let client = qipu::sync::HubClient::new(
        &stage.server.url(),
        qipu::sync::Identity {
            terminal: enrolled.terminal.clone(),
            key: enrolled.key.clone(),
        },
    );
    client
        .assignment(None, std::time::Duration::ZERO)
        .expect("the hub answers");
    stage.page("/desk/people/4/personal");

    assert!(
        !log::lines_with(&["not enrolled"]).is_empty(),
        "nothing was logged at all"
    );
    for secret in [
        IDENTITY,
        WRONG_IDENTITY,
        ACCOUNT,
        ADDRESS,
        "987654321",
        &enrolled.key,
    ] {
        assert_eq!(log::lines_with(&[secret]), [""; 0], "{secret}");
    }
    // A code of six digits may stand in a time of day by chance, but not by itself.
    let alone = format!("\"{}\"", invitation.code);
    assert_eq!(log::lines_with(&[&alone]), [""; 0]);
    // At rest neither: only sealed.
    let bytes: Vec<u8> = ["hub.sqlite", "hub.sqlite-wal"]
        .iter()
        .filter_map(|file| std::fs::read(hub.folder().join(file)).ok())
        .flatten()
        .collect();
    for secret in [IDENTITY, PHONE, ACCOUNT, ADDRESS] {
        let found = bytes
            .windows(secret.len())
            .any(|window| window == secret.as_bytes());
        assert!(!found, "{secret} is in the database");
    }
}
