//! Points, kept as whole half points so that 1-½-0 events compare exactly.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of points, exact to a half.
///
/// ```
/// use tournament::Points;
/// let total = Points::whole(1) + Points::from_halves(1);
/// assert_eq!(total.to_string(), "1.5");
/// assert_eq!(Points::whole(18).to_string(), "18");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// So many whole points.
    pub const fn whole(points: i32) -> Self {
        Self(points * 2)
    }

    /// So many half points.
    pub const fn from_halves(halves: i32) -> Self {
        Self(halves)
    }

    /// The value in half points.
    pub const fn halves(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Points {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        let shown = format!("{sign}{}{half}", self.0.abs() / 2);
        f.pad(&shown)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 {
            serializer.serialize_i32(self.0 / 2)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 2.0)
        }
    }
}

struct PointsVisitor;

impl Visitor<'_> for PointsVisitor {
    type Value = Points;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("points in whole or half numbers")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Points, E> {
        i32::try_from(value)
            .ok()
            .and_then(|whole| whole.checked_mul(2))
            .map(Points)
            .ok_or_else(|| E::custom(format!("{value} points are too many")))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Points, E> {
        i64::try_from(value)
            .map_err(|_| E::custom(format!("{value} points are too many")))
            .and_then(|value| self.visit_i64(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Points, E> {
        let halves = value * 2.0;
        if halves.fract() == 0.0 && halves.abs() <= f64::from(i32::MAX) {
            Ok(Points(halves as i32))
        } else {
            Err(E::custom(format!("{value} is no whole or half number")))
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PointsVisitor)
    }
}
