/// What a clock answers to a command, or says unasked, packed into a clock message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ack {
    /// The four bytes as they are numbered in public descriptions.
    pub bytes: [u8; 4],
}

/// What an [`Ack`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AckKind {
    /// A display, or the clock is ready.
    DisplayOrReady,
    /// Icons.
    Icons,
    /// End of a text.
    EndText,
    /// A button: asked for, or pressed.
    Button {
        /// Which, if it is one we know.
        button: Option<Button>,
        /// State of all buttons.
        state: u8,
    },
    /// The clock's version.
    Version {
        /// Number before the point.
        main: u8,
        /// Number after it.
        sub: u8,
    },
    /// Set-and-run, or the mode the clock is in.
    SetAndRunOrMode(u8),
    /// A beep.
    Beep,
    /// A text.
    Text,
    /// The clock is not in the mode the command needs.
    NotInMode,
    /// Anything else.
    Unknown,
}

/// The five buttons of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// Back.
    Back,
    /// Minus.
    Minus,
    /// Run or stop.
    Run,
    /// Plus.
    Plus,
    /// OK.
    Ok,
}

impl Ack {
    /// First byte of an answer that says the command was done.
    const DONE: u8 = 0x10;
    const UNASKED: u8 = 0x80;

    /// Reads the data bytes of a clock message, if a low nibble of A in one of the hour bytes
    /// marks them as an answer.
    pub fn decode(data: [u8; 7]) -> Option<Self> {
        let [b3, b4, b5, b6, b7, b8, _] = data;
        if b3 & 0x0f != 0x0a && b6 & 0x0f != 0x0a {
            return None;
        }
        // The hour bytes carry the top bits of the others, which may not have bit 7 themselves.
        let bytes = [
            b4 & 0x7f | b6 << 3 & 0x80,
            b5 & 0x7f | b6 << 2 & 0x80,
            b7 & 0x7f | b3 << 3 & 0x80,
            b8 & 0x7f | b3 << 2 & 0x80,
        ];
        Some(Self { bytes })
    }

    /// The data bytes that say this.
    pub fn encode(self) -> [u8; 7] {
        let [a, b, c, d] = self.bytes;
        let top = |first: u8, second: u8| (first & 0x80) >> 3 | (second & 0x80) >> 2;
        [
            0x0a | top(c, d),
            a & 0x7f,
            b & 0x7f,
            0x0a | top(a, b),
            c & 0x7f,
            d & 0x7f,
            0,
        ]
    }

    /// The command was done.
    pub const fn is_ok(self) -> bool {
        self.bytes[0] == Self::DONE
    }

    /// Nobody asked: a button, a change of mode.
    pub const fn is_unasked(self) -> bool {
        self.bytes[1] & Self::UNASKED != 0
    }

    /// The number of the command it answers.
    pub const fn command(self) -> u8 {
        self.bytes[1] & !Self::UNASKED
    }

    /// What it is about.
    pub fn kind(self) -> AckKind {
        let [_, _, second, third] = self.bytes;
        match self.command() {
            0x01 => AckKind::DisplayOrReady,
            0x02 => AckKind::Icons,
            0x03 => AckKind::EndText,
            0x08 => AckKind::Button {
                button: Button::from_code(third),
                state: second,
            },
            0x09 => AckKind::Version {
                main: second >> 4,
                sub: second & 0x0f,
            },
            0x0a => AckKind::SetAndRunOrMode(third),
            0x0b => AckKind::Beep,
            0x0c | 0x0d => AckKind::Text,
            0x10 => AckKind::NotInMode,
            _ => AckKind::Unknown,
        }
    }
}

impl Button {
    fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0x31 => Self::Back,
            0x33 => Self::Run,
            0x34 => Self::Minus,
            0x32 => Self::Plus,
            0x35 => Self::Ok,
            _ => return None,
        })
    }
}
