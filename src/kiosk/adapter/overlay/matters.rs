//! What waits for a ruling.

use qipu_ui::ArbiterData;
use xiangqi::{Side, notation};

use crate::journal::{Claim, GameState, Phase};
use crate::kiosk::controller::Controller;

pub(super) fn show(data: &ArbiterData<'_>, game: &Controller, english: bool) {
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
        data.set_claimant_checks(counter.checks(side).to_string().into());
        data.set_claim_good(counter.claimable(side));
    }
    data.set_flag(state.flag().is_some());
    data.set_flag_black(state.flag() == Some(Side::Black));
    data.set_calling(state.is_calling());
    data.set_red_offers(state.offers(Side::Red).cast_signed());
    data.set_black_offers(state.offers(Side::Black).cast_signed());
    data.set_red_fouls(fouls(state, Side::Red));
    data.set_black_fouls(fouls(state, Side::Black));
    data.set_irregular(irregular(state, english).into());
    data.set_running(state.phase() == Phase::Playing);
    data.set_decided(matches!(state.phase(), Phase::Decided | Phase::Closed));
}

fn fouls(state: &GameState, side: Side) -> i32 {
    let own = state.fouls().iter().filter(|foul| foul.side == side);
    own.count() as i32
}

/// The moves the rules forbid, with their reasons and articles.
fn irregular(state: &GameState, english: bool) -> String {
    let told: Vec<String> = state
        .plies()
        .iter()
        .enumerate()
        .filter_map(|(at, ply)| {
            let reason = ply.irregular?;
            let mv = ply
                .mv
                .map(notation::iccs::format_dashed)
                .unwrap_or_default();
            let why = if english {
                reason.english()
            } else {
                reason.chinese()
            };
            Some(format!("{} {mv} {why}（{}）", at + 1, reason.article()))
        })
        .collect();
    told.join("；")
}
