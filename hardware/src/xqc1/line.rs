use std::time::Instant;

use arrayvec::ArrayVec;

use super::checksum;
use crate::Raw;

/// The longest line, `$` and CR LF included, in bytes.
pub const MAX_LINE: usize = 80;

/// A whole line whose check digits are right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// When its `$` arrived.
    pub at: Instant,
    raw: Raw,
}

impl Line {
    /// What stands between `$` and `*`.
    pub fn body(&self) -> &str {
        // The reader let only printable ASCII in, and `*` with four digits at the end.
        let body = &self.raw[1..self.raw.len() - 5];
        std::str::from_utf8(body).unwrap_or_default()
    }

    /// The line without CR LF.
    pub fn raw(&self) -> &Raw {
        &self.raw
    }
}

/// Why bytes on the line were no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A new line began before the last one ended.
    #[error("line cut short by the next one")]
    Cut,
    /// More than [`MAX_LINE`] bytes without an end.
    #[error("line longer than {MAX_LINE} bytes")]
    TooLong,
    /// A byte that is no printable ASCII character.
    #[error("byte {0:#04x} in a line")]
    NotPrintable(u8),
    /// The end is not `*`, four lower case hex digits and CR LF.
    #[error("line without check digits at its end")]
    NoChecksum,
    /// The check digits do not fit the body.
    #[error("check digits do not fit the line")]
    Checksum,
    /// Bytes outside any line.
    #[error("bytes outside a line")]
    Junk,
}

impl LineError {
    /// One word for it, for diagnostics and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::TooLong => "too_long",
            Self::NotPrintable(_) => "not_printable",
            Self::NoChecksum => "no_checksum",
            Self::Checksum => "checksum",
            Self::Junk => "junk",
        }
    }
}

/// Cuts a stream of bytes into lines, in bounded memory.
///
/// What comes before the first `$` is the rest of a line whose beginning was missed when the
/// port was opened, and is dropped without a word.
#[derive(Debug, Default)]
pub struct LineReader {
    place: Place,
    buffer: ArrayVec<u8, MAX_LINE>,
}

#[derive(Debug, Default, Clone, Copy)]
enum Place {
    /// Before the first `$`.
    #[default]
    Start,
    Between,
    Line {
        since: Instant,
    },
    Junk {
        bytes: usize,
        reported: bool,
    },
}

impl LineReader {
    /// Takes one byte that arrived at `now`.
    pub fn push(&mut self, now: Instant, byte: u8) -> Option<Result<Line, LineError>> {
        if byte == b'$' {
            let before = std::mem::replace(&mut self.place, Place::Line { since: now });
            self.buffer.clear();
            self.buffer.push(byte);
            return match before {
                Place::Start | Place::Between | Place::Junk { reported: true, .. } => None,
                Place::Line { .. } => Some(Err(LineError::Cut)),
                Place::Junk {
                    reported: false, ..
                } => Some(Err(LineError::Junk)),
            };
        }
        match self.place {
            Place::Start => None,
            Place::Between => {
                if byte != b'\r' && byte != b'\n' {
                    self.place = Place::Junk {
                        bytes: 1,
                        reported: false,
                    };
                }
                None
            }
            Place::Junk { bytes, reported } => self.push_junk(byte, bytes, reported),
            Place::Line { since } => self.push_line(since, byte),
        }
    }

    /// Whether a line has begun and not ended.
    pub fn is_inside(&self) -> bool {
        matches!(self.place, Place::Line { .. })
    }

    /// Whether no `$` has come yet.
    pub fn is_before_first_line(&self) -> bool {
        matches!(self.place, Place::Start)
    }

    fn push_junk(
        &mut self,
        byte: u8,
        bytes: usize,
        reported: bool,
    ) -> Option<Result<Line, LineError>> {
        if byte == b'\n' {
            self.place = Place::Between;
            return (!reported).then_some(Err(LineError::Junk));
        }
        if bytes + 1 < MAX_LINE {
            self.place = Place::Junk {
                bytes: bytes + 1,
                reported,
            };
            return None;
        }
        // As much junk as a line could hold counts as a bad line, and the count begins anew.
        self.place = Place::Between;
        Some(Err(LineError::Junk))
    }

    fn push_line(&mut self, since: Instant, byte: u8) -> Option<Result<Line, LineError>> {
        if byte == b'\n' {
            self.place = Place::Between;
            return Some(self.finish(since));
        }
        let fault = if self.buffer.len() + 1 == MAX_LINE {
            Some(LineError::TooLong)
        } else if (0x20..=0x7e).contains(&byte) || byte == b'\r' {
            None
        } else {
            Some(LineError::NotPrintable(byte))
        };
        if let Some(fault) = fault {
            self.place = Place::Junk {
                bytes: 0,
                reported: true,
            };
            return Some(Err(fault));
        }
        self.buffer.push(byte);
        None
    }

    fn finish(&self, since: Instant) -> Result<Line, LineError> {
        let Some((line, tail)) = self.buffer.split_last_chunk::<6>() else {
            return Err(LineError::NoChecksum);
        };
        let &[b'*', digits @ .., b'\r'] = tail else {
            return Err(LineError::NoChecksum);
        };
        if line.is_empty() || line.contains(&b'\r') {
            return Err(LineError::NoChecksum);
        }
        let mut stated = 0;
        for digit in digits {
            let value = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return Err(LineError::NoChecksum),
            };
            stated = stated << 4 | u16::from(value);
        }
        if stated != checksum(&line[1..]) {
            return Err(LineError::Checksum);
        }
        Ok(Line {
            at: since,
            raw: self.buffer[..self.buffer.len() - 1]
                .iter()
                .copied()
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xqc1::seal;

    fn read(bytes: &[u8]) -> Vec<Result<String, LineError>> {
        let now = Instant::now();
        let mut reader = LineReader::default();
        bytes
            .iter()
            .filter_map(|&byte| reader.push(now, byte))
            .map(|result| result.map(|line| line.body().to_owned()))
            .collect()
    }

    #[test]
    fn lines_of_the_first_firmware_are_read() {
        let lines = [
            "$xqh,7,1,xqclock-avr,0.1,328P0001*5b00",
            "$xqs,17,t,3079,13999,1800000,r-,1*40ff",
            "$xqs,81,f,18578,0,1808499,ll,2*0284",
            "$xqn,27,crc*5c70",
        ];
        for line in lines {
            let body = line[1..line.len() - 5].to_owned();
            assert_eq!(read(format!("{line}\r\n").as_bytes()), [Ok(body)]);
        }
    }

    #[test]
    fn the_cut_first_line_is_dropped_without_a_word() {
        assert_eq!(read(b",1800000,1800000,--,0*282b\r\n"), []);
        assert_eq!(
            read(b",--,0*282b\r\n$xqn,27,crc*5c70\r\n"),
            [Ok("xqn,27,crc".into())]
        );
    }

    #[test]
    fn a_later_cut_line_is_a_fault() {
        let good = seal("xqa,1,1");
        assert_eq!(
            read(format!("{good}$xqs,2,.,3{good}").as_bytes()),
            [
                Ok("xqa,1,1".into()),
                Err(LineError::Cut),
                Ok("xqa,1,1".into())
            ]
        );
        assert_eq!(
            read(format!("{good}00,r-,1*40ff\r\n{good}").as_bytes()),
            [
                Ok("xqa,1,1".into()),
                Err(LineError::Junk),
                Ok("xqa,1,1".into())
            ]
        );
    }

    #[test]
    fn the_longest_line_fits_and_one_byte_more_does_not() {
        let body = "x".repeat(MAX_LINE - "$*0000\r\n".len());
        let line = seal(&body);
        assert_eq!(line.len(), MAX_LINE);
        assert_eq!(read(line.as_bytes()), [Ok(body.clone())]);
        let longer = seal(&format!("{body}x"));
        assert_eq!(read(longer.as_bytes()), [Err(LineError::TooLong)]);
    }

    #[test]
    fn two_hundred_bytes_without_an_end_do_not_hide_the_next_line() {
        let flood = format!("${}{}", "y".repeat(200), seal("xqa,1,1"));
        let read = read(flood.as_bytes());
        assert_eq!(read.first(), Some(&Err(LineError::TooLong)));
        assert_eq!(read.last(), Some(&Ok("xqa,1,1".into())));
    }

    #[test]
    fn bytes_that_no_line_holds_are_refused() {
        assert_eq!(read(b"$xq\0a*0000\r\n"), [Err(LineError::NotPrintable(0))]);
        assert_eq!(read(b"$xqa,1,1*5C70\r\n"), [Err(LineError::NoChecksum)]);
        assert_eq!(read(b"$*1d0f\r\n"), [Err(LineError::Checksum)]);
        assert_eq!(read(b"$\r\n"), [Err(LineError::NoChecksum)]);
        assert_eq!(read(b"*29b1\r\n$"), []);
    }

    #[test]
    fn the_crlf_belongs_to_the_line() {
        let line = seal("xqa,1,1");
        assert_eq!(
            read(line.replace('\r', "").as_bytes()),
            [Err(LineError::NoChecksum)]
        );
        assert_eq!(
            read(line.replace("\r\n", "\r\r\n").as_bytes()),
            [Err(LineError::NoChecksum)]
        );
    }
}
