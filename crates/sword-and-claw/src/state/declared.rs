//! What is declared in a step and not resolved yet.

use crate::cards::{AttackId, SpellId};
use crate::state::{Cells, Level};
use kernel::Figure;
use space::grid::{Square, Turn};

/// One attack or spell that has been declared (SC-RANGED-01, SC-MELEE-01, SC-CAST-02).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaration {
    pub by: Figure,
    pub deed: Deed,
    pub aim: Aim,
    /// Made by a readied figure of the inactive side.
    pub readied: bool,
    /// Who operates a siege weapon (SC-QUAL-07).
    pub crew: Crew,
}

/// The figures that operate a siege weapon: no more than the largest needs (SC-QUAL-08).
pub type Crew = [Option<Figure>; 4];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Attack(AttackId),
    Spell(SpellId, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    Nothing,
    Figure(Figure),
    /// A spot of the ground or the air above it; for even areas the top-left corner of the square.
    Spot(Square, Level),
    /// A template from one square of the base towards another square.
    /// `bends` are the choices of a line where it runs exactly between two squares, a bit for each (SC-WQUAL-18).
    Toward {
        from: Square,
        to: Square,
        level: Level,
        bends: u32,
    },
    Sweep(Sweep),
    Cells(Cells),
    /// An entry of `zones` or `charms`, for Dispel.
    Zone(u8),
    Charm(u8),
}

/// A sweep: the first square of the ring round the attacker, which way round, and how many squares (SC-WQUAL-29).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sweep {
    pub start: Square,
    pub turn: Rotation,
    pub squares: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotation {
    Clockwise,
    Counterclockwise,
}

impl Rotation {
    pub fn text(self) -> &'static str {
        match self {
            Rotation::Clockwise => "clockwise",
            Rotation::Counterclockwise => "counterclockwise",
        }
    }

    pub fn round(self) -> Turn {
        match self {
            Rotation::Clockwise => Turn::Clockwise,
            Rotation::Counterclockwise => Turn::Counterclockwise,
        }
    }
}
