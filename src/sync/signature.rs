//! Signed requests: an HMAC over everything that matters, with the terminal's key.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// What the `Authorization` header of a signed request begins with.
pub const SCHEME: &str = "Qipu-HMAC-SHA256";

/// The proof that a request comes from a terminal, unchanged and not replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The terminal's id.
    pub terminal: String,
    /// When it was signed, milliseconds since 1970 by the hub's clock.
    pub time_ms: i64,
    /// Never used twice, hex.
    pub nonce: String,
    /// HMAC-SHA256, hex.
    pub mac: String,
}

/// What is signed.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// `GET`, `POST`, `PUT`.
    pub method: &'a str,
    /// Path and query as they stand in the request line.
    pub path: &'a str,
    /// The body.
    pub body: &'a [u8],
}

fn mac(
    key: &[u8],
    subject: Subject<'_>,
    terminal: &str,
    time_ms: i64,
    nonce: &str,
) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    let body = hex::encode(Sha256::digest(subject.body));
    let Subject { method, path, .. } = subject;
    mac.update(format!("{method}\n{path}\n{body}\n{terminal}\n{time_ms}\n{nonce}").as_bytes());
    mac
}

impl Signature {
    /// Signs a request.
    pub fn sign(
        key: &[u8],
        subject: Subject<'_>,
        terminal: &str,
        time_ms: i64,
        nonce: String,
    ) -> Self {
        let mac = mac(key, subject, terminal, time_ms, &nonce)
            .finalize()
            .into_bytes();
        Self {
            terminal: terminal.to_owned(),
            time_ms,
            nonce,
            mac: hex::encode(mac),
        }
    }

    /// Whether it fits the request. Takes the same time for every wrong one.
    pub fn fits(&self, key: &[u8], subject: Subject<'_>) -> bool {
        let Ok(given) = hex::decode(&self.mac) else {
            return false;
        };
        mac(key, subject, &self.terminal, self.time_ms, &self.nonce)
            .verify_slice(&given)
            .is_ok()
    }

    /// The `Authorization` header.
    pub fn header(&self) -> String {
        let Self {
            terminal,
            time_ms,
            nonce,
            mac,
        } = self;
        format!("{SCHEME} terminal={terminal}, time={time_ms}, nonce={nonce}, mac={mac}")
    }

    /// Reads the `Authorization` header; nothing when it is none of ours.
    pub fn parse(header: &str) -> Option<Self> {
        let mut terminal = None;
        let mut time_ms = None;
        let mut nonce = None;
        let mut mac = None;
        for field in header.strip_prefix(SCHEME)?.split(',') {
            let (name, value) = field.trim().split_once('=')?;
            match name {
                "terminal" => terminal = Some(value.to_owned()),
                "time" => time_ms = Some(value.parse().ok()?),
                "nonce" if value.len() >= 16 => nonce = Some(value.to_owned()),
                "mac" => mac = Some(value.to_owned()),
                _ => return None,
            }
        }
        Some(Self {
            terminal: terminal?,
            time_ms: time_ms?,
            nonce: nonce?,
            mac: mac?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUBJECT: Subject<'_> = Subject {
        method: "POST",
        path: "/api/v1/games/g/entries",
        body: b"{}",
    };

    #[test]
    fn a_signature_fits_only_what_was_signed() {
        let signed = Signature::sign(b"key", SUBJECT, "t1", 1_000, "0011223344556677".into());
        let read = Signature::parse(&signed.header()).expect("its own header reads back");
        assert_eq!(read, signed);
        assert!(read.fits(b"key", SUBJECT));
        assert!(!read.fits(b"other", SUBJECT));
        assert!(!read.fits(
            b"key",
            Subject {
                method: "GET",
                ..SUBJECT
            }
        ));
        assert!(!read.fits(
            b"key",
            Subject {
                path: "/api/v1/games/h/entries",
                ..SUBJECT
            }
        ));
        assert!(!read.fits(
            b"key",
            Subject {
                body: b"[]",
                ..SUBJECT
            }
        ));
        assert!(
            !Signature {
                time_ms: 1_001,
                ..read.clone()
            }
            .fits(b"key", SUBJECT)
        );
        assert!(
            !Signature {
                nonce: "8899".into(),
                ..read.clone()
            }
            .fits(b"key", SUBJECT)
        );
        assert!(
            !Signature {
                terminal: "t2".into(),
                ..read
            }
            .fits(b"key", SUBJECT)
        );
    }

    /// Known answer, by `printf 'POST\n…' | openssl dgst -sha256 -hmac key`.
    #[test]
    fn another_program_gets_the_same_mac() {
        let signed = Signature::sign(b"key", SUBJECT, "t1", 1_000, "0011223344556677".into());
        assert_eq!(
            signed.mac,
            "56f6794c2f7ef5f2bd86ae33920b2ca92356402f835fcc2a5c7d442451581446"
        );
    }

    #[test]
    fn headers_that_are_none_are_refused() {
        for header in [
            "",
            "Bearer x",
            "Qipu-HMAC-SHA256",
            "Qipu-HMAC-SHA256 terminal=t, time=soon, nonce=0011223344556677, mac=00",
            "Qipu-HMAC-SHA256 terminal=t, time=1, nonce=1, mac=00",
            "Qipu-HMAC-SHA256 terminal=t, time=1, mac=00",
        ] {
            assert_eq!(Signature::parse(header), None, "{header:?}");
        }
    }
}
