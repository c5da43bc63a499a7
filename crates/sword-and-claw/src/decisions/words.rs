//! Words of code that stand in answers.

use crate::state::{Altitude, Level, Rotation};
use kernel::word_parts;
use space::grid::Dir;

/// A board edge as it is named in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    North,
    East,
    South,
    West,
}

impl Edge {
    pub fn of(dir: Dir) -> Edge {
        match dir {
            Dir::N => Edge::North,
            Dir::E => Edge::East,
            Dir::S => Edge::South,
            _ => Edge::West,
        }
    }

    pub fn dir(self) -> Dir {
        match self {
            Edge::North => Dir::N,
            Edge::East => Dir::E,
            Edge::South => Dir::S,
            Edge::West => Dir::W,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::East => "east",
            Edge::South => "south",
            Edge::West => "west",
        }
    }
}

/// The two reserves of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReserveLetter {
    A,
    B,
}

impl ReserveLetter {
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Everybody of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum All {
    OfThem,
}

/// Off the board at the end of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    TheBoard,
}

/// The default trample, which is no attack of the sheet (SC-TRAMPLE-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trampling {
    ByDefault,
}

word_parts! { Edge: North = "north", East = "east", South = "south", West = "west" }
word_parts! { ReserveLetter: A = "a", B = "b" }
word_parts! { All: OfThem = "all" }
word_parts! { Off: TheBoard = "off" }
word_parts! { Trampling: ByDefault = "trampling" }
word_parts! { Altitude: Landed = "landed", Hover = "hover", Low = "low", High = "high" }
word_parts! { Level: Ground = "ground", Low = "low", High = "high" }
word_parts! { Rotation: Clockwise = "clockwise", Counterclockwise = "counterclockwise" }
