//! A table: its terrain with everything that terrain fixes, worked out once.

use std::fmt;

use super::base::Base;
use super::edge::{self, Edge, EdgeId};
use super::index::Index;
use super::polygon::Bounds;
use super::segment::{Point, compare};
use super::spot::Spot;
use super::terrain::{Kind, Ladder, LadderId, Layout, Mover, Opacity, Piece, PieceId, Window};

/// Terrain lies no farther out, and nothing farther out is looked at, so that 64 bits hold the products of sight.
pub const LIMIT: i32 = 1 << 19;

/// A layout that no table can be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// Width and depth lie between 1 and 500,000 thousandths.
    Size,
    /// A piece that reaches beyond [`LIMIT`].
    TooFar(PieceId),
    /// More than 65,535 pieces, ladders or edges.
    TooMany,
    /// A piece whose top lies below its bottom.
    UpsideDown(PieceId),
    /// A ladder with fewer than two stops.
    ShortLadder(LadderId),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Size => f.write_str("a table is between 0.001 and 500 inches wide and deep"),
            LayoutError::TooFar(piece) => write!(f, "terrain piece {} reaches too far from the table", piece.0),
            LayoutError::TooMany => f.write_str("too much terrain"),
            LayoutError::UpsideDown(piece) => write!(f, "terrain piece {} ends below where it begins", piece.0),
            LayoutError::ShortLadder(ladder) => write!(f, "ladder {} joins fewer than two floors", ladder.0),
        }
    }
}

/// Terrain and what it fixes. It never changes; figures are told with each question.
#[derive(Clone, Debug)]
pub struct Tabletop {
    layout: Layout,
    edges: Vec<Edge>,
    /// Solid and forbidden pieces.
    pub(super) walls: Index,
    /// Pieces that matter to feet: those with a top to stand on, and forbidden ground.
    pub(super) floors: Index,
    /// Pieces that matter to sight.
    pub(super) screens: Index,
    grounds: Index,
    rims: Index,
    /// The same as `floors` in the order of their tops, forbidden ground first.
    tops: Vec<(i32, u16)>,
}

/// Why a base cannot stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    OffTable,
    /// The floor under the centre is at another height.
    Floor(i32),
    /// The base would overlap a piece that rises above its floor.
    Piece(PieceId),
    /// Too much of the base would hang over this edge.
    Overhang(EdgeId),
}

impl Tabletop {
    /// # Errors
    /// If the layout makes no sense; nothing is mended silently.
    pub fn new(layout: Layout) -> Result<Tabletop, LayoutError> {
        if !(1..=500_000).contains(&layout.width) || !(1..=500_000).contains(&layout.depth) {
            return Err(LayoutError::Size);
        }
        let far = |value: i64| value.abs() > i64::from(LIMIT);
        let beyond = |piece: &Piece| {
            let Bounds { low, high } = *piece.outline.bounds();
            [low.x, low.y, high.x, high.y, piece.bottom.into(), piece.top.into()].into_iter().any(far)
        };
        let many = usize::from(u16::MAX);
        if layout.pieces.len() > many || layout.ladders.len() > many {
            return Err(LayoutError::TooMany);
        }
        if let Some(at) = layout.pieces.iter().position(beyond) {
            return Err(LayoutError::TooFar(PieceId(at as u16)));
        }
        if let Some(at) = layout.pieces.iter().position(|piece| piece.top < piece.bottom) {
            return Err(LayoutError::UpsideDown(PieceId(at as u16)));
        }
        if let Some(at) = layout.ladders.iter().position(|ladder| ladder.stops.len() < 2) {
            return Err(LayoutError::ShortLadder(LadderId(at as u16)));
        }
        let index = |wanted: &dyn Fn(&Piece) -> bool| {
            let shapes: Vec<(u16, Bounds)> = (0..).zip(&layout.pieces).filter(|(_, piece)| wanted(piece)).fold(
                Vec::new(),
                |mut list, (id, piece)| {
                    list.push((id, *piece.outline.bounds()));
                    list
                },
            );
            Index::new(i64::from(layout.width), i64::from(layout.depth), &shapes)
        };
        let mut table = Tabletop {
            walls: index(&|piece| piece.kind != Kind::Ground),
            floors: index(&|piece| matches!(piece.kind, Kind::Block | Kind::Forbidden)),
            screens: index(&|piece| piece.sight != Opacity::Clear),
            grounds: index(&|piece| !piece.is_solid()),
            tops: tops(&layout.pieces),
            edges: Vec::new(),
            rims: Index::default(),
            layout,
        };
        let edges = edge::edges(&table);
        if edges.len() > many {
            return Err(LayoutError::TooMany);
        }
        let shapes: Vec<(u16, Bounds)> =
            (0..).zip(&edges).map(|(id, edge)| (id, Bounds::of([edge.a, edge.b]))).collect();
        table.rims = Index::new(i64::from(table.layout.width), i64::from(table.layout.depth), &shapes);
        table.edges = edges;
        Ok(table)
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.layout.pieces
    }

    /// A piece of this table. An id from another table may name a wrong piece, or none.
    pub fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.layout.pieces.get(id.index())
    }

    pub fn ladders(&self) -> &[Ladder] {
        &self.layout.ladders
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether a place lies on the table, its border included. Only the centre of a base counts.
    pub fn holds(&self, p: Point) -> bool {
        p.x >= 0 && p.y >= 0 && p.x <= i64::from(self.layout.width) && p.y <= i64::from(self.layout.depth)
    }

    /// The highest floor over or under a place that is not above `ceiling`: the top of a block that covers the place
    /// (its border included), or the ground. None off the table, or if even the ground is too high.
    pub fn floor(&self, p: Point, ceiling: i32) -> Option<i32> {
        if !self.holds(p) {
            return None;
        }
        let tops = self.floors.at(p).iter().map(|&id| &self.layout.pieces[usize::from(id)]);
        tops.filter(|piece| piece.kind == Kind::Block && piece.top <= ceiling && piece.outline.covers(p))
            .map(|piece| piece.top)
            .chain((ceiling >= 0).then_some(0))
            .max()
    }

    /// The floor on which somebody stands who comes to a place with his feet at `feet`.
    pub fn standing(&self, p: Point, feet: i32, mover: &Mover) -> Option<i32> {
        self.floor(p, feet.saturating_add(mover.step))
    }

    /// Whether there is a floor at exactly this height under a spot.
    pub fn has_floor(&self, spot: Spot) -> bool {
        self.floor(spot.plan(), spot.z) == Some(spot.z)
    }

    /// Whether a base can stand on a spot: a floor at its height under the centre, no solid that rises above the floor
    /// under the base (touching is allowed), no forbidden ground under it, and at most `overhang` of it over an edge.
    /// Figures are not asked about.
    ///
    /// # Errors
    /// The first of these that is wanting.
    pub fn stand(&self, spot: Spot, mover: &Mover, overhang: i32) -> Result<(), Unfit> {
        let p = spot.plan();
        match self.floor(p, spot.z) {
            None => return Err(if self.holds(p) { Unfit::Floor(0) } else { Unfit::OffTable }),
            Some(z) if z != spot.z => return Err(Unfit::Floor(z)),
            Some(_) => {}
        }
        let flat = Mover { step: 0, ..*mover };
        let mut found = Ok(());
        let radius = i64::from(mover.radius);
        self.walls.any_along(p, p, radius, |id| {
            let piece = &self.layout.pieces[usize::from(id)];
            let bad = piece.stops(spot.z, &flat) && piece.outline.overlaps_disc(p, radius);
            if bad {
                found = Err(Unfit::Piece(PieceId(id)));
            }
            bad
        });
        found?;
        let firm = radius - i64::from(overhang);
        self.edges_near(p, firm, |id, edge| {
            let bad = edge.z == spot.z && compare(p, edge.a, edge.b, firm).is_lt();
            if bad {
                found = Err(Unfit::Overhang(id));
            }
            bad
        });
        found
    }

    /// Calls `f` with the edges that may lie within `reach` of a place until it answers true.
    pub fn edges_near(&self, p: Point, reach: i64, mut f: impl FnMut(EdgeId, &Edge) -> bool) -> bool {
        self.rims.any_along(p, p, reach.max(0), |id| f(EdgeId(id), &self.edges[usize::from(id)]))
    }

    /// Calls `f` with the edges that may lie within `reach` of a way until it answers true; some come more than once.
    pub fn edges_along(&self, a: Point, b: Point, reach: i64, mut f: impl FnMut(EdgeId, &Edge) -> bool) -> bool {
        self.rims.any_along(a, b, reach.max(0), |id| f(EdgeId(id), &self.edges[usize::from(id)]))
    }

    /// What can come under the feet of somebody who begins at a height and goes up by steps: all floors up to the highest one,
    /// and forbidden ground.
    pub(super) fn within_steps(&self, z: i32, step: i32) -> &[(i32, u16)] {
        let mut high = z;
        let higher = self.tops.iter().position(|(top, _)| {
            let above = *top > high.saturating_add(step.max(0));
            high = high.max(*top);
            above
        });
        &self.tops[..higher.unwrap_or(self.tops.len())]
    }

    /// The pieces of ground (forbidden ones too) that a base at a spot overlaps by more than `brush`, each once, in
    /// order. They matter to those who stand no higher than their top.
    pub fn grounds_under(&self, spot: Spot, radius: i32, brush: i32, out: &mut Vec<PieceId>) {
        out.clear();
        let (p, reach) = (spot.plan(), i64::from(radius) - i64::from(brush));
        if reach <= 0 {
            return;
        }
        self.grounds.any_along(p, p, reach, |id| {
            let piece = &self.layout.pieces[usize::from(id)];
            if spot.z >= piece.bottom && spot.z <= piece.top && piece.outline.overlaps_disc(p, reach) {
                out.push(PieceId(id));
            }
            false
        });
        out.sort_unstable();
        out.dedup();
    }

    /// The solid pieces within `reach` of a base in plan (exactly `reach` is within) that rise above its floor and
    /// begin no higher than `height` above it, each once, in order.
    pub fn solids_near(&self, spot: Spot, radius: i32, height: i32, reach: i32, out: &mut Vec<PieceId>) {
        out.clear();
        let (p, all) = (spot.plan(), i64::from(radius) + i64::from(reach));
        self.walls.any_along(p, p, all, |id| {
            let piece = &self.layout.pieces[usize::from(id)];
            let level = piece.top > spot.z && piece.bottom <= spot.z.saturating_add(height);
            if piece.is_solid() && level && piece.outline.compare(p, all).is_le() {
                out.push(PieceId(id));
            }
            false
        });
        out.sort_unstable();
        out.dedup();
    }

    /// Calls `f` with the windows whose middle is within `reach` of the rim of a base in plan, and whose height has any part
    /// between the base and `height` above it.
    pub fn windows_near(&self, spot: Spot, radius: i32, height: i32, reach: i32, mut f: impl FnMut(&Window)) {
        let base = Base::new(spot, radius);
        for window in &self.layout.windows {
            let level = window.lintel > spot.z && window.sill < spot.z.saturating_add(height);
            if level && base.within_plan(&Base::new(window.at.at(spot.z), 0), reach) {
                f(window);
            }
        }
    }

    /// The ladder that joins two spots, if any: both must be stops of it.
    pub fn ladder_between(&self, from: Spot, to: Spot) -> Option<LadderId> {
        let joins = |ladder: &Ladder| ladder.stops.contains(&from) && ladder.stops.contains(&to);
        (0..).map(LadderId).zip(&self.layout.ladders).find(|(_, ladder)| joins(ladder)).map(|(id, _)| id)
    }
}

fn tops(pieces: &[Piece]) -> Vec<(i32, u16)> {
    let floors = (0..).zip(pieces).filter_map(|(id, piece)| match piece.kind {
        Kind::Block => Some((piece.top, id)),
        Kind::Forbidden => Some((i32::MIN, id)),
        _ => None,
    });
    let mut tops: Vec<(i32, u16)> = floors.collect();
    tops.sort_unstable();
    tops
}
