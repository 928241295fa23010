//! People at the desk: import with a preview, entries late and beyond the limit, check-in,
//! withdrawal, and what of them nobody may read.

use std::path::Path;

use qipu::hub::account::Role;
use qipu::hub::people::KEY_FILE;

use crate::hub_desk_client::{Desk, File, hidden};
use crate::hub_desk_people::{gbk, identity, sound, workbook};
use crate::hub_stage::{Stage, me, new_event};

/// An event without people, first day 2019-06-15.
fn empty_event(limit: Option<u32>) -> Stage {
    let stage = Stage::empty();
    let mut new = new_event(0, true);
    new.document.first_day = chrono::NaiveDate::from_ymd_opt(2019, 6, 15);
    new.document.rounds_planned = None;
    if limit.is_some() {
        new.regulation.entries.limit = limit;
    }
    stage.hub.create_event(new, &me()).expect("is the first");
    stage
}

fn import(desk: &Desk, name: &str, bytes: &[u8]) -> String {
    let file = File {
        field: "sheet",
        name,
        bytes,
    };
    desk.upload("/desk/people/import", &[], Some(file)).page()
}

#[test]
fn a_workbook_with_six_bad_rows_brings_sixty_people() {
    let stage = empty_event(None);
    let desk = Desk::with_roles(&stage, "报名员", &[Role::Registrar]);
    let (bytes, bad) = workbook();
    let page = import(&desk, "报名.xlsx", &bytes);
    for row in &bad {
        assert!(
            page.contains(&format!("<b>第 {row} 行</b>")),
            "row {row}: {page}"
        );
    }
    assert_eq!(page.matches("<li><b>第 ").count(), 6, "{page}");
    assert!(
        page.contains("姓  名 → name") && page.contains("备注 → 不用"),
        "{page}"
    );
    assert!(
        stage.hub.players().expect("reads back").is_empty(),
        "a preview enters nobody"
    );
    let sheet = hidden(&page, "sheet").expect("the sheet has a name");
    let page = desk.post("/desk/people/keep", &[("sheet", &sheet)]).page();
    assert!(page.contains("报名 60"), "{page}");
    let players = stage.hub.players().expect("reads back");
    assert_eq!(players.len(), 60);
    let named = |name: &str| players.iter().find(|player| player.name == name);
    // 620521 is 清水 in 天水 in 甘肃; 510104 is none of them.
    assert_eq!(
        named("棋〇〇").expect("is in").regions,
        ["gansu", "qingshui", "tianshui"]
    );
    assert!(named("棋一六").expect("is in").regions.is_empty());
    assert_eq!(
        players
            .iter()
            .filter(|player| player.sex == tournament::document::Sex::F)
            .count(),
        10
    );
    // Sent again, the form enters nobody twice.
    assert_eq!(
        desk.post("/desk/people/keep", &[("sheet", &sheet)]).status,
        409
    );
    assert_eq!(stage.hub.players().expect("reads back").len(), 60);
}

#[test]
fn gbk_text_gives_the_same_people_and_the_limit_makes_a_waiting_list() {
    let stage = empty_event(Some(58));
    let desk = Desk::with_roles(&stage, "报名员", &[Role::Registrar]);
    let page = import(&desk, "报名.csv", &gbk());
    let sheet = hidden(&page, "sheet").expect("the sheet has a name");
    let page = desk.post("/desk/people/keep", &[("sheet", &sheet)]).page();
    assert!(
        page.contains("报名 58") && page.contains("候补 2"),
        "{page}"
    );
    let page = desk.get("/desk/people").page();
    assert!(page.contains("候补") && page.contains("棋五九"), "{page}");
    // Who leaves before the first round frees the place.
    desk.post("/desk/people/withdraw", &[("number", "1")])
        .done();
    let document = stage.hub.document().expect("there is an event");
    assert_eq!(document.waiting.len(), 1);
    assert!(
        document
            .players
            .iter()
            .any(|player| player.name == "棋五八")
    );
    let broken = File {
        field: "sheet",
        name: "x.xlsx",
        bytes: b"PK\x03\x04 broken",
    };
    let answer = desk.upload("/desk/people/import", &[], Some(broken));
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("不是可读的表格"));
}

#[test]
fn entries_check_in_late_entry_and_withdrawal_at_the_desk() {
    let stage = empty_event(None);
    let desk = Desk::chief_of_all(&stage);
    let enter = |name: &str, identity: &str| {
        let fields = [("name", name), ("unit", "清水"), ("identity", identity)];
        desk.post("/desk/people/enter", &fields)
    };
    for at in 0..6 {
        let born = format!("19{}0307", 80 + at);
        enter(&format!("棋{at}"), &identity("620521", &born, 101 + 2 * at)).done();
    }
    // 年龄70周岁以下: 71 on the first day.
    let old = enter("老", &identity("620521", "19480101", 101));
    assert_eq!(old.status, 409);
    assert!(old.text().contains("71"), "{}", old.text());
    let wrong = enter("错", "620521199001010013");
    assert_eq!(wrong.status, 409);
    assert!(
        !wrong.text().contains("620521199001010013"),
        "the number is not repeated"
    );

    desk.post(
        "/desk/people/check-in",
        &[("number", "2"), ("fee", "on"), ("identity", "on")],
    )
    .done();
    let page = desk.get("/desk/people").page();
    let row = page
        .split("id=\"p2\"")
        .nth(1)
        .and_then(|rest| rest.split("</tr>").next());
    let row = row.expect("player 2 has a row");
    assert_eq!(row.matches(" checked").count(), 2, "{row}");

    desk.post("/desk/people/close", &[]).done();
    desk.post("/desk/people/draw", &[("seed", "水清"), ("how", "open")])
        .done();
    stage.publish_next();
    for board in ["1", "2", "3"] {
        let field = format!("r-{board}");
        desk.post("/desk/rounds/1/results", &[(&field, "1")]).done();
    }
    desk.post("/desk/rounds/1/close", &[]).done();
    enter("迟", &identity("620521", "19900101", 101)).done();
    desk.post("/desk/people/withdraw", &[("number", "3")])
        .done();
    stage.publish_next();
    let document = stage.hub.document().expect("there is an event");
    let late = document
        .players
        .iter()
        .find(|player| player.name == "迟")
        .expect("is in");
    assert_eq!(late.entered_in, Some(2));
    let second = &document.rounds[1];
    let seated = |number| {
        second
            .games
            .iter()
            .any(|game| game.red == number || game.black == number)
            || second.byes().any(|free| free == number)
    };
    assert!(seated(late.number) && !seated(3), "{second:?}");
}

/// Everything below a folder, as bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("is readable") {
        let path = entry.expect("is readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let bytes = std::fs::read(&path).expect("is readable");
            found.push((path.display().to_string(), bytes));
        }
    }
    found
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

#[test]
fn nothing_personal_stands_in_database_backup_pages_or_exports() {
    let stage = empty_event(None);
    let desk = Desk::chief_of_all(&stage);
    let page = import(&desk, "报名.xlsx", &workbook().0);
    let sheet = hidden(&page, "sheet").expect("the sheet has a name");
    desk.post("/desk/people/keep", &[("sheet", &sheet)]).page();
    stage.publish_next();
    let copies = tempfile::tempdir().expect("a folder");
    stage.hub.back_up(copies.path()).expect("copies");

    let people = sound();
    let secrets: Vec<&str> = people
        .iter()
        .flat_map(|row| [&row.identity, &row.phone, &row.account])
        .map(String::as_str)
        .collect();
    let mut places = files(stage.hub.folder());
    places.extend(files(copies.path()));
    let mut pages = desk.crawl(&["/desk", "/", "/desk/audit", "/downloads"]);
    pages.insert("preview".to_owned(), page);
    // Accounts leave in the payout sheet alone, and only for the treasurer.
    let payout = pages.remove("/desk/ranking/payout.csv").expect("is linked");
    places.extend(
        pages
            .into_iter()
            .map(|(path, page)| (path, page.into_bytes())),
    );
    for file in [
        "/downloads/tables.xlsx",
        "/downloads/entries.csv",
        "/downloads/pgn.pgn",
    ] {
        places.push((file.to_owned(), desk.get(file).bytes));
    }
    let exported = assert_cmd::Command::new(env!("CARGO_BIN_EXE_qipu"))
        .args(["event", "export", "--data"])
        .arg(stage.hub.folder())
        .output()
        .expect("the program starts");
    assert!(exported.status.success(), "{exported:?}");
    places.push(("export".to_owned(), exported.stdout));
    assert!(places.len() > 90, "{} places", places.len());
    for (place, bytes) in &places {
        for secret in &secrets {
            assert!(!holds(bytes, secret), "{secret} stands in {place}");
        }
    }
    assert!(
        people.iter().any(|row| payout.contains(&row.account)),
        "{payout}"
    );

    // Registrar and treasurer see it masked; looking is written down without it.
    let mask = desk.get("/desk/people/1/personal").page();
    let own = &people[0];
    let shown = format!("{}**********{}", &own.identity[..6], &own.identity[16..]);
    assert!(mask.contains(&shown), "{mask}");
    assert!(
        mask.contains("*******0000") && !mask.contains(&own.phone),
        "{mask}"
    );
}

#[test]
fn after_the_payout_it_is_gone_from_database_and_backups() {
    let stage = empty_event(None);
    let desk = Desk::chief_of_all(&stage);
    let page = import(&desk, "报名.csv", &gbk());
    let sheet = hidden(&page, "sheet").expect("the sheet has a name");
    desk.post("/desk/people/keep", &[("sheet", &sheet)]).page();
    let folder = stage.hub.folder().to_owned();
    let key = std::fs::read(folder.join(KEY_FILE)).expect("is there");
    assert_eq!(
        desk.post("/desk/ranking/forget", &[]).status,
        409,
        "an unsure hand removes nothing"
    );
    assert!(
        desk.get("/desk/people/1/personal")
            .page()
            .contains("620521")
    );
    desk.post("/desk/ranking/forget", &[("sure", "yes")]).done();
    let page = desk.get("/desk/people/1/personal").page();
    assert!(!page.contains("620521"), "{page}");
    assert_ne!(std::fs::read(folder.join(KEY_FILE)).expect("is there"), key);
    let document = stage.hub.document().expect("there is an event");
    assert_eq!(document.players.len(), 60, "the sporting record stays");
    assert!(document.players.iter().all(|player| player.born.is_none()));
}
