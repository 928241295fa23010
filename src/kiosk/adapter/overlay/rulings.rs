//! Clock, rulings, fouls, the result.

use qipu_ui::{App, ArbiterData};
use slint::ComponentHandle;
use xiangqi::Side;

use super::{Screen, on_terminal, ruling};
use crate::journal::{Finding, Outcome, Phase, Reason, Verdict};
use crate::kiosk::adapter::words;
use crate::kiosk::controller::{Controller, Kiosk};

fn on_ruling(screen: &Screen, act: impl Fn(&mut Controller) + 'static) -> impl Fn() + 'static {
    let screen = screen.clone();
    move || ruling(&screen, &act)
}

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<ArbiterData>();
    data.on_pause(on_ruling(screen, Controller::pause));
    data.on_resume(on_ruling(screen, Controller::resume));
    data.on_answer_call(on_ruling(screen, Controller::answer_call));
    data.on_reopen(on_ruling(screen, Controller::reopen));
    data.on_sign(on_ruling(screen, Controller::sign_as_arbiter));
    let own = screen.clone();
    data.on_start(move || on_terminal(&own, Kiosk::start));
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
        let vary = |side| Finding::MustVary { side };
        let finding = match choice {
            0 => vary(None),
            1 => vary(Some(Side::Red)),
            2 => vary(Some(Side::Black)),
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
        let reason = words::ending_back(ending);
        on_terminal(&own, |kiosk| decide(kiosk, verdict, reason));
    });
    let own = screen.clone();
    data.on_set_clock(move |black| {
        super::arbiter(&own, |overlay, game| {
            if let Some(ms) = overlay.take_time() {
                game.set_clock(words::side(black), ms);
            }
        });
    });
}

fn decide(kiosk: &mut Kiosk, verdict: Verdict, reason: Reason) {
    let started = kiosk.facts().map(|facts| facts.start.clone());
    let (Some(game), Some(started)) = (kiosk.game_mut(), started) else {
        return;
    };
    if game.state().phase() == Phase::Waiting {
        game.decide_unplayed(started, verdict, reason);
    } else {
        game.decide(verdict, reason);
    }
}
