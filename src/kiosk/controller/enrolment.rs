//! The first start: the hub is found or its address typed, its certificate compared by a person, the
//! code from the desk typed.

use serde::{Deserialize, Serialize};

use crate::sync::discovery::Found;

/// Digits of a code.
pub const DIGITS: usize = 6;
/// The port a hub listens at when none is typed.
const PORT: u16 = 8460;
/// An address with a port is at most so long.
const LONGEST: usize = 21;
/// Where a terminal keeps which hub it belongs to, among its settings.
pub const PLACE: &str = "hub";

/// Where a hub is and how it is known again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// `host:port`.
    pub address: String,
    /// Its certificate (DER, hex), as a person compared it; none without TLS.
    pub certificate: Option<String>,
    /// Whether TLS is wanted; unknown for a typed address.
    #[serde(skip)]
    encrypted: Option<bool>,
}

impl Place {
    /// Reads `http://host:port`, `https://host:port`, `host:port` or `host`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('/');
        let (encrypted, rest) = if let Some(rest) = text.strip_prefix("http://") {
            (Some(false), rest)
        } else if let Some(rest) = text.strip_prefix("https://") {
            (Some(true), rest)
        } else {
            (None, text)
        };
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().ok()?),
            None => (rest, PORT),
        };
        let fits = !host.is_empty() && !host.contains(['/', ':', ' ']);
        fits.then(|| Self {
            address: format!("{host}:{port}"),
            certificate: None,
            encrypted,
        })
    }

    /// Whether the address says that no TLS is spoken there.
    pub const fn is_plain(&self) -> bool {
        matches!(self.encrypted, Some(false))
    }

    /// Whether the address says that TLS is spoken there.
    pub const fn is_encrypted(&self) -> bool {
        matches!(self.encrypted, Some(true))
    }

    /// The same hub at this address: known by the certificate that was compared before.
    #[must_use]
    pub fn known_by(self, kept: Option<Self>) -> Self {
        let certificate = kept
            .filter(|_| !self.is_plain())
            .and_then(|kept| kept.certificate);
        Self {
            certificate,
            ..self
        }
    }

    /// The certificate's bytes.
    pub fn certificate(&self) -> Option<Vec<u8>> {
        hex::decode(self.certificate.as_ref()?).ok()
    }
}

/// How far the enrolment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A hub is picked or its address typed.
    Address,
    /// Its certificate is looked at.
    Looking,
    /// A person compares it with the one at the desk.
    Compare,
    /// The code is typed.
    Code,
}

/// Why the terminal is not enrolled yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// No address.
    BadAddress,
    /// The hub did not answer.
    NoAnswer,
    /// The certificate is not the desk's.
    NotSame,
    /// Wrong, used up or too old; which of them is not said.
    BadCode,
}

/// How the enrolment stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    step: Step,
    place: Option<Place>,
    found: Vec<Found>,
    address: String,
    code: String,
    /// The hub is being asked.
    pub busy: bool,
    /// Why it did not come about so far.
    pub fault: Option<Fault>,
}

impl Enrolment {
    /// The hub is yet to be chosen.
    pub fn anywhere() -> Self {
        Self {
            step: Step::Address,
            place: None,
            found: Vec::new(),
            address: String::new(),
            code: String::new(),
            busy: false,
            fault: None,
        }
    }

    /// The hub's address is given.
    pub fn at(place: Place) -> Self {
        let step = if place.is_plain() || place.certificate.is_some() {
            Step::Code
        } else {
            Step::Looking
        };
        Self {
            step,
            address: place.address.clone(),
            place: Some(place),
            ..Self::anywhere()
        }
    }

    /// How far it is.
    pub const fn step(&self) -> Step {
        self.step
    }

    /// The hub, once it is chosen.
    pub const fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// Hubs that answered in the hall's network.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// The address typed so far.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How many digits of the code were typed.
    pub fn typed(&self) -> usize {
        self.code.len()
    }

    /// Hubs answered.
    pub fn hear(&mut self, found: Vec<Found>) {
        for hub in found {
            if self.found.iter().all(|known| known.address != hub.address) {
                self.found.push(hub);
            }
        }
    }

    /// Types a character of the address.
    pub fn type_address(&mut self, character: char) {
        let fits = character.is_ascii_digit() || matches!(character, '.' | ':');
        if self.step == Step::Address && fits && self.address.len() < LONGEST {
            self.fault = None;
            self.address.push(character);
        }
    }

    /// The typed address is whole: returns what is to be looked at.
    pub fn go(&mut self) -> Option<Place> {
        let place = Place::parse(&self.address);
        if place.is_none() {
            self.fault = Some(Fault::BadAddress);
        }
        self.look_at(place?)
    }

    /// One of the hubs found is picked: returns what is to be looked at.
    pub fn pick(&mut self, index: usize) -> Option<Place> {
        let hub = self.found.get(index)?;
        let scheme = if hub.encrypted { "https" } else { "http" };
        let place = Place::parse(&format!("{scheme}://{}", hub.address))?;
        self.address.clone_from(&place.address);
        self.look_at(place)
    }

    fn look_at(&mut self, place: Place) -> Option<Place> {
        self.fault = None;
        *self = Self {
            found: std::mem::take(&mut self.found),
            ..Self::at(place)
        };
        (self.step == Step::Looking)
            .then(|| self.place.clone())
            .flatten()
    }

    /// The hub was looked at: its certificate (DER), or none when it speaks no TLS.
    pub fn seen(&mut self, certificate: Result<Option<Vec<u8>>, Fault>) {
        if self.step != Step::Looking {
            return;
        }
        match (certificate, &mut self.place) {
            (Ok(Some(certificate)), Some(place)) => {
                place.certificate = Some(hex::encode(certificate));
                self.step = Step::Compare;
            }
            (Ok(None), Some(_)) => self.step = Step::Code,
            (Err(fault), _) => self.back_with(Some(fault)),
            (Ok(_), None) => self.back_with(None),
        }
    }

    /// A person compared the certificate's groups.
    pub fn compared(&mut self, same: bool) {
        if self.step == Step::Compare {
            if same {
                self.step = Step::Code;
            } else {
                self.back_with(Some(Fault::NotSame));
            }
        }
    }

    /// Back to the choice of the hub.
    pub fn back(&mut self) {
        self.back_with(None);
    }

    fn back_with(&mut self, fault: Option<Fault>) {
        self.step = Step::Address;
        self.place = None;
        self.code.clear();
        self.busy = false;
        self.fault = fault;
    }

    /// Types a digit of the code; returns it when it is whole, to be sent.
    pub fn digit(&mut self, digit: u8) -> Option<String> {
        if self.step != Step::Code || self.busy || digit > 9 {
            return None;
        }
        self.fault = None;
        self.code.push(char::from(b'0' + digit));
        if self.code.len() < DIGITS {
            return None;
        }
        self.busy = true;
        Some(std::mem::take(&mut self.code))
    }

    /// Takes the last character back.
    pub fn erase(&mut self) {
        if self.step == Step::Address {
            self.address.pop();
        } else {
            self.code.pop();
        }
    }

    /// The hub did not enrol the terminal.
    pub const fn failed(&mut self, fault: Fault) {
        self.busy = false;
        self.fault = Some(fault);
    }
}

#[cfg(test)]
mod tests {
    use super::{Enrolment, Fault, Place, Step};

    fn at(url: &str) -> Enrolment {
        Enrolment::at(Place::parse(url).expect("an address"))
    }

    #[test]
    fn six_digits_are_a_code_and_a_fault_lets_one_try_again() {
        let mut enrolment = at("http://127.0.0.1:1");
        assert_eq!(enrolment.step(), Step::Code);
        for digit in [1, 2, 3, 4, 5] {
            assert_eq!(enrolment.digit(digit), None);
        }
        assert_eq!(enrolment.digit(6).as_deref(), Some("123456"));
        assert_eq!(enrolment.digit(7), None, "one code at a time");
        enrolment.failed(Fault::BadCode);
        assert_eq!(enrolment.digit(7), None);
        assert_eq!(enrolment.typed(), 1);
    }

    #[test]
    fn a_typed_address_is_looked_at_and_compared_before_the_code() {
        let mut enrolment = Enrolment::anywhere();
        for character in "192.168.1.5".chars() {
            enrolment.type_address(character);
        }
        let place = enrolment.go().expect("an address to look at");
        assert_eq!(place.address, "192.168.1.5:8460");
        assert_eq!(enrolment.step(), Step::Looking);
        enrolment.seen(Ok(Some(vec![1, 2])));
        assert_eq!(enrolment.step(), Step::Compare);
        assert_eq!(enrolment.digit(1), None, "no code before the comparison");
        enrolment.compared(false);
        assert_eq!(
            (enrolment.step(), enrolment.fault),
            (Step::Address, Some(Fault::NotSame))
        );
        enrolment.go();
        enrolment.seen(Ok(Some(vec![1, 2])));
        enrolment.compared(true);
        assert_eq!(enrolment.step(), Step::Code);
        let kept = enrolment.place().and_then(Place::certificate);
        assert_eq!(kept, Some(vec![1, 2]));
    }

    #[test]
    fn addresses_are_read_with_and_without_scheme_and_port() {
        let address = |text| Place::parse(text).map(|place| place.address);
        assert_eq!(address("https://hub:1/").as_deref(), Some("hub:1"));
        assert_eq!(address("10.0.0.2").as_deref(), Some("10.0.0.2:8460"));
        assert_eq!(address(":8460"), None);
        assert_eq!(address("10.0.0.2:x"), None);
    }
}
