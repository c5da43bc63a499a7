//! Lines against exact rational clipping, and the lattice points.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::map::one;
use crate::grid::*;

/// A fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(above: i128, below: i128) -> Fraction {
        Fraction(above * below.signum(), below.abs())
    }

    fn less(self, other: Fraction) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// The part of the endless line, as bounds of its parameter, that lies between `low` and `high` in one
/// coordinate: `None` if no part does, `Some(None)` if all of it does.
#[allow(clippy::option_option)]
fn clip(at: i128, step: i128, low: i128, high: i128, open: bool) -> Option<Option<(Fraction, Fraction)>> {
    if step == 0 {
        let inside = if open { low < at && at < high } else { low <= at && at <= high };
        return inside.then_some(None);
    }
    let (a, b) = (Fraction::new(low - at, step), Fraction::new(high - at, step));
    Some(Some(if step > 0 { (a, b) } else { (b, a) }))
}

/// Walks along the line and keeps the part inside the box: the open inside or the closed box.
fn part_inside(line: Line, r: Rect, open: bool) -> bool {
    let [x, y, tx, ty] = [line.from.x, line.from.y, line.to.x, line.to.y].map(i128::from);
    let [left, top, right, bottom] = [r.left, r.top, r.right, r.bottom].map(i128::from);
    let (Some(across), Some(along)) = (clip(x, tx - x, left, right, open), clip(y, ty - y, top, bottom, open)) else {
        return false;
    };
    let bounds: Vec<_> = [across, along].into_iter().flatten().collect();
    let (start, end) = (Fraction(0, 1), Fraction(1, 1));
    let apart = |low: Fraction, high: Fraction| {
        if open { !low.less(high) } else { high.less(low) }
    };
    bounds.iter().all(|&(low, high)| {
        // The parts of the two axes must overlap each other, themselves and the line from 0 to 1.
        bounds.iter().all(|&(_, other)| !apart(low, other)) && !apart(low, end) && !apart(start, high)
    })
}

/// Solves for the crossing point; parallel segments meet if an end of one is on the other.
fn cross(line: Line, a: Point, b: Point) -> bool {
    let v = |p: Point, q: Point| (i128::from(q.x) - i128::from(p.x), i128::from(q.y) - i128::from(p.y));
    let times = |p: (i128, i128), q: (i128, i128)| p.0 * q.1 - p.1 * q.0;
    let (d, e, gap) = (v(line.from, line.to), v(a, b), v(line.from, a));
    let below = times(d, e);
    if below != 0 {
        let unit = |above: i128| above * below.signum() >= 0 && above * below.signum() <= below.abs();
        return unit(times(gap, e)) && unit(times(gap, d));
    }
    let on = |p: Point, a: Point, b: Point| {
        let (u, w) = (v(a, p), v(p, b));
        times(u, w) == 0 && u.0 * w.0 + u.1 * w.1 >= 0
    };
    on(a, line.from, line.to) || on(b, line.from, line.to) || on(line.from, a, b) || on(line.to, a, b)
}

fn points() -> impl Strategy<Value = [Point; 4]> {
    let within = |range: std::ops::RangeInclusive<i32>| {
        prop::array::uniform4((range.clone(), range).prop_map(|(x, y)| Point::new(x, y)))
    };
    let far = 1 << 29;
    prop_oneof![4 => within(-3..=3), 4 => within(-9..=9), 2 => within(0..=320), 1 => within(-far..=far)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn segments_agree_with_solving(p in points()) {
        let line = Line::new(p[0], p[1]);
        let expected = cross(line, p[2], p[3]);
        prop_assert_eq!(line.meets_segment(p[2], p[3]), expected);
        prop_assert_eq!(line.meets_segment(p[3], p[2]), expected);
        prop_assert_eq!(Line::new(p[3], p[2]).meets_segment(p[0], p[1]), expected);
    }

    #[test]
    fn boxes_agree_with_clipping(p in points()) {
        let r = Rect {
            left: p[2].x.min(p[3].x),
            right: p[2].x.max(p[3].x),
            top: p[2].y.min(p[3].y),
            bottom: p[2].y.max(p[3].y),
        };
        for line in [Line::new(p[0], p[1]), Line::new(p[1], p[0]), Line::new(p[0], p[0])] {
            prop_assert_eq!(line.meets_rect(r), part_inside(line, r, false));
            prop_assert_eq!(line.enters_rect(r), part_inside(line, r, true));
        }
        let empty = Rect { left: r.right + 1, right: r.left, ..r };
        prop_assert!(!Line::new(p[0], p[1]).meets_rect(empty) && !Line::new(p[0], p[1]).enters_rect(empty));
    }
}

#[test]
fn a_small_world_of_lines_agrees_throughout() {
    let all =
        |range: std::ops::Range<i32>| range.clone().flat_map(move |x| range.clone().map(move |y| Point::new(x, y)));
    let boxes = [(2, 2, 4, 4), (2, 2, 3, 5), (3, 2, 3, 4), (2, 3, 4, 3), (3, 3, 3, 3)];
    for from in all(0..7) {
        for to in all(0..7) {
            let line = Line::new(from, to);
            for (left, top, right, bottom) in boxes {
                let r = Rect { left, top, right, bottom };
                assert_eq!(line.meets_rect(r), part_inside(line, r, false), "{line:?} {r:?}");
                assert_eq!(line.enters_rect(r), part_inside(line, r, true), "{line:?} {r:?}");
                let (a, b) = (Point::new(left, top), Point::new(right, bottom));
                assert_eq!(line.meets_segment(a, b), cross(line, a, b), "{line:?} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn edges_and_corners_are_not_inside() {
    let r = one(1, 1).rect();
    let line = |a: (i32, i32), b: (i32, i32)| Line::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
    for (line, meets, enters) in [
        (line((0, 16), (48, 16)), true, false),
        (line((0, 32), (32, 0)), true, false),
        (line((0, 31), (31, 0)), false, false),
        (line((0, 33), (33, 0)), true, true),
        (line((16, 17), (8, 17)), true, false),
        (line((16, 17), (17, 17)), true, true),
        (line((20, 20), (24, 24)), true, true),
        (line((20, 20), (20, 20)), true, true),
        (line((16, 20), (16, 20)), true, false),
    ] {
        assert_eq!((line.meets_rect(r), line.enters_rect(r)), (meets, enters), "{line:?}");
    }
}

#[test]
fn the_lattice_lies_at_odd_sixteenths() {
    for (side, border, inner) in [(1, 32, 65), (2, 64, 257), (3, 96, 577)] {
        let block = Block::new(Square::new(3, 5), side);
        let r = block.rect();
        let borders: BTreeSet<Point> = border_points(block).collect();
        let inners: Vec<Point> = inner_points(block).collect();
        assert_eq!((border_points(block).count(), borders.len()), (border, border));
        // Where the centre is a grid point or a square's centre it is no point of the lattice besides.
        assert_eq!((inners.len(), inners.iter().collect::<BTreeSet<_>>().len()), (inner, inner));
        assert_eq!(inners[0], block.centre());
        for p in &borders {
            let upright = (p.x == r.left || p.x == r.right) && p.y > r.top && p.y < r.bottom && p.y % 2 == 1;
            let level = (p.y == r.top || p.y == r.bottom) && p.x > r.left && p.x < r.right && p.x % 2 == 1;
            assert!(upright || level, "{p:?}");
        }
        for p in &inners[1..] {
            assert!(p.x > r.left && p.x < r.right && p.y > r.top && p.y < r.bottom && p.x % 2 == 1 && p.y % 2 == 1);
        }
    }
    assert_eq!(lines(one(0, 0), one(3, 0)).count(), 2080);
    assert!(lines(one(0, 0), one(3, 0)).take(32).all(|line| line.to == one(3, 0).centre()));
}
