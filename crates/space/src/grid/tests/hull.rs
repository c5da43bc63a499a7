//! The hull of two blocks against a polygon that is built and clipped exactly.

use proptest::prelude::*;

use super::map::{maps_with_blocks, segments, sq, squares};
use crate::grid::hull::Hull;
use crate::grid::*;

/// A coordinate as an exact fraction with a positive denominator.
type Fraction = (i128, i128);
type Polygon = Vec<(Fraction, Fraction)>;

/// The hull as a polygon, by wrapping: from the leftmost corner always on to the one that has no other on
/// its left hand.
fn polygon(a: Block, b: Block) -> Polygon {
    let corners = |r: Rect| [(r.left, r.top), (r.right, r.top), (r.right, r.bottom), (r.left, r.bottom)];
    let points: Vec<(i32, i32)> = corners(a.rect()).into_iter().chain(corners(b.rect())).collect();
    let start = *points.iter().min().unwrap();
    let mut at = start;
    let mut found = Vec::new();
    loop {
        found.push(((i128::from(at.0), 1), (i128::from(at.1), 1)));
        let mut best = at;
        for &p in points.iter().filter(|&&p| p != at) {
            let turn = (best.0 - at.0) * (p.1 - at.1) - (best.1 - at.1) * (p.0 - at.0);
            let farther = (p.0 - at.0).abs() + (p.1 - at.1).abs() > (best.0 - at.0).abs() + (best.1 - at.1).abs();
            if best == at || turn < 0 || turn == 0 && farther {
                best = p;
            }
        }
        at = best;
        if at == start {
            return found;
        }
    }
}

/// Cuts the closed polygon by the four sides of the closed box, one after the other.
fn clipped(mut shape: Polygon, r: Rect) -> Polygon {
    for (axis, sign, bound) in [(0, 1, r.left), (0, -1, r.right), (1, 1, r.top), (1, -1, r.bottom)] {
        // How far a point lies on the inner side of the bound, times its positive denominator.
        let depth = |p: (Fraction, Fraction)| {
            let (above, below) = if axis == 0 { p.0 } else { p.1 };
            (sign * (above - i128::from(bound) * below), below)
        };
        let mut kept = Vec::new();
        for index in 0..shape.len() {
            let (p, q) = (shape[index], shape[(index + 1) % shape.len()]);
            let ((m, md), (n, nd)) = (depth(p), depth(q));
            if m >= 0 {
                kept.push(p);
            }
            if m.signum() * n.signum() < 0 {
                // The crossing lies at share m / (m - n) of the way, over the common denominator.
                let (m, n) = (m * nd, n * md);
                kept.push((mix(p.0, q.0, m, m - n), mix(p.1, q.1, m, m - n)));
            }
        }
        shape = kept;
    }
    shape
}

/// The point at share `above / below` of the way from `p` to `q`.
fn mix(p: Fraction, q: Fraction, above: i128, below: i128) -> Fraction {
    let way = q.0 * p.1 - p.0 * q.1;
    reduced(p.0 * q.1 * below + way * above, p.1 * q.1 * below)
}

fn reduced(above: i128, below: i128) -> Fraction {
    let (mut a, mut b) = (above.abs(), below.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let common = a * below.signum();
    (above / common, below / common)
}

/// Twice the area, as a fraction of which only the sign matters.
fn has_area(shape: &Polygon) -> bool {
    let sum = (0..shape.len()).fold((0, 1), |sum: Fraction, index| {
        let (p, q) = (shape[index], shape[(index + 1) % shape.len()]);
        let times = |a: Fraction, b: Fraction| (a.0 * b.0, a.1 * b.1);
        let (one, other) = (times(p.0, q.1), times(p.1, q.0));
        let part = reduced(one.0 * other.1 - other.0 * one.1, one.1 * other.1);
        reduced(sum.0 * part.1 + part.0 * sum.1, sum.1 * part.1)
    });
    sum.0 != 0
}

fn blocks(reach: u8) -> impl Strategy<Value = Block> {
    (0..reach, 0..reach, 1u8..=3).prop_map(|(x, y, side)| Block::new(sq(x, y), side))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn hulls_agree_with_clipping(from in blocks(12), to in blocks(12), other in blocks(14)) {
        let part = clipped(polygon(from, to), other.rect());
        prop_assert_eq!(hull_meets(from, to, other), has_area(&part));
        prop_assert_eq!(hull_meets(to, from, other), has_area(&part));
        prop_assert_eq!(Hull::new(from, to).touches(other.rect()), !part.is_empty());
    }

    #[test]
    fn lines_stay_inside_the_hull(from in blocks(6), to in blocks(6), other in blocks(8), stride in 1usize..40) {
        let entered = lines(from, to).step_by(stride).any(|line| line.enters_rect(other.rect()));
        prop_assert!(!entered || hull_meets(from, to, other));
    }

    #[test]
    fn hull_squares_are_all_squares_met(from in blocks(9), to in blocks(9)) {
        let mut found = Vec::new();
        hull_squares(from, to, |square| found.push(square));
        let all = squares(&Walls::new(13, 13)).into_iter();
        let expected: Vec<Square> = all.filter(|&square| hull_meets(from, to, Block::single(square))).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn low_edges_and_walls_are_those_that_meet_the_hull((walls, [from, to]) in maps_with_blocks()) {
        let met = |&(a, b): &(Point, Point)| {
            let r = Rect { left: a.x, top: a.y, right: b.x, bottom: b.y };
            !clipped(polygon(from, to), r).is_empty()
        };
        let mut found = vec![(Point::new(0, 0), Point::new(0, 0))];
        walls.low_between(from, to, &mut found);
        let expected: Vec<_> = segments(&walls, Edge::Low).into_iter().filter(met).collect();
        prop_assert_eq!(found, expected);
        let mut found = Vec::new();
        walls.between(from, to, |_| false, &mut found);
        let pieces: Vec<_> = found.iter().filter(|obstacle| matches!(obstacle, Obstacle::Wall(..))).copied().collect();
        let expected = segments(&walls, Edge::Wall).into_iter().filter(met);
        prop_assert_eq!(pieces, expected.map(|(a, b)| Obstacle::Wall(a, b)).collect::<Vec<_>>());
    }
}
