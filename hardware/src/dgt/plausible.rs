use crate::{Sample, Side};

/// Whether a sample can follow another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Yes, nobody pressed.
    Accept,
    /// Yes, this side pressed.
    Press(Side),
    /// Yes, both sides pressed in between, the second of them this one.
    TwoPresses(Side),
    /// Yes; the lever was moved while the clock stood, which chooses who starts.
    Lever,
    /// Not by play: somebody set the clock, or the frame is stale. Keep the old times and ask
    /// again; two frames that agree are believed.
    HoldAndAsk,
}

/// A frame tells up to one second late, and its second may have just turned.
const SLACK_S: i64 = 2;
const BONUS_SLACK_S: i64 = 1;

/// Judges whether `next` can follow `before`, both in whole seconds, when a press adds `bonus_s`
/// seconds.
pub fn judge(before: &Sample, next: &Sample, bonus_s: u32) -> Verdict {
    let elapsed = next.at.saturating_duration_since(before.at);
    let used_s = i64::try_from(elapsed.as_secs()).unwrap_or(i64::MAX / 2) + SLACK_S;
    let seconds = |sample: &Sample, side: Side| i64::from(sample.remaining_ms(side) / 1000);
    let rise = |side: Side| seconds(next, side) - seconds(before, side);
    let tumbled = before.to_move != next.to_move;
    let was_running = before.running.is_some();
    if !was_running && next.running.is_none() {
        return if rise(Side::Left) != 0 || rise(Side::Right) != 0 {
            Verdict::HoldAndAsk
        } else if tumbled {
            Verdict::Lever
        } else {
            Verdict::Accept
        };
    }
    let runner = before.to_move;
    let (moved, waited) = (rise(runner), rise(runner.other()));
    let most = i64::from(bonus_s) + BONUS_SLACK_S;
    // How far a side may have come, had it run all the time at most.
    let fell = |rise: i64| rise <= 0 && rise >= -used_s;
    let pressed = |rise: i64| rise <= most && rise >= -used_s;
    if tumbled {
        return if !was_running && moved == 0 && fell(waited) {
            // A lever moved before the clock was started is no press.
            Verdict::Lever
        } else if pressed(moved) && fell(waited) {
            Verdict::Press(runner)
        } else {
            Verdict::HoldAndAsk
        };
    }
    if waited == 0 && fell(moved) {
        return Verdict::Accept;
    }
    // The tumbler is back where it was: two presses, if the time both used fits.
    let both_used_s = 2 * i64::from(bonus_s) - moved - waited;
    let fits = (-2 * BONUS_SLACK_S..=used_s + 2 * BONUS_SLACK_S).contains(&both_used_s);
    if was_running && pressed(moved) && pressed(waited) && fits {
        Verdict::TwoPresses(runner.other())
    } else {
        Verdict::HoldAndAsk
    }
}
