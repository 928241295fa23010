use std::time::Duration;

const FIRST: Duration = Duration::from_millis(100);
const LAST: Duration = Duration::from_secs(2);

/// How long to wait before the port is tried again: 0.1 s, doubled each time up to 2 s.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { next: FIRST }
    }
}

impl Backoff {
    /// The pause before the next try.
    pub fn step(&mut self) -> Duration {
        let pause = self.next;
        self.next = LAST.min(pause * 2);
        pause
    }

    /// Begins anew, once a clock has been heard.
    pub fn reset(&mut self) {
        self.next = FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_up_to_two_seconds_and_stays_there() {
        let mut backoff = Backoff::default();
        let steps: Vec<u128> = (0..8).map(|_| backoff.step().as_millis()).collect();
        assert_eq!(steps, [100, 200, 400, 800, 1600, 2000, 2000, 2000]);
        backoff.reset();
        assert_eq!(backoff.step().as_millis(), 100);
    }
}
