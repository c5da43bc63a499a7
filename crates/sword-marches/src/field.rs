//! What an Adventure's board fixes: terrain as exact geometry, worked out once.
//!
//! Pieces of the geometry have the places of the Adventure's list of terrain. Sight and most models use [`Field::board`];
//! models for which some terrain is Open Ground move over a board of their own without it ([`Feet`]).

use crate::content::{Adventure, Ground};
use crate::minds::march::March;
use kernel::Problem;
use space::inches::{
    Hops, Kind, Layout, Material, Mover, Opacity, Piece, Point, Polygon, Spot, Tabletop, Thicket, Ways, lane,
};
use std::sync::{Arc, Mutex, OnceLock};

/// Base radius, body heights and eye height of a model in thousandths of an inch (SM-META-05).
pub(crate) const RADIUS: i32 = 590;
pub(crate) const BODY: i32 = 1400;
pub(crate) const LYING: i32 = 500;
pub(crate) const EYE: i32 = 1200;
/// One inch with the tolerance of `within` (SM-META-04).
pub(crate) const INCH: i32 = 1010;
pub(crate) const SLACK: i32 = 10;
pub(crate) const TOUCH: i32 = 50;
/// Obstacles and steps up to here are Open Ground, those up to the other are crossed from contact (SM-TERRAIN-08,
/// SM-TERRAIN-09).
pub(crate) const LOW: i32 = 1000;
pub(crate) const MIDDLE: i32 = 2000;
/// How thick an Obstacle is at most where it is got over, and how far a Move goes on beyond it (SM-TERRAIN-11).
pub(crate) const THICK: i32 = 3000;
pub(crate) const BEYOND: i32 = 3000;
/// The deepest drop and highest face that anybody masters unhurt (SM-CLIMB-05, SM-JUMP-02).
pub(crate) const DEEP: i32 = 4000;

pub(crate) const MOVER: Mover = Mover { radius: RADIUS, step: LOW, headroom: BODY };

/// What is got over where a floor ends: a gap of an inch is Open Ground to all (SM-ACTION-14), and drops of more than a step
/// are passed by those who flee and by those who charge (SM-RANDOM-05, SM-DIVE-01).
pub(crate) const WALKING: Hops = Hops { gap: LOW, drop: LOW };
pub(crate) const FLEEING: Hops = Hops { gap: LOW, drop: MIDDLE };
pub(crate) const DIVING: Hops = Hops { gap: LOW, drop: DEEP };

const THICKET: Thicket = Thicket { depth: 2000, graze: TOUCH };

/// Which terrain is Open Ground to a model's feet, or none of its business.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feet {
    /// Obstacles up to this height are Open Ground (Ghoul, Insectoid).
    pub scale: i32,
    /// Impassable Ground can be entered as Difficult Ground, which is Open (Ranger).
    pub wild: bool,
    /// Difficult Ground is Open Ground (Insectoid).
    pub sure: bool,
}

impl Feet {
    /// Which of the six boards they know.
    fn board(self) -> usize {
        2 * (usize::from(self.scale > LOW) + usize::from(self.scale > MIDDLE)) + usize::from(self.wild)
    }
}

#[derive(Debug)]
pub struct Field {
    pub adventure: Arc<Adventure>,
    pub board: Tabletop,
    /// Boards by feet: obstacles of 2 inches passable, all passable, and the same for a Ranger.
    others: [OnceLock<Tabletop>; 5],
    /// Ways over each of the boards, and ways of those who flee.
    ways: [OnceLock<Ways>; 6],
    flights: [OnceLock<Ways>; 6],
    /// To each objective, and last over the Intruder's table edge.
    marches: OnceLock<Vec<March>>,
    covered: OnceLock<i32>,
    /// Places of Difficult and Area pieces, of Impassable ones, of obstacles.
    pub rough: Vec<u16>,
    pub barred: Vec<u16>,
    pub obstacles: Vec<u16>,
    pub areas: Vec<u16>,
    pub intruder: Polygon,
    pub sentry: Polygon,
}

impl Field {
    /// # Errors
    /// Outlines that are none.
    pub fn new(adventure: &Arc<Adventure>) -> Result<Field, Problem> {
        let wrong = |place: &str, why: String| Problem::plain(place.to_string(), why);
        let board = table(adventure, Feet::default()).map_err(|(place, why)| wrong(place, why))?;
        let zone = |outline: &[Spot], place| {
            Polygon::new(outline.iter().map(|spot| spot.plan())).map_err(|why| wrong(place, format!("{why:?}")))
        };
        let places = |wanted: &[Ground]| {
            let list = adventure.terrain.iter().enumerate().filter(|(_, piece)| wanted.contains(&piece.ground));
            list.map(|(at, _)| at as u16).collect()
        };
        Ok(Field {
            board,
            others: Default::default(),
            ways: Default::default(),
            flights: Default::default(),
            marches: OnceLock::new(),
            covered: OnceLock::new(),
            rough: places(&[Ground::Difficult, Ground::Area]),
            barred: places(&[Ground::Impassable]),
            obstacles: places(&[Ground::Obstacle]),
            areas: places(&[Ground::Area]),
            intruder: zone(&adventure.intruder.outline, "intruder zone")?,
            sentry: zone(&adventure.sentry.outline, "sentry zone")?,
            adventure: Arc::clone(adventure),
        })
    }

    /// The board as these feet know it.
    pub fn under(&self, feet: Feet) -> &Tabletop {
        let Some(cell) = feet.board().checked_sub(1).and_then(|at| self.others.get(at)) else {
            return &self.board;
        };
        // What made a board once makes one again.
        cell.get_or_init(|| table(&self.adventure, feet).unwrap_or_else(|_| self.board.clone()))
    }

    /// Ways of those who walk.
    pub fn ways(&self, feet: Feet) -> &Ways {
        self.ways[feet.board()].get_or_init(|| Ways::new(self.under(feet), MOVER))
    }

    /// Ways of those who flee, down low drops and over narrow gaps (SM-RANDOM-04, SM-RANDOM-05).
    pub fn flights(&self, feet: Feet) -> &Ways {
        self.flights[feet.board()].get_or_init(|| Ways::with_hops(self.under(feet), MOVER, FLEEING))
    }

    /// The walk to an objective, or off the table where there is no such objective.
    pub fn march(&self, objective: usize) -> &March {
        let all = self.marches.get_or_init(|| {
            let reach = i64::from(RADIUS + 900);
            let near = |at: Spot| move |spot: Spot| spot.z == at.z && spot.plan().to(at.plan()) <= reach;
            let mut all: Vec<March> =
                self.adventure.objectives.iter().map(|objective| March::new(self, near(objective.at))).collect();
            all.push(March::new(self, |spot| spot.y < 1000 + RADIUS));
            all
        });
        &all[objective.min(all.len() - 1)]
    }

    pub fn piece(&self, at: u16) -> &Piece {
        &self.board.pieces()[usize::from(at)]
    }

    pub fn ground(&self, at: u16) -> Ground {
        self.adventure.terrain[usize::from(at)].ground
    }

    /// Whether a base at a spot overlaps a piece of ground by more than a brush (SM-TERRAIN-05).
    pub fn overlaps(&self, at: u16, spot: Spot) -> bool {
        let piece = self.piece(at);
        !above(piece, spot.z) && piece.outline.overlaps_disc(spot.plan(), i64::from(RADIUS - TOUCH))
    }

    /// Where a model is set down that gets over an Obstacle or onto a platform which it touches: straight across, touching
    /// the far face or the edge. None where the Obstacle is too thick: nobody goes along the top of a wall
    /// (SM-TERRAIN-11, SM-CLIMB-07).
    pub fn opposite(&self, at: u16, from: Spot) -> Option<Spot> {
        let (piece, p) = (self.piece(at), from.plan());
        if piece.outline.compare(p, i64::from(RADIUS + TOUCH)).is_gt() || piece.outline.covers(p) {
            return None;
        }
        let near = nearest_point(&piece.outline, p);
        let (gap, radius) = (p.to(near), i64::from(RADIUS) + 2);
        match self.ground(at) {
            Ground::Platform => Some(p.toward(near, gap + radius).at(piece.top)),
            Ground::Obstacle => {
                let far = p.toward(near, gap + 2 * i64::from(THICK));
                let mut leave = None;
                piece.outline.inner_spans(p, far, |span| leave = leave.or(Some(span.to.of(p.to(far)))));
                let leave = leave.filter(|leave| leave - gap <= i64::from(THICK))?;
                Some(p.toward(near, leave + radius).at(from.z))
            }
            _ => None,
        }
    }

    /// The piece of Difficult Ground that a base stands in, as these feet know it.
    pub fn rough_under(&self, feet: Feet, spot: Spot) -> Option<u16> {
        self.rough_for(feet).iter().copied().find(|at| self.overlaps(*at, spot))
    }

    /// Whether a straight way comes into a piece of Difficult Ground.
    pub fn enters(&self, at: u16, from: Spot, to: Spot) -> bool {
        let piece = self.piece(at);
        piece.outline.overlaps_sweep(from.plan(), to.plan(), i64::from(RADIUS - TOUCH))
            && (!above(piece, from.z.max(to.z)) || self.wades(at, from, to).is_some())
    }

    /// The stretches of a straight way that lead through Difficult Ground, save what an Action starts in, as lengths from
    /// the beginning of the way to where a base comes in and where it is in for the last time.
    pub fn rough_ahead(&self, feet: Feet, start: Spot, way: (Spot, Spot)) -> impl Iterator<Item = (i32, i32)> + '_ {
        let others = self.rough_for(feet).iter().filter(move |at| !self.overlaps(**at, start));
        others.filter_map(move |at| self.wades(*at, way.0, way.1))
    }

    /// Ground below the floor of a way is not in it, nor is what lies in a gap of an inch (SM-ACTION-14).
    fn wades(&self, at: u16, from: Spot, to: Spot) -> Option<(i32, i32)> {
        let (piece, p, q) = (self.piece(at), from.plan(), to.plan());
        let (enter, leave) = lane::stretch(p, q, RADIUS - TOUCH, &piece.outline)?;
        let above = |z: i32| above(piece, z);
        if !above(from.z) && !above(to.z) {
            return Some((enter, leave));
        }
        let low = |length: &i32| {
            let floor = self.board.floor(p.toward(q, i64::from(*length)), i32::MAX);
            floor.is_some_and(|z| !above(z))
        };
        let mut steps = (enter..leave).step_by(TOUCH as usize / 2).chain([leave]);
        let enter = steps.find(low)?;
        let leave = steps.rev().find(low).unwrap_or(enter);
        let stepped_over = above(from.z) && above(to.z) && leave - enter <= LOW;
        (!stepped_over).then_some((enter, leave))
    }

    /// The pieces that are Difficult Ground to these feet.
    pub fn rough_for(&self, feet: Feet) -> &[u16] {
        match (feet.wild, feet.sure) {
            (true, _) => &self.barred,
            (false, true) => &[],
            (false, false) => &self.rough,
        }
    }

    pub fn width(&self) -> i32 {
        self.board.layout().width
    }

    pub fn depth(&self) -> i32 {
        self.board.layout().depth
    }

    /// Whether a base lies wholly on the table (SM-META-02).
    pub fn holds_base(&self, spot: Spot) -> bool {
        spot.x >= RADIUS && spot.y >= RADIUS && spot.x <= self.width() - RADIUS && spot.y <= self.depth() - RADIUS
    }

    /// Whether a base may rest on a spot as far as terrain goes: a floor, nothing under it that rises above the floor,
    /// and clear of every Obstacle, however low (SM-TERRAIN-08).
    pub fn stands(&self, feet: Feet, spot: Spot) -> bool {
        self.holds_base(spot)
            && self.under(feet).stand(spot, &MOVER, RADIUS).is_ok()
            && !self.obstacles.iter().any(|at| {
                let piece = self.piece(*at);
                piece.top > spot.z && piece.outline.overlaps_disc(spot.plan(), i64::from(RADIUS))
            })
    }

    /// Squares of 6 inches that hold at least a square inch of terrain, and all of them (SM-META-06).
    pub fn coverage(&self) -> (i32, i32) {
        let (wide, deep) = (self.width() / 6000, self.depth() / 6000);
        (*self.covered.get_or_init(|| self.count_covered(wide, deep)), wide * deep)
    }

    fn count_covered(&self, wide: i32, deep: i32) -> i32 {
        let mut covered = 0;
        for square in 0..wide * deep {
            let (x, y) = (i64::from(square % wide) * 6000, i64::from(square / wide) * 6000);
            // A raster of half inches: four points are a square inch.
            let held = |at: i64| {
                let p = Point::new(x + 250 + at % 12 * 500, y + 250 + at / 12 * 500);
                self.board.pieces().iter().any(|piece| piece.outline.covers(p))
            };
            covered += i32::from((0..144).filter(|at| held(*at)).count() >= 4);
        }
        covered
    }

    /// Whether Impassable Ground or something more than 2 inches high lies between two places (SM-CLOSE-01).
    pub fn parted(&self, a: Spot, b: Spot) -> bool {
        let (p, q) = (a.plan(), b.plan());
        let high = a.z.max(b.z).saturating_add(MIDDLE);
        let mut between = false;
        for (at, piece) in self.board.pieces().iter().enumerate() {
            let tall = piece.is_solid() && piece.top > high;
            if tall || self.ground(at as u16) == Ground::Impassable {
                piece.outline.inner_spans(p, q, |_| between = true);
            }
        }
        between
    }
}

fn table(adventure: &Adventure, feet: Feet) -> Result<Tabletop, (&str, String)> {
    let mut layout = Layout { width: adventure.board[0], depth: adventure.board[1], ..Layout::default() };
    for piece in &adventure.terrain {
        let outline = Polygon::new(piece.outline.iter().map(|spot| spot.plan()));
        let outline = outline.map_err(|why| (piece.id.text(), format!("{why:?}")))?;
        layout.pieces.push(solid(piece, outline, feet));
    }
    Tabletop::new(layout).map_err(|why| (adventure.id.text(), why.to_string()))
}

fn solid(piece: &crate::content::Piece, outline: Polygon, feet: Feet) -> Piece {
    let opaque = if piece.see_through || piece.height <= 0 { Opacity::Clear } else { Opacity::Opaque };
    let (kind, sight) = match piece.ground {
        Ground::Obstacle if piece.height <= feet.scale => (Kind::Ground, opaque),
        Ground::Obstacle => (Kind::Barrier, opaque),
        Ground::Platform => (Kind::Block, Opacity::Opaque),
        Ground::Area => (Kind::Ground, Opacity::Thick(THICKET)),
        Ground::Difficult => (Kind::Ground, Opacity::Clear),
        Ground::Impassable if feet.wild => (Kind::Ground, opaque),
        Ground::Impassable => (Kind::Forbidden, opaque),
    };
    let material = if piece.durable { Material::Durable } else { Material::Soft };
    Piece { outline, bottom: 0, top: piece.height.max(0), kind, sight, material }
}

/// The point of an outline that is nearest to a place outside it.
pub(crate) fn nearest_point(outline: &Polygon, p: Point) -> Point {
    let sides = outline.sides().map(|(a, b)| space::inches::segment::nearest(p, a, b));
    sides.min_by_key(|q| p.square_to(*q)).unwrap_or(p)
}

/// Whether a floor leads over a piece of ground; one as high as the piece does. Flat ground is stood in on the table.
fn above(piece: &Piece, floor: i32) -> bool {
    floor >= piece.top.max(1)
}

/// The field of an Adventure, made when it is first asked for and kept as long as somebody uses the Adventure.
///
/// # Errors
/// Outlines that are none.
pub(crate) fn of(adventure: &Arc<Adventure>) -> Result<Arc<Field>, Problem> {
    static KEPT: Mutex<Vec<Arc<Field>>> = Mutex::new(Vec::new());
    // A list is whole after every operation, so a panic elsewhere while it was locked does no harm.
    let mut kept = KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(field) = kept.iter().find(|field| Arc::ptr_eq(&field.adventure, adventure)) {
        return Ok(Arc::clone(field));
    }
    kept.retain(|field| Arc::strong_count(&field.adventure) > 1);
    let field = Arc::new(Field::new(adventure)?);
    kept.push(Arc::clone(&field));
    Ok(field)
}
