use super::number;
use crate::{MAX_MS, Side};

/// What a clock says in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// Who it is.
    Hello(Hello),
    /// How it stands.
    State(State),
    /// Command `number` is done.
    Accepted {
        /// Count of lines.
        seq: u16,
        /// The command's number.
        number: u16,
    },
    /// A command is refused.
    Refused {
        /// Count of lines.
        seq: u16,
        /// The command's number; none if the line was too damaged to read it.
        number: Option<u16>,
        /// `crc`, `cmd`, `run`, `range`, or a word of a later version.
        reason: String,
    },
    /// A tag of a later version, to be skipped; with its count if it has one.
    Other {
        /// Count of lines.
        seq: Option<u16>,
    },
}

/// The hello line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// Count of lines.
    pub seq: u16,
    /// Version of the protocol.
    pub protocol: u16,
    /// Model.
    pub model: String,
    /// Firmware.
    pub firmware: String,
    /// Serial number.
    pub serial: String,
    /// Words joined by `+`, such as `slots+beep+reset=wdt`; empty if none.
    pub caps: String,
}

/// The state line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Count of lines.
    pub seq: u16,
    /// What made the clock send it.
    pub why: Why,
    /// Milliseconds since it started, wrapping after 49.7 days.
    pub up_ms: u32,
    /// Left player's time, in milliseconds.
    pub left_ms: u32,
    /// Right player's time, in milliseconds.
    pub right_ms: u32,
    /// Whose time runs.
    pub running: Option<Side>,
    /// Whose flag has fallen.
    pub flag: Option<Side>,
    /// Presses counted.
    pub ply: u16,
    /// Whose move it is, from clocks that say so.
    pub turn: Option<Side>,
}

/// Why a state line was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// `.` every 250 ms.
    Period,
    /// `t` a press was counted.
    Press,
    /// `g` started.
    Go,
    /// `p` stopped.
    Pause,
    /// `s` set.
    Set,
    /// `f` flag fell.
    Flag,
    /// `q` asked for.
    Asked,
    /// A letter of a later version.
    Other(char),
}

/// Why the body of a line says nothing we can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// A field is missing.
    #[error("too few fields")]
    Missing,
    /// A field is no plain number, or a word of wrong form.
    #[error("field of wrong form")]
    Field,
    /// A time above 9:59:59.999.
    #[error("time above ten hours")]
    Range,
}

impl BodyError {
    /// One word for it, for diagnostics and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing_field",
            Self::Field => "bad_field",
            Self::Range => "time_above_ten_hours",
        }
    }
}

impl Report {
    /// Reads the body of a line.
    ///
    /// Fields after the known ones are of later versions and are skipped.
    ///
    /// # Errors
    /// [`BodyError`] for a known tag whose fields are not as the protocol has them.
    pub fn parse(body: &str) -> Result<Self, BodyError> {
        let mut fields = body.split(',');
        let tag = fields.next().unwrap_or_default();
        let mut next = || fields.next().ok_or(BodyError::Missing);
        match tag {
            "xqh" => Ok(Self::Hello(Hello {
                seq: plain(next()?)?,
                protocol: plain(next()?)?,
                model: next()?.into(),
                firmware: next()?.into(),
                serial: next()?.into(),
                caps: next().unwrap_or_default().into(),
            })),
            "xqs" => {
                let seq = plain(next()?)?;
                let why = Why::from_field(next()?)?;
                let up_ms = plain(next()?)?;
                let (left_ms, right_ms) = (time(next()?)?, time(next()?)?);
                let [running, flag] = next()?.as_bytes() else {
                    return Err(BodyError::Field);
                };
                Ok(Self::State(State {
                    seq,
                    why,
                    up_ms,
                    left_ms,
                    right_ms,
                    running: side(*running)?,
                    flag: side(*flag)?,
                    ply: plain(next()?)?,
                    turn: match next() {
                        Ok(turn) => turn
                            .bytes()
                            .next()
                            .and_then(|byte| side(byte).ok())
                            .flatten(),
                        Err(_) => None,
                    },
                }))
            }
            "xqa" => Ok(Self::Accepted {
                seq: plain(next()?)?,
                number: plain(next()?)?,
            }),
            "xqn" => {
                let seq = plain(next()?)?;
                let first = next()?;
                let (number, reason) = match (number(first), next()) {
                    (Some(number), Ok(reason)) => (Some(number), reason),
                    _ => (None, first),
                };
                Ok(Self::Refused {
                    seq,
                    number,
                    reason: reason.into(),
                })
            }
            _ => Ok(Self::Other {
                seq: next().ok().and_then(number),
            }),
        }
    }

    /// The body of the line that says this; empty for [`Report::Other`].
    pub fn body(&self) -> String {
        match self {
            Self::Hello(hello) => {
                let Hello {
                    seq,
                    protocol,
                    model,
                    firmware,
                    serial,
                    caps,
                } = hello;
                let comma = if caps.is_empty() { "" } else { "," };
                format!("xqh,{seq},{protocol},{model},{firmware},{serial}{comma}{caps}")
            }
            Self::State(state) => {
                let State {
                    seq,
                    up_ms,
                    left_ms,
                    right_ms,
                    ply,
                    ..
                } = state;
                let why = state.why.letter();
                let (running, flag) = (letter(state.running), letter(state.flag));
                let mut body =
                    format!("xqs,{seq},{why},{up_ms},{left_ms},{right_ms},{running}{flag},{ply}");
                if state.turn.is_some() {
                    body.push(',');
                    body.push(letter(state.turn));
                }
                body
            }
            Self::Accepted { seq, number } => format!("xqa,{seq},{number}"),
            Self::Refused {
                seq,
                number: Some(number),
                reason,
            } => {
                format!("xqn,{seq},{number},{reason}")
            }
            Self::Refused {
                seq,
                number: None,
                reason,
            } => format!("xqn,{seq},{reason}"),
            Self::Other { .. } => String::new(),
        }
    }

    /// The count the line carries.
    pub fn seq(&self) -> Option<u16> {
        match self {
            Self::Hello(hello) => Some(hello.seq),
            Self::State(state) => Some(state.seq),
            Self::Accepted { seq, .. } | Self::Refused { seq, .. } => Some(*seq),
            Self::Other { seq } => *seq,
        }
    }
}

impl Why {
    fn from_field(field: &str) -> Result<Self, BodyError> {
        let [byte] = field.as_bytes() else {
            return Err(BodyError::Field);
        };
        Ok(match byte {
            b'.' => Self::Period,
            b't' => Self::Press,
            b'g' => Self::Go,
            b'p' => Self::Pause,
            b's' => Self::Set,
            b'f' => Self::Flag,
            b'q' => Self::Asked,
            letter if letter.is_ascii_lowercase() => Self::Other(char::from(*letter)),
            _ => return Err(BodyError::Field),
        })
    }

    fn letter(self) -> char {
        match self {
            Self::Period => '.',
            Self::Press => 't',
            Self::Go => 'g',
            Self::Pause => 'p',
            Self::Set => 's',
            Self::Flag => 'f',
            Self::Asked => 'q',
            Self::Other(letter) => letter,
        }
    }
}

fn plain<T: std::str::FromStr>(field: &str) -> Result<T, BodyError> {
    number(field).ok_or(BodyError::Field)
}

fn time(field: &str) -> Result<u32, BodyError> {
    let ms = plain(field)?;
    if ms > MAX_MS {
        return Err(BodyError::Range);
    }
    Ok(ms)
}

fn side(byte: u8) -> Result<Option<Side>, BodyError> {
    match byte {
        b'l' => Ok(Some(Side::Left)),
        b'r' => Ok(Some(Side::Right)),
        b'-' => Ok(None),
        _ => Err(BodyError::Field),
    }
}

fn letter(side: Option<Side>) -> char {
    match side {
        Some(Side::Left) => 'l',
        Some(Side::Right) => 'r',
        None => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_line_of_a_press() {
        let state = State {
            seq: 17,
            why: Why::Press,
            up_ms: 3079,
            left_ms: 13_999,
            right_ms: 1_800_000,
            running: Some(Side::Right),
            flag: None,
            ply: 1,
            turn: None,
        };
        let body = "xqs,17,t,3079,13999,1800000,r-,1";
        assert_eq!(Report::parse(body), Ok(Report::State(state.clone())));
        let newer = State {
            turn: Some(Side::Right),
            ..state
        };
        assert_eq!(
            Report::parse(&format!("{body},r")),
            Ok(Report::State(newer.clone()))
        );
        assert_eq!(
            Report::parse(&format!("{body},r,later")),
            Ok(Report::State(newer))
        );
    }

    #[test]
    fn hello_with_and_without_capabilities() {
        let Ok(Report::Hello(hello)) = Report::parse("xqh,7,1,xqclock-avr,0.1,328P0001") else {
            panic!("no hello");
        };
        assert_eq!((hello.protocol, hello.serial.as_str()), (1, "328P0001"));
        assert_eq!(hello.caps, "");
        let Ok(Report::Hello(hello)) = Report::parse("xqh,7,1,m,0.1,s,slots+beep") else {
            panic!("no hello");
        };
        assert_eq!(hello.caps, "slots+beep");
    }

    #[test]
    fn refusals_with_and_without_a_number() {
        assert_eq!(
            Report::parse("xqn,27,crc"),
            Ok(Report::Refused {
                seq: 27,
                number: None,
                reason: "crc".into()
            })
        );
        assert_eq!(
            Report::parse("xqn,27,4,run"),
            Ok(Report::Refused {
                seq: 27,
                number: Some(4),
                reason: "run".into()
            })
        );
    }

    #[test]
    fn impossible_times_are_no_state() {
        let with = |left: &str| Report::parse(&format!("xqs,1,.,5,{left},0,--,0"));
        assert!(with("35999999").is_ok());
        assert_eq!(with("36000000"), Err(BodyError::Range));
        assert_eq!(with("-1"), Err(BodyError::Field));
        assert_eq!(with("4294967296"), Err(BodyError::Field));
    }

    #[test]
    fn unknown_tags_are_skipped_but_counted() {
        assert_eq!(
            Report::parse("xqz,9,anything"),
            Ok(Report::Other { seq: Some(9) })
        );
        assert_eq!(Report::parse("hello"), Ok(Report::Other { seq: None }));
        assert_eq!(Report::parse(""), Ok(Report::Other { seq: None }));
    }

    #[test]
    fn a_known_tag_with_too_few_fields_is_a_fault() {
        for body in ["xqh", "xqh,1,1,m,f", "xqs,1,.,5,1,1,--", "xqa,1", "xqn,1"] {
            assert_eq!(Report::parse(body), Err(BodyError::Missing), "{body}");
        }
    }
}
