//! Distances between bases.

use space::grid::Block;

/// Inches between the nearest squares of two bases: the larger difference and half the smaller (SC-SETUP-03).
#[inline]
pub fn distance(a: Block, b: Block) -> u8 {
    let (across, down) = gaps(a, b);
    across.max(down).saturating_add(across.min(down) / 2)
}

/// Squares between the nearest squares of two bases, in any direction (SC-WQUAL-26).
#[inline]
pub fn squares_apart(a: Block, b: Block) -> u8 {
    let (across, down) = gaps(a, b);
    across.max(down)
}

#[inline]
fn gaps(a: Block, b: Block) -> (u8, u8) {
    let gap = |a: u8, a_side: u8, b: u8, b_side: u8| {
        let (a_end, b_end) = (a.saturating_add(a_side - 1), b.saturating_add(b_side - 1));
        b.saturating_sub(a_end).max(a.saturating_sub(b_end))
    };
    (gap(a.at.x, a.side, b.at.x, b.side), gap(a.at.y, a.side, b.at.y, b.side))
}
