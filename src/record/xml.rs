//! The events of an XML text, as far as it can be read.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Something that begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    Open(Element),
    Close,
    /// Text between tags, entities resolved.
    Text(String),
    /// The text is no XML from a byte on.
    Broken(usize),
}

/// A tag with its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }
}

/// The text with signs of reference that begin none escaped, as some programs leave them.
pub(crate) fn with_references(text: &str) -> Cow<'_, str> {
    let stray = |at: usize| {
        let name = &text.as_bytes()[at + 1..];
        let length = name
            .iter()
            .take(12)
            .position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'#'));
        length.is_none_or(|length| length == 0 || name[length] != b';')
    };
    let mut places = Vec::new();
    let mut at = 0;
    // What is quoted as a whole has no references.
    while at < text.len() {
        let quoted = text[at..]
            .find("<![CDATA[")
            .map_or(text.len(), |found| at + found);
        let signs = text[at..quoted]
            .match_indices('&')
            .map(|(found, _)| at + found);
        places.extend(signs.filter(|place| stray(*place)));
        at = text[quoted..]
            .find("]]>")
            .map_or(text.len(), |found| quoted + found + 3);
    }
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len() + places.len() * 4);
    let mut from = 0;
    for place in places {
        whole.push_str(&text[from..place]);
        whole.push_str("&amp;");
        from = place + 1;
    }
    whole.push_str(&text[from..]);
    Cow::Owned(whole)
}

/// Reads a text event by event; an element that is closed at once gives both.
pub(crate) struct Items<'a> {
    reader: Reader<&'a [u8]>,
    close: bool,
    done: bool,
}

impl<'a> Items<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_end_names = false;
        reader.config_mut().allow_unmatched_ends = true;
        Self {
            reader,
            close: false,
            done: false,
        }
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if std::mem::take(&mut self.close) {
            return Some(Item::Close);
        }
        while !self.done {
            match self.reader.read_event() {
                Ok(Event::Start(start)) => return Some(Item::Open(element(&start))),
                Ok(Event::Empty(start)) => {
                    self.close = true;
                    return Some(Item::Open(element(&start)));
                }
                Ok(Event::End(_)) => return Some(Item::Close),
                Ok(Event::Text(text)) => {
                    return Some(Item::Text(text.xml10_content().into_owned()));
                }
                Ok(Event::CData(text)) => {
                    return Some(Item::Text(text.xml10_content().into_owned()));
                }
                Ok(Event::GeneralRef(name)) => {
                    let letter = name.resolve_char_ref().ok().flatten().map(String::from);
                    let text = letter.unwrap_or_else(|| {
                        quick_xml::escape::resolve_predefined_entity(&name)
                            .map_or_else(|| format!("&{};", &*name), str::to_owned)
                    });
                    return Some(Item::Text(text));
                }
                Ok(Event::Eof) => self.done = true,
                Ok(_) => {}
                Err(_) => {
                    self.done = true;
                    return Some(Item::Broken(self.reader.error_position() as usize));
                }
            }
        }
        None
    }
}

fn element(start: &BytesStart<'_>) -> Element {
    let attributes = start
        .attributes()
        .with_checks(false)
        .filter_map(Result::ok)
        .filter_map(|attribute| {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
            Some((attribute.key.as_ref().to_owned(), value.into_owned()))
        })
        .collect();
    Element {
        name: start.name().as_ref().to_owned(),
        attributes,
    }
}

/// A text with the signs of XML escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // The rest of the control characters cannot stand in XML at all.
            '\t' | '\n' => escaped.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}
