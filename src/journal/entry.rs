//! One entry: what happened, who wrote it, when, and the hash that ties it to the entry before.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Event;

/// A game's identity, given by the hub when the round is published (UUIDv7).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
#[schema(value_type = String, format = "uuid")]
pub struct GameId(pub Uuid);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GameId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// A SHA-256, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// What stands before the first entry of a game.
    pub const NONE: Self = Self([0; 32]);
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not 64 hex digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a SHA-256 of 64 hex digits")]
pub struct ParseDigestError(String);

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| ParseDigestError(text.to_owned()))?;
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// When an entry was written. Passed in: the journal reads no clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Stamp {
    /// Wall time, RFC 3339. A label for people; never subtracted.
    pub wall: String,
    /// Which start of the terminal's program this was; monotonic times of different starts do not
    /// compare.
    pub boot: u32,
    /// Milliseconds since that start. The measure.
    pub mono_ms: u64,
}

/// One entry of a game's journal.
///
/// The hash covers the compact JSON of every other field, in the order in which they stand here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// The game it belongs to.
    pub game: GameId,
    /// The writer's epoch: 1 for the first terminal, one more after each take-over.
    pub epoch: u32,
    /// 1 for the first entry, without gaps through all epochs.
    pub seq: u64,
    /// The terminal, or the desk, that wrote it.
    pub writer: String,
    /// When.
    #[serde(flatten)]
    pub stamp: Stamp,
    /// The hash of the entry before it, [`Digest::NONE`] for the first.
    pub prev: Digest,
    /// What happened.
    pub event: Event,
    /// The hash of this entry.
    pub hash: Digest,
}

#[derive(Serialize)]
struct Hashed<'a> {
    game: GameId,
    epoch: u32,
    seq: u64,
    writer: &'a str,
    #[serde(flatten)]
    stamp: &'a Stamp,
    prev: Digest,
    event: &'a Event,
}

impl Entry {
    /// Seals an entry: computes its hash.
    pub fn seal(
        game: GameId,
        epoch: u32,
        seq: u64,
        writer: String,
        stamp: Stamp,
        prev: Digest,
        event: Event,
    ) -> Self {
        let mut entry = Self {
            game,
            epoch,
            seq,
            writer,
            stamp,
            prev,
            event,
            hash: Digest::NONE,
        };
        entry.hash = entry.computed_hash();
        entry
    }

    /// The hash its content gives; differs from `hash` when something was changed afterwards.
    ///
    /// # Panics
    /// Never: an entry is made of strings, numbers and enums, which always become JSON.
    pub fn computed_hash(&self) -> Digest {
        let hashed = Hashed {
            game: self.game,
            epoch: self.epoch,
            seq: self.seq,
            writer: &self.writer,
            stamp: &self.stamp,
            prev: self.prev,
            event: &self.event,
        };
        let bytes = serde_json::to_vec(&hashed)
            .expect("an entry is made of strings, numbers and enums, which always become JSON");
        Digest(Sha256::digest(bytes).into())
    }
}
