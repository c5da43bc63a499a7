//! How many questions a second a table answers: `cargo run --release -p space --example inches_bench`.
//!
//! Two tables: a street of houses with floors, windows, ladders and low walls, and a yard with walls and woods. Each line
//! ends with a checksum of the answers, so that a faster table that answers wrongly is noticed.

use std::time::Instant;

use space::inches::build::{Opening, wall};
use space::inches::*;

const FOOT: Mover = Mover { radius: 500, step: 1000, headroom: 1500 };
const GRID: Silhouette = Silhouette { across: [-900, -450, 0, 450, 900], up: [100, 300, 500, 700, 900] };

fn rectangle(x: i64, y: i64, w: i64, d: i64) -> Polygon {
    Polygon::rectangle(Point::new(x, y), Point::new(x + w, y + d)).expect("a rectangle")
}

/// x, y, width, depth, storeys, side of the door.
const HOUSES: [(i64, i64, i64, i64, i32, usize); 6] = [
    (5_000, 9_000, 8_000, 7_000, 2, 2),
    (15_500, 9_000, 6_000, 6_000, 2, 1),
    (30_000, 10_000, 8_000, 9_000, 3, 3),
    (6_000, 28_000, 7_000, 9_000, 2, 0),
    (15_500, 30_000, 6_000, 6_000, 2, 1),
    (28_000, 29_000, 10_000, 9_000, 2, 3),
];

fn street() -> Tabletop {
    let mut layout = Layout { width: 48_000, depth: 48_000, ..Layout::default() };
    for (x, y, w, d, storeys, door) in HOUSES {
        let corners = [(x, y), (x + w, y), (x + w, y + d), (x, y + d)].map(|(x, y)| Point::new(x, y));
        let mut stops = vec![Spot::new(x as i32 + 800, y as i32 + 800, 0)];
        for storey in 0..storeys {
            let floor = storey * 3000;
            for side in 0..4 {
                let (a, b) = (corners[side], corners[(side + 1) % 4]);
                let middle = a.to(b) as i32 / 2;
                let open = storey == 0 && side == door;
                let (sill, lintel) = if open { (floor, floor + 3000) } else { (floor + 1000, floor + 2250) };
                let opening = Opening { from: middle - 750, to: middle + 750, sill, lintel };
                wall(a, b, 250, (floor, floor + 3000), &[opening], Piece::barrier, &mut layout.pieces).expect("a wall");
            }
            layout.pieces.push(Piece::platform(rectangle(x, y, w, d), floor + 3000));
            stops.push(Spot { z: floor + 3000, ..stops[0] });
        }
        layout.ladders.push(Ladder { stops, stairs: false });
    }
    layout.pieces.push(Piece::platform(rectangle(13_000, 11_500, 2_500, 1_200), 6_000));
    layout.pieces.push(Piece::block(rectangle(24_000, 12_000, 3_000, 3_000), 0, 2_500));
    layout.pieces.push(Piece::block(rectangle(41_000, 23_000, 4_000, 4_000), 0, 1_500));
    for (x, y, w) in [(18_000, 22_000, 7_000), (28_000, 25_000, 6_000), (3_000, 21_000, 6_000)] {
        layout.pieces.push(Piece::barrier(rectangle(x, y, w, 300), 0, 1_000));
    }
    Tabletop::new(layout).expect("the street")
}

fn yard() -> Tabletop {
    let mut layout = Layout { width: 48_000, depth: 48_000, ..Layout::default() };
    let walls = [
        (14_000, 16_000, 7_000, 1_000),
        (27_000, 16_000, 7_000, 1_000),
        (14_000, 31_000, 6_000, 1_000),
        (28_000, 31_000, 6_000, 1_000),
        (14_000, 17_000, 1_000, 5_000),
        (14_000, 26_000, 1_000, 5_000),
        (33_000, 17_000, 1_000, 5_000),
        (33_000, 26_000, 1_000, 5_000),
    ];
    for (x, y, w, d) in walls {
        layout.pieces.push(Piece::barrier(rectangle(x, y, w, d), 0, 1_500));
    }
    layout.pieces.push(Piece::block(rectangle(22_000, 23_000, 4_000, 4_000), 0, 3_000));
    let woods: [&[(i64, i64)]; 4] = [
        &[(3_000, 8_000), (9_000, 7_000), (11_500, 10_000), (8_000, 13_000), (3_000, 12_000)],
        &[(37_000, 8_000), (44_000, 7_000), (46_000, 10_000), (41_000, 12_500), (37_000, 11_000)],
        &[(1_000, 36_500), (7_000, 36_000), (11_000, 38_000), (8_000, 42_000), (2_000, 41_000)],
        &[(20_000, 36_000), (28_000, 35_000), (29_000, 41_000), (19_000, 41_000)],
    ];
    for wood in woods {
        let outline = Polygon::new(wood.iter().map(|&(x, y)| Point::new(x, y))).expect("a wood");
        layout.pieces.push(Piece::thicket(outline, 0, 4_000, Thicket { depth: 2_000, graze: 50 }));
    }
    Tabletop::new(layout).expect("the yard")
}

/// A plain generator of numbers; the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as i32
    }
}

fn time(name: &str, count: u32, mut f: impl FnMut(usize) -> i64) {
    let start = Instant::now();
    let mut sum = 0i64;
    for i in 0..count as usize {
        sum = sum.wrapping_mul(31).wrapping_add(f(i));
    }
    let nanos = start.elapsed().as_nanos().max(1);
    let each = nanos / u128::from(count.max(1));
    println!("  {name:<28} {:>12} a second {each:>9} ns each   sum {sum:x}", u128::from(count) * 1_000_000_000 / nanos);
}

/// What is asked about a table.
struct Questions<'t> {
    table: &'t Tabletop,
    spots: Vec<Spot>,
    /// Each spot with a place up to 4 inches off.
    near: Vec<(Spot, Point)>,
    keep: Vec<Keepout>,
}

fn figure(at: Spot) -> Cylinder {
    Cylinder { at, radius: 500, height: 1500 }
}

impl Questions<'_> {
    fn about(table: &Tabletop) -> Questions<'_> {
        let mut numbers = Numbers(7);
        let mut spots = Vec::new();
        while spots.len() < 512 {
            let p = Point::new(i64::from(numbers.below(48_000)), i64::from(numbers.below(48_000)));
            let spot = table.floor(p, [0, 0, 3_000, 6_000][spots.len() % 4]).map(|z| p.at(z));
            spots.extend(spot.filter(|&spot| table.stand(spot, &FOOT, 250).is_ok()));
        }
        let near = (spots.iter())
            .map(|&spot| {
                let (x, y) = turn::direction(numbers.below(24));
                let long = i64::from(numbers.below(4_000));
                (spot, Point::new(i64::from(spot.x) + x * long / 1_000_000, i64::from(spot.y) + y * long / 1_000_000))
            })
            .collect();
        let keepout = |&at: &Spot| Keepout { at, radius: 500, height: 1500, margin: 1000, touch: false };
        let keep = spots[..8].iter().map(keepout).collect();
        Questions { table, spots, near, keep }
    }

    fn sights(&self) {
        let Questions { table, spots, .. } = self;
        let crowd: Vec<Cylinder> = spots[..16].iter().map(|&at| figure(at)).collect();
        time("view, 16 figures", 400_000, |i| {
            let (viewer, target) = (figure(spots[i % 512]), figure(spots[(i * 7 + 13) % 512]));
            let eye = sight::eye(&viewer, 850);
            let look = Look { eye, viewer, target, silhouette: &GRID, others: &crowd, ignore: &[] };
            i64::from(table.view(&look).free())
        });
        time("within 8 inches", 4_000_000, |i| {
            let (a, b) = (Base::new(spots[i % 512], 500), Base::new(spots[(i * 7 + 13) % 512], 500));
            i64::from(a.within(&b, 8_000))
        });
    }

    fn legs(&self) {
        let Questions { table, spots, near, keep } = self;
        let mut scratch = Scratch::default();
        time("walk up to 4 inches", 1_000_000, |i| {
            let (from, to) = near[i % 512];
            table.walk(from, to, &FOOT, keep, &mut scratch).map_or(-1, i64::from)
        });
        time("leg with fault", 1_000_000, |i| {
            let (from, to) = near[i % 512];
            match table.leg(from, to.at(from.z), &FOOT, keep, &mut scratch) {
                Ok(stride) => i64::from(stride.length()),
                Err(fault) => i64::from(fault.at.x),
            }
        });
        time("farthest up to 4 inches", 500_000, |i| {
            let (from, to) = near[i % 512];
            i64::from(table.farthest(from, to, &FOOT, keep, &mut scratch).x)
        });
        time("stand", 2_000_000, |i| i64::from(table.stand(spots[i % 512], &FOOT, 250).is_ok()));
        time("brink", 2_000_000, |i| {
            table.brink(spots[i % 512], 500, 1_000, 2_000).map_or(-1, |(id, _)| id.index() as i64)
        });
    }

    fn ways(&self) {
        let Questions { table, spots, near, keep } = self;
        let start = Instant::now();
        let ways = Ways::new(table, FOOT);
        println!("  {} way points in {} us", ways.nodes().len(), start.elapsed().as_micros());
        let (mut search, mut track) = (Search::default(), Vec::new());
        let gait = Gait { limit: 8_000, ladders: true, stairs: true, up: true };
        let trip = |from: Spot| ways.trip(table, from, &gait, keep);
        let mut shortest = |name: &str, count: u32| {
            time(name, count, |i| {
                let (from, to) = (spots[i % 512], near[(i * 5 + 1) % 512].0);
                let goal = spots.iter().copied().find(|&s| s != from && s.plan().square_to(from.plan()) < 64_000_000);
                trip(from).shortest(goal.unwrap_or(to), &mut search, &mut track).map_or(-1, i64::from)
            });
        };
        shortest("shortest, first round", 512);
        shortest("shortest, 8 inches", 5_000);
        time("spread, 8 inches", 2_000, |i| {
            trip(spots[i % 512]).spread(&mut search);
            search.reached().len() as i64
        });
        time("area, 8 inches", 100, |i| {
            let area = trip(spots[i % 512]).area(250, &mut search);
            area.outlines.iter().map(Vec::len).sum::<usize>() as i64
        });
    }
}

fn bench(name: &str, table: &Tabletop) {
    println!("{name}: {} pieces, {} edges", table.pieces().len(), table.edges().len());
    let questions = Questions::about(table);
    questions.sights();
    questions.legs();
    questions.ways();
}

fn main() {
    bench("street", &street());
    bench("yard", &yard());
}
