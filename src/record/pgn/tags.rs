//! The lines `[Key "value"]` before the moves.

use crate::{Field, Headers};

/// Whether a line holds tags. Asked of undecoded bytes: brackets, quotes and names are ASCII in
/// every encoding.
pub(crate) fn is_tag_line(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let Some(rest) = line.strip_prefix(b"[") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let length = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let (name, rest) = rest.split_at(length);
    let value = rest.trim_ascii_start();
    match value.first() {
        Some(b'"' | b'\'') => true,
        // Without quotes only for names that are known, so that a remark in brackets is none.
        Some(_) if value.len() < rest.len() => is_known(name),
        _ => value.first() == Some(&b']') && is_known(name),
    }
}

/// How long the tags at the start of some bytes are, with the end of their line; none if there are
/// none. A value can hold a line break by mistake: then the tag ends where a line ends with its
/// bracket, if that comes soon.
pub(super) fn extent(bytes: &[u8]) -> Option<usize> {
    let first = line_length(bytes);
    let line = &bytes[..first];
    if !is_tag_line(line) {
        return None;
    }
    if line.trim_ascii_end().ends_with(b"]") {
        return Some(first);
    }
    let mut length = first;
    for _ in 0..2 {
        let rest = &bytes[length..];
        let next = line_length(rest);
        let line = &rest[..next];
        if line.is_empty() || is_tag_line(line) {
            break;
        }
        length += next;
        if line.trim_ascii_end().ends_with(b"\"]") {
            return Some(length);
        }
    }
    Some(first)
}

/// The length of the first line with its end, which is LF, CR LF or, from old systems, CR.
pub(super) fn line_length(bytes: &[u8]) -> usize {
    match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        None => bytes.len(),
        Some(at) if bytes[at..].starts_with(b"\r\n") => at + 2,
        Some(at) => at + 1,
    }
}

fn is_known(name: &[u8]) -> bool {
    const OTHERS: [&str; 8] = [
        "Game",
        "FEN",
        "Format",
        "Result",
        "Setup",
        "White",
        "TitleA",
        "RMKWriter",
    ];
    Field::ALL
        .iter()
        .map(|field| field.tag())
        .chain(OTHERS)
        .any(|tag| name.eq_ignore_ascii_case(tag.as_bytes()))
}

/// The tags of a line, names and values.
pub(super) fn parse_line(line: &str) -> Vec<(&str, String)> {
    let mut tags = Vec::new();
    let mut rest = line.trim();
    while let Some((name, value, after)) = parse_one(rest) {
        tags.push((name, value));
        rest = after;
    }
    tags
}

fn parse_one(text: &str) -> Option<(&str, String, &str)> {
    let text = text.trim_start().strip_prefix('[')?.trim_start();
    let length = text
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    let (name, rest) = text.split_at(length);
    if name.is_empty() {
        return None;
    }
    let rest = rest.trim_start();
    let mut letters = rest.chars();
    let quote = letters
        .next()
        .filter(|letter| matches!(letter, '"' | '\'' | '“' | '”'));
    let inner = if quote.is_some() {
        letters.as_str()
    } else {
        rest
    };
    // Quotes inside a value are not always escaped, so the value runs to the last quote and bracket
    // of the line, unless another tag begins behind one before that.
    let mut end = None;
    for (at, _) in inner.match_indices(']') {
        let value = inner[..at].trim_end();
        if quote.is_some() && !value.ends_with(['"', '\'', '“', '”']) {
            continue;
        }
        end = Some(at);
        if is_tag_line(&inner.as_bytes()[at + 1..]) {
            break;
        }
    }
    let end = end.or_else(|| {
        inner
            .rfind(']')
            .filter(|at| inner[at + 1..].trim().is_empty())
    });
    let (value, after) = end.map_or((inner, ""), |at| (&inner[..at], &inner[at + 1..]));
    let value = value.trim_end();
    let value = if quote.is_some() {
        value.strip_suffix(['"', '\'', '“', '”']).unwrap_or(value)
    } else {
        value
    };
    Some((name, value.replace("\\\"", "\""), after))
}

/// Puts a tag where it belongs. Tags about the notation and the start are not headers.
pub(super) fn store(headers: &mut Headers, name: &str, value: &str) {
    let lower = name.to_ascii_lowercase();
    let field = match lower.as_str() {
        "game" | "fen" | "format" | "result" | "setup" => return,
        "white" => Some(Field::Red),
        "whiteteam" => Some(Field::RedTeam),
        "whiteelo" | "redrating" => Some(Field::RedRating),
        "blackrating" => Some(Field::BlackRating),
        "titlea" => Some(Field::Title),
        "eco" => Some(Field::Ecco),
        "rmkwriter" => Some(Field::Annotator),
        "place" => Some(Field::Site),
        "timerule" => Some(Field::TimeRule),
        "open" => Some(Field::Opening),
        "class" | "kind" => Some(Field::Kind),
        lower => Field::ALL
            .into_iter()
            .find(|field| field.tag().eq_ignore_ascii_case(lower)),
    };
    match field {
        Some(field) => headers.set_default(field, value),
        None => headers.set_other(name, value),
    }
}
