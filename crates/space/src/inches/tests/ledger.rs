//! Worked numbers of the ledgers that are about moving, standing and falling.

use super::maps::{FOOT, at, point, rectangle, street, table};
use crate::inches::*;

fn strides(table: &Tabletop, track: &[Spot]) -> Result<Vec<Stride>, Fault> {
    let mut out = Vec::new();
    table.path(track, &FOOT, &[], &mut Scratch::default(), &mut out).map(|()| out)
}

fn flat(length: i32) -> Stride {
    Stride::Flat { length }
}

#[test]
fn doorways() {
    // CH-GEOM-07: 1.2 inches admit a base of an inch, 0.9 do not.
    let door = |wide: i64| {
        table(vec![
            Piece::barrier(rectangle(0, 10_000, 20_000, 250), 0, 3000),
            Piece::barrier(rectangle(20_000 + wide, 10_000, 20_000, 250), 0, 3000),
        ])
    };
    let middle = |wide: i32| [at(20_000 + wide / 2, 8_000, 0), at(20_000 + wide / 2, 12_000, 0)];
    assert_eq!(strides(&door(1200), &middle(1200)), Ok(vec![flat(4000)]));
    assert_eq!(strides(&door(1000), &middle(1000)), Ok(vec![flat(4000)]), "touching both sides");
    let fault = strides(&door(900), &middle(900)).unwrap_err();
    assert_eq!((fault.leg, fault.why), (0, Why::Piece(PieceId(0))));
    // Half an inch from the corners, which stand 0.45 to either side: 0.218 before the wall.
    assert!((fault.at.y - 9_782).abs() <= 1, "{:?}", fault.at);
    // SM-ACTION-04: bases 1.0 apart do not let 1.18 through, 1.2 apart do.
    let open = table(vec![]);
    let guard = |x: i32| Keepout { at: at(x, 10_000, 0), radius: 590, height: 1400, margin: 0, touch: true };
    let through = |gap: i32| {
        let mover = Mover { radius: 590, ..FOOT };
        let keep = [guard(10_000), guard(10_000 + 1_180 + gap)];
        let x = 10_000 + 590 + gap / 2;
        open.leg(at(x, 5_000, 0), at(x, 15_000, 0), &mover, &keep, &mut Scratch::default())
    };
    assert!(matches!(through(1_000), Err(Fault { why: Why::Keepout(0), .. })));
    assert_eq!(through(1_200), Ok(flat(10_000)));
}

#[test]
fn climbing_onto_a_roof() {
    // CH-GEOM-07: flat 1.5 to the wall, climb, flat 0.75 onto the roof.
    let roof = table(vec![Piece::block(rectangle(30_000, 0, 8_000, 10_000), 0, 3000)]);
    let track = [
        at(28_000, 4_000, 0),
        at(29_500, 4_000, 0),
        at(29_500, 4_000, 3000),
        at(30_250, 4_000, 3000),
        at(33_000, 4_000, 3000),
    ];
    assert_eq!(strides(&roof, &track), Ok(vec![flat(1500), Stride::Climb { rise: 3000 }, flat(750), flat(2750)]));
    let mut back = track;
    back.reverse();
    assert_eq!(strides(&roof, &back), Ok(vec![flat(2750), flat(750), Stride::Climb { rise: -3000 }, flat(1500)]));
    assert_eq!(roof.stand(at(30_250, 4_000, 3000), &FOOT, 250), Ok(()));
    // Away from the wall there is nothing to hold on to.
    let fault = strides(&roof, &[at(29_000, 4_000, 0), at(29_000, 4_000, 3000)]).unwrap_err();
    assert_eq!(fault.why, Why::NoHold);
    let fault = strides(&roof, &[at(28_000, 4_000, 0), at(31_000, 4_000, 0)]).unwrap_err();
    assert_eq!((fault.at, fault.why), (at(29_500, 4_000, 0), Why::Piece(PieceId(0))));
}

#[test]
fn over_a_thin_wall() {
    // CH-MOVE-02: 1 inch, up 1.2, 1.3 over the crest, down 1.2.
    let wall = table(vec![Piece::barrier(rectangle(10_000, 0, 300, 10_000), 0, 1200)]);
    let track = [
        at(8_500, 5_000, 0),
        at(9_500, 5_000, 0),
        at(9_500, 5_000, 1200),
        at(10_800, 5_000, 1200),
        at(10_800, 5_000, 0),
    ];
    let climbs = [Stride::Climb { rise: 1200 }, Stride::Climb { rise: -1200 }];
    assert_eq!(strides(&wall, &track), Ok(vec![flat(1000), climbs[0], flat(1300), climbs[1]]));
    // Or he jumps down from it, an inch beyond its edge: 0.8 over the crest are all that this costs.
    let jump = Stride::Drop { before: 800, beyond: 1000, height: 1200 };
    assert_eq!(strides(&wall, &[track[2], at(11_300, 5_000, 0)]), Ok(vec![jump]));
    // Outwards from where he hangs, too, on either side.
    let out = Stride::Drop { before: 0, beyond: 1000, height: 1200 };
    assert_eq!(strides(&wall, &[track[3], at(11_300, 5_000, 0)]), Ok(vec![out]));
    assert_eq!(strides(&wall, &[track[2], at(9_000, 5_000, 0)]), Ok(vec![out]));
    let fault = strides(&wall, &[track[2], at(10_500, 5_000, 0)]).unwrap_err();
    assert_eq!(fault.why, Why::Piece(PieceId(0)), "too near to the wall");
    let fault = strides(&wall, &[at(9_000, 5_000, 1200), at(11_300, 5_000, 0)]).unwrap_err();
    assert_eq!(fault.why, Why::NoFloor(0), "he hangs on nothing");
    let mut found = Vec::new();
    let mut track_found = Vec::new();
    let mut over = |drop: i32| {
        let spring = Spring { climb: 4000, gap: 3000, drop, beyond: 1000, rest: 250 };
        wall.springing(&FOOT, &spring, &[])
            .straight(at(8_500, 5_000, 0), at(14_000, 5_000, 0), &mut Scratch::default(), &mut track_found, &mut found)
            .unwrap();
        found.clone()
    };
    assert_eq!(over(6000), [flat(1000), climbs[0], jump, flat(2700)]);
    assert_eq!(over(0), [flat(1000), climbs[0], flat(1301), climbs[1], flat(3199)]);
    assert_eq!(wall.stand(at(10_150, 5_000, 1200), &FOOT, 250), Err(Unfit::Floor(0)));
    // A wall of an inch is simply walked over, but not stood on or astride.
    let low = table(vec![Piece::barrier(rectangle(10_000, 0, 300, 10_000), 0, 1000)]);
    assert_eq!(strides(&low, &[at(8_000, 5_000, 0), at(12_000, 5_000, 0)]), Ok(vec![flat(4000)]));
    assert_eq!(low.stand(at(10_600, 5_000, 0), &FOOT, 250), Err(Unfit::Piece(PieceId(0))));
    assert_eq!(low.stand(at(10_800, 5_000, 0), &FOOT, 250), Ok(()));
}

#[test]
fn overhang_and_edges() {
    // CH-GEOM-06 and CH-GEOM-14.
    let roof = table(vec![
        Piece::block(rectangle(10_000, 10_000, 6_000, 6_000), 0, 6000),
        Piece::platform(rectangle(16_000, 10_000, 2_000, 6_000), 3000),
        Piece::block(rectangle(18_000, 10_000, 2_000, 6_000), 0, 1500),
    ]);
    assert_eq!(roof.stand(at(10_300, 12_000, 6000), &FOOT, 250), Ok(()));
    assert!(matches!(roof.stand(at(10_100, 12_000, 6000), &FOOT, 250), Err(Unfit::Overhang(_))));
    assert_eq!(roof.stand(at(10_250, 12_000, 6000), &FOOT, 250), Ok(()), "half the radius is not too much");
    let drop = |p: Point, z: i32| {
        let found = roof.edges().iter().find(|edge| edge.z == z && segment::compare(p, edge.a, edge.b, 1).is_le());
        found.map(|edge| edge.drop)
    };
    assert_eq!(drop(point(10_000, 12_000), 6000), Some(6000));
    assert_eq!(drop(point(16_000, 12_000), 6000), Some(3000));
    assert_eq!(drop(point(18_000, 12_000), 3000), Some(1500));
    assert_eq!(drop(point(16_000, 12_000), 3000), None, "a wall rises there");
}

#[test]
fn nobody_lands_on_somebody() {
    let ledge = table(vec![Piece::block(rectangle(2_000, 0, 8_000, 10_000), 0, 1500)]);
    let (from, to) = (at(9_000, 5_000, 1500), at(10_700, 5_000, 0));
    let leg = |keep: &[Keepout]| ledge.leg(from, to, &FOOT, keep, &mut Scratch::default()).map_err(|fault| fault.why);
    assert!(matches!(leg(&[]), Ok(Stride::Drop { height: 1500, .. })));
    let body = |spot: Spot, margin: i32| Keepout { at: spot, radius: 500, height: 1400, margin, touch: false };
    // Whoever stands on the landing, beside it, or so near that the margin is not kept.
    assert_eq!(leg(&[body(to, 0)]), Err(Why::Keepout(0)));
    assert_eq!(leg(&[body(at(10_700, 6_200, 0), 0), body(at(10_700, 4_200, 0), 0)]), Err(Why::Keepout(1)));
    assert_eq!(leg(&[body(at(10_700, 6_900, 0), 1000)]), Err(Why::Keepout(0)));
    assert!(leg(&[body(at(10_700, 7_100, 0), 1000)]).is_ok());
    // Who was too near above may come down farther off.
    assert!(leg(&[body(at(7_600, 5_000, 1500), 1000)]).is_ok());
    // The same for a climb.
    let face = at(10_500, 5_000, 0);
    let climb = |keep: &[Keepout]| {
        ledge.leg(face, Spot { z: 1500, ..face }, &FOOT, keep, &mut Scratch::default()).map_err(|fault| fault.why)
    };
    assert_eq!(climb(&[]), Ok(Stride::Climb { rise: 1500 }));
    assert_eq!(climb(&[body(at(9_700, 5_000, 1500), 0)]), Err(Why::Keepout(0)));
}

#[test]
fn falls() {
    // CH-GEOM-16: edge along x = 10, warrior at (9.8, 5): lands at (10.6, 5).
    let roof = table(vec![Piece::block(rectangle(2_000, 0, 8_000, 10_000), 0, 4000)]);
    let spot = at(9_800, 5_000, 4000);
    let (edge, over) = roof.brink(spot, 500, 1000, 2000).unwrap();
    assert_eq!(over, point(10_000, 5_000));
    assert_eq!(roof.landing(edge, over, 600), Some(at(10_600, 5_000, 0)));
    let beside = roof.landing_free(edge, over, 600, 2_000, |spot| (spot.y - 5_000).abs() >= 1_000);
    assert_eq!(beside, Some(at(10_600, 6_000, 0)));
    assert_eq!(roof.landing_free(edge, over, 600, 2_000, |_| false), None);
    // CH-EDGE-01: 1.2 inches from the edge line there is no test; a railed edge does not count.
    assert!(roof.brink(at(8_300, 5_000, 4000), 500, 1000, 2000).is_none());
    assert!(roof.brink(at(8_500, 5_000, 4000), 500, 1000, 2000).is_some());
    assert!(roof.brink(spot, 500, 1000, 4001).is_none());
    let railed = Layout {
        rails: vec![Rail { from: at(10_000, 0, 4000), to: at(10_000, 6_000, 4000) }],
        ..roof.layout().clone()
    };
    let railed = Tabletop::new(railed).unwrap();
    assert!(railed.brink(at(9_800, 4_000, 4000), 500, 300, 2000).is_none());
    assert!(railed.brink(at(9_800, 5_500, 4000), 500, 300, 2000).is_some(), "the rail ends half an inch on");
    assert_eq!(roof.drop_at(at(5_000, 5_000, 6500)), Some(2500));
    assert_eq!(roof.drop_at(at(60_000, 5_000, 6500)), None);
}

#[test]
fn hops() {
    // Two roofs with a gap of 0.8 between them, a ledge below the second, the ground; then a block in the way.
    let stairs = table(vec![
        Piece::block(rectangle(2_000, 0, 4_000, 10_000), 0, 4_000),
        Piece::block(rectangle(6_800, 0, 3_200, 10_000), 0, 4_000),
        Piece::block(rectangle(10_000, 0, 2_000, 10_000), 0, 2_500),
        Piece::block(rectangle(20_000, 0, 2_000, 10_000), 0, 2_500),
    ]);
    let (from, mut told) = (at(4_000, 5_000, 4_000), Vec::new());
    let mut follow = |hops: Hops, x: i64, ahead: i64| {
        told.clear();
        let way = (point(x, 5_000), point(ahead, 5_000));
        let footing = stairs.hopping(&FOOT, &hops, &[]).follow(from, way, &mut Scratch::default(), &mut told);
        (footing, told.clone())
    };
    let hop = |a: (i32, i32), b: (i32, i32)| Hop { from: at(a.0, 5_000, a.1), to: at(b.0, 5_000, b.1) };
    let all = Hops { gap: 1_000, drop: 2_500 };
    let gap = hop((6_000, 4_000), (6_800, 4_000));
    let (ledge, ground) = (hop((10_000, 4_000), (10_500, 2_500)), hop((12_000, 2_500), (12_500, 0)));
    assert_eq!(follow(all, 15_000, 15_000), (Some(Footing::Floor(0)), vec![gap, ledge, ground]));
    assert_eq!(follow(all, 12_300, 15_000), (Some(Footing::Air(ground)), vec![gap, ledge]));
    assert_eq!(follow(all, 12_300, 12_300).0, None, "no place to land on is looked for beyond");
    assert_eq!(follow(all, 11_000, 15_000), (Some(Footing::Floor(2_500)), vec![gap, ledge]));
    assert_eq!(follow(Hops { drop: 2_400, ..all }, 15_000, 15_000).0, None);
    assert_eq!(follow(Hops { gap: 700, ..all }, 9_000, 9_000).0, None);
    assert_eq!(follow(all, 21_000, 21_000).0, None, "too high to step on");
    // The shortest way to the east border: down on this side, then round the last block.
    let ways = Ways::with_hops(&stairs, FOOT, all);
    let gait = Gait { limit: 60_000, ladders: false, stairs: false, up: false };
    let mut track = Vec::new();
    let length =
        ways.trip(&stairs, from, &gait, &[]).to_border(Border::East, &mut Search::default(), &mut track).unwrap();
    assert!((44_000..50_000).contains(&length), "{length} {track:?}");
}

#[test]
fn gaps_and_drops() {
    // CH-JUMP-01 and CH-JUMP-03: 3 inches of run, a gap of 3, 2 more; and a roof 3 inches lower.
    let roofs = table(vec![
        Piece::block(rectangle(5_000, 5_000, 6_000, 6_000), 0, 6000),
        Piece::block(rectangle(14_000, 5_000, 6_000, 6_000), 0, 6000),
        Piece::block(rectangle(5_000, 13_000, 6_000, 6_000), 0, 3000),
        Piece::block(rectangle(5_000, 0, 6_000, 3_000), 0, 7500),
    ]);
    let gap = Stride::Gap { before: 3000, width: 3000, after: 2000, rise: 0 };
    assert_eq!(strides(&roofs, &[at(8_000, 8_000, 6000), at(16_000, 8_000, 6000)]), Ok(vec![gap]));
    let down = Stride::Gap { before: 1000, width: 2000, after: 1000, rise: -3000 };
    assert_eq!(strides(&roofs, &[at(8_000, 10_000, 6000), at(8_000, 14_000, 3000)]), Ok(vec![down]));
    // Not to one 1.5 inches higher.
    let fault = strides(&roofs, &[at(8_000, 6_000, 6000), at(8_000, 2_000, 7500)]).unwrap_err();
    assert!(matches!(fault.why, Why::TooHigh(7500) | Why::Piece(PieceId(3))), "{fault:?}");
    // CH-JUMP-07: flat to the edge, which counts, and up to an inch beyond it.
    let jump = Stride::Drop { before: 1000, beyond: 800, height: 6000 };
    assert_eq!(strides(&roofs, &[at(10_000, 8_000, 6000), at(11_800, 8_000, 0)]), Ok(vec![jump]));
    // Too near to the wall below.
    let fault = strides(&roofs, &[at(10_000, 8_000, 6000), at(11_300, 8_000, 0)]).unwrap_err();
    assert_eq!(fault.why, Why::Piece(PieceId(0)));
    // CH-DIVE-01: an inch is a step, more is a jump.
    let steps = table(vec![Piece::block(rectangle(5_000, 5_000, 3_000, 3_000), 0, 1000)]);
    assert_eq!(strides(&steps, &[at(6_000, 6_000, 1000), at(10_000, 6_000, 0)]), Ok(vec![flat(4000)]));
    assert_eq!(strides(&steps, &[at(10_000, 6_000, 0), at(6_000, 6_000, 1000)]), Ok(vec![flat(4000)]));
    let higher = table(vec![Piece::block(rectangle(5_000, 5_000, 3_000, 3_000), 0, 1001)]);
    let drop = Stride::Drop { before: 1000, beyond: 1000, height: 1001 };
    assert_eq!(strides(&higher, &[at(7_000, 6_000, 1001), at(9_000, 6_000, 0)]), Ok(vec![drop]));
}

#[test]
fn water_and_bridges() {
    // CH-GEOM-18: nobody enters at its own level; platforms above are free; gaps over it may be jumped.
    let river = table(vec![
        Piece::forbidden(rectangle(0, 22_000, 48_000, 4_000), 0),
        Piece::platform(rectangle(22_000, 20_000, 4_000, 8_000), 1000),
        Piece::platform(rectangle(8_000, 19_000, 2_000, 4_000), 1000),
        Piece::platform(rectangle(8_000, 25_500, 2_000, 4_000), 1000),
    ]);
    let fault = strides(&river, &[at(15_000, 20_000, 0), at(15_000, 24_000, 0)]).unwrap_err();
    assert_eq!(fault.why, Why::Piece(PieceId(0)));
    let canal = Stride::Gap { before: 2000, width: 4000, after: 4000, rise: 0 };
    assert_eq!(strides(&river, &[at(15_000, 20_000, 0), at(15_000, 30_000, 0)]), Ok(vec![canal]));
    let walked = river.farthest(at(15_000, 20_000, 0), point(15_000, 30_000), &FOOT, &[], &mut Scratch::default());
    assert_eq!(walked, at(15_000, 21_500, 0));
    assert_eq!(strides(&river, &[at(24_000, 18_000, 0), at(24_000, 30_000, 0)]), Ok(vec![flat(12_000)]));
    let jump = strides(&river, &[at(9_000, 22_000, 1000), at(9_000, 26_500, 1000)]);
    assert_eq!(jump, Ok(vec![Stride::Gap { before: 1000, width: 2500, after: 1000, rise: 0 }]));
    let bank = river.nearest_stand(at(15_000, 23_000, 0), &FOOT, 250, 3_000, |_| true).unwrap();
    assert_eq!(bank, at(15_000, 21_500, 0));
}

#[test]
fn ladders_and_floors_of_a_building() {
    // CH-GEOM-15 and CH-GEOM-21: floors at 3 and 6, a ladder through all of them.
    let street = street();
    let foot = at(5_750, 9_750, 0);
    let up = strides(&street, &[at(7_000, 11_000, 0), foot, at(5_750, 9_750, 3000)]).unwrap();
    assert!(matches!(up[1], Stride::Ladder { rise: 3000, length: 0, .. }));
    assert_eq!(street.floor(point(9_000, 12_000), 5_999), Some(3000));
    assert_eq!(street.floor(point(9_000, 12_000), 2_999), Some(0));
    // The roofs are joined by a plank 6 inches up; the floor inside has no edge behind its walls.
    assert_eq!(strides(&street, &[at(12_000, 12_000, 6000), at(17_000, 12_000, 6000)]), Ok(vec![flat(5000)]));
    assert!(!street.edges().iter().any(|edge| edge.z == 3000));
    assert!(street.brink(at(9_000, 10_000, 6000), 500, 1000, 2000).is_none(), "railed on the south side");
    assert!(street.brink(at(5_800, 12_000, 6000), 500, 1000, 2000).is_some());
    // Through the door, not through the wall beside it.
    assert_eq!(strides(&street, &[at(9_000, 8_000, 0), at(9_000, 12_000, 0)]), Ok(vec![flat(4000)]));
    assert!(strides(&street, &[at(7_000, 8_000, 0), at(7_000, 12_000, 0)]).is_err());
    let mut seen = Vec::new();
    street.ladders_near(at(6_000, 10_000, 0), 2_000, |foot, head| seen.push((foot, head)));
    assert_eq!(seen, [(foot, at(5_750, 9_750, 3000)), (foot, at(5_750, 9_750, 6000))]);
}

#[test]
fn keeping_away() {
    // CH-GEOM-09: passing at 1.3 is legal, at 0.8 and at exactly 1 it is not; SM-ACTION-05: who stands inside may leave.
    let open = table(vec![]);
    let enemy = Keepout { at: at(10_000, 10_000, 0), radius: 500, height: 1500, margin: 1000, touch: false };
    let pass = |gap: i32, keep: Keepout| {
        let y = 10_000 + 1_000 + gap;
        open.leg(at(5_000, y, 0), at(15_000, y, 0), &FOOT, &[keep], &mut Scratch::default()).map_err(|fault| fault.why)
    };
    assert_eq!(pass(1300, enemy), Ok(flat(10_000)));
    assert_eq!(pass(800, enemy), Err(Why::Keepout(0)));
    assert_eq!(pass(1000, enemy), Err(Why::Keepout(0)));
    assert_eq!(pass(1000, Keepout { touch: true, ..enemy }), Ok(flat(10_000)));
    let from = at(11_500, 10_000, 0);
    let go = |to: Spot| open.leg(from, to, &FOOT, &[enemy], &mut Scratch::default()).is_ok();
    assert!(go(at(15_000, 10_000, 0)) && go(at(11_500, 14_000, 0)) && !go(at(11_400, 14_000, 0)));
    // On a floor 2 inches above, the inch does not reach.
    let above = Keepout { at: at(10_000, 10_000, 2000), ..enemy };
    assert_eq!(pass(200, above), Ok(flat(10_000)));
}

#[test]
fn lengths_are_rounded_leg_by_leg() {
    // CH-MOVE-01 and CH-GEOM-20.
    assert_eq!(path::plan_length(&[at(0, 0, 0), at(2_500, 0, 0), at(2_500, 1_500, 0)]), 4000);
    assert_eq!(path::plan_length(&[at(0, 0, 0), at(3_000, 0, 0), at(2_000, 0, 0)]), 4000);
    assert_eq!(path::plan_length(&[at(0, 0, 0), at(1, 1, 0), at(2, 2, 0)]), 2);
    assert_eq!(path::plan_length(&[at(0, 0, 0)]), 0);
}
