//! A game in the middle, written by hand, to fill the screens.

use qipu_ui::{
    App, ArbiterData, BoardData, ClockView, Did, Duty, EnrolData, EntryData, FoundHub, GameData,
    JudgedRow, KeyView, Link, MoveRow, Player, PointView, RecordRow, RepetitionData, ReplayData,
    Session, SettingsData, StationData, TouchLine, TouchView, Verdict,
};
use slint::{
    ComponentHandle, Image, ModelRc, Rgb8Pixel, SharedPixelBuffer, SharedString, VecModel,
};

/// After 1 C2=5 H8+7 2 H2+3 R9=8 3 R1=2 H2+3 4 P7+1 P7+1 5 R2+6 C8=9 6 R2=3.
pub const MIDDLE: &str = "r1eakaer1/9/1ch3h1c/p1p1p1R1p/6p2/2P6/P3P1P1P/1C2C1H2/9/RHEAKAE2";

fn model<T: Clone + 'static>(rows: Vec<T>) -> ModelRc<T> {
    ModelRc::new(VecModel::from(rows))
}

fn glyph(letter: char) -> &'static str {
    match letter {
        'K' => "帥",
        'A' => "仕",
        'E' => "相",
        'H' => "傌",
        'R' => "俥",
        'C' => "炮",
        'P' => "兵",
        'k' => "將",
        'a' => "士",
        'e' => "象",
        'h' => "馬",
        'r' => "車",
        'c' => "砲",
        'p' => "卒",
        other => panic!("no piece {other}"),
    }
}

/// The ninety points of a placement, a0 first.
pub fn points(
    placement: &str,
    selected: Option<usize>,
    last: &[usize],
    targets: &[usize],
) -> Vec<PointView> {
    let mut points = vec![PointView::default(); 90];
    for (row, text) in placement.split('/').enumerate() {
        let (rank, mut file) = (9 - row, 0);
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                let point = &mut points[rank * 9 + file];
                point.glyph = glyph(letter).into();
                point.black = letter.is_lowercase();
                file += 1;
            }
        }
    }
    for (index, point) in points.iter_mut().enumerate() {
        let file = char::from(b'a' + (index % 9) as u8);
        point.label = format!("{file}{} {}", index / 9, point.glyph).into();
        point.selected = selected == Some(index);
        point.last = last.contains(&index);
        point.target = targets.contains(&index);
    }
    points
}

fn clock(text: &str, running: bool) -> ClockView {
    ClockView {
        text: text.into(),
        running,
        ..ClockView::default()
    }
}

fn player(name: &str, unit: &str, team: &str, number: &str, points: &str) -> Player {
    Player {
        name: name.into(),
        unit: unit.into(),
        team: team.into(),
        number: number.into(),
        points: points.into(),
    }
}

fn moves() -> Vec<MoveRow> {
    let rounds = [
        ("炮二平五", "马８进７", "24:51　25:10"),
        ("马二进三", "车９平８", "24:40　24:58"),
        ("车一平二", "马２进３", "24:32　24:12"),
        ("兵七进一", "卒７进１", "24:20　23:55"),
        ("车二进六", "炮８平９", "23:48　23:30"),
        ("车二平三", "", "23:12"),
    ];
    rounds
        .iter()
        .enumerate()
        .map(|(i, (red, black, times))| MoveRow {
            number: (i + 1).to_string().into(),
            red: (*red).into(),
            black: (*black).into(),
            times: (*times).into(),
            red_at: 2 * i as i32 + 1,
            black_at: 2 * i as i32 + 2,
            ..MoveRow::default()
        })
        .collect()
}

fn keys(chosen: &[&str], enabled: &[&str]) -> Vec<KeyView> {
    "帅仕相马车炮兵一二三四五六七八九前后进退平"
        .chars()
        .map(|key| {
            let key = key.to_string();
            KeyView {
                enabled: enabled.contains(&key.as_str()) || chosen.contains(&key.as_str()),
                chosen: chosen.contains(&key.as_str()),
                label: key.into(),
            }
        })
        .collect()
}

/// Fills every screen's data.
pub fn fill(app: &App) {
    let session = app.global::<Session>();
    session.set_event("清水第三届“轩辕杯”全国象棋公开赛".into());
    session.set_round(5);
    session.set_board(7);
    session.set_red(player("王宁", "清水", "轩辕队", "12", "7"));
    session.set_black(player("李铁生", "天水", "黑龙队", "31", "6"));
    session.set_link(Link::Delivered);
    session.set_wall_time("9:42".into());

    let game = app.global::<GameData>();
    game.set_red_clock(clock("23:12", false));
    game.set_black_clock(clock("23:30", true));
    game.set_blacks_turn(true);
    game.set_increment(10);
    game.set_moves(model(moves()));
    game.set_plies(11);
    game.set_red_counted("5".into());
    game.set_black_counted("5".into());
    game.set_limit("40".into());
    game.set_red_checks("0".into());
    game.set_black_checks("0".into());
    // g6 from h6
    app.global::<BoardData>()
        .set_points(model(points(MIDDLE, None, &[60, 61], &[])));

    let entry = app.global::<EntryData>();
    entry.set_keys(model(keys(&["炮", "八"], &["进", "退", "平"])));
    entry.set_typed("炮八…".into());
    let candidates: Vec<SharedString> = ["炮八平六", "炮八进二"].map(Into::into).to_vec();
    entry.set_candidates(model(candidates));
    entry.set_cursor(11);
    entry.set_last(11);
    entry.set_round_of_moves(6);
    entry.set_verdict(Verdict::Red);
    entry.set_duty(Duty::TopBoardWinner);
    entry.set_minutes(30);
    entry.set_code(squares());

    let arbiter = app.global::<ArbiterData>();
    arbiter.set_in_game(true);
    arbiter.set_running(true);
    arbiter.set_typed(3);
    arbiter.set_digits("12:30".into());
    arbiter.set_limit_claimed(true);
    arbiter.set_claim_by_black(true);
    arbiter.set_claimant_counted("39".into());
    arbiter.set_opponent_counted("40".into());
    arbiter.set_claimant_checks("7".into());
    arbiter.set_limit("40".into());
    arbiter.set_calling(true);
    arbiter.set_red_fouls(1);
    arbiter.set_irregular("23 g3-g4 g3 没有棋子（4.1.8）".into());
    arbiter.set_red_counted("33".into());
    arbiter.set_black_counted("40".into());
    arbiter.set_black_may_claim(true);
    let touches = (0..16).map(|at| TouchView {
        black: at % 2 == 1,
        did: if at == 4 { Did::Check } else { Did::Plain },
    });
    arbiter.set_trail(model(touches.collect()));

    let enrol = app.global::<EnrolData>();
    enrol.set_address("192.168.1.5:8460".into());
    enrol.set_typed(2);
    enrol.set_first(true);
    enrol.set_encrypted(true);
    enrol.set_found(model(vec![FoundHub {
        name: "清水公开赛".into(),
        address: "192.168.1.5:8460".into(),
    }]));
    let groups = [
        "9F2C", "07B1", "E4D8", "31AA", "C05E", "77F0", "1B92", "D6E3",
    ];
    enrol.set_fingerprint(model(groups.map(SharedString::from).to_vec()));
    fill_tabs(app);
    let records = [
        (3, "王宁", "李铁生"),
        (8, "梁飞", "孙鹏"),
        (20, "赵喆", "陈堃玥"),
    ];
    app.global::<StationData>().set_records(model(
        records
            .iter()
            .map(|(board, red, black)| RecordRow {
                round: "5".into(),
                board: board.to_string().into(),
                red: (*red).into(),
                black: (*black).into(),
                by_black: *board == 8,
            })
            .collect(),
    ));
}

/// What fills the place of a QR code here; the real one is read back in a test of its own.
fn squares() -> Image {
    let mut pixels = SharedPixelBuffer::<Rgb8Pixel>::new(57, 57);
    for (at, pixel) in pixels.make_mut_slice().iter_mut().enumerate() {
        let (row, column) = (at / 57, at % 57);
        let edge = row < 4 || column < 4 || row >= 53 || column >= 53;
        let dark = !edge && (row * 7 + column * 11 + row * column) % 5 < 2;
        *pixel = if dark {
            Rgb8Pixel::new(0, 0, 0)
        } else {
            Rgb8Pixel::new(255, 255, 255)
        };
    }
    Image::from_rgb8(pixels)
}

fn fill_tabs(app: &App) {
    let repetition = app.global::<RepetitionData>();
    repetition.set_found(true);
    repetition.set_times("3".into());
    repetition.set_red_class("长将".into());
    repetition.set_black_class("允许着法".into());
    repetition.set_verdict("红方不变判负".into());
    repetition.set_article("23.5".into());
    repetition.set_proposed(3);
    let plies = [
        ("车八进一", "将", "直接攻击将（24.1）"),
        ("将５进１", "闲", "应将；对方没有子被捉、被杀（24.8）"),
        ("车八退一", "将", "直接攻击将（24.1）"),
        ("将５退１", "闲", "应将；对方没有子被捉、被杀（24.8）"),
    ];
    repetition.set_rows(model(
        plies
            .iter()
            .enumerate()
            .map(|(at, (text, label, reason))| JudgedRow {
                number: (at + 41).to_string().into(),
                black: at % 2 == 1,
                text: (*text).into(),
                label: (*label).into(),
                reason: (*reason).into(),
                chosen: at == 1,
            })
            .collect(),
    ));
    let replay = app.global::<ReplayData>();
    replay.set_points(model(points(MIDDLE, None, &[60, 61], &[])));
    replay.set_moves(model(moves()));
    replay.set_cursor(11);
    replay.set_plies(11);
    replay.set_correctable(true);
    replay.set_touches(model(vec![TouchLine {
        number: "27".into(),
        time: "14:03:22".into(),
        text: "红方 按钟 23:12 / 23:30".into(),
    }]));
    let settings = app.global::<SettingsData>();
    settings.set_version("0.1.0".into());
    settings.set_hub("192.168.1.5:8460".into());
    settings.set_terminal("t-0192f3".into());
    settings.set_has_light(true);
}
