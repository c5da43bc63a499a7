//! Lines and polygons against counting and dense sampling.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::maps::{point, points, rectangle, stars};
use crate::inches::segment::{compare, compare_lines, meet, nearest};
use crate::inches::*;

/// Where a point lies, by summing the angles' signs: the winding number, computed with exact crossings of a slanted ray
/// in rational numbers.
fn winding(polygon: &Polygon, p: Point) -> Place {
    let points = polygon.points();
    let mut wind = 0;
    for i in 0..points.len() {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        let between = (p.x - a.x) * (p.x - b.x) <= 0 && (p.y - a.y) * (p.y - b.y) <= 0;
        if turn == 0 && between {
            return Place::Border;
        }
        if a.y <= p.y && b.y > p.y && turn > 0 {
            wind += 1;
        }
        if a.y > p.y && b.y <= p.y && turn < 0 {
            wind -= 1;
        }
    }
    if wind == 0 { Place::Outside } else { Place::Inside }
}

/// The distance from a line, in thousandths of a thousandth, by looking at a thousand points of it and then nearer.
fn slow_distance(p: Point, a: Point, b: Point) -> i128 {
    let far = |t: i128| {
        let part = |from: i64, to: i64, p: i64| (i128::from(p - from) * 1_000_000 - i128::from(to - from) * t).pow(2);
        part(a.x, b.x, p.x) + part(a.y, b.y, p.y)
    };
    let (mut low, mut high) = (0i128, 1_000_000i128);
    while high - low > 2 {
        let (one, two) = (low + (high - low) / 3, high - (high - low) / 3);
        if far(one) < far(two) { high = two } else { low = one }
    }
    let least = (low..=high).map(far).min().unwrap();
    (least as u128).isqrt() as i128 / 1_000
}

#[test]
fn outlines_that_are_none() {
    let of = |list: &[(i64, i64)]| Polygon::new(list.iter().map(|&(x, y)| point(x, y))).map(|_| ());
    assert_eq!(of(&[]), Err(PolygonError::TooFewPoints));
    assert_eq!(of(&[(0, 0), (1, 1), (1, 1), (0, 0)]), Err(PolygonError::TooFewPoints));
    assert_eq!(of(&[(0, 0), (1, 1), (2, 2)]), Err(PolygonError::NoArea));
    assert_eq!(of(&[(0, 0), (10, 10), (10, 0), (0, 12)]), Err(PolygonError::CrossesItself));
    assert_eq!(of(&[(0, 0), (10, 0), (10, 10), (5, 10), (5, -4), (5, 10), (0, 10)]), Err(PolygonError::CrossesItself));
    assert_eq!(of(&[(0, 0), (0, 9), (9, 9), (9, 0)]), Ok(()));
}

#[test]
fn a_way_along_a_side_is_covered_but_not_inside() {
    let square = rectangle(1000, 1000, 2000, 2000);
    let spans = |a: Point, b: Point| {
        let (mut inner, mut cover) = (0, 0);
        square.inner_spans(a, b, |_| inner += 1);
        square.cover_spans(a, b, |_| cover += 1);
        (inner, cover)
    };
    assert_eq!(spans(point(0, 1000), point(4000, 1000)), (0, 1));
    assert_eq!(spans(point(0, 2000), point(2000, 0)), (0, 1), "through the corner (1000, 1000) only");
    assert_eq!(spans(point(0, 2000), point(4000, 2000)), (1, 1));
    assert_eq!(spans(point(2000, 2000), point(2000, 2000)), (1, 1));
    assert_eq!(spans(point(0, 0), point(0, 0)), (0, 0));
}

proptest! {
    #[test]
    fn places(polygon in stars(), p in points()) {
        prop_assert_eq!(polygon.place(p), winding(&polygon, p));
        for &corner in polygon.points() {
            prop_assert_eq!(polygon.place(corner), Place::Border);
        }
    }

    #[test]
    fn distances_from_lines(p in points(), a in points(), b in points(), reach in 0i64..6_000) {
        let slow = slow_distance(p, a, b);
        let error = (slow - i128::from(reach) * 1_000).abs();
        if error > 20 {
            prop_assert_eq!(compare(p, a, b, reach), slow.cmp(&(i128::from(reach) * 1_000)));
        }
        let foot = nearest(p, a, b);
        prop_assert!((i128::from(foot.to(p)) * 1_000 - slow).abs() <= 1_500);
        prop_assert_eq!(compare(p, a, b, -1), Ordering::Greater);
    }

    #[test]
    fn lines_meet_when_their_distance_is_nothing(a in points(), b in points(), c in points(), d in points()) {
        prop_assert_eq!(meet(a, b, c, d), meet(c, d, b, a));
        // Solve for the crossing in rational numbers where they are not parallel.
        let under = i128::from((b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x));
        if under != 0 {
            let t = i128::from((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) * under.signum();
            let u = i128::from((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) * under.signum();
            let within = |v: i128| v >= 0 && v <= under.abs();
            prop_assert_eq!(meet(a, b, c, d), within(t) && within(u));
        }
        prop_assert_eq!(compare_lines(a, b, c, d, 0).is_eq(), meet(a, b, c, d));
    }

    #[test]
    fn sweeps_overlap_where_a_disc_on_the_way_does(
        polygon in stars(), a in points(), b in points(), radius in 1i64..1_500,
    ) {
        let steps = 400;
        let disc = |radius: i64| {
            (0..=steps).any(|i| polygon.overlaps_disc(Share { over: i, under: steps }.between(a, b), radius))
        };
        // Dense samples are at most 43 thousandths apart on the way.
        if disc(radius - 1) {
            prop_assert!(polygon.overlaps_sweep(a, b, radius));
        }
        if polygon.overlaps_sweep(a, b, radius) {
            prop_assert!(disc(radius + 45));
        }
    }

    #[test]
    fn spans_hold_the_inside(polygon in stars(), a in points(), b in points()) {
        let (mut inner, mut cover) = (Vec::new(), Vec::new());
        polygon.inner_spans(a, b, |span| inner.push(span));
        polygon.cover_spans(a, b, |span| cover.push(span));
        prop_assert!(inner.windows(2).all(|pair| pair[0].to <= pair[1].from));
        prop_assert!(cover.windows(2).all(|pair| pair[0].to < pair[1].from));
        // A table 997 times as fine: there the points of the way are exact, and the polygon can be asked.
        let fine = |p: Point| point(p.x * 997, p.y * 997);
        let large = Polygon::new(polygon.points().iter().map(|&p| fine(p))).unwrap();
        for i in 0..=997i64 {
            let share = Share { over: i, under: 997 };
            let p = point(a.x * 997 + (b.x - a.x) * i, a.y * 997 + (b.y - a.y) * i);
            let place = large.place(p);
            let in_inner = inner.iter().any(|span| span.from < share && share < span.to);
            let in_cover = cover.iter().any(|span| span.from <= share && share <= span.to);
            prop_assert_eq!(in_cover, place != Place::Outside, "{:?} {:?}", i, place);
            if place == Place::Border {
                prop_assert!(!in_inner);
            } else if a != b && i > 0 && i < 997 {
                prop_assert_eq!(in_inner, place == Place::Inside);
            }
        }
    }

    #[test]
    fn convex_or_not_gives_the_same(x in 0i64..9_000, y in 0i64..9_000, w in 1i64..4_000, d in 1i64..4_000,
        a in points(), b in points()) {
        // The same rectangle with a tiny notch far away is not convex and takes the other way.
        let plain = rectangle(x, y, w, d);
        prop_assert!(plain.is_convex());
        let mut spans = Vec::new();
        plain.inner_spans(a, b, |span| spans.push(span));
        let mut walked = Vec::new();
        plain.inner_spans_slowly(a, b, |span| walked.push(span));
        prop_assert_eq!(spans, walked);
    }
}
