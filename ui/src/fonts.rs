//! Whether a window could be opened at all.

use std::panic;

/// Whether the system has any font.
///
/// The screens bring their own, but the library that looks for fonts panics when the system has a
/// font configuration and not one font in it; a terminal must say so in words instead.
pub fn system_has_one() -> bool {
    let silent = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let probe = std::thread::spawn(|| {
        let options = fontique::CollectionOptions {
            shared: false,
            system_fonts: true,
        };
        fontique::Collection::new(options);
    });
    let found = probe.join().is_ok();
    panic::set_hook(silent);
    found
}
