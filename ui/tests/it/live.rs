//! The live game by touches.

use qipu::demo::games;
use qipu::journal::{Outcome, Phase, Reason, Verdict, chain};
use qipu_ui::{GameData, Notice, Page, Session};
use slint::{ComponentHandle, LogicalPosition, Model};
use xiangqi::Move;

use crate::stage;
use crate::table::{START, Table, middle};

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn press_clock(table: &Table, red: bool) {
    table.press(if red { "红方按钟" } else { "黑方按钟" });
}

/// Signs in both halves with a finger and confirms.
fn sign(table: &Table, side: &str) {
    let pad = i_slint_backend_testing::ElementHandle::find_by_accessible_label(
        &table.app,
        &format!("{side}：签名"),
    )
    .next()
    .expect("a pad to sign on");
    let at = middle(&pad);
    table.down(at);
    for step in 1..5 {
        let position = LogicalPosition::new(at.x + 12.0 * step as f32, at.y + 7.0);
        table
            .app
            .window()
            .dispatch_event(slint::platform::WindowEvent::PointerMoved { position });
    }
    table.up(at);
    table.press(&format!("{side}：确认结果"));
}

#[test]
fn every_point_is_a_button_with_a_label() {
    let table = Table::live(START);
    let points = stage::buttons(&table.app, |label| {
        let mut letters = label.chars();
        letters.next().is_some_and(|c| ('a'..='i').contains(&c))
            && letters.next().is_some_and(|c| c.is_ascii_digit())
    });
    assert_eq!(points.len(), 90);
    assert_eq!(
        table.point("h2").accessible_label().as_deref(),
        Some("h2 炮")
    );
    assert_eq!(
        table.point("e9").accessible_label().as_deref(),
        Some("e9 将")
    );
}

#[test]
fn two_fingers_touches_move_a_piece() {
    let table = Table::live(START);
    let before = stage::picture(&table.app);
    table.finger(&table.point("h2"));
    let lifted = stage::picture(&table.app);
    assert_ne!(
        before.as_slice(),
        lifted.as_slice(),
        "a touched piece lifts"
    );
    table.wait(300);
    table.finger(&table.point("e2"));
    assert_eq!(
        table.point("e2").accessible_label().as_deref(),
        Some("e2 炮")
    );
    table.finger(&table.button("红方按钟"));
    let moves = table.app.global::<GameData>().get_moves();
    assert_eq!(moves.row_data(0).expect("a row").red, "炮二平五");
}

#[test]
fn a_whole_game_by_touches_to_mate_and_signed() {
    let table = Table::live(START);
    let game = games::shipped()
        .into_iter()
        .filter(|game| game.outcome.reason == Reason::Checkmate)
        .min_by_key(|game| game.moves.len())
        .expect("a quarter of the list ends in mate");
    for (ply, mv) in game.moves.iter().enumerate() {
        table.touch_move(*mv);
        press_clock(&table, ply % 2 == 0);
    }
    table.press("终局");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Result);
    let won = if game.outcome.verdict == Verdict::Red {
        "红胜"
    } else {
        "黑胜"
    };
    table.press(&format!("红方：{won}"));
    table.press("红方：将死");
    table.press("黑方：同意对方所选");
    sign(&table, "红方");
    sign(&table, "黑方");
    let entries = table.store.entries(table.game).expect("readable");
    chain::verify(table.game, &entries).expect("an unbroken chain");
    let state = qipu::journal::GameState::fold(&entries);
    assert_eq!(state.phase(), Phase::Closed);
    assert_eq!(state.plies().len(), game.moves.len());
    let mate = Outcome {
        verdict: game.outcome.verdict,
        reason: Reason::Checkmate,
    };
    assert_eq!(state.outcome(), Some(mate));
    table.press("完成");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Waiting);
}

#[test]
fn resigning_takes_two_seconds() {
    let table = Table::live(START);
    let resign = middle(&table.button("认输"));
    table.down(resign);
    table.wait(500);
    table.up(resign);
    table.wait(3000);
    assert_eq!(
        table.app.global::<Session>().get_page(),
        Page::Play,
        "half a second is a sleeve"
    );
    table.down(resign);
    table.wait(2200);
    table.up(resign);
    assert_eq!(table.app.global::<Session>().get_page(), Page::Result);
    let black_half = table.button("黑方：同意对方所选");
    assert_eq!(black_half.accessible_enabled(), Some(true));
}

#[test]
fn the_clock_counts_down_by_the_passing_of_time() {
    let table = Table::live(START);
    table.wait(5_000);
    assert_eq!(table.app.global::<GameData>().get_red_clock().text, "29:55");
    assert_eq!(
        table.app.global::<GameData>().get_black_clock().text,
        "30:00"
    );
    table.touch_move(mv("h2e2"));
    press_clock(&table, true);
    assert_eq!(table.app.global::<GameData>().get_red_clock().text, "30:05");
    assert!(table.app.global::<GameData>().get_black_clock().running);
}

#[test]
fn the_language_changes_in_the_middle_of_a_game() {
    let table = Table::live(START);
    table.touch_move(mv("h2e2"));
    press_clock(&table, true);
    table.press("English");
    assert!(table.has("Offer draw"));
    assert!(!table.has("提和"));
    assert_eq!(
        table.point("e2").accessible_label().as_deref(),
        Some("e2 炮")
    );
    table.touch_move(mv("h9g7"));
    table.press("Black presses the clock");
    table.press("中文");
    assert!(table.has("提和"));
    assert_eq!(table.app.global::<GameData>().get_plies(), 2);
}

#[test]
fn a_palm_and_a_double_tap_do_nothing_more() {
    let table = Table::live(START);
    let point = middle(&table.point("h2"));
    table.down(point);
    // The palm: a second touch while the first is down.
    table.down(LogicalPosition::new(point.x, point.y - 200.0));
    table.up(point);
    table.wait(100);
    table.finger(&table.point("h2"));
    let view = table.screen.kiosk().borrow().game().expect("a game").view();
    assert!(view.plies.is_empty());
    assert_eq!(
        view.selected.map(|square| square.to_string()).as_deref(),
        Some("h2")
    );
}

/// 8.1.3, 22.2: the board shows the offer and the claim; counting and judging is the arbiter's.
#[test]
fn draw_offers_two_ahead_and_a_claim_with_checks_are_only_recorded() {
    let table = Table::live(START);
    for (ply, text) in ["h2e2", "h9g7", "h0g2", "i9h9"].into_iter().enumerate() {
        if ply % 2 == 0 {
            table.press("提和");
            assert_eq!(
                table.app.global::<Session>().get_notice(),
                Notice::DrawOfferedRed
            );
        }
        table.touch_move(mv(text));
        press_clock(&table, ply % 2 == 0);
    }
    table.press("自然限着");
    assert_eq!(
        table.app.global::<Session>().get_notice(),
        Notice::LimitClaimed
    );
    assert!(table.app.global::<GameData>().get_paused());
}

/// Every pixel outside the two points and the move's own line is the same whether the move was
/// allowed or not: the board gives no judgement away.
#[test]
fn no_pixel_tells_that_a_move_was_illegal() {
    // The same placement but for Black's chariot, which in the second gives check.
    let quiet = "4k4/9/9/9/9/3r5/9/9/9/R4K3 w - - 0 1";
    let check = "4k4/9/9/9/9/5r3/9/9/9/R4K3 w - - 0 1";
    let [allowed, forbidden] = [quiet, check].map(|fen| {
        std::thread::spawn(move || {
            let table = Table::live(fen);
            table.touch_move(mv("a0a1"));
            let view = table.screen.kiosk().borrow().game().expect("a game").view();
            assert_eq!(view.plies[0].text, "车九进一");
            let legal = table
                .screen
                .kiosk()
                .borrow()
                .game()
                .expect("a game")
                .state()
                .plies()[0]
                .irregular;
            assert_eq!(legal.is_some(), fen == check);
            let ranks = ["d4", "f4"].map(|square| {
                let point = table.point(square);
                (point.absolute_position(), point.size())
            });
            (stage::picture(&table.app), ranks)
        })
        .join()
        .expect("a picture")
    });
    let inside = |x: u32, y: u32| {
        allowed.1.iter().any(|(at, size)| {
            let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
            x >= at.x - 1.0
                && x <= at.x + size.width + 1.0
                && y >= at.y - 1.0
                && y <= at.y + size.height + 1.0
        })
    };
    let width = allowed.0.width();
    let pixels = allowed.0.as_slice().iter().zip(forbidden.0.as_slice());
    let told = pixels
        .enumerate()
        .filter(|(_, (a, b))| a != b)
        .filter(|(at, _)| !inside(*at as u32 % width, *at as u32 / width))
        .count();
    assert_eq!(
        told, 0,
        "{told} pixels outside the chariot's two points differ"
    );
}
