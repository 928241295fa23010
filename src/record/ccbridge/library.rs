//! A library: an index of fixed size, then the records.

use std::collections::HashMap;

use super::layout::{IDENTITY, MAGIC as RECORD_MAGIC};
use super::record::{is_heading, read, utf16};
use crate::bytes::Bytes;
use crate::{Format, Game, RecordError};

const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
/// Where the number of entries of the index stands.
const CAPACITY: usize = 60;
const NAME: usize = 64;
const NAME_SIZE: usize = 512;
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
/// Where in an entry the identity of its record stands, as text.
const ENTRY_IDENTITY: usize = 20;
const ENTRY_IDENTITY_SIZE: usize = 80;
/// Records begin at multiples of this after the index.
const SLOT: usize = 4096;
/// The state of an entry whose record is there. Deleted ones keep theirs with another state.
const LIVE: u32 = 7;

type Identity = [u8; 16];

/// Whether some bytes begin as a library does.
pub(crate) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The live records of a library, read one by one in the order of the index.
#[derive(Debug, Clone)]
pub(crate) struct Library<'a> {
    bytes: Bytes<'a>,
    name: String,
    capacity: usize,
    /// The next entry of the index.
    entry: usize,
    /// Where the records begin, and where the next one does.
    records: usize,
    place: usize,
    /// How many live ones came before.
    index: usize,
    /// Where the records really are, once an entry was found not to fit.
    places: Option<HashMap<Identity, usize>>,
}

impl<'a> Library<'a> {
    /// Looks at the head of a library.
    pub(crate) fn open(all: &'a [u8]) -> Result<Self, RecordError> {
        let bytes = Bytes::new(all, Format::Cbl);
        let name = utf16(&bytes.slice(0, INDEX)?[NAME..NAME + NAME_SIZE]);
        let capacity = bytes.u32(CAPACITY)? as usize;
        let size = capacity.saturating_mul(ENTRY);
        bytes.slice(INDEX, size)?;
        let records = INDEX + size;
        let place = records;
        Ok(Self {
            bytes,
            name,
            capacity,
            entry: 0,
            records,
            place,
            index: 0,
            places: None,
        })
    }

    /// Where the record of an entry is: where the index says, unless another one is there.
    fn place_of(&mut self, entry: usize, told: usize) -> usize {
        let text = self
            .bytes
            .slice(entry + ENTRY_IDENTITY, ENTRY_IDENTITY_SIZE);
        let wanted = text.ok().and_then(|text| parse_identity(&utf16(text)));
        let found = identity_at(self.bytes.all, told);
        let Some(wanted) = wanted.filter(|_| found != wanted) else {
            return told;
        };
        let records = self.records;
        let all = self.bytes.all;
        let places = self.places.get_or_insert_with(|| {
            (records..all.len())
                .step_by(SLOT)
                .filter_map(|place| Some((identity_at(all, place)?, place)))
                .collect()
        });
        places.get(&wanted).copied().unwrap_or(told)
    }

    fn record(&self, place: usize, slots: usize, size: usize) -> Result<Game, RecordError> {
        let room = slots
            .saturating_mul(SLOT)
            .min(self.bytes.all.len().saturating_sub(place));
        let size = if size == 0 || size > room { room } else { size };
        let mut game =
            read(self.bytes.slice(place, size)?).map_err(|error| at_place(error, place))?;
        game.headers.set_other("Library", &self.name);
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
            let told = self.place;
            // Also the deleted ones have their place among the records.
            self.place = told.saturating_add(slots.saturating_mul(SLOT));
            if state != LIVE {
                continue;
            }
            let place = self.place_of(entry, told);
            let game = self.record(place, slots, size);
            self.index += 1;
            if !game.as_ref().is_ok_and(is_heading) {
                return Some(game);
            }
        }
        None
    }
}

/// The identity of the record that begins at a place, if one does.
fn identity_at(all: &[u8], place: usize) -> Option<Identity> {
    let record = all.get(place..)?;
    if !record.starts_with(RECORD_MAGIC) {
        return None;
    }
    record.get(IDENTITY..IDENTITY + 16)?.try_into().ok()
}

/// Reads `{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}`: the first three groups are numbers, stored with
/// the little end first, the others are bytes in order.
fn parse_identity(text: &str) -> Option<Identity> {
    let digits: String = text.chars().filter(char::is_ascii_hexdigit).collect();
    if digits.len() != 32 {
        return None;
    }
    let number = u128::from_str_radix(&digits, 16).ok()?;
    let mut identity = number.to_be_bytes();
    identity[..4].reverse();
    identity[4..6].reverse();
    identity[6..8].reverse();
    Some(identity)
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
