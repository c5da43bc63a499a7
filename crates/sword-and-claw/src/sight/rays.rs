//! The lines of one look: from the half-inch lattice of the viewer's base to the corners of one square.
//!
//! Everything is in sixteenths of a square, in whole numbers. A line that meets something only at its own end, the
//! corner of the target, does not touch it (SC-LOS-01, SC-COVER-06); a line along an edge does.

use space::grid::{Block, Line, Point, Rect, SIXTEENTHS, Square};

/// What stands between two places, gathered before lines are drawn.
#[derive(Debug, Default)]
pub struct Screens {
    /// Squares that stop a line.
    pub hard: Vec<Square>,
    /// Squares of full cover, which a line passes.
    pub full: Vec<Square>,
    /// Foliage.
    pub light: Vec<Square>,
    /// Solid pieces of grid lines.
    pub walls: Vec<(Point, Point)>,
    /// Windows and slits.
    pub windows: Vec<(Point, Point)>,
    /// Squares of figures that cannot be shot over.
    pub bodies: Vec<Square>,
}

impl Screens {
    pub fn clear(&mut self) {
        self.hard.clear();
        self.full.clear();
        self.light.clear();
        self.walls.clear();
        self.windows.clear();
        self.bodies.clear();
    }

    /// Nothing of the map stands near the lines.
    pub fn bare(&self) -> bool {
        self.hard.is_empty()
            && self.full.is_empty()
            && self.light.is_empty()
            && self.walls.is_empty()
            && self.windows.is_empty()
    }
}

/// What one look at one square makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Glimpse {
    pub seen: bool,
    /// Squares of cover (SC-COVER-02).
    pub cover: u8,
    /// Penalty of foliage, half its inches rounded up (SC-COVER-04).
    pub light: u8,
    /// The line runs through a window or slit at which the viewer does not stand (SC-TOHIT-16).
    pub opening: bool,
}

impl Glimpse {
    pub const CLEAR: Glimpse = Glimpse { seen: true, cover: 0, light: 0, opening: false };
    pub const HIDDEN: Glimpse = Glimpse { seen: false, cover: 0, light: 0, opening: false };

    /// What a shot along this look loses.
    pub fn penalty(self) -> u8 {
        self.cover + self.light + if self.opening { 2 } else { 0 }
    }
}

/// The half-inch lattice of a base in reading order: corners, side middles, centres (SC-LOS-01).
fn lattice(from: Block) -> impl Iterator<Item = Point> {
    let half = SIXTEENTHS / 2;
    let (rect, across) = (from.rect(), 2 * i32::from(from.side) + 1);
    (0..across * across)
        .map(move |number| Point::new(rect.left + half * (number % across), rect.top + half * (number / across)))
}

/// Looks at `target` from every point of `from` and keeps the one with the least penalty, the first of equals
/// (SC-LOS-01).
pub(crate) fn look(from: Block, target: Square, screens: &Screens) -> Glimpse {
    let mut best = Glimpse::HIDDEN;
    for point in lattice(from) {
        let glimpse = glimpse(from, point, target, screens);
        if glimpse.seen && (!best.seen || glimpse.penalty() < best.penalty()) {
            best = glimpse;
            if best.penalty() == 0 {
                break;
            }
        }
    }
    best
}

fn corners(target: Square) -> [Point; 4] {
    let r = Block::single(target).rect();
    [Point::new(r.left, r.top), Point::new(r.right, r.top), Point::new(r.left, r.bottom), Point::new(r.right, r.bottom)]
}

fn glimpse(from: Block, point: Point, target: Square, screens: &Screens) -> Glimpse {
    let centre = Line::new(point, Block::single(target).centre());
    let mut through = screens.windows.iter().filter(|(a, b)| centre.meets_segment(*a, *b)).peekable();
    let pierced = through.peek().is_some();
    // A shooter right at the opening shoots out of it unhindered; every other one on the line counts.
    let opening = through.any(|(a, b)| !side_of(from, *a, *b));
    let (mut clear, mut covered, mut leafy) = (0, 0, 0);
    for corner in corners(target) {
        let line = Line::new(point, corner);
        let walled = screens.walls.iter().any(|(a, b)| touches_wall(line, target, *a, *b));
        let hard = screens.hard.iter().any(|square| touches(line, *square));
        clear += u8::from(!walled && !hard);
        // The wall around an opening gives no further cover along that line.
        let cover = hard
            || (walled && !pierced)
            || screens.full.iter().chain(&screens.bodies).any(|square| touches(line, *square));
        covered += u8::from(cover);
        leafy += u8::from(screens.light.iter().any(|square| *square == target || touches(line, *square)));
    }
    if clear == 0 {
        return Glimpse::HIDDEN;
    }
    let crossed = |squares: &[Square]| {
        squares.iter().filter(|square| centre.enters_rect(Block::single(**square).rect())).count() as u8
    };
    let cover = if covered >= 2 {
        (crossed(&screens.hard) + crossed(&screens.full) + crossed(&screens.bodies)).max(1)
    } else {
        0
    };
    let light = if leafy >= 2 { crossed(&screens.light).max(1).div_ceil(2) } else { 0 };
    Glimpse { seen: true, cover, light, opening }
}

/// Does the line cross or touch a square, other than at its own end?
fn touches(line: Line, square: Square) -> bool {
    let rect = Block::single(square).rect();
    if !line.meets_rect(rect) {
        return false;
    }
    let (to, from) = (line.to, line.from);
    let at_end = to.x >= rect.left && to.x <= rect.right && to.y >= rect.top && to.y <= rect.bottom;
    if !at_end {
        return true;
    }
    // The end is a corner of the square or lies outside; seen from it the square fills one quadrant, and the line
    // shares more than its end with the square only if it comes from that quadrant, its borders included.
    let Rect { left, top, .. } = rect;
    let (east, south) = (to.x == left, to.y == top);
    let (dx, dy) = (from.x - to.x, from.y - to.y);
    let inside = |toward: bool, d: i32| if toward { d >= 0 } else { d <= 0 };
    (dx, dy) != (0, 0) && inside(east, dx) && inside(south, dy)
}

/// The same for a solid piece of a grid line. A piece that is a side of the target's own square stops every line that
/// comes from beyond it, though the line may meet it at its end only: otherwise nobody could hide behind a thin wall.
fn touches_wall(line: Line, target: Square, a: Point, b: Point) -> bool {
    if !line.meets_segment(a, b) {
        return false;
    }
    let (to, from) = (line.to, line.from);
    if to != a && to != b {
        return true;
    }
    let upright = a.x == b.x;
    let r = Block::single(target).rect();
    let beyond = if upright {
        let side = (a.y.min(b.y), a.y.max(b.y)) == (r.top, r.bottom);
        side && ((a.x == r.left && from.x <= a.x) || (a.x == r.right && from.x >= a.x))
    } else {
        let side = (a.x.min(b.x), a.x.max(b.x)) == (r.left, r.right);
        side && ((a.y == r.top && from.y <= a.y) || (a.y == r.bottom && from.y >= a.y))
    };
    if beyond {
        return true;
    }
    // Along the wall: the line shares more than its end with the piece.
    let other = if to == a { b } else { a };
    let (dx, dy) = (from.x - to.x, from.y - to.y);
    let (wx, wy) = (other.x - to.x, other.y - to.y);
    i64::from(dx) * i64::from(wy) == i64::from(dy) * i64::from(wx)
        && (i64::from(dx) * i64::from(wx) + i64::from(dy) * i64::from(wy)) > 0
}

/// Is the piece of a grid line a side of one of the block's outer squares?
fn side_of(block: Block, a: Point, b: Point) -> bool {
    let r = block.rect();
    let within = |low: i32, high: i32, p: i32, q: i32| p.min(q) >= low && p.max(q) <= high;
    if a.x == b.x {
        (a.x == r.left || a.x == r.right) && within(r.top, r.bottom, a.y, b.y)
    } else {
        (a.y == r.top || a.y == r.bottom) && within(r.left, r.right, a.x, b.x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u8, y: u8) -> Square {
        Square::new(x, y)
    }

    fn viewer(x: u8, y: u8) -> Block {
        Block::single(at(x, y))
    }

    #[test]
    fn a_building_in_line_hides_and_one_beside_the_line_does_not() {
        // SC-LOS-01.
        let hidden = Screens { hard: vec![at(12, 10)], ..Screens::default() };
        assert!(!look(viewer(10, 10), at(15, 10), &hidden).seen);
        let beside = Screens { hard: vec![at(12, 11)], ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(15, 10), &beside), Glimpse::CLEAR);
    }

    #[test]
    fn figures_in_line_cover_by_the_square_and_never_hide() {
        // SC-LOS-04, SC-COVER-03, SC-COVER-06.
        let two = Screens { bodies: vec![at(12, 10), at(13, 10)], ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(18, 10), &two), Glimpse { cover: 2, ..Glimpse::CLEAR });
        let before = Screens { bodies: vec![at(17, 10)], ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(18, 10), &before).cover, 1);
    }

    #[test]
    fn a_rank_shot_at_from_ahead_covers_nobody() {
        // SC-COVER-06.
        let rank = Screens { bodies: vec![at(18, 9), at(18, 11), at(19, 10)], ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(18, 10), &rank), Glimpse::CLEAR);
    }

    #[test]
    fn foliage_counts_half_its_inches_rounded_up() {
        // SC-TOHIT-11, SC-COVER-04.
        for (trees, penalty) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
            let wood: Vec<Square> = (0..trees).flat_map(|i| (8..13).map(move |y| at(12 + i, y))).collect();
            let screens = Screens { light: wood, ..Screens::default() };
            assert_eq!(look(viewer(10, 10), at(19, 10), &screens).light, penalty, "{trees} trees");
        }
        // A target on a tree square counts that square.
        let own = Screens { light: vec![at(18, 15)], ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(18, 15), &own).light, 1);
    }

    #[test]
    fn a_thin_wall_hides_and_its_window_shows() {
        let piece = |y: i32| (Point::new(18 * 16, y * 16), Point::new(18 * 16, y * 16 + 16));
        let walls: Vec<_> = (5..15).map(piece).collect();
        let solid = Screens { walls, ..Screens::default() };
        assert!(!look(viewer(10, 10), at(18, 10), &solid).seen);
        assert!(!look(viewer(17, 10), at(18, 10), &solid).seen);
        let mut window = Screens { windows: vec![piece(10)], ..Screens::default() };
        window.walls = (5..15).filter(|y| *y != 10).map(piece).collect();
        let through = look(viewer(10, 10), at(18, 10), &window);
        assert_eq!(through, Glimpse { opening: true, ..Glimpse::CLEAR });
        // SC-TOHIT-16: from the window itself there is no penalty.
        assert_eq!(look(viewer(18, 10), at(10, 10), &window), Glimpse::CLEAR);
        // Another one further on the line is not the one he stands at.
        let far = |y: i32| (Point::new(15 * 16, y * 16), Point::new(15 * 16, y * 16 + 16));
        window.windows.push(far(10));
        window.walls.extend((5..15).filter(|y| *y != 10).map(far));
        assert_eq!(look(viewer(18, 10), at(10, 10), &window), Glimpse { opening: true, ..Glimpse::CLEAR });
    }

    #[test]
    fn two_lines_touched_are_cover_and_one_is_not() {
        // SC-COVER-01: from every point of the viewer a wide screen stands before both near corners.
        let wide = Screens { full: (5..16).map(|y| at(14, y)).collect(), ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(18, 10), &wide).cover, 1);
        let aside = Screens { full: vec![at(14, 11)], ..Screens::default() };
        assert_eq!(look(viewer(10, 10), at(18, 10), &aside).cover, 0);
    }
}
