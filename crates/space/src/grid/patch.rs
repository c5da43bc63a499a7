//! Areas that are laid on the ground: blocks round a spot, which may drift off, and auras round a base.

use super::block::Block;
use super::square::{Dir, Square, alternating};

/// A block of squares round a spot. An odd one is centred on a square, an even one on a grid point, that is, on
/// the top-left corner of a square. Unlike a [`Block`] it may lie off the board, in part or altogether.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Patch {
    x: i32,
    y: i32,
    side: u8,
}

impl Patch {
    /// Centred on `spot`: the square, or its top-left corner if the side is even.
    pub fn new(spot: Square, side: u8) -> Patch {
        Patch { x: spot.x.into(), y: spot.y.into(), side }
    }

    /// The patch so many squares on; a diagonal square counts one.
    pub fn drifted(self, dir: Dir, squares: u8) -> Patch {
        let (dx, dy) = dir.delta();
        let far = i32::from(squares);
        Patch { x: self.x + i32::from(dx) * far, y: self.y + i32::from(dy) * far, ..self }
    }

    /// Its squares on a board of this size, in row order.
    pub fn squares(self, width: u8, height: u8) -> impl Iterator<Item = Square> + Clone {
        let (across, down) = self.spans(self.side);
        let clip = |(start, end): (i32, i32), size: u8| start.max(0)..end.min(size.into());
        let (columns, rows) = (clip(across, width), clip(down, height));
        rows.flat_map(move |y| columns.clone().map(move |x| Square::new(x as u8, y as u8)))
    }

    /// Does it cover a square of the block?
    pub fn covers(self, block: Block) -> bool {
        let (across, down) = self.spans(self.side);
        let meets = |(start, end): (i32, i32), at: u8| {
            let at = i32::from(at);
            start < end && at < end && at + i32::from(block.side) > start
        };
        block.side > 0 && meets(across, block.at.x) && meets(down, block.at.y)
    }

    /// The distance over open ground from a block to the spot: for a grid point, to the nearest of the four
    /// squares that touch it.
    pub fn distance(self, from: Block) -> u16 {
        let (across, down) = self.spans(2 - self.side % 2);
        let gap = |(start, end): (i32, i32), at: u8| {
            let (first, last) = (i32::from(at), i32::from(at) + i32::from(from.side.max(1)) - 1);
            (start - last).max(first - (end - 1)).max(0) as u16
        };
        alternating(gap(across, from.at.x), gap(down, from.at.y))
    }

    /// The columns and the rows of a block of that side round the spot, each from the first to past the last.
    fn spans(self, side: u8) -> ((i32, i32), (i32, i32)) {
        let span = |at: i32| (at - i32::from(side / 2), at - i32::from(side / 2) + i32::from(side));
        (span(self.x), span(self.y))
    }
}

/// The squares of a board of this size that are within `reach` of the base over open ground and not part of it,
/// in row order.
pub fn aura(base: Block, reach: u8, width: u8, height: u8) -> impl Iterator<Item = Square> + Clone {
    let span =
        |at: u8, size: u8| at.saturating_sub(reach)..at.saturating_add(base.side).saturating_add(reach).min(size);
    let columns = span(base.at.x, width);
    span(base.at.y, height)
        .flat_map(move |y| columns.clone().map(move |x| Square::new(x, y)))
        .filter(move |&square| !base.contains(square) && base.distance(Block::single(square)) <= reach.into())
}
