//! The squares under the line of a shot, one after the other.

use std::cmp::Ordering;

use super::square::Square;

/// The line of a shot from the centre of one square through a mark: the centre of another, or a point so many
/// squares to the right or left of it, at a right angle to the line of fire. It goes on beyond the mark.
///
/// The length of the line of fire is a square root; nothing but signs of sums with it is ever asked for, so all
/// answers are exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shot {
    from: Square,
    dx: i64,
    dy: i64,
    right: i64,
}

impl Shot {
    /// Aimed at the centre of `target`, or past it: `right` squares to the right as seen from the firer, to the
    /// left if below 0.
    pub fn new(from: Square, target: Square, right: i16) -> Shot {
        Shot {
            from,
            dx: i64::from(target.x) - i64::from(from.x),
            dy: i64::from(target.y) - i64::from(from.y),
            right: right.into(),
        }
    }

    /// The squares of a board of this size whose inside the line crosses, in its order, without the one it
    /// starts from. A shot at its own square has no line.
    pub fn squares(self, width: u8, height: u8) -> impl Iterator<Item = Square> + Clone {
        let (east, south) = self.heading();
        let mut at = Some((0, 0)).filter(|_| (self.dx, self.dy) != (0, 0));
        std::iter::from_fn(move || {
            let (x, y) = at?;
            let (across, down) = self.leaves(x, y, east, south);
            let next = (x + across, y + down);
            let square = self.from.shifted(next.0, next.1, width, height);
            at = square.map(|_| next);
            square
        })
    }

    /// The signs of the change of x and of y along the line.
    fn heading(self) -> (i32, i32) {
        (self.sign(self.dx, self.right * self.dy), self.sign(self.dy, -self.right * self.dx))
    }

    /// The step from the square at (x, y) to the next: past the corner ahead on one side, on the other, or
    /// right through it.
    fn leaves(self, x: i32, y: i32, east: i32, south: i32) -> (i32, i32) {
        // Half squares from the centre where the line begins.
        let (corner_x, corner_y) = (i64::from(2 * x + east), i64::from(2 * y + south));
        let cross = self.dx * corner_y - self.dy * corner_x;
        let dot = self.dx * corner_x + self.dy * corner_y;
        // Along an axis one of the signs is 0, and so is the step that is left out below.
        match (self.sign(cross, self.right * dot) * east * south).cmp(&0) {
            Ordering::Greater => (east, 0),
            Ordering::Less => (0, south),
            Ordering::Equal => (east, south),
        }
    }

    /// The sign of `roots` times the length of the line of fire less `whole`.
    fn sign(self, roots: i64, whole: i64) -> i32 {
        let square = |value: i64| i128::from(value) * i128::from(value.abs());
        let length = i128::from(self.dx * self.dx + self.dy * self.dy);
        match (square(roots) * length).cmp(&square(whole)) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }
}
