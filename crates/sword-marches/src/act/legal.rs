//! Whether something may be declared, and the rule that bars it.

use super::{Declared, Deed, charge, climb, fire, handing};
use crate::resolve::attack::{self, charge_arms, close_arms};
use crate::resolve::shot::Fire;
use crate::scenario;
use crate::sight::{self, Aim};
use crate::state::State;
use crate::terrain::{Buffers, Stance};
use kernel::{Figure, Refusal, Seat};
use rulebook::SM;

/// # Errors
/// The rule that bars it.
pub(crate) fn may(state: &State, seat: Seat, declared: Declared, buffers: &mut Buffers) -> Result<(), Refusal> {
    let Declared { figure, deed } = declared;
    let fighter = state.fighter(figure);
    if fighter.owner != seat || !fighter.on_table() {
        return Err(Refusal::new(SM::DECLARE_01, "that is none of your models on the table"));
    }
    if let Deed::Belay { from, to } = deed {
        return handing::may_belay(state, figure, from, to);
    }
    if !fighter.token {
        return Err(Refusal::new(SM::META_08, "it has no Action Token"));
    }
    if deed == Deed::Forfeit {
        return Ok(());
    }
    if fighter.broken {
        return match deed {
            Deed::Steady => Ok(()),
            _ => Err(Refusal::new(SM::ORDERS_05, "a Broken model can only Steady")),
        };
    }
    let held = state.holders(figure).next().is_some();
    may_ready(state, declared, held, buffers)
}

/// The same for a model with a Token that is not Broken. `held` is whether a Ready enemy is Engaged with it.
fn may_ready(state: &State, declared: Declared, held: bool, buffers: &mut Buffers) -> Result<(), Refusal> {
    let Declared { figure, deed } = declared;
    if held && !matches!(deed, Deed::Fight { .. } | Deed::Disengage) {
        return Err(Refusal::new(SM::ACTION_02, "an Engaged model fights or Disengages"));
    }
    let seat = state.owner(figure);
    match deed {
        Deed::Move | Deed::Ambush => Ok(()),
        Deed::Hustle => match state.heavy(figure) {
            Some(rule) => Err(Refusal::new(rule, "a model with the Heavy Trait does not Hustle")),
            None => Ok(()),
        },
        Deed::Climb { to } => climb::may_climb(state, figure, to, buffers).map(|_| ()),
        Deed::Jump { to } => climb::may_jump(state, figure, to, buffers).map(|_| ()),
        Deed::Steady => Err(Refusal::new(SM::ACTION_15, "only a Broken model can Steady")),
        Deed::Fire { fire, arm, target } => may_fire(state, figure, fire, arm, target, buffers),
        Deed::Charge { arm, target } => {
            attack::may_wield(state, figure, arm, Stance::OnTheMove)?;
            sight::may_target(state, figure, target, Aim::Close, buffers)?;
            charge::may_run(state, figure, target, buffers)
        }
        Deed::Fight { arm, target } => {
            attack::may_wield(state, figure, arm, Stance::OnTheSpot)?;
            may_fight(state, figure, target)
        }
        Deed::Disengage => match held {
            true => Ok(()),
            false => Err(Refusal::new(SM::ACTION_26, "nobody holds it in close combat")),
        },
        Deed::Kindle => {
            scenario::by_beacon(state, figure)?;
            match seat == state.intruder && !state.beacon {
                true => Ok(()),
                false => Err(Refusal::new(SM::ADV2_02, "only an Intruder kindles a dark beacon")),
            }
        }
        Deed::Douse => {
            scenario::by_beacon(state, figure)?;
            match seat != state.intruder && state.beacon {
                true => Ok(()),
                false => Err(Refusal::new(SM::ADV2_03, "only a Sentry douses a burning beacon")),
            }
        }
        Deed::Kingmaker { to } => handing::may_crown(state, figure, to),
        Deed::Belay { .. } | Deed::Forfeit => Ok(()),
    }
}

fn may_fight(state: &State, figure: Figure, target: Figure) -> Result<(), Refusal> {
    if !state.engaged_with(figure, target) {
        return Err(Refusal::new(SM::ACTION_25, "it is not Engaged with that model"));
    }
    let held = state.holders(figure).next().is_some();
    match held && !state.fighter(target).ready() {
        true => Err(Refusal::new(SM::MULTI_03, "a Ready opponent comes first")),
        false => Ok(()),
    }
}

fn may_fire(
    state: &State,
    figure: Figure,
    kind: Fire,
    arm: u8,
    target: Option<Figure>,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    fire::may_shoot(state, figure, kind, arm)?;
    match (kind, target) {
        (Fire::Mobile, None) => Ok(()),
        (_, None) => Err(Refusal::new(SM::DECLARE_02, "a target has to be named")),
        (_, Some(target)) => sight::may_target(state, figure, target, Aim::Ranged, buffers),
    }
}

/// Everything that a model may declare, in the book's order.
pub(crate) fn list(state: &State, seat: Seat, figure: Figure, buffers: &mut Buffers, out: &mut Vec<Declared>) {
    let fighter = state.fighter(figure);
    let mut add = |deed: Deed| out.push(Declared { figure, deed });
    if fighter.owner != seat || !fighter.on_table() || !fighter.token {
        return;
    }
    if fighter.broken {
        return add(Deed::Steady);
    }
    if fighter.shocked {
        return;
    }
    let held = state.holders(figure).next().is_some();
    let may = |deed: Deed, buffers: &mut Buffers| may_ready(state, Declared { figure, deed }, held, buffers).is_ok();
    for deed in [Deed::Move, Deed::Hustle, Deed::Ambush] {
        if may(deed, buffers) {
            add(deed);
        }
    }
    if !held {
        if let Some(at) = fighter.spot() {
            for (to, _) in climb::faces(state, figure, at) {
                if climb::may_climb(state, figure, to, buffers).is_ok() {
                    add(Deed::Climb { to });
                }
            }
            let mut leaps = Vec::new();
            climb::leaps(state, figure, at, buffers, &mut leaps);
            leaps.into_iter().for_each(|to| add(Deed::Jump { to }));
        }
        shots(state, figure, buffers, &mut add);
        charges(state, figure, buffers, &mut add);
    }
    let foes: Vec<Figure> =
        state.opponents(figure).filter(|target| may_fight(state, figure, *target).is_ok()).collect();
    for arm in close_arms(state, figure) {
        for target in &foes {
            add(Deed::Fight { arm, target: *target });
        }
    }
    for deed in [Deed::Disengage, Deed::Kindle, Deed::Douse] {
        if may(deed, buffers) {
            add(deed);
        }
    }
    for (to, _, _) in state.of(seat) {
        let deed = Deed::Kingmaker { to };
        if may(deed, buffers) {
            add(deed);
        }
    }
}

fn shots(state: &State, figure: Figure, buffers: &mut Buffers, add: &mut impl FnMut(Deed)) {
    // On the move a weapon may be of use that is of none on the spot (SM-VOCATION-03).
    if [Fire::Standing, Fire::Mobile].into_iter().all(|kind| fire::arms(state, figure, kind).next().is_none()) {
        return;
    }
    sight::targets(state, figure, Aim::Ranged, buffers);
    for kind in [Fire::Mobile, Fire::Standing, Fire::Aimed] {
        for arm in fire::arms(state, figure, kind) {
            if kind == Fire::Mobile {
                add(Deed::Fire { fire: kind, arm, target: None });
            }
            for target in &buffers.targets {
                add(Deed::Fire { fire: kind, arm, target: Some(*target) });
            }
        }
    }
}

fn charges(state: &State, figure: Figure, buffers: &mut Buffers, add: &mut impl FnMut(Deed)) {
    sight::targets(state, figure, Aim::Close, buffers);
    let targets = std::mem::take(&mut buffers.targets);
    for target in &targets {
        if charge::may_run(state, figure, *target, buffers).is_ok() {
            for arm in charge_arms(state, figure) {
                add(Deed::Charge { arm, target: *target });
            }
        }
    }
    buffers.targets = targets;
}

/// Every Belay Order that a player may give (SM-FTRAIT-05).
pub(crate) fn belays(state: &State, seat: Seat, out: &mut Vec<Declared>) {
    let Some(warlord) = handing::belayer(state, seat) else { return };
    for (from, giver, _) in state.of(seat).filter(|(_, fighter, _)| fighter.active()) {
        for (to, _, _) in state.of(seat) {
            if giver.token && handing::may_belay(state, warlord, from, to).is_ok() {
                out.push(Declared { figure: warlord, deed: Deed::Belay { from, to } });
            }
        }
    }
}
