use super::{number, seal};
use crate::{MAX_MS, Side};

/// What a terminal asks of a clock in one line.
///
/// Everything that goes out is a lower case letter, a digit or one of `,-*$`: a DGT board that
/// was plugged in instead would take most capital letters as a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// `kqh`: say who you are, and forget earlier command numbers.
    Hello,
    /// `kqg`: say how you stand.
    State,
    /// `kqt`: set the times; only while stopped.
    Set {
        /// Left player's time in milliseconds.
        left_ms: u32,
        /// Right player's time in milliseconds.
        right_ms: u32,
        /// Increment in milliseconds.
        increment_ms: u32,
        /// Who moves first.
        first: Side,
        /// Presses counted so far.
        ply: u16,
    },
    /// `kqr`: run or stop.
    Run(bool),
    /// `kqd`: show a text.
    Display(Text),
    /// `kqb`: beep for so many milliseconds.
    Beep(u16),
}

/// A text that may go out on the line: at most 16 lower case letters, digits and `-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(String);

/// Why a request line cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// The command's number, where it could be read.
    pub number: Option<u16>,
    /// The word the clock answers with.
    pub reason: &'static str,
}

/// The longest beep, in milliseconds.
const LONGEST_BEEP_MS: u16 = 5_000;
/// The longest increment, in milliseconds.
const LONGEST_INCREMENT_MS: u32 = 600_000;

impl Text {
    const LONGEST: usize = 16;

    /// Takes a text of at most 16 lower case letters, digits and `-`; none clears the display.
    pub fn new(text: &str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (text.len() <= Self::LONGEST && text.bytes().all(allowed)).then(|| Self(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Request {
    /// The line for this request under a number.
    pub fn line(&self, number: u16) -> String {
        seal(&match self {
            Self::Hello => format!("kqh,{number}"),
            Self::State => format!("kqg,{number}"),
            Self::Set {
                left_ms,
                right_ms,
                increment_ms,
                first,
                ply,
            } => {
                let first = match first {
                    Side::Left => 'l',
                    Side::Right => 'r',
                };
                format!("kqt,{number},{left_ms},{right_ms},{increment_ms},{first},{ply}")
            }
            Self::Run(run) => format!("kqr,{number},{}", u8::from(*run)),
            Self::Display(text) => format!("kqd,{number},{}", text.as_str()),
            Self::Beep(ms) => format!("kqb,{number},{ms}"),
        })
    }

    /// Whether its numbers are within what every clock of this protocol can hold.
    pub fn is_in_range(&self) -> bool {
        match self {
            Self::Set {
                left_ms,
                right_ms,
                increment_ms,
                ..
            } => *left_ms <= MAX_MS && *right_ms <= MAX_MS && *increment_ms <= LONGEST_INCREMENT_MS,
            Self::Beep(ms) => *ms <= LONGEST_BEEP_MS,
            _ => true,
        }
    }

    /// Reads the body of a request line, as the clock does.
    ///
    /// # Errors
    /// [`RequestError`] with `cmd` for what is no command, `range` for numbers out of range.
    pub fn parse(body: &str) -> Result<(u16, Self), RequestError> {
        let mut fields = body.split(',');
        let tag = fields.next().unwrap_or_default();
        let command_number = fields.next().and_then(number);
        let fault = |reason| RequestError {
            number: command_number,
            reason,
        };
        let command_number = command_number.ok_or(fault("cmd"))?;
        let mut next = || fields.next().ok_or(fault("cmd"));
        let request = match tag {
            "kqh" => Self::Hello,
            "kqg" => Self::State,
            "kqt" => Self::Set {
                left_ms: number(next()?).ok_or(fault("range"))?,
                right_ms: number(next()?).ok_or(fault("range"))?,
                increment_ms: number(next()?).ok_or(fault("range"))?,
                first: match next()? {
                    "l" => Side::Left,
                    "r" => Side::Right,
                    _ => return Err(fault("range")),
                },
                // Terminals of the first version do not send it.
                ply: match next() {
                    Ok(ply) => number(ply).ok_or(fault("range"))?,
                    Err(_) => 0,
                },
            },
            "kqr" => match next()? {
                "0" => Self::Run(false),
                "1" => Self::Run(true),
                _ => return Err(fault("range")),
            },
            "kqd" => Self::Display(Text::new(next()?).ok_or(fault("range"))?),
            "kqb" => Self::Beep(number(next()?).ok_or(fault("range"))?),
            _ => return Err(fault("cmd")),
        };
        if request.is_in_range() {
            Ok((command_number, request))
        } else {
            Err(fault("range"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(line: &str) -> &str {
        &line[1..line.len() - "*0000\r\n".len()]
    }

    #[test]
    fn every_request_is_read_as_it_was_written() {
        let requests = [
            Request::Hello,
            Request::State,
            Request::Set {
                left_ms: 1_800_000,
                right_ms: MAX_MS,
                increment_ms: 10_000,
                first: Side::Right,
                ply: 65_535,
            },
            Request::Run(true),
            Request::Run(false),
            Request::Display(Text::new("red-pauses").unwrap()),
            Request::Display(Text::new("").unwrap()),
            Request::Beep(200),
        ];
        for request in requests {
            let line = request.line(65_535);
            assert!(line.len() <= crate::xqc1::MAX_LINE, "{line}");
            assert_eq!(Request::parse(body(&line)), Ok((65_535, request)));
        }
    }

    #[test]
    fn nothing_that_goes_out_is_a_command_of_a_board() {
        let set = Request::Set {
            left_ms: 1_234_567,
            right_ms: 890,
            increment_ms: 10_000,
            first: Side::Left,
            ply: 7,
        };
        for number in 0..=u16::MAX {
            for byte in set.line(number).bytes() {
                let allowed = byte.is_ascii_lowercase()
                    || byte.is_ascii_digit()
                    || b",-*$\r\n".contains(&byte);
                assert!(allowed, "{byte:#04x}");
            }
        }
    }

    #[test]
    fn texts_with_capitals_or_signs_are_not_sent() {
        for text in ["STOP", "12:34", "a,b", "a b", "红", "abcdefghijklmnopq"] {
            assert_eq!(Text::new(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_request_is_refused_with_its_number() {
        let refused = |body: &str| {
            let error = Request::parse(body).unwrap_err();
            (error.number, error.reason)
        };
        assert_eq!(refused(""), (None, "cmd"));
        assert_eq!(refused("kqz,5"), (Some(5), "cmd"));
        assert_eq!(refused("kqt,5,1,1"), (Some(5), "cmd"));
        assert_eq!(refused("kqt,5,36000000,1,0,l"), (Some(5), "range"));
        assert_eq!(refused("kqt,5,1,1,0,x"), (Some(5), "range"));
        assert_eq!(refused("kqr,5,2"), (Some(5), "range"));
        assert_eq!(refused("kqb,5,5001"), (Some(5), "range"));
        assert_eq!(refused("kqd,5,STOP"), (Some(5), "range"));
    }
}
