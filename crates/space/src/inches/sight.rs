//! Sight: straight lines from an eye to points on a target's silhouette.
//!
//! The silhouette is an upright rectangle through the target's axis, square to the view, with 25 points on it. A line is
//! stopped when it passes through the *inside* of an opaque piece or of a figure's cylinder; one that only touches a
//! face, an edge or a top goes on. Points of the silhouette are rounded to the nearest thousandth.

use super::base::Cylinder;
use super::measure::{divide, root, told, wide_root};
use super::polygon::Bounds;
use super::segment::{Point, Share, along, compare, cross};
use super::spot::Spot;
use super::table::{LIMIT, Tabletop};
use super::terrain::{Opacity, Piece, PieceId, Thicket};

/// Where the 25 points lie: five columns in thousandths of the radius from the axis, five rows in thousandths of the
/// height from the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Silhouette {
    pub across: [i32; 5],
    pub up: [i32; 5],
}

/// Who looks at whom.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub eye: Spot,
    /// The figure that looks.
    pub viewer: Cylinder,
    pub target: Cylinder,
    pub silhouette: &'a Silhouette,
    /// Figures that stand in the way. Those at the very spot of viewer or target are these themselves and stop nothing.
    pub others: &'a [Cylinder],
    /// Pieces that are looked through.
    pub ignore: &'a [PieceId],
}

/// What became of the 25 lines: bit `5 * row + column`, rows from below, columns from the viewer's right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Stopped by terrain.
    pub terrain: u32,
    /// Stopped by figures, and not by terrain.
    pub figures: u32,
    /// Through a thicket, though not stopped by it.
    pub dim: u32,
}

/// All 25 lines.
pub const ALL_LINES: u32 = (1 << 25) - 1;

impl View {
    /// The lines that reach the target.
    pub fn free(&self) -> u32 {
        ALL_LINES & !(self.terrain | self.figures)
    }

    /// Whether any line reaches the target.
    pub fn visible(&self) -> bool {
        self.free() != 0
    }

    /// Whether every line reaches the target.
    pub fn clear(&self) -> bool {
        self.free() == ALL_LINES
    }

    /// Whether the target is seen, but not all of it.
    pub fn covered(&self) -> bool {
        self.visible() && !self.clear()
    }

    /// Whether terrain stops or dims any line.
    pub fn obscured_by_terrain(&self) -> bool {
        self.terrain | self.dim != 0
    }
}

/// What keeps somebody from seeing all of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    Nothing,
    /// Figures alone.
    Figures,
    /// Terrain, whoever else stands in the way.
    Terrain,
}

/// The lines of a look: the eye and where they end.
pub(super) struct Lines {
    pub(super) eye: Point,
    pub(super) z: i64,
    pub(super) columns: [Point; 5],
    pub(super) rows: [i64; 5],
    low: i64,
    high: i64,
    /// Of all lines, in plan.
    bounds: Bounds,
    /// The columns lie in order and well apart.
    spread: bool,
}

impl Lines {
    pub(super) fn new(look: &Look<'_>) -> Lines {
        let near = |v: i32| i64::from(v.clamp(-LIMIT, LIMIT));
        let flat = |spot: Spot| Point { x: near(spot.x), y: near(spot.y) };
        let (eye, to) = (flat(look.eye), flat(look.target.at));
        let (dx, dy) = (to.x - eye.x, to.y - eye.y);
        // From right above, the silhouette lies along the x axis.
        let (dx, dy) = if (dx, dy) == (0, 0) { (0, 1) } else { (dx, dy) };
        let long = i128::from(root(256 * (dx * dx + dy * dy)));
        let radius = i128::from(near(look.target.radius));
        let columns = look.silhouette.across.map(|part| {
            // Thousandths of the radius, to the right of the view.
            let off = 16 * radius * i128::from(part);
            Point {
                x: to.x + divide(i128::from(dy) * off, 1000 * long),
                y: to.y - divide(i128::from(dx) * off, 1000 * long),
            }
        });
        let base = near(look.target.at.z);
        let height = i128::from(near(look.target.height));
        let rows = look.silhouette.up.map(|part| base + divide(height * i128::from(part), 1000));
        let z = near(look.eye.z);
        let (low, high) = rows.iter().fold((z, z), |(low, high), &row| (low.min(row), high.max(row)));
        let bounds = columns.iter().fold(Bounds { low: eye, high: eye }, |bounds, &p| bounds.and(p));
        let spread = radius >= 100 && look.silhouette.across.is_sorted_by(|a, b| b - a >= 100);
        Lines { eye, z, columns, rows, low, high, bounds, spread }
    }

    /// Whether any line can come to a box, in plan: it is not beside the lines, nor all on one side of them.
    fn may_meet(&self, other: &Bounds) -> bool {
        if !self.bounds.meets(other) {
            return false;
        }
        // The outer lines answer for those between them, where they are far enough apart for rounding not to matter.
        let ends = [self.columns[0], self.columns[4]];
        let sides = ends.map(|end| other.side(self.eye, end));
        !self.spread || sides[0] != sides[1] || sides[0] == 0
    }
}

impl Tabletop {
    /// Draws all 25 lines.
    pub fn view(&self, look: &Look<'_>) -> View {
        let lines = Lines::new(look);
        let mut view = View::default();
        self.screens_between(look, &lines, false, |_, stopped, dim| {
            view.terrain |= stopped;
            view.dim |= dim;
            view.terrain == ALL_LINES
        });
        if view.terrain != ALL_LINES {
            view.figures = figures(look, &lines, view.terrain);
        }
        view.dim &= view.free();
        view
    }

    /// Whether any line reaches the target.
    pub fn sees(&self, look: &Look<'_>) -> bool {
        self.view(look).visible()
    }

    /// Whether every line reaches the target. A no is found at the first line that is stopped.
    pub fn sees_all(&self, look: &Look<'_>) -> bool {
        self.hindrance(look, &mut None) == Hindrance::Nothing
    }

    /// What stands in the way of seeing all of the target. `screen` is a piece that did so when somebody last looked: it
    /// mostly still does.
    pub fn hindrance(&self, look: &Look<'_>, screen: &mut Option<PieceId>) -> Hindrance {
        // Where any line is stopped, the middle one mostly is.
        if look.ignore.is_empty() && look.silhouette.across[2] == 0 {
            let end = middle(look);
            if screen.is_some_and(|id| self.piece(id).is_some_and(|piece| screens(piece, look.eye, end))) {
                return Hindrance::Terrain;
            }
            *screen = self.screen(look.eye, end);
            if screen.is_some() {
                return Hindrance::Terrain;
            }
        }
        let lines = Lines::new(look);
        let mut stopped = 0;
        self.screens_between(look, &lines, true, |_, lost, _| {
            stopped |= lost;
            stopped != 0
        });
        if stopped != 0 {
            Hindrance::Terrain
        } else if figures(look, &lines, 0) != 0 {
            Hindrance::Figures
        } else {
            Hindrance::Nothing
        }
    }

    /// Whether the middle line reaches the target: a cheap yes to whether it is seen at all. Only for silhouettes whose middle
    /// column is the axis, and only opaque pieces are looked at, so on a table with thickets it is no answer.
    pub fn glimpses(&self, look: &Look<'_>) -> bool {
        let end = middle(look);
        !pierced(look.eye, end, look.others, [look.viewer.at, look.target.at]) && self.line_free(look.eye, end)
    }

    /// Whether a single line passes no opaque piece: what stands between two points, figures apart.
    pub fn line_free(&self, from: Spot, to: Spot) -> bool {
        self.screen(from, to).is_none()
    }

    /// An opaque piece that a single line passes through, if there is one.
    fn screen(&self, from: Spot, to: Spot) -> Option<PieceId> {
        let mut found = None;
        self.screens.any_along(from.plan(), to.plan(), 0, |id| {
            let stopped = screens(&self.pieces()[usize::from(id)], from, to);
            if stopped {
                found = Some(PieceId(id));
            }
            stopped
        });
        found
    }

    /// The pieces that stop or dim lines, each once with the lines it stops and those it dims, in order.
    pub fn screens(&self, look: &Look<'_>, out: &mut Vec<(PieceId, u32, u32)>) {
        out.clear();
        self.screens_between(look, &Lines::new(look), false, |id, stopped, dim| {
            if stopped | dim != 0 && !out.iter().any(|(known, _, _)| *known == id) {
                out.push((id, stopped, dim));
            }
            false
        });
        out.sort_unstable_by_key(|(id, _, _)| *id);
    }

    /// Calls `f` with each piece that can matter, some more than once, until it answers true. If one is `enough`, the lines
    /// of a piece are not looked at any more once one of them is stopped.
    fn screens_between(
        &self,
        look: &Look<'_>,
        lines: &Lines,
        enough: bool,
        mut f: impl FnMut(PieceId, u32, u32) -> bool,
    ) {
        let to = look.target.at.plan();
        self.screens.any_along(lines.eye, to, i64::from(look.target.radius.clamp(0, LIMIT)) + 1, |id| {
            let piece = &self.pieces()[usize::from(id)];
            // Lines that stay above or below are the rule for what stands low or hangs high.
            if i64::from(piece.top) <= lines.low || i64::from(piece.bottom) >= lines.high {
                return false;
            }
            if !lines.may_meet(piece.outline.bounds()) || look.ignore.contains(&PieceId(id)) {
                return false;
            }
            let (mut stopped, mut dim) = (0, 0);
            for (column, &end) in lines.columns.iter().enumerate() {
                if enough && stopped != 0 {
                    break;
                }
                match piece.sight {
                    Opacity::Clear => {}
                    Opacity::Opaque => piece.outline.inner_spans(lines.eye, end, |span| {
                        for (row, &z) in lines.rows.iter().enumerate() {
                            if passes(lines.z, z, span.from, span.to, piece.bottom, piece.top) {
                                stopped |= 1 << (5 * row + column);
                            }
                        }
                    }),
                    Opacity::Thick(thicket) => {
                        let length = lines.eye.to(end);
                        piece.outline.inner_spans(lines.eye, end, |span| {
                            for (row, &z) in lines.rows.iter().enumerate() {
                                let bit = 1 << (5 * row + column);
                                let ends = (i64::from(look.viewer.radius), i64::from(look.target.radius));
                                let inside = level(lines.z, z, i64::from(piece.bottom), i64::from(piece.top));
                                let Some((from, to)) = inside else { continue };
                                let (from, to) = (from.max(span.from), to.min(span.to));
                                match through(from, to, length, ends, thicket) {
                                    Through::Free => {}
                                    Through::Dim => dim |= bit,
                                    Through::Stopped => stopped |= bit,
                                }
                            }
                        });
                    }
                }
            }
            f(PieceId(id), stopped, dim & !stopped)
        });
    }
}

/// Whether an opaque piece stops a line.
fn screens(piece: &Piece, from: Spot, to: Spot) -> bool {
    let (z, end) = (i64::from(from.z), i64::from(to.z));
    if i64::from(piece.top) <= z.min(end) || i64::from(piece.bottom) >= z.max(end) || piece.sight != Opacity::Opaque {
        return false;
    }
    let mut stopped = false;
    piece.outline.inner_spans(from.plan(), to.plan(), |span| {
        stopped |= passes(z, end, span.from, span.to, piece.bottom, piece.top);
    });
    stopped
}

/// Whether a line that runs from height `from` to height `to` has some point strictly between bottom and top within the
/// open span.
fn passes(from: i64, to: i64, start: Share, end: Share, bottom: i32, top: i32) -> bool {
    let rise = to - from;
    let (low, high) = if rise >= 0 { (start, end) } else { (end, start) };
    let below_top = (from - i64::from(top)) * low.under + rise * low.over < 0;
    below_top && (from - i64::from(bottom)) * high.under + rise * high.over > 0
}

/// The part of a line that lies between two heights; none if it only touches.
fn level(from: i64, to: i64, bottom: i64, top: i64) -> Option<(Share, Share)> {
    let rise = to - from;
    if rise == 0 {
        return (from > bottom && from < top).then_some((Share::NONE, Share::ALL));
    }
    let (enter, leave) = if rise > 0 { (bottom - from, top - from) } else { (from - top, from - bottom) };
    let share = |over: i64| Share { over, under: rise.abs() };
    let (enter, leave) = (share(enter).max(Share::NONE), share(leave).min(Share::ALL));
    (enter < leave).then_some((enter, leave))
}

enum Through {
    Free,
    Dim,
    Stopped,
}

fn through(from: Share, to: Share, length: i64, ends: (i64, i64), thicket: Thicket) -> Through {
    if from >= to {
        return Through::Free;
    }
    let run = to.of(length) - from.of(length);
    if run <= i64::from(thicket.graze) {
        return Through::Free;
    }
    let depth = i64::from(thicket.depth);
    let stopped = match (from == Share::NONE, to == Share::ALL) {
        (true, true) => run - ends.0 - ends.1 > depth,
        (true, false) => run - ends.0 > depth,
        (false, true) => run - ends.1 > depth,
        // Both ends outside: somebody whose base reaches into it from there stands partly within.
        (false, false) => {
            let (before, behind) = (from.of(length), length - to.of(length));
            let reach = (ends.0 - before).max(0) + (ends.1 - behind).max(0);
            reach == 0 || run - reach > depth
        }
    };
    if stopped { Through::Stopped } else { Through::Dim }
}

/// The lines that figures stop, apart from those that are stopped already.
fn figures(look: &Look<'_>, lines: &Lines, stopped: u32) -> u32 {
    let mut blocked = 0;
    let to = look.target.at.plan();
    for other in look.others {
        let (bottom, top) = (i64::from(other.at.z), i64::from(other.top()));
        let (c, radius) = (other.at.plan(), i64::from(other.radius.clamp(0, LIMIT)));
        let wide = radius + i64::from(look.target.radius.clamp(0, LIMIT)) + 1;
        if top <= lines.low
            || bottom >= lines.high
            || other.at == look.target.at
            || other.at == look.viewer.at
            || compare(c, lines.eye, to, wide).is_ge()
        {
            continue;
        }
        for (column, &end) in lines.columns.iter().enumerate() {
            if compare(c, lines.eye, end, radius).is_ge() {
                continue;
            }
            for (row, &z) in lines.rows.iter().enumerate() {
                let bit = 1 << (5 * row + column);
                if (stopped | blocked) & bit == 0 && pierces(lines.eye, end, (lines.z, z), c, radius, (bottom, top)) {
                    blocked |= bit;
                }
            }
        }
        if stopped | blocked == ALL_LINES {
            break;
        }
    }
    blocked
}

/// Whether a single line passes through one of the figures, those at two spots apart.
pub fn pierced(eye: Spot, end: Spot, others: &[Cylinder], spared: [Spot; 2]) -> bool {
    let (a, b) = (eye.plan(), end.plan());
    let heights = (i64::from(eye.z), i64::from(end.z));
    others.iter().any(|other| {
        let (c, radius) = (other.at.plan(), i64::from(other.radius.clamp(0, LIMIT)));
        !spared.contains(&other.at)
            && compare(c, a, b, radius).is_lt()
            && pierces(a, b, heights, c, radius, (i64::from(other.at.z), i64::from(other.top())))
    })
}

/// Whether a line passes through the inside of a cylinder: within the part of it that lies between bottom and top, its
/// nearest point in plan is nearer to the axis than the radius.
fn pierces(eye: Point, end: Point, heights: (i64, i64), c: Point, radius: i64, body: (i64, i64)) -> bool {
    let Some((from, to)) = level(heights.0, heights.1, body.0, body.1) else { return false };
    let long = eye.square_to(end);
    let square = i128::from(radius) * i128::from(radius);
    if long == 0 {
        return i128::from(eye.square_to(c)) < square;
    }
    let nearest = Share { over: along(eye, end, c), under: long }.max(from).min(to);
    if nearest.under == long {
        let off = i128::from(cross(eye, end, c));
        // Between the ends of the part the nearest point is the foot of the perpendicular.
        if nearest.over == along(eye, end, c) {
            return off * off < square * i128::from(long);
        }
    }
    let under = i128::from(nearest.under);
    let part = |e: i64, f: i64, c: i64| i128::from(c - e) * under - i128::from(f - e) * i128::from(nearest.over);
    let (x, y) = (part(eye.x, end.x, c.x), part(eye.y, end.y, c.y));
    x * x + y * y < square * under * under
}

/// Where the middle line ends, for silhouettes whose middle column is the axis.
fn middle(look: &Look<'_>) -> Spot {
    let up = divide(i128::from(look.target.height) * i128::from(look.silhouette.up[2]), 1000);
    Spot { z: told(i64::from(look.target.at.z) + up), ..look.target.at }
}

/// The eye point of a figure: on its axis, `part` thousandths of its height up, to the nearest thousandth.
pub fn eye(figure: &Cylinder, part: i32) -> Spot {
    let up = divide(i128::from(figure.height) * i128::from(part), 1000);
    Spot { z: told(i64::from(figure.at.z) + up), ..figure.at }
}

/// The length of a line in space, to the nearest thousandth.
pub fn line_length(from: Spot, to: Spot) -> i32 {
    let rise = i128::from(to.z) - i128::from(from.z);
    told(wide_root(i128::from(from.plan().square_to(to.plan())) + rise * rise))
}
