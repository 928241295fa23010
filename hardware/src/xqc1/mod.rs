//! XQC1, the line protocol of our own clocks; `protocol/XQC1.md` is its description.
//!
//! A line is `$`, a body, `*`, four lower case hex digits and CR LF. The digits are CRC-16 with
//! polynomial 1021 and start FFFF over the body.
//!
//! ```
//! use clock_link::xqc1::{Report, seal};
//!
//! assert_eq!(seal("xqn,27,crc"), "$xqn,27,crc*5c70\r\n");
//! let report = Report::parse("xqa,28,3").unwrap();
//! assert_eq!(report, Report::Accepted { seq: 28, number: 3 });
//! ```

mod driver;
mod known;
mod line;
mod report;
mod request;
mod sending;

pub use driver::Xqc1;
pub use line::{Line, LineError, LineReader, MAX_LINE};
pub use report::{BodyError, Hello, Report, State, Why};
pub use request::{Request, RequestError, Text};

use crc::{CRC_16_IBM_3740, Crc};

const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// The check digits of a body.
pub fn checksum(body: &[u8]) -> u16 {
    CRC.checksum(body)
}

/// Makes a line of a body.
pub fn seal(body: &str) -> String {
    format!("${body}*{:04x}\r\n", checksum(body.as_bytes()))
}

/// A decimal number as the protocol writes it: digits only, no leading zero.
fn number<T: std::str::FromStr>(field: &str) -> Option<T> {
    let plain = field.bytes().all(|byte| byte.is_ascii_digit())
        && (field.len() == 1 || !field.starts_with('0'));
    if plain { field.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_crc() {
        assert_eq!(checksum(b"123456789"), 0x29b1);
    }

    #[test]
    fn numbers_are_plain() {
        assert_eq!(number::<u16>("0"), Some(0));
        assert_eq!(number::<u16>("65535"), Some(65535));
        for wrong in ["", "65536", "+5", "-5", "007", "1 ", "1.0", "٣"] {
            assert_eq!(number::<u16>(wrong), None, "{wrong}");
        }
    }
}
