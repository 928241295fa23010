//! The arbiter's overlay: its touches and what it shows.

use std::rc::Rc;

use qipu_ui::{App, ArbiterData, BoardData, Did as UiDid, GameData, Notice, Session, TouchView};
use slint::{ComponentHandle, ModelRc, VecModel};
use xiangqi::limit::LimitRule;
use xiangqi::{Side, notation};

use super::{Screen, words};
use crate::journal::{Claim, Finding, Outcome, Phase, Reason, Verdict};
use crate::kiosk::controller::pin::Answer;
use crate::kiosk::controller::{Controller, Did, Kiosk, Overlay, Terminal};
use crate::store::StoreError;

/// How many of the last touches of the count show.
const TRAIL: usize = 24;

fn say(result: Result<(), StoreError>) {
    if let Err(error) = result {
        tracing::error!(%error, "the arbiter's touch could not be stored");
    }
}

/// An act on the overlay itself.
fn overlay(kiosk: &mut Kiosk, act: impl FnOnce(&mut Overlay, &Terminal)) {
    let now = kiosk.time().mono_ms();
    let (overlay, _, terminal) = kiosk.overlay_mut();
    overlay.touched(now);
    act(overlay, terminal);
}

/// An act on the game, allowed only when the arbiter is in.
fn ruling(screen: &Screen, act: impl Fn(&mut Controller)) {
    screen.act(|kiosk| {
        let now = kiosk.time().mono_ms();
        let (overlay, game, _) = kiosk.overlay_mut();
        overlay.touched(now);
        if let Some(game) = game.filter(|_| overlay.is_unlocked()) {
            act(game);
        }
    });
}

fn on_ruling(screen: &Screen, act: impl Fn(&mut Controller) + 'static) -> impl Fn() + 'static {
    let screen = screen.clone();
    move || ruling(&screen, &act)
}

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<ArbiterData>();
    let own = screen.clone();
    data.on_open(move || {
        own.act(|kiosk| {
            let now = kiosk.time().mono_ms();
            overlay(kiosk, |overlay, _| overlay.raise(now));
        });
    });
    let own = screen.clone();
    data.on_close(move || own.act(|kiosk| overlay(kiosk, |overlay, _| overlay.lower())));
    let own = screen.clone();
    data.on_digit(move |digit| {
        let Ok(digit) = u8::try_from(digit) else {
            return;
        };
        own.act(|kiosk| {
            overlay(kiosk, |overlay, terminal| {
                say(overlay.digit(terminal, digit))
            })
        });
    });
    let own = screen.clone();
    data.on_erase(move || own.act(|kiosk| overlay(kiosk, |overlay, _| overlay.erase())));
    wire_rulings(app, screen);
    wire_counting(app, screen);
    let weak = app.as_weak();
    data.on_turn_board(move || {
        if let Some(app) = weak.upgrade() {
            let board = app.global::<BoardData>();
            board.set_flipped(!board.get_flipped());
        }
    });
    let own = screen.clone();
    let weak = app.as_weak();
    data.on_export(move || {
        let file = own.kiosk().borrow().stick_file();
        let written = file.map_err(|error| error.to_string()).and_then(|file| {
            let file = file.ok_or("no game in hand")?;
            file.write().map_err(|error| error.to_string())
        });
        if let Some(app) = weak.upgrade() {
            let data = app.global::<ArbiterData>();
            data.set_export_failed(written.is_err());
            data.set_exported(match &written {
                Ok(place) => place.display().to_string().into(),
                Err(_) => slint::SharedString::default(),
            });
        }
        if let Err(error) = written {
            tracing::warn!(error, "no copy on a memory stick");
        }
    });
    let own = screen.clone();
    data.on_clock_alone(move || {
        own.act(|kiosk| {
            if kiosk.overlay().is_unlocked() {
                kiosk.clock_alone();
            }
        });
    });
    let own = screen.clone();
    app.global::<GameData>().on_press_side(move |black| {
        own.act(|kiosk| {
            if let Some(game) = kiosk.game_mut() {
                game.press_alone(words::side(black));
            }
        });
    });
}

fn wire_rulings(app: &App, screen: &Screen) {
    let data = app.global::<ArbiterData>();
    data.on_pause(on_ruling(screen, Controller::pause));
    data.on_resume(on_ruling(screen, Controller::resume));
    data.on_answer_call(on_ruling(screen, Controller::answer_call));
    data.on_correct_last(on_ruling(screen, Controller::correct_last));
    data.on_reopen(on_ruling(screen, Controller::reopen));
    data.on_sign(on_ruling(screen, Controller::sign_as_arbiter));
    let own = screen.clone();
    data.on_rule_limit(move |good| ruling(&own, |game| game.rule_on_limit(good)));
    let own = screen.clone();
    data.on_rule_repetition(move |choice| {
        let lost = |side: Side| Finding::Upheld {
            outcome: Outcome {
                verdict: Verdict::win(side.opposite()),
                reason: Reason::Repetition,
            },
        };
        let finding = match choice {
            0 => Finding::MustVary { side: None },
            1 => Finding::MustVary {
                side: Some(Side::Red),
            },
            2 => Finding::MustVary {
                side: Some(Side::Black),
            },
            3 => lost(Side::Red),
            4 => lost(Side::Black),
            _ => Finding::Refused,
        };
        ruling(&own, |game| game.rule_on_repetition(finding));
    });
    let own = screen.clone();
    data.on_rule_flag(move |lost| ruling(&own, |game| game.rule_on_flag(lost)));
    let own = screen.clone();
    data.on_foul(move |black, article| {
        ruling(&own, |game| {
            game.foul(words::side(black), &article);
        });
    });
    let own = screen.clone();
    data.on_decide(move |verdict, ending| {
        let Some(verdict) = words::verdict_back(verdict) else {
            return;
        };
        ruling(&own, |game| {
            game.decide(verdict, words::ending_back(ending))
        });
    });
    let own = screen.clone();
    data.on_set_clock(move |black| {
        own.act(|kiosk| {
            let (overlay, game, _) = kiosk.overlay_mut();
            let game = game.filter(|_| overlay.is_unlocked());
            if let (Some(game), Some(ms)) = (game, overlay.take_time()) {
                game.set_clock(words::side(black), ms);
            }
        });
    });
}

fn wire_counting(app: &App, screen: &Screen) {
    let data = app.global::<ArbiterData>();
    let own = screen.clone();
    data.on_count(move |black, did| {
        let did = match did {
            UiDid::Plain => Did::Plain,
            UiDid::Check => Did::Check,
            UiDid::Capture => Did::Capture,
        };
        own.act(|kiosk| {
            overlay(kiosk, |overlay, terminal| {
                say(overlay
                    .counting
                    .count(&terminal.store, words::side(black), did));
            });
        });
    });
    let own = screen.clone();
    data.on_uncount(move || {
        own.act(|kiosk| {
            overlay(kiosk, |overlay, terminal| {
                say(overlay.counting.undo(&terminal.store))
            });
        });
    });
    let own = screen.clone();
    data.on_clear_count(move || {
        own.act(|kiosk| {
            overlay(kiosk, |overlay, terminal| {
                say(overlay.counting.clear(&terminal.store))
            });
        });
    });
}

/// Shows the overlay as it stands.
pub(super) fn show(app: &App, kiosk: &Kiosk) {
    let data = app.global::<ArbiterData>();
    let overlay = kiosk.overlay();
    data.set_up(overlay.is_up());
    data.set_unlocked(overlay.is_unlocked());
    if !overlay.is_up() {
        return;
    }
    data.set_choosing(overlay.is_choosing());
    data.set_typed(overlay.typed().len() as i32);
    data.set_digits(clock_digits(overlay).into());
    data.set_notice(match overlay.answer() {
        Some(Answer::Wrong) => Notice::WrongPin,
        Some(Answer::Locked) => Notice::PinLocked,
        _ => Notice::None,
    });
    let rule = kiosk.facts().map_or(
        LimitRule {
            limit: 40,
            claimant_check_cap: 0,
        },
        |facts| LimitRule {
            limit: facts.start.limit_rounds,
            claimant_check_cap: facts.start.claimant_check_cap,
        },
    );
    show_count(&data, overlay, rule);
    let game = kiosk.game().filter(|game| game.state().started().is_some());
    data.set_in_game(game.is_some());
    if let Some(game) = game {
        show_game(&data, game, app.global::<Session>().get_english());
    }
}

/// What was typed for a clock, as mm:ss.
fn clock_digits(overlay: &Overlay) -> String {
    let typed = overlay.typed();
    if !overlay.is_unlocked() || typed.is_empty() {
        return String::new();
    }
    let padded = format!("{typed:0>3}");
    let (minutes, seconds) = padded.split_at(padded.len() - 2);
    format!("{minutes}:{seconds}")
}

fn show_count(data: &ArbiterData<'_>, overlay: &Overlay, rule: LimitRule) {
    let counter = overlay.counting.counter(rule);
    data.set_limit(rule.limit.to_string().into());
    data.set_red_counted(counter.counted(Side::Red).to_string().into());
    data.set_black_counted(counter.counted(Side::Black).to_string().into());
    data.set_red_may_claim(counter.claimable(Side::Red));
    data.set_black_may_claim(counter.claimable(Side::Black));
    let trail = overlay.counting.trail();
    let shown: Vec<TouchView> = trail[trail.len().saturating_sub(TRAIL)..]
        .iter()
        .map(|(side, did)| TouchView {
            black: *side == Side::Black,
            did: match did {
                Did::Plain => UiDid::Plain,
                Did::Check => UiDid::Check,
                Did::Capture => UiDid::Capture,
            },
        })
        .collect();
    data.set_trail(ModelRc::from(Rc::new(VecModel::from(shown))));
}

fn show_game(data: &ArbiterData<'_>, game: &Controller, english: bool) {
    let state = game.state();
    let claims = state.open_claims();
    let limit = claims
        .iter()
        .find(|claim| matches!(claim, Claim::Limit { .. }));
    let repetition = claims
        .iter()
        .find(|claim| matches!(claim, Claim::Repetition { .. }));
    data.set_limit_claimed(limit.is_some());
    data.set_repetition_claimed(repetition.is_some());
    let claimant = limit.or(repetition).map(|claim| match claim {
        Claim::Limit { side } | Claim::Repetition { side } => *side,
    });
    if let Some(side) = claimant {
        let counter = state.limit();
        data.set_claim_by_black(side == Side::Black);
        data.set_claimant_counted(counter.counted(side).to_string().into());
        data.set_opponent_counted(counter.all(side.opposite()).to_string().into());
        data.set_claim_good(counter.claimable(side));
    }
    data.set_flag(state.flag().is_some());
    data.set_flag_black(state.flag() == Some(Side::Black));
    data.set_calling(state.is_calling());
    data.set_red_offers(state.offers(Side::Red).cast_signed());
    data.set_black_offers(state.offers(Side::Black).cast_signed());
    let fouls = |side| {
        state
            .fouls()
            .iter()
            .filter(|foul| foul.side == side)
            .count() as i32
    };
    data.set_red_fouls(fouls(Side::Red));
    data.set_black_fouls(fouls(Side::Black));
    let irregular: Vec<String> = state
        .plies()
        .iter()
        .enumerate()
        .filter_map(|(at, ply)| {
            let reason = ply.irregular?;
            let mv = ply
                .mv
                .map(notation::iccs::format_dashed)
                .unwrap_or_default();
            Some(format!(
                "{} {mv} {}（{}）",
                at + 1,
                if english {
                    reason.english()
                } else {
                    reason.chinese()
                },
                reason.article()
            ))
        })
        .collect();
    data.set_irregular(irregular.join("；").into());
    data.set_running(state.phase() == Phase::Playing);
    data.set_decided(matches!(state.phase(), Phase::Decided | Phase::Closed));
}
