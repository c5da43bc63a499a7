//! A gridmap with everything it fixes once and for all: steps, distances, and sight between empty squares.
//!
//! Sight is a function of the map apart from the units that stand in between and the smoke that play has made. So the
//! answer for the bare map is worked out once for each pair of spaces and kept; units between two spaces are found by a
//! cheap test, and only then are lines drawn again.

use crate::cards::{GridMap, Ground};
use crate::cite::Cited;
use kernel::Rule;
use rulebook::SW;
use space::grid::{
    Block, Geometry, Line, Obstacle, Point, Rect, Square, Squares, Walls, border_points, hull_meets, hull_squares,
    lines,
};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

#[derive(Debug)]
pub struct Field {
    pub map: GridMap,
    /// Sliding wall squares; bit `i` of an `open` mask says that the `i`th is occupied and so counts as clear.
    pub sliding: Vec<Square>,
    layouts: Box<[OnceLock<Layout>]>,
    /// Spaces of one square, and of two by two, where the map itself lets a unit stay.
    stays: [Squares; 2],
    /// The map has brush or smoke, which can hide anybody.
    pub veils: bool,
    /// Kept views for each pair of sizes, by `from * area + to`; empty for maps too large to keep.
    kept: [Box<[AtomicU16]>; 4],
}

/// Walls and distances for one state of the sliding walls.
#[derive(Debug)]
pub struct Layout {
    pub walls: Walls,
    pub geometry: Geometry,
}

/// What one space sees of another, before traits: bits, so that it fits a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View(u16);

impl View {
    const KNOWN: u16 = 1;
    pub const VISIBLE: View = View(2);
    /// No free line reaches the centre, walls alone being enough for that (SW-COVER-02).
    pub const WALLED: View = View(4);
    /// No free line reaches the centre because of units in between (SW-TEMP-05).
    pub const SCREENED: View = View(8);
    pub const BRUSH: View = View(16);
    pub const LOW: View = View(32);
    pub const PILLAR: View = View(64);
    /// Invisible behind brush, smoke, or both together.
    pub const VEILED: View = View(128);
    /// Smoke has a part in the veil.
    pub const SMOKED: View = View(256);
    /// Nothing but walls and bodies can matter between the two: no brush, smoke, low cover or pillar.
    const PLAIN: View = View(512);
    /// No wall stands between the two.
    const OPEN: View = View(1024);

    const COVER: View = View(View::WALLED.0 | View::SCREENED.0 | View::BRUSH.0 | View::LOW.0 | View::PILLAR.0);
    /// Everything that covers a target, with its rule.
    const COVERS: [(View, Rule); 5] = [
        (View::WALLED, SW::COVER_02),
        (View::SCREENED, SW::TEMP_05),
        (View::BRUSH, SW::TERRAIN_05),
        (View::LOW, SW::TERRAIN_10),
        (View::PILLAR, SW::TERRAIN_12),
    ];

    pub fn has(self, other: View) -> bool {
        self.0 & other.0 != 0
    }

    fn set(&mut self, other: View, on: bool) {
        if on {
            self.0 |= other.0;
        }
    }

    pub fn visible(self) -> bool {
        self.has(View::VISIBLE)
    }

    pub fn cover(self) -> bool {
        self.has(View::COVER)
    }

    pub fn veiled(self) -> bool {
        self.has(View::VEILED)
    }

    /// The rules behind what is seen. Some body between the two may be larger than the target.
    pub(crate) fn cite(self, larger_between: bool, cited: &mut Cited) {
        let covers = || View::COVERS.into_iter().filter(|(kind, _)| self.has(*kind));
        for (_, rule) in covers() {
            cited.cite(rule);
        }
        // Only walls stop a line altogether; a unit does so for targets smaller than itself (SW-TEMP-06).
        cited.cite_if(self.has(View::WALLED), SW::LOS_03);
        cited.cite_if(larger_between, SW::TEMP_06);
        if self.veiled() {
            cited.cite(if self.has(View::SMOKED) { SW::TERRAIN_17 } else { SW::TERRAIN_04 });
        }
        // These hold only if they hold for each line that is drawn.
        let terrain = self.veiled() || self.has(View(View::BRUSH.0 | View::LOW.0 | View::PILLAR.0));
        cited.cite_if(terrain, SW::LOS_04);
        cited.cite_if(terrain, SW::LOS_05);
        cited.cite_if(covers().count() > 1, SW::COVER_04);
    }
}

/// A unit that may stand between viewer and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    pub block: Block,
    /// Larger than the target, so that it blocks sight and not only a clear shot (SW-TEMP-06).
    pub larger: bool,
}

/// Buffers for drawing lines, kept between calls.
#[derive(Debug, Default)]
pub struct Buffers {
    solid: Vec<Obstacle>,
    low: Vec<(Point, Point)>,
    brush: Vec<Rect>,
    smoke: Vec<Rect>,
    pillars: Vec<Rect>,
    larger: Vec<Rect>,
    bodies: Vec<Rect>,
    pub between: Vec<Body>,
}

/// Pairs of a map up to this many squares are kept; a larger one would need too much memory.
const KEPT_AREA: usize = 600;

impl Field {
    pub fn new(map: GridMap) -> Field {
        let (width, height) = (map.walls.width(), map.walls.height());
        let area = usize::from(width) * usize::from(height);
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
        let sliding: Vec<Square> = squares
            .zip(&map.ground)
            .filter(|(_, ground)| ground.has(Ground::SLIDING))
            .map(|(square, _)| square)
            .take(8)
            .collect();
        let layouts = (0..1usize << sliding.len()).map(|_| OnceLock::new()).collect();
        let pairs = if area <= KEPT_AREA { area * area } else { 0 };
        let kept = std::array::from_fn(|_| (0..pairs).map(|_| AtomicU16::new(0)).collect());
        let stays = [1, 2].map(|side| stays(&map, side));
        let veils = map.ground.iter().any(|ground| ground.has(Ground(Ground::BRUSH.0 | Ground::SMOKE.0)));
        Field { map, sliding, layouts, stays, veils, kept }
    }

    /// Does the map let a unit stay on this space: no wall, no pit, no pillar? Units are not asked about.
    pub fn lets_stay(&self, block: Block) -> bool {
        match block.side {
            1 => self.stays[0].contains(block.at),
            2 => self.stays[1].contains(block.at),
            _ => false,
        }
    }

    pub fn width(&self) -> u8 {
        self.map.walls.width()
    }

    pub fn height(&self) -> u8 {
        self.map.walls.height()
    }

    pub fn index(&self, square: Square) -> usize {
        usize::from(square.y) * usize::from(self.width()) + usize::from(square.x)
    }

    /// Terrain of the map; what play has added stands in the state.
    pub fn ground(&self, square: Square) -> Ground {
        self.map.ground.get(self.index(square)).copied().unwrap_or_default()
    }

    /// Walls and distances while the sliding walls of `open` are occupied (SW-TERRAIN-15).
    pub fn layout(&self, open: u8) -> &Layout {
        let at = usize::from(open) & (self.layouts.len() - 1);
        self.layouts[at].get_or_init(|| {
            let mut walls = self.map.walls.clone();
            for (i, square) in self.sliding.iter().enumerate() {
                walls.set_filled(*square, at >> i & 1 == 0);
            }
            let geometry = Geometry::new(&walls);
            Layout { walls, geometry }
        })
    }

    pub fn geometry(&self, open: u8) -> &Geometry {
        &self.layout(open).geometry
    }

    /// What `from` sees of `to`. `buffers.between` holds the bodies that stand on the map, viewer and target left out;
    /// `made` are squares to which play has added terrain that lines care about (SW-TEMP-07).
    pub fn view(&self, open: u8, from: Block, to: Block, made: &[(Square, Ground)], buffers: &mut Buffers) -> View {
        buffers.between.retain(|body| hull_meets(from, to, body.block));
        // Walls stop a line at a touch, so an open one that only touches the lines counts too.
        let slid = open != 0
            && self.sliding.iter().enumerate().any(|(i, square)| open >> i & 1 == 1 && beside(from, to, *square));
        let changed = made.iter().any(|(square, _)| hull_meets(from, to, Block::single(*square)));
        if slid || changed || self.kept[0].is_empty() {
            return self.draw(open, from, to, made, View::default(), buffers);
        }
        let bare = self.bare_view(from, to, buffers);
        if !bare.visible() || buffers.between.is_empty() {
            return bare;
        }
        if buffers.between.iter().any(|body| body.larger) {
            return if bare.has(View::PLAIN) {
                self.past_bodies(bare, open, from, to, buffers)
            } else {
                self.draw(open, from, to, made, bare, buffers)
            };
        }
        let mut view = bare;
        if !bare.has(View::WALLED) {
            self.gather_near(bare, open, from, to, buffers);
            view.set(View::SCREENED, !clear_centre(from, to, &buffers.solid, &buffers.between));
        }
        view
    }

    /// Over plain ground only walls and bodies matter, and a clear line to the centre settles most cases at once.
    fn past_bodies(&self, bare: View, open: u8, from: Block, to: Block, buffers: &mut Buffers) -> View {
        self.gather_near(bare, open, from, to, buffers);
        let mut view = View::default();
        if clear_centre(from, to, &buffers.solid, &buffers.between) {
            view.set(View::VISIBLE, true);
            return view;
        }
        let larger: Vec<Rect> =
            buffers.between.iter().filter(|body| body.larger).map(|body| body.block.rect()).collect();
        let seen = lines(from, to).any(|line| {
            !larger.iter().any(|r| line.enters_rect(*r)) && !buffers.solid.iter().any(|obstacle| obstacle.stops(line))
        });
        if seen {
            view.set(View::VISIBLE, true);
            let walled = !clear_centre(from, to, &buffers.solid, &[]);
            view.set(if walled { View::WALLED } else { View::SCREENED }, true);
        }
        view
    }

    /// The view over the bare map, all sliding walls closed.
    fn bare_view(&self, from: Block, to: Block, buffers: &mut Buffers) -> View {
        let area = usize::from(self.width()) * usize::from(self.height());
        let table = &self.kept[usize::from(from.side > 1) * 2 + usize::from(to.side > 1)];
        let Some(slot) = table.get(self.index(from.at) * area + self.index(to.at)) else {
            return View::default();
        };
        let known = slot.load(Ordering::Relaxed);
        if known & View::KNOWN != 0 {
            return View(known);
        }
        let between = std::mem::take(&mut buffers.between);
        let view = self.draw(0, from, to, &[], View::default(), buffers);
        buffers.between = between;
        slot.store(view.0 | View::KNOWN, Ordering::Relaxed);
        View(view.0 | View::KNOWN)
    }

    /// The same, where the bare view may know that there is nothing to gather.
    fn gather_near(&self, bare: View, open: u8, from: Block, to: Block, buffers: &mut Buffers) {
        if bare.has(View::OPEN) {
            buffers.solid.clear();
        } else {
            self.gather_solid(open, from, to, buffers);
        }
    }

    fn gather_solid(&self, open: u8, from: Block, to: Block, buffers: &mut Buffers) {
        self.layout(open).walls.between(from, to, |_| false, &mut buffers.solid);
    }

    /// Draws every line that matters.
    fn draw(
        &self,
        open: u8,
        from: Block,
        to: Block,
        made: &[(Square, Ground)],
        known: View,
        buffers: &mut Buffers,
    ) -> View {
        self.gather_solid(open, from, to, buffers);
        self.layout(open).walls.low_between(from, to, &mut buffers.low);
        // Low cover that touches the viewer's border protects nobody from it (SW-TERRAIN-10).
        let border = from.rect();
        buffers.low.retain(|(a, b)| !Line::new(*a, *b).meets_rect(border));
        let Buffers { brush, smoke: smokes, pillars, larger, bodies, between, .. } = buffers;
        for rects in [&mut *brush, smokes, pillars, larger, bodies] {
            rects.clear();
        }
        hull_squares(from, to, |square| {
            let space = Block::single(square);
            if from.contains(square) {
                return;
            }
            let ground = made
                .iter()
                .filter(|(at, _)| *at == square)
                .fold(self.ground(square), |ground, (_, kind)| ground.with(*kind));
            if ground.has(Ground::BRUSH) {
                brush.push(space.rect());
            }
            // A line ends inside the target's space, so nothing there is passed right through (SW-TERRAIN-04).
            if ground.has(Ground::SMOKE) {
                smokes.push(space.rect());
            }
            if ground.has(Ground::OBSTRUCTING) && !from.touches(space) {
                pillars.push(space.rect());
            }
        });
        for body in between.iter() {
            bodies.push(body.block.rect());
            if body.larger {
                larger.push(body.block.rect());
            }
        }
        judge(from, to, known, buffers)
    }
}

fn stays(map: &GridMap, side: u8) -> Squares {
    let (width, height) = (map.walls.width(), map.walls.height());
    let mut found = Squares::new(width, height);
    let banned = Ground(Ground::PIT.0 | Ground::OBSTRUCTING.0);
    for y in 0..height {
        for x in 0..width {
            let block = Block::new(Square::new(x, y), side);
            let open = |square: Square| {
                !map.ground[usize::from(square.y) * usize::from(width) + usize::from(square.x)].has(banned)
            };
            if map.walls.block_fits(block) && block.squares().all(open) {
                found.insert(block.at);
            }
        }
    }
    found
}

/// Does the square lie in the box around both spaces, or touch it?
fn beside(from: Block, to: Block, square: Square) -> bool {
    let within = |a: u8, b: u8, at: u8| at + 1 >= a.min(b) && at <= (a + from.side).max(b + to.side);
    within(from.at.x, to.at.x, square.x) && within(from.at.y, to.at.y, square.y)
}

/// Is there a line to the centre of the target that neither walls nor bodies stop (SW-COVER-01)?
fn clear_centre(from: Block, to: Block, solid: &[Obstacle], between: &[Body]) -> bool {
    let centre = to.centre();
    border_points(from).any(|point| {
        let line = Line::new(point, centre);
        !solid.iter().any(|obstacle| obstacle.stops(line))
            && !between.iter().any(|body| line.enters_rect(body.block.rect()))
    })
}

/// Looks at every unblocked line until nothing is left to find out.
fn judge(from: Block, to: Block, known: View, buffers: &Buffers) -> View {
    let target = to.rect();
    let inside =
        |r: &Rect| r.left >= target.left && r.right <= target.right && r.top >= target.top && r.bottom <= target.bottom;
    let mut visible = false;
    let (mut brush, mut low, mut pillar, mut veil, mut smoked) = (
        !buffers.brush.is_empty(),
        !buffers.low.is_empty(),
        !buffers.low.is_empty() || !buffers.pillars.is_empty(),
        buffers.brush.iter().chain(&buffers.smoke).any(|r| !inside(r)),
        false,
    );
    // What holds for every line over the bare map holds for those that bodies leave, so it need not be looked at again.
    let open = |flag: bool, bit: View| flag && !known.has(bit);
    for line in lines(from, to) {
        let undecided = open(brush, View::BRUSH)
            || open(low, View::LOW)
            || open(pillar, View(View::LOW.0 | View::PILLAR.0))
            || open(veil, View::VEILED);
        if visible && !undecided {
            break;
        }
        if buffers.solid.iter().any(|obstacle| obstacle.stops(line))
            || buffers.larger.iter().any(|r| line.enters_rect(*r))
        {
            continue;
        }
        visible = true;
        if open(brush, View::BRUSH) {
            brush = buffers.brush.iter().any(|r| line.enters_rect(*r));
        }
        let crosses_low = (low || pillar) && buffers.low.iter().any(|(a, b)| line.meets_segment(*a, *b));
        low = low && crosses_low;
        pillar = pillar && (crosses_low || buffers.pillars.iter().any(|r| line.enters_rect(*r)));
        if open(veil, View::VEILED) {
            let through = |r: &Rect| !inside(r) && line.enters_rect(*r);
            let by_smoke = buffers.smoke.iter().any(through);
            smoked |= by_smoke;
            veil = by_smoke || buffers.brush.iter().any(through);
        }
    }
    let mut view = ground_between(buffers);
    if !visible {
        return view;
    }
    view.set(View::VISIBLE, true);
    view.set(View::BRUSH, brush);
    view.set(View::LOW, low);
    view.set(View::PILLAR, pillar && !low);
    view.set(View::VEILED, veil);
    view.set(View::SMOKED, veil && (smoked || known.has(View::SMOKED)));
    let walled = !clear_centre(from, to, &buffers.solid, &[]);
    view.set(View::WALLED, walled);
    view.set(View::SCREENED, !walled && !clear_centre(from, to, &buffers.solid, &buffers.between));
    view
}

/// What kinds of things stand between two spaces at all.
fn ground_between(buffers: &Buffers) -> View {
    let mut view = View::default();
    view.set(View::OPEN, buffers.solid.is_empty());
    view.set(
        View::PLAIN,
        buffers.brush.is_empty() && buffers.smoke.is_empty() && buffers.low.is_empty() && buffers.pillars.is_empty(),
    );
    view
}

impl Field {
    /// Can a line from the border of `from` reach the centre of a square, as far as walls go (SW-BURST-01)?
    pub fn sees_centre(&self, open: u8, from: Block, square: Square, buffers: &mut Buffers) -> bool {
        self.sees(open, from, square, buffers, |to, solid| clear_centre(from, to, solid, &[]))
    }

    /// Can any line reach into a square, as far as walls go (SW-LOS-06)?
    pub fn sees_square(&self, open: u8, from: Block, square: Square, buffers: &mut Buffers) -> bool {
        self.sees(open, from, square, buffers, |to, solid| space::grid::any_line(from, to, solid))
    }

    fn sees(
        &self,
        open: u8,
        from: Block,
        square: Square,
        buffers: &mut Buffers,
        look: impl Fn(Block, &[Obstacle]) -> bool,
    ) -> bool {
        if from.contains(square) {
            return true;
        }
        if self.layout(open).walls.filled(square) {
            return false;
        }
        self.gather_solid(open, from, Block::single(square), buffers);
        look(Block::single(square), &buffers.solid)
    }

    /// Is the straight line between two points stopped by a wall, or does it run through one of the bodies
    /// (SW-BURST-05)? `near` and `far` are the spaces at its ends, which do not block it.
    pub fn blast_blocked(&self, open: u8, near: Block, far: Block, bodies: &[Block], buffers: &mut Buffers) -> bool {
        self.gather_solid(open, near, far, buffers);
        let line = Line::new(near.centre(), far.centre());
        buffers.solid.iter().any(|obstacle| obstacle.stops(line))
            || bodies.iter().any(|body| !body.overlaps(near) && line.enters_rect(body.rect()))
    }
}
