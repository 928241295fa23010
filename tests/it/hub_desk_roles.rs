//! Who may do what: every role at every door, every form without its token, lock-out and sessions.

use qipu::hub::account::gate::{DOORS, Door};
use qipu::hub::account::{Action, Role};
use qipu::journal::{Event, Verdict};
use qipu::store::hub::audit::{self, Row};

use crate::hub_desk_client::{Desk, PASSWORD, forms, links};
use crate::hub_stage::{Pen, Stage, game_of, me};

/// A door's address with real things in it.
fn address(stage: &Stage, door: &Door) -> String {
    let tables = stage.hub.tables().expect("there is an event");
    let game = tables.games_of(1)[0].id;
    door.path
        .replace("{round}", "1")
        .replace("{board}", "1")
        .replace("{number}", "1")
        .replace("{game}", &game.to_string())
}

fn log(stage: &Stage) -> Vec<Row> {
    stage.hub.store().read(audit::all).expect("reads back")
}

/// Everything that a form could have changed.
fn state(stage: &Stage) -> String {
    let document = stage.hub.document().expect("there is an event");
    let conduct = stage
        .hub
        .event()
        .expect("reads back")
        .map(|event| event.conduct);
    format!("{document:?} {conduct:?}")
}

/// The table itself, as the specification has it: money and identity are nobody's but these.
#[test]
fn personal_data_and_money_are_for_registrar_and_treasurer_alone() {
    let see = Action::SeePersonal.roles();
    assert_eq!(see, [Role::Registrar, Role::Treasurer]);
    assert_eq!(Action::PayOut.roles(), [Role::Treasurer]);
    for action in Action::ALL {
        let changes = !matches!(action, Action::SeeDesk);
        assert!(
            !changes || !action.roles().contains(&Role::Viewer),
            "{action:?}: a viewer changes nothing"
        );
        let has_door = DOORS.iter().any(|door| door.action == *action);
        assert!(has_door, "{action:?} can be done nowhere");
    }
}

#[test]
fn each_role_is_tried_at_each_door() {
    let stage = Stage::with_round_one(4);
    let mut tried = 0;
    for role in Role::ALL {
        let desk = Desk::with_roles(&stage, role.code(), &[role]);
        for door in DOORS {
            let path = address(&stage, door);
            let (before, rows) = (state(&stage), log(&stage).len());
            let status = match door.method {
                "GET" => desk.status_of(&path),
                _ => desk.post(&path, &[]).status,
            };
            let place = format!("{} {} {path}: {status}", role.code(), door.method);
            tried += 1;
            if door.action.roles().contains(&role) {
                assert!(!matches!(status, 401 | 403 | 404 | 405 | 500..), "{place}");
            } else {
                assert_eq!(status, 403, "{place}");
                assert_eq!(state(&stage), before, "{place}");
                let rows_now = log(&stage);
                assert_eq!(rows_now.len(), rows + 1, "{place}");
                let last = &rows_now[rows].act;
                assert_eq!(last.action, "desk.turned_away", "{place}");
                assert_eq!(last.who, role.code(), "{place}");
                assert_eq!(last.after, format!("{:?}", door.action.code()), "{place}");
            }
        }
    }
    assert_eq!(tried, Role::ALL.len() * DOORS.len());
    assert!(audit::verify(&log(&stage)).is_ok());
}

#[test]
fn each_form_without_its_token_is_refused_and_logged_and_changes_nothing() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::chief_of_all(&stage);
    let other = Desk::with_roles(&stage, "另一人", &Role::ALL);
    let nobody = Desk::stranger(&stage.server.url());
    for door in DOORS.iter().filter(|door| door.method == "POST") {
        let path = address(&stage, door);
        let before = state(&stage);
        let foreign: [&[(&str, &str)]; 4] = [
            &[],
            &[("csrf", "")],
            &[("csrf", "0123456789abcdef0123456789abcdef")],
            &[("csrf", other.token())],
        ];
        for fields in foreign {
            let rows = log(&stage).len();
            let answer = desk.post_bare(&path, fields);
            assert_eq!(answer.status, 403, "{path} {fields:?}");
            let rows_now = log(&stage);
            assert_eq!(rows_now.len(), rows + 1, "{path} {fields:?}");
            assert_eq!(rows_now[rows].act.after, "\"form.foreign\"", "{path}");
        }
        assert_eq!(nobody.post(&path, &[]).status, 401, "{path}");
        assert_eq!(state(&stage), before, "{path}");
    }
    let rows = log(&stage).len();
    let outside: [(&str, &[(&str, &str)]); 3] = [
        ("/desk/sign-in", &[("name", "总"), ("password", PASSWORD)]),
        (
            "/desk/start",
            &[("code", "AAAA"), ("name", "x"), ("password", PASSWORD)],
        ),
        ("/desk/sign-out", &[]),
    ];
    for (path, fields) in outside {
        assert_eq!(desk.post_bare(path, fields).status, 403, "{path}");
    }
    assert_eq!(log(&stage).len(), rows + 3);
    assert_eq!(desk.get("/desk").status, 200, "nobody was signed out");
}

#[test]
fn every_page_is_reached_and_every_form_has_its_token_and_leads_to_a_door() {
    let stage = Stage::with_round_one(4);
    // A game that is over, of which two versions came in: a person decides between them.
    let terminal = stage.terminal(Some(1));
    let assigned = game_of(&terminal);
    let mut pen = Pen::new(assigned.game, &terminal.identity().terminal);
    let entries = pen.whole(&assigned, "h2e2 h9g7", Verdict::Red);
    terminal.push(assigned.game, &entries).expect("follows");
    let other = Pen::new(assigned.game, "another").write(Event::Started(assigned.start));
    terminal
        .push(assigned.game, &[other])
        .expect_err("is refused and kept beside the first");
    let desk = Desk::chief_of_all(&stage);
    let pages = desk.crawl(&["/desk"]);
    for (path, page) in &pages {
        // Only a game that is over has something to download.
        let absent = page.starts_with("status") && !path.starts_with("/games/");
        assert!(!absent, "{path}: {page}");
        for (action, form) in forms(page) {
            if action.is_empty() {
                continue;
            }
            assert!(form.contains("name=\"csrf\""), "{path}: {action}");
            let known = DOORS
                .iter()
                .any(|door| door.method == "POST" && address(&stage, door) == with_one(&action));
            assert!(known || action == "/desk/sign-out", "{path}: {action}");
        }
    }
    let streams = ["/desk/live", "/desk/games/"];
    for door in DOORS.iter().filter(|door| door.method == "GET") {
        let path = address(&stage, door);
        let not_a_page = streams.iter().any(|stream| path.starts_with(stream));
        // Made already, so that nothing leads there any more.
        let made = path == "/desk/event";
        assert!(
            not_a_page || made || pages.contains_key(&path),
            "{path} is not reached"
        );
    }
    // In each language, and the way to the other one.
    for (path, page) in pages.iter().filter(|(path, _)| path.starts_with("/desk")) {
        if page.starts_with("<!doctype") {
            let other = format!("{path}?lang=en");
            assert!(links(page).any(|link| link == other), "{path}");
            let english = desk.get(&other).page();
            assert!(
                english.contains("lang=\"en\"") && english.contains("中文"),
                "{path}"
            );
            desk.get(&format!("{path}?lang=zh")).page();
        }
    }
}

/// The boards of a page are many; the doors were built for the first.
fn with_one(action: &str) -> String {
    let mut parts: Vec<&str> = action.split('/').collect();
    if parts.get(2) == Some(&"boards") && parts.len() > 4 {
        parts[4] = "1";
    }
    parts.join("/")
}

#[test]
fn a_page_asks_strangers_to_sign_in() {
    let stage = Stage::with_round_one(4);
    let nobody = Desk::stranger(&stage.server.url());
    stage
        .hub
        .put_account("长", PASSWORD, &[Role::ChiefArbiter], &me())
        .expect("is sound");
    for door in DOORS.iter().filter(|door| door.method == "GET") {
        let path = address(&stage, door);
        assert_eq!(nobody.get(&path).done(), "/desk/sign-in", "{path}");
    }
}

#[test]
fn five_wrong_passwords_lock_an_account_and_a_new_password_opens_it() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::with_roles(&stage, "王", &[Role::Arbiter]);
    let door = Desk::stranger(&stage.server.url());
    for _ in 0..5 {
        let answer = door.try_to_sign_in("王", "不是这个密码吧");
        assert_eq!(answer.status, 403);
        assert!(
            answer.text().contains("帐号或密码不对"),
            "{}",
            answer.text()
        );
    }
    let answer = door.try_to_sign_in("王", PASSWORD);
    assert_eq!(answer.status, 403);
    assert!(
        answer.text().contains("密码错误次数太多"),
        "{}",
        answer.text()
    );
    // Who is not there is told as little as who is.
    assert!(
        door.try_to_sign_in("李", PASSWORD)
            .text()
            .contains("帐号或密码不对")
    );
    let failed = log(&stage);
    let failed = failed
        .iter()
        .filter(|row| row.act.action == "account.sign_in_failed");
    assert_eq!(failed.count(), 6);

    assert_eq!(
        desk.get("/desk").status,
        200,
        "a session that is open goes on"
    );
    stage
        .hub
        .put_account("王", "马炮车马炮车马炮车", &[Role::Arbiter], &me())
        .expect("is sound");
    assert_eq!(
        desk.get("/desk").done(),
        "/desk/sign-in",
        "sessions end with the old password"
    );
    let mut again = Desk::stranger(&stage.server.url());
    again.sign_in("王", "马炮车马炮车马炮车");
}

#[test]
fn a_session_ends_with_signing_out_and_with_the_account() {
    let stage = Stage::with_round_one(4);
    let chief = Desk::with_roles(&stage, "长", &[Role::ChiefArbiter]);
    let one = Desk::with_roles(&stage, "王", &[Role::Arbiter]);
    let stolen = Desk::with_roles(&stage, "李", &[Role::Arbiter]);
    one.post("/desk/sign-out", &[]).done();
    assert_eq!(one.get("/desk").done(), "/desk/sign-in");
    chief
        .post("/desk/system/close-account", &[("name", "李")])
        .done();
    assert_eq!(stolen.get("/desk").done(), "/desk/sign-in");
    assert_eq!(stolen.try_to_sign_in("李", PASSWORD).status, 403);
    // Somebody must remain who can open accounts.
    let last = chief.post("/desk/system/close-account", &[("name", "长")]);
    assert_eq!(last.status, 409);
    assert_eq!(chief.get("/desk").status, 200);
}

#[test]
fn the_first_start_code_makes_one_chief_arbiter_and_no_second() {
    let stage = Stage::empty();
    let code = stage
        .hub
        .start_code()
        .expect("reads")
        .expect("there is no account")
        .0;
    let door = Desk::stranger(&stage.server.url());
    assert_eq!(door.get("/desk").done(), "/desk/sign-in");
    assert_eq!(door.get("/desk/sign-in").done(), "/desk/start");
    let person = |code: &str| {
        let fields = [("code", code), ("name", "长"), ("password", PASSWORD)];
        door.form_of("/desk/start", &fields)
    };
    assert_eq!(person("000000000000").status, 403);
    assert_eq!(person(&code).done(), "/desk/sign-in");
    assert_eq!(door.get("/desk/start").done(), "/desk/sign-in");
    assert!(stage.hub.start_code().expect("reads").is_none());
    let mut chief = Desk::stranger(&stage.server.url());
    chief.sign_in("长", PASSWORD);
    // Without an event every page leads to where it is made.
    assert_eq!(chief.get("/desk").done(), "/desk/event");
    let page = chief.get("/desk/event").page();
    assert!(page.contains("qingshui-2019"), "{page}");
    let dump = format!("{:?}", log(&stage));
    assert!(!dump.contains(&code) && !dump.contains(PASSWORD));
}
