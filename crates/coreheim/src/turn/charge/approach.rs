//! Ways to an enemy: over floors and ladders, or straight with climbs and jumps (CH-CHARGE-03, CH-CHARGE-10 to 14).

use crate::Table;
use crate::cards::Stat;
use crate::ground::{Gait, INCH};
use crate::moving::{self, BEYOND, GAP, Limits};
use crate::state::State;
use kernel::Figure;
use space::inches::{self, Base, Keepout, Search, Spot, Spring, Stride, lane};
use std::sync::Arc;

/// A charge does not jump down farther (CH-CHARGE-14).
const DEEPEST: i32 = 6 * INCH;
/// Contact places that are tried.
const PLACES: usize = 6;
/// How far geometry looks for a way that is too long all the same.
const HORIZON: i32 = 60 * INCH;

#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) track: Vec<Spot>,
    pub(super) strides: Vec<Stride>,
    pub(super) length: i32,
}

pub(super) struct Approach {
    charger: Figure,
    keep: Vec<Keepout>,
    search: Search,
}

impl Approach {
    pub(super) fn new(t: &Table<'_>, charger: Figure) -> Approach {
        let _ = t;
        Approach { charger, keep: Vec::new(), search: Search::default() }
    }

    /// The shortest legal way into contact within the reach.
    pub(super) fn to(&mut self, t: &mut Table<'_>, target: Figure, reach: i32) -> Option<Way> {
        t.state.keepouts(self.charger, Gait::Charge, &[target], &mut self.keep);
        let places = self.places(t.state, target);
        let field = Arc::clone(&t.state.setting.field);
        let here = t.state.warrior(self.charger).at;
        let mover = t.state.mover(self.charger);
        let ladders = t.state.sheet(self.charger).may_climb();
        let climb = i32::from(t.state.stat(self.charger, Stat::Movement)) * INCH;
        let limits = Limits { length: reach, climb, ladders: true, drop: DEEPEST };
        let ways = field.ways(mover);
        let mut best: Option<Way> = None;
        for place in places {
            let limit = best.as_ref().map_or(reach, |way| way.length - 1);
            let gait = inches::Gait { limit, ladders, stairs: true };
            let mut track = Vec::new();
            let found = ways.shortest(&field.table, here, place, &gait, &self.keep, &mut self.search, &mut track);
            if found.is_some() {
                self.keep_if_better(t, track, &limits, &mut best);
            }
        }
        if best.is_none() {
            best = self.straight(t, target, &limits);
        }
        best
    }

    fn keep_if_better(&self, t: &mut Table<'_>, track: Vec<Spot>, limits: &Limits, best: &mut Option<Way>) {
        let mut strides = Vec::new();
        let scratch = &mut t.scratch.path;
        if moving::read(t.state, self.charger, &track, &self.keep, scratch, &mut strides).is_err() {
            return;
        }
        if let Ok(length) = moving::judge(t.state, self.charger, &strides, limits)
            && best.as_ref().is_none_or(|way| length < way.length)
        {
            *best = Some(Way { track, strides, length });
        }
    }

    /// In a straight line, climbing and jumping where it has to.
    fn straight(&self, t: &mut Table<'_>, target: Figure, limits: &Limits) -> Option<Way> {
        let state = &*t.state;
        let here = state.warrior(self.charger).at;
        let mover = state.mover(self.charger);
        let spring = Spring {
            climb: if state.sheet(self.charger).may_climb() { limits.climb } else { 0 },
            gap: GAP,
            drop: DEEPEST,
            beyond: BEYOND,
            rest: mover.radius / 2,
        };
        let mut best: Option<Way> = None;
        for place in self.places(state, target) {
            let (mut track, mut strides) = (Vec::new(), Vec::new());
            let table = &state.setting.field.table;
            let scratch = &mut t.scratch.path;
            if table.straight(here, place, &mover, &spring, &self.keep, scratch, &mut track, &mut strides).is_err() {
                continue;
            }
            if let Ok(length) = moving::judge(state, self.charger, &strides, limits)
                && best.as_ref().is_none_or(|way| length < way.length)
            {
                best = Some(Way { track, strides, length });
            }
        }
        best
    }

    /// Free places in contact with the target, the nearest first; the one straight ahead before all.
    fn places(&self, state: &State, target: Figure) -> Vec<Spot> {
        let mover = state.mover(self.charger);
        let there = state.base(target);
        let here = state.warrior(self.charger).at;
        let mut places = Vec::new();
        let table = &state.setting.field.table;
        table.beside(&there, &mover, state.overhang(self.charger), &[], &mut places);
        if let Some((spot, _)) = lane::contact(here, there.at, mover.radius, &there, 0) {
            let spot = Spot { z: there.at.z, ..spot };
            if table.stand(spot, &mover, state.overhang(self.charger)).is_ok() {
                places.push(spot);
            }
        }
        places.retain(|spot| state.may_end(self.charger, *spot, Gait::Charge) && !state.walled(*spot, there.at));
        places.sort_by_key(|spot| here.plan().square_to(spot.plan()));
        places.truncate(PLACES);
        places
    }

    /// Half of the way, at most the reach, more than an inch from every enemy, and before any climb or drop.
    pub(super) fn half_way(&mut self, t: &mut Table<'_>, target: Figure, goal: Spot, reach: i32) -> Option<Way> {
        let state = &*t.state;
        let (table, mover) = (&state.setting.field.table, state.mover(self.charger));
        let here = state.warrior(self.charger).at;
        let gait = inches::Gait { limit: HORIZON, ladders: false, stairs: true };
        let ways = state.setting.field.ways(mover);
        state.keepouts(self.charger, Gait::Charge, &[target], &mut self.keep);
        let mut track = Vec::new();
        // The whole way to where the target stands; its own bases make the difference to contact.
        let both = state.sheet(self.charger).radius + state.sheet(target).radius;
        let whole = ways.shortest(table, here, goal, &gait, &self.keep, &mut self.search, &mut track);
        let whole = whole.unwrap_or_else(|| inches::measure::told(here.plan().to(goal.plan())));
        let half = ((whole - both).max(0) / 2).min(reach);
        state.keepouts(self.charger, Gait::Walk, &[], &mut self.keep);
        let short = inches::Gait { limit: half, ..gait };
        ways.toward(table, here, goal, &short, HORIZON, &self.keep, &mut self.search, &mut track).or_else(|| {
            let aim = here.plan().toward(goal.plan(), half.into());
            let end = table.farthest(here, aim, &mover, &self.keep, &mut t.scratch.path);
            track = vec![here, end];
            (end != here).then_some(half)
        })?;
        // Nobody ends on another, or hanging over an edge.
        while track.len() >= 2 {
            let end = track[track.len() - 1];
            let fits = table.stand(end, &mover, state.overhang(self.charger)).is_ok()
                && state.may_end(self.charger, end, Gait::Walk);
            if fits {
                break;
            }
            let before = track[track.len() - 2];
            let length = before.plan().to(end.plan());
            track.pop();
            if length > 200 {
                let nearer = before.plan().toward(end.plan(), length - 200);
                match table.walk(before, nearer, &mover, &self.keep, &mut t.scratch.path) {
                    Some(z) => track.push(nearer.at(z)),
                    None => continue,
                }
            }
        }
        if track.len() < 2 {
            return None;
        }
        let mut strides = Vec::new();
        moving::read(t.state, self.charger, &track, &self.keep, &mut t.scratch.path, &mut strides).ok()?;
        Some(Way { track, strides, length: half })
    }
}

impl Way {
    /// The part of the way up to contact with somebody who stepped into it.
    pub(super) fn cut_at(&self, state: &State, charger: Figure, other: Figure) -> Option<Way> {
        let base = state.base(other);
        let radius = state.sheet(charger).radius;
        let (mut track, mut strides, mut length) = (vec![self.track[0]], Vec::new(), 0);
        for (leg, stride) in self.strides.iter().enumerate() {
            let (from, to) = (self.track[leg], self.track[leg + 1]);
            if matches!(stride, Stride::Flat { .. })
                && let Some((spot, short)) = lane::contact(from, to, radius, &base, 0)
            {
                track.push(spot);
                strides.push(Stride::Flat { length: short });
                return Some(Way { track, strides, length: length + short });
            }
            track.push(to);
            strides.push(*stride);
            length += moving::cost(state, stride);
        }
        None
    }

    /// A jump down that lands within 2 inches of the target makes a diving charge (CH-DIVE-01).
    pub(super) fn dives(&self, state: &State, charger: Figure, target: Figure) -> bool {
        let radius = state.sheet(charger).radius;
        self.strides.iter().enumerate().any(|(leg, stride)| {
            let jumped = match stride {
                Stride::Drop { height, .. } => *height > INCH,
                Stride::Gap { rise, .. } => *rise < -INCH,
                _ => false,
            };
            jumped && Base::new(self.track[leg + 1], radius).within(&state.base(target), 2 * INCH)
        })
    }
}
