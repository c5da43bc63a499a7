//! Distances between bases.

use proptest::prelude::*;

use super::maps::at;
use crate::inches::measure::{divide, root, wide_root};
use crate::inches::*;

fn base(x: i32, y: i32, z: i32, radius: i32) -> Base {
    Base::new(at(x, y, z), radius)
}

#[test]
fn distances_of_the_ledgers() {
    // CH-GEOM-02, CH-GEOM-04, CH-GEOM-20.
    assert!(base(0, 0, 0, 500).touches(&base(1000, 0, 0, 500)));
    assert_eq!(base(0, 0, 0, 500).distance(&base(5000, 0, 0, 500)), 4000);
    assert_eq!(base(0, 0, 0, 500).distance(&base(4000, 0, 4000, 500)), 5000);
    assert!(base(0, 0, 0, 500).within(&base(4000, 0, 4000, 500), 5000));
    assert!(!base(0, 0, 0, 500).within(&base(4000, 0, 4001, 500), 5000));
    assert!(base(0, 0, 0, 500).within(&base(2000, 0, 0, 500), 1000));
    assert!(!base(0, 0, 0, 500).within(&base(2001, 0, 0, 500), 1000));
    // CH-HIDE-05: 2 in plan, 3 in height, 3.6 apart.
    assert_eq!(base(0, 0, 0, 500).distance(&base(3000, 0, 3000, 500)), 3606);
    assert!(base(0, 0, 0, 500).within(&base(3000, 0, 3000, 500), 4000));
    // SM-RANGE-01: centres 10 apart, radii 0.59.
    assert_eq!(base(0, 0, 0, 590).gap(&base(6000, 8000, 0, 590)), 8820);
    // SM-META-04: touching is a gap of 0.05.
    assert!(base(0, 0, 0, 590).within(&base(1230, 0, 0, 590), 50));
    assert!(!base(0, 0, 0, 590).within(&base(1231, 0, 0, 590), 50));
}

proptest! {
    #[test]
    fn roots_are_nearest(n in 0i64..i64::MAX) {
        let r = i128::from(root(n));
        let n = i128::from(n);
        // |r - sqrt(n)| < 1/2, in whole numbers: (2r - 1)^2 < 4n < (2r + 1)^2, with 0 apart.
        prop_assert!(r == 0 || (2 * r - 1) * (2 * r - 1) < 4 * n);
        prop_assert!(4 * n < (2 * r + 1) * (2 * r + 1));
        prop_assert_eq!(i128::from(wide_root(n)), r);
    }

    #[test]
    fn quotients_are_nearest(a in -1_000_000i128..1_000_000, b in 1i128..1_000) {
        let q = i128::from(divide(a, b));
        prop_assert!((2 * (q * b - a)).abs() <= b);
        prop_assert_eq!(divide(-a, b), -divide(a, b));
    }

    #[test]
    fn within_agrees_with_fine_roots(
        a in (-9_000i32..9_000, -9_000i32..9_000, 0i32..4_000), b in (-9_000i32..9_000, -9_000i32..9_000, 0i32..4_000),
        r in 100i32..1_500, s in 100i32..1_500, n in 0i32..12_000,
    ) {
        let (p, q) = (base(a.0, a.1, a.2, r), base(b.0, b.1, b.2, s));
        // The same in billionths of an inch: plain subtraction and one more root.
        let square = i128::from(a.0 - b.0).pow(2) + i128::from(a.1 - b.1).pow(2);
        let apart = (square as u128 * 1_000_000_000_000).isqrt() as i128;
        let h = (apart - i128::from(r + s) * 1_000_000).max(0);
        let v = i128::from(a.2 - b.2) * 1_000_000;
        let left = h * h + v * v - (i128::from(n) * 1_000_000).pow(2);
        // Nearer than the root's own error, the exact test is the judge.
        if left.abs() > 40_000_000_000_000 {
            prop_assert_eq!(p.within(&q, n), left <= 0);
        }
        prop_assert_eq!(p.within(&q, n), q.within(&p, n));
        prop_assert!(p.within(&q, p.distance(&q) + 2));
        prop_assert!(!p.within(&q, p.distance(&q) - 2));
        prop_assert_eq!(p.overlaps(&q), square < i128::from(r + s).pow(2));
    }

    #[test]
    fn points_put_outward_touch(x in -9_000i64..9_000, y in -9_000i64..9_000, steps in 0i32..24, reach in 1i64..4_000) {
        let centre = Point::new(x, y);
        let there = turn::outward(centre, steps, reach);
        let square = centre.square_to(there);
        prop_assert!(square >= reach * reach);
        prop_assert!(square < (reach + 2) * (reach + 2));
    }

    #[test]
    fn turning_keeps_the_distance(x in -9_000i64..9_000, y in -9_000i64..9_000, steps in -30i32..30) {
        let (centre, p) = (Point::new(100, -200), Point::new(x, y));
        let there = turn::turned(centre, p, steps);
        prop_assert!((centre.to(p) - centre.to(there)).abs() <= 1);
        let back = turn::turned(centre, there, -steps);
        prop_assert!((back.x - p.x).abs() <= 1 && (back.y - p.y).abs() <= 1);
    }
}
