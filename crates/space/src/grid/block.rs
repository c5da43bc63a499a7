//! The space of a base: a square block of squares.

use super::line::{Point, Rect, SIXTEENTHS};
use super::square::{Dir, Square, alternating};

/// A block of `side` by `side` squares with its top-left square at `at`.
///
/// Sides of 1, 2 and 3 are what games use; greater ones work alike. A block of side 0 has no squares, fits
/// nowhere and overlaps nothing. Squares beyond coordinate 255 do not exist and are left out of `squares`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block {
    pub at: Square,
    pub side: u8,
}

impl Block {
    pub const fn new(at: Square, side: u8) -> Block {
        Block { at, side }
    }

    /// The block of one square.
    pub const fn single(at: Square) -> Block {
        Block { at, side: 1 }
    }

    /// Its squares in row order. Counted by one number, for this runs in the innermost loops.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        let Block { at, side } = self;
        (0..u16::from(side) * u16::from(side)).filter_map(move |number| {
            let (across, down) = (number % u16::from(side), number / u16::from(side));
            Some(Square { x: at.x.checked_add(across as u8)?, y: at.y.checked_add(down as u8)? })
        })
    }

    #[inline]
    pub fn contains(self, square: Square) -> bool {
        let within = |start: u8, at: u8| at >= start && at - start < self.side;
        within(self.at.x, square.x) && within(self.at.y, square.y)
    }

    /// Do the two share a square?
    #[inline]
    pub fn overlaps(self, other: Block) -> bool {
        let (a, b) = (self.rect(), other.rect());
        let sides = self.side > 0 && other.side > 0;
        sides && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }

    /// Do the two overlap, or share an edge or a corner? Walls between them are not asked about.
    #[inline]
    pub fn touches(self, other: Block) -> bool {
        let (a, b) = (self.rect(), other.rect());
        let sides = self.side > 0 && other.side > 0;
        sides && a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
    }

    /// [`Square::steps_to`] between the nearest squares of the two; 0 when they overlap.
    #[inline]
    pub fn steps_to(self, other: Block) -> u8 {
        let (dx, dy) = self.gaps(other);
        dx.max(dy)
    }

    /// [`Square::distance`] between the nearest squares of the two; 0 when they overlap. The squares that
    /// are nearest in columns are also nearest in rows, as both spaces are square.
    #[inline]
    pub fn distance(self, other: Block) -> u16 {
        let (dx, dy) = self.gaps(other);
        alternating(dx.into(), dy.into())
    }

    /// The least differences of columns and of rows between squares of the two.
    #[inline]
    fn gaps(self, other: Block) -> (u8, u8) {
        let last = |at: u8, side: u8| at.saturating_add(side.saturating_sub(1));
        let gap = |mine: u8, theirs: u8| {
            let after = theirs.saturating_sub(last(mine, self.side));
            after.max(mine.saturating_sub(last(theirs, other.side)))
        };
        (gap(self.at.x, other.at.x), gap(self.at.y, other.at.y))
    }

    /// Is the whole block on a board of this size?
    #[inline]
    pub fn fits(self, width: u8, height: u8) -> bool {
        let end = |start: u8| u16::from(start) + u16::from(self.side);
        self.side > 0 && end(self.at.x) <= u16::from(width) && end(self.at.y) <= u16::from(height)
    }

    /// The block one step on, or `None` if a part of it would be off a board of this size.
    pub fn step(self, dir: Dir, width: u8, height: u8) -> Option<Block> {
        let next = Block::new(self.at.step(dir, width, height)?, self.side);
        next.fits(width, height).then_some(next)
    }

    /// The block so many columns and rows on, or `None` if a part of it would be off a board of this size.
    #[inline]
    pub fn shifted(self, dx: i32, dy: i32, width: u8, height: u8) -> Option<Block> {
        let next = Block::new(self.at.shifted(dx, dy, width, height)?, self.side);
        next.fits(width, height).then_some(next)
    }

    /// The first block straight on in that direction that does not overlap `other`, this one included; `None`
    /// if there is none on a board of this size.
    pub fn beyond(self, other: Block, dir: Dir, width: u8, height: u8) -> Option<Block> {
        let mut ahead = std::iter::successors(Some(self), |block| block.step(dir, width, height));
        ahead.find(|block| !block.overlaps(other))
    }

    /// The squares of `next` that are not squares of this block, in row order.
    pub fn newly_covered(self, next: Block) -> impl Iterator<Item = Square> + Clone {
        next.squares().filter(move |&square| !self.contains(square))
    }

    /// The middle of the block; for a side of 2 that is a grid point.
    #[inline]
    pub fn centre(self) -> Point {
        let rect = self.rect();
        Point::new((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
    }

    /// The closed box of the block in sixteenths.
    #[inline]
    pub fn rect(self) -> Rect {
        let (left, top) = (i32::from(self.at.x) * SIXTEENTHS, i32::from(self.at.y) * SIXTEENTHS);
        let side = i32::from(self.side) * SIXTEENTHS;
        Rect { left, top, right: left + side, bottom: top + side }
    }
}
