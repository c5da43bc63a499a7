//! Tables to ask about.

use proptest::prelude::*;

use crate::inches::build::{Opening, wall};
use crate::inches::*;

pub(super) const FOOT: Mover = Mover { radius: 500, step: 1000, headroom: 1500 };

pub(super) fn at(x: i32, y: i32, z: i32) -> Spot {
    Spot::new(x, y, z)
}

pub(super) fn point(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

pub(super) fn rectangle(x: i64, y: i64, w: i64, d: i64) -> Polygon {
    Polygon::rectangle(point(x, y), point(x + w, y + d)).unwrap()
}

pub(super) fn table(pieces: Vec<Piece>) -> Tabletop {
    Tabletop::new(Layout { width: 48_000, depth: 48_000, pieces, ..Layout::default() }).unwrap()
}

/// A building of storeys of 3 inches with a door in the south wall of the ground floor, windows in all others, a floor
/// on top of each storey and a ladder inside.
pub(super) fn building(x: i64, y: i64, w: i64, d: i64, storeys: i32, layout: &mut Layout) {
    let corners = [point(x, y), point(x + w, y), point(x + w, y + d), point(x, y + d)];
    let mut stops = vec![at(x as i32 + 750, y as i32 + 750, 0)];
    for storey in 0..storeys {
        let floor = storey * 3000;
        for side in 0..4 {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            let middle = a.to(b) as i32 / 2;
            let (sill, lintel) =
                if storey == 0 && side == 0 { (floor, floor + 3000) } else { (floor + 1000, floor + 2250) };
            let opening = Opening { from: middle - 750, to: middle + 750, sill, lintel };
            wall(a, b, 250, (floor, floor + 3000), &[opening], Piece::barrier, &mut layout.pieces).unwrap();
        }
        layout.pieces.push(Piece::platform(rectangle(x, y, w, d), floor + 3000));
        stops.push(Spot { z: floor + 3000, ..stops[0] });
    }
    layout.ladders.push(Ladder { stops, stairs: false });
}

/// A street with two buildings joined by a plank, a block, low walls and a river.
pub(super) fn street() -> Tabletop {
    let mut layout = Layout { width: 48_000, depth: 48_000, ..Layout::default() };
    building(5_000, 9_000, 8_000, 7_000, 2, &mut layout);
    building(15_500, 9_000, 6_000, 6_000, 2, &mut layout);
    layout.pieces.push(Piece::platform(rectangle(13_000, 11_500, 2_500, 1_200), 6_000));
    layout.pieces.push(Piece::block(rectangle(24_000, 12_000, 3_000, 3_000), 0, 2_500));
    layout.pieces.push(Piece::barrier(rectangle(18_000, 22_000, 7_000, 300), 0, 1_000));
    layout.pieces.push(Piece::block(rectangle(22_000, 25_000, 1_500, 1_500), 0, 1_000));
    layout.pieces.push(Piece::forbidden(rectangle(0, 30_000, 48_000, 2_500), 0));
    layout.rails.push(Rail { from: at(5_000, 9_000, 6_000), to: at(13_000, 9_000, 6_000) });
    Tabletop::new(layout).unwrap()
}

/// A polygon whose corners stand round a centre in order, so that it is simple, often not convex.
pub(super) fn star(centre: Point, reaches: &[i64]) -> Option<Polygon> {
    let count = reaches.len() as i32;
    let points = (0..count).zip(reaches).map(|(i, &reach)| {
        let (x, y) = turn::direction(i * turn::TURN / count);
        point(centre.x + x * reach / 1_000_000, centre.y + y * reach / 1_000_000)
    });
    Polygon::new(points).ok()
}

pub(super) fn stars() -> impl Strategy<Value = Polygon> {
    let reaches =
        prop_oneof![Just(4usize), Just(6), Just(8)].prop_flat_map(|n| prop::collection::vec(200i64..3_000, n));
    ((0i64..12_000, 0i64..12_000), reaches)
        .prop_filter_map("not simple", |((x, y), reaches)| star(point(x, y), &reaches))
}

/// A few pieces of every kind on a table of a foot or so.
pub(super) fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = (stars(), 0u8..6, 0i32..3, 0i32..5).prop_map(|(outline, kind, low, tall)| {
        let (bottom, top) = (low * 500, low * 500 + tall * 500);
        match kind {
            0 | 1 => Piece::block(outline, bottom, top),
            2 => Piece::barrier(outline, bottom, top),
            3 => Piece::platform(outline, top + 500),
            4 => Piece::thicket(outline, bottom, top, Thicket { depth: 2000, graze: 50 }),
            _ => Piece::forbidden(outline, 0),
        }
    });
    prop::collection::vec(piece, 0..6)
}

pub(super) fn tables() -> impl Strategy<Value = Tabletop> {
    pieces()
        .prop_map(|pieces| Tabletop::new(Layout { width: 12_000, depth: 12_000, pieces, ..Layout::default() }).unwrap())
}

pub(super) fn points() -> impl Strategy<Value = Point> {
    // Often on a coarse lattice, where lines meet corners and run along sides.
    prop_oneof![
        (0i64..12_001, 0i64..12_001).prop_map(|(x, y)| point(x, y)),
        (0i64..25, 0i64..25).prop_map(|(x, y)| point(x * 500, y * 500)),
    ]
}
