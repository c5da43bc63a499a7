//! Shortest paths, and all that lies within reach.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::base::Base;
use super::keepout::{Keepout, free, kept};
use super::lane::contact;
use super::measure::{root, square, told};
use super::path::{Part, Scratch};
use super::segment::Point;
use super::spot::Spot;
use super::table::Tabletop;
use super::turn::{TURN, outward};
use super::ways::{BANDS, Ways};

/// How far somebody goes and what he uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait {
    pub limit: i32,
    /// Ladders cost their height.
    pub ladders: bool,
    /// Stairs cost their plan length.
    pub stairs: bool,
    /// Both are also used upwards.
    pub up: bool,
}

/// What a way would come to at least, what it has cost so far, where it stands, where from, and whether that leg has still
/// to be looked at: most of them never come up.
type Leg = (i32, i32, u32, u32, bool);

/// Room for searches, used again and again, and what the last one found.
#[derive(Debug, Default)]
pub struct Search {
    scratch: Scratch,
    /// Way points of this search alone, after those of the terrain: round what must be kept clear of, then the ends,
    /// then the start.
    extra: Vec<Spot>,
    cost: Vec<i32>,
    before: Vec<u32>,
    done: Vec<bool>,
    heap: BinaryHeap<Reverse<Leg>>,
    /// Spots in the order in which they were reached, with what it cost.
    reached: Vec<(Spot, i32)>,
    /// Their numbers.
    order: Vec<u32>,
}

impl Search {
    /// The start and the way points that the last [`Ways::spread`] reached, nearest first, with the length of the way.
    pub fn reached(&self) -> &[(Spot, i32)] {
        &self.reached
    }
}

/// A side of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Border {
    South,
    East,
    North,
    West,
}

impl Border {
    pub const ALL: [Border; 4] = [Border::South, Border::East, Border::North, Border::West];

    /// The point of the border that is nearest to a place on the table.
    pub fn nearest(self, table: &Tabletop, p: Point) -> Point {
        let (width, depth) = (i64::from(table.layout().width), i64::from(table.layout().depth));
        let p = Point { x: p.x.clamp(0, width), y: p.y.clamp(0, depth) };
        match self {
            Border::South => Point { y: 0, ..p },
            Border::East => Point { x: width, ..p },
            Border::North => Point { y: depth, ..p },
            Border::West => Point { x: 0, ..p },
        }
    }
}

/// What the rounding of a path's legs may come to, in thousandths.
const ROUNDING: i32 = 16;

/// Corners of the legs round a circle: every second direction.
const ROUND: i32 = TURN / 2;

impl Ways {
    /// The shortest path over floors and ladders, as a list of spots from start to goal, and its length: each leg to the
    /// nearest thousandth, then summed. None if it is longer than the limit or if there is none. The goal must be a floor.
    #[allow(clippy::too_many_arguments)]
    pub fn shortest(
        &self,
        table: &Tabletop,
        from: Spot,
        to: Spot,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        track.clear();
        let direct = told(from.plan().to(to.plan()));
        if direct.saturating_sub(ROUNDING) > gait.limit {
            return None;
        }
        if direct <= gait.limit && self.walks(table, from, to, keep, search) {
            track.extend([from, to]);
            return Some(direct);
        }
        if !table.has_floor(to) || !free(to, self.mover(), keep) {
            return None;
        }
        // Past nobody first: that is far cheaper, most of those who are kept clear of are not in the way, and where there
        // is no way for one alone there is none in a crowd.
        let alone = self.through(table, from, to, gait, &[], search, track)?;
        let clear = keep.is_empty() || track.windows(2).all(|leg| self.passes(table, leg[0], leg[1], keep, search));
        if clear { Some(alone) } else { self.through(table, from, to, gait, keep, search, track) }
    }

    #[allow(clippy::too_many_arguments)]
    fn through(
        &self,
        table: &Tabletop,
        from: Spot,
        to: Spot,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        let ahead = |spot: Spot| told(spot.plan().to(to.plan()));
        self.explore(table, from, &[to], &ahead, true, gait, keep, &mut |_, _, _, _| gait.limit, search);
        let goal = (self.nodes().len() + search.extra.len() - 2) as u32;
        if !search.done[goal as usize] {
            return None;
        }
        self.unroll(search, goal, track);
        Some(search.cost[goal as usize])
    }

    /// Whether any of several places is within the limit for one who is alone: if not, none is in a crowd.
    pub fn leads_to_any(&self, table: &Tabletop, from: Spot, ends: &[Spot], gait: &Gait, search: &mut Search) -> bool {
        let nearest = |spot: Spot| ends.iter().map(|end| spot.plan().square_to(end.plan())).min().unwrap_or(0);
        let ahead = |spot| told(root(nearest(spot)));
        self.explore(table, from, ends, &ahead, true, gait, &[], &mut |_, _, _, _| gait.limit, search);
        let first = self.nodes().len() + search.extra.len() - 1 - ends.len();
        search.done[first..first + ends.len()].contains(&true)
    }

    /// Whether a leg of a way for one alone is free for one in a crowd.
    fn passes(&self, table: &Tabletop, from: Spot, to: Spot, keep: &[Keepout], search: &mut Search) -> bool {
        match table.ladder_between(from, to) {
            Some(_) if from.z != to.z => free(to, self.mover(), keep),
            _ => self.walks(table, from, to, keep, search),
        }
    }

    /// Lists the spots from the start to a way point.
    fn unroll(&self, search: &Search, mut at: u32, track: &mut Vec<Spot>) {
        track.clear();
        while at != u32::MAX {
            track.push(self.spot(search, at));
            at = search.before[at as usize];
        }
        track.reverse();
    }

    /// Finds all way points within the limit: see [`Search::reached`].
    pub fn spread(&self, table: &Tabletop, from: Spot, gait: &Gait, keep: &[Keepout], search: &mut Search) {
        self.explore(table, from, &[], &|_| 0, false, gait, keep, &mut |_, _, _, _| gait.limit, search);
    }

    /// The shortest path that ends in contact with a base: at one of 24 places round it, or where a straight line from a way
    /// point meets it. `fits` says where the mover may end. The base itself must not be among what is kept clear of.
    #[allow(clippy::too_many_arguments)]
    pub fn to_contact(
        &self,
        table: &Tabletop,
        from: Spot,
        target: &Base,
        gait: &Gait,
        keep: &[Keepout],
        fits: impl Fn(Spot) -> bool,
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        let radius = self.mover().radius;
        let both = i64::from(radius) + i64::from(target.radius);
        let centre = target.at.plan();
        let meet = |spot: Spot| contact(spot, target.at, radius, target, 0).map(|(end, _)| end.plan());
        let mut ends = [target.at; TURN as usize];
        let mut count = 0;
        for p in (0..TURN).map(|steps| outward(centre, steps, both)) {
            if let Some(spot) = table.standing(p, target.at.z, self.mover()).map(|z| p.at(z)).filter(|&spot| fits(spot))
            {
                ends[count] = spot;
                count += 1;
            }
        }
        let ahead = |spot: Spot| told((spot.plan().to(centre) - both).max(0));
        // A spot in contact lies on the same floor as the base, or a step from it.
        let level = |spot: Spot| (i64::from(spot.z) - i64::from(target.at.z)).abs() <= i64::from(self.mover().step);
        let fits = |spot: Spot| level(spot) && fits(spot);
        self.finish(table, from, &ends[..count], &ahead, &meet, &fits, gait, keep, search, track)
    }

    /// The shortest path to any point of a border of the table.
    #[allow(clippy::too_many_arguments)]
    pub fn to_border(
        &self,
        table: &Tabletop,
        from: Spot,
        border: Border,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        let end = |spot: Spot| border.nearest(table, spot.plan());
        let ahead = |spot: Spot| told(spot.plan().to(end(spot)));
        self.finish(table, from, &[], &ahead, &|spot| Some(end(spot)), &|_| true, gait, keep, search, track)
    }

    /// The shortest path to one of `ends`, or to where `end` leads straight on from a way point.
    #[allow(clippy::too_many_arguments)]
    fn finish(
        &self,
        table: &Tabletop,
        from: Spot,
        ends: &[Spot],
        ahead: &dyn Fn(Spot) -> i32,
        end: &dyn Fn(Spot) -> Option<Point>,
        fits: &dyn Fn(Spot) -> bool,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        track.clear();
        let straight = |spot: Spot, cost: i32, most: i32, scratch: &mut Scratch| {
            let p = end(spot)?;
            let sum = cost.saturating_add(told(spot.plan().to(p)));
            if sum > most {
                return None;
            }
            let there = p.at(self.leads(table, spot, p, keep, scratch)?);
            fits(there).then_some((sum, there))
        };
        // Nothing is shorter than the straight way.
        if let Some((sum, there)) = straight(from, 0, gait.limit, &mut search.scratch) {
            track.extend([from, there]);
            return Some(sum);
        }
        if ahead(from).saturating_sub(ROUNDING) > gait.limit {
            return None;
        }
        if ends.is_empty() {
            // As soon as the end is in sight, nothing longer is looked at.
            let mut best: Option<(i32, u32, Spot)> = None;
            let mut news = |at: u32, spot: Spot, cost: i32, scratch: &mut Scratch| {
                let most = best.map_or(gait.limit, |found| found.0.saturating_sub(1));
                if let Some((sum, there)) = straight(spot, cost, most, scratch) {
                    best = Some((sum, at, there));
                }
                best.map_or(gait.limit, |found| found.0)
            };
            self.explore(table, from, ends, ahead, false, gait, keep, &mut news, search);
            let (sum, at, there) = best?;
            self.unroll(search, at, track);
            track.push(there);
            track.dedup();
            return Some(sum);
        }
        self.explore(table, from, ends, ahead, false, gait, keep, &mut |_, _, _, _| gait.limit, search);
        let first = self.nodes().len() + search.extra.len() - 1 - ends.len();
        let mut best: Option<(i32, u32, Option<Spot>)> = (first..first + ends.len())
            .filter(|&at| search.done[at])
            .map(|at| (search.cost[at], at as u32, None))
            .min_by_key(|found| found.0);
        for i in 0..search.order.len() {
            let at = search.order[i];
            let (spot, cost) = search.reached[i];
            let most = best.map_or(gait.limit, |found| found.0.saturating_sub(1));
            if let Some((sum, there)) = straight(spot, cost, most, &mut search.scratch) {
                best = Some((sum, at, Some(there)));
            }
        }
        let (sum, at, there) = best?;
        self.unroll(search, at, track);
        track.extend(there);
        track.dedup();
        Some(sum)
    }

    /// The part of the shortest path to a goal that the limit allows, if there is a path of at most `horizon`. Its last spot
    /// is the goal, or a place on the way where the limit ends; it never ends on a ladder. Returns the length of the part.
    #[allow(clippy::too_many_arguments)]
    pub fn toward(
        &self,
        table: &Tabletop,
        from: Spot,
        goal: Spot,
        gait: &Gait,
        horizon: i32,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        self.shortest(table, from, goal, &Gait { limit: horizon, ..*gait }, keep, search, track)?;
        Some(self.cut(table, gait.limit, keep, search, track))
    }

    /// Leaves of a path what a limit allows: it ends where the limit does, but never on a ladder. Returns the length of it.
    pub fn cut(
        &self,
        table: &Tabletop,
        limit: i32,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> i32 {
        let mut used = 0i32;
        for at in 1..track.len() {
            let (a, b) = (track[at - 1], track[at]);
            let ladder = table.ladder_between(a, b);
            let length = match ladder {
                Some(id) if !table.ladders()[id.index()].stairs => (b.z.saturating_sub(a.z)).saturating_abs(),
                _ => told(a.plan().to(b.plan())),
            };
            let left = limit.saturating_sub(used);
            if length <= left {
                used = used.saturating_add(length);
                continue;
            }
            track.truncate(at);
            if ladder.is_none() && left > 0 {
                // A point rounded to the nearest thousandth can lie one too far.
                let end = |length: i64| a.plan().toward(b.plan(), length);
                let left = i64::from(left);
                let end = if a.plan().to(end(left)) <= left { end(left) } else { end(left - 1) };
                let there = table.farthest(a, end, self.mover(), keep, &mut search.scratch);
                used = used.saturating_add(told(a.plan().to(there.plan())));
                track.push(there);
            }
            break;
        }
        used
    }

    fn spot(&self, search: &Search, at: u32) -> Spot {
        let at = at as usize;
        if at < self.nodes().len() { self.nodes()[at] } else { search.extra[at - self.nodes().len()] }
    }

    /// Finds the cheapest way to all way points and `ends` within the limit. `ahead` is the least that is still to go from a
    /// spot; `stop` ends the search at the first of the ends; `news` is told of every spot that is reached, with its number
    /// and cost, and says what the limit is from then on, which never grows.
    #[allow(clippy::too_many_arguments)]
    fn explore(
        &self,
        table: &Tabletop,
        from: Spot,
        ends: &[Spot],
        ahead: &dyn Fn(Spot) -> i32,
        stop: bool,
        gait: &Gait,
        keep: &[Keepout],
        news: &mut dyn FnMut(u32, Spot, i32, &mut Scratch) -> i32,
        search: &mut Search,
    ) {
        let mut limit = gait.limit;
        let fixed = self.nodes().len();
        self.round(table, from, gait, keep, search);
        search.extra.extend(ends);
        search.extra.push(from);
        let all = fixed + search.extra.len();
        search.cost.clear();
        search.cost.resize(all, i32::MAX);
        search.before.clear();
        search.before.resize(all, u32::MAX);
        search.done.clear();
        search.done.resize(all, false);
        search.heap.clear();
        search.reached.clear();
        search.order.clear();
        let start = (all - 1) as u32;
        search.cost[all - 1] = 0;
        // Legs are rounded one by one, so that a way can come to a little less than the straight one.
        let ahead = |spot: Spot| ahead(spot).saturating_sub(ROUNDING).max(0);
        search.heap.push(Reverse((ahead(from), 0, start, u32::MAX, false)));
        while let Some(Reverse((least, sum, at, before, unseen))) = search.heap.pop() {
            if least > limit {
                return;
            }
            let here = at as usize;
            // A cheaper way was found since. (Rounding can bring one even later: a spot may be looked at more than once.)
            if sum > search.cost[here] || search.done[here] && sum == search.cost[here] {
                continue;
            }
            if unseen {
                let (a, b) = (self.spot(search, before), self.spot(search, at));
                if !self.walks(table, a, b, keep, search) {
                    continue;
                }
            }
            search.cost[here] = sum;
            search.before[here] = before;
            search.done[here] = true;
            let (spot, cost) = (self.spot(search, at), search.cost[here]);
            search.reached.push((spot, cost));
            search.order.push(at);
            limit = news(at, spot, cost, &mut search.scratch);
            if (all - 1 - ends.len()..all - 1).contains(&here) {
                // Nobody goes on from an end.
                if stop {
                    return;
                }
                continue;
            }
            if here < fixed {
                // A link of a farther band is longer than what is left.
                let left = limit.saturating_sub(cost);
                let bands = 1 + BANDS.iter().take(BANDS.len() - 1).take_while(|band| **band <= left).count();
                for band in 0..bands {
                    self.follow(table, at, band, &ahead, &Gait { limit, ..*gait }, keep, search);
                }
            }
            // From the start and from way points of this search everything is looked at, else only the latter.
            let left = i64::from(limit.saturating_sub(cost)) + 1;
            for next in if here < fixed { fixed..all - 1 } else { 0..all - 1 } {
                let there = self.spot(search, next as u32);
                // Most are too far off, which takes no root to tell.
                if spot.plan().square_to(there.plan()) > square(left) {
                    continue;
                }
                let sum = cost.saturating_add(told(spot.plan().to(there.plan())));
                if sum.saturating_add(ahead(there)) > limit || sum >= search.cost[next] {
                    continue;
                }
                search.heap.push(Reverse((sum.saturating_add(ahead(there)), sum, next as u32, at, true)));
            }
        }
    }

    /// Goes on from a way point along its links of one band.
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &self,
        table: &Tabletop,
        at: u32,
        band: usize,
        ahead: &dyn Fn(Spot) -> i32,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
    ) {
        let (spot, cost) = (self.nodes()[at as usize], search.cost[at as usize]);
        for link in self.links(table, at as usize, band, &mut search.scratch) {
            let wanted = match link.ladder {
                None => true,
                Some(id) if table.ladders()[id.index()].stairs => gait.stairs,
                Some(_) => gait.ladders,
            };
            let next = usize::from(link.to);
            let sum = cost.saturating_add(link.cost);
            let there = self.nodes()[next];
            let wanted = wanted && (link.ladder.is_none() || gait.up || there.z < spot.z);
            if !wanted || sum.saturating_add(ahead(there)) > gait.limit || sum >= search.cost[next] {
                continue;
            }
            let open = match link.ladder {
                Some(_) => free(there, self.mover(), keep),
                None if keep.is_empty() => true,
                None if spot.z == there.z => {
                    let part = [Part::whole(spot.z)];
                    !kept(spot.plan(), there.plan(), self.mover(), keep, &part)
                }
                None => self.walks(table, spot, there, keep, search),
            };
            if open {
                search.cost[next] = sum;
                search.done[next] = false;
                let least = sum.saturating_add(ahead(there));
                search.heap.push(Reverse((least, sum, link.to.into(), at, false)));
            }
        }
    }

    fn walks(&self, table: &Tabletop, from: Spot, to: Spot, keep: &[Keepout], search: &mut Search) -> bool {
        self.leads(table, from, to.plan(), keep, &mut search.scratch) == Some(to.z)
    }

    /// Way points round what must be kept clear of, as far as it is in reach.
    fn round(&self, table: &Tabletop, from: Spot, gait: &Gait, keep: &[Keepout], search: &mut Search) {
        search.extra.clear();
        for keepout in keep {
            let reach = i64::from(self.mover().radius) + i64::from(keepout.radius) + i64::from(keepout.margin.max(0));
            // Legs between neighbours touch the circle: the corners stand out by the cosine of half the step (15 degrees).
            let out = reach * 1_035_277 / 1_000_000 + 3;
            let centre = keepout.at.plan();
            if from.plan().to(centre) - out > i64::from(gait.limit) {
                continue;
            }
            for step in 0..ROUND {
                let p: Point = outward(centre, 2 * step, out);
                let Some(z) = table.standing(p, keepout.at.z, self.mover()) else { continue };
                let spot = p.at(z);
                if free(spot, self.mover(), keep) && from.plan().to(p) <= i64::from(gait.limit) {
                    search.extra.push(spot);
                }
            }
        }
    }
}
