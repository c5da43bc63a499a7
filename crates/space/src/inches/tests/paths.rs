//! Walks against following the feet in small steps.

use proptest::prelude::*;

use super::maps::{FOOT, pieces, point, points, tables};
use crate::inches::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Whole(i32),
    Void,
    Hit,
}

/// Follows the floor in small steps between `a` and `b`, both in thousandths, for a base that is `more` larger.
fn slow(table: &Tabletop, a: Point, feet: i32, b: Point, radius: i64) -> Outcome {
    let steps = 2_500;
    let mut feet = feet;
    let mut hit = false;
    for i in 0..steps {
        // Between the lattice points, where sides and corners like to lie.
        let part = |a: i64, b: i64| a + ((b - a) * (10 * i + 3)).div_euclid(10 * steps);
        let p = point(part(a.x, b.x), part(a.y, b.y));
        let floor = table
            .pieces()
            .iter()
            .filter(|piece| piece.kind == Kind::Block && piece.top <= feet + FOOT.step && piece.outline.covers(p));
        let floor = floor.map(|piece| piece.top).fold(0, i32::max);
        let mut hole = table.pieces().iter().filter(|piece| piece.kind == Kind::Forbidden);
        if floor < feet - FOOT.step || hole.any(|piece| piece.stops(floor, &FOOT) && piece.outline.covers(p)) {
            return if hit { Outcome::Hit } else { Outcome::Void };
        }
        feet = floor;
        hit |= table.pieces().iter().any(|piece| piece.stops(feet, &FOOT) && piece.outline.compare(p, radius).is_lt());
    }
    if hit { Outcome::Hit } else { Outcome::Whole(feet) }
}

fn start(table: &Tabletop, p: Point, ceiling: i32) -> Option<Spot> {
    table.floor(p, ceiling).map(|z| p.at(z)).filter(|&spot| table.stand(spot, &FOOT, 500).is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn walks(table in tables(), a in points(), b in points(), ceiling in 0i32..3_000) {
        let Some(from) = start(&table, a, ceiling) else { return Ok(()) };
        let mut scratch = Scratch::default();
        let walk = table.walk(from, b, &FOOT, &[], &mut scratch);
        let way = table.hopping(&FOOT, &Hops::default(), &[]).follow(from, (b, b), &mut scratch, &mut Vec::new());
        prop_assert_eq!(way, walk.map(Footing::Floor));
        // Beside the way by a hair, with a base that is a hair smaller or larger: where all agree there is no doubt.
        let mut seen = Vec::new();
        for (dx, dy) in [(0, 0), (7, 5), (-7, -5), (5, -7), (-5, 7)] {
            for more in [-25, 25] {
                let by = |p: Point| point(p.x + dx, p.y + dy);
                seen.push(slow(&table, by(a), from.z, by(b), 500 + more));
            }
        }
        let sure = seen.iter().all(|other| other == &seen[0]);
        if sure && table.holds(b) {
            match seen[0] {
                Outcome::Whole(feet) => prop_assert_eq!(walk, Some(feet)),
                Outcome::Void | Outcome::Hit => prop_assert_eq!(walk, None),
            }
        }
        // A leg to where the walk ends is flat, and where there is none the fault lies on the way and is not beyond the first
        // hindrance.
        if let Some(z) = walk && table.has_floor(b.at(z)) {
            let leg = table.leg(from, b.at(z), &FOOT, &[], &mut scratch);
            prop_assert_eq!(leg, Ok(Stride::Flat { length: a.to(b) as i32 }));
        }
        let far = table.farthest(from, b, &FOOT, &[], &mut scratch);
        prop_assert_eq!(table.walk(from, far.plan(), &FOOT, &[], &mut scratch), Some(far.z));
        if let Some(z) = walk {
            prop_assert_eq!(far, b.at(z));
        }
    }

    #[test]
    fn faults_lie_where_the_way_is_still_free(mut pieces in pieces(), a in points(), b in points()) {
        // On level ground, where only the base matters.
        for piece in &mut pieces {
            if piece.kind == Kind::Block {
                piece.kind = Kind::Barrier;
            }
        }
        let table = Tabletop::new(Layout { width: 12_000, depth: 12_000, pieces, ..Layout::default() }).unwrap();
        let Some(from) = start(&table, a, 0) else { return Ok(()) };
        let mut scratch = Scratch::default();
        if let Err(fault) = table.leg(from, b.at(0), &FOOT, &[], &mut scratch) {
            prop_assert!(segment::compare(fault.at.plan(), a, b, 1).is_le());
            // A hair smaller one can walk there, give or take the rounding of the place; a hair larger not farther.
            let length = a.to(fault.at.plan());
            let mut walks = |length: i64, radius: i32| {
                table.walk(from, a.toward(b, length), &Mover { radius, ..FOOT }, &[], &mut scratch).is_some()
            };
            prop_assert!(walks((length - 3).max(0), 497), "{:?}", fault);
            prop_assert!(length + 3 > a.to(b) || !walks(length + 3, 503), "{:?}", fault);
        }
    }

    #[test]
    fn keepouts(a in points(), b in points(), c in points(), margin in 0i32..1_500, z in 0i32..2_000) {
        let table = super::maps::table(vec![]);
        let keep = [Keepout { at: c.at(z), radius: 500, height: 1500, margin, touch: true }];
        let leg = table.leg(a.at(0), b.at(0), &FOOT, &keep, &mut Scratch::default());
        let reach = |p: Point, more: i64| {
            let h = (p.to(c) - 1_000).max(0);
            let space = h * h + i64::from(z) * i64::from(z) < (i64::from(margin) + more).pow(2) && margin > 0;
            space || z < FOOT.headroom && p.to(c) < 1_000 + more
        };
        let steps = 600;
        let on = |i: i64| Share { over: i, under: steps }.between(a, b);
        if !reach(a, 40) {
            if (0..=steps).any(|i| reach(on(i), -3)) {
                prop_assert!(leg.is_err());
            }
            if !(0..=steps).any(|i| reach(on(i), 40)) {
                prop_assert_eq!(leg.map(|stride| stride.length()), Ok(a.to(b) as i32));
            }
        }
        prop_assert!(free(b.at(0), &FOOT, &keep) || reach(b, 2));
        prop_assert!(!free(b.at(0), &FOOT, &keep) || !reach(b, -2));
    }
}
