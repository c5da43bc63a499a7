//! What lasts: temporary terrain, and spells on single figures.

use crate::cards::{SpellId, ZoneKind};
use crate::state::Side;
use kernel::{Figure, Walk};
use space::grid::{Block, Square};

/// Temporary terrain (SC-WQUAL-07). Its squares are those of the walk, or a block where `block` is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    pub kind: ZoneKind,
    pub by: Figure,
    /// Who made it: the zone ends after a turn of that side.
    pub side: Side,
    /// The spell and the level it was cast at; `None` for weapons.
    pub spell: Option<(SpellId, u8)>,
    pub shape: Cells,
    /// Ends with the turn of its side in this round.
    pub until: u16,
}

/// Squares of a zone or of a declared template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    Block(Block),
    Squares(Walk),
}

impl Cells {
    pub fn contains(&self, square: Square) -> bool {
        match self {
            Cells::Block(block) => block.contains(square),
            Cells::Squares(walk) => walk.squares().contains(&square),
        }
    }

    /// Calls `f` with every square.
    pub fn each(&self, f: impl FnMut(Square)) {
        match self {
            Cells::Block(block) => block.squares().for_each(f),
            Cells::Squares(walk) => walk.squares().iter().copied().for_each(f),
        }
    }

    pub fn squares(&self) -> Vec<Square> {
        let mut all = Vec::new();
        self.each(|square| all.push(square));
        all
    }
}

/// A lasting spell on one figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charm {
    pub spell: SpellId,
    pub level: u8,
    pub by: Figure,
    pub on: Figure,
}
