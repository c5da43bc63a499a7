//! Shortest paths, and all that lies within reach.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::base::Base;
use super::keepout::{Keepout, free, kept};
use super::lane::contact;
use super::measure::{root, square, told};
use super::path::{Part, Scratch};
use super::segment::Point;
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::Mover;
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
    /// The start and the way points that the last [`Trip::spread`] reached, nearest first, with the length of the way.
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

/// A journey to be found: from where, how far, and past whom. See [`Ways::trip`].
#[derive(Clone, Copy, Debug)]
pub struct Trip<'a> {
    pub(super) ways: &'a Ways,
    pub(super) table: &'a Tabletop,
    pub(super) from: Spot,
    pub(super) gait: Gait,
    pub(super) keep: &'a [Keepout],
}

/// What a search looks for.
struct Aim<'a> {
    ends: &'a [Spot],
    /// The least that is still to go from a spot.
    ahead: &'a dyn Fn(Spot) -> i32,
    /// The search is over at the first of the ends.
    stop: bool,
}

/// A search is told of every spot that is reached, with its number and cost, and is told in turn what the limit is from then
/// on, which never grows.
type News<'a> = &'a mut dyn FnMut(u32, Spot, i32, &mut Scratch) -> i32;

/// Where a search ends that looks for no one spot: `end` is where it leads straight on from a way point, `fits` says whether
/// it may end there.
struct Straight<'a> {
    end: &'a dyn Fn(Spot) -> Option<Point>,
    fits: &'a dyn Fn(Spot) -> bool,
}

impl Ways {
    /// What there is within the limit of a gait from a spot, clear of some. `table` is the one that these ways were made for.
    pub fn trip<'a>(&'a self, table: &'a Tabletop, from: Spot, gait: &Gait, keep: &'a [Keepout]) -> Trip<'a> {
        Trip { ways: self, table, from, gait: *gait, keep }
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

    /// Lists the spots from the start to a way point.
    fn unroll(&self, search: &Search, mut at: u32, track: &mut Vec<Spot>) {
        track.clear();
        while at != u32::MAX {
            track.push(self.spot(search, at));
            at = search.before[at as usize];
        }
        track.reverse();
    }
}

impl<'a> Trip<'a> {
    pub(super) fn mover(&self) -> &'a Mover {
        self.ways.mover()
    }

    /// The shortest path over floors and ladders, as a list of spots from start to goal, and its length: each leg to the
    /// nearest thousandth, then summed. None if it is longer than the limit or if there is none. The goal must be a floor.
    pub fn shortest(&self, to: Spot, search: &mut Search, track: &mut Vec<Spot>) -> Option<i32> {
        let Trip { table, from, gait, keep, .. } = *self;
        track.clear();
        let direct = told(from.plan().to(to.plan()));
        if direct.saturating_sub(ROUNDING) > gait.limit {
            return None;
        }
        if direct <= gait.limit && self.walks(from, to, search) {
            track.extend([from, to]);
            return Some(direct);
        }
        if !table.has_floor(to) || !free(to, self.mover(), keep) {
            return None;
        }
        // Past nobody first: that is far cheaper, most of those who are kept clear of are not in the way, and where there
        // is no way for one alone there is none in a crowd.
        let alone = Trip { keep: &[], ..*self }.through(to, search, track)?;
        let clear = keep.is_empty() || track.windows(2).all(|leg| self.passes(leg[0], leg[1], search));
        if clear { Some(alone) } else { self.through(to, search, track) }
    }

    fn through(&self, to: Spot, search: &mut Search, track: &mut Vec<Spot>) -> Option<i32> {
        let ahead = |spot: Spot| told(spot.plan().to(to.plan()));
        self.search(&Aim { ends: &[to], ahead: &ahead, stop: true }, search);
        let goal = (self.ways.nodes().len() + search.extra.len() - 2) as u32;
        if !search.done[goal as usize] {
            return None;
        }
        self.ways.unroll(search, goal, track);
        Some(search.cost[goal as usize])
    }

    /// Whether any of several places is within the limit for one who is alone: if not, none is in a crowd.
    pub fn leads_to_any(&self, ends: &[Spot], search: &mut Search) -> bool {
        let nearest = |spot: Spot| ends.iter().map(|end| spot.plan().square_to(end.plan())).min().unwrap_or(0);
        let ahead = |spot| told(root(nearest(spot)));
        Trip { keep: &[], ..*self }.search(&Aim { ends, ahead: &ahead, stop: true }, search);
        let first = self.ways.nodes().len() + search.extra.len() - 1 - ends.len();
        search.done[first..first + ends.len()].contains(&true)
    }

    /// Whether a leg of a way for one alone is free for one in a crowd.
    fn passes(&self, from: Spot, to: Spot, search: &mut Search) -> bool {
        match self.table.ladder_between(from, to) {
            Some(_) if from.z != to.z => free(to, self.mover(), self.keep),
            _ => self.walks(from, to, search),
        }
    }

    /// Finds all way points within the limit: see [`Search::reached`].
    pub fn spread(&self, search: &mut Search) {
        self.search(&Aim { ends: &[], ahead: &|_| 0, stop: false }, search);
    }

    /// The shortest path that ends in contact with a base: at one of 24 places round it, or where a straight line from a way
    /// point meets it. `fits` says where the mover may end. The base itself must not be among what is kept clear of.
    pub fn to_contact(
        &self,
        target: &Base,
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
            let spot = self.table.standing(p, target.at.z, self.mover()).map(|z| p.at(z));
            if let Some(spot) = spot.filter(|&spot| fits(spot)) {
                ends[count] = spot;
                count += 1;
            }
        }
        let ahead = |spot: Spot| told((spot.plan().to(centre) - both).max(0));
        // A spot in contact lies on the same floor as the base, or a step from it.
        let level = |spot: Spot| (i64::from(spot.z) - i64::from(target.at.z)).abs() <= i64::from(self.mover().step);
        let fits = |spot: Spot| level(spot) && fits(spot);
        let aim = Aim { ends: &ends[..count], ahead: &ahead, stop: false };
        self.finish(&aim, &Straight { end: &meet, fits: &fits }, search, track)
    }

    /// The shortest path to any point of a border of the table.
    pub fn to_border(&self, border: Border, search: &mut Search, track: &mut Vec<Spot>) -> Option<i32> {
        let end = |spot: Spot| border.nearest(self.table, spot.plan());
        let ahead = |spot: Spot| told(spot.plan().to(end(spot)));
        let aim = Aim { ends: &[], ahead: &ahead, stop: false };
        self.finish(&aim, &Straight { end: &|spot| Some(end(spot)), fits: &|_| true }, search, track)
    }

    /// The shortest path to one of the ends of an aim, or straight on from a way point.
    fn finish(
        &self,
        aim: &Aim<'_>,
        straight: &Straight<'_>,
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        let (from, limit) = (self.from, self.gait.limit);
        track.clear();
        // Nothing is shorter than the straight way.
        if let Some((sum, there)) = self.straight(straight, from, (0, limit), &mut search.scratch) {
            track.extend([from, there]);
            return Some(sum);
        }
        if (aim.ahead)(from).saturating_sub(ROUNDING) > limit {
            return None;
        }
        // Without ends nothing longer is looked at as soon as the border or the base is in sight.
        let mut best: Option<(i32, u32, Option<Spot>)> = None;
        if aim.ends.is_empty() {
            let mut news = |at: u32, spot: Spot, cost: i32, scratch: &mut Scratch| {
                let most = best.map_or(limit, |found| found.0.saturating_sub(1));
                if let Some((sum, there)) = self.straight(straight, spot, (cost, most), scratch) {
                    best = Some((sum, at, Some(there)));
                }
                best.map_or(limit, |found| found.0)
            };
            self.explore(aim, &mut news, search);
        } else {
            self.search(aim, search);
            let first = self.ways.nodes().len() + search.extra.len() - 1 - aim.ends.len();
            let ends = (first..first + aim.ends.len()).filter(|&at| search.done[at]);
            best = ends.map(|at| (search.cost[at], at as u32, None)).min_by_key(|found| found.0);
            for i in 0..search.order.len() {
                let (at, (spot, cost)) = (search.order[i], search.reached[i]);
                let most = best.map_or(limit, |found| found.0.saturating_sub(1));
                if let Some((sum, there)) = self.straight(straight, spot, (cost, most), &mut search.scratch) {
                    best = Some((sum, at, Some(there)));
                }
            }
        }
        let (sum, at, there) = best?;
        self.ways.unroll(search, at, track);
        track.extend(there);
        track.dedup();
        Some(sum)
    }

    /// Where it leads straight on from a spot that took `cost` to reach, and what the way comes to, if not to more than `most`.
    fn straight(
        &self,
        straight: &Straight<'_>,
        spot: Spot,
        (cost, most): (i32, i32),
        scratch: &mut Scratch,
    ) -> Option<(i32, Spot)> {
        let p = (straight.end)(spot)?;
        let sum = cost.saturating_add(told(spot.plan().to(p)));
        if sum > most {
            return None;
        }
        let there = p.at(self.ways.leads(self.table, spot, p, self.keep, scratch)?);
        (straight.fits)(there).then_some((sum, there))
    }

    /// The part of the shortest path to a goal that the limit allows, if there is a path of at most `horizon`. Its last spot
    /// is the goal, or a place on the way where the limit ends; it never ends on a ladder. Returns the length of the part.
    pub fn toward(&self, goal: Spot, horizon: i32, search: &mut Search, track: &mut Vec<Spot>) -> Option<i32> {
        let Trip { ways, table, gait, keep, .. } = *self;
        Trip { gait: Gait { limit: horizon, ..gait }, ..*self }.shortest(goal, search, track)?;
        Some(ways.cut(table, gait.limit, keep, search, track))
    }

    fn search(&self, aim: &Aim<'_>, search: &mut Search) {
        self.explore(aim, &mut |_, _, _, _| self.gait.limit, search);
    }

    /// Finds the cheapest way to all way points and ends within the limit.
    fn explore(&self, aim: &Aim<'_>, news: News<'_>, search: &mut Search) {
        let mut limit = self.gait.limit;
        let fixed = self.ways.nodes().len();
        let all = self.begin(aim.ends, search);
        // Legs are rounded one by one, so that a way can come to a little less than the straight one.
        let ahead = |spot: Spot| (aim.ahead)(spot).saturating_sub(ROUNDING).max(0);
        search.heap.push(Reverse((ahead(self.from), 0, (all - 1) as u32, u32::MAX, false)));
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
                let (a, b) = (self.ways.spot(search, before), self.ways.spot(search, at));
                if !self.walks(a, b, search) {
                    continue;
                }
            }
            search.cost[here] = sum;
            search.before[here] = before;
            search.done[here] = true;
            let spot = self.ways.spot(search, at);
            search.reached.push((spot, sum));
            search.order.push(at);
            limit = news(at, spot, sum, &mut search.scratch);
            if (all - 1 - aim.ends.len()..all - 1).contains(&here) {
                // Nobody goes on from an end.
                if aim.stop {
                    return;
                }
                continue;
            }
            // From the start and from way points of this search everything is looked at, else only the latter.
            let mut rest = 0..all - 1;
            if here < fixed {
                // A link of a farther band is longer than what is left.
                let left = limit.saturating_sub(sum);
                let bands = 1 + BANDS.iter().take(BANDS.len() - 1).take_while(|band| **band <= left).count();
                (0..bands).for_each(|band| self.follow(at, band, limit, &ahead, search));
                rest.start = fixed;
            }
            self.look_round(at, rest, limit, &ahead, search);
        }
    }

    /// Makes room for a search that ends at some spots: the number of all spots. The start is the last, the ends are before it.
    fn begin(&self, ends: &[Spot], search: &mut Search) -> usize {
        self.round(search).extend(ends);
        search.extra.push(self.from);
        let all = self.ways.nodes().len() + search.extra.len();
        search.cost.clear();
        search.cost.resize(all, i32::MAX);
        search.before.clear();
        search.before.resize(all, u32::MAX);
        search.done.clear();
        search.done.resize(all, false);
        search.heap.clear();
        search.reached.clear();
        search.order.clear();
        search.cost[all - 1] = 0;
        all
    }

    /// Notes legs to spots that no link leads to. Whether they are free is looked at when they come up.
    fn look_round(&self, at: u32, rest: Range<usize>, limit: i32, ahead: &dyn Fn(Spot) -> i32, search: &mut Search) {
        let (spot, cost) = (self.ways.spot(search, at), search.cost[at as usize]);
        let left = i64::from(limit.saturating_sub(cost)) + 1;
        for next in rest {
            let there = self.ways.spot(search, next as u32);
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

    /// Goes on from a way point along its links of one band.
    fn follow(&self, at: u32, band: usize, limit: i32, ahead: &dyn Fn(Spot) -> i32, search: &mut Search) {
        let Trip { ways, table, gait, keep, .. } = *self;
        let (spot, cost) = (ways.nodes()[at as usize], search.cost[at as usize]);
        for link in ways.links(table, at as usize, band, &mut search.scratch) {
            let wanted = match link.ladder {
                None => true,
                Some(id) if table.ladders()[id.index()].stairs => gait.stairs,
                Some(_) => gait.ladders,
            };
            let next = usize::from(link.to);
            let sum = cost.saturating_add(link.cost);
            let there = ways.nodes()[next];
            let wanted = wanted && (link.ladder.is_none() || gait.up || there.z < spot.z);
            if !wanted || sum.saturating_add(ahead(there)) > limit || sum >= search.cost[next] {
                continue;
            }
            let open = match link.ladder {
                Some(_) => free(there, self.mover(), keep),
                None if keep.is_empty() => true,
                None if spot.z == there.z => {
                    let part = [Part::whole(spot.z)];
                    !kept(spot.plan(), there.plan(), self.mover(), keep, &part)
                }
                None => self.walks(spot, there, search),
            };
            if open {
                search.cost[next] = sum;
                search.done[next] = false;
                let least = sum.saturating_add(ahead(there));
                search.heap.push(Reverse((least, sum, link.to.into(), at, false)));
            }
        }
    }

    fn walks(&self, from: Spot, to: Spot, search: &mut Search) -> bool {
        self.ways.leads(self.table, from, to.plan(), self.keep, &mut search.scratch) == Some(to.z)
    }

    /// Way points round what must be kept clear of, as far as it is in reach.
    pub(super) fn round<'s>(&self, search: &'s mut Search) -> &'s mut Vec<Spot> {
        search.extra.clear();
        let Trip { table, from, gait, keep, .. } = *self;
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
        &mut search.extra
    }
}
