//! The files of 象棋桥 (CCBridge): single records, libraries, and XML.
//!
//! Records are plain: fixed places for text in UTF-16LE, a board, then the tree of moves. A library
//! is an index and the records it points at.

mod cbf;
mod layout;
mod library;
mod record;
mod write;

pub(crate) use cbf::{is_cbf, read as read_cbf, write as write_cbf};
pub(crate) use library::{Library, is_library};
pub(crate) use record::{is_record, read as read_cbr};
pub(crate) use write::write as write_cbr;
