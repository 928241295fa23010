//! The real files beside the workspace, or where `QIPU_SHARED` says.

use std::path::{Path, PathBuf};

/// The folder of the corpus; none, with a word, where there is none and `QIPU_REQUIRE_ALL` is not 1.
pub fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("QIPU_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let corpus = shared.join("corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    assert!(!all(), "no corpus at {}", corpus.display());
    eprintln!("skipped: no corpus at {}", corpus.display());
    None
}

/// Whether nothing may be left out.
pub fn all() -> bool {
    std::env::var_os("QIPU_REQUIRE_ALL").is_some_and(|value| value == "1")
}

/// All files below a folder, in order.
#[allow(dead_code, reason = "not every test walks the folder")]
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the corpus can be read") {
            let path = entry.expect("the corpus can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
