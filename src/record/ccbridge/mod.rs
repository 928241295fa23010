//! The files of 象棋桥 (CCBridge): single records, libraries, and XML.
//!
//! Records are plain: fixed places for text in UTF-16LE, a board, then the tree of moves. A library
//! is an index and the records it points at.

mod layout;
mod library;
mod record;

pub(crate) use library::{Library, is_library};
pub(crate) use record::{is_record, read as read_cbr};
