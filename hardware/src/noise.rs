use std::collections::VecDeque;
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(10);
const BUDGET: usize = 20;

/// Counts bad lines or frames; more than twenty in ten seconds is too much.
#[derive(Debug, Default)]
pub(crate) struct NoiseBudget {
    bad: VecDeque<Instant>,
    reported: Option<Instant>,
}

impl NoiseBudget {
    /// Notes one bad line. True if that is worth a word: at the first overrun and, while it
    /// lasts, once a window.
    pub fn spend(&mut self, now: Instant) -> bool {
        while self
            .bad
            .front()
            .is_some_and(|&first| now.saturating_duration_since(first) >= WINDOW)
        {
            self.bad.pop_front();
        }
        self.bad.push_back(now);
        if self.bad.len() <= BUDGET {
            return false;
        }
        // Only the newest matter: the store stays small however bad the line is.
        self.bad.pop_front();
        let due = self
            .reported
            .is_none_or(|last| now.saturating_duration_since(last) >= WINDOW);
        if due {
            self.reported = Some(now);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spend(
        budget: &mut NoiseBudget,
        start: Instant,
        times_ms: impl Iterator<Item = u64>,
    ) -> usize {
        times_ms
            .filter(|&ms| budget.spend(start + Duration::from_millis(ms)))
            .count()
    }

    #[test]
    fn twenty_in_ten_seconds_are_within_the_budget() {
        let mut budget = NoiseBudget::default();
        assert_eq!(
            spend(&mut budget, Instant::now(), (0..20).map(|n| n * 400)),
            0
        );
    }

    #[test]
    fn the_twenty_first_is_reported_once() {
        let mut budget = NoiseBudget::default();
        assert_eq!(
            spend(&mut budget, Instant::now(), (0..40).map(|n| n * 100)),
            1
        );
    }

    #[test]
    fn twenty_one_spread_over_more_than_ten_seconds_are_not_too_many() {
        let mut budget = NoiseBudget::default();
        assert_eq!(
            spend(&mut budget, Instant::now(), (0..200).map(|n| n * 501)),
            0
        );
    }

    #[test]
    fn noise_that_lasts_is_reported_once_a_window() {
        let mut budget = NoiseBudget::default();
        let reports = spend(&mut budget, Instant::now(), (0..6000).map(|n| n * 10));
        assert_eq!(reports, 6);
    }
}
