//! Injuries: boxes are checked one by one, the owner choosing; the last one drops the unit.

use crate::cards::InjuryBox;
use crate::decisions::{DROPPED_ENEMY, INJURY, InjuryChoice};
use crate::effects;
use crate::resolve::{hit, status};
use crate::state::Place;
use crate::victory::{self, Source};
use crate::{Event, Table};
use kernel::{Figure, Flow};
use rulebook::SW;

/// Checks `count` boxes (SW-INJURY-01).
///
/// # Errors
/// Pauses for the owner's choice of box.
pub fn take(t: &mut Table<'_>, unit: Figure, count: i16, source: Source) -> Flow {
    for _ in 0..count {
        let boxes = &t.state.sheet(unit).boxes;
        let empty: Vec<u8> = (0..boxes.len() as u8).filter(|at| t.state.unit(unit).boxes >> at & 1 == 0).collect();
        if empty.is_empty() {
            break;
        }
        let mark = |at: &u8| InjuryChoice::Mark { injury: boxes[usize::from(*at)].name() };
        let options: Vec<InjuryChoice> = empty.iter().map(mark).collect();
        // The owner chooses, even for a unit under enemy control (SW-INJURY-06).
        let seat = t.state.unit(unit).owner;
        let picked = t.ask_at(INJURY.to(seat).actor(unit), &options)?;
        if options.len() > 1 {
            t.note(SW::INJURY_06);
        }
        check(t, unit, empty[picked], empty.len(), source)?;
    }
    Ok(())
}

fn check(t: &mut Table<'_>, unit: Figure, at: u8, empty: usize, source: Source) -> Flow {
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
    if empty == 1 {
        drop(t, unit, SW::INJURY_04, source.unit)?;
    }
    Ok(())
}

/// Takes a unit off the map for good.
///
/// # Errors
/// Pauses for choices of traits that its fall sets off.
pub fn drop(t: &mut Table<'_>, unit: Figure, rule: kernel::Rule, by: Option<Figure>) -> Flow {
    t.state.put(unit, Place::Dropped);
    t.tell(rule, || Event::Dropped { unit });
    t.state.unit_mut(unit).statuses.clear();
    status::drop_stars(t);
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
        for unit in effects::reached(t, by, at, None)? {
            effects::carry_out(t, by, unit, &power.effects)?;
        }
    }
    Ok(())
}
