//! Edges nearby, and where somebody comes down.

use super::edge::EdgeId;
use super::segment::{Point, compare, distance, nearest};
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::Mover;

impl Tabletop {
    /// The nearest edge of the floor at a spot from which one could fall: unrailed, with a drop of at least `drop`, and no
    /// more than `reach` from the rim of the base to its line. Told with its point nearest to the centre. Of equally near
    /// edges (to the thousandth) the first of the table counts.
    pub fn brink(&self, spot: Spot, radius: i32, reach: i32, drop: i32) -> Option<(EdgeId, Point)> {
        let p = spot.plan();
        let mut best: Option<(i64, EdgeId, Point)> = None;
        self.brinks(spot, radius, reach, drop, |id, over| {
            let edge = &self.edges()[id.index()];
            let far = (distance(p, edge.a, edge.b), id, over);
            best = Some(best.map_or(far, |known| known.min(far)));
        });
        best.map(|(_, id, over)| (id, over))
    }

    /// Tells all such edges, each with its point nearest to the centre: at a corner there are two.
    pub fn brinks(&self, spot: Spot, radius: i32, reach: i32, drop: i32, mut f: impl FnMut(EdgeId, Point)) {
        let p = spot.plan();
        let all = i64::from(radius) + i64::from(reach);
        self.edges_near(p, all, |id, edge| {
            if edge.z == spot.z
                && !edge.railed
                && edge.drop >= drop
                && all >= 0
                && compare(p, edge.a, edge.b, all).is_le()
            {
                f(id, nearest(p, edge.a, edge.b));
            }
            false
        });
    }

    /// Where somebody lands who falls over an edge at a point of it: his centre `out` straight outside, on the first floor
    /// below the edge. None off the table.
    pub fn landing(&self, edge: EdgeId, over: Point, out: i32) -> Option<Spot> {
        let edge = self.edges().get(edge.index())?;
        let p = edge.outside(over, i64::from(out));
        self.floor(p, edge.z.saturating_sub(1)).map(|z| p.at(z))
    }

    /// As [`Tabletop::landing`], slid along the edge to the nearest place that `free` accepts, in tenths of an inch to
    /// either side, at most `slide` away.
    pub fn landing_free(
        &self,
        edge: EdgeId,
        over: Point,
        out: i32,
        slide: i32,
        mut free: impl FnMut(Spot) -> bool,
    ) -> Option<Spot> {
        let &super::Edge { a, b, .. } = self.edges().get(edge.index())?;
        let far = Point::new(over.x + (b.x - a.x), over.y + (b.y - a.y));
        let back = Point::new(over.x - (b.x - a.x), over.y - (b.y - a.y));
        for off in (0..=i64::from(slide)).step_by(100) {
            for end in [far, back] {
                let spot = self.landing(edge, over.toward(end, off), out);
                if let Some(spot) = spot.filter(|&spot| free(spot)) {
                    return Some(spot);
                }
                if off == 0 {
                    break;
                }
            }
        }
        None
    }

    /// How far down the floor lies under a spot; 0 if the spot is on it. None off the table or under the ground.
    pub fn drop_at(&self, spot: Spot) -> Option<i32> {
        self.floor(spot.plan(), spot.z).map(|z| spot.z.saturating_sub(z))
    }

    /// The nearest place round a spot on the floor that one comes to from its height, at most `limit` away in plan, where
    /// a base can stand and that `free` accepts. Places are tried in rings a tenth of an inch apart, 24 to a ring.
    pub fn nearest_stand(
        &self,
        spot: Spot,
        mover: &Mover,
        overhang: i32,
        limit: i32,
        mut free: impl FnMut(Spot) -> bool,
    ) -> Option<Spot> {
        let mut fits = |p: Point| {
            let there = p.at(self.standing(p, spot.z, mover)?);
            (self.stand(there, mover, overhang).is_ok() && free(there)).then_some(there)
        };
        if let Some(there) = fits(spot.plan()) {
            return Some(there);
        }
        (100..=i64::from(limit)).step_by(100).find_map(|reach| {
            (0..super::turn::TURN).find_map(|steps| fits(super::turn::outward(spot.plan(), steps, reach)))
        })
    }
}
