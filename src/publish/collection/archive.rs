//! A zip archive that lists its own files.

use std::io::{Cursor, Write as _};

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::publish::folder::{Listed, MANIFEST, SUMS, manifest, sums};

/// A zip archive being written.
pub struct Archive {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    listed: Vec<Listed>,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive")
            .field("listed", &self.listed)
            .finish_non_exhaustive()
    }
}

impl Archive {
    /// An empty archive.
    pub fn new() -> Self {
        Self {
            zip: ZipWriter::new(Cursor::new(Vec::new())),
            listed: Vec::new(),
        }
    }

    /// Adds a file.
    ///
    /// # Errors
    /// When the archive grows beyond what the format can hold.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        self.put(path, bytes)?;
        self.listed.push(Listed {
            path: path.to_owned(),
            bytes: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
        });
        Ok(())
    }

    fn put(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        // No time of day in the archive: the same event gives the same bytes.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        self.zip
            .start_file(path, options)
            .map_err(std::io::Error::from)?;
        self.zip.write_all(bytes)
    }

    /// Adds the manifest and the checksums and gives the archive.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn finish(mut self, about: &impl Serialize) -> std::io::Result<Vec<u8>> {
        let listed = std::mem::take(&mut self.listed);
        self.put(SUMS, sums(&listed).as_bytes())?;
        self.put(MANIFEST, manifest(about, &listed).as_bytes())?;
        Ok(self
            .zip
            .finish()
            .map_err(std::io::Error::from)?
            .into_inner())
    }
}

impl Default for Archive {
    fn default() -> Self {
        Self::new()
    }
}
