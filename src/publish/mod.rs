//! What people take away from an event: record collections, a site, a bulletin, spreadsheets.
//!
//! [`load`] reads the hub's file once into an [`Edition`]; everything else is a function of it, so
//! that the same event gives the same files. Nothing personal is in an [`Edition`]: fields the
//! document does not name are left behind when it is made.

pub mod annotate;
pub mod bulletin;
pub mod collection;
pub mod edition;
pub mod feed;
pub mod folder;
pub mod issue;
pub mod load;
pub mod opening;
pub mod position;
pub mod review;
pub mod score;
pub mod sheet;
pub mod site;
mod summary;
pub mod table;

pub use edition::{Edition, GameRecord, Withheld, WithheldFor};

/// How a comment of an engine begins, so that nobody takes it for a person's.
pub const MACHINE: &str = "[机评]";
