//! PGN for xiangqi, and moves in plain text: in Chinese, WXF or coordinates, with comments and
//! variations, one game or many.

mod chunk;
mod engine;
mod grid;
mod heading;
mod lexer;
mod read;
mod short;
mod signs;
mod tags;
mod write;

pub(crate) use read::Texts;
pub(crate) use tags::is_tag_line;
pub(crate) use write::{SEPARATOR, write, write_plain};
