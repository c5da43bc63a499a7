//! A set of squares of one board.

use std::fmt;

use super::square::Square;

/// The most squares a board may have for [`Squares`] to hold every one of them.
pub const MAX_AREA: usize = 2048;

const WORDS: usize = MAX_AREA / 64;

/// A set of squares of one board, as bits. Copying it allocates nothing.
///
/// Squares that are off the board, or whose index y * width + x is [`MAX_AREA`] or more, are never in the
/// set: inserting them does nothing. Sets of boards of different size may be combined; squares the
/// receiving board does not have are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares {
    width: u8,
    height: u8,
    bits: [u64; WORDS],
}

impl Squares {
    /// The empty set for a board of this size.
    pub const fn new(width: u8, height: u8) -> Squares {
        Squares { width, height, bits: [0; WORDS] }
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

    /// Puts in every square of the other set.
    pub fn union_with(&mut self, other: &Squares) {
        if self.same_board(other) {
            self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
        } else {
            other.iter().for_each(|square| {
                self.insert(square);
            });
        }
    }

    /// Do the two sets share a square?
    pub fn intersects(&self, other: &Squares) -> bool {
        if self.same_board(other) {
            self.bits.iter().zip(&other.bits).any(|(mine, theirs)| mine & theirs != 0)
        } else {
            other.iter().any(|square| self.contains(square))
        }
    }

    fn same_board(&self, other: &Squares) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }

    /// The word and the bit of a square.
    #[inline]
    fn place(&self, square: Square) -> Option<(usize, u64)> {
        let index = usize::from(square.y) * usize::from(self.width) + usize::from(square.x);
        let held = square.on_board(self.width, self.height) && index < MAX_AREA;
        held.then_some((index / 64, 1 << (index % 64)))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} ", self.width, self.height)?;
        f.debug_set().entries(self.iter().map(|square| square.to_string())).finish()
    }
}
