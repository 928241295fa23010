//! One window and the terminal behind it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use qipu_ui::{
    App, BoardData, ChoiceView, Duty, EntryData, GameData, KeyView, MoveRow, Player, PointView,
    RecordRow, Scheme, Session, StationData, Theme,
};
use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};
use xiangqi::Side;

use super::enrol::Errand;
use super::{acts, board, enrol, moves, overlay, qr, serial_clock, words};
use crate::journal::{Phase, Reason, Verdict};
use crate::kiosk::controller::{Doing, EntryView, Kiosk, View};
use crate::sync::assignment::{OwedRecord, PlayerFacts};

/// The rows the screens look at.
#[derive(Default)]
pub(super) struct Rows {
    points: Rc<VecModel<PointView>>,
    moves: Rc<VecModel<MoveRow>>,
    keys: Rc<VecModel<KeyView>>,
    candidates: Rc<VecModel<SharedString>>,
    records: Rc<VecModel<RecordRow>>,
    pub judged: overlay::RepetitionRows,
    pub record: overlay::RecordRows,
    /// The second in which the link was last looked at.
    link_second: Cell<u64>,
    /// The game and entry whose QR code is shown.
    taken: Cell<Option<(crate::journal::GameId, u64)>>,
}

type ErrandRunner = Rc<RefCell<Option<Box<dyn Fn(Errand)>>>>;

/// A window wired to a terminal. Clones share both.
#[derive(Clone)]
pub struct Screen {
    app: slint::Weak<App>,
    kiosk: Rc<RefCell<Kiosk>>,
    rows: Rc<Rows>,
    after: Rc<dyn Fn()>,
    errands: ErrandRunner,
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen")
            .field("kiosk", &self.kiosk)
            .finish_non_exhaustive()
    }
}

impl Screen {
    /// Wires the window's touches to the terminal and shows it. `after` runs behind every act, for
    /// whoever sends entries on.
    pub fn new(app: &App, kiosk: Rc<RefCell<Kiosk>>, after: impl Fn() + 'static) -> Self {
        let screen = Self {
            app: app.as_weak(),
            kiosk,
            rows: Rc::default(),
            after: Rc::new(after),
            errands: Rc::default(),
        };
        app.global::<BoardData>()
            .set_points(ModelRc::from(screen.rows.points.clone()));
        app.global::<GameData>()
            .set_moves(ModelRc::from(screen.rows.moves.clone()));
        app.global::<EntryData>()
            .set_keys(ModelRc::from(screen.rows.keys.clone()));
        app.global::<EntryData>()
            .set_candidates(ModelRc::from(screen.rows.candidates.clone()));
        app.global::<StationData>()
            .set_records(ModelRc::from(screen.rows.records.clone()));
        acts::wire(app, &screen);
        screen.refresh();
        screen
    }

    /// The terminal.
    pub fn kiosk(&self) -> &Rc<RefCell<Kiosk>> {
        &self.kiosk
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Says who does what the network is needed for; without, nothing is asked of it.
    pub fn on_errand(&self, run: impl Fn(Errand) + 'static) {
        *self.errands.borrow_mut() = Some(Box::new(run));
    }

    pub(super) fn send(&self, errand: Option<Errand>) {
        if let (Some(errand), Some(run)) = (errand, &*self.errands.borrow()) {
            run(errand);
        }
    }

    /// Does something with the terminal, then shows what came of it.
    pub fn act(&self, act: impl FnOnce(&mut Kiosk)) {
        {
            let mut kiosk = self.kiosk.borrow_mut();
            act(&mut kiosk);
            kiosk.follow();
            kiosk.touched();
            let (overlay, game, _) = kiosk.overlay_mut();
            overlay.look(game.as_deref());
        }
        self.refresh();
        (self.after)();
    }

    /// Looks at the clock: all that changes while nobody touches anything.
    pub fn tick(&self) {
        let Some(app) = self.app.upgrade() else {
            return;
        };
        let flagged = {
            let mut kiosk = self.kiosk.borrow_mut();
            let heard = kiosk.tick_clock();
            let now = kiosk.time().mono_ms();
            let (overlay, game, _) = kiosk.overlay_mut();
            let lowered = overlay.tick(now);
            let before = game.as_ref().map(|game| game.last_entry());
            let after = game.map(|game| {
                game.tick();
                game.last_entry()
            });
            heard || lowered || before != after
        };
        if flagged {
            self.refresh();
            (self.after)();
        } else if let Some(game) = self.kiosk.borrow().game() {
            let data = app.global::<GameData>();
            let (clocks, flag) = (game.clocks(), game.state().flag());
            data.set_red_clock(words::clock(clocks.as_ref(), Side::Red, flag));
            data.set_black_clock(words::clock(clocks.as_ref(), Side::Black, flag));
        }
        let idle = self.kiosk.borrow().idle_minutes();
        let session = app.global::<Session>();
        session.set_dimmed(idle.is_some());
        session.set_drift_step(idle.map_or(0, |minutes| (minutes % 60) as i32));
        // The link is asked of the disk: once a second is enough.
        let second = self.kiosk.borrow().time().mono_ms() / 1000;
        if self.rows.link_second.replace(second) != second {
            self.show_link(&app);
            serial_clock::show(&app, &self.kiosk.borrow());
            let wall = self.kiosk.borrow().time().wall();
            app.global::<Session>()
                .set_wall_time(words::minute_of_day(&wall).into());
        }
    }

    /// Switches between Chinese and English, at once.
    pub fn set_english(&self, english: bool) {
        let Some(app) = self.app.upgrade() else {
            return;
        };
        // The bundle is compiled in, and the source language is always there.
        if slint::select_bundled_translation(if english { "en" } else { "" }).is_ok() {
            app.global::<Session>().set_english(english);
        }
        self.refresh();
    }

    pub(super) fn switch_scheme(&self) {
        let Some(app) = self.app.upgrade() else {
            return;
        };
        let theme = app.global::<Theme>();
        theme.set_scheme(match theme.get_scheme() {
            Scheme::Day => Scheme::Night,
            Scheme::Night => Scheme::Contrast,
            Scheme::Contrast => Scheme::Day,
        });
    }

    /// Shows everything as it stands.
    pub fn refresh(&self) {
        let Some(app) = self.app.upgrade() else {
            return;
        };
        let kiosk = self.kiosk.borrow();
        show_facts(&app, &kiosk);
        let session = app.global::<Session>();
        if let Some(game) = kiosk.game() {
            let view = game.view();
            session.set_notice(words::notice(view.notice));
            session.set_reason(words::reason(view.notice, session.get_english()).into());
            board::show(&self.rows.points, &view);
            moves::show(&self.rows.moves, &view);
            show_game(&app, &view);
            if let Some(entry) = &view.entry {
                self.show_entry(&app, &view, entry);
            }
        } else {
            session.set_notice(qipu_ui::Notice::None);
        }
        overlay::show(&app, self, &kiosk);
        serial_clock::show(&app, &kiosk);
        enrol::show(&app, &kiosk);
        self.rows
            .records
            .set_vec(kiosk.records().map(record).collect::<Vec<_>>());
        show_station(&app, &kiosk);
        self.show_takeaway(&app, &kiosk);
        session.set_page(words::page(kiosk.page()));
        drop(kiosk);
        self.show_link(&app);
    }

    fn show_link(&self, app: &App) {
        let kiosk = self.kiosk.borrow();
        match kiosk.link() {
            Ok((link, unsent)) => {
                app.global::<Session>().set_link(words::link(link));
                app.global::<Session>().set_unsent(unsent as i32);
            }
            Err(error) => tracing::error!(%error, "the link's state cannot be read"),
        }
    }

    /// The QR code of a record that is handed in, or of a game that is signed; drawn once.
    fn show_takeaway(&self, app: &App, kiosk: &Kiosk) {
        let done = kiosk
            .game()
            .filter(|game| game.state().is_submitted() || game.state().phase() == Phase::Closed);
        let wanted = done.map(|game| (game.game(), game.last_entry()));
        if self.rows.taken.replace(wanted) != wanted {
            let image = done.and_then(|_| qr::image(&kiosk.takeaway()?));
            app.global::<EntryData>().set_has_code(image.is_some());
            app.global::<EntryData>()
                .set_code(image.unwrap_or_default());
        }
    }

    fn show_entry(&self, app: &App, view: &View, entry: &EntryView) {
        let data = app.global::<EntryData>();
        for (at, (label, enabled, chosen)) in entry.keys.iter().enumerate() {
            let key = KeyView {
                label: label.to_string().into(),
                enabled: *enabled || *chosen,
                chosen: *chosen,
            };
            match self.rows.keys.row_data(at) {
                None => self.rows.keys.push(key),
                Some(shown) if shown != key => self.rows.keys.set_row_data(at, key),
                Some(_) => {}
            }
        }
        self.rows.candidates.set_vec(
            entry
                .candidates
                .iter()
                .map(SharedString::from)
                .collect::<Vec<_>>(),
        );
        data.set_typed(entry.typed.as_str().into());
        data.set_black_moves(view.side == Side::Black);
        data.set_round_of_moves((entry.cursor / 2 + 1) as i32);
        data.set_cursor(entry.cursor as i32);
        data.set_last(view.plies.len() as i32);
        data.set_replacing(entry.doing == Doing::Replacing);
        data.set_inserting(entry.doing == Doing::Inserting);
        data.set_faults(entry.faults as i32);
        data.set_fits(entry.fits);
        data.set_sent(entry.submitted);
        data.set_setting_up(entry.setting_up);
        data.set_verdict(
            entry
                .registered
                .map_or(qipu_ui::Verdict::None, words::verdict),
        );
    }
}

fn record(owed: &OwedRecord) -> RecordRow {
    RecordRow {
        round: owed.game.round.to_string().into(),
        board: owed.board.to_string().into(),
        red: owed.game.red.name.as_str().into(),
        black: owed.game.black.name.as_str().into(),
        by_black: owed.side == Side::Black,
    }
}

fn player(facts: &PlayerFacts) -> Player {
    Player {
        name: facts.name.as_str().into(),
        unit: facts.unit.as_str().into(),
        team: SharedString::default(),
        number: facts.number.to_string().into(),
        points: facts.points.as_str().into(),
    }
}

fn show_facts(app: &App, kiosk: &Kiosk) {
    let session = app.global::<Session>();
    if let Some(assignment) = kiosk.assignment() {
        session.set_event(assignment.event.title.as_str().into());
        let board = kiosk.owed().map(|owed| owed.board).or(assignment.board);
        session.set_board(board.unwrap_or_default().cast_signed());
    }
    if let Some(facts) = kiosk.facts() {
        session.set_round(facts.round.into());
        session.set_red(player(&facts.red));
        session.set_black(player(&facts.black));
    }
    session.set_alone(kiosk.is_alone());
    session.set_elsewhere(kiosk.is_written_elsewhere());
    session.set_revoked(kiosk.is_revoked());
    app.global::<GameData>().set_record_owed(kiosk.owes_next());
    let data = app.global::<EntryData>();
    let owed = kiosk.owed();
    data.set_by_black(owed.is_some_and(|owed| owed.side == Side::Black));
    data.set_minutes(owed.map_or(0, |owed| owed.due_minutes.cast_signed()));
    data.set_duty(owed.map_or(Duty::Other, |owed| match owed.reason.as_str() {
        "drawn_winner" => Duty::DrawnWinner,
        "top_board_winner" => Duty::TopBoardWinner,
        "top_board_drawn" => Duty::TopBoardDrawn,
        _ => Duty::Other,
    }));
}

fn show_station(app: &App, kiosk: &Kiosk) {
    let data = app.global::<StationData>();
    data.set_sought(kiosk.sought().into());
    data.set_station(kiosk.is_station());
}

fn choice(chosen: Option<(Verdict, Reason)>, signed: bool) -> ChoiceView {
    ChoiceView {
        verdict: chosen.map_or(qipu_ui::Verdict::None, |(verdict, _)| {
            words::verdict(verdict)
        }),
        ending: chosen.map_or(qipu_ui::Ending::Arbiter, |(_, reason)| {
            words::ending(reason)
        }),
        signed,
    }
}

fn show_game(app: &App, view: &View) {
    let data = app.global::<GameData>();
    data.set_red_clock(words::clock(view.clocks.as_ref(), Side::Red, view.flag));
    data.set_black_clock(words::clock(view.clocks.as_ref(), Side::Black, view.flag));
    data.set_increment(
        view.clocks
            .map_or(0, |clocks| (clocks.increment_ms / 1000) as i32),
    );
    data.set_plies(view.plies.len() as i32);
    data.set_blacks_turn(view.side == Side::Black);
    data.set_unpressed(view.unpressed);
    data.set_paused(view.phase == Phase::Paused);
    data.set_offer_open(view.offer.is_some());
    data.set_offer_by_black(view.offer == Some(Side::Black));
    data.set_counters_shown(view.limit.is_some());
    if let Some(limit) = &view.limit {
        data.set_limit(limit.rule().limit.to_string().into());
        data.set_red_counted(limit.counted(Side::Red).to_string().into());
        data.set_black_counted(limit.counted(Side::Black).to_string().into());
        data.set_red_checks(limit.checks(Side::Red).to_string().into());
        data.set_black_checks(limit.checks(Side::Black).to_string().into());
    }
    data.set_red_choice(choice(view.chosen[0], view.signed[0]));
    data.set_black_choice(choice(view.chosen[1], view.signed[1]));
    let outcome = view.outcome;
    data.set_verdict(outcome.map_or(qipu_ui::Verdict::None, |o| words::verdict(o.verdict)));
    data.set_ending(outcome.map_or(qipu_ui::Ending::Arbiter, |o| words::ending(o.reason)));
    data.set_closed(view.phase == Phase::Closed);
    app.global::<BoardData>()
        .set_frozen(matches!(view.phase, Phase::Decided | Phase::Closed));
}
