//! Injuries: boxes are checked one by one, the owner choosing; with the last one the unit drops.

use crate::cards::InjuryBox;
use crate::decisions::{DROPPED_ENEMY, INJURY, InjuryChoice};
use crate::effects;
use crate::resolve::{hit, status};
use crate::state::{Place, State};
use crate::victory::{self, Source};
use crate::{Event, Table};
use kernel::{Figure, Flow, Name, Refusal, Rule};
use rulebook::SW;

/// Checks `count` boxes (SW-INJURY-01). A unit whose last box is checked has still to [`fall`].
///
/// # Errors
/// Pauses for the owner's choice of box.
pub(crate) fn take(t: &mut Table<'_>, unit: Figure, count: i16, source: Source) -> Flow {
    for left in (1..=count).rev() {
        let boxes = &t.state.sheet(unit).boxes;
        let mut empty: Vec<u8> = (0..boxes.len() as u8).filter(|at| t.state.unit(unit).boxes >> at & 1 == 0).collect();
        if empty.is_empty() {
            break;
        }
        // With a wound for every box there is nothing to choose; the mortal one comes last, as it usually does.
        let all = left as usize >= empty.len();
        if all {
            empty.sort_by_key(|at| boxes[usize::from(*at)] == InjuryBox::Mortal);
        }
        let mark = |at: &u8| InjuryChoice::Mark { injury: boxes[usize::from(*at)].name() };
        let options: Vec<InjuryChoice> = if all { vec![mark(&empty[0])] } else { empty.iter().map(mark).collect() };
        // The owner chooses, even for a unit under enemy control (SW-INJURY-06).
        let seat = t.state.unit(unit).owner;
        let picked = t.ask_telling(INJURY.to(seat).actor(unit), &options, |state, InjuryChoice::Mark { injury }| {
            markable(state, unit, *injury)
        })?;
        if options.len() > 1 {
            t.note(SW::INJURY_06);
        }
        check(t, unit, empty[picked], empty.len(), source);
    }
    Ok(())
}

/// Is there such a box, and is it empty?
fn markable(state: &State, unit: Figure, injury: Name) -> Result<(), Refusal> {
    let Some(at) = state.sheet(unit).boxes.iter().position(|own| own.name() == injury) else {
        return Err(Refusal::new(SW::INJURY_03, "its card has no such injury box"));
    };
    if state.unit(unit).boxes >> at & 1 == 1 {
        return Err(Refusal::new(SW::INJURY_01, "that box is checked already; each injury takes an empty one"));
    }
    Ok(())
}

fn check(t: &mut Table<'_>, unit: Figure, at: u8, empty: usize, source: Source) {
    t.state.unit_mut(unit).boxes |= 1 << at;
    let which = t.state.sheet(unit).boxes[at as usize];
    let injuries = i32::from(t.state.unit(unit).injuries());
    let rule = match which {
        InjuryBox::Mobility => SW::INJURY_07,
        InjuryBox::Defensive => SW::INJURY_08,
        InjuryBox::Mortal => SW::INJURY_09,
        InjuryBox::Trait(_) => SW::INJURY_12,
    };
    t.note(SW::INJURY_01);
    t.note(SW::INJURY_03);
    t.note(SW::STATUS_22);
    if which == InjuryBox::Mobility && t.state.sheet(unit).common.fly {
        t.note(SW::TRAIT_07);
    }
    if which == InjuryBox::Mortal && empty > 1 {
        t.note(SW::INJURY_10);
    }
    t.tell(rule, || Event::Injured { unit, injury: which.name(), injuries });
    if which == InjuryBox::Mortal {
        victory::mortal(t, unit, source);
    }
}

/// Those of the units whose last box is checked drop, all of them before anybody answers to it (SW-BURST-04).
///
/// # Errors
/// As for [`drop`].
pub(crate) fn fall(t: &mut Table<'_>, units: impl Iterator<Item = Figure>, source: Source) -> Flow {
    let fallen: Vec<Figure> = units.filter(|unit| spent(t.state, *unit)).collect();
    for unit in &fallen {
        if fallen.len() > 1 {
            t.note(SW::BURST_04);
        }
        remove(t, *unit, SW::INJURY_04);
    }
    if !fallen.is_empty() {
        status::drop_stars(t);
    }
    for unit in fallen {
        answer(t, unit, source.unit)?;
    }
    Ok(())
}

/// Still on the map with every box checked.
fn spent(state: &State, unit: Figure) -> bool {
    let boxes = state.sheet(unit).boxes.len() as i16;
    state.unit(unit).on_map() && boxes > 0 && state.unit(unit).injuries() == boxes
}

/// Takes a unit off the map for good.
///
/// # Errors
/// Pauses for choices of traits that its fall sets off.
pub(crate) fn drop(t: &mut Table<'_>, unit: Figure, rule: Rule, by: Option<Figure>) -> Flow {
    remove(t, unit, rule);
    status::drop_stars(t);
    answer(t, unit, by)
}

fn remove(t: &mut Table<'_>, unit: Figure, rule: Rule) {
    t.state.put(unit, Place::Dropped);
    t.tell(rule, || Event::Dropped { unit });
    t.state.unit_mut(unit).statuses.clear();
}

/// What the fall of an enemy means to the one who felled it.
fn answer(t: &mut Table<'_>, unit: Figure, by: Option<Figure>) -> Flow {
    let Some(by) = by.filter(|by| t.state.unit(*by).on_map() && t.state.enemies(*by, unit)) else {
        return Ok(());
    };
    if t.state.turn.unit == Some(by) {
        t.state.turn.felled = true;
    }
    dropped_enemy(t, by, unit)
}

/// Traits that answer to a dropped enemy, in anybody's turn (SW-TRAIT-31).
fn dropped_enemy(t: &mut Table<'_>, by: Figure, fallen: Figure) -> Flow {
    for at in 0..t.state.sheet(by).traits.len() {
        let power = &t.state.sheet(by).traits[at];
        if power.when != crate::cards::When::EnemyDropped
            || effects::spent(t.state, by, at)
            || !t.state.has_trait(by, at)
        {
            continue;
        }
        let context = effects::Context { target: Some(fallen), attack: None };
        if !effects::holds(t.state, by, &power.conds, context) {
            continue;
        }
        let power = power.clone();
        if !hit::agreed(t, by, at, Some(fallen), DROPPED_ENEMY)? {
            continue;
        }
        if power.limit != crate::cards::Limit::None {
            t.note(SW::TRAIT_30);
        }
        if effects::asks_living(&power) {
            t.note(SW::STATUS_21);
        }
        t.tell(SW::TRAIT_31, || Event::TraitUsed { unit: by, name: power.name });
        let reached = effects::reached(t, by, at, None)?;
        effects::carry_out(t, by, &reached, &power.effects)?;
    }
    Ok(())
}
