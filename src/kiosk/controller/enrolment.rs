//! The first start: the hub's address is known, the code from the desk is typed.

/// Digits of a code.
pub const DIGITS: usize = 6;

/// How the enrolment stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// The hub's address.
    pub url: String,
    typed: String,
    /// The hub is being asked.
    pub busy: bool,
    /// The last code was not taken, or the hub did not answer: said in the hub's own words.
    pub fault: Option<Fault>,
}

/// Why the terminal is not enrolled yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The hub did not answer.
    NoAnswer,
    /// Wrong, used up or too old; which of them is not said.
    BadCode,
}

impl Enrolment {
    /// Nothing typed yet.
    pub const fn new(url: String) -> Self {
        Self {
            url,
            typed: String::new(),
            busy: false,
            fault: None,
        }
    }

    /// Types a digit; returns the code when it is whole, to be sent.
    pub fn digit(&mut self, digit: u8) -> Option<String> {
        if self.busy || digit > 9 {
            return None;
        }
        self.fault = None;
        self.typed.push(char::from(b'0' + digit));
        if self.typed.len() < DIGITS {
            return None;
        }
        self.busy = true;
        Some(std::mem::take(&mut self.typed))
    }

    /// Takes the last digit back.
    pub fn erase(&mut self) {
        self.typed.pop();
    }

    /// How many digits were typed.
    pub fn typed(&self) -> usize {
        self.typed.len()
    }

    /// The hub did not enrol the terminal.
    pub const fn failed(&mut self, fault: Fault) {
        self.busy = false;
        self.fault = Some(fault);
    }
}

#[cfg(test)]
mod tests {
    use super::{Enrolment, Fault};

    #[test]
    fn six_digits_are_a_code_and_a_fault_lets_one_try_again() {
        let mut enrolment = Enrolment::new("http://127.0.0.1:1".to_owned());
        for digit in [1, 2, 3, 4, 5] {
            assert_eq!(enrolment.digit(digit), None);
        }
        assert_eq!(enrolment.digit(6).as_deref(), Some("123456"));
        assert_eq!(enrolment.digit(7), None, "one code at a time");
        enrolment.failed(Fault::BadCode);
        assert_eq!(enrolment.digit(7), None);
        assert_eq!(enrolment.typed(), 1);
    }
}
