//! Text as pages and scripts carry it: escapes of HTML, of JavaScript and of addresses.

use crate::TextEncoding;
use crate::page::{entities, without_tags};

/// The text a value stands for.
pub(super) fn plain(value: &str) -> String {
    let text = entities(&without_tags(value.trim()));
    let text = script_escapes(&text).replace("||", "\n");
    let text = percent_escapes(&text);
    text.replace("\r\n", "\n").trim().to_owned()
}

/// `\uXXXX`; pairs of surrogates make one character.
fn script_escapes(text: &str) -> String {
    if !text.contains("\\u") {
        return text.to_owned();
    }
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let code = rest
            .strip_prefix("\\u")
            .and_then(|hex| hex.get(..4))
            .and_then(|hex| u16::from_str_radix(hex, 16).ok());
        if let Some(unit) = code {
            units.push(unit);
            rest = &rest[6..];
        } else {
            units.extend(letter.encode_utf16(&mut [0; 2]).iter());
            rest = &rest[letter.len_utf8()..];
        }
    }
    String::from_utf16_lossy(&units)
}

/// `%XX` of the bytes of a text; left alone where that gives no text, such as "50% 胜率".
fn percent_escapes(text: &str) -> String {
    let escapes = text
        .match_indices('%')
        .filter(|(at, _)| text.get(at + 1..at + 3).is_some_and(is_hex))
        .count();
    if escapes == 0 || escapes < text.matches('%').count() {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let code = rest
            .get(at + 1..at + 3)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        rest = rest.get(at + 3..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    let (encoding, mark) = TextEncoding::detect(&bytes);
    match encoding.decode(&bytes[mark..]) {
        (decoded, false) => decoded.into_owned(),
        (_, true) => text.to_owned(),
    }
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a page carries its blocks in an address, as `%5BDhtmlXQ…`, and what they are then.
pub(super) fn from_address(text: &str) -> Option<String> {
    let at = text.to_ascii_lowercase().find("%5bdhtmlxq")?;
    let end = text[at..]
        .find(['"', '\'', ' ', '>', '\n'])
        .map_or(text.len(), |end| at + end);
    Some(percent_escapes(&text[at..end]))
}

/// On the site's own pages the list of moves stands in a script behind the block. Gives the page with
/// the list inside its first block.
pub(super) fn with_script(text: &str) -> Option<String> {
    const NAME: &str = "DhtmlXQ_movelist";
    const BRACKET: &str = "[DhtmlXQ]";
    let (at, quote) = text.match_indices(NAME).find_map(|(at, _)| {
        let value = text[at + NAME.len()..]
            .trim_start()
            .strip_prefix('=')?
            .trim_start();
        let quote = value
            .chars()
            .next()
            .filter(|letter| matches!(letter, '\'' | '"'))?;
        Some((text.len() - value.len() + 1, quote))
    })?;
    let length = text[at..].find(quote)?;
    let list = text[at..at + length]
        .replace("[DhtmlXQ_movelist]", "")
        .replace("[/DhtmlXQ_movelist]", "");
    // The block can stand before the script or behind it.
    let inside = text.find(BRACKET).map_or(0, |open| open + BRACKET.len());
    let (first, second) = (inside.min(at), inside.max(at + length));
    let block = format!("[{NAME}]{list}[/{NAME}]");
    let mut page = String::with_capacity(text.len() + block.len());
    page.push_str(&text[..first]);
    if inside <= at {
        page.push_str(&block);
        page.push_str(&text[inside..at]);
        page.push_str(&text[at + length..]);
    } else {
        page.push_str(&text[at + length..second]);
        page.push_str(&block);
        page.push_str(&text[second..]);
    }
    Some(page)
}
