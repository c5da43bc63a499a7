//! Odd input gives values.

use proptest::prelude::*;

use super::maps::{at, points, street};
use super::sights::GRID;
use crate::inches::*;

fn numbers() -> impl Strategy<Value = i32> {
    prop_oneof![
        Just(i32::MIN),
        Just(i32::MAX),
        Just(0),
        Just(-1),
        Just(1 << 29),
        Just(-(1 << 30)),
        -60_000i32..60_000,
        any::<i32>(),
    ]
}

fn spots() -> impl Strategy<Value = Spot> {
    prop_oneof![
        (numbers(), numbers(), numbers()).prop_map(|(x, y, z)| at(x, y, z)),
        (points(), 0i32..7_000).prop_map(|(p, z)| p.at(z)),
    ]
}

proptest! {
    #[test]
    fn nothing_panics(a in spots(), b in spots(), c in spots(), r in numbers(), h in numbers(), n in numbers()) {
        let table = street();
        let mover = Mover { radius: r, step: h, headroom: n };
        let keep = [Keepout { at: c, radius: r, height: h, margin: n, touch: false }];
        let (mut scratch, mut track, mut strides, mut ids) = (Scratch::default(), vec![], vec![], vec![]);
        let _ = table.path(&[a, b, b, c], &mover, &keep, &mut scratch, &mut strides);
        let _ = table.walk(a, b.plan(), &mover, &keep, &mut scratch);
        let _ = table.farthest(a, b.plan(), &mover, &keep, &mut scratch);
        let hops = Hops { gap: n.min(5_000), drop: h };
        let _ = table.hopping(&mover, &hops, &keep).follow(a, (b.plan(), c.plan()), &mut scratch, &mut vec![]);
        let _ = table.stand(a, &mover, n);
        let _ = (table.floor(a.plan(), h), table.has_floor(b), table.drop_at(c), table.hangs(a, &mover));
        let _ = table.brink(a, r, h, n);
        for edge in 0..3 {
            let _ = table.landing(EdgeId(edge), a.plan(), r);
            let _ = table.landing_free(EdgeId(edge), a.plan(), r, n.min(5_000), |_| false);
        }
        let _ = table.nearest_stand(a, &mover, h, n.min(2_000), |_| false);
        table.grounds_under(a, r, h, &mut ids);
        table.solids_near(a, r, h, n, &mut ids);
        let spring = Spring { climb: h, gap: n, drop: h, beyond: n.min(5_000), rest: r };
        let _ = table.springing(&mover, &spring, &keep).straight(a, b, &mut scratch, &mut track, &mut strides);
        let (p, q) = (Base::new(a, r), Base::new(b, h));
        let _ = (p.gap(&q), p.distance(&q), p.within(&q, n), p.within_plan(&q, n), p.touches(&q), p.overlaps(&q));
        let _ = (p.within_spot(b, n), p.distance_to(b), p.within_line(b.plan(), c.plan(), n));
        let _ = lane::in_strip(&[a, b], h, n, &Base::new(c, r));
        let _ = lane::behind(a.plan(), b.plan(), c.plan(), a.plan());
        let _ = lane::contact(a, b, r, &q, n);
        let _ = lane::passes_within(a, b, r, &q, n);
        let _ = Cone::new(a.plan(), b.plan(), &ConeSize { length: n, near: h, far: r }).overlaps(&q);
        table.windows_near(a, r, h, n, |_| {});
        let _ = lane::stretch(a.plan(), b.plan(), r, &table.pieces()[0].outline);
        let (viewer, target) = (Cylinder { at: a, radius: r, height: h }, Cylinder { at: b, radius: h, height: n });
        let eye = sight::eye(&viewer, n);
        let others = [Cylinder { at: c, radius: n, height: r }];
        let look = Look { eye, viewer, target, silhouette: &GRID, others: &others, ignore: &[PieceId(9_999)] };
        let view = table.view(&look);
        prop_assert_eq!(view.visible(), table.sees(&look));
        let _ = sight::line_length(a, b);
        let mut out = Vec::new();
        table.ring(&p, h, &mover, n, &keep, &mut out);
        let watch = Watch { watcher: viewer, eye: n, height: h, silhouette: &GRID, others: &others };
        table.lee(b, n, &Standing { mover: &mover, overhang: h, keep: &keep }, &watch, Seen::Not, &mut out);
        table.ladders_near(a, n, |_, _| {});
        let _ = path::plan_length(&[a, b, c]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn searches_do_not_panic(a in spots(), b in spots(), c in spots(), r in numbers(), n in numbers()) {
        let table = street();
        let mover = Mover { radius: r.clamp(-2_000, 4_000), step: 1000, headroom: 1500 };
        let keep = [Keepout { at: c, radius: r, height: 1500, margin: n, touch: false }];
        let ways = Ways::new(&table, mover);
        let (mut search, mut track) = (Search::default(), Vec::new());
        let gait = Gait { limit: n, ladders: true, stairs: true, up: true };
        let _ = ways.trip(&table, a, &gait, &keep).shortest(b, &mut search, &mut track);
        let _ = ways.trip(&table, a, &gait, &keep).toward(b, n, &mut search, &mut track);
        let target = Base::new(b, r);
        let _ = ways.trip(&table, a, &gait, &keep).to_contact(&target, |_| true, &mut search, &mut track);
        for border in Border::ALL {
            let _ = ways.trip(&table, a, &gait, &keep).to_border(border, &mut search, &mut track);
        }
        let hops = Ways::with_hops(&table, mover, Hops { gap: 1_000, drop: n });
        let _ = hops.trip(&table, a, &gait, &keep).to_border(Border::South, &mut search, &mut track);
        ways.trip(&table, a, &Gait { limit: n.min(10_000), ..gait }, &keep).spread(&mut search);
        let _ = ways.trip(&table, b, &Gait { limit: n.min(3_000), ..gait }, &keep).area(1_000, &mut search);
    }
}

#[test]
fn tables_that_are_none() {
    let layout = Layout { width: 48_000, depth: 0, ..Layout::default() };
    assert_eq!(Tabletop::new(layout).map(|_| ()), Err(LayoutError::Size));
    let odd = Piece::block(super::maps::rectangle(0, 0, 10, 10), 5, 4);
    let layout = Layout { width: 48_000, depth: 48_000, pieces: vec![odd], ..Layout::default() };
    assert_eq!(Tabletop::new(layout).map(|_| ()), Err(LayoutError::UpsideDown(PieceId(0))));
    let far = Piece::block(super::maps::rectangle(0, 0, 10, 900_000), 0, 4);
    let layout = Layout { width: 48_000, depth: 48_000, pieces: vec![far], ..Layout::default() };
    assert_eq!(Tabletop::new(layout).map(|_| ()), Err(LayoutError::TooFar(PieceId(0))));
    let ladders = vec![Ladder { stops: vec![at(0, 0, 0)], stairs: false }];
    let layout = Layout { width: 48_000, depth: 48_000, ladders, ..Layout::default() };
    assert_eq!(Tabletop::new(layout).map(|_| ()), Err(LayoutError::ShortLadder(LadderId(0))));
}

#[test]
fn legs_of_no_length_and_off_the_table() {
    let table = street();
    let mover = super::maps::FOOT;
    let leg = |a: Spot, b: Spot| table.leg(a, b, &mover, &[], &mut Scratch::default());
    assert_eq!(leg(at(1_000, 1_000, 0), at(1_000, 1_000, 0)), Ok(Stride::Flat { length: 0 }));
    // CH-GEOM-01: the corner is on the table, a tenth beyond it is not.
    assert_eq!(leg(at(47_000, 48_000, 0), at(48_000, 48_000, 0)), Ok(Stride::Flat { length: 1000 }));
    assert_eq!(leg(at(47_000, 48_000, 0), at(48_100, 48_000, 0)).unwrap_err().why, Why::OffTable);
    assert_eq!(leg(at(1_000, 1_000, 0), at(2_000, 1_000, 700)).unwrap_err().why, Why::NoFloor(0));
    assert_eq!(table.stand(at(48_100, 10_000, 0), &mover, 250), Err(Unfit::OffTable));
    assert_eq!(table.stand(at(1_000, 1_000, 5), &mover, 250), Err(Unfit::Floor(0)));
}
