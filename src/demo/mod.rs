//! The demo event: invented players, real games, real terminals over real HTTP.

pub mod draw;
pub mod games;
pub mod people;
pub mod script;
