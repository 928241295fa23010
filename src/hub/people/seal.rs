//! Personal data at rest: XChaCha20-Poly1305 with a key beside the database, readable by the
//! hub's user alone. A stolen copy of the database or a backup shows nothing.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};

/// The key's file in the data folder.
pub const FILE: &str = "personal.key";
const NONCE: usize = 24;

/// What only the registrar and the treasurer see. Empty for what is not known.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Personal {
    /// Number of the identity card (GB 11643).
    pub identity: String,
    /// Telephone.
    pub phone: String,
    /// Registered address.
    pub address: String,
    /// Bank.
    pub bank: String,
    /// Account at the bank.
    pub account: String,
}

impl std::fmt::Debug for Personal {
    /// Never shown in a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Personal")
    }
}

impl Personal {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Why personal data cannot be sealed or opened.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The key file.
    #[error("{}: {reason}", path.display())]
    File {
        /// Where.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It was sealed with another key, for another entry, or changed.
    #[error("personal data cannot be opened with this key")]
    Sealed,
}

/// The key.
pub struct Key(XChaCha20Poly1305);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// Reads the key of a data folder, drawing it at the first use.
    ///
    /// # Errors
    /// [`KeyError::File`].
    pub fn open(data: &Path) -> Result<Self, KeyError> {
        let path = data.join(FILE);
        let fault = |reason: String| KeyError::File {
            path: path.clone(),
            reason,
        };
        let mut bytes = Vec::new();
        match OpenOptions::new().read(true).open(&path) {
            Ok(mut file) => {
                file.read_to_end(&mut bytes)
                    .map_err(|error| fault(error.to_string()))?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                bytes = vec![0; 32];
                getrandom::fill(&mut bytes).map_err(|error| fault(error.to_string()))?;
                let mut file = OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .mode(0o600)
                    .open(&path)
                    .map_err(|error| fault(error.to_string()))?;
                file.write_all(&bytes)
                    .and_then(|()| file.sync_all())
                    .map_err(|error| fault(error.to_string()))?;
            }
            Err(error) => return Err(fault(error.to_string())),
        }
        let cipher = XChaCha20Poly1305::new_from_slice(&bytes);
        Ok(Self(
            cipher.map_err(|_| fault("is no key of 32 bytes".to_owned()))?,
        ))
    }

    /// Puts another key in the place of the one of a data folder: what was sealed with the old
    /// one, in backups too, never opens again.
    ///
    /// # Errors
    /// [`KeyError::File`].
    pub fn replace(data: &Path) -> Result<Self, KeyError> {
        let path = data.join(FILE);
        let fault = |error: std::io::Error| KeyError::File {
            path: path.clone(),
            reason: error.to_string(),
        };
        if let Ok(mut old) = OpenOptions::new().write(true).open(&path) {
            // Overwritten in place before it goes, as far as the disk lets us.
            old.write_all(&[0; 32])
                .and_then(|()| old.sync_all())
                .map_err(fault)?;
            std::fs::remove_file(&path).map_err(fault)?;
        }
        Self::open(data)
    }

    /// Seals the data of an entry; it opens under the same entry only.
    ///
    /// # Errors
    /// [`KeyError::Sealed`] when the system has no randomness.
    pub fn seal(&self, entry: &str, personal: &Personal) -> Result<Vec<u8>, KeyError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|_| KeyError::Sealed)?;
        let text = serde_json::to_vec(personal).map_err(|_| KeyError::Sealed)?;
        let payload = Payload {
            msg: &text,
            aad: entry.as_bytes(),
        };
        let sealed = self
            .0
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| KeyError::Sealed)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Opens what was sealed.
    ///
    /// # Errors
    /// [`KeyError::Sealed`].
    pub fn open_sealed(&self, entry: &str, sealed: &[u8]) -> Result<Personal, KeyError> {
        let (nonce, sealed) = sealed
            .split_first_chunk::<NONCE>()
            .ok_or(KeyError::Sealed)?;
        let payload = Payload {
            msg: sealed,
            aad: entry.as_bytes(),
        };
        let text = self
            .0
            .decrypt(&XNonce::from(*nonce), payload)
            .map_err(|_| KeyError::Sealed)?;
        serde_json::from_slice(&text).map_err(|_| KeyError::Sealed)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn what_is_sealed_opens_with_its_key_for_its_entry_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = Key::open(folder.path()).expect("is drawn");
        let personal = Personal {
            phone: "13800000000".into(),
            ..Personal::default()
        };
        let sealed = key.seal("one", &personal).expect("seals");
        assert!(!sealed.windows(5).any(|window| window == b"13800"));
        let again = Key::open(folder.path()).expect("is read");
        assert_eq!(again.open_sealed("one", &sealed).expect("opens"), personal);
        assert!(again.open_sealed("two", &sealed).is_err());
        let other = tempfile::tempdir().expect("a folder");
        let other = Key::open(other.path()).expect("is drawn");
        assert!(other.open_sealed("one", &sealed).is_err());
    }

    #[test]
    fn the_key_is_for_the_hubs_user_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        Key::open(folder.path()).expect("is drawn");
        let mode = std::fs::metadata(folder.path().join(FILE))
            .expect("is there")
            .permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }
}
