//! Shortest ways against a search on a lattice; areas against the ways.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use proptest::prelude::*;

use super::maps::{FOOT, at, point, stars, street, table};
use crate::inches::path::plan_length;
use crate::inches::*;

const GAIT: Gait = Gait { limit: 40_000, ladders: true, stairs: true, up: true };

/// The shortest way over lattice points half an inch apart, in sixteen directions, for a base 3 parts in 100 larger.
fn lattice(table: &Tabletop, from: (i32, i32), to: (i32, i32)) -> Option<i32> {
    let count = 25;
    let spot = |(x, y): (i32, i32)| point(i64::from(x) * 500, i64::from(y) * 500);
    let mut best = vec![i32::MAX; (count * count) as usize];
    let mut heap = BinaryHeap::from([Reverse((0, from))]);
    let mut scratch = Scratch::default();
    while let Some(Reverse((cost, here))) = heap.pop() {
        if here == to {
            return Some(cost);
        }
        let at = (here.0 * count + here.1) as usize;
        if cost >= best[at] {
            continue;
        }
        best[at] = cost;
        for (dx, dy) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
            let next = (here.0 + dx, here.1 + dy);
            if (dx % 2 == 0 && dy % 2 == 0) || !(0..count).contains(&next.0) || !(0..count).contains(&next.1) {
                continue;
            }
            if table.walk(spot(here).at(0), spot(next), &Mover { radius: 515, ..FOOT }, &[], &mut scratch) == Some(0) {
                heap.push(Reverse((cost + spot(here).to(spot(next)) as i32, next)));
            }
        }
    }
    None
}

/// Obstacles that are gone round or walked over, never climbed.
fn gardens() -> impl Strategy<Value = Tabletop> {
    let piece = (stars(), 0u8..4).prop_map(|(outline, kind)| match kind {
        0 | 1 => Piece::barrier(outline, 0, 3000),
        2 => Piece::forbidden(outline, 0),
        _ => Piece::barrier(outline, 0, 1000),
    });
    prop::collection::vec(piece, 0..5)
        .prop_map(|pieces| Tabletop::new(Layout { width: 12_000, depth: 12_000, pieces, ..Layout::default() }).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_lattice_way_is_shorter(table in gardens(), a in (0i32..25, 0i32..25), b in (0i32..25, 0i32..25)) {
        let spot = |p: (i32, i32)| at(p.0 * 500, p.1 * 500, 0);
        let (from, to) = (spot(a), spot(b));
        let free = |spot: Spot| table.walk(spot, spot.plan(), &FOOT, &[], &mut Scratch::default()).is_some();
        if !free(from) || !free(to) {
            return Ok(());
        }
        let ways = Ways::new(&table, FOOT);
        let (mut search, mut track) = (Search::default(), Vec::new());
        let found = ways.trip(&table, from, &GAIT, &[]).shortest(to, &mut search, &mut track);
        let slow = lattice(&table, a, b);
        if let Some(slow) = slow {
            let found = found.expect("there is a way over the lattice");
            // Legs run two hundredths of a radius outside each arc, and a way bends round a few corners.
            prop_assert!(found <= slow + 60, "{} against {}", found, slow);
        }
        if let Some(length) = found {
            let mut strides = Vec::new();
            prop_assert_eq!(table.path(&track, &FOOT, &[], &mut Scratch::default(), &mut strides), Ok(()));
            let flat = strides.iter().all(|stride| matches!(stride, Stride::Flat { .. }));
            prop_assert!(flat, "only walks");
            prop_assert_eq!(plan_length(&track), length);
            prop_assert_eq!((track[0], track[track.len() - 1]), (from, to));
            // Within exactly its length it is found; well within, rounding leg by leg cannot make up for it.
            let again = |limit: i32, search: &mut Search, track: &mut Vec<Spot>| {
                ways.trip(&table, from, &Gait { limit, ..GAIT }, &[]).shortest(to, search, track)
            };
            prop_assert!(again(length, &mut search, &mut track).is_some_and(|other| (length - 20..=length).contains(&other)));
            prop_assert_eq!(again(length - 20, &mut search, &mut track), None);
        }
    }

    #[test]
    fn areas_hold_what_is_within_reach(table in gardens(), a in (0i32..25, 0i32..25), b in (0i64..12_000, 0i64..12_000)) {
        let from = at(a.0 * 500, a.1 * 500, 0);
        if table.walk(from, from.plan(), &FOOT, &[], &mut Scratch::default()).is_none() {
            return Ok(());
        }
        let ways = Ways::new(&table, FOOT);
        let (mut search, mut track) = (Search::default(), Vec::new());
        let gait = Gait { limit: 4_000, ..GAIT };
        let area = ways.trip(&table, from, &gait, &[]).area(250, &mut search);
        let p = point(b.0, b.1);
        let inside = area.outlines.iter().fold(false, |inside, outline| {
            let crosses = |i: usize| {
                let (a, b) = (outline[i].plan(), outline[(i + 1) % outline.len()].plan());
                let side = segment::cross(a, b, p);
                (a.y <= p.y) != (b.y <= p.y) && (b.y > a.y) == (side > 0)
            };
            inside ^ ((0..outline.len()).filter(|&i| crosses(i)).count() % 2 == 1)
        });
        let way = |p: Point, limit: i32, search: &mut Search, track: &mut Vec<Spot>| {
            ways.trip(&table, from, &Gait { limit, ..gait }, &[]).shortest(p.at(0), search, track).is_some()
        };
        // Only where a hand's breadth of thousandths round the place everything is alike.
        let round: Vec<bool> = (0..12)
            .map(|i| turn::outward(p, 2 * i, 380))
            .map(|q| table.holds(q) && way(q, 3_950, &mut search, &mut track))
            .collect();
        if round.iter().all(|&reached| reached) && way(p, 3_950, &mut search, &mut track) {
            prop_assert!(inside, "{:?} is within reach", p);
        }
        let round: Vec<bool> = (0..12)
            .map(|i| turn::outward(p, 2 * i, 380))
            .map(|q| way(q, 4_050, &mut search, &mut track))
            .collect();
        if !round.iter().any(|&reached| reached) && !way(p, 4_050, &mut search, &mut track) {
            prop_assert!(!inside, "{:?} is out of reach", p);
        }
    }
}

#[test]
fn round_a_wall_and_round_an_enemy() {
    let wall = table(vec![Piece::barrier(super::maps::rectangle(10_000, 0, 250, 10_000), 0, 3000)]);
    let ways = Ways::new(&wall, FOOT);
    let (mut search, mut track) = (Search::default(), Vec::new());
    let (from, to) = (at(8_000, 8_000, 0), at(12_000, 8_000, 0));
    let length = ways.trip(&wall, from, &GAIT, &[]).shortest(to, &mut search, &mut track).unwrap();
    // By hand: a tangent of 2.784, an arc of 0.482, a quarter of an inch, an arc of 0.521 and a tangent of 2.610.
    assert!((6_646..6_680).contains(&length), "{length}");
    let enemy = [Keepout { at: at(10_000, 20_000, 0), radius: 500, height: 1500, margin: 1000, touch: false }];
    let (from, to) = (at(5_000, 20_000, 0), at(15_000, 20_000, 0));
    let length = ways.trip(&wall, from, &GAIT, &enemy).shortest(to, &mut search, &mut track).unwrap();
    // Tangents to a circle of 2 inches from 5 inches off, and the arc between: 2 * 4.583 + 2 * 2 * 0.4115 = 10.812.
    assert!((10_812..10_900).contains(&length), "{length}");
    let mut strides = Vec::new();
    assert_eq!(wall.path(&track, &FOOT, &enemy, &mut Scratch::default(), &mut strides), Ok(()));
}

#[test]
fn floors_ladders_and_planks() {
    let street = street();
    let ways = Ways::new(&street, FOOT);
    let (mut search, mut track) = (Search::default(), Vec::new());
    // From roof to roof over the plank: walking only, and bending at its corners.
    let (roof, other) = (at(9_000, 15_000, 6000), at(18_000, 10_000, 6000));
    let length = ways.trip(&street, roof, &GAIT, &[]).shortest(other, &mut search, &mut track).unwrap();
    assert_eq!(track, [roof, at(13_000, 12_700, 6000), at(15_500, 11_500, 6000), other]);
    assert_eq!(length, plan_length(&track));
    // From the street through the door and up the ladder.
    let (from, to) = (at(9_000, 6_000, 0), roof);
    let length = ways.trip(&street, from, &GAIT, &[]).shortest(to, &mut search, &mut track).unwrap();
    assert!(track.contains(&at(5_750, 9_750, 0)) && track.contains(&at(5_750, 9_750, 6000)), "{track:?}");
    let mut strides = Vec::new();
    assert_eq!(street.path(&track, &FOOT, &[], &mut Scratch::default(), &mut strides), Ok(()));
    assert_eq!(length, plan_length(&track) + 6_000);
    let runner = Gait { ladders: false, ..GAIT };
    assert_eq!(ways.trip(&street, from, &runner, &[]).shortest(to, &mut search, &mut track), None);
    // Who uses ladders only downwards comes to the street again, but not up from there.
    let faller = Gait { up: false, ..GAIT };
    assert_eq!(ways.trip(&street, from, &faller, &[]).shortest(to, &mut search, &mut track), None);
    let whole = ways.trip(&street, roof, &faller, &[]).to_border(Border::South, &mut search, &mut track).unwrap();
    assert_eq!(whole, plan_length(&track) + 6_000);
    // A part of that way leads down the ladder and on; with too little he waits at its head.
    let mut part = track.clone();
    assert_eq!(ways.cut(&street, 13_500, &[], &mut search, &mut part), 13_500);
    assert_eq!(part.last().map(|spot| spot.z), Some(0));
    let mut part = track.clone();
    let used = ways.cut(&street, 8_000, &[], &mut search, &mut part);
    assert_eq!((part.last(), used), (Some(&at(5_750, 9_750, 6000)), plan_length(&part)));
    // Towards it with 6 inches: as far as the way leads, and never on a ladder.
    let used = ways
        .trip(&street, from, &Gait { limit: 6_000, ..GAIT }, &[])
        .toward(to, 40_000, &mut search, &mut track)
        .unwrap();
    assert!(used <= 6_000 && used > 5_000, "{used}");
    assert_eq!(street.path(&track, &FOOT, &[], &mut Scratch::default(), &mut strides), Ok(()));
    // The area on the roof stays on the roof.
    let area = ways
        .trip(&street, at(9_000, 12_000, 6000), &Gait { limit: 3_000, ladders: false, stairs: false, up: true }, &[])
        .area(250, &mut search);
    assert!(!area.outlines.is_empty());
    assert!(area.outlines.iter().flatten().all(|spot| spot.z == 6000));
}

#[test]
fn an_area_on_open_ground_is_round() {
    let open = table(vec![]);
    let ways = Ways::new(&open, FOOT);
    let mut search = Search::default();
    let gait = Gait { limit: 4_000, ..GAIT };
    let area = ways.trip(&open, at(20_000, 20_000, 0), &gait, &[]).area(250, &mut search);
    assert_eq!(area.outlines.len(), 1);
    for spot in &area.outlines[0] {
        assert!((spot.plan().to(point(20_000, 20_000)) - 4_000).abs() <= 12, "{spot}");
    }
    // A keep-out in it is a hole.
    let keep = [Keepout { at: at(21_500, 20_000, 0), radius: 500, height: 1500, margin: 0, touch: true }];
    let area = ways.trip(&open, at(20_000, 20_000, 0), &gait, &keep).area(250, &mut search);
    assert_eq!(area.outlines.len(), 2);
}

#[test]
fn spots_round_a_base() {
    let open = table(vec![Piece::barrier(super::maps::rectangle(10_500, 0, 250, 20_000), 0, 3000)]);
    let target = Base::new(at(10_000, 10_000, 0), 500);
    let mut spots = Vec::new();
    open.beside(&target, &FOOT, 250, &[], &mut spots);
    assert!(spots.len() >= 12 && spots.len() < 24, "{}", spots.len());
    for &spot in &spots {
        let base = Base::new(spot, 500);
        assert!(base.touches(&target) && !base.overlaps(&target));
        assert_eq!(open.stand(spot, &FOOT, 250), Ok(()));
    }
    assert_eq!(Tabletop::nearest_of(&spots, at(0, 10_000, 0)), Some(at(9_000, 10_000, 0)));
}

#[test]
fn to_contact_and_to_the_border() {
    let wall = table(vec![Piece::barrier(super::maps::rectangle(10_000, 0, 250, 10_000), 0, 3000)]);
    let ways = Ways::new(&wall, FOOT);
    let (mut search, mut track, mut strides) = (Search::default(), Vec::new(), Vec::new());
    let mut scratch = Scratch::default();
    let mut charge = |from: Spot, target: Base, limit: i32, keep: &[Keepout]| {
        let fits = |spot: Spot| free(spot, &FOOT, keep) && wall.stand(spot, &FOOT, 250).is_ok();
        let found =
            ways.trip(&wall, from, &Gait { limit, ..GAIT }, keep).to_contact(&target, fits, &mut search, &mut track);
        if found.is_some() {
            assert_eq!(wall.path(&track, &FOOT, keep, &mut scratch, &mut strides), Ok(()));
            let end = Base::new(track[track.len() - 1], 500);
            assert!(end.touches(&target) && !end.overlaps(&target), "{track:?}");
        }
        found
    };
    // CH-CHARGE-03: straight on, 8 inches and 8.2.
    let target = |x: i32, y: i32| Base::new(at(x, y, 0), 500);
    assert_eq!(charge(at(2_000, 3_000, 0), target(2_000, 12_000), 8_000, &[]), Some(8_000));
    assert_eq!(charge(at(2_000, 3_000, 0), target(2_000, 12_200), 8_000, &[]), None);
    // Round the end of the wall: an inch less than the way to the target's own place, or a little less still.
    let round = charge(at(8_000, 8_000, 0), target(12_000, 8_000), 8_000, &[]).unwrap();
    assert!((5_640..5_690).contains(&round), "{round}");
    // A friend stands where it would arrive: another place on the rim.
    let friend = Keepout { at: at(2_000, 11_000, 0), radius: 500, height: 1500, margin: 0, touch: true };
    let beside = charge(at(2_000, 3_000, 0), target(2_000, 12_000), 12_000, &[friend]).unwrap();
    assert!(beside > 8_000 && beside < 9_500, "{beside}");
    // SM-RANDOM-04: to the nearest border, straight or round.
    let mut border = |from: Spot, border: Border| {
        ways.trip(&wall, from, &GAIT, &[])
            .to_border(border, &mut search, &mut track)
            .map(|length| (length, track[track.len() - 1]))
    };
    assert_eq!(border(at(5_000, 6_000, 0), Border::West), Some((5_000, at(0, 6_000, 0))));
    assert_eq!(border(at(11_000, 40_000, 0), Border::North), Some((8_000, at(11_000, 48_000, 0))));
    let (length, end) = border(at(11_000, 6_000, 0), Border::West).unwrap();
    assert!(length > 15_000 && length < 15_600 && end.x == 0, "{length} {end}");
}

#[test]
fn looking_out_of_windows() {
    // CH-GEOM-13: 0.6 behind a window one may look from it; the eye keeps its height as far as the opening allows.
    let window = Window { at: point(10_000, 5_000), sill: 1_000, lintel: 2_250 };
    let table =
        Tabletop::new(Layout { width: 48_000, depth: 48_000, windows: vec![window], ..Layout::default() }).unwrap();
    let count = |x: i32, z: i32| {
        let mut found = 0;
        table.windows_near(at(x, 5_000, z), 500, 1_500, 1_000, |_| found += 1);
        found
    };
    assert_eq!((count(8_900, 0), count(8_500, 0), count(8_499, 0), count(8_900, 3_000)), (1, 1, 0, 0));
    assert_eq!(
        (window.eye(1_275), window.eye(850), window.eye(4_275).z),
        (at(10_000, 5_000, 1_275), at(10_000, 5_000, 1_000), 2_250)
    );
}

#[test]
fn stairs_of_blocks() {
    // A tower 4 inches high with three steps of an inch at its side, as a table of the Sword Marches has it (SM-TERRAIN-08).
    let block = |x: i64, w: i64, y: i64, d: i64, top: i32| Piece::block(super::maps::rectangle(x, y, w, d), 0, top);
    let tower = table(vec![
        block(22_000, 5_000, 34_000, 5_000, 4_000),
        block(27_000, 1_250, 35_000, 2_500, 3_000),
        block(28_250, 1_250, 35_000, 2_500, 2_000),
        block(29_500, 1_250, 35_000, 2_500, 1_000),
    ]);
    let mover = Mover { radius: 590, step: 1_000, headroom: 1_400 };
    let mut scratch = Scratch::default();
    let (foot, roof) = (at(32_000, 36_250, 0), at(24_000, 36_250, 4_000));
    assert_eq!(tower.leg(foot, roof, &mover, &[], &mut scratch), Ok(Stride::Flat { length: 8_000 }));
    assert_eq!(tower.leg(roof, foot, &mover, &[], &mut scratch), Ok(Stride::Flat { length: 8_000 }));
    let ways = Ways::new(&tower, mover);
    let (mut search, mut track, mut strides) = (Search::default(), Vec::new(), Vec::new());
    // From behind the tower the way leads round it and up the steps.
    let found = ways.trip(&tower, at(24_000, 32_000, 0), &GAIT, &[]).shortest(roof, &mut search, &mut track);
    assert!(found.is_some_and(|length| length > 10_000 && length < 16_000), "{found:?}");
    assert_eq!(tower.path(&track, &mover, &[], &mut scratch, &mut strides), Ok(()));
    let area = ways.trip(&tower, foot, &Gait { limit: 6_000, ..GAIT }, &[]).area(250, &mut search);
    let mut heights: Vec<i32> = area.outlines.iter().flatten().map(|spot| spot.z).collect();
    heights.sort_unstable();
    heights.dedup();
    assert_eq!(heights, [0, 1_000, 2_000, 3_000, 4_000]);
}

fn town() -> &'static (Tabletop, Ways) {
    static TOWN: OnceLock<(Tabletop, Ways)> = OnceLock::new();
    TOWN.get_or_init(|| {
        let street = street();
        let ways = Ways::new(&street, FOOT);
        (street, ways)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_way_to_a_border_is_the_best_of_all(
        a in (3_000i64..28_000, 5_000i64..30_000), crowd in prop::collection::vec((3_000i64..28_000, 2_000i64..30_000), 0..6),
        border in prop::sample::select(&Border::ALL[..]),
    ) {
        let (street, ways) = town();
        let from = point(a.0, a.1).at(0);
        if !street.has_floor(from) || street.stand(from, &FOOT, 250).is_err() {
            return Ok(());
        }
        let keep: Vec<Keepout> = (crowd.iter())
            .map(|&(x, y)| Keepout { at: point(x, y).at(0), radius: 500, height: 1_500, margin: 1_000, touch: false })
            .filter(|keepout| free(from, &FOOT, std::slice::from_ref(keepout)))
            .collect();
        let (mut search, mut track, mut scratch) = (Search::default(), Vec::new(), Scratch::default());
        let found = ways.trip(street, from, &GAIT, &keep).to_border(border, &mut search, &mut track);
        // Every way point within reach, and straight on from there.
        ways.trip(street, from, &GAIT, &keep).spread(&mut search);
        let ends = search.reached().iter().filter_map(|&(spot, cost)| {
            let end = border.nearest(street, spot.plan());
            street.walk(spot, end, &FOOT, &keep, &mut scratch)?;
            Some(cost + spot.plan().to(end) as i32).filter(|sum| *sum <= GAIT.limit)
        });
        prop_assert_eq!(found, ends.min());
    }

    #[test]
    fn ways_through_a_crowd_are_legal(
        a in (3_000i64..28_000, 5_000i64..30_000, 0i32..3), b in (3_000i64..28_000, 5_000i64..30_000, 0i32..3),
        crowd in prop::collection::vec((3_000i64..28_000, 5_000i64..30_000), 0..10), limit in 2_000i32..40_000,
    ) {
        let (street, ways) = town();
        let spot = |p: (i64, i64, i32)| {
            let p = (point(p.0, p.1), p.2 * 3_000);
            street.floor(p.0, p.1).map(|z| p.0.at(z)).filter(|&spot| street.stand(spot, &FOOT, 250).is_ok())
        };
        let (Some(from), Some(to)) = (spot(a), spot(b)) else { return Ok(()) };
        let keep: Vec<Keepout> = (crowd.iter())
            .map(|&(x, y)| Keepout { at: point(x, y).at(0), radius: 500, height: 1_500, margin: 1_000, touch: false })
            .filter(|keepout| free(from, &FOOT, std::slice::from_ref(keepout)))
            .collect();
        let gait = Gait { limit, ..GAIT };
        let (mut search, mut track, mut strides) = (Search::default(), Vec::new(), Vec::new());
        let cost = |strides: &[Stride]| -> i32 {
            let each = |stride: &Stride| match *stride {
                Stride::Flat { length } => length,
                Stride::Ladder { rise, .. } => rise.abs(),
                _ => 1_000_000,
            };
            strides.iter().map(each).sum()
        };
        if let Some(length) = ways.trip(street, from, &gait, &keep).shortest(to, &mut search, &mut track) {
            prop_assert_eq!(street.path(&track, &FOOT, &keep, &mut Scratch::default(), &mut strides), Ok(()));
            prop_assert_eq!(cost(&strides), length);
            prop_assert!(length <= limit && free(to, &FOOT, &keep));
            prop_assert_eq!((track[0], track[track.len() - 1]), (from, to));
        }
        if let Some(used) = ways.trip(street, from, &gait, &keep).toward(to, 60_000, &mut search, &mut track) {
            prop_assert_eq!(street.path(&track, &FOOT, &keep, &mut Scratch::default(), &mut strides), Ok(()));
            prop_assert_eq!(cost(&strides), used);
            prop_assert!(used <= limit);
        }
        let target = Base::new(to, 500);
        let fits = |spot: Spot| free(spot, &FOOT, &keep) && street.stand(spot, &FOOT, 250).is_ok();
        if let Some(length) = ways.trip(street, from, &gait, &keep).to_contact(&target, fits, &mut search, &mut track) {
            prop_assert_eq!(street.path(&track, &FOOT, &keep, &mut Scratch::default(), &mut strides), Ok(()));
            prop_assert_eq!(cost(&strides), length);
            let end = track[track.len() - 1];
            prop_assert!(length <= limit && fits(end));
            prop_assert!(Base::new(end, 500).within_plan(&target, CONTACT));
        }
    }
}
