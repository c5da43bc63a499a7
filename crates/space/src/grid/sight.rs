//! Lines of sight between two blocks, and what can stand in their way.

use super::block::Block;
use super::hull::Hull;
use super::line::{Line, Point, Rect, border_points, inner_points};
use super::square::{Dir, Square};
use super::walls::{Edge, Walls};

/// One obstacle that stops a line at a touch: a wall piece or a filled square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obstacle {
    Wall(Point, Point),
    Solid(Rect),
}

impl Obstacle {
    /// Does the line cross or touch the obstacle?
    #[inline]
    pub fn stops(self, line: Line) -> bool {
        match self {
            Obstacle::Wall(a, b) => line.meets_segment(a, b),
            Obstacle::Solid(rect) => line.meets_rect(rect),
        }
    }
}

/// Is there a line from a border point of `from` to an inner point of `to` that none of the obstacles
/// stops? The centre of `to` is tried first.
///
/// A line that begins at a border point on a wall piece touches that wall and is stopped. A `Solid` within
/// `from` or `to` is passed over, as no space hides itself; [`Walls::between`] leaves these out already.
pub fn any_line(from: Block, to: Block, obstacles: &[Obstacle]) -> bool {
    let own = |obstacle: &Obstacle| match *obstacle {
        Obstacle::Wall(..) => false,
        Obstacle::Solid(rect) => within(rect, from.rect()) || within(rect, to.rect()),
    };
    if obstacles.iter().any(own) {
        let others: Vec<Obstacle> = obstacles.iter().copied().filter(|obstacle| !own(obstacle)).collect();
        return free_line(from, to, &others);
    }
    free_line(from, to, obstacles)
}

/// All lattice lines in a fixed order: for each inner point of `to` (the centre first), for each border
/// point of `from`.
pub fn lines(from: Block, to: Block) -> impl Iterator<Item = Line> + Clone {
    let starts = border_points(from);
    inner_points(to).flat_map(move |end| starts.clone().map(move |start| Line::new(start, end)))
}

/// Does the open hull of `from` and `to` meet the open space of `other`? The hull is the smallest convex
/// shape around both blocks. No line between the two can enter a space for which this is false.
pub fn hull_meets(from: Block, to: Block, other: Block) -> bool {
    Hull::new(from, to).overlaps(other.rect())
}

/// Calls `f` for each square whose open inside meets the open hull of the two blocks, in row order. The
/// squares of the blocks themselves are among them.
pub fn hull_squares(from: Block, to: Block, mut f: impl FnMut(Square)) {
    let hull = Hull::new(from, to);
    let ends = |a: u8, b: u8| (u16::from(a) + u16::from(from.side)).max(u16::from(b) + u16::from(to.side));
    let columns = from.at.x.min(to.at.x).into()..ends(from.at.x, to.at.x).min(256);
    let rows = u16::from(from.at.y.min(to.at.y))..ends(from.at.y, to.at.y).min(256);
    for y in rows {
        for x in columns.clone() {
            let square = Square::new(x as u8, y as u8);
            if hull.overlaps(Block::single(square).rect()) {
                f(square);
            }
        }
    }
}

impl Walls {
    /// Clears `out` and fills it with every obstacle that can stop a line between the two blocks: the wall
    /// pieces and the filled squares whose closed shape meets the closed hull of the blocks. `solid` names
    /// squares that count as filled at the moment in addition to those that are.
    ///
    /// Squares of the two blocks are never obstacles. Nor is the outer border of the board: no line
    /// between points on the board leaves it, and a line that begins on the border is not stopped there.
    pub fn between(&self, from: Block, to: Block, solid: impl Fn(Square) -> bool, out: &mut Vec<Obstacle>) {
        out.clear();
        let hull = Hull::new(from, to);
        self.near(from, to, |square| {
            for (a, b) in self.pieces(square, Edge::Wall, &hull) {
                out.push(Obstacle::Wall(a, b));
            }
            let rect = Block::single(square).rect();
            if !from.contains(square)
                && !to.contains(square)
                && hull.touches(rect)
                && (self.filled(square) || solid(square))
            {
                out.push(Obstacle::Solid(rect));
            }
        });
    }

    /// Clears `out` and fills it with the low edges that meet the closed hull of the two blocks.
    pub fn low_between(&self, from: Block, to: Block, out: &mut Vec<(Point, Point)>) {
        out.clear();
        let hull = Hull::new(from, to);
        self.near(from, to, |square| out.extend(self.pieces(square, Edge::Low, &hull)));
    }

    /// Visits, in row order, the squares of the board in the box around the two blocks and one further all
    /// around: their W and N sides include every edge that touches the box.
    fn near(&self, from: Block, to: Block, mut visit: impl FnMut(Square)) {
        let span = |a: u8, b: u8, size: u8| {
            let last = a.saturating_add(from.side).max(b.saturating_add(to.side));
            a.min(b).saturating_sub(1)..last.saturating_add(1).min(size)
        };
        let columns = span(from.at.x, to.at.x, self.width());
        for y in span(from.at.y, to.at.y, self.height()) {
            columns.clone().for_each(|x| visit(Square::new(x, y)));
        }
    }

    /// The W and N sides of a square that are of that kind and meet the closed hull, without those on the
    /// outer border.
    fn pieces(&self, square: Square, kind: Edge, hull: &Hull) -> impl Iterator<Item = (Point, Point)> {
        let Rect { left, top, right, bottom } = Block::single(square).rect();
        let west = Rect { left, top, right: left, bottom };
        let north = Rect { left, top, right, bottom: top };
        let met = |side: Dir, inside: bool, rect: Rect| {
            let there = inside && self.edge(square, side) == kind && hull.touches(rect);
            there.then_some((Point::new(rect.left, rect.top), Point::new(rect.right, rect.bottom)))
        };
        met(Dir::W, square.x > 0, west).into_iter().chain(met(Dir::N, square.y > 0, north))
    }
}

fn free_line(from: Block, to: Block, obstacles: &[Obstacle]) -> bool {
    // What stopped one line most often stops the next as well, so it is asked first.
    let mut last = 0;
    lines(from, to).any(|line| {
        if obstacles.get(last).is_some_and(|obstacle| obstacle.stops(line)) {
            return false;
        }
        match obstacles.iter().position(|obstacle| obstacle.stops(line)) {
            Some(index) => {
                last = index;
                false
            }
            None => true,
        }
    })
}

fn within(inner: Rect, outer: Rect) -> bool {
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
}
