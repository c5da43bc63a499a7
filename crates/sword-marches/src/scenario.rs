//! What the two Adventures add: caches that are carried, a beacon that is lit.

use crate::act::burden::Burden;
use crate::content::Quest;
use crate::field::{INCH, RADIUS};
use crate::resolve::check;
use crate::setup::inside_ward;
use crate::state::{Cache, Place, State};
use crate::verbs::{Say, words};
use crate::{Event, Table, victory};
use kernel::{Answer, Ask, Figure, Flow, Refusal, Thing};
use rulebook::SM;
use space::inches::{Base, Spot};

/// Lifting at the end of a Move, Mobile Fire or Disengage, and putting down at any point of it (SM-ADV1-01, SM-ADV1-03).
///
/// # Errors
/// Pauses for either.
pub fn after_move(t: &mut Table<'_>, model: Figure, track: &[Spot]) -> Flow {
    if t.state.caches.is_empty() || !t.state.fighter(model).ready() {
        return Ok(());
    }
    let (words, seat) = (words(), t.state.owner(model));
    let Some(at) = t.state.fighter(model).spot() else { return Ok(()) };
    if let Some(cache) = t.state.fighter(model).carries {
        let ask = Ask::new(seat, "burden", SM::ADV1_03).actor(model);
        let burden = Burden { state: t.state, model, cache, track };
        match t.oracle.choose(&ask, &burden)? {
            Answer::Option(0) => {}
            Answer::Option(_) => drop_cache(t, model, at),
            Answer::Free(choice) => drop_cache(t, model, Burden::read(&choice).unwrap_or(at)),
        }
        return Ok(());
    }
    if t.state.engaged(model) {
        return Ok(());
    }
    let base = Base::new(at, RADIUS);
    let state = &*t.state;
    let near = |(index, cache): (usize, &Cache)| match cache {
        Cache::Lies(spot) => {
            let objective = &state.field.adventure.objectives[index];
            base.within(&Base::new(*spot, objective.radius), INCH).then_some((index, objective.id))
        }
        _ => None,
    };
    let found: Vec<_> = state.caches.iter().enumerate().filter_map(near).collect();
    if found.is_empty() {
        return Ok(());
    }
    let mut options: Vec<Say> = found.iter().map(|(_, id)| Say::one(words.take, Thing::Name(*id))).collect();
    options.push(Say::word(words.leave));
    let chosen = t.pick(Ask::new(seat, "take", SM::ADV1_01).actor(model), &options)?;
    if let Some((index, cache)) = found.get(chosen).copied() {
        t.state.caches[index] = Cache::Carried(model);
        t.state.fighter_mut(model).carries = Some(index as u8);
        t.tell(SM::ADV1_01, || Event::CacheTaken { model, cache });
    }
    Ok(())
}

/// The cache falls where its carrier stands (SM-ADV1-03).
pub fn drop_cache(t: &mut Table<'_>, model: Figure, at: Spot) {
    let Some(index) = t.state.fighter_mut(model).carries.take() else { return };
    t.state.caches[usize::from(index)] = Cache::Lies(at);
    let cache = t.state.field.adventure.objectives[usize::from(index)].id;
    t.tell(SM::ADV1_03, || Event::CacheDropped { model, cache, at });
}

/// Whether a model may walk over the southern table edge: an Intruder with a cache (SM-ADV1-04).
pub fn may_leave(state: &State, model: Figure) -> bool {
    let fighter = state.fighter(model);
    fighter.owner == state.intruder && fighter.carries.is_some()
}

/// A carrier has moved: it may have carried the cache off, or have had to leave it at the wall.
pub fn carried(t: &mut Table<'_>, model: Figure) {
    let Some(index) = t.state.fighter(model).carries else { return };
    let Some(at) = t.state.fighter(model).spot() else { return };
    if may_leave(t.state, model) && at.y < RADIUS {
        let fighter = t.state.fighter_mut(model);
        fighter.place = Place::Left;
        fighter.token = false;
        fighter.carries = None;
        fighter.objectives += 1;
        t.state.caches[usize::from(index)] = Cache::Secured;
        let cache = t.state.field.adventure.objectives[usize::from(index)].id;
        let secured = secured(t.state).into();
        t.tell(SM::ADV1_04, || Event::CacheSecured { model, cache, secured });
        return;
    }
    let ward = &t.state.field.adventure.ward;
    if t.state.owner(model) != t.state.intruder && !inside_ward(ward, at.plan()) {
        let (xs, ys) = (ward.iter().map(|spot| spot.x), ward.iter().map(|spot| spot.y));
        let (west, east) = (xs.clone().min().unwrap_or(0), xs.max().unwrap_or(0));
        let (south, north) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0));
        let wall = Spot::new(at.x.clamp(west, east), at.y.clamp(south, north), 0);
        t.note(SM::ADV1_05);
        drop_cache(t, model, wall);
    }
}

pub fn secured(state: &State) -> u8 {
    state.caches.iter().filter(|cache| **cache == Cache::Secured).count() as u8
}

/// Whether a model stands by the beacon and may see to it (SM-ADV2-02, SM-ADV2-03).
pub fn by_beacon(state: &State, model: Figure) -> Result<(), Refusal> {
    let adventure = &state.field.adventure;
    let beacon = adventure.objectives.first().filter(|_| adventure.quest == Quest::Beacon);
    let (Some(beacon), Some(at)) = (beacon, state.fighter(model).spot()) else {
        return Err(Refusal::new(SM::ADV2_02, "there is no beacon here"));
    };
    let near = at.z == beacon.at.z && Base::new(at, RADIUS).within(&Base::new(beacon.at, beacon.radius), INCH);
    if !near {
        return Err(Refusal::new(SM::ADV2_02, "it does not stand on the roof within an inch of the beacon"));
    }
    if state.engaged(model) {
        return Err(Refusal::new(SM::ADV2_02, "it is Engaged"));
    }
    Ok(())
}

/// # Errors
/// Pauses for dice.
pub fn kindle(t: &mut Table<'_>, model: Figure) -> Flow {
    if check::command(t, model, SM::ADV2_02, "kindle", 5)? {
        t.state.beacon = true;
        t.state.fighter_mut(model).objectives += 1;
        t.tell(SM::ADV2_02, || Event::Kindled { model });
    }
    Ok(())
}

pub fn douse(t: &mut Table<'_>, model: Figure) {
    t.state.beacon = false;
    t.state.signals = 0;
    t.state.fighter_mut(model).objectives += 1;
    t.tell(SM::ADV2_03, || Event::Doused { model });
}

/// The beacon burns at the end of a Turn (SM-ADV2-05).
pub fn end_of_turn(t: &mut Table<'_>) {
    if t.state.field.adventure.quest == Quest::Beacon && t.state.beacon {
        t.state.signals += 1;
        let signals = crate::events::Many::turns(t.state.signals.into());
        t.tell(SM::ADV2_05, || Event::SignalMarked { signals });
        if t.state.signals >= 2 {
            victory::finish(t, SM::ADV2_06, Some(t.state.intruder), "the beacon has called the host");
        }
    }
}
