//! Shortest paths, and all that lies within reach.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::keepout::{Keepout, free, kept};
use super::measure::told;
use super::path::{Part, Scratch};
use super::segment::Point;
use super::spot::Spot;
use super::table::Table;
use super::turn::{TURN, outward};
use super::ways::Ways;

/// How far somebody goes and what he uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait {
    pub limit: i32,
    /// Ladders cost their height.
    pub ladders: bool,
    /// Stairs cost their plan length.
    pub stairs: bool,
}

/// Room for searches, used again and again, and what the last one found.
#[derive(Debug, Default)]
pub struct Search {
    scratch: Scratch,
    /// Way points of this search alone, after those of the terrain: round what must be kept clear of, then the goal if
    /// there is one, then the start.
    extra: Vec<Spot>,
    cost: Vec<i32>,
    before: Vec<u32>,
    done: Vec<bool>,
    heap: BinaryHeap<Reverse<(i32, u32)>>,
    /// Spots in the order in which they were reached, with what it cost.
    reached: Vec<(Spot, i32)>,
}

impl Search {
    /// The start and the way points that the last [`Ways::spread`] reached, nearest first, with the length of the way.
    pub fn reached(&self) -> &[(Spot, i32)] {
        &self.reached
    }
}

/// Corners of the legs round a circle: every second direction.
const ROUND: i32 = TURN / 2;

impl Ways {
    /// The shortest path over floors and ladders, as a list of spots from start to goal, and its length: each leg to the
    /// nearest thousandth, then summed. None if it is longer than the limit or if there is none. The goal must be a floor.
    #[allow(clippy::too_many_arguments)]
    pub fn shortest(
        &self,
        table: &Table,
        from: Spot,
        to: Spot,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        track.clear();
        let direct = told(from.plan().to(to.plan()));
        if direct > gait.limit {
            return None;
        }
        if table.walk(from, to.plan(), self.mover(), keep, &mut search.scratch) == Some(to.z) {
            track.extend([from, to]);
            return Some(direct);
        }
        if !table.has_floor(to) || !free(to, self.mover(), keep) {
            return None;
        }
        self.explore(table, from, Some(to), gait, keep, search);
        let start = (self.nodes().len() + search.extra.len() - 1) as u32;
        let goal = start - 1;
        if !search.done[goal as usize] {
            return None;
        }
        let mut at = goal;
        while at != start {
            track.push(self.spot(search, at));
            at = search.before[at as usize];
        }
        track.push(from);
        track.reverse();
        Some(search.cost[goal as usize])
    }

    /// Finds all way points within the limit: see [`Search::reached`].
    pub fn spread(&self, table: &Table, from: Spot, gait: &Gait, keep: &[Keepout], search: &mut Search) {
        self.explore(table, from, None, gait, keep, search);
    }

    /// The part of the shortest path to a goal that the limit allows, if there is a path of at most `horizon`. Its last spot
    /// is the goal, or a place on the way where the limit ends; it never ends on a ladder. Returns the length of the part.
    #[allow(clippy::too_many_arguments)]
    pub fn toward(
        &self,
        table: &Table,
        from: Spot,
        goal: Spot,
        gait: &Gait,
        horizon: i32,
        keep: &[Keepout],
        search: &mut Search,
        track: &mut Vec<Spot>,
    ) -> Option<i32> {
        self.shortest(table, from, goal, &Gait { limit: horizon, ..*gait }, keep, search, track)?;
        let mut used = 0i32;
        for at in 1..track.len() {
            let (a, b) = (track[at - 1], track[at]);
            let ladder = table.ladder_between(a, b);
            let length = match ladder {
                Some(id) if !table.ladders()[id.index()].stairs => (b.z.saturating_sub(a.z)).saturating_abs(),
                _ => told(a.plan().to(b.plan())),
            };
            let left = gait.limit.saturating_sub(used);
            if length <= left {
                used = used.saturating_add(length);
                continue;
            }
            track.truncate(at);
            if ladder.is_none() && left > 0 {
                let there = table.farthest(
                    a,
                    a.plan().toward(b.plan(), i64::from(left)),
                    self.mover(),
                    keep,
                    &mut search.scratch,
                );
                used = used.saturating_add(told(a.plan().to(there.plan())));
                track.push(there);
            }
            break;
        }
        Some(used)
    }

    fn spot(&self, search: &Search, at: u32) -> Spot {
        let at = at as usize;
        if at < self.nodes().len() { self.nodes()[at] } else { search.extra[at - self.nodes().len()] }
    }

    fn explore(
        &self,
        table: &Table,
        from: Spot,
        goal: Option<Spot>,
        gait: &Gait,
        keep: &[Keepout],
        search: &mut Search,
    ) {
        let fixed = self.nodes().len();
        self.round(table, from, gait, keep, search);
        search.extra.extend(goal);
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
        let start = (all - 1) as u32;
        let end = goal.map(|_| start - 1);
        // What is left at least: the straight way in plan. Costs are never below it.
        let ahead = |spot: Spot| goal.map_or(0, |goal| told(spot.plan().to(goal.plan())));
        search.cost[all - 1] = 0;
        search.heap.push(Reverse((ahead(from), start)));
        while let Some(Reverse((_, at))) = search.heap.pop() {
            let here = at as usize;
            if std::mem::replace(&mut search.done[here], true) {
                continue;
            }
            if Some(at) == end {
                return;
            }
            let (spot, cost) = (self.spot(search, at), search.cost[here]);
            search.reached.push((spot, cost));
            if here < fixed {
                let links = self.links(table, here, &mut search.scratch);
                for link in links {
                    let wanted = match link.ladder {
                        None => true,
                        Some(id) if table.ladders()[id.index()].stairs => gait.stairs,
                        Some(_) => gait.ladders,
                    };
                    let next = usize::from(link.to);
                    let sum = cost.saturating_add(link.cost);
                    let there = self.nodes()[next];
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
                        settle(search, next, sum, at, ahead(there));
                    }
                }
            }
            // From the start and from way points of this search everything is looked at, else only the latter.
            for next in if here < fixed { fixed..all - 1 } else { 0..all - 1 } {
                let there = self.spot(search, next as u32);
                if search.done[next] {
                    continue;
                }
                let sum = cost.saturating_add(told(spot.plan().to(there.plan())));
                if sum.saturating_add(ahead(there)) > gait.limit || sum >= search.cost[next] {
                    continue;
                }
                if self.walks(table, spot, there, keep, search) {
                    settle(search, next, sum, at, ahead(there));
                }
            }
        }
    }

    fn walks(&self, table: &Table, from: Spot, to: Spot, keep: &[Keepout], search: &mut Search) -> bool {
        table.walk(from, to.plan(), self.mover(), keep, &mut search.scratch) == Some(to.z)
    }

    /// Way points round what must be kept clear of, as far as it is in reach.
    fn round(&self, table: &Table, from: Spot, gait: &Gait, keep: &[Keepout], search: &mut Search) {
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

fn settle(search: &mut Search, next: usize, sum: i32, from: u32, ahead: i32) {
    search.cost[next] = sum;
    search.before[next] = from;
    search.heap.push(Reverse((sum.saturating_add(ahead), next as u32)));
}
