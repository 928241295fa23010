//! Twelve hours of a terminal in a time-lapse: memory stays flat, nothing grows from ticking text.
//! A program of its own, since it measures the whole process.

#[allow(dead_code)] // The other tests use more of it.
#[path = "it/stage.rs"]
mod stage;
#[allow(dead_code)] // The other tests use more of it.
#[path = "it/table.rs"]
mod table;

use qipu_ui::GameData;
use slint::ComponentHandle;
use table::{START, Table};

const SECONDS: u64 = 12 * 3600;
const MIB: u64 = 1024;

/// Resident memory in KiB; none where the system does not tell.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn twelve_hours_leave_memory_flat() {
    let table = Table::live(START);
    let moves = ["h2e2", "e2h2"].map(|mv| mv.parse::<xiangqi::Move>().expect("a move"));
    let replies = ["h7e7", "e7h7"].map(|mv| mv.parse::<xiangqi::Move>().expect("a move"));
    let mut settled = None;
    for second in 0..SECONDS {
        table.time.advance(1000);
        i_slint_backend_testing::mock_elapsed_time(std::time::Duration::from_secs(1));
        table.screen.tick();
        // A move every two minutes, so that the clocks and the list have something to show.
        if second % 120 == 60 {
            let round = (second / 120) as usize;
            let mv = if round.is_multiple_of(2) {
                moves[round / 2 % 2]
            } else {
                replies[round / 2 % 2]
            };
            table.touch_move(mv);
            table.press(if round.is_multiple_of(2) {
                "红方按钟"
            } else {
                "黑方按钟"
            });
        }
        if second % 60 == 0 {
            stage::picture(&table.app);
        }
        if second == 1800 {
            settled = resident();
        }
    }
    let state = table
        .screen
        .kiosk()
        .borrow()
        .game()
        .expect("a game")
        .state()
        .plies()
        .len();
    println!(
        "{state} plies, clock {}",
        table.app.global::<GameData>().get_red_clock().text
    );
    let (Some(settled), Some(now)) = (settled, resident()) else {
        println!("skipped: the system does not tell the memory in use");
        return;
    };
    println!("resident: {settled} KiB after half an hour, {now} KiB after twelve");
    assert!(now < settled + 5 * MIB, "it grew by {} KiB", now - settled);
    assert!(now < 150 * MIB);
}
