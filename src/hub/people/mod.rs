//! People before they are players: spreadsheets, identity numbers, personal data.

mod import;
mod keep;
mod seal;
mod sheet;

pub use import::{BadRow, Entry, Import, read};
pub use keep::{Kept, Looked};
pub use seal::{FILE as KEY_FILE, Key, KeyError, Personal};
