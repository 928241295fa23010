//! Enrolment: a code is good once, for ten minutes, for few tries, and nobody learns why not.

use qipu::sync::transport::{Http, Request, Response, Transport};
use qipu::sync::wire::EnrolRequest;

use crate::hub_stage::{Stage, me};

fn post(stage: &Stage, body: &str) -> Response {
    let request = Request {
        method: "POST",
        path: "/api/v1/enrol".to_owned(),
        authorization: None,
        body: body.as_bytes().to_vec(),
        wait: std::time::Duration::ZERO,
    };
    Http::new(&stage.server.url())
        .exchange(&request)
        .expect("the hub answers")
}

fn with_code(code: &str) -> String {
    let request = EnrolRequest {
        code: code.to_owned(),
        name: "t".to_owned(),
        facts: serde_json::Map::new(),
    };
    serde_json::to_string(&request).expect("a message is JSON")
}

fn write(stage: &Stage, statement: &'static str) {
    stage
        .hub
        .store()
        .write(move |connection| {
            connection.execute(statement, [])?;
            Ok::<_, qipu::store::StoreError>(())
        })
        .expect("the statement fits the table");
}

/// Too old, used, wrong, garbled, empty, without an event: status, headers and body are the same.
#[test]
fn every_failure_looks_the_same() {
    let answer = |stage: &Stage, body: &str| {
        let answer = post(stage, body);
        (answer.status, answer.retry_after, answer.body)
    };
    let wrong = {
        let stage = Stage::with_round_one(4);
        stage.hub.invite(Some(1), &me()).expect("there is an event");
        answer(&stage, &with_code("no code"))
    };
    assert_eq!(wrong.0, 403);

    let stage = Stage::with_round_one(4);
    let used = stage.hub.invite(Some(1), &me()).expect("there is an event");
    assert_eq!(post(&stage, &with_code(&used.code)).status, 200);
    assert_eq!(answer(&stage, &with_code(&used.code)), wrong, "used");

    let old = stage.hub.invite(Some(1), &me()).expect("there is an event");
    // Ten minutes pass.
    write(&stage, "UPDATE invitation SET expires = expires - 600001");
    assert_eq!(answer(&stage, &with_code(&old.code)), wrong, "old");

    assert_eq!(answer(&stage, "{\"code\":"), wrong, "garbled");
    let stage = Stage::with_round_one(4);
    assert_eq!(answer(&stage, ""), wrong, "empty");
    assert_eq!(answer(&stage, "[1,2,3]"), wrong, "another message");
    let long = with_code(&"9".repeat((1 << 20) + 1));
    assert_eq!(answer(&stage, &long), wrong, "long");
    assert_eq!(
        answer(&Stage::empty(), &with_code("123456")),
        wrong,
        "no event"
    );
}

#[test]
fn a_code_is_still_good_after_nine_minutes() {
    let stage = Stage::with_round_one(4);
    let invitation = stage.hub.invite(Some(1), &me()).expect("there is an event");
    write(&stage, "UPDATE invitation SET expires = expires - 540000");
    assert_eq!(post(&stage, &with_code(&invitation.code)).status, 200);
}

/// Five tries: the fifth wrong code voids those that are out, from whatever addresses they came.
#[test]
fn after_five_wrong_codes_the_right_one_is_void() {
    let stage = Stage::with_round_one(4);
    let invitation = stage.hub.invite(Some(1), &me()).expect("there is an event");
    assert_eq!(post(&stage, &with_code("wrong")).status, 403);
    // Three more came from other places.
    write(&stage, "UPDATE invitation SET tries = tries + 3");
    assert_eq!(post(&stage, &with_code("wrong")).status, 403);
    assert_eq!(post(&stage, &with_code(&invitation.code)).status, 403);
    let next = stage.hub.invite(Some(1), &me()).expect("there is an event");
    assert_eq!(post(&stage, &with_code(&next.code)).status, 200);
}

/// An address that tries one wrong code after the other has to wait, and the codes stay good for
/// the others.
#[test]
fn an_address_that_guesses_has_to_wait() {
    let stage = Stage::with_round_one(4);
    stage.hub.invite(Some(1), &me()).expect("there is an event");
    for _ in 0..4 {
        assert_eq!(post(&stage, &with_code("guess")).status, 403);
    }
    let barred = post(&stage, &with_code("guess"));
    assert_eq!(barred.status, 429);
    let wait = barred.retry_after.expect("says how long");
    assert_eq!(wait, std::time::Duration::from_secs(600));
    let out: i64 = stage
        .hub
        .store()
        .read(|connection| {
            Ok::<_, qipu::store::StoreError>(connection.query_row(
                "SELECT count(*) FROM invitation",
                [],
                |row| row.get(0),
            )?)
        })
        .expect("reads back");
    assert_eq!(out, 1, "the code itself is still good");
}
