//! Mobile Fire, Standing Fire and Take Aim (SM-ACTION-17 to SM-ACTION-20).

use crate::decisions::{AIM, Aiming, FIRE_ORDER, FireOrder};
use crate::effects::GearTrait;
use crate::resolve::ambush;
use crate::resolve::shot::{self, Fire};
use crate::sheet::{has, is_ranged};
use crate::sight::{self, Aim};
use crate::state::State;
use crate::terrain::{Buffers, Pace, Stance, in_rough};
use crate::{Event, Table, scenario};
use kernel::{Figure, Flow, Refusal};
use rulebook::SM;
use space::inches::Spot;
use std::cell::RefCell;

/// The arms that a model can shoot or throw in this manner (SM-GEARTRAIT-22, SM-GEARTRAIT-29, SM-GEARTRAIT-33).
pub(crate) fn arms(state: &State, figure: Figure, fire: Fire) -> impl Iterator<Item = u8> + '_ {
    let all = 0..state.sheet(figure).arms.len() as u8;
    all.filter(move |at| !state.fighter(figure).lacks(*at) && may_shoot(state, figure, fire, *at).is_ok())
}

/// Whether it can shoot or throw with an arm, known of or not.
pub(crate) fn may_shoot(state: &State, figure: Figure, fire: Fire, arm: u8) -> Result<(), Refusal> {
    let weapon = state.sheet(figure).arm(arm);
    let gone = state.fighter(figure).spent >> (arm % 32) & 1 == 1;
    match weapon {
        _ if !is_ranged(weapon) => Err(Refusal::new(SM::GEARRULE_07, "that is no Ranged Weapon")),
        _ if gone => Err(Refusal::new(SM::GEARTRAIT_29, "it has been thrown and is gone")),
        _ if fire != Fire::Standing && has(weapon, GearTrait::Slow) => {
            Err(Refusal::new(SM::GEARTRAIT_22, "a Slow weapon leaves no time to Move or Take Aim"))
        }
        _ if has(weapon, GearTrait::Unwieldy) && in_rough(state, figure, stance(fire)) => {
            Err(Refusal::new(SM::GEARTRAIT_33, "an Unwieldy weapon is of no use in Difficult Ground"))
        }
        _ => Ok(()),
    }
}

fn stance(fire: Fire) -> Stance {
    match fire {
        Fire::Mobile => Stance::OnTheMove,
        Fire::Standing | Fire::Aimed => Stance::OnTheSpot,
    }
}

/// # Errors
/// Pauses for order, way, target and dice.
pub(crate) fn fire(t: &mut Table<'_>, figure: Figure, fire: Fire, arm: u8, target: Option<Figure>) -> Flow {
    if fire != Fire::Mobile {
        return loose(t, figure, arm, target, fire);
    }
    t.note(SM::ACTION_17);
    // A Move and then the shot, or the shot and then a Move.
    let asked = FIRE_ORDER.to(t.state.owner(figure)).actor(figure);
    let order = match target {
        None => FireOrder::Walk,
        Some(_) => t.ask(asked, &[FireOrder::Walk, FireOrder::Shoot])?,
    };
    if order == FireOrder::Shoot {
        loose(t, figure, arm, target, fire)?;
        if t.state.is_over() || !t.state.fighter(figure).ready() {
            return Ok(());
        }
        t.note(SM::ATTACK_05);
        t.note(SM::DAMAGE_07);
        let track = stride(t, figure)?;
        return scenario::after_move(t, figure, &track);
    }
    let track = stride(t, figure)?;
    if !t.state.fighter(figure).ready() {
        return Ok(());
    }
    let target = match target {
        Some(target) => Some(target),
        None => name_target(t, figure)?,
    };
    loose(t, figure, arm, target, fire)?;
    if !t.state.is_over() {
        scenario::after_move(t, figure, &track)?;
    }
    Ok(())
}

/// The Move of it: whoever goes anywhere leaves Ambush, however silent the shot (SM-ACTION-09).
fn stride(t: &mut Table<'_>, figure: Figure) -> Flow<Vec<Spot>> {
    let track = super::walk::walk(t, figure, Pace::Move)?;
    if track.len() > 1 {
        ambush::end(t, figure, SM::ACTION_09, "it moves");
    }
    Ok(track)
}

/// The target is named after the Move (SM-ACTION-18).
fn name_target(t: &mut Table<'_>, figure: Figure) -> Flow<Option<Figure>> {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    sight::targets(t.state, figure, Aim::Ranged, &mut buffers);
    let targets = buffers.targets.clone();
    t.scratch.buffers = buffers;
    if targets.is_empty() {
        return Ok(None);
    }
    let options: Vec<Aiming> = targets.into_iter().map(|target| Aiming::At { target }).collect();
    let buffers = RefCell::new(Buffers::default());
    let judge = |state: &State, Aiming::At { target }: &Aiming| match target.index() < state.fighters.len() {
        true => sight::may_target(state, figure, *target, Aim::Ranged, &mut buffers.borrow_mut()),
        false => Err(Refusal::new(SM::DECLARE_02, "that is no enemy on the table")),
    };
    let Aiming::At { target } = t.ask_judged(AIM.to(t.state.owner(figure)).actor(figure), &options, judge)?;
    t.tell(SM::ACTION_18, || Event::TargetNamed { model: figure, target });
    Ok(Some(target))
}

fn loose(t: &mut Table<'_>, figure: Figure, arm: u8, target: Option<Figure>, fire: Fire) -> Flow {
    let silent = sight::silent(t.state, figure, arm);
    if !silent {
        ambush::end(t, figure, SM::ACTION_09, "it shoots");
    }
    let weapon = t.state.sheet(figure).arm(arm);
    if has(weapon, GearTrait::Unwieldy) && in_rough(t.state, figure, stance(fire)) {
        ambush::end(t, figure, SM::ACTION_09, "it acts");
        t.tell(SM::GEARTRAIT_33, || Event::ShotLost { model: figure, reason: "of no use in Difficult Ground" });
        return Ok(());
    }
    let rule = match fire {
        Fire::Mobile => SM::ACTION_18,
        Fire::Standing => SM::ACTION_19,
        Fire::Aimed => SM::ACTION_20,
    };
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let seen = target.filter(|target| {
        let open = t.state.fighter(*target).on_table() && !t.state.engaged(*target);
        open && sight::look(t.state, figure, *target, &mut buffers).visible()
    });
    t.scratch.buffers = buffers;
    let Some(target) = seen else {
        // Silence hides a shot that misses, not one that is never loosed.
        ambush::end(t, figure, SM::ACTION_09, "it acts");
        t.tell(rule, || Event::ShotLost { model: figure, reason: "no target in sight" });
        return Ok(());
    };
    t.note(rule);
    let hit = shot::shoot(t, figure, arm, target, fire)?;
    if silent && t.state.fighter(figure).ambush {
        match hit {
            true => ambush::end(t, figure, SM::GEARTRAIT_21, "its shot has hit"),
            false => t.tell(SM::GEARTRAIT_21, || Event::StayedHidden { model: figure }),
        }
    }
    Ok(())
}
