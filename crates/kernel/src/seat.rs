//! Who sits at the table, and the figures on it.

use std::fmt;

/// A player, counted from 0. Written `a`, `b`, `c` in lines and records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

/// More players than any of the books describes.
pub const MAX_SEATS: usize = 8;

impl Seat {
    pub fn letter(self) -> char {
        (b'a' + self.0.min(25)) as char
    }

    pub fn from_letter(letter: char) -> Option<Seat> {
        let at = (letter as u32).checked_sub('a' as u32)?;
        (at < MAX_SEATS as u32).then_some(Seat(at as u8))
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of seats: who may see an event, who throws real dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seats(u8);

impl Seats {
    pub const NONE: Seats = Seats(0);
    pub const ALL: Seats = Seats(u8::MAX);

    pub fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0.min(7))
    }

    pub fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | Seats::only(seat).0)
    }

    pub fn contains(self, seat: Seat) -> bool {
        self.0 & Seats::only(seat).0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In their order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

/// A figure on the table by its place in the state's list; figures are never removed from that list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Figure(pub u16);

impl Figure {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How figures are called in choice lines: `a.gray-necromancer`, `b.orc-raider-2`.
pub trait Tags {
    fn tag(&self, figure: Figure) -> String;
    fn tagged(&self, tag: &str) -> Option<Figure>;
}
