//! Places on a table: positions in whole thousandths of an inch, and areas in plan.

use std::fmt;
use std::str::FromStr;

use super::segment::Point;

/// A point of the table in thousandths of an inch: from the west edge, from the south edge, above the ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

impl Spot {
    pub const fn new(x: i32, y: i32, z: i32) -> Spot {
        Spot { x, y, z }
    }

    /// The place in plan, without the height.
    pub fn plan(self) -> Point {
        Point::new(i64::from(self.x), i64::from(self.y))
    }

    /// The same height over another place in plan.
    pub fn over(self, plan: Point) -> Spot {
        plan.at(self.z)
    }
}

/// An area in plan: closed outlines, each followed once around. Where outlines nest, the inner one is a hole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Area {
    pub outlines: Vec<Vec<Spot>>,
}

/// A text that is no spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpotError(String);

impl fmt::Display for SpotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no point in inches; one is written @24.500,36.250,0.000", self.0)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("@")?;
        for (i, value) in [self.x, self.y, self.z].into_iter().enumerate() {
            let sign = if value < 0 { "-" } else { "" };
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{sign}{}.{:03}", value.unsigned_abs() / 1000, value.unsigned_abs() % 1000)?;
        }
        Ok(())
    }
}

impl FromStr for Spot {
    type Err = SpotError;

    fn from_str(text: &str) -> Result<Spot, SpotError> {
        let wrong = || SpotError(text.chars().take(60).collect());
        let mut values = text.strip_prefix('@').ok_or_else(wrong)?.split(',').map(thousandths);
        let (Some(Some(x)), Some(Some(y))) = (values.next(), values.next()) else {
            return Err(wrong());
        };
        let z = match values.next() {
            None => 0,
            Some(z) => z.ok_or_else(wrong)?,
        };
        if values.next().is_some() {
            return Err(wrong());
        }
        Ok(Spot { x, y, z })
    }
}

/// `-1.25` is -1250. At most three places after the point; anything else is no length.
fn thousandths(text: &str) -> Option<i32> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    if whole.is_empty()
        || part.is_empty()
        || part.len() > 3
        || !(whole.chars().chain(part.chars())).all(|c| c.is_ascii_digit())
    {
        return None;
    }
    let scale = [100, 10, 1][part.len() - 1];
    let value = whole.parse::<i32>().ok()?.checked_mul(1000)?.checked_add(part.parse::<i32>().ok()? * scale)?;
    Some(if negative { -value } else { value })
}
