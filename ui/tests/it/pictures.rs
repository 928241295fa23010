//! Every screen drawn, in both languages, three sizes and three lights. The pictures lie under the
//! target folder; they are there to be opened, since no assertion sees what is ugly.

use qipu_ui::{
    App, ArbiterData, BoardData, ChoiceView, Ending, EnrolData, EnrolStep, EntryData, GameData,
    Notice, Page, Scheme, Session, Tab, Theme, Verdict,
};
use slint::{ComponentHandle, ModelRc, VecModel};

use crate::{sample, stage};

const SIZES: [(u32, u32); 4] = [(1280, 800), (1024, 600), (1920, 1080), (800, 1280)];
const PAGES: [(Page, &str); 8] = [
    (Page::Enrol, "enrol"),
    (Page::Station, "station"),
    (Page::ClockAlone, "clock-alone"),
    (Page::Waiting, "waiting"),
    (Page::Ready, "ready"),
    (Page::Play, "play"),
    (Page::Result, "result"),
    (Page::Entry, "entry"),
];

fn draw(width: u32, height: u32, english: bool, scheme: Scheme) {
    let app = stage::open(width, height);
    sample::fill(&app);
    stage::language(english);
    app.global::<Session>().set_english(english);
    app.global::<Theme>().set_scheme(scheme);
    let shot = |name: &str| draw_page(&app, name, (width, height), english, scheme);
    for (page, name) in PAGES {
        app.global::<Session>().set_page(page);
        if page == Page::Entry {
            let points = sample::points(sample::MIDDLE, Some(19), &[60, 61], &[21, 37, 46]);
            app.global::<BoardData>()
                .set_points(ModelRc::new(VecModel::from(points)));
        }
        if page == Page::Result {
            let choice = ChoiceView {
                verdict: Verdict::Red,
                ending: Ending::Resignation,
                signed: false,
            };
            app.global::<GameData>().set_red_choice(choice);
        }
        shot(name);
    }
    for (step, name) in [
        (EnrolStep::Compare, "enrol-compare"),
        (EnrolStep::Code, "enrol-code"),
    ] {
        app.global::<Session>().set_page(Page::Enrol);
        app.global::<EnrolData>().set_step(step);
        shot(name);
    }
    states(&app, &shot);
    tabs(&app, &shot);
}

/// The same pages at other moments.
fn states(app: &App, shot: &impl Fn(&str)) {
    let session = app.global::<Session>();
    session.set_page(Page::Entry);
    session.set_notice(Notice::Illegal);
    session.set_reason("马腿在 c0 被别住".into());
    shot("entry-illegal");
    session.set_notice(Notice::RecordSent);
    app.global::<EntryData>().set_sent(true);
    app.global::<EntryData>().set_has_code(true);
    shot("entry-sent");
    session.set_page(Page::Play);
    session.set_notice(Notice::DrawOfferedRed);
    let game = app.global::<GameData>();
    game.set_offer_open(true);
    game.set_unpressed(true);
    shot("play-offer");
    session.set_notice(Notice::None);
    session.set_page(Page::Result);
    game.set_verdict(Verdict::Red);
    game.set_ending(Ending::Resignation);
    shot("result-signing");
    game.set_verdict(Verdict::None);
    session.set_page(Page::Waiting);
    session.set_dimmed(true);
    shot("waiting-dimmed");
    session.set_dimmed(false);
}

fn tabs(app: &App, shot: &impl Fn(&str)) {
    let data = app.global::<ArbiterData>();
    data.set_up(true);
    shot("arbiter-pin");
    data.set_unlocked(true);
    for (tab, name) in [
        (Tab::Matters, "arbiter-matters"),
        (Tab::Fouls, "arbiter-fouls"),
        (Tab::Clock, "arbiter-clock"),
        (Tab::Record, "arbiter-record"),
        (Tab::Result, "arbiter-result"),
        (Tab::Counting, "arbiter-counting"),
        (Tab::Settings, "arbiter-settings"),
    ] {
        data.set_tab(tab);
        shot(name);
    }
    data.set_tab(Tab::Matters);
    data.set_limit_claimed(false);
    data.set_calling(false);
    data.set_irregular("".into());
    data.set_repetition_claimed(true);
    shot("arbiter-repetition");
}

fn draw_page(app: &App, name: &str, (width, height): (u32, u32), english: bool, scheme: Scheme) {
    {
        let light = match scheme {
            Scheme::Day => "day",
            Scheme::Night => "night",
            Scheme::Contrast => "contrast",
        };
        let tongue = if english { "en" } else { "zh" };
        let picture = stage::save(app, &format!("{name}-{width}x{height}-{tongue}-{light}"));
        assert_eq!((picture.width(), picture.height()), (width, height));
        let first = picture.as_slice()[0];
        let drawn = picture
            .as_slice()
            .iter()
            .filter(|pixel| **pixel != first)
            .count();
        assert!(
            drawn > picture.as_slice().len() / if name == "waiting-dimmed" { 500 } else { 20 },
            "{name}: only {drawn} pixels differ from the ground"
        );
    }
}

#[test]
fn by_day_in_chinese() {
    draw(SIZES[0].0, SIZES[0].1, false, Scheme::Day);
}

#[test]
fn by_day_in_english() {
    draw(SIZES[0].0, SIZES[0].1, true, Scheme::Day);
}

#[test]
fn at_night() {
    draw(SIZES[0].0, SIZES[0].1, false, Scheme::Night);
}

#[test]
fn in_high_contrast() {
    draw(SIZES[0].0, SIZES[0].1, false, Scheme::Contrast);
}

#[test]
fn on_a_small_panel() {
    draw(SIZES[1].0, SIZES[1].1, true, Scheme::Day);
}

#[test]
fn on_a_large_panel() {
    draw(SIZES[2].0, SIZES[2].1, false, Scheme::Night);
}

#[test]
fn upright() {
    draw(SIZES[3].0, SIZES[3].1, true, Scheme::Contrast);
}
