//! An event of sixty players from the first start of the hub to the prizes and back from a backup,
//! through the desk's own forms and thirty terminals over HTTP.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qipu::demo::board;
use qipu::demo::terminal::DemoTerminal;
use qipu::hub::account::Role;
use qipu::hub::people::KEY_FILE;
use qipu::hub::{Hub, Server, backup};
use qipu::journal::Verdict;
use qipu::store::hub::audit;
use tournament::document::{GameResult, RecordState};

use crate::hub_desk_client::{Desk, File, PASSWORD, hidden};
use crate::hub_desk_hall::{
    BOARDS, Hall, answered_call, by_stick, refused_claim, replaced, short_games, typed_in,
    upheld_claim,
};
use crate::hub_desk_people::{sound, workbook};

const ROUNDS: u16 = 5;

/// From nothing to a hall that can play.
fn first_start(folder: &Path) -> (Hall, Desk) {
    let hub = Arc::new(Hub::open(folder.join("data")).expect("an empty folder opens"));
    let code = hub
        .start_code()
        .expect("reads")
        .expect("nobody is there yet");
    let server = Server::start(Arc::clone(&hub), "127.0.0.1:0").expect("a port is free");
    let mut chief = Desk::stranger(&server.url());
    let fields = [
        ("code", code.0.as_str()),
        ("name", "裁判长"),
        ("password", PASSWORD),
    ];
    chief.form_of("/desk/start", &fields).done();
    chief.sign_in("裁判长", PASSWORD);
    for role in Role::ALL {
        let fields = [
            ("name", role.code()),
            ("password", PASSWORD),
            ("role", role.code()),
        ];
        chief.post("/desk/system/account", &fields).done();
    }
    let fields = [
        ("title", "清水公开赛"),
        ("regulation", "qingshui-2019"),
        ("first_day", "2019-06-15"),
        ("rounds", "5"),
        ("seed", "轩辕"),
    ];
    chief.upload("/desk/event", &fields, None).done();
    let hall = Hall {
        hub,
        server,
        terminals: BTreeMap::new(),
        games: short_games(),
    };
    (hall, chief)
}

fn officer(hall: &Hall, role: Role) -> Desk {
    let mut desk = Desk::stranger(&hall.server.url());
    desk.sign_in(role.code(), PASSWORD);
    desk
}

/// Import, check-in, the questions of the regulation, numbers drawn.
fn people(hall: &Hall, chief: &Desk) {
    let registrar = officer(hall, Role::Registrar);
    let (bytes, bad) = workbook();
    let file = File {
        field: "sheet",
        name: "报名.xlsx",
        bytes: &bytes,
    };
    let page = registrar
        .upload("/desk/people/import", &[], Some(file))
        .page();
    assert_eq!(page.matches("<li><b>第 ").count(), bad.len());
    let sheet = hidden(&page, "sheet").expect("the sheet has a name");
    let page = registrar
        .post("/desk/people/keep", &[("sheet", &sheet)])
        .page();
    assert!(page.contains("报名 60"), "{page}");
    let players = hall.hub.players().expect("reads back");
    for player in &players {
        let number = player.number.to_string();
        let fields = [
            ("number", number.as_str()),
            ("fee", "on"),
            ("identity", "on"),
            ("insurance", "on"),
        ];
        registrar.post("/desk/people/check-in", &fields).done();
    }
    registrar.post("/desk/people/close", &[]).done();
    let page = chief.get("/desk/ranking").page();
    assert!(page.contains("女子恰为10人"), "{page}");
    for (name, answer) in [
        ("women_at_threshold", "no"),
        ("women_amounts", "1000、800、600、400"),
        ("random_winners", "5"),
    ] {
        chief
            .post(
                "/desk/ranking/answer",
                &[("name", name), ("answer", answer)],
            )
            .done();
    }
    registrar
        .post("/desk/people/draw", &[("seed", "轩辕"), ("how", "open")])
        .done();
}

/// The first pairing: looked at, edited by hand, published twice.
fn first_pairing(hall: &Hall) {
    let desk = officer(hall, Role::PairingOfficer);
    desk.post("/desk/draft/pair", &[]).done();
    let page = desk.get("/desk/draft").page();
    let stale = hidden(&page, "digest").expect("the draft has a digest");
    assert_eq!(page.matches("class=\"muted why\"").count(), BOARDS as usize);
    desk.post(
        "/desk/draft/swap",
        &[("round", "1"), ("one", "1"), ("two", "3")],
    )
    .done();
    desk.post("/desk/draft/turn", &[("round", "1"), ("board", "9")])
        .done();
    let page = desk.get("/desk/draft").page();
    assert!(page.contains("手工调整"), "{page}");
    let digest = hidden(&page, "digest").expect("the draft has a digest");
    let publish =
        |digest: &str| desk.post("/desk/draft/publish", &[("round", "1"), ("digest", digest)]);
    assert_eq!(
        publish(&stale).status,
        409,
        "somebody looked at another draft"
    );
    assert_eq!(desk.get("/rounds/1").status, 404);
    publish(&digest).done();
    let log = || hall.hub.store().read(audit::all).expect("reads back").len();
    let (document, rows) = (hall.hub.document().expect("is there"), log());
    publish(&digest).done();
    assert_eq!(hall.hub.document().expect("is there"), document);
    assert_eq!(log(), rows, "the second time nothing is done");
    let frozen = desk.post(
        "/desk/draft/swap",
        &[("round", "1"), ("one", "1"), ("two", "2")],
    );
    assert_eq!(frozen.status, 409);
}

/// Types in what nobody recorded, confirms the rest, and closes; records are handed in or not.
fn results(hall: &Hall, round: u16) {
    let desk = officer(hall, Role::Arbiter);
    let path = format!("/desk/rounds/{round}");
    let page = desk.get(&path).page();
    let boards = (1..=BOARDS).filter(|board| typed_in(round, *board));
    let typed: BTreeMap<u32, &str> = boards.zip(["1", "和", "0"]).collect();
    let mut fields = Vec::new();
    for board in 1..=BOARDS {
        let name = format!("r-{board}");
        let mark = match typed.get(&board) {
            Some(mark) => (*mark).to_owned(),
            None => hidden(&page, &name).expect("the board has a field"),
        };
        assert!(
            !mark.is_empty(),
            "round {round}, board {board} has no result"
        );
        fields.push((name, mark));
    }
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(n, m)| (n.as_str(), m.as_str()))
        .collect();
    desk.post(&format!("{path}/results"), &fields).done();
    let page = desk.get(&path).page();
    assert!(!page.contains("unconfirmed"), "{page}");
}

/// Records owed at boards where nobody recorded: the first is entered, the others are not.
fn records(hall: &Hall, round: u16) -> (usize, Vec<u32>) {
    let owed = hall.hub.obligations().expect("reads back");
    let open: Vec<_> = owed
        .into_iter()
        .filter(|owed| owed.round == round && owed.state == RecordState::Open)
        .collect();
    for owed in &open {
        assert!(
            typed_in(round, owed.board),
            "a game played live is recorded: {owed:?}"
        );
    }
    let mut missed = Vec::new();
    for (at, owed) in open.iter().enumerate() {
        if at > 0 {
            missed.push(owed.board);
            continue;
        }
        let terminal = &hall.terminals[&owed.board];
        let assignment = terminal.assignment().expect("the hub answers");
        let entry = assignment.owed.first().expect("it is owed at its board");
        let verdict = match hall.result(round, owed.board) {
            GameResult::Red => Verdict::Red,
            GameResult::Black => Verdict::Black,
            _ => Verdict::Draw,
        };
        let mut game = hall.game_at(round, owed.board).clone();
        game.outcome.verdict = verdict;
        board::enter(terminal, &entry.game, &game).expect("is handed in");
    }
    (open.len() - missed.len(), missed)
}

/// Every page of the event as anybody sees it, and those of the desk without the session's token.
fn pages(hall: &Hall, desk: &Desk) -> BTreeMap<String, Vec<u8>> {
    let mut addresses: Vec<String> = [
        "/",
        "/standings",
        "/teams",
        "/prizes",
        "/regulation",
        "/downloads/places.csv",
        "/downloads/cross-table.csv",
        "/downloads/pgn.pgn",
        "/desk/obligations",
        "/desk/people",
        "/desk/ranking",
        "/desk/publication",
    ]
    .map(str::to_owned)
    .into();
    for round in 1..=ROUNDS {
        addresses.extend([
            format!("/rounds/{round}"),
            format!("/rounds/{round}/names"),
            format!("/desk/rounds/{round}"),
        ]);
    }
    addresses.extend((1..=60).map(|number| format!("/players/{number}")));
    let tables = hall.hub.tables().expect("there is an event");
    for round in 1..=ROUNDS {
        addresses.extend(
            tables
                .games_of(round)
                .iter()
                .map(|game| format!("/games/{}", game.id)),
        );
    }
    let page = |address: String| {
        let answer = desk.get(&address);
        assert_eq!(answer.status, 200, "{address}");
        let bytes = if address
            .rsplit_once('.')
            .is_some_and(|(_, kind)| kind == "pgn")
        {
            answer.bytes
        } else {
            answer.text().replace(desk.token(), "TOKEN").into_bytes()
        };
        (address, bytes)
    };
    addresses.into_iter().map(page).collect()
}

#[test]
fn an_event_from_first_start_to_prizes_and_back_from_the_backup() {
    let place = tempfile::tempdir().expect("a folder");
    let (mut hall, chief) = first_start(place.path());
    people(&hall, &chief);
    first_pairing(&hall);

    let terminals = place.path().join("terminals");
    std::fs::create_dir(&terminals).expect("can be made");
    for board in 1..=BOARDS {
        let terminal = DemoTerminal::open(&terminals, &hall.hub, &hall.server.url(), board);
        hall.terminals.insert(board, terminal.expect("enrols"));
    }
    let arbiter = officer(&hall, Role::Arbiter);
    refused_claim(&hall, &arbiter, 1);
    upheld_claim(&hall, &arbiter, 2);
    answered_call(&hall, &arbiter, 3);
    replaced(&mut hall, &arbiter, &terminals, 4);
    by_stick(&hall, &arbiter, 8);
    for board in [5, 6] {
        hall.terminals[&board].lose_link_after(3);
    }
    let live = |board: &u32| !typed_in(1, *board) && *board != 8;
    hall.play_all(1, (5..=BOARDS).filter(live));

    let (mut met, mut missed) = (0, Vec::new());
    for round in 1..=ROUNDS {
        if round > 1 {
            next_round(&hall, round);
            hall.play_all(round, (1..=BOARDS).filter(|board| !typed_in(round, *board)));
        }
        let pairing = officer(&hall, Role::PairingOfficer);
        let early = pairing.post(&format!("/desk/rounds/{round}/close"), &[]);
        assert_eq!(early.status, 409, "boards are missing");
        results(&hall, round);
        let (handed_in, not_in) = records(&hall, round);
        met += handed_in;
        let page = pairing.get(&format!("/desk/rounds/{round}")).page();
        assert_eq!(
            page.contains("结束本轮即确认各记犯规"),
            !not_in.is_empty(),
            "{page}"
        );
        pairing
            .post(&format!("/desk/rounds/{round}/close"), &[])
            .done();
        missed.extend(not_in.into_iter().map(|board| (round, board)));
    }
    assert!(
        met >= 2 && missed.len() >= 2,
        "met {met}, missed {missed:?}"
    );
    fouls_and_waiver(&hall, &chief, &missed);
    old_result_put_right(&hall, &chief);
    prizes_and_payout(&hall);
    there_and_back(hall, &chief, place.path());
}

/// Pairs and publishes; in round 2 a pair of the first proposal is forbidden.
fn next_round(hall: &Hall, round: u16) {
    let desk = officer(hall, Role::PairingOfficer);
    desk.post("/desk/draft/pair", &[]).done();
    if round == 2 {
        let seated = |page: &str| {
            let row = page
                .split("<tbody>")
                .nth(1)
                .and_then(|rest| rest.split("</tr>").next());
            let units = row
                .expect("board 1 has a row")
                .split("class=\"unit\">")
                .skip(1);
            let numbers: Vec<String> = units
                .map(|rest| rest.split('<').next().unwrap_or_default().to_owned())
                .collect();
            numbers
        };
        let before = seated(&desk.get("/desk/draft").page());
        let pair = before.join("-");
        desk.post(
            "/desk/draft/repair",
            &[("round", "2"), ("forbidden", &pair)],
        )
        .done();
        let after = seated(&desk.get("/desk/draft").page());
        assert_ne!(before, after, "{pair} may not meet");
    }
    let page = desk.get("/desk/draft").page();
    let digest = hidden(&page, "digest").expect("the draft has a digest");
    let number = round.to_string();
    desk.post(
        "/desk/draft/publish",
        &[("round", &number), ("digest", &digest)],
    )
    .done();
}

fn fouls_of(hall: &Hall, round: u16, board: u32) -> u32 {
    let document = hall.hub.document().expect("there is an event");
    let game = &document.rounds[usize::from(round) - 1].games[board as usize - 1];
    game.fouls.red + game.fouls.black
}

fn fouls_and_waiver(hall: &Hall, chief: &Desk, missed: &[(u16, u32)]) {
    for (round, board) in missed {
        assert_eq!(
            fouls_of(hall, *round, *board),
            1,
            "round {round}, board {board}"
        );
    }
    assert_eq!(fouls_of(hall, 1, 1), 1, "the unfounded claim");
    let (round, board) = missed[0];
    let (round_text, board_text) = (round.to_string(), board.to_string());
    let fields = [
        ("round", round_text.as_str()),
        ("board", board_text.as_str()),
    ];
    chief.post("/desk/obligations/waive", &fields).done();
    assert_eq!(fouls_of(hall, round, board), 0);
    let page = chief.get("/desk/obligations").page();
    assert!(page.contains("免录") && page.contains("漏录，记犯规") && page.contains("已录"));
}

fn old_result_put_right(hall: &Hall, chief: &Desk) {
    let before = chief.get("/standings").page();
    let board = (1..=BOARDS)
        .find(|board| typed_in(1, *board))
        .expect("there is one");
    let field = format!("r-{board}");
    chief
        .post("/desk/rounds/1/results", &[(&field, "0")])
        .done();
    assert_eq!(hall.result(1, board), GameResult::Black);
    assert_ne!(
        chief.get("/standings").page(),
        before,
        "everything is ranked anew"
    );
    let page = chief.get("/desk/ranking").page();
    for round in 2..=ROUNDS {
        assert!(
            page.contains(&format!("第 {round} 轮是按后来更正的成绩编排的")),
            "{page}"
        );
    }
}

fn prizes_and_payout(hall: &Hall) {
    let treasurer = officer(hall, Role::Treasurer);
    let page = treasurer.get("/prizes").page();
    // VI(6)1: the forty individual prizes come to 67000 yuan.
    assert!(page.contains("67000"), "{page}");
    let payout = treasurer.get("/desk/ranking/payout.csv").text();
    assert!(payout.contains(",20000,"), "{payout}");
    let accounts = sound()
        .iter()
        .filter(|row| payout.contains(&row.account))
        .count();
    assert!(accounts >= 40, "{accounts} accounts");
}

fn there_and_back(hall: Hall, chief: &Desk, place: &Path) {
    let before = pages(&hall, chief);
    let copies = place.join("copies");
    let copy = hall.hub.back_up(&copies).expect("copies");
    let data = place.join("data");
    // The key is kept elsewhere, as the guide says.
    let key = std::fs::read(data.join(KEY_FILE)).expect("is there");
    let held = backup::verify(&data).expect("reads");
    drop(hall.terminals);
    drop(hall.server);
    drop(hall.hub);
    std::fs::remove_dir_all(&data).expect("is wiped");

    let began = Instant::now();
    let restored = backup::restore(&copy, &data).expect("the backup is sound");
    assert!(restored.broken.is_empty(), "{restored:?}");
    assert_eq!(
        (restored.rounds, restored.games),
        (usize::from(ROUNDS), 150)
    );
    assert_eq!(
        (restored.entries, restored.audit),
        (held.entries, held.audit)
    );
    std::fs::write(data.join(KEY_FILE), key).expect("is put back");
    let hub = Arc::new(Hub::open(&data).expect("opens"));
    let server = Server::start(Arc::clone(&hub), "127.0.0.1:0").expect("a port is free");
    assert!(began.elapsed() < Duration::from_secs(60));
    let mut chief = Desk::stranger(&server.url());
    chief.sign_in("裁判长", PASSWORD);
    let hall = Hall {
        hub,
        server,
        terminals: BTreeMap::new(),
        games: Vec::new(),
    };
    let after = pages(&hall, &chief);
    for (address, page) in &before {
        assert!(after[address] == *page, "{address} is not as before");
    }
    assert_eq!(before.len(), after.len());
    let mut registrar = Desk::stranger(&hall.server.url());
    registrar.sign_in(Role::Registrar.code(), PASSWORD);
    let personal = registrar.get("/desk/people/1/personal").page();
    assert!(personal.contains("**********"), "{personal}");
}
