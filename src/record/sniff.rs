//! Which format some bytes are.

use crate::format::Extension;
use crate::{
    Format, Hint, RecordError, TextEncoding, ccbridge, dhtmlxq, json, pfc, pgn, servers, xqf,
};

/// How much of a text is looked at for what it is.
const HEAD: usize = 1 << 16;

/// What a file is, and how its text is encoded if it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Binary(Format),
    Text {
        format: Format,
        encoding: TextEncoding,
        /// Length of the byte order mark.
        mark: usize,
    },
}

/// The format of a file, by its content; by its name only where the content has no mark.
///
/// # Errors
/// What it is if it is known and not read, or that it is nothing known.
pub(crate) fn sniff(bytes: &[u8], hint: Hint) -> Result<Kind, RecordError> {
    if bytes.is_empty() {
        return Err(RecordError::Unknown("the file is empty"));
    }
    if xqf::is_xqf(bytes) {
        return Ok(Kind::Binary(Format::Xqf));
    }
    if ccbridge::is_record(bytes) {
        return Ok(Kind::Binary(Format::Cbr));
    }
    if ccbridge::is_library(bytes) {
        return Ok(Kind::Binary(Format::Cbl));
    }
    if bytes.starts_with(b"CCBridge") {
        return Err(RecordError::Unsupported(
            "旧版象棋桥棋谱库，请在象棋桥中另存为新版 (an old CCBridge library: save it anew in CCBridge)",
        ));
    }
    if let Some(format) = hint.extension().and_then(servers::format) {
        return Ok(Kind::Binary(format));
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    let (encoding, mark) = TextEncoding::detect(head);
    let wide = matches!(encoding, TextEncoding::Utf16Le | TextEncoding::Utf16Be);
    // Some programs fill a text up with zeros.
    let bytes = if wide { bytes } else { without_filling(bytes) };
    let head = &bytes[..bytes.len().min(HEAD)];
    if bytes.len() <= mark {
        return Err(RecordError::Unknown("there is nothing in it but blanks"));
    }
    if !wide && (head.split(|byte| *byte == 0).count() - 1) * 100 > head.len() {
        return Err(RecordError::Unknown(
            "neither text nor a known kind of file",
        ));
    }
    let (text, _) = encoding.decode(&head[mark..]);
    if text.trim().is_empty() {
        return Err(RecordError::Unknown("there is nothing in it but blanks"));
    }
    Ok(Kind::Text {
        format: text_format(&text, bytes, hint),
        encoding,
        mark,
    })
}

/// Without the zeros and the mark of the end that old systems leave behind a text.
pub(crate) fn without_filling(bytes: &[u8]) -> &[u8] {
    let end = bytes
        .iter()
        .rposition(|byte| !matches!(byte, 0 | 0x1A))
        .map_or(0, |last| last + 1);
    &bytes[..end]
}

fn text_format(head: &str, bytes: &[u8], hint: Hint) -> Format {
    if dhtmlxq::is_dictionary(head) {
        return Format::Dpxq;
    }
    // A page can have much before its blocks.
    if holds(bytes, b"[dhtmlxq")
        || holds(bytes, b"%5bdhtmlxq")
        || holds(bytes, b"[dhjhtmlxq")
        || holds(bytes, b"&#91;dhtmlxq")
    {
        return if hint.extension() == Some(Extension::Ubb) {
            Format::Ubb
        } else {
            Format::DhtmlXq
        };
    }
    if ccbridge::is_cbf(head) {
        return Format::Cbf;
    }
    if pfc::is_pfc(head) {
        return Format::Pfc;
    }
    if json::is_json(head) {
        return Format::Json;
    }
    if head.contains("START{") {
        return Format::PlayOk;
    }
    if head.lines().any(|line| pgn::is_tag_line(line.as_bytes())) || head.contains("[Event &quot;")
    {
        return Format::Pgn;
    }
    Format::Text
}

/// Whether bytes hold some lower-case ASCII, in either case.
fn holds(bytes: &[u8], what: &[u8]) -> bool {
    bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == what[0])
        .any(|(at, _)| {
            bytes[at..]
                .get(..what.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(what))
        })
}
