//! What the program writes into its log while the tests run, all of it.

use std::io::Write;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

#[derive(Debug, Default)]
struct Kept(Mutex<Vec<u8>>);

static LOG: OnceLock<Kept> = OnceLock::new();

struct Appending(MutexGuard<'static, Vec<u8>>);

impl Write for Appending {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct Everything;

impl MakeWriter<'_> for Everything {
    type Writer = Appending;

    fn make_writer(&self) -> Appending {
        Appending(kept())
    }
}

fn kept() -> MutexGuard<'static, Vec<u8>> {
    let kept = LOG.get_or_init(Kept::default);
    kept.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the log from now on, down to the smallest detail of the product's own.
pub fn keep() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        tracing_subscriber::fmt()
            .with_env_filter("qipu=trace,info")
            .with_ansi(false)
            .with_writer(Everything)
            .try_init()
            .expect("no other log is kept");
    });
}

/// The lines in which every one of these texts stands.
pub fn lines_with(texts: &[&str]) -> Vec<String> {
    let log = String::from_utf8_lossy(&kept()).into_owned();
    log.lines()
        .filter(|line| texts.iter().all(|text| line.contains(text)))
        .map(str::to_owned)
        .collect()
}
