//! Straight ways over the squares: one step along the longer axis at a time, to what is nearest the line.

use super::block::Block;
use super::square::Square;

/// A direction between the centres of two spaces, in lowest terms. It serves as the axis of a template and as
/// the line that a shot or a charging base follows.
///
/// After n steps along its longer axis a course is at the nearest square. A line that passes exactly between
/// two squares leaves both open; whoever draws it chooses, anew at each such step. The course that leads
/// nowhere has no steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Course {
    dx: i32,
    dy: i32,
}

impl Course {
    /// From the centre of one square to that of another.
    pub fn between(from: Square, to: Square) -> Course {
        Course::new(i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
    }

    /// From the middle of a base, which may be a grid point, to the centre of a square. Followed from that
    /// square, it runs straight on away from the base.
    pub fn away(base: Block, through: Square) -> Course {
        let (middle, end) = (base.centre(), Block::single(through).centre());
        Course::new(end.x - middle.x, end.y - middle.y)
    }

    pub(super) fn new(dx: i32, dy: i32) -> Course {
        let common = common_divisor(dx.abs(), dy.abs()).max(1);
        Course { dx: dx / common, dy: dy / common }
    }

    /// The change of (x, y) that is the direction, without a common divisor; (0, 0) leads nowhere.
    pub const fn delta(self) -> (i32, i32) {
        (self.dx, self.dy)
    }

    /// The changes of (x, y) after so many steps: one, or two where the line is exactly halfway, the one
    /// nearer to the longer axis first.
    pub fn offsets(self, steps: u16) -> impl Iterator<Item = (i32, i32)> + Clone {
        let (across, down) = (self.dx.abs(), self.dy.abs());
        let (long, short) = (i64::from(across.max(down)), i64::from(across.min(down)));
        let along = i64::from(steps);
        // A course to nowhere is asked for nothing, so it may as well divide by 1.
        let (whole, rest) = (along * short / long.max(1), along * short % long.max(1));
        let first = whole + i64::from(2 * rest > long);
        let last = whole + i64::from(2 * rest >= long);
        (first..=last).filter(move |_| long > 0).map(move |aside| {
            let (x, y) = if across >= down { (along, aside) } else { (aside, along) };
            (x as i32 * self.dx.signum(), y as i32 * self.dy.signum())
        })
    }

    /// The squares nearest the line after so many steps from the centre of `from`: one, two where the line is
    /// exactly halfway, none off a board of this size.
    pub fn squares(self, from: Square, steps: u16, width: u8, height: u8) -> impl Iterator<Item = Square> + Clone {
        self.offsets(steps).filter_map(move |(dx, dy)| from.shifted(dx, dy, width, height))
    }

    /// Where a base stands after so many steps along the line, as for [`Course::squares`]; none where a part
    /// of it would be off a board of this size.
    pub fn blocks(self, base: Block, steps: u16, width: u8, height: u8) -> impl Iterator<Item = Block> + Clone {
        self.offsets(steps).filter_map(move |(dx, dy)| base.shifted(dx, dy, width, height))
    }
}

fn common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
