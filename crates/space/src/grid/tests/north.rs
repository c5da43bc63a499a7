//! The ledger of Sword and Claw counts rows northwards from a south-west square; here it is turned over.

use super::map::sq;
use crate::grid::*;

/// Far enough from every edge of a board of 40 by 40.
const ORIGIN: i32 = 20;
pub(super) const BOARD: u8 = 40;

/// The ledger's (x, y).
pub(super) fn at(x: i32, y: i32) -> Square {
    sq((ORIGIN + x) as u8, (ORIGIN - y) as u8)
}

/// A base named by its south-west square.
pub(super) fn base(x: i32, y: i32, side: u8) -> Block {
    Block::new(at(x, y + i32::from(side) - 1), side)
}

/// The ledger's squares, sorted.
pub(super) fn set(squares: impl IntoIterator<Item = (i32, i32)>) -> Vec<Square> {
    sorted(squares.into_iter().map(|(x, y)| at(x, y)))
}

pub(super) fn sorted(squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.into_iter().collect();
    squares.sort();
    squares
}
