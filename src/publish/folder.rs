//! A publication on disk: written beside its place, described by a manifest, then renamed there.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The name of the list of all files; a folder that has one is a publication of ours.
pub const MANIFEST: &str = "manifest.json";
/// The same list for `sha256sum -c`.
pub const SUMS: &str = "SHA256SUMS";

/// One file of a publication.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Listed {
    /// Where it is, with `/`.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of it, hex.
    pub sha256: String,
}

/// Why a publication could not be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder is there and is no publication: it is left alone.
    #[error("{}: is there and was not made by qipu publish", .0.display())]
    Foreign(PathBuf),
    /// The disk failed.
    #[error("{}: {error}", path.display())]
    Disk {
        /// Where.
        path: PathBuf,
        /// How.
        error: io::Error,
    },
}

fn disk(path: &Path) -> impl FnOnce(io::Error) -> FolderError + '_ {
    move |error| FolderError::Disk {
        path: path.to_owned(),
        error,
    }
}

/// A folder being written, beside the place it will have.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    beside: PathBuf,
    listed: Mutex<Vec<Listed>>,
}

impl Folder {
    /// Begins a publication that will stand at `place`.
    ///
    /// # Errors
    /// [`FolderError::Foreign`] when something else stands there; the disk's errors.
    pub fn begin(place: &Path) -> Result<Self, FolderError> {
        if place.exists() && !is_ours(place) {
            return Err(FolderError::Foreign(place.to_owned()));
        }
        let beside = named_beside(place, ".part");
        if beside.exists() {
            fs::remove_dir_all(&beside).map_err(disk(&beside))?;
        }
        fs::create_dir_all(&beside).map_err(disk(&beside))?;
        Ok(Self {
            place: place.to_owned(),
            beside,
            listed: Mutex::default(),
        })
    }

    /// Writes a file; `path` is relative, with `/`.
    ///
    /// # Errors
    /// The disk's errors.
    ///
    /// # Panics
    /// When the path leads out of the folder, which no caller may make it do.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let relative = Path::new(path);
        assert!(
            relative
                .components()
                .all(|part| matches!(part, Component::Normal(_))),
            "{path} leads out of the folder"
        );
        let target = self.beside.join(relative);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(disk(folder))?;
        }
        fs::write(&target, bytes).map_err(disk(&target))?;
        let listed = Listed {
            path: path.to_owned(),
            bytes: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
        };
        // A panic while listing would leave a short list, never a wrong one.
        self.listed
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .push(listed);
        Ok(())
    }

    /// The files so far, by path.
    pub fn listed(&self) -> Vec<Listed> {
        let mut listed = self
            .listed
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone();
        listed.sort();
        listed
    }

    /// Writes the manifest and puts the folder in its place. What was published there before goes
    /// when the new one stands.
    ///
    /// # Errors
    /// The disk's errors; the old publication then still stands or stands beside as `.old`.
    pub fn finish(self, about: &impl Serialize) -> Result<Vec<Listed>, FolderError> {
        let listed = self.listed();
        for (name, text) in [(SUMS, sums(&listed)), (MANIFEST, manifest(about, &listed))] {
            let path = self.beside.join(name);
            let written = fs::File::create(&path).and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                file.sync_all()
            });
            written.map_err(disk(&path))?;
        }
        let old = named_beside(&self.place, ".old");
        if self.place.exists() {
            if old.exists() {
                fs::remove_dir_all(&old).map_err(disk(&old))?;
            }
            fs::rename(&self.place, &old).map_err(disk(&self.place))?;
        }
        fs::rename(&self.beside, &self.place).map_err(disk(&self.place))?;
        if old.exists() {
            fs::remove_dir_all(&old).map_err(disk(&old))?;
        }
        Ok(listed)
    }
}

fn is_ours(place: &Path) -> bool {
    let empty = fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none());
    empty || place.join(MANIFEST).is_file() && place.join(SUMS).is_file()
}

fn named_beside(place: &Path, ending: &str) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    place.with_file_name(name)
}

/// The list as `sha256sum -c` reads it.
pub fn sums(listed: &[Listed]) -> String {
    listed
        .iter()
        .map(|file| format!("{}  {}\n", file.sha256, file.path))
        .collect()
}

/// The list as JSON, with what is to be said about the whole.
pub fn manifest(about: &impl Serialize, listed: &[Listed]) -> String {
    #[derive(Serialize)]
    struct Manifest<'a, A> {
        #[serde(flatten)]
        about: &'a A,
        files: &'a [Listed],
    }
    let text = serde_json::to_string_pretty(&Manifest {
        about,
        files: listed,
    });
    text.unwrap_or_default() + "\n"
}

/// A name for a file made of what people wrote: letters and digits of every script stay, anything
/// else becomes `_`, so that no name is a path, an option or an address.
pub fn safe_name(text: &str) -> String {
    const LONGEST: usize = 40;
    let name: String = text
        .trim()
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .take(LONGEST)
        .collect();
    if name.is_empty() {
        "_".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_publication_replaces_its_own_and_nothing_else() {
        let room = tempfile::tempdir().unwrap();
        let place = room.path().join("site");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("thesis.txt"), "mine").unwrap();
        assert!(matches!(
            Folder::begin(&place),
            Err(FolderError::Foreign(_))
        ));
        assert_eq!(
            fs::read_to_string(place.join("thesis.txt")).unwrap(),
            "mine"
        );

        let place = room.path().join("out");
        for text in ["first", "second"] {
            let folder = Folder::begin(&place).unwrap();
            folder.write("pages/a.html", text.as_bytes()).unwrap();
            folder.finish(&serde_json::json!({"event": "杯"})).unwrap();
            assert_eq!(
                fs::read_to_string(place.join("pages/a.html")).unwrap(),
                text
            );
        }
        let sums = fs::read_to_string(place.join(SUMS)).unwrap();
        // printf second | sha256sum
        let of_second = "16367aacb67a4a017c8da8ab95682ccb390863780f7114dda0a0e0c55644c7c4";
        assert_eq!(sums, format!("{of_second}  pages/a.html\n"));
        assert!(!room.path().join("out.part").exists() && !room.path().join("out.old").exists());
    }

    #[test]
    fn names_of_files_hold_nothing_but_letters_and_digits() {
        assert_eq!(safe_name("胡荣华"), "胡荣华");
        assert_eq!(safe_name("../../etc/passwd"), "______etc_passwd");
        assert_eq!(safe_name("<script>"), "_script_");
        assert_eq!(safe_name("  "), "_");
        assert_eq!(safe_name(&"长".repeat(200)).chars().count(), 40);
    }
}
