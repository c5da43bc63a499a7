//! The ring of squares round a base: sweeps along it, and places on it that lie opposite.

use super::block::Block;
use super::square::Square;

/// The squares that touch a base by a side or a corner, numbered clockwise from its north-west corner: 8 round
/// one square, 12 round 2 by 2, 16 round 3 by 3.
///
/// A number beyond the last goes round again. A place may be off the board; then it has no square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ring {
    base: Block,
}

/// Which way round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    Clockwise,
    Counterclockwise,
}

impl Ring {
    pub const fn new(base: Block) -> Ring {
        Ring { base }
    }

    /// How many places there are.
    pub const fn len(self) -> usize {
        4 * self.leg()
    }

    /// Never: even a base without squares has a ring of four corners.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// From one corner to the next.
    const fn leg(self) -> usize {
        self.base.side as usize + 1
    }

    /// The square of a place; `None` off a board of this size.
    pub fn square(self, place: usize, width: u8, height: u8) -> Option<Square> {
        let (leg, along) = (place / self.leg() % 4, (place % self.leg()) as i32);
        let side = i32::from(self.base.side);
        let (dx, dy) = match leg {
            0 => (along - 1, -1),
            1 => (side, along - 1),
            2 => (side - along, side),
            _ => (-1, side - along),
        };
        self.base.at.shifted(dx, dy, width, height)
    }

    /// The place of a square; `None` if it is not on the ring.
    pub fn place(self, square: Square) -> Option<usize> {
        let side = i32::from(self.base.side);
        let (x, y) = (i32::from(square.x) - i32::from(self.base.at.x), i32::from(square.y) - i32::from(self.base.at.y));
        let on_legs = (-1..=side).contains(&x) && (-1..=side).contains(&y);
        let (leg, along) = match (x, y) {
            _ if !on_legs => return None,
            (_, -1) if x < side => (0, x + 1),
            (_, _) if x == side && y < side => (1, y + 1),
            (_, _) if y == side && x > -1 => (2, side - x),
            (-1, _) => (3, side - y),
            _ => return None,
        };
        Some(leg * self.leg() + along as usize)
    }

    /// The places that a block covers, by rising number.
    pub fn covered(self, block: Block) -> impl Iterator<Item = usize> + Clone {
        (0..self.len())
            .filter(move |&place| self.square(place, u8::MAX, u8::MAX).is_some_and(|square| block.contains(square)))
    }

    /// The squares of up to `count` places one after the other, beginning with `start`. No more than once round;
    /// places off the board are counted but have no square.
    pub fn sweep(
        self,
        start: usize,
        turn: Turn,
        count: usize,
        width: u8,
        height: u8,
    ) -> impl Iterator<Item = Square> + Clone {
        let step = match turn {
            Turn::Clockwise => 1,
            Turn::Counterclockwise => self.len() - 1,
        };
        (0..count.min(self.len()))
            .filter_map(move |done| self.square((start % self.len() + done * step) % self.len(), width, height))
    }

    /// Do two places lie opposite: on opposite sides, or one on a corner and the other on the opposite corner or
    /// next to it?
    pub fn opposed(self, a: usize, b: usize) -> bool {
        let (leg, len) = (self.leg(), self.len());
        let (a, b) = (a % len, b % len);
        let corner = |place: usize| place.is_multiple_of(leg);
        // Half the ring on, and no more than one place beside that.
        let facing = |from: usize, to: usize| (to + len - (from + len / 2 - 1) % len) % len <= 2;
        match (corner(a), corner(b)) {
            (false, false) => (a / leg + 2) % 4 == b / leg,
            _ => facing(a, b),
        }
    }

    /// Do two blocks cover places that lie opposite?
    pub fn between(self, a: Block, b: Block) -> bool {
        self.covered(a).any(|one| self.covered(b).any(|other| self.opposed(one, other)))
    }
}
