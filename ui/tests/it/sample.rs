//! A game in the middle, written by hand, to fill the screens.

use qipu_ui::{
    App, ArbiterData, BoardData, ClockView, Did, EnrolData, EntryData, GameData, KeyView, Link,
    MoveRow, Player, PointView, RecordRow, Session, StationData, TouchView, Verdict,
};
use slint::{ComponentHandle, ModelRc, SharedString, VecModel};

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
    entry.set_article("（六）".into());

    let arbiter = app.global::<ArbiterData>();
    arbiter.set_in_game(true);
    arbiter.set_running(true);
    arbiter.set_typed(3);
    arbiter.set_digits("12:30".into());
    arbiter.set_limit_claimed(true);
    arbiter.set_claim_by_black(true);
    arbiter.set_claimant_counted("39".into());
    arbiter.set_opponent_counted("40".into());
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
    enrol.set_url("http://192.168.1.5:8460".into());
    enrol.set_typed(2);
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
