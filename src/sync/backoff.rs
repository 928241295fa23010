//! How long to wait before the next try: full jitter, capped.

use std::time::Duration;

/// The first wait is drawn below this.
const BASE: Duration = Duration::from_millis(250);
/// No wait is longer.
pub const CAP: Duration = Duration::from_secs(15);

/// The wait before try `attempt` (0 for the first retry): `random / 2^32` of the capped exponential.
///
/// A hub that comes back meets its terminals spread over the whole wait, not all at once.
///
/// ```
/// use std::time::Duration;
/// use qipu::sync::backoff::{CAP, wait};
/// assert_eq!(wait(0, 0), Duration::ZERO);
/// assert!(wait(0, u32::MAX) <= Duration::from_millis(250));
/// assert!(wait(60, u32::MAX) <= CAP);
/// ```
pub fn wait(attempt: u32, random: u32) -> Duration {
    let doubled = BASE.saturating_mul(2_u32.saturating_pow(attempt.min(16)));
    doubled
        .min(CAP)
        .mul_f64(f64::from(random) / f64::from(u32::MAX))
}

/// The longest wait a hub can ask for.
pub const LONGEST_ASKED: Duration = Duration::from_secs(60);

/// The wait before try `attempt`, not before what the hub asked for.
pub fn after(asked: Option<Duration>, attempt: u32) -> Duration {
    let asked = asked.unwrap_or_default().min(LONGEST_ASKED);
    asked + wait(attempt, random())
}

/// A number for [`wait`] from the system; a system without randomness waits the longest.
pub fn random() -> u32 {
    let mut bytes = [0xff; 4];
    // Nothing secret hangs on it.
    let _ = getrandom::fill(&mut bytes);
    u32::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Full jitter: anything from nothing to the doubled base, never above the cap.
        #[test]
        fn a_wait_lies_between_nothing_and_the_cap(attempt: u32, random: u32) {
            let most = BASE.saturating_mul(2_u32.saturating_pow(attempt.min(16))).min(CAP);
            prop_assert!(wait(attempt, random) <= most);
            prop_assert_eq!(wait(attempt, 0), Duration::ZERO);
            prop_assert_eq!(wait(attempt, u32::MAX), most);
        }

        #[test]
        fn the_hub_is_waited_for_as_it_asks_but_not_for_ever(asked: u32, attempt in 0_u32..40) {
            let asked = Duration::from_secs(u64::from(asked));
            let waited = after(Some(asked), attempt);
            prop_assert!(waited >= asked.min(LONGEST_ASKED));
            prop_assert!(waited <= LONGEST_ASKED + CAP);
        }
    }
}
