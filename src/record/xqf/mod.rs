//! XQF, the files of 象棋演播室 (XQStudio): a header of 1,024 bytes, then the tree of moves.
//!
//! Version 10 is plain; from version 11 on the bytes after the header are enciphered with keys from
//! it. All numbers have the little end first; all text is GB18030.

mod key;
mod layout;
mod read;
mod write;

pub(crate) use read::{is_xqf, read};
pub use write::XqfVersion;
pub(crate) use write::write;
