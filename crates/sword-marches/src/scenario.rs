//! What the two Adventures add: caches that are carried, a beacon that is lit.

use crate::act::burden::Burden;
use crate::content::Quest;
use crate::decisions::{BURDEN, Carrying, Lifting, TAKE};
use crate::field::{INCH, MOVER, RADIUS, TOUCH};
use crate::resolve::check;
use crate::setup::inside_ward;
use crate::state::{Cache, Place, State};
use crate::{Event, Table, victory};
use kernel::{Figure, Flow, Refusal, settle};
use rulebook::SM;
use space::inches::turn::{TURN, outward};
use space::inches::{Base, Mover, Spot};

/// Where a cache lies that is no longer where the Adventure put it.
pub(crate) fn astray(state: &State, objective: usize) -> Option<Spot> {
    match state.caches.get(objective)? {
        Cache::Lies(spot) if *spot != state.field.adventure.objectives[objective].at => Some(*spot),
        _ => None,
    }
}

/// Tenths of an inch to walk to where something can be done about an objective; straight on to a cache that was dropped.
pub(crate) fn walk(state: &State, objective: usize, from: Spot) -> i32 {
    match astray(state, objective) {
        Some(spot) => ((from.plan().to(spot.plan()) - i64::from(RADIUS + 900)).max(0) / 100) as i32,
        None => state.field.march(objective).tenths(from),
    }
}

/// Lifting at the end of a Move, Mobile Fire or Disengage, and putting down at any point of it (SM-ADV1-01, SM-ADV1-03).
///
/// # Errors
/// Pauses for either.
pub(crate) fn after_move(t: &mut Table<'_>, model: Figure, track: &[Spot]) -> Flow {
    if t.state.caches.is_empty() || !t.state.fighter(model).ready() {
        return Ok(());
    }
    let seat = t.state.owner(model);
    let Some(at) = t.state.fighter(model).spot() else { return Ok(()) };
    if let Some(cache) = t.state.fighter(model).carries {
        let burden = Burden { state: t.state, model, cache, track };
        match settle(t.oracle, BURDEN.to(seat).actor(model), &burden)? {
            Carrying::Keep => {}
            Carrying::Drop => drop_beside(t, model),
            Carrying::DropAt { at } => drop_cache(t, model, at),
        }
        return Ok(());
    }
    // A Sentry outside the walls would carry it off at once (SM-ADV1-05).
    if t.state.engaged(model) || !may_hold(t.state, model, at) {
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
    let mut options: Vec<Lifting> = found.iter().map(|(_, cache)| Lifting::Take { cache: *cache }).collect();
    options.push(Lifting::Leave);
    let away = Refusal::new(SM::ADV1_01, "that cache does not lie within 1 inch of the model");
    let chosen = t.ask_telling(TAKE.to(seat).actor(model), &options, |_, _| Err(away))?;
    if let Some((index, cache)) = found.get(chosen).copied() {
        t.state.caches[index] = Cache::Carried(model);
        t.state.fighter_mut(model).carries = Some(index as u8);
        t.tell(SM::ADV1_01, || Event::CacheTaken { model, cache });
    }
    Ok(())
}

/// A carrier lets go of its cache, which comes to lie next to its base (SM-ADV1-03).
pub(crate) fn drop_beside(t: &mut Table<'_>, model: Figure) {
    let fighter = t.state.fighter(model);
    let (Some(cache), Some(at)) = (fighter.carries, fighter.spot()) else { return };
    let place = beside(t.state, model, cache).unwrap_or(at);
    drop_cache(t, model, place);
}

/// Free ground that touches a carrier's base, as near as can be to the enemy who is nearest to it; of equal places the
/// first from the south, by the east.
fn beside(state: &State, model: Figure, cache: u8) -> Option<Spot> {
    let at = state.fighter(model).spot()?;
    let owner = state.owner(model);
    let far = |spot: Spot, to: Spot| spot.plan().square_to(to.plan());
    let foes = state.standing().filter(|(_, fighter, _)| fighter.owner != owner).map(|(_, _, spot)| spot);
    let foe = foes.min_by_key(|foe| far(*foe, at)).unwrap_or(at);
    let reach = i64::from(RADIUS + state.field.adventure.objectives[usize::from(cache)].radius);
    let round = (SOUTH..SOUTH + TURN).map(|steps| outward(at.plan(), steps, reach).at(at.z));
    round.filter(|place| may_lie(state, model, cache, *place).is_ok()).min_by_key(|place| far(*place, foe))
}

/// South in steps from the east.
const SOUTH: i32 = TURN * 3 / 4;

/// Whether a place is free ground on which a carrier may leave its cache (SM-ADV1-03).
///
/// # Errors
/// What is in the way.
pub(crate) fn may_lie(state: &State, model: Figure, cache: u8, place: Spot) -> Result<(), Refusal> {
    if !may_hold(state, model, place) {
        return Err(Refusal::new(SM::ADV1_05, "a Sentry takes no cache outside the walls"));
    }
    if !bears(state, cache, place) {
        return Err(Refusal::new(SM::ADV1_03, "that is no free ground"));
    }
    let cache = Base::new(place, state.field.adventure.objectives[usize::from(cache)].radius);
    match state.standing().any(|(_, _, spot)| cache.overlaps(&Base::new(spot, RADIUS))) {
        true => Err(Refusal::new(SM::ADV1_03, "a base is there")),
        false => Ok(()),
    }
}

/// Whether a cache can lie on a place as far as terrain goes.
fn bears(state: &State, cache: u8, place: Spot) -> bool {
    let (board, radius) = (&state.field.board, state.field.adventure.objectives[usize::from(cache)].radius);
    board.holds(place.plan()) && board.stand(place, &Mover { radius, ..MOVER }, radius).is_ok()
}

/// Whether a model may have a cache in a place: a Sentry only inside the walls (SM-ADV1-05).
fn may_hold(state: &State, model: Figure, place: Spot) -> bool {
    state.owner(model) == state.intruder || inside_ward(&state.field.adventure.ward, place.plan())
}

/// The cache falls to a place (SM-ADV1-03).
pub(crate) fn drop_cache(t: &mut Table<'_>, model: Figure, at: Spot) {
    let Some(index) = t.state.fighter_mut(model).carries.take() else { return };
    t.state.caches[usize::from(index)] = Cache::Lies(at);
    let cache = t.state.field.adventure.objectives[usize::from(index)].id;
    t.tell(SM::ADV1_03, || Event::CacheDropped { model, cache, at });
}

/// Whether a model may walk over the southern table edge: an Intruder with a cache (SM-ADV1-04).
pub(crate) fn may_leave(state: &State, model: Figure) -> bool {
    let fighter = state.fighter(model);
    fighter.owner == state.intruder && fighter.carries.is_some()
}

/// A carrier has gone along a track: it may have carried the cache off, or have had to leave it at the wall.
pub(crate) fn carried(t: &mut Table<'_>, model: Figure, track: &[Spot]) {
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
    let Some(wall) = at_wall(t.state, model, index, track) else { return };
    t.note(SM::ADV1_05);
    // Nobody gets at what lies under a base.
    match Base::new(at, RADIUS).within_spot(wall, 0) {
        true => drop_beside(t, model),
        false => drop_cache(t, model, wall),
    }
}

/// Where the track of a Sentry first leads out of the walls, or the last free ground before it: a wall that was crossed
/// bears no cache (SM-ADV1-05).
fn at_wall(state: &State, model: Figure, cache: u8, track: &[Spot]) -> Option<Spot> {
    let out = track.iter().position(|spot| !may_hold(state, model, *spot))?;
    let (from, to) = (track[out.saturating_sub(1)], track[out]);
    let (p, q) = (from.plan(), to.plan());
    let high = from.z.max(to.z);
    let place = |length: i64| {
        let p = p.toward(q, length);
        state.field.board.floor(p, high).map(|z| p.at(z))
    };
    let (mut low, mut far) = (0, p.to(q));
    while far - low > 1 {
        let middle = low + (far - low) / 2;
        if may_hold(state, model, p.toward(q, middle).at(high)) { low = middle } else { far = middle }
    }
    let mut back = (0..=low).rev().step_by(TOUCH as usize).filter_map(place);
    Some(back.find(|spot| bears(state, cache, *spot)).unwrap_or(from))
}

pub(crate) fn secured(state: &State) -> u8 {
    state.caches.iter().filter(|cache| **cache == Cache::Secured).count() as u8
}

/// Whether a model stands by the beacon and may see to it (SM-ADV2-02, SM-ADV2-03).
pub(crate) fn by_beacon(state: &State, model: Figure) -> Result<(), Refusal> {
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
pub(crate) fn kindle(t: &mut Table<'_>, model: Figure) -> Flow {
    if check::command(t, model, SM::ADV2_02, "kindle", 5)? {
        t.state.beacon = true;
        t.state.fighter_mut(model).objectives += 1;
        t.tell(SM::ADV2_02, || Event::Kindled { model });
    }
    Ok(())
}

pub(crate) fn douse(t: &mut Table<'_>, model: Figure) {
    t.state.beacon = false;
    t.state.signals = 0;
    t.state.fighter_mut(model).objectives += 1;
    t.tell(SM::ADV2_03, || Event::Doused { model });
}

/// The beacon burns at the end of a Turn (SM-ADV2-05).
pub(crate) fn end_of_turn(t: &mut Table<'_>) {
    if t.state.field.adventure.quest == Quest::Beacon && t.state.beacon {
        t.state.signals += 1;
        let signals = crate::events::Turns(t.state.signals.into());
        t.tell(SM::ADV2_05, || Event::SignalMarked { signals });
        if t.state.signals >= 2 {
            victory::finish(t, SM::ADV2_06, Some(t.state.intruder), "the beacon has called the host");
        }
    }
}
