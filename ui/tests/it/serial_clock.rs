//! The electronic clock on the screens: the badge, and the arbiter's page.

use std::time::Duration;

use clock_link::model::Face;
use clock_link::{ClockLink, Terms};
use qipu::journal::{ClockFact, Event};
use qipu_ui::{ArbiterData, ClockSign, SerialClock, Session};
use slint::{ComponentHandle, Model};

use crate::table::{START, Table};

const PIN: &str = "201906";

fn sign(table: &Table) -> ClockSign {
    table.app.global::<SerialClock>().get_sign()
}

/// The clock has a thread of its own: a busy machine may take a while.
fn until(table: &Table, what: impl Fn(&Table) -> bool) {
    for _ in 0..300 {
        if what(table) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
        table.wait(1000);
    }
    panic!("it did not come: {:?}", sign(table));
}

fn rules(table: &Table) -> Vec<bool> {
    let entries = table.store.entries(table.game).expect("readable");
    entries
        .into_iter()
        .filter_map(|entry| match entry.event {
            Event::ExternalClock(ClockFact::Rules { red_on_left, .. }) => Some(red_on_left),
            _ => None,
        })
        .collect()
}

#[test]
fn without_a_clock_nothing_is_said_of_one() {
    let table = Table::live(START);
    assert_eq!(sign(&table), ClockSign::None);
}

#[test]
fn the_arbiter_sees_a_clock_says_where_red_sits_and_lets_it_rule() {
    let table = Table::live(START);
    let (link, _buttons) =
        ClockLink::open_simulated(Terms::default(), Face::default()).expect("a thread");
    table
        .screen
        .kiosk()
        .borrow_mut()
        .attach_clock(Box::new(link))
        .expect("a readable setting");
    until(&table, |table| sign(table) == ClockSign::Beside);

    table.press("裁判");
    for digit in PIN.chars() {
        table.press(&digit.to_string());
    }
    assert!(table.app.global::<ArbiterData>().get_unlocked());
    table.press("停钟");
    table.press("棋钟");
    let data = table.app.global::<SerialClock>();
    until(&table, |_| data.get_lines().row_count() > 0);
    assert!(data.get_name().ends_with(" SIM0001"), "{}", data.get_name());
    assert!(!data.get_rules());
    table.press("用棋钟，红方在右");
    until(&table, |table| sign(table) == ClockSign::Ruling);
    assert!(data.get_rules() && data.get_seated() && !data.get_red_on_left());
    assert_eq!(rules(&table), [false]);
    let badge = data.invoke_badge(sign(&table), "".into(), data.get_trouble());
    assert_eq!(badge, "● 外接棋钟");
    table.app.global::<Session>().invoke_switch_language();
    let badge = data.invoke_badge(sign(&table), "".into(), data.get_trouble());
    assert_eq!(badge, "● electronic clock");
    table.app.global::<Session>().invoke_switch_language();

    table.press("用终端计时");
    until(&table, |table| sign(table) == ClockSign::Beside);
    assert!(!data.get_rules());
}
