//! What a board fixes: the terrain of a scenario as the geometry knows it (CH-GEOM-21, CH-GEOM-22).

use crate::cards::{Compass, Piece, Plot, Scenario, Shape};
use crate::roads::Roads;
use space::inches::{self, Ladder, Layout, Mover, Point, Polygon, Rail, Spot, Tabletop, Ways};
use std::sync::OnceLock;

/// Walls of ruins and of their storeys.
const THICK: i32 = 250;
const STOREY: i32 = 3000;
/// Doors and windows.
const OPENING: i32 = 1500;
const SILL: i32 = 1000;
const LINTEL: i32 = 2250;
/// Free-standing walls.
const WALL: i32 = 300;
/// Where an infantry base stands to use a ladder.
const FOOT: i32 = 500;

/// Infantry, small animals, monsters and riders (CH-GEOM-02, CH-GEOM-03).
const MOVERS: [Mover; 4] = [
    Mover { radius: 500, step: 1000, headroom: 1500 },
    Mover { radius: 500, step: 1000, headroom: 1000 },
    Mover { radius: 1000, step: 1000, headroom: 2250 },
    Mover { radius: 1000, step: 2000, headroom: 2250 },
];

#[derive(Debug)]
pub struct Field {
    pub table: Tabletop,
    /// Outline of each piece of the scenario in plan, as corners of its rectangle, for holding it (CH-DEPLOY-10).
    pub plots: Vec<Option<Plot>>,
    /// Shortest ways, for each kind of mover.
    ways: Vec<Ways>,
    /// How far it is on foot; made when somebody asks.
    roads: OnceLock<Roads>,
    /// The middle of each door, on the ground.
    doors: Vec<Spot>,
    /// The opening of each window, where an eye may be (CH-GEOM-13).
    pub windows: Vec<Spot>,
    /// Places just past the corners of walls and blocks, from which one looks round them (CH-GEOM-13).
    pub corners: Vec<Corner>,
    /// Outlines of low walls, over which one looks down (CH-GEOM-13), with bottom and top.
    pub parapets: Vec<(Polygon, i32, i32)>,
    /// Less than a third of the board is terrain (CH-DEPLOY-05).
    pub open: bool,
}

/// A place past a corner, and the heights between which the corner is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corner {
    pub at: Point,
    pub bottom: i32,
    pub top: i32,
}

impl Field {
    /// # Errors
    /// Pieces that make no table, in words.
    pub fn new(scenario: &Scenario) -> Result<Field, String> {
        let mut builder = Builder {
            layout: Layout { width: scenario.width, depth: scenario.depth, ..Layout::default() },
            windows: Vec::new(),
            doors: Vec::new(),
        };
        for piece in &scenario.pieces {
            builder.piece(piece).ok_or_else(|| format!("{} has no outline", piece.id))?;
        }
        let table = Tabletop::new(builder.layout).map_err(|error| error.to_string())?;
        let plots = scenario.pieces.iter().map(plot).collect();
        let open = covered(scenario) * 3 < i64::from(scenario.width) * i64::from(scenario.depth);
        let ways = MOVERS.iter().map(|mover| Ways::new(&table, *mover)).collect();
        let (corners, parapets) = (corners(&table), parapets(&table));
        let (windows, doors) = (builder.windows, builder.doors);
        Ok(Field { table, plots, ways, roads: OnceLock::new(), doors, windows, corners, parapets, open })
    }

    /// How far it is on foot, for an ordinary warrior.
    pub fn roads(&self) -> &Roads {
        self.roads.get_or_init(|| Roads::new(&self.table, &MOVERS[0], &self.doors))
    }

    /// The ways of a mover; of the most ordinary one for a mover that nobody is.
    pub fn ways(&self, mover: Mover) -> &Ways {
        self.ways.iter().find(|ways| *ways.mover() == mover).unwrap_or(&self.ways[0])
    }
}

/// Solids taller than this are looked round, lower ones looked over.
const TALL: i32 = 1250;

/// Corners of tall solids that do not lie within another piece.
fn corners(table: &Tabletop) -> Vec<Corner> {
    const PAST: i64 = 20;
    let mut found = Vec::new();
    let tall = |piece: &&inches::Piece| piece.is_solid() && piece.top - piece.bottom > TALL;
    for piece in table.pieces().iter().filter(tall) {
        let points = piece.outline.points();
        let count = points.len();
        for (at, v) in points.iter().enumerate() {
            let (before, after) = (points[(at + count - 1) % count], points[(at + 1) % count]);
            let unit = |from: Point| {
                let long = from.to(*v).max(1);
                ((v.x - from.x) * 1000 / long, (v.y - from.y) * 1000 / long)
            };
            let (a, b) = (unit(before), unit(after));
            let out = Point { x: v.x + (a.0 + b.0) * PAST / 1000, y: v.y + (a.1 + b.1) * PAST / 1000 };
            let inside = |other: &inches::Piece| {
                other.is_solid()
                    && other.bottom < piece.top
                    && other.top > piece.bottom + TALL
                    && other.outline.covers(out)
            };
            if !piece.outline.covers(out) && !table.pieces().iter().any(inside) {
                found.push(Corner { at: out, bottom: piece.bottom, top: piece.top });
            }
        }
    }
    found
}

fn parapets(table: &Tabletop) -> Vec<(Polygon, i32, i32)> {
    let low = |piece: &&inches::Piece| piece.kind == inches::Kind::Barrier && piece.top - piece.bottom <= TALL;
    table.pieces().iter().filter(low).map(|piece| (piece.outline.clone(), piece.bottom, piece.top)).collect()
}

fn plot(piece: &Piece) -> Option<Plot> {
    match &piece.shape {
        Shape::Ruin { plot, .. }
        | Shape::Block { plot, .. }
        | Shape::Walkway { plot, .. }
        | Shape::Bridge { plot, .. } => Some(*plot),
        Shape::Wall { .. } | Shape::Water { .. } => None,
    }
}

/// Plan area of all pieces, each made 2 inches larger on every side, counted in squares of a quarter inch so that
/// overlaps count once.
fn covered(scenario: &Scenario) -> i64 {
    const CELL: i32 = 250;
    const MORE: i32 = 2000;
    let boxes: Vec<(i32, i32, i32, i32)> = scenario
        .pieces
        .iter()
        .map(|piece| match &piece.shape {
            Shape::Ruin { plot, .. }
            | Shape::Block { plot, .. }
            | Shape::Walkway { plot, .. }
            | Shape::Bridge { plot, .. } => (plot.x, plot.y, plot.x + plot.width, plot.y + plot.depth),
            Shape::Wall { from, to, .. } => (from.0.min(to.0), from.1.min(to.1), from.0.max(to.0), from.1.max(to.1)),
            Shape::Water { outline } => outline
                .iter()
                .fold((i32::MAX, i32::MAX, 0, 0), |(a, b, c, d), (x, y)| (a.min(*x), b.min(*y), c.max(*x), d.max(*y))),
        })
        .map(|(a, b, c, d)| (a - MORE, b - MORE, c + MORE, d + MORE))
        .collect();
    let mut cells = 0;
    for x in (CELL / 2..scenario.width).step_by(CELL as usize) {
        for y in (CELL / 2..scenario.depth).step_by(CELL as usize) {
            cells += i64::from(boxes.iter().any(|(a, b, c, d)| x > *a && x < *c && y > *b && y < *d));
        }
    }
    cells * i64::from(CELL) * i64::from(CELL)
}

struct Builder {
    layout: Layout,
    windows: Vec<Spot>,
    doors: Vec<Spot>,
}

impl Builder {
    fn piece(&mut self, piece: &Piece) -> Option<()> {
        match &piece.shape {
            Shape::Ruin { plot, storeys, door, rails, ladder } => self.ruin(*plot, *storeys, *door, rails, *ladder),
            Shape::Block { plot, height } => {
                self.layout.pieces.push(inches::Piece::block(rectangle(*plot)?, 0, *height));
                Some(())
            }
            Shape::Wall { from, to, height } => {
                let (a, b) = (point(from.0, from.1), point(to.0, to.1));
                self.layout.pieces.push(inches::Piece::barrier(strip(a, b, WALL)?, 0, *height));
                Some(())
            }
            Shape::Walkway { plot, z, rails } => self.deck(*plot, *z, rails),
            Shape::Bridge { plot, z, stairs, rails } => {
                self.deck(*plot, *z, rails)?;
                for side in stairs {
                    let (top, bottom) = ends(*plot, *side, FOOT, FOOT + z * 3 / 2);
                    self.layout.ladders.push(Ladder { stops: vec![bottom.at(0), top.at(*z)], stairs: true });
                }
                Some(())
            }
            Shape::Water { outline } => {
                let points = outline.iter().map(|(x, y)| point(*x, *y));
                self.layout.pieces.push(inches::Piece::forbidden(Polygon::new(points).ok()?, 0));
                Some(())
            }
        }
    }

    fn deck(&mut self, plot: Plot, z: i32, rails: &[Compass]) -> Option<()> {
        self.layout.pieces.push(inches::Piece::platform(rectangle(plot)?, z));
        self.rails(plot, z, rails);
        Some(())
    }

    fn rails(&mut self, plot: Plot, z: i32, rails: &[Compass]) {
        for side in rails {
            let (a, b) = border(plot, *side);
            self.layout.rails.push(Rail { from: a.at(z), to: b.at(z) });
        }
    }

    /// Walls with a door and windows, a floor on top of each storey, ladders (CH-GEOM-21).
    fn ruin(
        &mut self,
        plot: Plot,
        storeys: u8,
        door: Compass,
        rails: &[Compass],
        ladder: Option<Compass>,
    ) -> Option<()> {
        for storey in 0..i32::from(storeys) {
            let floor = storey * STOREY;
            for side in [Compass::North, Compass::East, Compass::South, Compass::West] {
                if side == door && storey == 0 {
                    self.wall(plot, side, floor, 0, STOREY)?;
                } else {
                    self.wall(plot, side, floor, SILL, LINTEL)?;
                }
            }
            self.layout.pieces.push(inches::Piece::platform(rectangle(plot)?, floor + STOREY));
        }
        let roof = i32::from(storeys) * STOREY;
        self.rails(plot, roof, rails);
        let levels = (0..=i32::from(storeys)).map(|storey| storey * STOREY);
        let corner = point(plot.x + THICK + FOOT, plot.y + THICK + FOOT);
        self.layout.ladders.push(Ladder { stops: levels.clone().map(|z| corner.at(z)).collect(), stairs: false });
        if let Some(side) = ladder {
            let (inside, outside) = ends(plot, side, THICK + FOOT, FOOT);
            let stops = levels.map(|z| if z == 0 { outside.at(0) } else { inside.at(z) }).collect();
            self.layout.ladders.push(Ladder { stops, stairs: false });
        }
        Some(())
    }

    /// One wall of a storey with an opening in its middle from `sill` to `lintel` above the floor.
    fn wall(&mut self, plot: Plot, side: Compass, floor: i32, sill: i32, lintel: i32) -> Option<()> {
        let whole = wall_plot(plot, side);
        let (left, middle, right) = match side {
            Compass::North | Compass::South => {
                let at = plot.x + (plot.width - OPENING) / 2;
                (
                    Plot { width: at - whole.x, ..whole },
                    Plot { x: at, width: OPENING, ..whole },
                    Plot { x: at + OPENING, width: whole.x + whole.width - at - OPENING, ..whole },
                )
            }
            Compass::East | Compass::West => {
                let at = plot.y + (plot.depth - OPENING) / 2;
                (
                    Plot { depth: at - whole.y, ..whole },
                    Plot { y: at, depth: OPENING, ..whole },
                    Plot { y: at + OPENING, depth: whole.y + whole.depth - at - OPENING, ..whole },
                )
            }
        };
        for part in [left, right] {
            self.layout.pieces.push(inches::Piece::barrier(rectangle(part)?, floor, floor + STOREY));
        }
        if sill > 0 {
            self.layout.pieces.push(inches::Piece::barrier(rectangle(middle)?, floor, floor + sill));
            self.layout.pieces.push(inches::Piece::barrier(rectangle(middle)?, floor + lintel, floor + STOREY));
            let centre = Spot { x: middle.x + middle.width / 2, y: middle.y + middle.depth / 2, z: floor };
            self.windows.push(centre);
        } else if floor == 0 {
            self.doors.push(Spot { x: middle.x + middle.width / 2, y: middle.y + middle.depth / 2, z: 0 });
        }
        Some(())
    }
}

/// The strip of a wall along one side of a plot. East and west walls run between the two others.
fn wall_plot(plot: Plot, side: Compass) -> Plot {
    match side {
        Compass::South => Plot { depth: THICK, ..plot },
        Compass::North => Plot { y: plot.y + plot.depth - THICK, depth: THICK, ..plot },
        Compass::West => Plot { y: plot.y + THICK, depth: plot.depth - 2 * THICK, width: THICK, ..plot },
        Compass::East => {
            Plot { x: plot.x + plot.width - THICK, y: plot.y + THICK, width: THICK, depth: plot.depth - 2 * THICK }
        }
    }
}

/// The middle of a side: a place `inward` inside it and one `outward` outside it.
fn ends(plot: Plot, side: Compass, inward: i32, outward: i32) -> (Point, Point) {
    let (cx, cy) = (plot.x + plot.width / 2, plot.y + plot.depth / 2);
    match side {
        Compass::South => (point(cx, plot.y + inward), point(cx, plot.y - outward)),
        Compass::North => (point(cx, plot.y + plot.depth - inward), point(cx, plot.y + plot.depth + outward)),
        Compass::West => (point(plot.x + inward, cy), point(plot.x - outward, cy)),
        Compass::East => (point(plot.x + plot.width - inward, cy), point(plot.x + plot.width + outward, cy)),
    }
}

fn border(plot: Plot, side: Compass) -> (Point, Point) {
    let (x, y, right, top) = (plot.x, plot.y, plot.x + plot.width, plot.y + plot.depth);
    match side {
        Compass::South => (point(x, y), point(right, y)),
        Compass::North => (point(x, top), point(right, top)),
        Compass::West => (point(x, y), point(x, top)),
        Compass::East => (point(right, y), point(right, top)),
    }
}

fn rectangle(plot: Plot) -> Option<Polygon> {
    Polygon::rectangle(point(plot.x, plot.y), point(plot.x + plot.width, plot.y + plot.depth)).ok()
}

/// A strip of this width along a line.
fn strip(a: Point, b: Point, width: i32) -> Option<Polygon> {
    let half = i64::from(width) / 2;
    let length = a.to(b).max(1);
    let (nx, ny) = (-(b.y - a.y) * half / length, (b.x - a.x) * half / length);
    let off = |p: Point, sign: i64| Point { x: p.x + sign * nx, y: p.y + sign * ny };
    Polygon::new([off(a, -1), off(b, -1), off(b, 1), off(a, 1)]).ok()
}

fn point(x: i32, y: i32) -> Point {
    Point { x: i64::from(x), y: i64::from(y) }
}
