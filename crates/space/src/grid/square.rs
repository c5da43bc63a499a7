//! One square of a board, the eight directions, and the text "C7" for a square.

use std::fmt;
use std::str::FromStr;

/// A square of a board. (0, 0) is the top-left square and y grows downwards.
///
/// A square does not know its board; whoever holds the board says whether the square is on it. The order
/// is by column, then by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    pub x: u8,
    pub y: u8,
}

/// A direction of a step or a side of a square. N is towards y - 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Dir {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

/// A text that is not the name of a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareError {
    text: String,
}

impl Square {
    pub const fn new(x: u8, y: u8) -> Square {
        Square { x, y }
    }

    /// Is the square on a board of this size?
    #[inline]
    pub const fn on_board(self, width: u8, height: u8) -> bool {
        self.x < width && self.y < height
    }

    /// The neighbour in that direction, or `None` if that one is off a board of this size.
    #[inline]
    pub fn step(self, dir: Dir, width: u8, height: u8) -> Option<Square> {
        let (dx, dy) = dir.delta();
        let next = Square::new(self.x.checked_add_signed(dx)?, self.y.checked_add_signed(dy)?);
        next.on_board(width, height).then_some(next)
    }

    /// The square so many columns and rows on, or `None` if that one is off a board of this size.
    #[inline]
    pub fn shifted(self, dx: i32, dy: i32, width: u8, height: u8) -> Option<Square> {
        let x = u8::try_from(i32::from(self.x).checked_add(dx)?).ok()?;
        let y = u8::try_from(i32::from(self.y).checked_add(dy)?).ok()?;
        let next = Square::new(x, y);
        next.on_board(width, height).then_some(next)
    }

    /// How many squares there are from one to the other when a diagonal step counts like any other. A
    /// neighbour is 1 square away.
    #[inline]
    pub const fn steps_to(self, other: Square) -> u8 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if dx > dy { dx } else { dy }
    }

    /// The distance over open ground when diagonals cost 1, 2, 1, 2 ...: the larger of the two differences
    /// and half the smaller, rounded down. Walls are not asked about.
    #[inline]
    pub const fn distance(self, other: Square) -> u16 {
        alternating(self.x.abs_diff(other.x) as u16, self.y.abs_diff(other.y) as u16)
    }

    /// The direction that leads most directly to another square: straight in its row or column, else diagonal.
    /// `None` if it is this one.
    pub fn heading(self, other: Square) -> Option<Dir> {
        let toward = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
        let delta = (toward(self.x, other.x), toward(self.y, other.y));
        Dir::ALL.into_iter().find(|dir| dir.delta() == delta)
    }

    /// The direction of a neighbour; `None` if the other square is this one or not a neighbour.
    pub fn dir_to(self, other: Square) -> Option<Dir> {
        let dx = i16::from(other.x) - i16::from(self.x);
        let dy = i16::from(other.y) - i16::from(self.y);
        match (dx, dy) {
            (0, -1) => Some(Dir::N),
            (1, -1) => Some(Dir::NE),
            (1, 0) => Some(Dir::E),
            (1, 1) => Some(Dir::SE),
            (0, 1) => Some(Dir::S),
            (-1, 1) => Some(Dir::SW),
            (-1, 0) => Some(Dir::W),
            (-1, -1) => Some(Dir::NW),
            _ => None,
        }
    }
}

impl Dir {
    /// All directions, clockwise from N, which is also the order of the bits in a mask.
    pub const ALL: [Dir; 8] = [Dir::N, Dir::NE, Dir::E, Dir::SE, Dir::S, Dir::SW, Dir::W, Dir::NW];

    /// The change of (x, y) in one step.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Dir::N => (0, -1),
            Dir::NE => (1, -1),
            Dir::E => (1, 0),
            Dir::SE => (1, 1),
            Dir::S => (0, 1),
            Dir::SW => (-1, 1),
            Dir::W => (-1, 0),
            Dir::NW => (-1, -1),
        }
    }

    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The bit of this direction in a mask of directions.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    #[inline]
    pub const fn opposite(self) -> Dir {
        match self {
            Dir::N => Dir::S,
            Dir::NE => Dir::SW,
            Dir::E => Dir::W,
            Dir::SE => Dir::NW,
            Dir::S => Dir::N,
            Dir::SW => Dir::NE,
            Dir::W => Dir::E,
            Dir::NW => Dir::SE,
        }
    }
}

/// Board coordinates: the column in letters as in a spreadsheet, then the row counted from 1. Square
/// (0, 0) is "A1", (26, 1) is "AA2".
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = char::from(b'A' + self.x % 26);
        let row = u16::from(self.y) + 1;
        match self.x / 26 {
            0 => f.pad(&format!("{last}{row}")),
            tens => f.pad(&format!("{}{last}{row}", char::from(b'A' + tens - 1))),
        }
    }
}

/// Reads what `Display` writes, in upper or lower case. Nothing else is a square: no blanks, no sign and no
/// leading zero, so that apart from case a square has exactly one name.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        parse(text).ok_or_else(|| SquareError { text: text.to_owned() })
    }
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a square: expected column letters and a row number, A1 to IV256", self.text)
    }
}

impl std::error::Error for SquareError {}

/// The distance for these differences when every second diagonal costs 2.
#[inline]
pub(super) const fn alternating(dx: u16, dy: u16) -> u16 {
    if dx > dy { dx + dy / 2 } else { dy + dx / 2 }
}

fn parse(text: &str) -> Option<Square> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (column, row) = text.split_at_checked(letters)?;
    // The lengths are checked first, so that the sums below cannot overflow.
    if !(1..=2).contains(&column.len()) || !(1..=3).contains(&row.len()) || row.starts_with('0') {
        return None;
    }
    let x = column.bytes().fold(0, |sum, letter| sum * 26 + u16::from(letter.to_ascii_uppercase() - b'A') + 1);
    if !row.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let y = row.bytes().fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    Some(Square::new(u8::try_from(x - 1).ok()?, u8::try_from(y - 1).ok()?))
}
