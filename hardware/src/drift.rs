use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// One point is kept for each stretch of this length: the line that came with the least delay.
const BUCKET_MS: f64 = 5_000.0;
const BUCKETS: usize = 120;
/// Before this much has been seen a slope says more about the line's delays than about the clock.
const TRUSTED_AFTER_MS: f64 = 30_000.0;
/// A drift is worth a notice only if it was measured over this long.
const JUDGED_AFTER_MS: f64 = 300_000.0;
/// Above 0.1 % the arbiter is told.
const TOLERATED_PPM: f64 = 1_000.0;
/// No line is believed to have been under way for longer than this.
const LONGEST_DELAY_MS: f64 = 250.0;

/// Compares a clock's own count of milliseconds with the host's monotonic clock.
///
/// A line can come late but never early, so the smallest differences carry the truth: a straight
/// line through the smallest of each five seconds gives rate and offset.
#[derive(Debug, Default)]
pub(crate) struct DriftFit {
    anchor: Option<(Instant, u64)>,
    points: VecDeque<Point>,
}

#[derive(Debug, Clone, Copy)]
struct Point {
    bucket: u64,
    host_ms: f64,
    /// Host time minus clock time since the anchor.
    behind_ms: f64,
}

#[derive(Debug, Clone, Copy)]
struct Fit {
    slope: f64,
    intercept: f64,
    span_ms: f64,
}

impl DriftFit {
    /// Takes a reading `clock_ms` that arrived at `at`; returns when the clock most likely stood
    /// so: never later than `at`.
    pub fn push(&mut self, at: Instant, clock_ms: u64) -> Instant {
        let &mut (start, start_ms) = self.anchor.get_or_insert((at, clock_ms));
        let host_ms = at.saturating_duration_since(start).as_secs_f64() * 1e3;
        let behind_ms = host_ms - (clock_ms.saturating_sub(start_ms)) as f64;
        let point = Point {
            bucket: (host_ms / BUCKET_MS) as u64,
            host_ms,
            behind_ms,
        };
        match self.points.back_mut() {
            Some(last) if last.bucket == point.bucket => {
                if behind_ms < last.behind_ms {
                    *last = point;
                }
            }
            _ => {
                if self.points.len() == BUCKETS {
                    self.points.pop_front();
                }
                self.points.push_back(point);
            }
        }
        let least_ms = match self.fit() {
            Some(fit) if fit.span_ms >= TRUSTED_AFTER_MS => fit.intercept + fit.slope * host_ms,
            _ => self
                .points
                .iter()
                .map(|point| point.behind_ms)
                .fold(f64::INFINITY, f64::min),
        };
        let delay_ms = (behind_ms - least_ms).clamp(0.0, LONGEST_DELAY_MS);
        at.checked_sub(Duration::from_secs_f64(delay_ms / 1e3))
            .unwrap_or(at)
    }

    /// Forgets everything: the clock started anew.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// By how many millionths the clock runs ahead of the host (negative: behind).
    pub fn ppm(&self) -> Option<i32> {
        self.fit()
            .filter(|fit| fit.span_ms >= TRUSTED_AFTER_MS)
            .map(Fit::ppm)
    }

    /// The drift, if it is above 0.1 % over at least five minutes.
    pub fn intolerable_ppm(&self) -> Option<i32> {
        let fit = self.fit()?;
        let judged = fit.span_ms >= JUDGED_AFTER_MS && fit.slope.abs() * 1e6 > TOLERATED_PPM;
        judged.then(|| fit.ppm())
    }

    /// Least squares through the points.
    fn fit(&self) -> Option<Fit> {
        let (first, last) = (self.points.front()?, self.points.back()?);
        let count = self.points.len() as f64;
        let mean_x = self.points.iter().map(|p| p.host_ms).sum::<f64>() / count;
        let mean_y = self.points.iter().map(|p| p.behind_ms).sum::<f64>() / count;
        let (mut covariance, mut variance) = (0.0, 0.0);
        for point in &self.points {
            covariance += (point.host_ms - mean_x) * (point.behind_ms - mean_y);
            variance += (point.host_ms - mean_x).powi(2);
        }
        (variance > 0.0).then(|| {
            let slope = covariance / variance;
            Fit {
                slope,
                intercept: mean_y - slope * mean_x,
                span_ms: last.host_ms - first.host_ms,
            }
        })
    }
}

impl Fit {
    fn ppm(self) -> i32 {
        (-self.slope * 1e6).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four lines a second for `seconds`, by a clock that gains `ppm`, with the delay of the
    /// n-th line in milliseconds.
    fn run(seconds: u64, ppm: f64, delay_ms: impl Fn(u64) -> f64) -> (DriftFit, Vec<f64>) {
        let start = Instant::now() + Duration::from_hours(1);
        let mut fit = DriftFit::default();
        let mut errors_ms = Vec::new();
        for n in 0..seconds * 4 {
            let true_ms = n as f64 * 250.0;
            let arrival = start + Duration::from_secs_f64((true_ms + delay_ms(n)) / 1e3);
            let clock_ms = (true_ms * (1.0 + ppm / 1e6)).round() as u64;
            let at = fit.push(arrival, clock_ms);
            errors_ms.push(at.duration_since(start).as_secs_f64() * 1e3 - true_ms);
        }
        (fit, errors_ms)
    }

    #[test]
    fn measures_a_resonator_of_half_a_percent_in_spite_of_delays() {
        let (fit, _) = run(600, 5_000.0, |n| (n * 7919 % 90) as f64);
        let ppm = fit.ppm().unwrap();
        assert!((4_950..=5_050).contains(&ppm), "{ppm}");
        let alarm = fit.intolerable_ppm().unwrap();
        assert_eq!(alarm, ppm);
    }

    #[test]
    fn a_slow_clock_has_a_negative_drift() {
        let (fit, _) = run(600, -2_000.0, |_| 0.0);
        let ppm = fit.ppm().unwrap();
        assert!((-2_010..=-1_990).contains(&ppm), "{ppm}");
    }

    #[test]
    fn a_crystal_raises_no_alarm() {
        let (fit, _) = run(600, 50.0, |n| (n * 7919 % 90) as f64);
        assert_eq!(fit.intolerable_ppm(), None);
    }

    #[test]
    fn five_minutes_are_needed_to_judge() {
        let (fit, _) = run(200, 5_000.0, |_| 0.0);
        assert!(fit.ppm().is_some());
        assert_eq!(fit.intolerable_ppm(), None);
    }

    #[test]
    fn a_late_line_is_put_back_where_it_belongs() {
        // One line in forty is held up for 200 ms, the others come within 3 ms.
        let (_, errors) = run(
            300,
            50.0,
            |n| if n % 40 == 39 { 200.0 } else { (n % 4) as f64 },
        );
        let settled = &errors[400..];
        let worst = settled
            .iter()
            .fold(0.0f64, |worst, error| worst.max(error.abs()));
        assert!(worst < 5.0, "{worst}");
    }
}
