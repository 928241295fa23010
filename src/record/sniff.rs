//! Which format some bytes are.

use crate::{Format, Hint, RecordError, ccbridge, xqf};

/// The format of a file, by its content; by its name only where the content has no mark.
///
/// # Errors
/// What it is if it is known and not read, or that it is nothing known.
pub(crate) fn sniff(bytes: &[u8], _hint: Hint) -> Result<Format, RecordError> {
    if bytes.is_empty() {
        return Err(RecordError::Unknown("the file is empty"));
    }
    if xqf::is_xqf(bytes) {
        return Ok(Format::Xqf);
    }
    if ccbridge::is_record(bytes) {
        return Ok(Format::Cbr);
    }
    if ccbridge::is_library(bytes) {
        return Ok(Format::Cbl);
    }
    if bytes.starts_with(b"CCBridge\0") || bytes.starts_with(b"CCBridge\x15") {
        return Err(RecordError::Unsupported(
            "旧版象棋桥棋谱库，请在象棋桥中另存为新版 (an old CCBridge library: save it anew in CCBridge)",
        ));
    }
    Err(RecordError::Unknown(
        "neither text nor a known kind of file",
    ))
}
