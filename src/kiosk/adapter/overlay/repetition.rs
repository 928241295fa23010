//! The proposal on a claim of repetition, ply by ply.

use std::rc::Rc;

use qipu_ui::{App, JudgedRow, RepetitionData};
use slint::{ComponentHandle, ModelRc, VecModel};
use xiangqi::Side;
use xiangqi::judge::{JudgedPly, Label, Weight};

use super::{Screen, overlay};
use crate::kiosk::controller::{Choice, Controller, Overlay};

/// The rows the tab looks at.
pub(in crate::kiosk::adapter) type Rows = Rc<VecModel<JudgedRow>>;

/// The labels the arbiter can choose, as the buttons stand.
const LABELS: [(Label, Weight); 5] = [
    (Label::Check, Weight::Heavy),
    (Label::Kill, Weight::Heavy),
    (Label::Chase, Weight::Heavy),
    (Label::Chase, Weight::Light),
    (Label::Idle, Weight::Heavy),
];

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<RepetitionData>();
    data.set_rows(ModelRc::from(screen.rows().judged.clone()));
    let own = screen.clone();
    data.on_choose(move |row| {
        own.act(|kiosk| {
            overlay(kiosk, |overlay, _| {
                if let (Some(proposal), Ok(row)) = (overlay.proposal_mut(), usize::try_from(row)) {
                    proposal.chosen = row;
                }
            });
        });
    });
    let own = screen.clone();
    data.on_relabel(move |at| {
        let label = usize::try_from(at).ok().and_then(|at| LABELS.get(at));
        let Some((label, weight)) = label.copied() else {
            return;
        };
        own.act(|kiosk| {
            overlay(kiosk, |overlay, _| {
                if let Some(proposal) = overlay.proposal_mut() {
                    proposal.relabel(label, weight);
                }
            });
        });
    });
}

fn row(ply: &JudgedPly, game: &Controller, english: bool, chosen: bool) -> JudgedRow {
    let text = game
        .state()
        .plies()
        .get(ply.number - 1)
        .map_or_else(|| ply.mv.to_string(), |played| played.chinese.clone());
    let (label, reason) = if english {
        (ply.label().english(), &ply.reason.english)
    } else {
        (ply.label().chinese(), &ply.reason.chinese)
    };
    JudgedRow {
        number: ply.number.to_string().into(),
        black: ply.side == Side::Black,
        text: text.into(),
        label: label.into(),
        reason: reason.as_str().into(),
        chosen,
    }
}

const fn index(choice: Option<Choice>) -> i32 {
    match choice {
        None => -1,
        Some(Choice::Draw) => 0,
        Some(Choice::MustVary(Side::Red)) => 1,
        Some(Choice::MustVary(Side::Black)) => 2,
        Some(Choice::Loses(Side::Red)) => 3,
        Some(Choice::Loses(Side::Black)) => 4,
        Some(Choice::Refuse) => 5,
    }
}

pub(super) fn show(
    app: &App,
    screen: &Screen,
    overlay: &Overlay,
    game: &Controller,
    english: bool,
) {
    let data = app.global::<RepetitionData>();
    let Some(proposal) = overlay.proposal() else {
        screen.rows().judged.set_vec(Vec::new());
        return;
    };
    data.set_proposed(index(proposal.proposed()));
    let Some(judgement) = proposal.judgement() else {
        data.set_found(false);
        screen.rows().judged.set_vec(Vec::new());
        return;
    };
    data.set_found(true);
    let rows: Vec<JudgedRow> = judgement
        .plies
        .iter()
        .enumerate()
        .map(|(at, ply)| row(ply, game, english, at == proposal.chosen))
        .collect();
    screen.rows().judged.set_vec(rows);
    let (red, black, verdict) = if english {
        (
            judgement.red.english(),
            judgement.black.english(),
            judgement.verdict.english(),
        )
    } else {
        (
            judgement.red.chinese(),
            judgement.black.chinese(),
            judgement.verdict.chinese(),
        )
    };
    data.set_red_class(red.into());
    data.set_black_class(black.into());
    data.set_verdict(verdict.into());
    data.set_article(judgement.article.into());
    data.set_times(judgement.times.to_string().into());
}
