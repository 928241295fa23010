//! Names that want to be something else stay text: on pages, in CSV, in spreadsheets.

use calamine::{Data, Reader as _};

use crate::hub_desk_client::Desk;
use crate::hub_stage::{Stage, me, new_event};

const NAMES: [&str; 8] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "@SUM(A1:A9)",
    "-2+3",
    "\u{202e}gnp.elif",
    "{{7*7}}</td></tr></table>&amp;",
];

fn stage() -> Stage {
    let stage = Stage::empty();
    let mut new = new_event(8, false);
    new.document.title = Some("<script>title</script>".to_owned());
    for (player, name) in new.document.players.iter_mut().zip(NAMES) {
        name.clone_into(&mut player.name);
        name.clone_into(&mut player.unit);
        name.clone_into(&mut player.team);
    }
    stage.hub.create_event(new, &me()).expect("is the first");
    stage.publish_next();
    stage
}

#[test]
fn hostile_names_are_text_on_every_page() {
    let stage = stage();
    let desk = Desk::chief_of_all(&stage);
    let account = [
        ("name", "<script>alert(2)"),
        ("password", "12345678"),
        ("role", "viewer"),
    ];
    desk.post("/desk/system/account", &account).done();
    desk.post(
        "/desk/boards/1/1/foul",
        &[("side", "red"), ("article", "<script>alert(3)")],
    )
    .done();
    let pages = desk.crawl(&["/desk", "/", "/downloads", "/charts", "/wall"]);
    let mut shown = 0;
    // Downloads are no pages; they are looked at below.
    for (path, page) in pages
        .iter()
        .filter(|(_, page)| page.starts_with("<!doctype"))
    {
        for raw in [
            "<script>alert",
            "<script>title",
            "<img src=x",
            "</table>&amp;",
        ] {
            assert!(!page.contains(raw), "{path} has {raw}");
        }
        // Nothing inline: the policy would refuse it, and nobody needs it.
        assert!(
            !page.contains("<script>") && !page.contains(" style="),
            "{path}"
        );
        shown += usize::from(
            page.contains("&#60;script&#62;alert(1)") || page.contains("&lt;script&gt;alert(1)"),
        );
    }
    assert!(shown > 10, "only {shown} pages show the name");
    let style = desk.get("/assets/page.css").page();
    assert!(
        style.contains("unicode-bidi: isolate"),
        "a mark of direction ends with the name"
    );
}

#[test]
fn hostile_names_are_text_in_csv_and_spreadsheets() {
    let stage = stage();
    let desk = Desk::chief_of_all(&stage);
    for name in ["entries", "places", "cross-table", "round-01"] {
        let csv = desk.get(&format!("/downloads/{name}.csv")).bytes;
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(&csv[..]);
        for record in reader.records() {
            for cell in &record.expect("is sound CSV") {
                let first = cell.trim_start_matches('\u{feff}').chars().next();
                // A score such as − : + begins with a sign that no program takes for a formula.
                assert!(
                    !matches!(first, Some('=' | '@' | '+' | '-' | '\t' | '\r')),
                    "{name}: {cell}"
                );
            }
        }
    }
    let payout = desk.get("/desk/ranking/payout.csv").text();
    assert!(!payout.contains(",=cmd") && !payout.contains(",@SUM") && !payout.contains("\n="));

    let bytes = desk.get("/downloads/tables.xlsx").bytes;
    let mut book: calamine::Xlsx<_> =
        calamine::open_workbook_from_rs(std::io::Cursor::new(bytes)).expect("is a workbook");
    let mut found = Vec::new();
    for sheet in book.sheet_names() {
        let formulas = book.worksheet_formula(&sheet).expect("reads");
        assert!(
            formulas
                .used_cells()
                .all(|(_, _, formula)| formula.is_empty()),
            "{sheet}"
        );
        let range = book.worksheet_range(&sheet).expect("reads");
        found.extend(range.used_cells().filter_map(|(_, _, cell)| match cell {
            Data::String(text) => Some(text.clone()),
            _ => None,
        }));
    }
    for name in NAMES {
        assert!(
            found.iter().any(|text| text == name),
            "{name:?} is not in the workbook"
        );
    }
}

/// A page that a phone on the hall's network can load.
#[test]
fn pages_are_light_at_two_hundred_players() {
    let stage = Stage::empty();
    let mut new = new_event(200, false);
    for player in &mut new.document.players {
        player.unit = "甘肃天水清水".to_owned();
        player.team = format!("清水{}队", (player.number - 1) / 4);
    }
    stage.hub.create_event(new, &me()).expect("is the first");
    for round in 1..=3 {
        stage.publish_next();
        for board in 1..=100 {
            let entered = qipu::hub::ResultEntry {
                round,
                board,
                result: tournament::document::GameResult::Red,
                reason: "resignation".to_owned(),
            };
            stage
                .hub
                .enter_result(entered, &me())
                .expect("the board is there");
        }
        stage.hub.close_round(round, &me()).expect("is decided");
    }
    let desk = Desk::stranger(&stage.server.url());
    let public = [
        "/",
        "/rounds/3",
        "/rounds/3/names",
        "/standings",
        "/teams",
        "/prizes",
        "/hall",
        "/players/1",
        "/downloads",
        "/charts",
        "/regulation",
        "/wall",
        "/tables/cross-table",
        "/tables/places",
    ];
    for path in public {
        let bytes = desk.get(path).page().len();
        assert!(bytes < 100_000, "{path} has {bytes} bytes");
    }
    let assets: usize = ["page.css", "game.js", "hall.js", "icon.svg"]
        .iter()
        .map(|asset| desk.get(&format!("/assets/{asset}")).bytes.len())
        .sum();
    assert!(assets < 40_000, "{assets} bytes beside the font");
}
