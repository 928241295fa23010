//! The game on a memory stick: when there is no network, the desk takes in the same entries from a
//! file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::kiosk::Kiosk;
use crate::store::StoreError;
use crate::sync::wire::Upload;

/// Where a stick appears: one folder a stick, perhaps below one of the user's.
const MOUNTS: [&str; 3] = ["/media", "/run/media", "/mnt"];

/// The game in hand as a file for a stick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StickFile {
    /// `qipu-<event>-<board>-<round>.json`.
    pub name: String,
    /// The entries as they travel to the hub.
    pub content: Vec<u8>,
}

impl Kiosk {
    /// The game in hand for a stick; nothing when there is none.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn stick_file(&self) -> Result<Option<StickFile>, StoreError> {
        let (Some(game), Some(facts)) = (self.game_id(), self.facts()) else {
            return Ok(None);
        };
        let entries = self.terminal().store.entries(game)?;
        let event = self
            .assignment()
            .map(|assignment| plain(&assignment.event.id))
            .unwrap_or_default();
        let board = self
            .owed()
            .map(|owed| owed.board)
            .or(self.assignment().and_then(|assignment| assignment.board))
            .unwrap_or_default();
        let content = serde_json::to_vec_pretty(&Upload { entries }).map_err(|error| {
            StoreError::Corrupt {
                what: "entry",
                reason: error.to_string(),
            }
        })?;
        Ok(Some(StickFile {
            name: format!("qipu-{event}-{board}-{}.json", facts.round),
            content,
        }))
    }
}

/// Only what every file system of a stick takes.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect()
}

impl StickFile {
    /// Writes it beside its place on the first stick found, then renames it. Returns where it is.
    ///
    /// # Errors
    /// No stick, or it cannot be written.
    pub fn write(&self) -> io::Result<PathBuf> {
        self.write_to_first(MOUNTS.map(Path::new))
    }

    fn write_to_first<'a>(
        &self,
        mounts: impl IntoIterator<Item = &'a Path>,
    ) -> io::Result<PathBuf> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "no memory stick");
        for folder in mounts.into_iter().flat_map(sticks) {
            let place = folder.join(&self.name);
            let beside = folder.join(format!("{}.part", self.name));
            let written = fs::write(&beside, &self.content)
                .and_then(|()| fs::File::open(&beside)?.sync_all())
                .and_then(|()| fs::rename(&beside, &place));
            match written {
                Ok(()) => return Ok(place),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

/// The folders one and two levels below a mount folder, deepest first.
fn sticks(mount: &Path) -> Vec<PathBuf> {
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect()
    };
    let first = below(mount);
    let mut all: Vec<PathBuf> = first.iter().flat_map(|folder| below(folder)).collect();
    all.extend(first);
    all
}

#[cfg(test)]
mod tests {
    use super::StickFile;

    #[test]
    fn a_file_lands_on_the_first_stick_that_can_be_written() {
        let media = tempfile::tempdir().expect("a temporary folder");
        let stick = media.path().join("kiosk").join("STICK");
        std::fs::create_dir_all(&stick).expect("a folder");
        let file = StickFile {
            name: "qipu-1-7-5.json".to_owned(),
            content: b"{}".to_vec(),
        };
        let place = file.write_to_first([media.path()]).expect("a stick");
        assert_eq!(place, stick.join("qipu-1-7-5.json"));
        assert_eq!(std::fs::read(place).expect("the file"), b"{}");
        let nowhere = media.path().join("none");
        assert!(file.write_to_first([nowhere.as_path()]).is_err());
    }
}
