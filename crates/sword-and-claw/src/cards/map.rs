//! Terrain kinds and maps. What a kind does is for the chapters; here it is only said.

use super::Origin;
use kernel::Name;
use space::grid::{Dir, Square};

/// The place of a terrain kind in [`Pack::terrain`](super::Pack::terrain).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TerrainId(pub u8);

/// The place of a map in [`Pack::maps`](super::Pack::maps).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapId(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cover {
    None,
    /// Half a point for each inch, rounded up (SC-COVER-04).
    Light,
    Full,
}

/// What a terrain kind is, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traits(pub u8);

impl Traits {
    pub const BLOCKS_MOVE: Traits = Traits(1);
    pub const BLOCKS_SIGHT: Traits = Traits(1 << 1);
    /// Hard blocking terrain: its corners cannot be cut and it parts fighters (SC-MOVE-04, SC-TOHIT-05).
    pub const HARD: Traits = Traits(1 << 2);
    pub const DIFFICULT: Traits = Traits(1 << 3);
    /// Hovering figures do not pass over it, and it hides figures aloft (SC-FLIGHT-08, SC-FLIGHT-16).
    pub const LARGE: Traits = Traits(1 << 4);
    /// The top of a tower or wall: walkers on it count as Low (SC-FLIGHT-23).
    pub const FORTIFICATION: Traits = Traits(1 << 5);
    /// Joins the ground and the top of a fortification.
    pub const STAIRS: Traits = Traits(1 << 6);

    #[inline]
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    pub id: Name,
    pub title: &'static str,
    pub origin: Origin,
    /// The character that stands for it in the rows of a map.
    pub symbol: char,
    pub traits: Traits,
    pub cover: Cover,
    /// Depth of water, 1 to 4; 0 is dry (SC-WATER-01).
    pub depth: u8,
}

impl Terrain {
    #[inline]
    pub const fn has(&self, traits: Traits) -> bool {
        self.traits.has(traits)
    }
}

/// What lies between two squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum EdgeKind {
    #[default]
    Open,
    /// Costs an inch to cross; melee across it at -1 (SC-DIFF-01, SC-TOHIT-05).
    Fence,
    /// Blocks movement, sight and adjacency.
    Wall,
    /// Openings in a wall: nobody passes, attacks go through at a penalty (SC-TOHIT-06, SC-TOHIT-16).
    Window,
    Slit,
    /// No effect.
    Door,
}

impl EdgeKind {
    #[inline]
    pub const fn is_opening(self) -> bool {
        matches!(self, EdgeKind::Window | EdgeKind::Slit)
    }

    #[inline]
    pub const fn blocks_move(self) -> bool {
        matches!(self, EdgeKind::Wall | EdgeKind::Window | EdgeKind::Slit)
    }

    #[inline]
    pub const fn blocks_sight(self) -> bool {
        matches!(self, EdgeKind::Wall)
    }
}

/// A rectangle of squares, from its north-west square on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    pub at: Square,
    pub width: u8,
    pub height: u8,
}

impl Area {
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        square.x >= self.at.x
            && square.y >= self.at.y
            && square.x - self.at.x < self.width
            && square.y - self.at.y < self.height
    }
}

/// A board with a terrain kind for every square. As everywhere in the engine the first row is the north edge and y
/// grows to the south; the ledger counts y from the south.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    pub id: Name,
    pub title: &'static str,
    pub origin: Origin,
    pub width: u8,
    pub height: u8,
    /// Row by row.
    pub squares: Vec<TerrainId>,
    /// The edge on the west side and on the north side of every square; those on the border of the board are open.
    pub west: Vec<EdgeKind>,
    pub north: Vec<EdgeKind>,
    pub text: String,
}

impl Map {
    /// The place of a square in `squares`; `None` off the board.
    #[inline]
    pub fn index(&self, square: Square) -> Option<usize> {
        square
            .on_board(self.width, self.height)
            .then(|| usize::from(square.y) * usize::from(self.width) + usize::from(square.x))
    }

    #[inline]
    pub fn kind(&self, square: Square) -> Option<TerrainId> {
        self.index(square).map(|index| self.squares[index])
    }

    /// What lies on the N, E, S or W side of a square. The border of the board and diagonals read as open.
    #[inline]
    pub fn edge(&self, square: Square, side: Dir) -> EdgeKind {
        match self.edge_place(square, side) {
            Some((index, true)) => self.west[index],
            Some((index, false)) => self.north[index],
            None => EdgeKind::Open,
        }
    }

    pub(crate) fn set_edge(&mut self, square: Square, side: Dir, kind: EdgeKind) {
        match self.edge_place(square, side) {
            Some((index, true)) => self.west[index] = kind,
            Some((index, false)) => self.north[index] = kind,
            None => {}
        }
    }

    /// Where an edge is kept: an index and whether it is in `west`. `None` on the border and for diagonals.
    #[inline]
    fn edge_place(&self, square: Square, side: Dir) -> Option<(usize, bool)> {
        let index = self.index(square)?;
        match side {
            Dir::W if square.x > 0 => Some((index, true)),
            Dir::E if square.x + 1 < self.width => Some((index + 1, true)),
            Dir::N if square.y > 0 => Some((index, false)),
            Dir::S if square.y + 1 < self.height => Some((index + usize::from(self.width), false)),
            _ => None,
        }
    }
}
