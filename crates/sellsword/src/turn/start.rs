//! The start of a turn: entering the map, acts, and effects in the order the controller decides (SW-TURN-02).

use crate::act::basic_move::Reach;
use crate::act::charge;
use crate::cards::{Condition, InjuryBox, Stat, Trait, Verb, When};
use crate::decisions::{ENTER, Entry, NEAREST, Opening, Plight, RageTarget, START_OF_TURN};
use crate::effects::{self, Context};
use crate::resolve::{harm, injury, stats};
use crate::state::{Place, Stage, State};
use crate::terrain::{Going, nearest_spaces};
use crate::{Event, Table, rolls, victory};
use kernel::{Figure, Flow, Modifiers, Seat};
use rulebook::SW;
use space::grid::{Block, Dir, Square};

/// # Errors
/// Pauses for the place of entry, the order of effects and what they ask.
pub fn start(t: &mut Table<'_>) -> Flow {
    let Some(unit) = t.state.turn.unit else {
        t.state.stage = Stage::ChooseUnit;
        return Ok(());
    };
    t.state.unit_mut(unit).dazed = false;
    if t.state.unit(unit).place == Place::Waiting {
        enter(t, unit)?;
    }
    take_control(t, unit);
    t.state.turn.acts = full_acts(t.state, unit);
    effects_in_order(t, unit)?;
    if t.state.is_over() {
        return Ok(());
    }
    victory::check(t);
    if t.state.is_over() {
        return Ok(());
    }
    if !t.state.unit(unit).on_map() {
        t.note(SW::TURN_05);
        return super::finish(t, unit);
    }
    explain_acts(t, unit);
    let (seat, acts) = (t.state.turn.controller, t.state.turn.acts.into());
    t.tell(SW::ACT_01, || Event::TurnBegan { unit, seat, acts });
    t.state.stage = Stage::Act;
    Ok(())
}

/// The whole space on the entry tile, else as near to it as there is room (SW-MAP-06, SW-MAP-07).
fn enter(t: &mut Table<'_>, unit: Figure) -> Flow {
    let owner = t.state.unit(unit).owner;
    let Some(tile) = t.state.players[owner.index()].tile else {
        return Ok(());
    };
    let tile = Block::new(tile, 2);
    let going = Going::of(t.state, unit);
    let spaces = tile
        .squares()
        .map(|square| Block::new(square, going.side))
        .filter(|space| space.squares().all(|square| tile.contains(square)));
    let inside: Vec<Square> =
        spaces.filter(|space| going.stand(t.state, *space).is_ok()).map(|space| space.at).collect();
    let (squares, rule) = if inside.is_empty() {
        (nearest_spaces(t.state, unit, tile, |_| true), SW::MAP_07)
    } else {
        (inside, SW::MAP_06)
    };
    let options: Vec<Entry> = squares.into_iter().map(|at| Entry::At { at }).collect();
    if options.is_empty() {
        return Ok(());
    }
    let Entry::At { at } = t.ask(ENTER.to(owner).by(rule).actor(unit), &options)?;
    t.state.put(unit, Place::On(at));
    t.tell(rule, || Event::Entered { unit, at });
    Ok(())
}

/// A Controlled unit acts for the player whose unit imposed it (SW-STATUS-04).
fn take_control(t: &mut Table<'_>, unit: Figure) {
    if let Some(status) = t.state.unit(unit).status(Condition::Controlled) {
        hand_over(t, unit, status.by_seat);
    }
}

fn hand_over(t: &mut Table<'_>, unit: Figure, seat: Seat) {
    t.state.turn.controller = seat;
    t.state.turn.single = true;
    t.state.turn.acts = t.state.turn.acts.min(1);
    t.note(SW::STATUS_05);
    t.tell(SW::STATUS_04, || Event::ControlTaken { unit, seat });
}

/// Three acts, extra ones added before losses are taken off (SW-TRAIT-32, SW-STATUS-03).
fn full_acts(state: &State, unit: Figure) -> i8 {
    let u = state.unit(unit);
    if u.has(Condition::Helpless) {
        return 0;
    }
    let mut acts = 3 + extra_acts(state, unit);
    acts -= i8::from(u.has(Condition::Shaken)) + 2 * i8::from(u.has(Condition::Stunned));
    let most = if state.turn.single { 1 } else { i8::MAX };
    acts.max(0).min(most)
}

fn extra_acts(state: &State, unit: Figure) -> i8 {
    let mut extra = 0;
    let wanted = |verb: &Verb| if let Verb::ExtraAct(count) = verb { Some(i16::from(*count)) } else { None };
    effects::standing(state, unit, Context::default(), wanted, |bonus| extra += bonus.value as i8);
    extra
}

fn explain_acts(t: &mut Table<'_>, unit: Figure) {
    if !t.aloud() {
        return;
    }
    let u = t.state.unit(unit);
    let (shaken, stunned, helpless) = (u.has(Condition::Shaken), u.has(Condition::Stunned), u.has(Condition::Helpless));
    let extra = extra_acts(t.state, unit) > 0;
    for (applies, rule) in [
        (shaken, SW::STATUS_12),
        (stunned, SW::STATUS_13),
        (helpless, SW::STATUS_14),
        (shaken && stunned, SW::STATUS_03),
        (extra, SW::TRAIT_32),
    ] {
        if applies {
            t.note(rule);
        }
    }
    if extra {
        t.note(SW::EXCEPT_02);
        if helpless || t.state.turn.single {
            t.note(SW::EXCEPT_01);
            t.note(SW::EXCEPT_03);
        }
    }
}

/// What has to be settled, or may be used, at the start of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    Plight(Plight),
    /// A trait by its place on the card.
    Trait(usize),
}

impl Due {
    fn opening(self, traits: &[Trait]) -> Opening {
        match self {
            Due::Plight(what) => Opening::Settle { what },
            Due::Trait(at) => Opening::Trait { power: traits[at].name },
        }
    }
}

fn effects_in_order(t: &mut Table<'_>, unit: Figure) -> Flow {
    let mut waiting = openings(t, unit);
    let mut several = false;
    while !waiting.is_empty() {
        let traits = &t.state.sheet(unit).traits;
        let mut options: Vec<Opening> = waiting.iter().map(|due| due.opening(traits)).collect();
        // Traits with a price are optional (SW-TRAIT-18); all else has to be settled.
        if waiting.iter().all(|due| matches!(due, Due::Trait(at) if effects::costs(&traits[*at]))) {
            options.push(Opening::Begin);
        }
        several |= options.len() > 1;
        let picked = t.ask_at(START_OF_TURN.to(t.state.turn.controller).actor(unit), &options)?;
        if several {
            t.note(SW::TURN_02);
        }
        if picked >= waiting.len() {
            break;
        }
        match waiting.remove(picked) {
            Due::Plight(Plight::Terrain) => harm::stood(t, unit)?,
            Due::Plight(Plight::MortalWound) => mortal(t, unit)?,
            Due::Plight(Plight::Rage) => rage(t, unit)?,
            Due::Plight(Plight::Glamyr) => glamyr(t, unit)?,
            Due::Trait(at) => effects::use_trait(t, unit, at, None)?,
        }
        if !t.state.unit(unit).on_map() || t.state.is_over() {
            return Ok(());
        }
        waiting.retain(|due| !matches!(due, Due::Trait(at) if effects::usable(t.state, unit, *at).is_err()));
    }
    Ok(())
}

fn openings(t: &mut Table<'_>, unit: Figure) -> Vec<Due> {
    let state = &*t.state;
    let plights = [
        (Plight::Terrain, harm::stands_in_it(t, unit)),
        (Plight::MortalWound, state.injured_in(unit, InjuryBox::Mortal)),
        (Plight::Rage, state.unit(unit).has(Condition::Enraged)),
        (Plight::Glamyr, state.unit(unit).has(Condition::Glamyred)),
    ];
    let plights = plights.into_iter().filter(|(_, befalls)| *befalls).map(|(plight, _)| Due::Plight(plight));
    let traits = state.sheet(unit).traits.iter().enumerate();
    let usable =
        traits.filter(|(at, power)| power.when == When::TurnStart && effects::usable(state, unit, *at).is_ok());
    plights.chain(usable.map(|(at, _)| Due::Trait(at))).collect()
}

/// A natural 20 drops it; nothing is scored again (SW-INJURY-11).
fn mortal(t: &mut Table<'_>, unit: Figure) -> Flow {
    let natural = rolls::mortal(t, unit)?;
    t.note(SW::DICE_02);
    t.tell(SW::INJURY_11, || Event::MortalHeld { unit, natural });
    if natural == 20 {
        injury::drop(t, unit, SW::INJURY_11, None)?;
    }
    Ok(())
}

fn low_roll_modifiers(state: &State, unit: Figure) -> Modifiers {
    let mut modifiers = Modifiers::default();
    modifiers.add("injuries", SW::INJURY_05, state.unit(unit).injuries());
    modifiers
}

/// At or above its Wits it must close with the nearest enemy (SW-STATUS-06).
fn rage(t: &mut Table<'_>, unit: Figure) -> Flow {
    let wits = stats::current(t.state, unit, Stat::Wits);
    let modifiers = low_roll_modifiers(t.state, unit);
    let total = rolls::rage(t, unit, wits, modifiers)? + i32::from(modifiers.sum());
    t.note(SW::STAT_05);
    t.tell(SW::STATUS_06, || Event::RageRolled { unit, total, needed: wits.into() });
    if total < i32::from(wits) {
        return Ok(());
    }
    let near = t
        .state
        .standing()
        .filter(|other| t.state.enemies(unit, *other))
        .map(|other| (t.state.distance(unit, other), other))
        .collect::<Vec<_>>();
    let Some(least) = near.iter().map(|(distance, _)| *distance).min() else {
        return Ok(());
    };
    let nearest = near.into_iter().filter(|(distance, _)| *distance == least);
    let options: Vec<RageTarget> = nearest.map(|(_, enemy)| RageTarget::Nearest { enemy }).collect();
    let owner = t.state.unit(unit).owner;
    let RageTarget::Nearest { enemy: target } = t.ask(NEAREST.to(owner).actor(unit), &options)?;
    if reaches_duty(t.state, unit, target) {
        t.state.turn.duty = Some(target);
        t.note(SW::STATUS_07);
        t.tell(SW::STATUS_06, || Event::RageObliges { unit, target });
    }
    Ok(())
}

/// Can it get next to the enemy with the moves and charges it has (SW-STATUS-07)?
pub fn reaches_duty(state: &State, unit: Figure, target: Figure) -> bool {
    if state.adjacent(unit, target) {
        return true;
    }
    let (Some(start), Some(goal)) = (state.space(unit), state.space(target)) else {
        return false;
    };
    let acts = state.turn.acts.max(0) as u8;
    if acts == 0 || state.unit(unit).has(Condition::Pinned) {
        return false;
    }
    let going = Going::of(state, unit);
    let geometry = state.field.geometry(state.open);
    let stride = stats::current(state, unit, Stat::Move) as u8;
    let near = |block: Block| geometry.adjacent(block, goal);
    let reach = Reach::new(state, &going, start, stride * acts.min(2), state.turn.diagonals);
    let mut stops: Vec<Block> = reach.stops(state, &going).map(|(square, _)| Block::new(square, start.side)).collect();
    if stops.iter().any(|block| near(*block)) {
        return true;
    }
    // A third act adds a Maneuver, and any act left a charge.
    let maneuvers = acts >= 3
        && stops.iter().any(|block| {
            Dir::ALL
                .into_iter()
                .filter_map(|dir| going.step(state, *block, dir, 2).ok())
                .any(|step| step.cost <= 2 && going.stand(state, step.to).is_ok() && near(step.to))
        });
    if maneuvers {
        return true;
    }
    if acts == 1 {
        stops.clear();
    } else if acts == 2 {
        stops = Reach::new(state, &going, start, stride, state.turn.diagonals)
            .stops(state, &going)
            .map(|(square, _)| Block::new(square, start.side))
            .collect();
    }
    stops.push(start);
    let mut trial = state.clone();
    stops.into_iter().any(|block| {
        trial.put(unit, Place::On(block.at));
        charge::possible_from(&trial, unit, target)
    })
}

/// At or above its Wits it acts as if Controlled, is Compromised and may not react (SW-STATUS-08).
fn glamyr(t: &mut Table<'_>, unit: Figure) -> Flow {
    let wits = stats::current(t.state, unit, Stat::Wits);
    let modifiers = low_roll_modifiers(t.state, unit);
    let total = rolls::glamyr(t, unit, wits, modifiers)? + i32::from(modifiers.sum());
    t.note(SW::STAT_05);
    t.tell(SW::STATUS_08, || Event::GlamyrRolled { unit, total, needed: wits.into() });
    if total >= i32::from(wits) {
        t.state.unit_mut(unit).dazed = true;
        if let Some(status) = t.state.unit(unit).status(Condition::Glamyred) {
            hand_over(t, unit, status.by_seat);
        }
    }
    Ok(())
}
