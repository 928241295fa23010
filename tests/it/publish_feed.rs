//! The live feed as a broadcaster meets it: polled and pushed, behind the boards, and logged.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::channel;
use std::time::Duration;

use qipu::hub::ResultEntry;
use qipu::journal::{Event, Verdict};
use qipu::store::hub::event::Conduct;
use tournament::document::GameResult;

use crate::hub_stage::{Pen, Stage, game_of, me};

/// An answer: status, headers that matter, body.
struct Answer {
    status: u16,
    etag: String,
    cache: String,
    origin: String,
    body: String,
}

fn get(stage: &Stage, path: &str, known: Option<&str>) -> Answer {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let mut request = agent.get(format!("{}{path}", stage.server.url()));
    if let Some(known) = known {
        request = request.header("If-None-Match", known);
    }
    let mut response = request.call().expect("the server answers");
    let header = |name: &str| {
        let value = response.headers().get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    Answer {
        status: response.status().as_u16(),
        etag: header("etag"),
        cache: header("cache-control"),
        origin: header("access-control-allow-origin"),
        body: response.body_mut().read_to_string().expect("text"),
    }
}

fn moves(answer: &Answer) -> Vec<String> {
    let json: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
    let moves = json["games"][0]["moves"].as_array().expect("board 1");
    moves
        .iter()
        .map(|mv| mv.as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Documents are made at most once a second.
fn a_moment() {
    std::thread::sleep(Duration::from_millis(1_100));
}

#[test]
fn a_round_is_polled_and_nothing_is_sent_twice() {
    let stage = Stage::with_round_one(4);
    assert_eq!(get(&stage, "/feed/2.json", None).status, 404);
    assert_eq!(get(&stage, "/feed/1.xml", None).status, 404);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let begun = [
        pen.write(Event::Started(assigned.start.clone())),
        pen.write(Event::Move {
            mv: "h2e2".parse().unwrap(),
        }),
    ];
    client.push(assigned.game, &begun).expect("follows");
    let first = get(&stage, "/feed/now.json", None);
    assert_eq!((first.status, first.origin.as_str()), (200, "*"));
    assert_eq!(moves(&first), ["h2e2"]);
    assert!(first.cache.contains("max-age=2"), "{}", first.cache);
    assert!(first.etag.starts_with('"') && first.etag.ends_with('"'));
    let again = get(&stage, "/feed/1.json", Some(&first.etag));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(again.etag, first.etag);

    a_moment();
    let next = [pen.write(Event::Move {
        mv: "h9g7".parse().unwrap(),
    })];
    client.push(assigned.game, &next).expect("follows");
    let second = get(&stage, "/feed/1.json", Some(&first.etag));
    assert_eq!(second.status, 200);
    assert_eq!(moves(&second), ["h2e2", "h9g7"]);
    let pgn = get(&stage, "/feed/1.pgn", None);
    let read = record::read(pgn.body.as_bytes(), record::Hint::NONE).expect("PGN");
    assert_eq!(read.games.len(), 2);
    assert_eq!(read.games[0].tree.main_moves().count(), 2);

    // Each document that went out is in the log once, though three were asked for.
    let sent = stage.hub.sent(100).expect("there is an event");
    let rows: Vec<(&str, u32)> = sent
        .iter()
        .rev()
        .map(|row| (row.target.as_str(), row.plies))
        .collect();
    assert_eq!(rows, [("pull json", 1), ("pull json", 2), ("pull pgn", 2)]);
}

#[test]
fn a_delay_holds_back_moves_and_results_and_a_finished_round_may_be_kept() {
    let stage = Stage::with_round_one(4);
    let delay = |delay_s| {
        let conduct = Conduct {
            delay_s,
            arbiter_confirms: false,
        };
        stage.hub.set_conduct(conduct, &me()).expect("an event");
    };
    delay(3600);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let whole = pen.whole(&assigned, "h2e2 h9g7 h0g2", Verdict::Red);
    client.push(assigned.game, &whole).expect("follows");
    let by_hand = ResultEntry {
        round: 1,
        board: 2,
        result: GameResult::Draw,
        reason: String::new(),
    };
    stage.hub.enter_result(by_hand, &me()).expect("a board");
    let held = get(&stage, "/feed/1.json", None);
    assert_eq!(moves(&held), Vec::<String>::new());
    let states = |answer: &Answer| {
        let json: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
        [0, 1].map(|at| json["games"][at]["state"].as_str().unwrap().to_owned())
    };
    assert_eq!(states(&held), ["waiting", "waiting"]);

    delay(0);
    a_moment();
    let shown = get(&stage, "/feed/1.json", None);
    assert_eq!(moves(&shown).len(), 3);
    assert_eq!(states(&shown), ["red", "draw"]);
    assert!(shown.cache.contains("max-age=300"), "{}", shown.cache);
    // `now` may be another round at any time.
    let now = get(&stage, "/feed/now.json", None);
    assert!(now.cache.contains("max-age=2"), "{}", now.cache);
}

/// A receiver that refuses once: the document comes again, and the log has both.
#[test]
fn a_push_that_was_refused_comes_again() {
    let stage = Stage::with_round_one(4);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has one");
    let (sender, received) = channel();
    std::thread::spawn(move || {
        for (stream, status) in listener.incoming().zip(["503 Busy", "204 Thanks"]) {
            let mut stream = stream.expect("a connection");
            let mut text = Vec::new();
            let mut part = [0; 4096];
            let mut length = None;
            while length.is_none_or(|length| text.len() < length) {
                let read = stream.read(&mut part).expect("a request");
                text.extend_from_slice(&part[..read]);
                let shown = String::from_utf8_lossy(&text).to_ascii_lowercase();
                if let Some(end) = shown.find("\r\n\r\n") {
                    let told = shown.split("content-length: ").nth(1);
                    let told = told.and_then(|rest| rest.split("\r\n").next());
                    let told: usize = told.expect("a length").parse().expect("a number");
                    length = Some(end + 4 + told);
                }
            }
            let answer =
                format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).expect("an open stream");
            let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
        }
    });
    let _pushing = stage
        .hub
        .keep_pushing(&format!("http://{address}/in?token=secret"));
    let wait = Duration::from_secs(20);
    let first = received.recv_timeout(wait).expect("it is pushed");
    let again = received.recv_timeout(wait).expect("it comes again");
    let key = |text: &str| {
        let line = text
            .lines()
            .find(|line| line.starts_with("idempotency-key"));
        line.expect("it names what it is").to_owned()
    };
    let lower = |text: &str| text.to_ascii_lowercase();
    assert_eq!(key(&lower(&first)), key(&lower(&again)));
    assert!(again.contains("\"format\":\"qipu-feed\""));
    let rows = || {
        let sent = stage.hub.sent(10).expect("there is an event");
        let rows = sent.into_iter().rev();
        rows.map(|row| (row.target, row.answer)).collect::<Vec<_>>()
    };
    let until = std::time::Instant::now() + wait;
    while rows().len() < 2 && std::time::Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
    let target = format!("http://{address}/in");
    assert_eq!(
        rows(),
        [
            (target.clone(), "503".to_owned()),
            (target, "ok".to_owned())
        ],
        "the token is in no log"
    );
}
