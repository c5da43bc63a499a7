//! Shortest ways that also climb, jump over gaps and drop off edges: straight legs from one crossing of a rim to the next.
//!
//! How much is climbed counts by itself, so that of two ways to a place the shorter one with more climbing does not hide the
//! other. Rims are crossed in a few places ([`super::rims`]); a way that is found is then pulled tight along them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::base::Base;
use super::keepout::free;
use super::lane::Spring;
use super::measure::{root, square, told};
use super::path::{Scratch, Stride};
use super::reach::{Search, Trip};
use super::rims::{Crossing, Finder, saved};
use super::segment::Point;
use super::spot::Spot;
use super::ways::BANDS;

/// A journey that does more than walk.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "closures are not printable")]
pub struct Scramble<'a> {
    pub trip: Trip<'a>,
    pub spring: &'a Spring,
    /// The most that is climbed in all, ladders included.
    pub climb: i32,
    /// What a leg costs.
    pub cost: &'a dyn Fn(&Stride) -> i32,
}

/// What a way costs, or none if it may not be gone.
pub type Judge<'a> = dyn Fn(&[Spot], &[Stride]) -> Option<i32> + 'a;

/// Where a scramble ends, and what it must have done by then.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "closures are not printable")]
pub struct Quest<'a> {
    pub ends: &'a [Spot],
    /// What a leg that ends at a spot is good for, as bits; a way needs all of `need`.
    pub good: &'a dyn Fn(&Stride, Spot) -> u8,
    pub need: u8,
    /// Says what a whole way costs, if it is a legal one.
    pub judge: &'a Judge<'a>,
}

/// A way to a place: there can be several, none of them better in everything.
#[derive(Clone, Copy)]
struct Label {
    node: u32,
    cost: i32,
    climbed: i32,
    good: u8,
    /// The label before it, and over which crossing it came.
    before: u32,
    over: u32,
    /// Whether that leg has still to be looked at.
    unseen: bool,
}

const NONE: u32 = u32::MAX;
/// Of what is rounded, and the most that is looked at before a search is given up.
const ROUNDING: i32 = 16;
const MOST: usize = 40_000;

/// What a search knows.
struct Maze<'a> {
    scramble: &'a Scramble<'a>,
    quest: &'a Quest<'a>,
    crossings: &'a [Crossing],
    /// The start, the ends, places of this search, then way points of the terrain that are near enough.
    nodes: Vec<Spot>,
    /// Which way points those are, and where the others are in turn.
    fixed: Vec<u16>,
    local: Vec<u32>,
    /// For each place the crossings that begin there, as `(crossing, place)`.
    over: Vec<Vec<(u32, u32)>>,
    labels: Vec<Label>,
    settled: Vec<Vec<(i32, i32, u8)>>,
    heap: BinaryHeap<Reverse<(i32, i32, u32)>>,
    scratch: Scratch,
}

impl Scramble<'_> {
    /// What can be crossed on the way into contact with a base.
    pub fn crossings(&self, goal: &Base) -> Crossings {
        let short = self.trip.ways.mover().radius.saturating_add(goal.radius);
        let goal = goal.at.plan();
        let mut finder = Finder { scramble: *self, goal, short, scratch: Scratch::default(), found: Vec::new() };
        finder.look();
        Crossings(finder.found)
    }

    /// The shortest way to one of the ends, its legs, and what it costs.
    pub fn shortest(
        &self,
        crossings: &Crossings,
        quest: &Quest<'_>,
        search: &mut Search,
    ) -> Option<(Vec<Spot>, Vec<Stride>, i32)> {
        if quest.ends.is_empty() || quest.need & !crossings.good(quest) != 0 {
            return None;
        }
        let mut maze = Maze::new(self, quest, &crossings.0, search);
        let parts = maze.search()?;
        maze.tighten(&parts)
    }
}

/// Ways over rims, found once for several quests.
#[derive(Clone, Debug)]
pub struct Crossings(Vec<Crossing>);

impl Crossings {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What all of them together are good for.
    fn good(&self, quest: &Quest<'_>) -> u8 {
        let legs = self.0.iter().flat_map(|one| one.strides.iter().zip(&one.spots[1..]));
        legs.fold(0, |good, (stride, spot)| good | (quest.good)(stride, *spot))
    }
}

/// About where a way leads.
fn middle(ends: &[Spot]) -> Option<Point> {
    let sum = ends
        .iter()
        .fold(Point::new(0, 0), |sum, end| Point { x: sum.x + i64::from(end.x), y: sum.y + i64::from(end.y) });
    let count = ends.len() as i64;
    (count > 0).then(|| Point::new(sum.x / count, sum.y / count))
}

/// A piece of a way: one spot, or the crossing of a rim.
enum Part {
    Spot(Spot),
    Over(u32),
}

impl<'a> Maze<'a> {
    fn new(
        scramble: &'a Scramble<'a>,
        quest: &'a Quest<'a>,
        crossings: &'a [Crossing],
        search: &mut Search,
    ) -> Maze<'a> {
        let trip = scramble.trip;
        let mut nodes = vec![trip.from];
        nodes.extend(quest.ends);
        nodes.append(trip.round(search));
        let own = nodes.len();
        let mut ends: Vec<Spot> = crossings.iter().flat_map(|one| [one.from(), one.to()]).collect();
        ends.sort_unstable();
        ends.dedup();
        nodes.extend(ends);
        let all = trip.ways.nodes();
        let (mut fixed, mut local) = (Vec::new(), vec![NONE; all.len()]);
        let first = nodes.len();
        let most = i64::from(trip.gait.limit) + saved(scramble.spring);
        let goal = middle(quest.ends).unwrap_or(trip.from.plan());
        for (id, node) in (0u16..).zip(all) {
            let p = node.plan();
            if p.square_to(goal) <= square(most) && p.to(goal) + p.to(trip.from.plan()) <= most {
                local[usize::from(id)] = (first + fixed.len()) as u32;
                fixed.push(id);
            }
        }
        nodes.extend(fixed.iter().map(|id| all[usize::from(*id)]));
        let mut over = vec![Vec::new(); nodes.len()];
        let place = |spot: Spot| nodes[own..first].binary_search(&spot).map(|at| own + at);
        for (id, one) in (0..).zip(crossings) {
            if let (Ok(from), Ok(to)) = (place(one.from()), place(one.to())) {
                over[from].push((id, to as u32));
            }
        }
        let settled = vec![Vec::new(); nodes.len()];
        let (labels, heap, scratch) = (Vec::new(), BinaryHeap::new(), Scratch::default());
        Maze { scramble, quest, crossings, nodes, fixed, local, over, labels, settled, heap, scratch }
    }

    fn is_end(&self, node: u32) -> bool {
        (1..=self.quest.ends.len()).contains(&(node as usize))
    }

    /// The least that is still to go.
    fn ahead(&self, node: u32) -> i32 {
        let here = self.nodes[node as usize].plan();
        let nearest = self.quest.ends.iter().map(|end| here.square_to(end.plan())).min().unwrap_or(0);
        told(root(nearest) - saved(self.scramble.spring)).saturating_sub(ROUNDING).max(0)
    }

    fn push(&mut self, label: Label) {
        let least = label.cost.saturating_add(self.ahead(label.node));
        let known = (label.cost, label.climbed, label.good);
        if least > self.scramble.trip.gait.limit
            || label.climbed > self.scramble.climb
            || self.beaten(label.node, known)
        {
            return;
        }
        self.labels.push(label);
        self.heap.push(Reverse((least, label.cost, (self.labels.len() - 1) as u32)));
    }

    /// Whether a way that was found before is no worse in anything.
    fn beaten(&self, node: u32, (cost, climbed, good): (i32, i32, u8)) -> bool {
        self.settled[node as usize].iter().any(|known| known.0 <= cost && known.1 <= climbed && known.2 & good == good)
    }

    fn search(&mut self) -> Option<Vec<Part>> {
        self.push(Label { node: 0, cost: 0, climbed: 0, good: 0, before: NONE, over: NONE, unseen: false });
        for _ in 0..MOST {
            let Reverse((_, _, id)) = self.heap.pop()?;
            let label = self.labels[id as usize];
            if self.beaten(label.node, (label.cost, label.climbed, label.good)) {
                continue;
            }
            if label.unseen && !self.walks(self.labels[label.before as usize].node, label.node) {
                continue;
            }
            self.settled[label.node as usize].push((label.cost, label.climbed, label.good));
            if self.is_end(label.node) {
                if label.good & self.quest.need == self.quest.need {
                    return Some(self.unroll(id));
                }
                continue;
            }
            self.cross(id);
            self.follow(id);
            self.look_round(id);
        }
        None
    }

    fn walks(&mut self, from: u32, to: u32) -> bool {
        let (from, to) = (self.nodes[from as usize], self.nodes[to as usize]);
        let trip = self.scramble.trip;
        trip.table.walk(from, to.plan(), trip.ways.mover(), trip.keep, &mut self.scratch) == Some(to.z)
    }

    /// Over the rims that are crossed from here.
    fn cross(&mut self, id: u32) {
        let label = self.labels[id as usize];
        for at in 0..self.over[label.node as usize].len() {
            let (over, node) = self.over[label.node as usize][at];
            let crossing = &self.crossings[over as usize];
            let mut next = Label { node, before: id, over, unseen: false, ..label };
            for (stride, spot) in crossing.strides.iter().zip(&crossing.spots[1..]) {
                next.cost = next.cost.saturating_add((self.scramble.cost)(stride));
                next.good |= (self.quest.good)(stride, *spot);
                if let Stride::Climb { rise } = stride {
                    next.climbed = next.climbed.saturating_add(rise.saturating_abs());
                }
            }
            self.push(next);
        }
    }

    /// Along the links of the way points of the terrain.
    fn follow(&mut self, id: u32) {
        let label = self.labels[id as usize];
        let first = self.nodes.len() - self.fixed.len();
        let Some(at) = (label.node as usize).checked_sub(first) else { return };
        let (trip, way) = (self.scramble.trip, usize::from(self.fixed[at]));
        let spot = self.nodes[label.node as usize];
        let left = trip.gait.limit.saturating_sub(label.cost);
        let bands = 1 + BANDS.iter().take(BANDS.len() - 1).take_while(|band| **band <= left).count();
        let links = (0..bands).flat_map(|band| trip.ways.links(trip.table, way, band, &mut Scratch::default()));
        for link in links.collect::<Vec<_>>() {
            let node = self.local[usize::from(link.to)];
            if node == NONE {
                continue;
            }
            let there = self.nodes[node as usize];
            let stairs = |id: super::LadderId| trip.table.ladders()[id.index()].stairs;
            let (wanted, rise) = match link.ladder {
                None => (true, 0),
                Some(id) if stairs(id) => (trip.gait.stairs && free(there, trip.ways.mover(), trip.keep), 0),
                Some(_) => {
                    let wanted = trip.gait.ladders && free(there, trip.ways.mover(), trip.keep);
                    (wanted, there.z.saturating_sub(spot.z).saturating_abs())
                }
            };
            if wanted {
                let (cost, climbed) = (label.cost.saturating_add(link.cost), label.climbed.saturating_add(rise));
                let unseen = link.ladder.is_none() && !trip.keep.is_empty();
                self.push(Label { node, cost, climbed, before: id, over: NONE, unseen, ..label });
            }
        }
    }

    /// Straight on to places to which no link leads. Whether such a leg is free is looked at when it comes up.
    fn look_round(&mut self, id: u32) {
        let label = self.labels[id as usize];
        let first = self.nodes.len() - self.fixed.len();
        let all = if label.node as usize >= first { first } else { self.nodes.len() };
        let here = self.nodes[label.node as usize].plan();
        for node in (1..all as u32).filter(|node| *node != label.node) {
            let there = self.nodes[node as usize];
            let cost = label.cost.saturating_add(told(here.to(there.plan())));
            self.push(Label { node, cost, before: id, over: NONE, unseen: true, ..label });
        }
    }

    fn unroll(&self, mut id: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        while id != NONE {
            let label = self.labels[id as usize];
            parts.push(if label.over == NONE {
                Part::Spot(self.nodes[label.node as usize])
            } else {
                Part::Over(label.over)
            });
            id = label.before;
        }
        parts.reverse();
        parts
    }

    /// The way as spots, with the crossings shifted along their rims.
    fn laid(&self, parts: &[Part], shifts: &[i64]) -> Vec<Spot> {
        let mut track: Vec<Spot> = Vec::new();
        for (part, shift) in parts.iter().zip(shifts) {
            match part {
                Part::Spot(spot) => track.push(*spot),
                Part::Over(id) => {
                    let crossing = &self.crossings[*id as usize];
                    let (a, b) = crossing.rim;
                    let off = a.toward(b, *shift);
                    let (x, y) = (told(off.x - a.x), told(off.y - a.y));
                    // What led to the crossing as it was leads to it as it is.
                    track.pop_if(|last| *last == crossing.from());
                    let shifted = |spot: &Spot| Spot { x: spot.x + x, y: spot.y + y, ..*spot };
                    track.extend(crossing.spots.iter().map(shifted));
                }
            }
        }
        track.dedup();
        track
    }

    /// Shifts the crossings along their rims as long as that makes the way shorter.
    fn tighten(&mut self, parts: &[Part]) -> Option<(Vec<Spot>, Vec<Stride>, i32)> {
        let mut shifts = vec![0i64; parts.len()];
        let mut best = self.judged(parts, &shifts)?;
        let mut step = 1_024;
        while step >= 4 {
            let mut better = false;
            for at in (0..parts.len()).filter(|at| matches!(parts[*at], Part::Over(_))) {
                for by in [step, -step] {
                    shifts[at] += by;
                    match self.judged(parts, &shifts) {
                        Some(found) if found.2 < best.2 => (best, better) = (found, true),
                        _ => shifts[at] -= by,
                    }
                }
            }
            if !better {
                step /= 2;
            }
        }
        Some(best)
    }

    fn judged(&mut self, parts: &[Part], shifts: &[i64]) -> Option<(Vec<Spot>, Vec<Stride>, i32)> {
        let (track, mut strides) = (self.laid(parts, shifts), Vec::new());
        let trip = self.scramble.trip;
        trip.table.path(&track, trip.ways.mover(), trip.keep, &mut self.scratch, &mut strides).ok()?;
        let cost = (self.quest.judge)(&track, &strides)?;
        Some((track, strides, cost))
    }
}
