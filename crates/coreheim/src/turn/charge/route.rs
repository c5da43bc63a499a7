//! By which way a charge goes: the shortest, or another that its player names (CH-CHARGE-03). He is asked wherever the way
//! decides something: what is climbed and jumped, who could step in, beside whom he ends.

use super::approach::{Approach, Manner, Way};
use super::{intercept, leaps, reach};
use crate::Table;
use crate::decisions::{ChargeWay, WAY};
use crate::ground::{Gait, INCH};
use crate::moving::{self, Limits};
use crate::state::{Charge, State};
use kernel::decision::Answers;
use kernel::{Answer, Choice, Figure, Flow, Question, Refusal, Rng, Tags};
use rulebook::CH;
use space::inches::{CONTACT, Keepout, Scratch, Spot, Stride};
use std::cell::OnceCell;

/// Who charges whom, and near whom else he would end.
#[derive(Clone, Debug)]
pub(crate) struct Rush {
    pub(crate) charger: Figure,
    pub(crate) target: Figure,
    pub(crate) others: Vec<Figure>,
}

/// The ways that are listed: over floors and ladders, and one that climbs or jumps, where that is shorter or dives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    pub(crate) level: Option<Way>,
    pub(crate) steep: Option<Way>,
}

/// A further way, and what it is good for.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    pub(crate) purpose: &'static str,
    pub(crate) way: Way,
}

impl Rush {
    pub(crate) fn of(charge: &Charge) -> Rush {
        Rush { charger: charge.charger, target: charge.target, others: charge.others.clone() }
    }

    /// The charge of one at another, with whom else he means if it is declared.
    pub(crate) fn find(state: &State, charger: Figure, target: Figure) -> Rush {
        let declared = state.charges.iter().find(|charge| charge.charger == charger && charge.target == target);
        declared.map_or_else(|| Rush { charger, target, others: Vec::new() }, Rush::of)
    }

    fn approach(&self, state: &State) -> Approach {
        let mut approach = Approach::new(self.charger);
        approach.near = self.others.clone();
        approach.aim(state, self.target);
        approach
    }

    pub(crate) fn routes(&self, state: &State, scratch: &mut Scratch) -> Routes {
        let (mut approach, reach) = (self.approach(state), reach(state, self.charger));
        let level = approach.level(state, scratch, reach);
        let most = level.as_ref().map_or(reach, |way| way.length - 1);
        let steep = approach.steep(state, scratch, self.target, (most, Manner::Any));
        // Over a longer way he climbs only for a dive.
        let dive = steep.is_none() && level.is_some();
        let steep = match dive {
            true => approach.steep(state, scratch, self.target, (reach, Manner::Diving)),
            false => steep,
        };
        Routes { level, steep }
    }

    /// Whether the way that is taken decides anything.
    fn matters(&self, state: &State, routes: &Routes) -> bool {
        let (Some(way), None) = (&routes.level, &routes.steep) else { return routes.steep.is_some() };
        self.crowded(state) || !self.waiting(state, way).is_empty()
    }

    /// Whether another enemy stands so near to the target that it depends on the end of the way who fights whom.
    fn crowded(&self, state: &State) -> bool {
        let (there, apart) = (state.base(self.target), 2 * state.sheet(self.charger).radius + INCH);
        let beside = |foe: &Figure| *foe != self.target && state.enemies(self.charger, *foe);
        state.present().filter(beside).any(|foe| state.base(foe).within(&there, apart))
    }

    /// Who could step into a way.
    fn waiting(&self, state: &State, way: &Way) -> Vec<Figure> {
        if leaps(state, self.charger) {
            return Vec::new();
        }
        intercept::waiting(state, self.charger, self.target, way)
    }

    /// Ways besides those that are listed: over no gap, with fewer tests, for a dive, past those who could step in.
    pub(crate) fn others(&self, state: &State, routes: &Routes, scratch: &mut Scratch) -> Vec<Other> {
        let (mut approach, reach) = (self.approach(state), reach(state, self.charger));
        let mut found: Vec<Other> = Vec::new();
        let listed = [&routes.level, &routes.steep];
        let mut add = |purpose: &'static str, way: Option<Way>| {
            let Some(way) = way else { return };
            let known = |other: &Way| other.track == way.track;
            if !listed.into_iter().flatten().any(known) && !found.iter().any(|other| known(&other.way)) {
                found.push(Other { purpose, way });
            }
        };
        let mut steep = |manner: Manner| approach.steep(state, scratch, self.target, (reach, manner));
        if let Some(way) = &routes.steep {
            if way.leaps() {
                add("Over no gap", steep(Manner::NoGap));
            }
            add("Climb rather than jump", steep(Manner::Climbing).filter(|other| tests(other) != tests(way)));
        }
        let dives = |way: &Option<Way>| way.as_ref().is_some_and(|way| way.dives(state, self.charger, self.target));
        if !dives(&routes.level) && !dives(&routes.steep) {
            add("For a dive", steep(Manner::Diving));
        }
        let first = routes.level.as_ref().or(routes.steep.as_ref());
        let waiting = first.map_or_else(Vec::new, |way| self.waiting(state, way));
        if !waiting.is_empty() {
            approach.shun(waiting.iter().map(|foe| shunned(state, self.charger, *foe)));
            let level = approach.level(state, scratch, reach);
            let clear = level.or_else(|| approach.steep(state, scratch, self.target, (reach, Manner::NoGap)));
            add("Past all who could step in", clear.filter(|way| self.waiting(state, way).is_empty()));
        }
        found
    }

    /// The way that a line of places stands for, up to where the bases meet.
    ///
    /// # Errors
    /// The rule that forbids it, or that it does not lead there.
    pub(crate) fn drawn(&self, state: &State, track: &[Spot], scratch: &mut Scratch) -> Result<Way, Refusal> {
        let charger = self.charger;
        let mut keep = Vec::new();
        state.keepouts(charger, Gait::Charge, &[self.target], &mut keep);
        let mut strides = Vec::new();
        moving::read(state, charger, track, &keep, scratch, &mut strides).map_err(|refusal| match refusal.rule {
            CH::GEOM_09 => Refusal::new(CH::GEOM_08, "an enemy stands in the way"),
            _ => refusal,
        })?;
        let way = Way { track: track.to_vec(), strides, length: 0 };
        let way = match way.cut_at(state, charger, self.target) {
            Some(cut) => cut,
            None => self.ended(state, way)?,
        };
        let limits = self.limits(state);
        let length = moving::judge(state, charger, &way.strides, &limits)?;
        Ok(Way { length, ..way })
    }

    /// How far a way goes and what it may hold; over gaps of any width, for nobody knows how wide they are (CH-JUMP-02).
    pub(crate) fn limits(&self, state: &State) -> Limits {
        let reach = reach(state, self.charger);
        Limits { gap: reach, ..Approach::new(self.charger).limits(state, reach) }
    }

    /// A way that ends where it was drawn to end.
    fn ended(&self, state: &State, way: Way) -> Result<Way, Refusal> {
        let Some(end) = way.track.last().copied() else {
            return Err(Refusal::new(CH::GEOM_07, "the path is empty"));
        };
        let radius = state.sheet(self.charger).radius;
        let there = state.base(self.target);
        let base = space::inches::Base::new(end, radius);
        let level = (end.z - there.at.z).abs() <= INCH;
        if !level || !base.within_plan(&there, CONTACT) || state.walled(end, there.at) {
            return Err(Refusal::new(CH::CHARGE_03, "the way does not end in contact with his target"));
        }
        if state.setting.field.table.stand(end, &state.mover(self.charger), state.overhang(self.charger)).is_err() {
            return Err(Refusal::new(CH::GEOM_06, "the base does not stand there"));
        }
        if !state.may_end(self.charger, end, Gait::Charge) {
            return Err(Refusal::new(CH::GEOM_08, "somebody is there"));
        }
        match super::approach::lands(state, self.charger, &way.track, &way.strides) {
            true => Ok(way),
            false => Err(Refusal::new(CH::DIVE_01, "nobody lands on somebody")),
        }
    }
}

/// What is kept clear of so that somebody cannot step in: the zone to either side of the way (CH-INTERCEPT-06).
fn shunned(state: &State, charger: Figure, foe: Figure) -> Keepout {
    let margin = (intercept::ZONE - state.sheet(charger).radius + 1).max(0);
    Keepout { touch: true, ..state.keepout(foe, margin) }
}

/// How many tests a way asks for: one for all that is climbed, one for each 2 inches of a jump.
pub(crate) fn tests(way: &Way) -> i32 {
    let climbs = way.strides.iter().any(|stride| matches!(stride, Stride::Climb { .. }));
    let jumps = way.strides.iter().map(|stride| match *stride {
        Stride::Drop { height, .. } => height / moving::FALL,
        Stride::Gap { rise, .. } => (-rise).max(0) / moving::FALL,
        _ => 0,
    });
    i32::from(climbs) + jumps.sum::<i32>()
}

/// The way of a charge, if one leads there as things stand: the only one, or the one that its player names.
///
/// # Errors
/// Pauses for the choice.
pub(super) fn ask(t: &mut Table<'_>, rush: &Rush, routes: Routes) -> Flow<Option<Way>> {
    if !rush.matters(t.state, &routes) {
        return Ok(routes.level);
    }
    let state = &*t.state;
    let listed = [(ChargeWay::Level, &routes.level), (ChargeWay::Steep, &routes.steep)];
    let options: Vec<ChargeWay> =
        listed.iter().filter(|(_, way)| way.is_some()).map(|(name, _)| name.clone()).collect();
    let question = Named { state, rush, routes: &routes, options, others: OnceCell::new() };
    let asked = WAY.to(state.owner(rush.charger)).actor(rush.charger).about(rush.target);
    let chosen = kernel::settle(t.oracle, asked, &question)?;
    Ok(match chosen {
        ChargeWay::Level => routes.level,
        ChargeWay::Steep => routes.steep,
        ChargeWay::By { track } => rush.drawn(t.state, &track, &mut t.scratch.path).ok(),
    })
}

/// The question which way.
struct Named<'a> {
    state: &'a State,
    rush: &'a Rush,
    routes: &'a Routes,
    options: Vec<ChargeWay>,
    /// Found when somebody thinks of them.
    others: OnceCell<Vec<ChargeWay>>,
}

impl Named<'_> {
    fn others(&self) -> &[ChargeWay] {
        self.others.get_or_init(|| {
            let others = self.rush.others(self.state, self.routes, &mut Scratch::default());
            others.into_iter().map(|other| ChargeWay::By { track: other.way.track.into() }).collect()
        })
    }
}

impl Question for Named<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.options[index].choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match ChargeWay::read(choice) {
            Some(ChargeWay::By { track }) => self.rush.drawn(self.state, &track, &mut Scratch::default()).map(|_| ()),
            Some(ChargeWay::Level) => Err(Refusal::new(CH::CHARGE_03, "no way over floors and ladders leads there")),
            Some(ChargeWay::Steep) => {
                Err(Refusal::new(CH::CHARGE_03, "no way that climbs or jumps is shorter, or dives"))
            }
            None => Err(Refusal::new(CH::CHARGE_03, "expected level, steep or a way: by @x,y,z>@x,y,z")),
        }
    }

    fn free(&self) -> bool {
        true
    }

    /// Now and then a way that is not listed.
    fn sample(&self, rng: &mut Rng) -> Answer {
        if rng.below(16) == 0
            && let count @ 1.. = self.others().len()
        {
            return Answer::Free(self.others()[rng.below(count)].choice());
        }
        Answer::Option(rng.below(self.len()))
    }

    fn candidates(&self, _: &mut Rng, most: usize) -> Vec<Answer> {
        let listed = (0..self.len()).map(Answer::Option);
        listed.chain(self.others().iter().map(|way| Answer::Free(way.choice()))).take(most).collect()
    }
}
