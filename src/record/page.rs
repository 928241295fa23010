//! Text out of pages of the web: tags taken out, entities resolved.

/// The text of a page as a reader sees it.
pub(crate) fn text(page: &str) -> String {
    entities(&without_tags(&without_scripts(page)))
}

/// Takes out what is no text: scripts and styles.
fn without_scripts(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let mut text = String::with_capacity(page.len());
    let (mut kept, mut at) = (0, 0);
    while let Some(open) = lower[at..].find('<').map(|found| at + found) {
        let inside = ["script", "style"]
            .into_iter()
            .find(|name| lower[open + 1..].starts_with(name));
        let Some(name) = inside else {
            at = open + 1;
            continue;
        };
        text.push_str(&page[kept..open]);
        let close = format!("</{name}>");
        let Some(length) = lower[open..].find(&close) else {
            return text;
        };
        at = open + length + close.len();
        kept = at;
    }
    text.push_str(&page[kept..]);
    text
}

/// How long a tag can be, in bytes.
const LONGEST: usize = 400;

/// The tags after which a line ends.
const BREAKS: [&str; 7] = ["br", "/p", "/div", "/li", "/tr", "/h", "/title"];

/// Takes tags out; those that break a line leave a line break.
pub(crate) fn without_tags(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(open) = rest.find('<') {
        let name = &rest[open + 1..];
        let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let close = name
            .bytes()
            .take(LONGEST)
            .position(|byte| byte == b'>')
            .filter(|_| is_tag);
        text.push_str(&rest[..open]);
        if let Some(length) = close {
            let lower = name[..length].to_ascii_lowercase();
            if BREAKS.iter().any(|tag| lower.starts_with(tag)) {
                text.push('\n');
            } else if lower.starts_with("/td") || lower.starts_with("/th") {
                text.push(' ');
            }
            rest = &name[length + 1..];
        } else {
            text.push('<');
            rest = name;
        }
    }
    text.push_str(rest);
    text
}

pub(crate) fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let letter = end.and_then(|end| entity(&rest[1..end]));
        if let (Some(letter), Some(end)) = (letter, end) {
            plain.push(letter);
            rest = &rest[end + 1..];
        } else {
            plain.push('&');
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "middot" => '·',
        "ldquo" => '“',
        "rdquo" => '”',
        "hellip" => '…',
        "mdash" => '—',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}
