//! Every call that must be signed, with no, a wrong, a revoked and a replayed signature: refused,
//! logged, nothing changed. The calls come from the hub's own document.

use qipu::journal::Event;
use qipu::sync::Identity;
use qipu::sync::signature::{Signature, Subject};
use qipu::sync::transport::{Http, Request, Response, Transport};
use qipu::sync::wire::{Call, RecordUpload, Refusal, Upload};
use serde_json::Value;

use crate::hub_stage::{Pen, Stage, game_of, me};
use crate::log;

/// A call with a body that the hub would take.
struct Sound {
    method: &'static str,
    path: String,
    body: Vec<u8>,
}

struct Scene {
    stage: Stage,
    http: Http,
    identity: Identity,
    calls: Vec<Sound>,
}

fn scene() -> Scene {
    log::keep();
    let stage = Stage::with_round_one(4);
    let http = Http::new(&stage.server.url());
    let identity = stage.identity(Some(1));
    let client = qipu::sync::HubClient::new(&stage.server.url(), identity.clone());
    let assigned = game_of(&client);
    let document = stage.page("/api/openapi.json").1;
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (verb, call) in item.as_object().expect("a path item") {
            if call.get("security").is_none() {
                continue;
            }
            let method = match verb.as_str() {
                "get" => "GET",
                "post" => "POST",
                "put" => "PUT",
                other => panic!("{other} {path}: the client knows no such method"),
            };
            let mut pen = Pen::new(assigned.game, &identity.terminal);
            let body = match path.rsplit('/').next() {
                Some("entries") => serde_json::to_vec(&Upload {
                    entries: vec![pen.write(Event::Started(assigned.start.clone()))],
                }),
                Some("record") => serde_json::to_vec(&record()),
                Some("call") => serde_json::to_vec(&Call {
                    reason: "limit".to_owned(),
                }),
                _ => Ok(Vec::new()),
            };
            calls.push(Sound {
                method,
                path: path.replace("{game}", &assigned.game.to_string()),
                body: body.expect("a message is JSON"),
            });
        }
    }
    // hub.md's table: assignment, journal, entries, record, call.
    assert_eq!(calls.len(), 5);
    Scene {
        stage,
        http,
        identity,
        calls,
    }
}

/// 炮二平五 马８进７, Red won.
fn record() -> RecordUpload {
    let mut record = RecordUpload {
        fingerprint: String::new(),
        start_fen: xiangqi::Position::start().to_fen(),
        moves: vec!["h2e2".to_owned(), "h9g7".to_owned()],
        result: "red".to_owned(),
    };
    record.fingerprint = record.computed_fingerprint();
    record
}

fn sign(identity: &Identity, call: &Sound) -> Signature {
    let subject = Subject {
        method: call.method,
        path: &call.path,
        body: &call.body,
    };
    let key = hex::decode(&identity.key).expect("a key is hex");
    let now_ms = chrono::Utc::now().timestamp_millis();
    let nonce = uuid::Uuid::now_v7().simple().to_string();
    Signature::sign(&key, subject, &identity.terminal, now_ms, nonce)
}

impl Scene {
    fn send(&self, call: &Sound, authorization: Option<String>) -> Response {
        let request = Request {
            method: call.method,
            path: call.path.clone(),
            authorization,
            body: call.body.clone(),
            wait: std::time::Duration::ZERO,
        };
        self.http.exchange(&request).expect("the hub answers")
    }

    /// Everything the database holds.
    fn everything(&self) -> Vec<String> {
        let read = |connection: &rusqlite::Connection| -> rusqlite::Result<Vec<String>> {
            let tables: Vec<String> = connection
                .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let mut rows = Vec::new();
            for table in tables {
                let mut all = connection.prepare(&format!("SELECT * FROM \"{table}\""))?;
                let columns = all.column_count();
                let mut found = all.query([])?;
                while let Some(row) = found.next()? {
                    let values: rusqlite::Result<Vec<rusqlite::types::Value>> =
                        (0..columns).map(|column| row.get(column)).collect();
                    rows.push(format!("{table} {:?}", values?));
                }
            }
            Ok(rows)
        };
        let store = self.stage.hub.store();
        store
            .read(|connection| read(connection).map_err(qipu::store::StoreError::from))
            .expect("reads back")
    }

    /// Sends it, and sees that it is refused, logged, and that nothing changed.
    fn refused(&self, call: &Sound, authorization: Option<String>, how: &str) {
        let (method, path) = (call.method, call.path.as_str());
        let logged = || log::lines_with(&["WARN", "refused", path, method]).len();
        let (rows, lines) = (self.everything(), logged());
        let answer = self.send(call, authorization);
        let refusal: Refusal = serde_json::from_slice(&answer.body).expect("a refusal");
        assert_eq!(
            (answer.status, refusal),
            (401, Refusal::Unsigned),
            "{method} {path}: {how}"
        );
        assert_eq!(self.everything(), rows, "{method} {path}: {how}");
        assert!(logged() > lines, "{method} {path}: {how}: not logged");
    }
}

#[test]
fn a_call_without_or_with_a_wrong_signature_is_refused_and_changes_nothing() {
    let scene = scene();
    let other = Identity {
        key: "11".repeat(32),
        ..scene.identity.clone()
    };
    let nobody = Identity {
        terminal: "nobody".to_owned(),
        ..scene.identity.clone()
    };
    for call in &scene.calls {
        scene.refused(call, None, "no signature");
        scene.refused(call, Some("Bearer x".to_owned()), "another scheme");
        let sound = sign(&scene.identity, call);
        let header = |change: fn(&mut Signature)| {
            let mut signature = sound.clone();
            change(&mut signature);
            Some(signature.header())
        };
        scene.refused(call, header(|s| s.mac.clear()), "no MAC");
        scene.refused(call, header(|s| s.time_ms += 1), "another time");
        scene.refused(call, header(|s| s.nonce.push('0')), "another nonce");
        scene.refused(call, header(|s| s.mac = "0".repeat(64)), "another MAC");
        scene.refused(call, Some(sign(&other, call).header()), "another key");
        scene.refused(call, Some(sign(&nobody, call).header()), "unknown terminal");
        let elsewhere = Sound {
            path: format!("{}?x", call.path),
            body: call.body.clone(),
            ..*call
        };
        let for_another = Some(sign(&scene.identity, &elsewhere).header());
        scene.refused(call, for_another, "signed for another address");
        let changed = Sound {
            path: call.path.clone(),
            body: [&call.body[..], b" "].concat(),
            ..*call
        };
        let for_another = Some(sign(&scene.identity, &changed).header());
        scene.refused(call, for_another, "signed for another body");
        let method = if call.method == "GET" { "POST" } else { "GET" };
        let turned = Sound {
            method,
            path: call.path.clone(),
            body: call.body.clone(),
        };
        let for_another = Some(sign(&scene.identity, &turned).header());
        scene.refused(call, for_another, "signed for another method");
    }
}

#[test]
fn a_replayed_call_is_refused_and_changes_nothing() {
    let scene = scene();
    for call in &scene.calls {
        let signature = sign(&scene.identity, call).header();
        let first = scene.send(call, Some(signature.clone()));
        // The record comes after the first entry, which it does not fit: that is an answer too.
        assert!(
            [200, 409].contains(&first.status),
            "{} {}: {}",
            call.method,
            call.path,
            String::from_utf8_lossy(&first.body)
        );
        scene.refused(call, Some(signature), "replayed");
    }
}

#[test]
fn a_revoked_terminal_is_refused_and_changes_nothing() {
    let scene = scene();
    let hub = &scene.stage.hub;
    hub.revoke_terminal(&scene.identity.terminal, &me())
        .expect("is known");
    for call in &scene.calls {
        let signature = sign(&scene.identity, call).header();
        scene.refused(call, Some(signature), "revoked");
    }
}

/// Only who has the key learns the hub's time, and nothing else comes of it.
#[test]
fn a_call_signed_too_early_or_too_late_is_told_the_time() {
    let scene = scene();
    for call in &scene.calls {
        for off_ms in [-600_000, 600_000] {
            let subject = Subject {
                method: call.method,
                path: &call.path,
                body: &call.body,
            };
            let key = hex::decode(&scene.identity.key).expect("a key is hex");
            let time_ms = chrono::Utc::now().timestamp_millis() + off_ms;
            let nonce = uuid::Uuid::now_v7().simple().to_string();
            let signature =
                Signature::sign(&key, subject, &scene.identity.terminal, time_ms, nonce);
            let rows = scene.everything();
            let answer = scene.send(call, Some(signature.header()));
            let refusal: Refusal = serde_json::from_slice(&answer.body).expect("a refusal");
            assert!(
                matches!(refusal, Refusal::Clock { .. }),
                "{off_ms}: {refusal:?}"
            );
            assert_eq!(answer.status, 401);
            assert_eq!(scene.everything(), rows);
        }
    }
}

/// A terminal that is enrolled, but for another board, gets at no game that is not its own.
#[test]
fn a_game_of_another_terminal_is_refused_and_changes_nothing() {
    let scene = scene();
    let stranger = scene.stage.identity(Some(2));
    for call in scene
        .calls
        .iter()
        .filter(|call| call.path.contains("/games/"))
    {
        let rows = scene.everything();
        let answer = scene.send(call, Some(sign(&stranger, call).header()));
        let refusal: Refusal = serde_json::from_slice(&answer.body).expect("a refusal");
        assert_eq!(
            (answer.status, refusal),
            (403, Refusal::NotYours),
            "{} {}",
            call.method,
            call.path
        );
        assert_eq!(scene.everything(), rows);
    }
}
