//! Files as every command reads and writes them: `-` is standard input, nothing is left half written.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use super::Failure;

/// Reads a whole file, or standard input for `-`.
///
/// # Errors
/// [`Failure::Input`] naming the file and the reason.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// Writes a file beside its place, then renames it there, so that nobody meets half of it.
///
/// # Errors
/// [`Failure::Environment`] naming the file and the reason.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let beside = path.with_file_name(name);
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        Failure::Environment(format!("{}: {error}", path.display()))
    })
}
