//! What stands on a table: pieces with a height, ladders, rails. A [`Layout`] is the plain list; a [`super::Tabletop`] is
//! made of it once and answers questions.

use super::polygon::Polygon;
use super::segment::Point;
use super::spot::Spot;

/// A piece of terrain by its place in the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(pub u16);

impl PieceId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An upright prism over a polygon, from `bottom` to `top`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub outline: Polygon,
    pub bottom: i32,
    pub top: i32,
    pub kind: Kind,
    pub sight: Opacity,
    pub material: Material,
}

/// What a piece is to those who move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Stops whoever cannot step over it, and its top can be stood on where a base fits.
    Block,
    /// Stops whoever cannot step over it; nobody stands on top.
    Barrier,
    /// Ground that is walked through like any other, and asked about by those for whom it matters.
    Ground,
    /// Ground that no base may enter at its own height.
    Forbidden,
}

/// What a piece is to sight lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opacity {
    Clear,
    /// A line that passes through the inside is stopped. One that only touches a face, an edge or the top is not.
    Opaque,
    /// See [`Thicket`].
    Thick(Thicket),
}

/// Cover that a line enters only so far. Lengths are measured in plan along the part of the line that runs inside,
/// between bottom and top. A line with both ends outside is stopped if it runs more than `graze` inside. One that begins
/// or ends inside is stopped when the border lies more than `depth` from the rim of the base at that end, and one that
/// stays inside when the rims are more than `depth` apart. Lines that are not stopped but run more than `graze` inside
/// are dimmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thicket {
    pub depth: i32,
    pub graze: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Material {
    Durable,
    Soft,
}

/// How thick the slab of a platform is.
pub const SLAB: i32 = 100;

impl Piece {
    /// A solid with a top to stand on.
    pub fn block(outline: Polygon, bottom: i32, top: i32) -> Piece {
        Piece { outline, bottom, top, kind: Kind::Block, sight: Opacity::Opaque, material: Material::Durable }
    }

    /// A solid too thin to stand on.
    pub fn barrier(outline: Polygon, bottom: i32, top: i32) -> Piece {
        Piece { kind: Kind::Barrier, ..Piece::block(outline, bottom, top) }
    }

    /// A thin slab whose top is the floor.
    pub fn platform(outline: Polygon, top: i32) -> Piece {
        Piece::block(outline, top.saturating_sub(SLAB), top)
    }

    /// Ground that nobody enters: water, a pit. Sight passes.
    pub fn forbidden(outline: Polygon, level: i32) -> Piece {
        Piece { kind: Kind::Forbidden, sight: Opacity::Clear, ..Piece::block(outline, level, level) }
    }

    /// Ground with a border and a height that stops sight after some depth.
    pub fn thicket(outline: Polygon, bottom: i32, top: i32, thicket: Thicket) -> Piece {
        Piece { kind: Kind::Ground, sight: Opacity::Thick(thicket), ..Piece::block(outline, bottom, top) }
    }

    /// Ground of another kind that is open to sight.
    pub fn ground(outline: Polygon, level: i32) -> Piece {
        Piece { kind: Kind::Ground, ..Piece::forbidden(outline, level) }
    }

    pub fn is_solid(&self) -> bool {
        matches!(self.kind, Kind::Block | Kind::Barrier)
    }

    /// Whether somebody with his feet at `feet` is stopped by it.
    pub fn stops(&self, feet: i32, mover: &Mover) -> bool {
        match self.kind {
            Kind::Block | Kind::Barrier => {
                self.top > feet.saturating_add(mover.step) && self.bottom < feet.saturating_add(mover.headroom)
            }
            Kind::Forbidden => self.bottom.saturating_sub(mover.headroom) < feet && feet <= self.top,
            Kind::Ground => false,
        }
    }
}

/// What geometry must know of somebody who moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mover {
    /// Of the base.
    pub radius: i32,
    /// The highest step, up or down, and the highest obstacle, that is simply walked over.
    pub step: i32,
    /// How high above his feet nothing may hang.
    pub headroom: i32,
}

/// Joins floors. A ladder has all its stops over one place; stairs have two stops at different places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// From the lowest to the highest: where a base stands to use it.
    pub stops: Vec<Spot>,
    pub stairs: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LadderId(pub u16);

impl LadderId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A railing: edges of a floor at its height are railed where they run along it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rail {
    pub from: Spot,
    pub to: Spot,
}

/// A place in a wall from which somebody right behind it may look out: the middle of an opening in plan, and how high the
/// opening begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub at: Point,
    pub sill: i32,
    pub lintel: i32,
}

impl Window {
    /// An eye at some height, moved to the window.
    pub fn eye(&self, z: i32) -> Spot {
        self.at.at(z.min(self.lintel).max(self.sill))
    }
}

/// Everything that stands on a table, as plain data. The ground is the plane at height 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    pub width: i32,
    pub depth: i32,
    pub pieces: Vec<Piece>,
    pub ladders: Vec<Ladder>,
    pub rails: Vec<Rail>,
    pub windows: Vec<Window>,
}
