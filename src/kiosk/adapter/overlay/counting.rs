//! The arbiter's count, one touch a move.

use std::rc::Rc;

use qipu_ui::{App, ArbiterData, Did as UiDid, TouchView};
use slint::{ComponentHandle, ModelRc, VecModel};
use xiangqi::Side;
use xiangqi::limit::LimitRule;

use super::{Screen, overlay, say};
use crate::kiosk::adapter::words;
use crate::kiosk::controller::{Did, Overlay};

/// How many of the last touches of the count show.
const TRAIL: usize = 24;

pub(super) fn wire(app: &App, screen: &Screen) {
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
                let side = words::side(black);
                say(overlay.counting.count(&terminal.store, side, did));
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

pub(super) fn show(data: &ArbiterData<'_>, overlay: &Overlay, rule: LimitRule) {
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
