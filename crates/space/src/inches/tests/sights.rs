//! Sight lines against walking along each of them.

use proptest::prelude::*;

use super::maps::{FOOT, at, point, points, rectangle, street, table, tables};
use crate::inches::sight::{ALL_LINES, Lines, eye};
use crate::inches::*;

/// Coreheim's silhouette (CH-GEOM-10).
pub(super) const GRID: Silhouette = Silhouette { across: [-900, -450, 0, 450, 900], up: [100, 300, 500, 700, 900] };
/// The Sword Marches' silhouette (SM-LOS-02).
const INSET: Silhouette = Silhouette { across: [-960, -480, 0, 480, 960], up: [20, 260, 500, 740, 980] };

pub(super) fn figure(x: i32, y: i32, z: i32) -> Cylinder {
    Cylinder { at: at(x, y, z), radius: 500, height: 1500 }
}

pub(super) fn look<'a>(viewer: Cylinder, target: Cylinder, others: &'a [Cylinder]) -> Look<'a> {
    Look { eye: eye(&viewer, 850), viewer, target, silhouette: &GRID, others, ignore: &[] }
}

fn rows(view: u32) -> [u32; 5] {
    [0, 1, 2, 3, 4].map(|row| view >> (5 * row) & 31)
}

#[test]
fn eyes() {
    // CH-GEOM-03.
    assert_eq!(eye(&figure(0, 0, 0), 850).z, 1275);
    assert_eq!(eye(&figure(0, 0, 3000), 850).z, 4275);
    assert_eq!(eye(&Cylinder { height: 1000, ..figure(0, 0, 0) }, 850).z, 850);
}

#[test]
fn walls_windows_and_low_walls() {
    // CH-GEOM-05: a wall of 3 inches stops a ray at 2 and lets one pass at 3.2; a window leaves an opening.
    let wall = table(vec![Piece::barrier(rectangle(10_000, 0, 300, 48_000), 0, 3000)]);
    assert!(!wall.sees(&look(figure(5_000, 5_000, 0), figure(15_000, 5_000, 0), &[])));
    assert!(wall.view(&look(figure(5_000, 5_000, 3200), figure(15_000, 5_000, 3200), &[])).clear());
    let window = table(vec![
        Piece::barrier(rectangle(10_000, 0, 300, 48_000), 0, 1000),
        Piece::barrier(rectangle(10_000, 0, 300, 48_000), 2250, 3000),
    ]);
    let through = window.view(&look(figure(9_000, 5_000, 0), figure(11_500, 5_000, 0), &[]));
    assert!(through.covered());
    // CH-GEOM-11: a low wall hides the lower rows and leaves the target in cover.
    let low = table(vec![Piece::barrier(rectangle(14_000, 0, 300, 48_000), 0, 1000)]);
    let view = low.view(&look(figure(5_000, 5_000, 0), figure(15_000, 5_000, 0), &[]));
    assert_eq!(rows(view.terrain), [31, 31, 31, 0, 0]);
    assert!(view.covered() && view.visible() && !view.clear());
    // CH-GEOM-03: a hound cannot see a hound behind a wall of an inch.
    let hound = |x: i32| Cylinder { height: 1000, ..figure(x, 5_000, 0) };
    assert!(!low.sees(&look(hound(12_000), hound(16_000), &[])));
}

#[test]
fn figures_stand_in_the_way() {
    // CH-GEOM-12 and SM-LOS-03: a figure in between stops what it covers, one that is asked about does not.
    let open = table(vec![]);
    let (viewer, target) = (figure(5_000, 5_000, 0), figure(15_000, 5_000, 0));
    let view = open.view(&look(viewer, target, &[figure(14_000, 5_000, 0)]));
    assert_eq!(view.free(), 0);
    assert_eq!(view.figures, ALL_LINES);
    assert!(open.view(&look(viewer, target, &[viewer, target, figure(10_000, 9_000, 0)])).clear());
    let aside = open.view(&look(viewer, target, &[figure(14_000, 5_700, 0)]));
    assert!(aside.covered());
    assert_eq!(aside.terrain, 0);
    // The eye at 3 + 1.2, a target on the ground 10 off, a figure of 1.4 midway: the line passes above it.
    let (viewer, target) =
        (Cylinder { height: 1400, ..figure(0, 0, 3000) }, Cylinder { height: 1400, ..figure(10_000, 0, 0) });
    let above = Look {
        eye: at(0, 0, 4200),
        viewer,
        target,
        silhouette: &INSET,
        others: &[Cylinder { height: 1400, ..figure(5_000, 0, 0) }],
        ignore: &[],
    };
    assert!(open.view(&above).clear());
    assert!(!open.view(&Look { eye: at(0, 0, 1200), viewer: figure(0, 0, 0), ..above }).visible());
}

#[test]
fn thickets() {
    let thicket = Thicket { depth: 2000, graze: 50 };
    let wood = |w: i64| table(vec![Piece::thicket(rectangle(10_000, 0, w, 48_000), 0, 4000, thicket)]);
    let see = |table: &Tabletop, from: i32, to: i32| {
        let figure = |x: i32| Cylinder { radius: 590, height: 1400, ..figure(x, 20_000, 0) };
        let (viewer, target) = (figure(from), figure(to));
        let eye = Spot { z: 1200, ..viewer.at };
        table.view(&Look { eye, viewer, target, silhouette: &INSET, others: &[], ignore: &[] })
    };
    // SM-AREA-02: 1.5 inches inside the border, and 2.5.
    let deep = wood(12_000);
    let near = see(&deep, 5_000, 10_000 + 1_500 + 590);
    assert!(near.clear() && near.dim == ALL_LINES && near.obscured_by_terrain());
    assert!(!see(&deep, 5_000, 10_000 + 2_500 + 590).visible());
    // SM-AREA-03: out of it, 1.9 and 2.1.
    assert!(see(&deep, 10_000 + 1_900 + 590, 5_000).visible());
    assert!(!see(&deep, 10_000 + 2_100 + 590, 5_000).visible());
    // SM-AREA-04: inside, gaps of 2.0 and 2.5.
    assert!(see(&deep, 14_000, 14_000 + 1_180 + 2_000).visible());
    assert!(!see(&deep, 14_000, 14_000 + 1_180 + 2_500).visible());
    // SM-AREA-05: not through it, however narrow; a graze does not count.
    assert!(!see(&wood(1_000), 5_000, 15_000).visible());
    let graze = see(&wood(50), 5_000, 15_000);
    assert!(graze.free() & 1 << 12 != 0 && graze.dim & 1 << 12 == 0);
    // SM-AREA-01: over it from above.
    let lofty = |x: i32| Cylinder { at: at(x, 20_000, 4000), radius: 590, height: 1400 };
    let over = Look {
        eye: at(5_000, 20_000, 5200),
        viewer: lofty(5_000),
        target: lofty(30_000),
        silhouette: &INSET,
        others: &[],
        ignore: &[],
    };
    assert!(deep.view(&over).clear() && !deep.view(&over).obscured_by_terrain());
}

#[test]
fn screens_are_named_and_can_be_ignored() {
    let low = table(vec![
        Piece::barrier(rectangle(14_000, 0, 300, 48_000), 0, 1000),
        Piece::barrier(rectangle(30_000, 0, 300, 48_000), 0, 3000),
    ]);
    let look = look(figure(5_000, 5_000, 0), figure(15_000, 5_000, 0), &[]);
    let mut screens = Vec::new();
    low.screens(&look, &mut screens);
    assert_eq!(screens.iter().map(|screen| screen.0).collect::<Vec<_>>(), [PieceId(0)]);
    assert_eq!(screens[0].1, low.view(&look).terrain);
    assert!(low.view(&Look { ignore: &[PieceId(0)], ..look }).clear());
}

#[test]
fn grazing_lines_go_on() {
    // Along a face and over an edge at its very height.
    let wall = table(vec![Piece::barrier(rectangle(10_000, 5_000, 1_000, 1_000), 0, 1275)]);
    let line = Silhouette { across: [0; 5], up: [850; 5] };
    let level = look(figure(5_000, 5_500, 0), figure(15_000, 5_500, 0), &[]);
    assert!(wall.view(&Look { silhouette: &line, ..level }).clear());
    let beside = look(figure(5_000, 5_000, 0), figure(15_000, 5_000, 0), &[]);
    let tall = table(vec![Piece::barrier(rectangle(10_000, 5_000, 1_000, 1_000), 0, 5000)]);
    assert!(tall.view(&Look { silhouette: &line, ..beside }).clear());
    let into = look(figure(5_000, 5_001, 0), figure(15_000, 5_001, 0), &[]);
    assert!(!tall.view(&Look { silhouette: &line, ..into }).visible());
}

/// Whether a line comes into a piece or a cylinder that is `wider` in all directions, by looking at many points of it.
fn hit(table: &Tabletop, others: &[Cylinder], eye: (Point, i64), end: (Point, i64), wider: i64) -> bool {
    let steps = 1_500;
    (1..steps).any(|i| {
        // Tables 1,500 times as fine hold the points exactly; here they are rounded to a thousandth of a thousandth.
        let part = |a: i64, b: i64| a * 1000 + (b - a) * 1000 * i / steps;
        let p = point(part(eye.0.x, end.0.x), part(eye.0.y, end.0.y));
        let z = part(eye.1, end.1);
        let level =
            |bottom: i32, top: i32| z > (i64::from(bottom) - wider) * 1000 && z < (i64::from(top) + wider) * 1000;
        let fine =
            |outline: &Polygon| Polygon::new(outline.points().iter().map(|p| point(p.x * 1000, p.y * 1000))).unwrap();
        let pieces = table.pieces().iter().filter(|piece| piece.sight == Opacity::Opaque);
        let solid = pieces.clone().any(|piece| {
            level(piece.bottom, piece.top) && {
                let outline = fine(&piece.outline);
                outline.place(p) == Place::Inside || wider > 0 && outline.compare(p, wider * 1000).is_le()
            }
        });
        solid
            || others.iter().any(|other| {
                let c = point(i64::from(other.at.x) * 1000, i64::from(other.at.y) * 1000);
                let radius = (i64::from(other.radius) + wider) * 1000;
                level(other.at.z, other.top()) && c.square_to(p) < radius * radius
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn each_line_against_its_points(
        table in tables(), a in points(), b in points(), heights in (0i32..3, 0i32..3),
        crowd in prop::collection::vec((points(), 0i32..2_000), 0..4), bit in 0usize..25,
    ) {
        let viewer = figure(a.x as i32, a.y as i32, heights.0 * 1000);
        let target = figure(b.x as i32, b.y as i32, heights.1 * 1000);
        let others: Vec<Cylinder> = crowd.iter().map(|(p, z)| figure(p.x as i32, p.y as i32, *z)).collect();
        let look = look(viewer, target, &others);
        let view = table.view(&look);
        let lines = Lines::new(&look);
        let counted: Vec<Cylinder> =
            others.iter().copied().filter(|other| other.at != viewer.at && other.at != target.at).collect();
        let (row, column) = (bit / 5, bit % 5);
        let (eye, end) = ((lines.eye, lines.z), (lines.columns[column], lines.rows[row]));
        // Thickets have a test of their own.
        let stopped = (view.terrain | view.figures) & 1 << bit != 0;
        let thick = table.pieces().iter().any(|piece| matches!(piece.sight, Opacity::Thick(_)));
        if hit(&table, &counted, eye, end, 0) {
            prop_assert!(stopped, "line {} meets something", bit);
        } else if stopped && !thick {
            prop_assert!(hit(&table, &counted, eye, end, 12), "line {} meets nothing", bit);
        }
        prop_assert_eq!(table.sees(&look), view.free() != 0);
    }

    #[test]
    fn silhouettes_are_square_to_the_view(a in points(), b in points()) {
        let look = look(figure(a.x as i32, a.y as i32, 0), figure(b.x as i32, b.y as i32, 0), &[]);
        let lines = Lines::new(&look);
        prop_assert_eq!(lines.columns[2], b);
        for (column, part) in lines.columns.iter().zip(GRID.across) {
            prop_assert!((b.to(*column) - i64::from(part.abs()) / 2).abs() <= 1);
            // Square within what rounding to a thousandth allows.
            let along = (column.x - b.x) * (b.x - a.x) + (column.y - b.y) * (b.y - a.y);
            prop_assert!(along.abs() <= a.to(b) + 1);
        }
        prop_assert_eq!(lines.rows, [150, 450, 750, 1050, 1350]);
    }
}

#[test]
fn how_well_one_is_seen() {
    let street = street();
    let watch = Watch { watcher: figure(21_000, 20_000, 0), eye: 850, height: 1500, silhouette: &GRID, others: &[] };
    assert_eq!(street.seen(at(21_000, 16_000, 0), &FOOT, &watch), Seen::Wholly);
    assert_eq!(street.seen(at(21_000, 23_000, 0), &FOOT, &watch), Seen::Partly);
    assert_eq!(street.seen(at(3_000, 12_000, 0), &FOOT, &watch), Seen::Not);
    let mut spots = Vec::new();
    let standing = Standing { mover: &FOOT, overhang: 250, keep: &[] };
    street.lee(at(21_000, 24_000, 0), 4_000, &standing, &watch, Seen::Partly, &mut spots);
    assert!(!spots.is_empty());
    for spot in spots {
        assert!(street.seen(spot, &FOOT, &watch) <= Seen::Partly);
        assert_eq!(street.stand(spot, &FOOT, 250), Ok(()));
    }
}

#[test]
fn short_answers_agree_with_all_lines() {
    let mut rng = 7u64;
    let mut next = |most: u64| {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((rng >> 33) % most) as i32
    };
    let mut layout = Layout { width: 20_000, depth: 20_000, ..Layout::default() };
    for _ in 0..12 {
        let (x, y) = (i64::from(next(18_000)), i64::from(next(18_000)));
        let (w, h) = (200 + i64::from(next(3000)), 200 + i64::from(next(3000)));
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|(x, y)| Point::new(x, y));
        let outline = Polygon::new(corners.to_vec()).expect("a box");
        layout.pieces.push(Piece::block(outline, 0, 500 + next(3000)));
    }
    let table = Tabletop::new(layout).expect("a table");
    let flat = Silhouette { across: [0; 5], up: [0; 5] };
    let (mut open, mut shut) = (0, 0);
    for _ in 0..2000 {
        let spot = |next: &mut dyn FnMut(u64) -> i32| Spot { x: next(20_000), y: next(20_000), z: next(3000) };
        let (a, b) = (spot(&mut next), spot(&mut next));
        let point = |at: Spot| Cylinder { at, radius: 0, height: 0 };
        let thin = Look { eye: a, viewer: point(a), target: point(b), silhouette: &flat, others: &[], ignore: &[] };
        assert_eq!(table.line_free(a, b), table.sees(&thin), "{a:?} {b:?}");
        if table.line_free(a, b) {
            open += 1
        } else {
            shut += 1
        }
        let body = |at: Spot| Cylinder { at, radius: 500, height: 1500 };
        let others = [body(spot(&mut next)), body(spot(&mut next)), body(spot(&mut next))];
        let look = Look { eye: eye(&body(a), 850), ..look(body(a), body(b), &others) };
        let view = table.view(&look);
        assert_eq!(table.sees_all(&look), view.clear(), "{look:?}");
        assert_eq!(table.glimpses(&look), view.free() & 1 << 12 != 0, "{look:?}");
    }
    assert!(open > 100 && shut > 100, "{open} {shut}");
}
