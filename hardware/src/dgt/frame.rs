use super::Message;
use crate::Raw;

/// Why bytes were no message. The words are those `qipu clock decode` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Reject {
    /// A frame's first byte has bit 7 clear.
    #[error("no_message_bit")]
    NoMessageBit,
    /// A length byte has bit 7 set.
    #[error("msb_in_length")]
    MsbInLength,
    /// A length below the three bytes of the header.
    #[error("length_below_3")]
    LengthBelow3,
    /// A data byte has bit 7 set: the frame was cut and another begins.
    #[error("msb_in_data")]
    MsbInData,
    /// A message of a known kind with a length that is not its own.
    #[error("message_length")]
    MessageLength,
    /// A clock message that is not ten bytes long.
    #[error("bwtime_length")]
    BwtimeLength,
    /// Hours of eleven and more.
    #[error("hours_above_9")]
    HoursAbove9,
    /// Minutes or seconds that are no two decimal digits below sixty.
    #[error("bad_bcd_or_above_59")]
    BadBcdOrAbove59,
    /// A serial number that is not printable.
    #[error("not_printable")]
    NotPrintable,
}

impl Reject {
    /// One word for it, for diagnostics and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoMessageBit => "no_message_bit",
            Self::MsbInLength => "msb_in_length",
            Self::LengthBelow3 => "length_below_3",
            Self::MsbInData => "msb_in_data",
            Self::MessageLength => "message_length",
            Self::BwtimeLength => "bwtime_length",
            Self::HoursAbove9 => "hours_above_9",
            Self::BadBcdOrAbove59 => "bad_bcd_or_above_59",
            Self::NotPrintable => "not_printable",
        }
    }
}

/// Cuts a stream of bytes into messages, in bounded memory.
///
/// Only the first byte of a frame has bit 7 set, so any such byte begins a new frame and no
/// fault costs more than the frame it is in. Bytes between frames are passed over and counted.
#[derive(Debug, Default)]
pub struct Framer {
    place: Place,
    /// The frame being read or last read; of longer ones only the beginning is kept.
    raw: Raw,
    skipped: u64,
}

#[derive(Debug, Default, Clone, Copy)]
enum Place {
    #[default]
    Between,
    High {
        id: u8,
    },
    Low {
        id: u8,
        high: u8,
    },
    Data {
        id: u8,
        missing: usize,
        length: usize,
    },
}

impl Framer {
    /// Takes one byte.
    pub fn push(&mut self, byte: u8) -> Option<Result<Message, Reject>> {
        if byte >= 0x80 {
            return self.begin(byte & 0x7f).map(Err);
        }
        match self.place {
            Place::Between => {
                self.skipped += 1;
                None
            }
            Place::High { id } => {
                self.keep(byte);
                self.place = Place::Low { id, high: byte };
                None
            }
            Place::Low { id, high } => {
                self.keep(byte);
                let length = usize::from(high) << 7 | usize::from(byte);
                self.start_data(id, length)
            }
            Place::Data {
                id,
                missing,
                length,
            } => {
                self.keep(byte);
                self.place = Place::Data {
                    id,
                    missing: missing - 1,
                    length,
                };
                if missing == 1 {
                    self.finish(id, length)
                } else {
                    None
                }
            }
        }
    }

    /// How many bytes of the frame now being read are still to come; none between frames, and
    /// none while its length is not known.
    pub fn missing(&self) -> Option<usize> {
        match self.place {
            Place::Data { missing, .. } => Some(missing),
            _ => None,
        }
    }

    /// Whether a frame of a known kind has begun and not ended.
    pub fn is_inside(&self) -> bool {
        match self.place {
            Place::Between => false,
            Place::High { id } | Place::Low { id, .. } | Place::Data { id, .. } => {
                Message::is_known(id)
            }
        }
    }

    /// The frame last completed or cut, header included, as far as it is kept.
    pub fn raw(&self) -> &Raw {
        &self.raw
    }

    /// How many bytes belonged to no frame.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    fn begin(&mut self, id: u8) -> Option<Reject> {
        let cut = match self.place {
            // An unknown kind of message is passed over, so its end is no news either.
            Place::High { id } | Place::Low { id, .. } if Message::is_known(id) => {
                Some(Reject::MsbInLength)
            }
            Place::Data { id, .. } if Message::is_known(id) => Some(Reject::MsbInData),
            _ => None,
        };
        self.place = Place::High { id };
        self.raw.clear();
        self.raw.push(id | 0x80);
        cut
    }

    fn keep(&mut self, byte: u8) {
        // Past its room only the length counts.
        let _ = self.raw.try_push(byte);
    }

    fn start_data(&mut self, id: u8, length: usize) -> Option<Result<Message, Reject>> {
        self.place = Place::Between;
        if length < 3 {
            return Some(Err(Reject::LengthBelow3));
        }
        if let Err(reject) = Message::accepts_length(id, length) {
            // Known at once: waiting for the data could swallow the frame that follows.
            return Some(Err(reject));
        }
        if length == 3 {
            return self.finish(id, length);
        }
        self.place = Place::Data {
            id,
            missing: length - 3,
            length,
        };
        None
    }

    fn finish(&mut self, id: u8, length: usize) -> Option<Result<Message, Reject>> {
        self.place = Place::Between;
        Message::decode(id, self.raw.get(3..).unwrap_or_default(), length).transpose()
    }
}
