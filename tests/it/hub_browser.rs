//! The desk and the public pages in a real browser: laptop and phone, Chinese and English.

use std::time::{Duration, Instant};

use qipu::demo::draw::Draw;
use qipu::demo::games::{self, Game};
use qipu::demo::people;
use qipu::hub::account::Role;
use qipu::journal::{Event, Reading, Verdict};
use qipu::sync::HubClient;
use qipu::sync::assignment::GameAssignment;
use tournament::document::{GameResult, Sex};
use xiangqi::Side;

use crate::hub_browser_driver::Browser;
use crate::hub_desk_client::PASSWORD;
use crate::hub_stage::{Pen, Stage, game_of, me, new_event};
use crate::needs;

const LAPTOP: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

/// Eighty people with names of usual length, a chief arbiter, no round yet.
fn hall() -> Stage {
    let stage = Stage::empty();
    let mut new = new_event(80, false);
    let invented = people::invent(Draw::new(7), 80);
    for (player, person) in new.document.players.iter_mut().zip(invented) {
        player.name = person.name;
        person.unit.clone_into(&mut player.unit);
        player.team = person.team.unwrap_or_default();
        player.sex = if person.woman { Sex::F } else { Sex::M };
    }
    new.document.title = Some("轩辕杯全国象棋公开赛".to_owned());
    new.document.rounds_planned = Some(9);
    stage.hub.create_event(new, &me()).expect("is the first");
    stage
        .hub
        .put_account(
            "裁判长",
            PASSWORD,
            &[Role::ChiefArbiter, Role::Arbiter],
            &me(),
        )
        .expect("is sound");
    stage
}

fn signed_in(browser: &Browser, stage: &Stage) {
    let url = stage.server.url();
    browser.go(&format!("{url}/desk/sign-in"));
    browser.fill("input[name=name]", "裁判长");
    browser.fill("input[name=password]", PASSWORD);
    browser.click("form button");
    browser.until("location.pathname === '/desk'");
}

/// A terminal with its game and its pen.
struct Table {
    client: HubClient,
    assigned: GameAssignment,
    pen: Pen,
}

impl Table {
    fn at(stage: &Stage, board: u32) -> Self {
        let client = stage.terminal(Some(board));
        let assigned = game_of(&client);
        let pen = Pen::new(assigned.game, &client.identity().terminal);
        Self {
            client,
            assigned,
            pen,
        }
    }

    /// Begins and plays so many plies with times that look like a game's.
    fn play(&mut self, game: &Game, plies: usize) {
        let mut entries = vec![self.pen.write(Event::Started(self.assigned.start.clone()))];
        let mut left = [1_800_000_u64, 1_800_000];
        let slow = 9_000 + 1_300 * u64::from(self.assigned.red.number % 17);
        for (at, mv) in game.moves.iter().take(plies).enumerate() {
            entries.push(self.pen.write(Event::Move { mv: *mv }));
            left[at % 2] = left[at % 2].saturating_sub(slow + 700 * (at as u64 % 11)) + 10_000;
            let side = if at % 2 == 0 { Side::Red } else { Side::Black };
            let reading = Reading {
                red_ms: left[0],
                black_ms: left[1],
                external: false,
            };
            entries.push(self.pen.write(Event::Pressed { side, reading }));
        }
        self.client
            .push(self.assigned.game, &entries)
            .expect("follows");
    }

    fn write(&mut self, event: Event) {
        let entry = self.pen.write(event);
        self.client
            .push(self.assigned.game, &[entry])
            .expect("follows");
    }

    fn end(&mut self, verdict: Verdict) {
        let outcome = qipu::journal::Outcome {
            verdict,
            reason: qipu::journal::Reason::Resignation,
        };
        self.write(Event::Result(outcome));
        for by in [qipu::journal::Signer::Red, qipu::journal::Signer::Black] {
            self.write(Event::Signed {
                by,
                strokes: Vec::new(),
            });
        }
    }
}

/// No page is wider than its window: nobody scrolls sideways.
#[track_caller]
fn fits(browser: &Browser, page: &str) {
    let wide = browser.ask("return document.documentElement.scrollWidth - window.innerWidth;");
    assert!(
        wide.as_i64().is_some_and(|wide| wide <= 0),
        "{page} is {wide} pixels too wide"
    );
}

#[test]
fn the_desk_in_a_browser_on_laptop_and_phone() {
    if !needs::programmes(&["chromium", "chromedriver"]) {
        return;
    }
    let stage = hall();
    let url = stage.server.url();
    let browser = Browser::start();
    browser.resize(LAPTOP.0, LAPTOP.1, false);
    signed_in(&browser, &stage);
    pair_and_publish(&browser, &url);
    let mut tables = fill(&stage);
    one_glance(&browser, &url);
    live_within_a_second(&browser, &stage, &mut tables[0]);
    rule_on_a_claim(&browser, &url, &mut tables[1]);
    results_by_keyboard(&browser, &stage);
    both_sizes_and_languages(&browser, &stage, &tables[2]);
}

fn pair_and_publish(browser: &Browser, url: &str) {
    browser.go(&format!("{url}/desk/draft"));
    browser.click("form[action='/desk/draft/pair'] button");
    browser.until("document.querySelectorAll('.pairing tbody tr').length === 40");
    fits(browser, "the draft");
    browser.picture("draft");
    browser.click("form[action='/desk/draft/publish'] button");
    browser.until("location.pathname === '/desk/rounds/1'");
}

/// Terminals at the first boards in all kinds of states.
fn fill(stage: &Stage) -> Vec<Table> {
    let games = games::shipped();
    let long: Vec<&Game> = games.iter().filter(|game| game.moves.len() > 70).collect();
    let mut tables = Vec::new();
    for board in 1..=34 {
        let mut table = Table::at(stage, board);
        let at = board as usize;
        table.play(long[at % long.len()], 8 + at * 7 % 60);
        tables.push(table);
    }
    for (board, verdict) in [
        (10, Verdict::Black),
        (18, Verdict::Red),
        (22, Verdict::Draw),
        (27, Verdict::Red),
        (30, Verdict::Draw),
    ] {
        tables[board - 1].end(verdict);
    }
    tables[6].write(Event::ArbiterCalled {
        side: Some(Side::Red),
    });
    tables
}

/// hub.md: one glance, forty boards, no scrolling on a laptop.
fn one_glance(browser: &Browser, url: &str) {
    for lang in ["en", "zh"] {
        browser.go(&format!("{url}/desk?lang={lang}"));
        browser.until("document.fonts.status === 'loaded'");
        let tiles = browser.ask("return document.querySelectorAll('.hall .tile').length;");
        assert_eq!(tiles, 40);
        let below = browser.ask(
            "return Math.max(...[...document.querySelectorAll('.tile')]\
             .map((tile) => tile.getBoundingClientRect().bottom)) - window.innerHeight;",
        );
        assert!(
            below.as_f64().is_some_and(|below| below <= 0.0),
            "{lang}: {below} pixels below"
        );
        let cut = browser.ask(
            "return [...document.querySelectorAll('.tile .seat time')]\
             .filter((time) => time.scrollWidth > time.clientWidth + 1).length;",
        );
        assert_eq!(cut, 0, "{lang}: a clock is cut off");
        browser.picture(&format!("hall-{lang}"));
    }
    browser.until("!!document.querySelector('#board-7.call')");
}

/// A board moves in the spectator's browser within a second of the touch.
fn live_within_a_second(browser: &Browser, stage: &Stage, table: &mut Table) {
    let url = stage.server.url();
    browser.go(&format!("{url}/games/{}", table.assigned.game));
    let plies = "document.querySelectorAll('.moves tbody a').length";
    let before = browser
        .ask(&format!("return {plies};"))
        .as_u64()
        .expect("a number");
    browser.until("!!document.querySelector('.moves [aria-current]')");
    // Wherever the game stands, somebody's king can be asked to move; the record keeps what is
    // touched, and the board shows it.
    let state = stage
        .hub
        .live_state(table.assigned.game)
        .expect("reads back")
        .state;
    let side = if before.is_multiple_of(2) {
        Side::Red
    } else {
        Side::Black
    };
    let position = state.board().clone();
    let mv = xiangqi::Position::from_fen(&format!(
        "{position} {} - - 0 1",
        if side == Side::Red { "w" } else { "b" }
    ))
    .expect("the board is a position")
    .legal_moves()
    .first()
    .copied()
    .expect("there is a move");
    let mut slowest = Duration::ZERO;
    let began = Instant::now();
    table.write(Event::Move { mv });
    browser.until(&format!("{plies} === {}", before + 1));
    slowest = slowest.max(began.elapsed());
    let marks = browser.ask("return document.querySelectorAll('.board .marks circle').length;");
    assert_eq!(marks, 2, "the last move is marked at both ends");
    assert!(
        slowest < Duration::from_secs(1),
        "the move was seen after {slowest:?}"
    );
    println!("a move was seen in the browser after {slowest:?}");
    // By keyboard through the game, without a reload.
    browser.keys("\u{e012}\u{e012}");
    browser.until(&format!(
        "document.querySelector('.moves [aria-current]').getAttribute('href') === '?ply={}'",
        before - 1
    ));
    browser.picture("viewer");
}

fn rule_on_a_claim(browser: &Browser, url: &str, table: &mut Table) {
    browser.go(&format!("{url}/desk/boards/1/2"));
    browser.until("!!document.querySelector('.moves tbody a')");
    // The page shows the claim by itself.
    table.write(Event::LimitClaimed { side: Side::Red });
    browser.until(
        "document.querySelector('select[name=matter]') !== null && \
         document.querySelector('select[name=matter]').value === 'limit-red'",
    );
    browser.until("document.querySelector('select[name=matter]').closest('details').open");
    browser.until("!!document.querySelector('.moves tbody a')");
    browser.picture("board");
    fits(browser, "the board");
    browser.click("button[name=finding][value=refused]");
    browser.until("document.body.textContent.includes('待终端执行')");
    let assignment = table
        .client
        .assignment(None, Duration::ZERO)
        .expect("answers")
        .expect("first");
    let told: Vec<_> = assignment
        .instructions
        .iter()
        .map(|told| &told.event)
        .collect();
    assert!(matches!(told[0], Event::Ruled { .. }), "{told:?}");
    assert!(told.iter().any(|event| matches!(
        event,
        Event::Foul {
            side: Side::Red,
            ..
        }
    )));
    assert!(
        told.iter()
            .any(|event| matches!(event, Event::ClockSet { .. }))
    );
}

/// 1, 0 and ½ in board order; every key is saved and the next board follows.
fn results_by_keyboard(browser: &Browser, stage: &Stage) {
    let url = stage.server.url();
    browser.go(&format!("{url}/desk/rounds/1"));
    browser.until("document.activeElement.name === 'r-1'");
    browser.keys("10½");
    browser.until("document.querySelectorAll('input.saved').length === 3");
    browser.until("document.activeElement.name === 'r-4'");
    browser.keys("和胜");
    browser.until("document.querySelectorAll('input.saved').length === 5");
    browser.picture("round");
    let document = stage.hub.document().expect("there is an event");
    let results: Vec<GameResult> = document.rounds[0].games[..5]
        .iter()
        .map(|game| game.result)
        .collect();
    let expected = [
        GameResult::Red,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Draw,
        GameResult::Red,
    ];
    assert_eq!(results, expected);
    let missing = browser.ask("return document.getElementById('missing').textContent;");
    let missing = missing.as_str().expect("a text").to_owned();
    assert!(
        missing.contains(" 6 ") || missing.contains("：6 "),
        "{missing}"
    );
}

fn both_sizes_and_languages(browser: &Browser, stage: &Stage, table: &Table) {
    let url = stage.server.url();
    let game = format!("/games/{}", table.assigned.game);
    let pages = [
        "/desk",
        "/desk/rounds/1",
        "/desk/boards/1/3",
        "/desk/draft",
        "/desk/obligations",
        "/desk/people",
        "/desk/ranking",
        "/desk/publication",
        "/desk/system",
        "/desk/roles",
        "/desk/audit",
        "/",
        "/rounds/1",
        "/rounds/1/names",
        "/standings",
        "/teams",
        "/prizes",
        "/players/1",
        "/hall",
        "/downloads",
        "/charts",
        "/regulation",
        "/tables/cross-table",
        &game,
    ];
    for (size, phone, name) in [(PHONE, true, "phone"), (LAPTOP, false, "laptop")] {
        browser.resize(size.0, size.1, phone);
        for lang in ["zh", "en"] {
            for page in pages {
                browser.go(&format!("{url}{page}?lang={lang}"));
                browser.until("document.readyState !== 'loading'");
                let tag = browser.ask("return document.documentElement.lang;");
                assert_eq!(tag, if lang == "zh" { "zh-CN" } else { "en" }, "{page}");
                fits(browser, &format!("{page} in {lang} on the {name}"));
                let file = page.trim_start_matches('/').replace('/', "-");
                let file = if page == game {
                    "game".to_owned()
                } else {
                    file
                };
                browser.picture(&format!("{name}-{lang}-{file}"));
            }
        }
    }
    // A finger needs room: what an arbiter presses at the board is no smaller than 9 mm.
    browser.resize(PHONE.0, PHONE.1, true);
    browser.go(&format!("{url}/desk/boards/1/3?lang=zh"));
    let small = browser.ask(
        "document.querySelectorAll('details').forEach((part) => { part.open = true; });\
         return [...document.querySelectorAll('.score-sheet button')]\
         .filter((button) => button.getBoundingClientRect().height < 36)\
         .map((button) => button.textContent);",
    );
    assert_eq!(small, serde_json::json!([]), "buttons too low for a finger");
}
