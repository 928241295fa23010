//! Where the data that is not part of the product lies; tests that need it skip without it.
// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::path::PathBuf;

fn root() -> PathBuf {
    std::env::var_os("QIPU_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    )
}

fn skip(reason: &str) {
    assert!(
        std::env::var_os("QIPU_REQUIRE_ALL").is_none_or(|value| value != "1"),
        "{reason}"
    );
    eprintln!("skipped: {reason}");
}

/// Whether the data is there at all.
pub fn is_there() -> bool {
    root().join("cases").is_dir()
}

/// One file, `None` with a printed reason when it is not there.
pub fn file(path: &str) -> Option<Vec<u8>> {
    let file = root().join(path);
    match std::fs::read(&file) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            skip(&format!("{}: {error}", file.display()));
            None
        }
    }
}

/// Every JSON file of a folder, by name.
pub fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = root().join(folder);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) => {
            skip(&format!("{}: {error}", folder.display()));
            return Vec::new();
        }
    };
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_string_lossy().into_owned();
            (path.extension()? == "json").then(|| std::fs::read(&path).ok().map(|b| (name, b)))?
        })
        .collect();
    files.sort();
    files
}
