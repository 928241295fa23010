//! What some tests need from the machine: skipped with a printed reason where it is absent, a
//! failure instead where `QIPU_REQUIRE_ALL=1` says that everything is there.

use std::path::{Path, PathBuf};

/// Whether every programme is on the path; prints the reason and answers false otherwise.
///
/// # Panics
/// When one is absent and `QIPU_REQUIRE_ALL=1`.
pub fn programmes(names: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let absent: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
        .collect();
    absent.is_empty() || skip(&format!("not installed: {}", absent.join(", ")))
}

/// The folder of shared cases and corpora, beside the checkout or where `QIPU_SHARED` says.
///
/// # Panics
/// When it is absent and `QIPU_REQUIRE_ALL=1`.
#[allow(dead_code, reason = "for tests that need the shared corpus")]
pub fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("QIPU_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    (folder.is_dir() || skip(&format!("no shared data at {}", folder.display()))).then_some(folder)
}

/// Says why a test is skipped; answers false.
///
/// # Panics
/// When `QIPU_REQUIRE_ALL=1`.
pub fn skip(reason: &str) -> bool {
    assert!(
        std::env::var_os("QIPU_REQUIRE_ALL").is_none_or(|v| v != "1"),
        "{reason}"
    );
    println!("skipped: {reason}");
    false
}
