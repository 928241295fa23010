//! The first start by touches; the network is played by the test.

use std::cell::RefCell;
use std::rc::Rc;

use qipu::kiosk::adapter::Errand;
use qipu::kiosk::controller::{Enrolment, Fault, Kiosk, Place};
use qipu::sync::discovery::Found;
use qipu_ui::{EnrolData, EnrolFault, EnrolStep, Page, Session};
use slint::{ComponentHandle, Model};

use crate::table::Table;

fn first_start() -> (Table, Rc<RefCell<Vec<Errand>>>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let table = Table::start(folder, None);
    let errands: Rc<RefCell<Vec<Errand>>> = Rc::default();
    let own = errands.clone();
    table
        .screen
        .on_errand(move |errand| own.borrow_mut().push(errand));
    table
        .screen
        .act(|kiosk: &mut Kiosk| kiosk.enrol(Enrolment::anywhere()));
    assert_eq!(table.app.global::<Session>().get_page(), Page::Enrol);
    (table, errands)
}

fn enrolment(table: &Table, act: impl FnOnce(&mut Enrolment)) {
    table.screen.act(|kiosk: &mut Kiosk| {
        act(kiosk.enrolment_mut().expect("it goes on"));
    });
}

#[test]
fn a_found_hub_is_compared_and_enrolled_at_by_nine_touches() {
    let (table, errands) = first_start();
    enrolment(&table, |enrolment| {
        enrolment.hear(vec![Found {
            name: "清水公开赛".to_owned(),
            address: "192.168.1.5:8460".to_owned(),
            encrypted: true,
        }]);
    });
    table.press("清水公开赛 192.168.1.5:8460");
    let data = table.app.global::<EnrolData>();
    assert_eq!(data.get_step(), EnrolStep::Looking);
    let place = Place::parse("https://192.168.1.5:8460").expect("an address");
    assert_eq!(errands.borrow_mut().pop(), Some(Errand::Look(place)));
    enrolment(&table, |enrolment| enrolment.seen(Ok(Some(vec![7; 64]))));
    assert_eq!(data.get_step(), EnrolStep::Compare);
    let groups: Vec<String> = data.get_fingerprint().iter().map(Into::into).collect();
    // The first sixteen bytes of the SHA-256 of 64 bytes of 7, by another program.
    let expected = [
        "6CFE", "EB3A", "A25D", "3F41", "1DAE", "5EEC", "17D7", "369C",
    ];
    assert_eq!(groups, expected);
    table.press("完全一样");
    for digit in "123456".chars() {
        table.press(&digit.to_string());
    }
    assert!(data.get_busy());
    let last = errands.borrow_mut().pop();
    assert!(
        matches!(&last, Some(Errand::Enrol(place, code)) if code == "123456" && place.certificate().is_some()),
        "{last:?}"
    );
    enrolment(&table, |enrolment| enrolment.failed(Fault::BadCode));
    assert_eq!(data.get_fault(), EnrolFault::BadCode);
    table
        .screen
        .act(|kiosk: &mut Kiosk| kiosk.enrolled("t-1".to_owned()));
    assert_eq!(table.app.global::<Session>().get_page(), Page::Waiting);
}

#[test]
fn an_address_is_typed_and_a_strange_certificate_refused() {
    let (table, errands) = first_start();
    for key in ["1", "0", ".", "0", ".", "0", ".", "9"] {
        table.press(key);
    }
    table.press("连接");
    let looked = errands.borrow_mut().pop();
    assert!(
        matches!(&looked, Some(Errand::Look(place)) if place.address == "10.0.0.9:8460"),
        "{looked:?}"
    );
    enrolment(&table, |enrolment| enrolment.seen(Ok(Some(vec![1]))));
    table.press("不一样");
    let data = table.app.global::<EnrolData>();
    assert_eq!(data.get_step(), EnrolStep::Address);
    assert_eq!(data.get_fault(), EnrolFault::NotSame);
}

#[test]
fn without_a_hub_one_can_play_at_once() {
    let (table, _) = first_start();
    table.press("不连裁判台，单机使用");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Ready);
    table.press("红方");
    table.press("黑方");
    table.press("开始，红方走棋");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Play);
}
