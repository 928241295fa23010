//! Text of unknown encoding: UTF-8, GB18030, Big5 or UTF-16, told apart by what it holds.

use std::borrow::Cow;

use encoding_rs::Encoding;

/// How the text of a record was, or is to be, encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextEncoding {
    /// UTF-8, with or without a byte order mark. ASCII is UTF-8.
    Utf8,
    /// GB18030, of which GBK and GB2312 are parts.
    Gb18030,
    /// Big5, in the extent of code page 950 and beyond.
    Big5,
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
}

/// How much of a text is looked at to find its encoding, in bytes.
const SAMPLE: usize = 1 << 16;

impl TextEncoding {
    /// The name as programs know it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Gb18030 => "gb18030",
            Self::Big5 => "big5",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
        }
    }

    const fn codec(self) -> &'static Encoding {
        match self {
            Self::Utf8 => encoding_rs::UTF_8,
            Self::Gb18030 => encoding_rs::GB18030,
            Self::Big5 => encoding_rs::BIG5,
            Self::Utf16Le => encoding_rs::UTF_16LE,
            Self::Utf16Be => encoding_rs::UTF_16BE,
        }
    }

    /// The text, with U+FFFD where the bytes are no characters, and whether there were such.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        self.codec().decode_without_bom_handling(bytes)
    }

    /// The bytes of a text, and how many characters have no place in the encoding (written as `?`).
    pub fn encode(self, text: &str) -> (Vec<u8>, usize) {
        if self == Self::Utf8 {
            return (text.as_bytes().to_vec(), 0);
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut lost = 0;
        if matches!(self, Self::Utf16Le | Self::Utf16Be) {
            for unit in text.encode_utf16() {
                let pair = if self == Self::Utf16Le {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                };
                bytes.extend(pair);
            }
            return (bytes, 0);
        }
        let mut encoder = self.codec().new_encoder();
        let mut rest = text;
        loop {
            bytes.reserve(rest.len() + 16);
            let (result, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
            rest = &rest[read..];
            match result {
                encoding_rs::EncoderResult::InputEmpty => return (bytes, lost),
                encoding_rs::EncoderResult::OutputFull => {}
                encoding_rs::EncoderResult::Unmappable(_) => {
                    lost += 1;
                    bytes.push(b'?');
                }
            }
        }
    }

    /// The encoding of a text and the length of the byte order mark before it.
    ///
    /// A mark decides; then strict UTF-8; then the encoding that yields the most characters of
    /// moves and headers for the fewest broken ones.
    pub fn detect(bytes: &[u8]) -> (Self, usize) {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => return (Self::Utf8, 3),
            [0xFF, 0xFE, ..] => return (Self::Utf16Le, 2),
            [0xFE, 0xFF, ..] => return (Self::Utf16Be, 2),
            _ => {}
        }
        let strict = std::str::from_utf8(bytes);
        if strict.is_ok_and(|text| text.is_ascii() || Self::Utf8.score(head(bytes)) >= 0) {
            return (Self::Utf8, 0);
        }
        if let Some(wide) = without_mark(head(bytes)) {
            return (wide, 0);
        }
        (Self::most_likely(telling_part(bytes)), 0)
    }

    /// The encoding in which a text makes the most sense; more of it is looked at until the answer
    /// is clear.
    fn most_likely(bytes: &[u8]) -> Self {
        const CLEAR: i64 = 60;
        let mut length = 512;
        loop {
            let sample = &bytes[..bytes.len().min(length)];
            let gb = Self::Gb18030.score(sample);
            let big5 = Self::Big5.score(sample);
            let utf8 = Self::Utf8.score(sample);
            let mut scores = [gb, big5, utf8];
            scores.sort_unstable();
            if scores[2] - scores[1] >= CLEAR || sample.len() == bytes.len() {
                return match scores[2] {
                    best if best == gb => Self::Gb18030,
                    best if best == big5 => Self::Big5,
                    _ => Self::Utf8,
                };
            }
            length *= 8;
        }
    }

    /// How much a text looks like a record when read in this encoding.
    fn score(self, bytes: &[u8]) -> i64 {
        let (text, _) = self.decode(bytes);
        text.chars().map(weight).sum()
    }
}

/// Decodes a short field that has no encoding of its own: GB18030 as the programs of its time wrote
/// it, UTF-8 where it is that and not ASCII, Big5 where only that fits. A half character at the end
/// of a full field is dropped.
pub(crate) fn decode_field(bytes: &[u8]) -> String {
    if bytes.is_ascii() {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && text
            .chars()
            .all(|letter| letter.is_ascii() || weight(letter) >= 0)
    {
        return text.to_owned();
    }
    let (text, _) = TextEncoding::Gb18030.decode(bytes);
    let whole = text.trim_end_matches('\u{fffd}');
    if !whole.contains('\u{fffd}') {
        return whole.to_owned();
    }
    let (text, _) = TextEncoding::most_likely(bytes).decode(bytes);
    text.trim_end_matches('\u{fffd}').to_owned()
}

fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(SAMPLE)]
}

/// The first part of a text that has bytes beyond ASCII, so that a long plain head tells nothing
/// wrong.
fn telling_part(bytes: &[u8]) -> &[u8] {
    let first = bytes.iter().position(|byte| *byte >= 0x80).unwrap_or(0);
    let line = bytes[..first]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let end = bytes.len().min(line.saturating_add(SAMPLE));
    &bytes[line..end]
}

/// UTF-16 without a mark: every other byte of what is mostly ASCII is zero.
fn without_mark(bytes: &[u8]) -> Option<TextEncoding> {
    let zeros = |odd: usize| {
        bytes
            .iter()
            .skip(odd)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let enough = (bytes.len() / 8).max(2);
    match (zeros(0) > enough, zeros(1) > enough) {
        (false, true) => Some(TextEncoding::Utf16Le),
        (true, false) => Some(TextEncoding::Utf16Be),
        _ => None,
    }
}

/// Characters of moves count most, common words of headers a little, broken and private characters
/// against.
fn weight(letter: char) -> i64 {
    match letter {
        '\0'..='\x7f' => 0,
        '车'
        | '車'
        | '馬'
        | '马'
        | '炮'
        | '砲'
        | '兵'
        | '卒'
        | '相'
        | '象'
        | '仕'
        | '士'
        | '帅'
        | '帥'
        | '将'
        | '將'
        | '进'
        | '進'
        | '退'
        | '平'
        | '前'
        | '后'
        | '後'
        | '一'
        | '二'
        | '三'
        | '四'
        | '五'
        | '六'
        | '七'
        | '八'
        | '九'
        | '０'..='９' => 6,
        '年' | '月' | '日' | '全' | '国' | '國' | '棋' | '赛' | '賽' | '个' | '個' | '人'
        | '团' | '團' | '体' | '體' | '冠' | '军' | '軍' | '杯' | '第' | '轮' | '輪' | '局'
        | '合' | '红' | '紅' | '黑' | '先' | '胜' | '勝' | '负' | '負' | '和' | '对' | '對'
        | '北' | '京' | '上' | '海' | '广' | '廣' | '东' | '東' | '的' | '是' | '不' | '中'
        | '大' | '有' | '这' | '這' | '可' | '如' | '以' | '着' | '著' | '法' | '手' | '好'
        | '王' | '李' | '张' | '張' | '刘' | '劉' | '陈' | '陳' | '杨' | '楊' | '赵' | '趙'
        | '黄' | '黃' | '吴' | '吳' | '徐' | '孙' | '孫' | '胡' | '柳' | '许' | '許' | '吕'
        | '呂' | '林' | '方' | '未' | '知' => 4,
        '\u{3000}'..='\u{3002}' | '！'..='／' | '：'..='～' => 1,
        '一'..='\u{9fff}' | '\u{2010}'..='\u{2026}' | '①'..='⑳' | '·' | '×' | '\u{a0}' => 0,
        // Broken, private, or of a script that shows up where the encoding is wrong.
        '\u{fffd}' | '\u{e000}'..='\u{f8ff}' => -8,
        _ => -2,
    }
}
