//! Time as the terminal sees it, passed in so that tests and the demo can hold it in their hands.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Where the terminal reads time. A remaining time is a difference of two monotonic readings,
/// never a count of ticks; wall time is a label.
pub trait TimeSource: Send + Sync {
    /// Milliseconds since this start of the program; never goes back.
    fn mono_ms(&self) -> u64;
    /// Wall time, RFC 3339.
    fn wall(&self) -> String;
    /// The same moment as [`Self::mono_ms`], to compare with what other threads noted.
    fn moment(&self) -> Instant;
}

/// The machine's clocks.
#[derive(Debug, Clone, Copy)]
pub struct SystemTime {
    start: Instant,
}

impl SystemTime {
    /// Monotonic time counts from now.
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

impl Default for SystemTime {
    fn default() -> Self {
        Self::new()
    }
}

impl TimeSource for SystemTime {
    fn mono_ms(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn moment(&self) -> Instant {
        Instant::now()
    }

    fn wall(&self) -> String {
        chrono::Local::now().to_rfc3339_opts(chrono::SecondsFormat::Millis, false)
    }
}

/// Time that goes on only when it is told to.
#[derive(Debug, Default)]
pub struct SteppedTime {
    ms: AtomicU64,
    start: OnceLock<Instant>,
}

impl SteppedTime {
    /// Lets so many milliseconds pass.
    pub fn advance(&self, ms: u64) {
        self.ms.fetch_add(ms, Ordering::Relaxed);
    }
}

impl TimeSource for SteppedTime {
    fn mono_ms(&self) -> u64 {
        self.ms.load(Ordering::Relaxed)
    }

    fn moment(&self) -> Instant {
        *self.start.get_or_init(Instant::now) + Duration::from_millis(self.mono_ms())
    }

    /// Counts from the first morning of the Qingshui event.
    fn wall(&self) -> String {
        let morning = chrono::DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(1_560_556_800);
        let now = morning + chrono::TimeDelta::milliseconds(self.mono_ms().cast_signed());
        now.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
    }
}
