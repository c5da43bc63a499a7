//! Way points: the places round which shortest paths bend. They depend on the terrain and on who moves, so a
//! [`Ways`] is made once for a table and a mover and answers for every battle fought there.
//!
//! A base that goes round a corner follows an arc. Here the arc is replaced by straight legs round the outside of it, so
//! that every leg is legal; round a right angle the way is longer than the arc by no more than 2 parts in 100 of the
//! radius. The legs need room: a way that bends in a passage less than 3 parts in 100 wider than the base may be missed, and
//! whoever knows one can still walk it. On floors paths bend where the floor has a corner that points inward, and where a
//! step leads up they pass its middle or its ends.

use std::sync::OnceLock;

use super::edge::{Edge, beyond};
use super::hop::{Footing, Hops};
use super::keepout::Keepout;
use super::measure::{divide, square, told, wide_root};
use super::path::Scratch;
use super::rims::{Rim, rims};
use super::segment::{Point, Share, cross};
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::{Kind, LadderId, Mover};

/// Links are looked for in bands of their length, as far as somebody can still go; way points farther apart than the last
/// are not joined directly.
pub(super) const BANDS: [i32; 3] = [9_000, 16_000, 30_000];

/// How far outside the arc its legs run, so that rounding never brings them inside.
const SPARE: i64 = 2;

#[derive(Clone, Debug)]
pub struct Ways {
    mover: Mover,
    hops: Hops,
    nodes: Vec<Spot>,
    /// For each way point and band, where it leads; found when first asked for.
    links: Vec<[OnceLock<Box<[Link]>>; BANDS.len()]>,
    ladders: Vec<(u16, Link)>,
    /// Found when somebody climbs or jumps.
    rims: OnceLock<Box<[Rim]>>,
}

/// A leg from one way point to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) to: u16,
    pub(super) cost: i32,
    pub(super) ladder: Option<LadderId>,
}

impl Ways {
    pub fn new(table: &Tabletop, mover: Mover) -> Ways {
        Ways::with_hops(table, mover, Hops::default())
    }

    /// Ways that go on over gaps and down drops.
    pub fn with_hops(table: &Tabletop, mover: Mover, hops: Hops) -> Ways {
        let mut nodes = Vec::new();
        for piece in table.pieces().iter().filter(|piece| piece.kind != Kind::Ground) {
            let points = piece.outline.points();
            for (at, &corner) in points.iter().enumerate() {
                let before = points[(at + points.len() - 1) % points.len()];
                let after = points[(at + 1) % points.len()];
                if cross(before, corner, after) <= 0 {
                    continue;
                }
                for p in arc(before, corner, after, i64::from(mover.radius)) {
                    floors_at(table, p, |z| {
                        if piece.stops(z, &mover) {
                            nodes.push(p.at(z));
                        }
                    });
                }
            }
        }
        // Corners of floors that point inward: one edge ends where the next one turns to the right.
        for first in table.edges().iter().filter(|edge| edge.drop > mover.step) {
            let turns = |next: &&Edge| {
                next.z == first.z && next.a == first.b && cross(first.a, first.b, next.b) < 0 && next.drop > mover.step
            };
            if table.edges().iter().any(|next| turns(&next)) {
                nodes.push(first.b.at(first.z));
            }
        }
        if hops != Hops::default() {
            brinks(table, &mover, &mut nodes);
        }
        // Steps: where a floor can be stepped on from below, just inside its edge, in the middle and near the ends.
        for edge in table.edges().iter().filter(|edge| edge.drop <= mover.step) {
            places_on(edge, &mover, |p| nodes.push(beyond(edge.b, edge.a, p, SPARE).at(edge.z)));
        }
        nodes.sort_unstable();
        nodes.dedup();
        let mut scratch = Scratch::default();
        nodes.retain(|node| {
            table.has_floor(*node) && table.walk(*node, node.plan(), &mover, &[], &mut scratch) == Some(node.z)
        });
        nodes.truncate(usize::from(u16::MAX) / 2);
        let mut ladders = Vec::new();
        for (id, ladder) in (0..).map(LadderId).zip(table.ladders()) {
            let first = nodes.len();
            nodes.extend(ladder.stops.iter().take(64));
            for a in first..nodes.len().min(usize::from(u16::MAX)) {
                for b in (first..nodes.len()).filter(|&b| b != a) {
                    let (from, to) = (nodes[a], nodes[b]);
                    let rise = (i64::from(to.z) - i64::from(from.z)).abs();
                    let cost = told(if ladder.stairs { from.plan().to(to.plan()) } else { rise });
                    ladders.push((a as u16, Link { to: b as u16, cost, ladder: Some(id) }));
                }
            }
        }
        let links = vec![Default::default(); nodes.len()];
        Ways { mover, hops, nodes, links, ladders, rims: OnceLock::new() }
    }

    pub fn mover(&self) -> &Mover {
        &self.mover
    }

    /// The height at which a straight leg to a place ends, if it is free.
    pub(super) fn leads(
        &self,
        table: &Tabletop,
        from: Spot,
        to: Point,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Option<i32> {
        if self.hops == Hops::default() {
            return table.walk(from, to, &self.mover, keep, scratch);
        }
        match table.hopping(&self.mover, &self.hops, keep).follow(from, (to, to), scratch, &mut Vec::new())? {
            Footing::Floor(z) => Some(z),
            Footing::Air(_) => None,
        }
    }

    pub(super) fn rims(&self, table: &Tabletop) -> &[Rim] {
        self.rims.get_or_init(|| rims(table, &self.mover))
    }

    /// The way points, in order.
    pub fn nodes(&self) -> &[Spot] {
        &self.nodes
    }

    /// The links of a band; ladders are in the first.
    pub(super) fn links(&self, table: &Tabletop, at: usize, band: usize, scratch: &mut Scratch) -> &[Link] {
        self.links[at][band].get_or_init(|| {
            let from = self.nodes[at];
            let ladders = self.ladders.iter().filter(|(first, _)| band == 0 && usize::from(*first) == at);
            let mut links: Vec<Link> = ladders.map(|(_, link)| *link).collect();
            let shorter = if band == 0 { -1 } else { square(BANDS[band - 1].into()) };
            let longest = square(BANDS[band].into());
            for (to, node) in (0..).zip(&self.nodes) {
                let long = from.plan().square_to(node.plan());
                if *node != from
                    && long > shorter
                    && long <= longest
                    && self.leads(table, from, node.plan(), &[], scratch) == Some(node.z)
                {
                    links.push(Link { to, cost: told(from.plan().to(node.plan())), ladder: None });
                }
            }
            links.into()
        })
    }
}

/// Where somebody gets over an edge from one floor to another: right above it and right below it.
fn brinks(table: &Tabletop, mover: &Mover, nodes: &mut Vec<Spot>) {
    for edge in table.edges().iter().filter(|edge| edge.drop > mover.step) {
        let ends = [edge.a.toward(edge.b, SPARE), edge.b.toward(edge.a, SPARE)];
        let mut places = ends.to_vec();
        places_on(edge, mover, |p| places.push(p));
        places.into_iter().for_each(|p| {
            nodes.push(beyond(edge.b, edge.a, p, SPARE).at(edge.z));
            nodes.push(edge.outside(p, i64::from(mover.radius) + SPARE).at(edge.z.saturating_sub(edge.drop)));
        });
    }
}

/// The middle of an edge, and places near its ends.
fn places_on(edge: &Edge, mover: &Mover, f: impl FnMut(Point)) {
    let inset = i64::from(mover.radius) + SPARE;
    let middle = Share { over: 1, under: 2 }.between(edge.a, edge.b);
    let ends = [edge.a.toward(edge.b, inset), edge.b.toward(edge.a, inset)];
    let long = edge.a.to(edge.b) > 2 * inset;
    ends.into_iter().filter(|_| long).chain([middle]).for_each(f);
}

/// Every floor at a place.
fn floors_at(table: &Tabletop, p: Point, mut f: impl FnMut(i32)) {
    let mut ceiling = i32::MAX;
    while let Some(z) = table.floor(p, ceiling) {
        f(z);
        if z == i32::MIN {
            break;
        }
        ceiling = z - 1;
    }
}

/// The corners of straight legs round the arc that a disc's centre follows round a convex corner.
fn arc(before: Point, corner: Point, after: Point, radius: i64) -> Vec<Point> {
    let first = unit(corner.y - before.y, before.x - corner.x);
    let last = unit(after.y - corner.y, corner.x - after.x);
    // A turn of up to 45 degrees takes two corners, up to 90 four, more eight: each turns by 22.5 degrees at most.
    let dot = first.0 * last.0 + first.1 * last.1;
    let halvings = if dot < 0 { 3 } else { 1 + i32::from(dot < (UNIT * UNIT / 1000) * 707) };
    let mut touches = vec![first, last];
    for _ in 0..halvings {
        let between: Vec<_> = touches.windows(2).flat_map(|pair| [pair[0], bisect(pair[0], pair[1])]).collect();
        touches = between.into_iter().chain([last]).collect();
    }
    let corners: Vec<_> = touches.windows(2).map(|pair| bisect(pair[0], pair[1])).collect();
    // A corner stands farther out than the points at which its legs touch the arc, by the cosine between them.
    let cosine = (corners[0].0 * first.0 + corners[0].1 * first.1) / UNIT;
    let out = (radius * UNIT + cosine - 1) / cosine.max(1) + SPARE;
    corners
        .into_iter()
        .map(|(x, y)| {
            let part = |v: i64| divide(i128::from(v) * i128::from(out), i128::from(UNIT));
            Point::new(corner.x + part(x), corner.y + part(y))
        })
        .collect()
}

/// The length of the vectors below.
const UNIT: i64 = 1 << 24;

fn unit(x: i64, y: i64) -> (i64, i64) {
    let long = i128::from(wide_root((i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y)) << 32)).max(1);
    let part = |v: i64| divide((i128::from(v) * i128::from(UNIT)) << 16, long);
    (part(x), part(y))
}

fn bisect(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    unit(a.0 + b.0, a.1 + b.1)
}
