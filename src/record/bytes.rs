//! Numbers and fields of a byte slice that may be shorter than it says.

use crate::{Format, RecordError};

/// A slice with the format whose name goes into the errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes<'a> {
    pub(crate) all: &'a [u8],
    pub(crate) format: Format,
}

impl<'a> Bytes<'a> {
    pub(crate) const fn new(all: &'a [u8], format: Format) -> Self {
        Self { all, format }
    }

    /// The `length` bytes from `at`.
    pub(crate) fn slice(self, at: usize, length: usize) -> Result<&'a [u8], RecordError> {
        at.checked_add(length)
            .and_then(|end| self.all.get(at..end))
            .ok_or(RecordError::Short {
                format: self.format,
                at,
                needed: length,
                left: self.all.len().saturating_sub(at),
            })
    }

    pub(crate) fn array<const N: usize>(self, at: usize) -> Result<[u8; N], RecordError> {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(at, N)?);
        Ok(array)
    }

    pub(crate) fn u8(self, at: usize) -> Result<u8, RecordError> {
        Ok(self.array::<1>(at)?[0])
    }

    pub(crate) fn u32(self, at: usize) -> Result<u32, RecordError> {
        self.array(at).map(u32::from_le_bytes)
    }
}
