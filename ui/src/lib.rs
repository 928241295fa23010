//! The terminal's screens: what Slint makes of the `.slint` files, and nothing else.
//!
//! Nothing is decided here. The only code that knows both these types and the game is the `qipu`
//! library's `kiosk::adapter`.

pub mod fonts;

// Generated code; its items are documented in the .slint files, and it is not ours to lint.
#[allow(missing_docs, clippy::all, clippy::pedantic)]
mod screens {
    slint::include_modules!();
}

pub use screens::*;
