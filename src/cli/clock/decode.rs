//! `qipu clock decode`: bytes in hex, a chunk a line, to events in JSON, an event a line.

use std::io::{BufRead, Write};
use std::time::Instant;

use clock_link::Side;
use clock_link::dgt::{Framer, Message, Reject};
use clock_link::xqc1::{LineError, LineReader, Report, State};

use crate::cli::{CliResult, Failure, Outcome};

/// 解码：标准输入每行一段十六进制字节。 Decodes hex bytes from standard input, one chunk a line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 协议。 The protocol the bytes are of.
    #[arg(long)]
    driver: Driver,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Driver {
    /// DGT 电子棋盘。 A DGT board.
    Dgt,
    /// 本项目的棋钟协议。 Our own line protocol.
    Xqc1,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let mut decoder: Box<dyn Decoder> = match arguments.driver {
        Driver::Dgt => Box::<Dgt>::default(),
        Driver::Xqc1 => Box::<Xqc1>::default(),
    };
    let mut out = std::io::stdout().lock();
    let mut print = |events: Vec<Event>| -> Result<(), Failure> {
        for event in events {
            serde_json::to_writer(&mut out, &event)
                .map_err(std::io::Error::from)
                .and_then(|()| out.write_all(b"\n"))
                .map_err(|error| Failure::Environment(format!("standard output: {error}")))?;
        }
        Ok(())
    };
    let mut number = 0;
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::Input(format!("standard input: {error}")))?;
        if read == 0 {
            break;
        }
        number += 1;
        let bytes = hex_bytes(&line)
            .map_err(|wrong| Failure::Input(format!("standard input, line {number}, {wrong}")))?;
        print(decoder.chunk(&bytes))?;
    }
    print(decoder.end())?;
    Ok(Outcome::Done)
}

/// Pairs of hex digits, with or without blanks between them.
fn hex_bytes(line: &[u8]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut high = None;
    for (column, &character) in (1..).zip(line) {
        let wrong = |what: &str| format!("column {column}: {what}");
        if character.is_ascii_whitespace() {
            if high.is_some() {
                return Err(wrong("half a byte"));
            }
            continue;
        }
        let digit = char::from(character)
            .to_digit(16)
            .ok_or_else(|| wrong("no hex digit"))? as u8;
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(format!("column {}: half a byte", line.len())),
    }
}

trait Decoder {
    fn chunk(&mut self, bytes: &[u8]) -> Vec<Event>;
    /// What is left at the end of the input.
    fn end(&mut self) -> Vec<Event>;
}

/// What is printed, a line each, with its keys in this order.
#[derive(serde::Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    Times {
        left_ms: u32,
        right_ms: u32,
        running: bool,
        to_move: Side,
        flag: Option<Side>,
        battery_low: bool,
    },
    Ack {
        ack: [u8; 4],
    },
    NoClock,
    Rejected {
        reason: &'static str,
    },
    BoardDump {
        squares: usize,
    },
    FieldUpdate {
        field: u8,
        piece: u8,
    },
    BusAddress {
        address: u16,
    },
    Serial {
        text: String,
    },
    LongSerial {
        text: String,
    },
    BoardVersion {
        version: String,
    },
    Battery {
        percent: u8,
        charging: bool,
    },
    Hello {
        protocol: u16,
        model: String,
        firmware: String,
        serial: String,
        caps: String,
    },
    Accepted {
        command: u16,
    },
    Refused {
        command: Option<u16>,
        reason: String,
    },
}

#[derive(Default)]
struct Dgt {
    framer: Framer,
    has_found: bool,
}

impl Decoder for Dgt {
    fn chunk(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for &byte in bytes {
            let Some(result) = self.framer.push(byte) else {
                continue;
            };
            self.has_found = true;
            events.extend(match result {
                Ok(message) => board_event(message),
                Err(reject) => Some(Event::Rejected {
                    reason: reject.word(),
                }),
            });
        }
        events
    }

    fn end(&mut self) -> Vec<Event> {
        // Noise beside frames is passed over; nothing but noise is worth a word.
        let reason = if self.framer.is_inside() {
            "truncated"
        } else if !self.has_found && self.framer.skipped() > 0 {
            Reject::NoMessageBit.word()
        } else {
            return Vec::new();
        };
        vec![Event::Rejected { reason }]
    }
}

fn board_event(message: Message) -> Option<Event> {
    Some(match message {
        Message::Times(times) => Event::Times {
            left_ms: times.left.total_ms(),
            right_ms: times.right.total_ms(),
            running: times.running,
            to_move: times.to_move,
            flag: times.flag(),
            battery_low: times.battery_low,
        },
        Message::Ack(ack) => Event::Ack { ack: ack.bytes },
        Message::NoClock { .. } => Event::NoClock,
        Message::BoardDump { squares } => Event::BoardDump { squares },
        Message::FieldUpdate { field, piece } => Event::FieldUpdate { field, piece },
        Message::BusAddress(address) => Event::BusAddress { address },
        Message::Serial(text) => Event::Serial { text },
        Message::LongSerial(text) => Event::LongSerial { text },
        Message::BoardVersion { main, sub } => Event::BoardVersion {
            version: format!("{main}.{sub:02}"),
        },
        Message::Battery(battery) => Event::Battery {
            percent: battery.percent,
            charging: battery.charging,
        },
        Message::Empty | Message::Other { .. } => return None,
    })
}

struct Xqc1 {
    reader: LineReader,
    now: Instant,
    to_move: Side,
    bytes: u64,
    /// What is left of a line that was rejected is no second fault.
    is_spoiled: bool,
}

impl Default for Xqc1 {
    fn default() -> Self {
        let (reader, now) = (LineReader::default(), Instant::now());
        Self {
            reader,
            now,
            to_move: Side::Left,
            bytes: 0,
            is_spoiled: false,
        }
    }
}

impl Decoder for Xqc1 {
    fn chunk(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.bytes += bytes.len() as u64;
        let mut events = Vec::new();
        for &byte in bytes {
            let result = self.reader.push(self.now, byte);
            let is_rest = self.is_spoiled && matches!(result, Some(Err(LineError::Junk)));
            self.is_spoiled = match byte {
                b'$' | b'\n' => false,
                _ => self.is_spoiled || matches!(result, Some(Err(_))),
            };
            let Some(result) = result.filter(|_| !is_rest) else {
                continue;
            };
            events.extend(match result.map(|line| Report::parse(line.body())) {
                Ok(Ok(report)) => self.event(report),
                Ok(Err(error)) => Some(Event::Rejected {
                    reason: error.word(),
                }),
                Err(error) => Some(Event::Rejected {
                    reason: error.word(),
                }),
            });
        }
        events
    }

    fn end(&mut self) -> Vec<Event> {
        let reason = if self.reader.is_inside() {
            "truncated"
        } else if self.reader.is_before_first_line() && self.bytes > 0 {
            "no_line"
        } else {
            return Vec::new();
        };
        vec![Event::Rejected { reason }]
    }
}

impl Xqc1 {
    fn event(&mut self, report: Report) -> Option<Event> {
        Some(match report {
            Report::Hello(hello) => Event::Hello {
                protocol: hello.protocol,
                model: hello.model,
                firmware: hello.firmware,
                serial: hello.serial,
                caps: hello.caps,
            },
            Report::State(state) => self.times(&state),
            Report::Accepted { number, .. } => Event::Accepted { command: number },
            Report::Refused { number, reason, .. } => Event::Refused {
                command: number,
                reason,
            },
            // Of a later version: to be passed over.
            Report::Other { .. } => return None,
        })
    }

    fn times(&mut self, state: &State) -> Event {
        // A clock that does not say whose move it is while it stands has said so before.
        self.to_move = state
            .running
            .or(state.turn)
            .or(state.flag)
            .unwrap_or(self.to_move);
        Event::Times {
            left_ms: state.left_ms,
            right_ms: state.right_ms,
            running: state.running.is_some() && state.flag.is_none(),
            to_move: self.to_move,
            flag: state.flag,
            battery_low: false,
        }
    }
}
