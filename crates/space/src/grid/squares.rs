//! A set of squares of one board.

use std::fmt;

use super::square::Square;

/// The most squares a board may have for [`Squares`] to hold every one of them.
pub const MAX_AREA: usize = Squares::AREA;

/// The set for boards of up to 2048 squares, small enough to be copied about in the innermost loops.
pub type Squares = SquareSet<32>;

/// The set for boards of up to 96 by 96 squares.
pub type WideSquares = SquareSet<144>;

/// A set of squares of one board, as bits in that many words. Copying it allocates nothing.
///
/// Squares that are off the board, or whose index y * width + x is [`AREA`](SquareSet::AREA) or more, are
/// never in the set: inserting them does nothing. Sets of boards of different size may be combined; squares
/// the receiving board does not have are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet<const WORDS: usize> {
    width: u8,
    height: u8,
    bits: [u64; WORDS],
}

impl<const WORDS: usize> SquareSet<WORDS> {
    /// The most squares a board may have for a set of this size to hold every one of them.
    pub const AREA: usize = WORDS * 64;

    /// The empty set for a board of this size.
    pub const fn new(width: u8, height: u8) -> SquareSet<WORDS> {
        SquareSet { width, height, bits: [0; WORDS] }
    }

    pub const fn width(&self) -> u8 {
        self.width
    }

    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Puts the square in; true if it was not there before.
    #[inline]
    pub fn insert(&mut self, square: Square) -> bool {
        let Some((word, bit)) = self.place(square) else {
            return false;
        };
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        new
    }

    /// Takes the square out; true if it was there.
    #[inline]
    pub fn remove(&mut self, square: Square) -> bool {
        let Some((word, bit)) = self.place(square) else {
            return false;
        };
        let there = self.bits[word] & bit != 0;
        self.bits[word] &= !bit;
        there
    }

    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.place(square).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn clear(&mut self) {
        self.bits = [0; WORDS];
    }

    /// The squares in row order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + Clone + '_ {
        let width = usize::from(self.width);
        self.bits.iter().enumerate().flat_map(move |(word, &bits)| {
            // Each step clears the lowest bit that is left.
            let rests = std::iter::successors(Some(bits), |rest| Some(rest & rest.checked_sub(1)?));
            rests.take_while(|&rest| rest != 0).map(move |rest| {
                let index = word * 64 + rest.trailing_zeros() as usize;
                Square::new((index % width) as u8, (index / width) as u8)
            })
        })
    }

    /// Puts in every square there is in the iteration.
    pub fn insert_all(&mut self, squares: impl IntoIterator<Item = Square>) {
        squares.into_iter().for_each(|square| {
            self.insert(square);
        });
    }

    /// Puts in every square of the other set.
    pub fn union_with(&mut self, other: &SquareSet<WORDS>) {
        if self.same_board(other) {
            self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
        } else {
            self.insert_all(other.iter());
        }
    }

    /// Do the two sets share a square?
    pub fn intersects(&self, other: &SquareSet<WORDS>) -> bool {
        if self.same_board(other) {
            self.bits.iter().zip(&other.bits).any(|(mine, theirs)| mine & theirs != 0)
        } else {
            other.iter().any(|square| self.contains(square))
        }
    }

    fn same_board(&self, other: &SquareSet<WORDS>) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }

    /// The word and the bit of a square.
    #[inline]
    fn place(&self, square: Square) -> Option<(usize, u64)> {
        let index = usize::from(square.y) * usize::from(self.width) + usize::from(square.x);
        let held = square.on_board(self.width, self.height) && index < Self::AREA;
        held.then_some((index / 64, 1 << (index % 64)))
    }
}

impl<const WORDS: usize> fmt::Debug for SquareSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} ", self.width, self.height)?;
        f.debug_set().entries(self.iter().map(|square| square.to_string())).finish()
    }
}
