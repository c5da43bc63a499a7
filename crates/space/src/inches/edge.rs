//! Edges: where a floor ends and the outside lies lower.

use super::measure::divide;
use super::polygon::Bounds;
use super::segment::{Point, Share, compare};
use super::table::Tabletop;
use super::terrain::{Kind, Piece, PieceId};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(pub u16);

impl EdgeId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A straight part of a floor's border whose outside lies lower all along. The floor is to the left of the way from
/// `a` to `b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub a: Point,
    pub b: Point,
    /// The height of the floor.
    pub z: i32,
    /// How far down the next floor lies right outside.
    pub drop: i32,
    pub railed: bool,
    pub piece: PieceId,
}

impl Edge {
    /// The point `out` thousandths straight outside a point of the edge, rounded away from the edge.
    pub fn outside(&self, p: Point, out: i64) -> Point {
        beyond(self.a, self.b, p, out)
    }
}

/// `out` to the right of the way from `a` to `b`, each coordinate rounded away from `p`.
pub(super) fn beyond(a: Point, b: Point, p: Point, out: i64) -> Point {
    let (x, y) = (i128::from(b.y - a.y), i128::from(a.x - b.x));
    let long = i128::from(super::measure::wide_root(256 * (x * x + y * y))).max(1);
    let away = |v: i128| {
        let over = 16 * v * i128::from(out);
        let near = divide(over, long);
        let short = i128::from(near) * long;
        // An offset that was rounded towards the edge goes one further.
        if (short - over).signum() * over.signum() < 0 { near + over.signum() as i64 } else { near }
    };
    Point::new(p.x + away(x), p.y + away(y))
}

/// How far outside a border the outside is looked at, in thousandths.
const NUDGE: i64 = 3;

/// All edges of a table. Ends that fall between two whole thousandths are rounded to the nearest.
pub(super) fn edges(table: &Tabletop) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for (id, piece) in (0..).map(PieceId).zip(table.pieces()).filter(|(_, piece)| piece.kind == Kind::Block) {
        for (a, b) in piece.outline.sides() {
            let first = edges.len();
            let mut from = a;
            for cut in cuts(table, id, a, b) {
                let to = cut.between(a, b);
                if to == from {
                    continue;
                }
                if let Some((drop, railed)) = outside(table, id, piece, (a, b), (from, to)) {
                    match edges[first..].last_mut() {
                        Some(last) if last.b == from && last.drop == drop && last.railed == railed => last.b = to,
                        _ => edges.push(Edge { a: from, b: to, z: piece.top, drop, railed, piece: id }),
                    }
                }
                from = to;
            }
        }
    }
    edges
}

/// Where the outside of a side can change: at the borders of other pieces and the ends of rails.
fn cuts(table: &Tabletop, id: PieceId, a: Point, b: Point) -> Vec<Share> {
    let near = Bounds::of([a, b]).wider(2 * NUDGE);
    let mut cuts = vec![Share::ALL];
    for (other, piece) in (0..).map(PieceId).zip(table.pieces()) {
        if other != id && piece.is_solid() && piece.outline.bounds().meets(&near) {
            piece.outline.cover_spans(a, b, |span| cuts.extend([span.from, span.to]));
        }
    }
    let long = a.square_to(b);
    for end in table.layout().rails.iter().flat_map(|rail| [rail.from, rail.to]) {
        let over = super::segment::along(a, b, end.plan());
        if over > 0 && over < long && compare(end.plan(), a, b, NUDGE).is_le() {
            cuts.push(Share { over, under: long });
        }
    }
    cuts.sort_unstable();
    cuts
}

/// The drop outside a part of a side and whether it is railed; none where the floor goes on, or where a wall rises on
/// or right outside the border.
fn outside(
    table: &Tabletop,
    id: PieceId,
    piece: &Piece,
    side: (Point, Point),
    part: (Point, Point),
) -> Option<(i32, bool)> {
    let z = piece.top;
    let middle = Share { over: 1, under: 2 }.between(part.0, part.1);
    let out = beyond(side.0, side.1, middle, NUDGE);
    let within = beyond(side.1, side.0, middle, NUDGE);
    let mut below = 0.min(z);
    for (other, solid) in (0..).map(PieceId).zip(table.pieces()) {
        if other == id || !solid.is_solid() {
            continue;
        }
        let wall = solid.bottom <= z && solid.top > z;
        if wall && solid.outline.covers(within) {
            return None;
        }
        if !solid.outline.covers(out) {
            continue;
        }
        if wall || solid.top == z && solid.kind == Kind::Block {
            return None;
        }
        if solid.kind == Kind::Block && solid.top < z {
            below = below.max(solid.top);
        }
    }
    if below >= z {
        return None;
    }
    let railed = table
        .layout()
        .rails
        .iter()
        .any(|rail| rail.from.z == z && compare(middle, rail.from.plan(), rail.to.plan(), NUDGE).is_le());
    Some((z.saturating_sub(below), railed))
}
