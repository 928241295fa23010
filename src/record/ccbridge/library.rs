//! A library: an index of fixed size, then the records.

use super::record::{is_heading, read};
use crate::bytes::Bytes;
use crate::{Format, Game, RecordError};

const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
/// Where the number of entries of the index stands.
const CAPACITY: usize = 60;
const NAME: usize = 64;
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
/// Records begin at multiples of this after the index.
const SLOT: usize = 4096;
/// The state of an entry whose record is there. Deleted ones keep theirs with another state.
const LIVE: u32 = 7;

/// Whether some bytes begin as a library does.
pub(crate) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The live records of a library, read one by one in the order of the index.
#[derive(Debug, Clone)]
pub(crate) struct Library<'a> {
    bytes: Bytes<'a>,
    capacity: usize,
    entry: usize,
    /// Where the next record begins.
    place: usize,
    /// How many live ones came before.
    index: usize,
}

impl<'a> Library<'a> {
    /// Looks at the head of a library.
    pub(crate) fn open(all: &'a [u8]) -> Result<Self, RecordError> {
        let bytes = Bytes::new(all, Format::Cbl);
        bytes.slice(0, INDEX)?;
        let capacity = bytes.u32(CAPACITY)? as usize;
        let size = capacity.checked_mul(ENTRY).unwrap_or(usize::MAX);
        bytes.slice(INDEX, size)?;
        Ok(Self {
            bytes,
            capacity,
            entry: 0,
            place: INDEX + size,
            index: 0,
        })
    }

    /// The name of the library.
    pub(crate) fn name(&self) -> String {
        super::record::utf16(&self.bytes.all[NAME..NAME + 512])
    }

    fn record(&self, place: usize, slots: usize, size: usize) -> Result<Game, RecordError> {
        let room = slots
            .saturating_mul(SLOT)
            .min(self.bytes.all.len().saturating_sub(place));
        let size = if size == 0 || size > room { room } else { size };
        let mut game =
            read(self.bytes.slice(place, size)?).map_err(|error| at_place(error, place))?;
        if let Some(origin) = &mut game.origin {
            origin.format = Format::Cbl;
            origin.index = self.index;
            origin.bytes = place..place + size;
        }
        Ok(game)
    }
}

impl Iterator for Library<'_> {
    type Item = Result<Game, RecordError>;

    /// The next game; headings of sections and deleted records are passed over.
    fn next(&mut self) -> Option<Self::Item> {
        while self.entry < self.capacity {
            let entry = INDEX + self.entry * ENTRY;
            self.entry += 1;
            let word = |at| self.bytes.u32(entry + at).unwrap_or(0);
            let (state, slots, size) = (word(0), word(8) as usize, word(12) as usize);
            if state == 0 {
                continue;
            }
            let place = self.place;
            // Also the deleted ones have their place among the records.
            self.place = place.saturating_add(slots.saturating_mul(SLOT));
            if state != LIVE {
                continue;
            }
            let game = self.record(place, slots, size);
            self.index += 1;
            if !game.as_ref().is_ok_and(is_heading) {
                return Some(game);
            }
        }
        None
    }
}

/// Counts the bytes of an error from the start of the file instead of the record.
fn at_place(error: RecordError, place: usize) -> RecordError {
    match error {
        RecordError::Short {
            at, needed, left, ..
        } => RecordError::Short {
            format: Format::Cbl,
            at: at + place,
            needed,
            left,
        },
        RecordError::Damaged { at, reason, .. } => RecordError::Damaged {
            format: Format::Cbl,
            at: at + place,
            reason,
        },
        other => other,
    }
}
