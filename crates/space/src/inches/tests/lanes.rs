//! Strips, half planes, contact on the way, straight lines.

use proptest::prelude::*;

use super::maps::{FOOT, at, point, points, rectangle, stars, table};
use crate::inches::lane::{behind, contact, in_strip, stretch};
use crate::inches::*;

fn base(x: i32, y: i32) -> Base {
    Base::new(at(x, y, 0), 500)
}

#[test]
fn the_zone_of_a_charge() {
    // CH-INTERCEPT-06.
    let line = [at(0, 0, 0), at(8_000, 0, 0)];
    assert_eq!(in_strip(&line, 2000, 1000, &base(4_000, 2_400)), Some(0));
    assert_eq!(in_strip(&line, 2000, 1000, &base(4_000, 2_500)), Some(0), "equal counts as within");
    assert_eq!(in_strip(&line, 2000, 1000, &base(4_000, 2_600)), None);
    assert_eq!(in_strip(&line, 2000, 1000, &base(-800, 0)), None);
    assert!(behind(point(8_000, 0), point(0, 0), point(8_000, 0), point(8_100, 1_000)));
    assert!(!behind(point(8_000, 0), point(0, 0), point(8_000, 0), point(8_000, 1_000)));
    assert!(!behind(point(8_000, 0), point(0, 0), point(8_000, 0), point(7_900, 1_000)));
    let raised = Base::new(at(4_000, 0, 1_001), 500);
    assert_eq!(in_strip(&line, 2000, 1000, &raised), None);
    let bent = [at(0, 0, 0), at(8_000, 0, 0), at(8_000, 8_000, 0)];
    assert_eq!(in_strip(&bent, 2000, 1000, &base(10_400, 4_000)), Some(1));
}

#[test]
fn charges_to_contact() {
    // CH-CHARGE-03: from (2, 3) to a target at (2, 12): 8 inches to contact; at 12.2, 8.2.
    let target = Base::new(at(2_000, 12_000, 0), 500);
    assert_eq!(contact(at(2_000, 3_000, 0), target.at, 500, &target, 0), Some((at(2_000, 11_000, 0), 8_000)));
    let farther = Base::new(at(2_000, 12_200, 0), 500);
    assert_eq!(contact(at(2_000, 3_000, 0), farther.at, 500, &farther, 0).map(|found| found.1), Some(8_200));
    assert_eq!(contact(at(2_000, 3_000, 0), at(9_000, 3_000, 0), 500, &target, 0), None);
    assert_eq!(contact(at(2_000, 11_500, 0), target.at, 500, &target, 0), Some((at(2_000, 11_500, 0), 0)));
}

#[test]
fn a_strip_of_bad_ground() {
    // SM-TERRAIN-05: a marsh 2 inches wide an inch ahead; the base still overlaps it up to its own radius beyond.
    let marsh = rectangle(11_590, 0, 2_000, 20_000);
    assert_eq!(stretch(point(10_000, 5_000), point(18_000, 5_000), 590, &marsh), Some((1_001, 4_179)));
    assert_eq!(stretch(point(10_000, 5_000), point(10_500, 5_000), 590, &marsh), None);
    assert_eq!(stretch(point(12_000, 5_000), point(12_500, 5_000), 590, &marsh), Some((0, 500)));
}

#[test]
fn passing_by() {
    // CH-HIDE-05: an enemy who passes at exactly his Initiative in inches, or on the floor above.
    let hidden = base(4_000, 4_000);
    let passes = |y: i32, z: i32, n: i32| lane::passes_within(at(0, y, z), at(9_000, y, z), 500, &hidden, n);
    assert!(passes(0, 0, 3_000) && !passes(-1, 0, 3_000));
    assert!(passes(4_000 - 3_000, 3_000, 4_000), "2 in plan and 3 in height: 3.6");
    assert!(!passes(4_000 - 3_000, 3_500, 4_000));
    assert!(!lane::passes_within(at(6_000, 4_000, 0), at(9_000, 4_000, 0), 500, &hidden, 999));
}

#[test]
fn cones() {
    // CH-GEOM-19: 8 long, 2.5 wide at the far end, 0.5 at the weapon.
    let size = ConeSize { length: 8_000, near: 500, far: 2_500 };
    let cone = Cone::new(point(0, 0), point(10_000, 0), &size);
    assert!(cone.overlaps(&base(8_400, 0)) && !cone.overlaps(&base(8_500, 0)), "the end is at 8, round");
    assert!(cone.overlaps(&base(6_750, 1_650)) && !cone.overlaps(&base(6_750, 1_760)));
    assert!(cone.overlaps(&base(0, 700)) && !cone.overlaps(&base(0, 830)));
    assert!(!cone.overlaps(&base(-600, 0)));
    assert!(Cone::new(point(0, 0), point(0, 0), &size).overlaps(&base(1_700, 0)));
}

fn straight(table: &Tabletop, from: Spot, to: Spot, spring: &Spring) -> Result<Vec<Stride>, Fault> {
    let (mut track, mut strides, mut again) = (Vec::new(), Vec::new(), Vec::new());
    let mut scratch = Scratch::default();
    table.springing(&FOOT, spring, &[]).straight(from, to, &mut scratch, &mut track, &mut strides)?;
    // Whatever it finds is a legal path, and in a straight line.
    assert_eq!(table.path(&track, &FOOT, &[], &mut scratch, &mut again), Ok(()));
    assert_eq!(strides, again);
    assert_eq!((track[0], track[track.len() - 1]), (from, to));
    for spot in &track {
        assert!(segment::compare(spot.plan(), from.plan(), to.plan(), 1).is_le());
    }
    Ok(strides)
}

const SPRING: Spring = Spring { climb: 4000, gap: 3000, drop: 6000, beyond: 1000, rest: 250 };

#[test]
fn straight_charges() {
    let roofs = table(vec![
        Piece::block(rectangle(10_000, 0, 6_000, 10_000), 0, 3000),
        Piece::block(rectangle(18_500, 0, 6_000, 10_000), 0, 3000),
    ]);
    // Over the ground, up a wall of 3, over a gap of 2.5, off the far roof, and on.
    let strides = straight(&roofs, at(7_000, 5_000, 0), at(30_000, 5_000, 0), &SPRING).unwrap();
    assert!(strides.contains(&Stride::Climb { rise: 3000 }));
    assert!(strides.iter().any(|stride| matches!(stride, Stride::Gap { width: 2500, rise: 0, .. })), "{strides:?}");
    assert!(strides.iter().any(|stride| matches!(stride, Stride::Drop { height: 3000, .. })), "{strides:?}");
    let total: i32 = strides.iter().map(Stride::length).sum();
    assert!((total - 23_000).abs() <= 3, "{total}");
    // CH-CHARGE-11 and CH-CHARGE-14: too high to climb, too deep to jump, too wide.
    let low = Spring { climb: 2_999, ..SPRING };
    let fault = straight(&roofs, at(7_000, 5_000, 0), at(30_000, 5_000, 0), &low).unwrap_err();
    assert_eq!((fault.at, fault.why), (at(9_500, 5_000, 0), Why::Piece(PieceId(0))));
    let shallow = Spring { drop: 2_999, climb: 2_000, ..SPRING };
    assert!(matches!(
        straight(&roofs, at(12_000, 5_000, 3000), at(30_000, 5_000, 0), &shallow),
        Err(Fault { why: Why::Edge { drop: 3000 }, .. })
    ));
    // Without jumping down it climbs down.
    let careful = Spring { drop: 0, gap: 0, ..SPRING };
    let strides = straight(&roofs, at(12_000, 5_000, 3000), at(17_000, 5_000, 0), &careful).unwrap();
    assert!(strides.contains(&Stride::Climb { rise: -3000 }), "{strides:?}");
    // Up to a place right behind an edge, and no farther.
    let strides = straight(&roofs, at(8_000, 5_000, 0), at(10_250, 5_000, 3000), &SPRING).unwrap();
    assert_eq!(strides, [Stride::Flat { length: 1500 }, Stride::Climb { rise: 3000 }, Stride::Flat { length: 750 }]);
    // Open ground is one leg.
    assert_eq!(
        straight(&roofs, at(0, 20_000, 0), at(8_000, 20_000, 0), &SPRING),
        Ok(vec![Stride::Flat { length: 8000 }])
    );
}

proptest! {
    #[test]
    fn strips_against_many_rectangle_points(a in points(), b in points(), p in points(), half in 0i32..2_500) {
        if a == b {
            return Ok(());
        }
        let found = in_strip(&[a.at(0), b.at(0)], half, 1000, &Base::new(p.at(0), 500)).is_some();
        // The strip as a polygon with rounded corners.
        let side = |p: Point, sign: i64| {
            let far = point(p.x + sign * (b.y - a.y), p.y - sign * (b.x - a.x));
            p.toward(far, i64::from(half))
        };
        if half == 0 {
            prop_assert_eq!(found, segment::compare(p, a, b, 500).is_le() && {
                let t = segment::along(a, b, p);
                t >= 0 && t <= a.square_to(b) || segment::compare(p, a, a, 500).is_le() || segment::compare(p, b, b, 500).is_le()
            });
        } else if let Ok(strip) = Polygon::new([side(a, 1), side(b, 1), side(b, -1), side(a, -1)]) {
            if strip.compare(p, 498).is_le() {
                prop_assert!(found);
            }
            if strip.compare(p, 502).is_gt() {
                prop_assert!(!found);
            }
        }
    }

    #[test]
    fn contact_is_the_first(a in points(), b in points(), c in points(), gap in 0i32..1_000) {
        let other = Base::new(c.at(0), 500);
        let reach = i64::from(1_000 + gap);
        let near = |p: Point| p.square_to(c) < reach * reach;
        match contact(a.at(0), b.at(0), 500, &other, gap) {
            Some((spot, 0)) => prop_assert!(near(a) || near(a.toward(b, 1)) || spot.plan().to(c) <= reach + 1),
            Some((spot, length)) => {
                prop_assert!(!near(spot.plan()));
                prop_assert_eq!(a.toward(b, i64::from(length)), spot.plan());
                // Nothing before is nearer by more than rounding.
                let nearer = |p: Point| p.square_to(c) < (reach - 1) * (reach - 1);
                prop_assert!((0..=i64::from(length)).step_by(97).all(|l| !nearer(a.toward(b, l))));
                prop_assert!(spot.plan().to(c) <= reach + 2);
            }
            None => prop_assert!((0..=a.to(b)).step_by(97).all(|l| a.toward(b, l).square_to(c) >= (reach - 1) * (reach - 1))),
        }
    }

    #[test]
    fn stretches_hold_the_overlap(a in points(), b in points(), outline in stars(), reach in 1i32..800) {
        let whole = a.to(b);
        let over = |l: i64, more: i64| outline.overlaps_disc(a.toward(b, l), i64::from(reach) + more);
        match stretch(a, b, reach, &outline) {
            None => prop_assert!((0..=whole).step_by(61).all(|l| !over(l, -3))),
            Some((from, to)) => {
                prop_assert!(0 <= from && i64::from(to) <= whole);
                for l in (0..=whole).step_by(61) {
                    if l + 2 < i64::from(from) || l > i64::from(to) + 2 {
                        prop_assert!(!over(l, -2), "at {}", l);
                    }
                }
                prop_assert!(over(i64::from(from), 4) && over(i64::from(to), 4));
            }
        }
    }
}
