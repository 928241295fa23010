//! Identity numbers by GB 11643: the check digit, the date, the place of first issue.
//!
//! The number itself is never kept here; what it proposes is for the registrar to confirm.

use chrono::{Datelike, NaiveDate};

use crate::document::Sex;
use crate::regulation::Regulation;

/// What a valid number proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Sex, from the last digit of the serial.
    pub sex: Sex,
    /// Birthday.
    pub born: NaiveDate,
    /// Regions of the regulation the number was first issued in. That need not be where the
    /// player is registered today.
    pub regions: Vec<String>,
}

/// Why a number cannot be right. The number is not repeated in the message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityFault {
    /// Not 18 characters.
    #[error("an identity number has 18 characters, this one has {0}")]
    Length(usize),
    /// Something other than digits, or than a digit or X at the end.
    #[error("character {0} of the identity number is no digit")]
    Character(usize),
    /// The first digits name no province.
    #[error("the identity number does not start with the code of a province")]
    Province,
    /// The date does not exist or lies in the future.
    #[error("digits 7 to 14 of the identity number are no possible birthday")]
    Date,
    /// The last character does not fit the others.
    #[error("the last character of the identity number does not fit the others")]
    CheckDigit,
}

const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/// Codes of provinces by GB/T 2260; 83 and 91 are residents from Taiwan and abroad.
const PROVINCES: [u32; 36] = [
    11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52,
    53, 54, 61, 62, 63, 64, 65, 71, 81, 82, 83, 91,
];
const CHECK: &[u8; 11] = b"10X98765432";

/// Checks a number on a given day and says what it proposes.
///
/// # Errors
/// What about the number cannot be right.
pub fn read(
    number: &str,
    today: NaiveDate,
    regulation: &Regulation,
) -> Result<Proposal, IdentityFault> {
    let characters: Vec<char> = number.trim().chars().collect();
    if characters.len() != 18 {
        return Err(IdentityFault::Length(characters.len()));
    }
    let mut digits = [0; 17];
    for (index, (digit, character)) in digits.iter_mut().zip(&characters).enumerate() {
        *digit = character
            .to_digit(10)
            .ok_or(IdentityFault::Character(index + 1))?;
    }
    let last = characters[17].to_ascii_uppercase();
    if !last.is_ascii_digit() && last != 'X' {
        return Err(IdentityFault::Character(18));
    }
    if !PROVINCES.contains(&(digits[0] * 10 + digits[1])) {
        return Err(IdentityFault::Province);
    }
    let value = |range: std::ops::Range<usize>| {
        digits[range]
            .iter()
            .fold(0, |value, digit| value * 10 + digit)
    };
    let born = NaiveDate::from_ymd_opt(value(6..10) as i32, value(10..12), value(12..14))
        .filter(|born| born.year() >= 1800 && *born <= today)
        .ok_or(IdentityFault::Date)?;
    let sum: u32 = digits
        .iter()
        .zip(WEIGHTS)
        .map(|(digit, weight)| digit * weight)
        .sum();
    if char::from(CHECK[(sum % 11) as usize]) != last {
        return Err(IdentityFault::CheckDigit);
    }
    let place: String = characters[..6].iter().collect();
    let regions = regulation
        .regions
        .iter()
        .filter(|(_, region)| !region.id_prefix.is_empty() && place.starts_with(&region.id_prefix))
        .map(|(name, _)| name.clone())
        .collect();
    Ok(Proposal {
        sex: if digits[16] % 2 == 1 { Sex::M } else { Sex::F },
        born,
        regions,
    })
}

/// The number with all but the first six and the last two characters hidden.
pub fn masked(number: &str) -> String {
    let count = number.chars().count();
    number
        .chars()
        .enumerate()
        .map(|(index, character)| {
            if index < 6 || index + 2 >= count {
                character
            } else {
                '*'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Invented numbers: the first 17 digits chosen, the last computed by hand from the weights.
    const FIRST_DAY: (i32, u32, u32) = (2019, 6, 15);

    fn read_on_first_day(number: &str) -> Result<Proposal, IdentityFault> {
        let (year, month, day) = FIRST_DAY;
        let today = NaiveDate::from_ymd_opt(year, month, day).expect("a day");
        let regulation = Regulation::built_in("qingshui-2019").expect("built in");
        read(number, today, &regulation)
    }

    #[test]
    fn the_example_of_the_standard() {
        // GB 11643-1999 prints 11010519491231002X and 440524188001010014.
        let proposal = read_on_first_day("11010519491231002X").expect("valid");
        assert_eq!(proposal.sex, Sex::F);
        assert_eq!(
            proposal.born,
            NaiveDate::from_ymd_opt(1949, 12, 31).expect("a day")
        );
        assert_eq!(proposal.regions, Vec::<String>::new());
        let other = read_on_first_day("440524188001010014").expect("valid");
        assert_eq!(other.sex, Sex::M);
        assert!(read_on_first_day("11010519491231002x").is_ok());
    }

    #[test]
    fn a_county_lies_in_its_city_and_province() {
        // 6·7+2·9+0+5·5+2·8+1·4+1·2+9·1+9·6+0+0·7+1·9+0·10+1·5+0+0·4+1·2 = 186; 186 mod 11 = 10.
        let proposal = read_on_first_day("620521199001010012").expect("valid");
        assert_eq!(proposal.regions, ["gansu", "qingshui", "tianshui"]);
        assert_eq!(proposal.sex, Sex::M);
    }

    #[test]
    fn what_cannot_be_right() {
        let fault = |number: &str| read_on_first_day(number).expect_err("a fault");
        assert_eq!(fault("62052119900101001"), IdentityFault::Length(17));
        assert_eq!(fault("62052119900101001A"), IdentityFault::Character(18));
        assert_eq!(fault("6205211990010100I2"), IdentityFault::Character(17));
        assert_eq!(fault("620521199001010013"), IdentityFault::CheckDigit);
        assert_eq!(fault("620521199002300012"), IdentityFault::Date);
        assert_eq!(fault("620521202901010012"), IdentityFault::Date);
        assert_eq!(fault("020521199001010012"), IdentityFault::Province);
    }

    #[test]
    fn a_number_is_shown_masked() {
        assert_eq!(masked("620521199001010012"), "620521**********12");
    }
}
