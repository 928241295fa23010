//! PGN for xiangqi, and moves in plain text: in Chinese, WXF or coordinates, with comments and
//! variations, one game or many.

mod chunk;
mod engine;
mod heading;
mod lexer;
mod read;
mod signs;
mod tags;

pub(crate) use read::Texts;
pub(crate) use tags::is_tag_line;
