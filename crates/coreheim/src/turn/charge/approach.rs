//! Ways to an enemy: over floors and ladders, or straight with climbs and jumps (CH-CHARGE-03, CH-CHARGE-10 to 14).

use crate::Table;
use crate::cards::Stat;
use crate::ground::{Gait, INCH};
use crate::moving::{self, BEYOND, GAP, Limits};
use crate::state::State;
use kernel::{Figure, Refusal};
use rulebook::CH;
use space::inches::{self, Base, Keepout, Quest, Scramble, Search, Spot, Spring, Stride, lane};
use std::sync::Arc;

/// A charge does not jump down farther (CH-CHARGE-14).
const DEEPEST: i32 = 6 * INCH;
/// No building is higher.
const HIGHEST: i32 = 60 * INCH;
/// The way of a charge is longer than he can go.
pub(super) const FAR: Refusal = Refusal::new(CH::CHARGE_03, "out of reach");
/// Contact places that are tried.
const PLACES: usize = 6;

/// Where the way to somebody more than two charges off has led when the charge is over, by the roads. None for the nearer,
/// and where the way round is half as long again as the straight line: that is none (CH-FAILED-01).
fn beginning(state: &State, charger: Figure, goal: Spot, reach: i32) -> Option<Spot> {
    const AHEAD: i32 = 2 * INCH;
    let (here, mover) = (state.warrior(charger).at, state.mover(charger));
    if here.plan().to(goal.plan()) <= i64::from(2 * reach + AHEAD) {
        return None;
    }
    let field = &state.setting.field;
    let aim = here.plan().toward(goal.plan(), i64::from(reach + AHEAD));
    if field.table.walk(here, aim, &mover, &[], &mut inches::Scratch::default()) == Some(here.z) {
        return Some(aim.at(here.z));
    }
    if i64::from(field.roads().length(here, goal)) > here.plan().to(goal.plan()) * 3 / 2 {
        return None;
    }
    let mut route = Vec::new();
    field.roads().route(here, goal, reach + AHEAD, &mut route);
    route.into_iter().take_while(|place| place.z == here.z).last()
}

/// In which manner somebody climbs and jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// The shortest way, over gaps of any width: nobody knows before he jumps (CH-JUMP-02).
    Any,
    /// Over no gap.
    NoGap,
    /// Over no gap, and climbing wherever a jump down would ask for a test.
    Climbing,
    /// With a jump down beside the target (CH-DIVE-01), over no gap.
    Diving,
}

impl Manner {
    fn limits(self, limits: Limits) -> Limits {
        match self {
            Manner::Any => Limits { gap: limits.length, ..limits },
            Manner::NoGap | Manner::Diving => Limits { gap: 0, ..limits },
            Manner::Climbing => Limits { gap: 0, drop: moving::FALL - 1, ..limits },
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) track: Vec<Spot>,
    pub(crate) strides: Vec<Stride>,
    pub(crate) length: i32,
}

pub(super) struct Approach {
    charger: Figure,
    keep: Vec<Keepout>,
    search: Search,
    /// Further enemies near whom he wants to end (CH-CHARGE-04).
    pub(super) near: Vec<Figure>,
    /// Where he may end.
    places: Vec<Spot>,
    /// Whether he climbs and jumps as if nothing kept him from it.
    freely: bool,
}

impl Approach {
    pub(super) fn new(charger: Figure) -> Approach {
        Approach {
            charger,
            keep: Vec::new(),
            search: Search::default(),
            near: Vec::new(),
            places: Vec::new(),
            freely: false,
        }
    }

    /// The shortest legal way into contact within the reach.
    pub(super) fn to(&mut self, t: &mut Table<'_>, target: Figure, reach: i32) -> Option<Way> {
        let (level, steep) = self.both(t.state, &mut t.scratch.path, target, reach);
        level.or(steep)
    }

    /// What a charge may hold (CH-CHARGE-03, CH-CHARGE-11, CH-CHARGE-14).
    pub(super) fn limits(&self, state: &State, reach: i32) -> Limits {
        let climb = i32::from(state.stat(self.charger, Stat::Movement)) * INCH;
        Limits { length: reach, climb, ladders: true, drop: DEEPEST, gap: GAP, gait: Gait::Charge }
    }

    /// Keeps clear of whoever is in the way, and looks for places to end.
    pub(super) fn aim(&mut self, state: &State, target: Figure) {
        state.keepouts(self.charger, Gait::Charge, &[target], &mut self.keep);
        self.places = self.places(state, target);
    }

    /// A way over floors and ladders, and one that climbs or jumps: whatever is found at a glance, for those who only want to
    /// know whether there is one.
    pub(super) fn both(
        &mut self,
        state: &State,
        scratch: &mut inches::Scratch,
        target: Figure,
        reach: i32,
    ) -> (Option<Way>, Option<Way>) {
        self.aim(state, target);
        let level = self.level(state, scratch, reach);
        // On level ground there is nothing to climb and nothing to jump.
        let ground = state.warrior(self.charger).at.z == 0 && state.warrior(target).at.z == 0;
        if ground && level.is_some() {
            return (level, None);
        }
        let limits = self.limits(state, reach);
        let straight = self.straight(state, scratch, &limits);
        let steep = match level.is_some() || straight.is_some() {
            true => straight,
            false => self.scramble(state, target, (&limits, Manner::Any), |_| None),
        };
        (level, steep)
    }

    /// Keeps clear of some more.
    pub(super) fn shun(&mut self, more: impl Iterator<Item = Keepout>) {
        self.keep.extend(more);
    }

    /// The shortest way over floors and ladders.
    pub(super) fn level(&mut self, state: &State, scratch: &mut inches::Scratch, reach: i32) -> Option<Way> {
        let limits = self.limits(state, reach);
        let places = std::mem::take(&mut self.places);
        let field = &state.setting.field;
        let here = state.warrior(self.charger).at;
        let ladders = state.sheet(self.charger).may_climb();
        let ways = field.ways(state.mover(self.charger));
        let mut best: Option<Way> = None;
        for (turn, place) in places.iter().enumerate() {
            let limit = best.as_ref().map_or(reach, |way| way.length - 1);
            let gait = inches::Gait { limit, ladders, stairs: true, up: true };
            let mut track = Vec::new();
            let found = ways.trip(&field.table, here, &gait, &self.keep).shortest(*place, &mut self.search, &mut track);
            if found.is_some() {
                self.keep_if_better(state, scratch, track, &limits, &mut best);
            // Most charges that fail do so for all places, which is found out at once.
            } else if turn == 0
                && !ways.trip(&field.table, here, &gait, &[]).leads_to_any(&places[1..], &mut self.search)
            {
                break;
            }
        }
        self.places = places;
        best
    }

    /// The shortest way that climbs or jumps, in some manner. Over gaps it goes as if all could be jumped: how wide one is,
    /// nobody knows before (CH-JUMP-02).
    pub(super) fn steep(
        &mut self,
        state: &State,
        scratch: &mut inches::Scratch,
        target: Figure,
        (reach, manner): (i32, Manner),
    ) -> Option<Way> {
        let limits = manner.limits(self.limits(state, reach));
        let charger = self.charger;
        let fits = |way: &Way| manner != Manner::Diving || way.dives(state, charger, target);
        self.scramble(state, target, (&limits, manner), |way| way.straight(state, scratch, &limits).filter(fits))
    }

    /// A way over floors and ladders that is longer than he can go. Of one to somebody far off only the beginning is looked
    /// for, with the length of the whole: he never comes farther.
    pub(super) fn far(&mut self, t: &mut Table<'_>, target: Figure, reach: i32) -> Option<Way> {
        self.aim(t.state, target);
        let place = *self.places.first()?;
        let (here, mover) = (t.state.warrior(self.charger).at, t.state.mover(self.charger));
        let begun = beginning(t.state, self.charger, place, reach);
        let limit = begun.map_or(3 * reach, |_| 2 * reach);
        let gait = inches::Gait { limit, ladders: t.state.sheet(self.charger).may_climb(), stairs: true, up: true };
        let field = Arc::clone(&t.state.setting.field);
        let (goal, mut track) = (begun.unwrap_or(place), Vec::new());
        field.ways(mover).trip(&field.table, here, &gait, &self.keep).shortest(goal, &mut self.search, &mut track)?;
        let (limits, mut best) = (self.limits(t.state, limit), None);
        self.keep_if_better(t.state, &mut t.scratch.path, track, &limits, &mut best);
        best.map(|way| Way { length: if begun.is_some() { way.length.max(limit) } else { way.length }, ..way })
    }

    fn spring(&self, state: &State, limits: &Limits) -> Spring {
        let climbs = state.sheet(self.charger).may_climb() && state.warrior(self.charger).shard.is_none();
        Spring {
            climb: if climbs || self.freely { limits.climb } else { 0 },
            gap: limits.gap,
            drop: limits.drop,
            beyond: BEYOND,
            rest: state.mover(self.charger).radius / 2,
        }
    }

    /// Why no way leads there: the first limit that stops him, or whoever stands in the way, or that it is too far.
    pub(super) fn why_not(&mut self, t: &mut Table<'_>, target: Figure, reach: i32) -> Refusal {
        let state = &*t.state;
        self.aim(state, target);
        let here = state.warrior(self.charger).at.plan();
        if self.places.is_empty() {
            let above = state.sheet(self.charger).mounted && state.warrior(target).at.z != 0;
            return match above {
                true => Refusal::new(CH::EQUIP_47, "a rider ends no move above the ground"),
                false => Refusal::new(CH::CHARGE_16, "no room to arrive"),
            };
        }
        if self.places.iter().all(|place| here.to(place.plan()) > i64::from(reach + 2 * BEYOND)) {
            return FAR;
        }
        self.freely = true;
        let usual = self.limits(state, reach);
        if let Some(way) = self.freest(state, &mut t.scratch.path, target, reach) {
            return moving::judge(state, self.charger, &way.strides, &usual).err().unwrap_or(FAR);
        }
        self.keep.clear();
        if self.freest(state, &mut t.scratch.path, target, reach).is_some() {
            return Refusal::new(CH::GEOM_08, "somebody stands in the way");
        }
        match self.freest(state, &mut t.scratch.path, target, 3 * reach) {
            Some(_) => FAR,
            None => Refusal::new(CH::GEOM_07, "no way leads there"),
        }
    }

    /// A way for somebody who climbs and jumps as he likes, so long at most.
    fn freest(&mut self, state: &State, scratch: &mut inches::Scratch, target: Figure, length: i32) -> Option<Way> {
        let limits = Limits { length, climb: HIGHEST, drop: HIGHEST, ..self.limits(state, length) };
        let field = &state.setting.field;
        let gait = inches::Gait { limit: length, ladders: true, stairs: true, up: true };
        let (here, mut track) = (state.warrior(self.charger).at, Vec::new());
        let trip = field.ways(state.mover(self.charger)).trip(&field.table, here, &gait, &self.keep);
        let level = trip.shortest(self.places[0], &mut self.search, &mut track).and_then(|length| {
            let mut strides = Vec::new();
            moving::read(state, self.charger, &track, &self.keep, scratch, &mut strides).ok()?;
            Some(Way { track, strides, length })
        });
        let straight = level.or_else(|| self.straight(state, scratch, &limits));
        straight.or_else(|| self.scramble(state, target, (&limits, Manner::Any), |_| None))
    }

    /// With bends, climbing and jumping wherever that makes it shorter; or the straight way, if nothing is shorter. Where
    /// nothing can be climbed and nothing jumped, nobody looks for that one either.
    fn scramble(
        &mut self,
        state: &State,
        target: Figure,
        (limits, manner): (&Limits, Manner),
        straight: impl FnOnce(&Approach) -> Option<Way>,
    ) -> Option<Way> {
        let (field, charger) = (&state.setting.field, self.charger);
        let spring = self.spring(state, limits);
        let ladders = self.freely || state.sheet(charger).may_climb();
        let (ways, here) = (field.ways(state.mover(charger)), state.warrior(charger).at);
        let gait = inches::Gait { limit: limits.length, ladders, stairs: true, up: true };
        let cost = |stride: &Stride| moving::cost(state, stride);
        let trip = ways.trip(&field.table, here, &gait, &self.keep);
        let scramble = Scramble { trip, spring: &spring, climb: limits.climb, cost: &cost };
        let crossings = scramble.crossings(&state.base(target));
        if crossings.is_empty() {
            return None;
        }
        let straight = straight(self);
        let limit = straight.as_ref().map_or(limits.length, |way| way.length - 1);
        let gait = inches::Gait { limit, ..gait };
        let scramble = Scramble { trip: ways.trip(&field.table, here, &gait, &self.keep), ..scramble };
        let good = |stride: &Stride, spot: Spot| {
            let steep = !matches!(stride, Stride::Flat { .. } | Stride::Ladder { .. });
            u8::from(steep) + 2 * u8::from(dived(state, (charger, target), stride, spot))
        };
        let need = if manner == Manner::Diving { 3 } else { 1 };
        let freely = self.freely;
        let judge = |track: &[Spot], strides: &[Stride]| {
            let done = strides.iter().zip(&track[1..]).fold(0, |done, (stride, spot)| done | good(stride, *spot));
            if done & need != need || !lands(state, charger, track, strides) {
                return None;
            }
            judged(state, charger, strides, limits, freely)
        };
        let quest = Quest { ends: &self.places, good: &good, need, judge: &judge };
        let found = scramble.shortest(&crossings, &quest, &mut self.search);
        found.map(|(track, strides, length)| Way { track, strides, length }).or(straight)
    }

    /// Own warriors who fight the same target may be slid along its rim to make a place (CH-CHARGE-06): who goes where.
    pub(super) fn room(&mut self, t: &mut Table<'_>, target: Figure, reach: i32) -> Option<Vec<(Figure, Spot)>> {
        let state = &*t.state;
        let there = state.base(target);
        let mover = state.mover(self.charger);
        let table = &state.setting.field.table;
        let here = state.warrior(self.charger).at;
        let mut spots = Vec::new();
        table.beside(&there, &mover, state.overhang(self.charger), &[], &mut spots);
        spots.retain(|spot| (spot.z - there.at.z).abs() <= INCH && !state.walled(*spot, there.at));
        spots.sort_by_key(|spot| here.plan().square_to(spot.plan()));
        let found = spots.into_iter().find_map(|spot| slides(state, self.charger, target, spot));
        let moves = found?;
        // Nobody is moved for a charge that does not arrive all the same.
        let before: Vec<(Figure, Spot)> = moves.iter().map(|(one, _)| (*one, t.state.warrior(*one).at)).collect();
        for (friend, spot) in &moves {
            t.state.warrior_mut(*friend).at = *spot;
        }
        let (level, steep) = self.both(t.state, &mut t.scratch.path, target, reach);
        for (friend, spot) in before {
            t.state.warrior_mut(friend).at = spot;
        }
        level.or(steep).map(|_| moves)
    }

    fn keep_if_better(
        &self,
        state: &State,
        scratch: &mut inches::Scratch,
        track: Vec<Spot>,
        limits: &Limits,
        best: &mut Option<Way>,
    ) {
        let mut strides = Vec::new();
        if moving::read(state, self.charger, &track, &self.keep, scratch, &mut strides).is_err() {
            return;
        }
        if let Ok(length) = moving::judge(state, self.charger, &strides, limits)
            && best.as_ref().is_none_or(|way| length < way.length)
        {
            *best = Some(Way { track, strides, length });
        }
    }

    /// In a straight line, climbing and jumping where it has to; none where it need not.
    fn straight(&self, state: &State, scratch: &mut inches::Scratch, limits: &Limits) -> Option<Way> {
        let here = state.warrior(self.charger).at;
        let (mover, spring) = (state.mover(self.charger), self.spring(state, limits));
        let mut best: Option<Way> = None;
        let table = &state.setting.field.table;
        for place in self.places.iter().copied() {
            // A jump down lands as far out as it may (CH-JUMP-07), nearer to the edge where somebody stands or lies there.
            for beyond in (mover.radius + 1..=spring.beyond).rev().step_by(100) {
                let spring = Spring { beyond, ..spring };
                let (mut track, mut strides) = (Vec::new(), Vec::new());
                if table
                    .springing(&mover, &spring, &self.keep)
                    .straight(here, place, scratch, &mut track, &mut strides)
                    .is_err()
                {
                    break;
                }
                if !lands(state, self.charger, &track, &strides) {
                    continue;
                }
                let judged = judged(state, self.charger, &strides, limits, self.freely);
                if let Some(length) = judged.filter(|length| best.as_ref().is_none_or(|way| *length < way.length)) {
                    best = Some(Way { track, strides, length });
                }
                break;
            }
        }
        best.filter(Way::is_steep)
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
        // On the floor of the target: bases that differ by more than an inch in height do not meet (CH-CLOSE-01).
        places.retain(|spot| (spot.z - there.at.z).abs() <= INCH);
        places.retain(|spot| state.may_end(self.charger, *spot, Gait::Charge) && !state.walled(*spot, there.at));
        // Places from which he engages all he named come first.
        let misses = |spot: &Spot| {
            let base = Base::new(*spot, mover.radius);
            self.near.iter().filter(|foe| !base.within_plan(&state.base(**foe), INCH)).count()
        };
        places.sort_by_cached_key(|spot| (misses(spot), here.plan().square_to(spot.plan())));
        places.truncate(PLACES);
        places
    }

    /// Half of the way, at most the reach, more than an inch from every enemy, and before any climb or drop.
    pub(super) fn half_way(&mut self, t: &mut Table<'_>, target: Figure, goal: Spot, reach: i32) -> Option<Way> {
        let state = &*t.state;
        let (table, mover) = (&state.setting.field.table, state.mover(self.charger));
        let here = state.warrior(self.charger).at;
        // A way of more than three charges is none (CH-FAILED-01).
        let horizon = 3 * reach;
        let gait = inches::Gait { limit: horizon, ladders: false, stairs: true, up: true };
        let ways = state.setting.field.ways(mover);
        state.keepouts(self.charger, Gait::Charge, &[target], &mut self.keep);
        let mut track = Vec::new();
        // The whole way to where the target stands; its own bases make the difference to contact.
        let both = state.sheet(self.charger).radius + state.sheet(target).radius;
        let begun = beginning(state, self.charger, goal, reach);
        let whole = match begun {
            Some(_) => None,
            None => ways.trip(table, here, &gait, &self.keep).shortest(goal, &mut self.search, &mut track),
        };
        let whole = whole.unwrap_or_else(|| inches::measure::told(here.plan().to(goal.plan())));
        let goal = begun.unwrap_or(goal);
        let half = ((whole - both).max(0) / 2).min(reach);
        state.keepouts(self.charger, Gait::Walk, &[], &mut self.keep);
        let short = inches::Gait { limit: half, ..gait };
        ways.trip(table, here, &short, &self.keep).toward(goal, horizon, &mut self.search, &mut track).or_else(
            || {
                let aim = here.plan().toward(goal.plan(), half.into());
                let end = table.farthest(here, aim, &mover, &self.keep, &mut t.scratch.path);
                track = vec![here, end];
                (end != here).then_some(half)
            },
        )?;
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

/// Whether every jump of a way lands where nobody stands or lies (CH-DIVE-01).
pub(super) fn lands(state: &State, charger: Figure, track: &[Spot], strides: &[Stride]) -> bool {
    let jumped = |stride: &Stride| matches!(stride, Stride::Drop { .. } | Stride::Gap { .. });
    let mut landings = strides.iter().zip(&track[1..]).filter(|(stride, _)| jumped(stride));
    landings.all(|(_, spot)| state.free(charger, *spot, Gait::Charge))
}

/// What a way comes to, if he may go it; somebody who climbs and jumps freely is only held to its length.
fn judged(state: &State, charger: Figure, strides: &[Stride], limits: &Limits, freely: bool) -> Option<i32> {
    if !freely {
        return moving::judge(state, charger, strides, limits).ok();
    }
    Some(strides.iter().map(|stride| moving::cost(state, stride)).sum()).filter(|length| *length <= limits.length)
}

/// Friends who would have to give way for a base at this spot, and where each can slide to: along the rim of the target by
/// no more than 2 inches, keeping every enemy he is engaged with.
fn slides(state: &State, charger: Figure, target: Figure, spot: Spot) -> Option<Vec<(Figure, Spot)>> {
    let room = Base::new(spot, state.sheet(charger).radius);
    let level = |other: &Figure| (state.warrior(*other).at.z - spot.z).abs() < INCH;
    let blockers: Vec<Figure> = state
        .present()
        .filter(|other| *other != charger && level(other) && room.overlaps(&state.base(*other)))
        .collect();
    let mine = |other: &Figure| !state.enemies(charger, *other) && state.engaged(*other, target);
    if blockers.is_empty() || !blockers.iter().all(mine) {
        return None;
    }
    let there = state.base(target);
    let mut moves: Vec<(Figure, Spot)> = Vec::new();
    for friend in blockers {
        let (mover, at) = (state.mover(friend), state.warrior(friend).at);
        let mut places = Vec::new();
        state.setting.field.table.beside(&there, &mover, state.overhang(friend), &[], &mut places);
        places.retain(|place| (place.z - there.at.z).abs() <= INCH);
        places.retain(|place| at.plan().to(place.plan()) <= chord(i64::from(there.radius + mover.radius)));
        places.sort_by_key(|place| at.plan().square_to(place.plan()));
        let fits = |place: &Spot| {
            let base = Base::new(*place, mover.radius);
            let free = state.present().filter(|other| *other != friend && *other != charger).all(|other| {
                let moved = moves.iter().find(|(one, _)| *one == other).map(|(_, spot)| *spot);
                let other = moved.map_or_else(|| state.base(other), |spot| Base::new(spot, state.sheet(other).radius));
                !base.overlaps(&other)
            });
            let keeps =
                |foe: Figure| base.within_plan(&state.base(foe), INCH) && !state.walled(*place, state.warrior(foe).at);
            free && !base.overlaps(&room) && state.opponents(friend).all(keeps)
        };
        moves.push((friend, places.into_iter().find(fits)?));
    }
    Some(moves)
}

/// The chord of an arc of 2 inches round a circle: the series of the sine, to two terms beyond the first.
fn chord(radius: i64) -> i64 {
    const ARC: i64 = 2000;
    let square = (radius * radius).max(1);
    ARC - ARC.pow(3) / (24 * square) + ARC.pow(5) / (1920 * square) / square
}

impl Way {
    /// The part of the way up to contact with somebody who stepped into it; none where he would end or land on another
    /// (CH-GEOM-08).
    pub(super) fn cut_at(&self, state: &State, charger: Figure, other: Figure) -> Option<Way> {
        let base = state.base(other);
        let radius = state.sheet(charger).radius;
        let (mut track, mut strides, mut length) = (vec![self.track[0]], Vec::new(), 0);
        for (leg, stride) in self.strides.iter().enumerate() {
            let (from, to) = (self.track[leg], self.track[leg + 1]);
            if matches!(stride, Stride::Flat { .. })
                && let Some((spot, short)) = lane::contact(from, to, radius, &base, 0)
            {
                // A flat leg may step up and down: he stands on the floor there, not between the heights of its ends.
                let (table, mover) = (&state.setting.field.table, state.mover(charger));
                let spot =
                    spot.plan().at(table.walk(from, spot.plan(), &mover, &[], &mut inches::Scratch::default())?);
                track.push(spot);
                strides.push(Stride::Flat { length: short });
                let stands = table.stand(spot, &mover, state.overhang(charger)).is_ok();
                if !stands || !state.may_end(charger, spot, Gait::Charge) || !lands(state, charger, &track, &strides) {
                    return None;
                }
                return Some(Way { track, strides, length: length + short });
            }
            track.push(to);
            strides.push(*stride);
            length += moving::cost(state, stride);
        }
        None
    }

    /// A jump down that lands within 2 inches of the target makes a diving charge (CH-DIVE-01).
    pub(crate) fn dives(&self, state: &State, charger: Figure, target: Figure) -> bool {
        let mut legs = self.strides.iter().zip(&self.track[1..]);
        legs.any(|(stride, spot)| dived(state, (charger, target), stride, *spot))
    }

    /// Whether it climbs or jumps.
    pub(crate) fn is_steep(&self) -> bool {
        self.strides.iter().any(|stride| !matches!(stride, Stride::Flat { .. } | Stride::Ladder { .. }))
    }

    /// Whether it leads over a gap.
    pub(crate) fn leaps(&self) -> bool {
        self.strides.iter().any(|stride| matches!(stride, Stride::Gap { .. }))
    }
}

/// Whether a leg is a jump down that ends within 2 inches of the target.
fn dived(state: &State, (charger, target): (Figure, Figure), stride: &Stride, landing: Spot) -> bool {
    let jumped = match stride {
        Stride::Drop { height, .. } => *height > INCH,
        Stride::Gap { rise, .. } => *rise < -INCH,
        _ => false,
    };
    jumped && Base::new(landing, state.sheet(charger).radius).within(&state.base(target), 2 * INCH)
}
