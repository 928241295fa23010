//! What people take away from an event: record collections, a site, a bulletin, spreadsheets.
//!
//! [`load`] reads the hub's file once into an [`Edition`]; everything else is a function of it, so
//! that the same event gives the same files. Nothing personal is in an [`Edition`]: fields the
//! document does not name are left behind when it is made.

pub mod edition;
pub mod folder;
pub mod load;
pub mod opening;
pub mod position;
pub mod review;
pub mod score;

pub use edition::{Edition, GameRecord, Withheld};
