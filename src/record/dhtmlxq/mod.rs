//! The records of 东萍 (dpxq.com): `[DhtmlXQ_key]value[/DhtmlXQ_key]` on its pages, in forums and in
//! `.ubb` files, and the same keys as a dictionary.
//!
//! Points are two digits, file from Red's left and rank from Black's back line.

mod block;
mod dictionary;
mod lines;
mod read;
mod text;
mod write;

pub(crate) use dictionary::is_dictionary;
pub(crate) use read::{Blocks, Dictionaries};
pub(crate) use write::write;
