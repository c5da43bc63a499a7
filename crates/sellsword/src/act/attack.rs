//! The Attack act: declare, let enemies reply, roll, apply (SW-ATTACK-05, SW-RESOLVE-02).

use super::{affordable, explain_third, spend};
use crate::cards::{ActKind, Condition, Token};
use crate::field::Buffers;
use crate::resolve::attack::{self, Strike, attack_of};
use crate::resolve::{cost, hit, reply};
use crate::state::State;
use crate::{Event, Table, sight};
use kernel::{Figure, Flow, Refusal};
use rulebook::SW;

/// May this attack be declared against this target?
///
/// # Errors
/// The rule that forbids it.
pub fn check(state: &State, unit: Figure, at: usize, target: Figure, buffers: &mut Buffers) -> Result<(), Refusal> {
    declarable(state, unit, at)?;
    if attack_of(state, unit, at).burst > 0 {
        return Err(Refusal::new(SW::BURST_01, "a burst has no target unit; it is given an origin square"));
    }
    targetable(state, unit, at, target, buffers)
}

/// Acts, tokens and Vigor for it, and the attack not lost to an injury.
///
/// # Errors
/// The rule that forbids it.
pub fn declarable(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
    let attack = attack_of(state, unit, at);
    kept(state, unit, at)?;
    affordable(state, unit, ActKind::Attack, attack.acts)?;
    cost::payable(state, unit, attack.token, attack.vigor)
}

/// # Errors
/// The attack is lost to an injury.
pub fn kept(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
    if state.has_attack(unit, at) {
        Ok(())
    } else {
        Err(Refusal::new(SW::INJURY_12, "an injury has taken that attack away"))
    }
}

/// An enemy on the map, in range and in sight.
///
/// # Errors
/// The rule that forbids it.
pub fn targetable(
    state: &State,
    unit: Figure,
    at: usize,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    if !state.unit(target).on_map() || !state.enemies(unit, target) {
        return Err(Refusal::new(SW::ATTACK_06, "only an enemy unit on the map can be attacked"));
    }
    let (range, reach) = (state.distance(unit, target), attack_of(state, unit, at).range);
    if range == u8::MAX {
        return Err(Refusal::new(SW::RANGE_03, "walls shut the target off: there is no way to count around them"));
    }
    if range > reach {
        return Err(Refusal::with(
            SW::ATTACK_02,
            "the target is {0} squares away, the attack reaches {1}",
            range.into(),
            reach.into(),
        ));
    }
    sight::can_target(state, unit, target, range, buffers).map(|_| ())
}

/// # Errors
/// Pauses for replies and everything that follows.
pub fn perform(t: &mut Table<'_>, unit: Figure, at: usize, target: Figure) -> Flow {
    let attack = attack_of(t.state, unit, at);
    let (name, acts, token, vigor, slow) = (attack.name, attack.acts, attack.token, attack.vigor, attack.slow);
    spend(t.state, ActKind::Attack, acts);
    if token == Some(Token::Green) {
        t.note(SW::REACT_14);
    }
    cost::pay(t, unit, token, vigor);
    explain_third(t, ActKind::Attack, acts);
    explain_card(t, unit, at);
    explain(t, unit, target, token, acts);
    let range = t.state.distance(unit, target).into();
    t.note(SW::RESOLVE_02);
    t.tell(SW::ACT_03, || Event::Declared { unit, target, attack: name, range });
    let mut strike = Strike { attacker: unit, attack: at, target, charge: false, reply: false, origin: None, paid: 0 };
    strike.paid = hit::declare_traits(t, strike, Some(target))?;
    exchange(
        t,
        unit,
        slow,
        |state, buffers| kept(state, unit, at).and_then(|()| targetable(state, unit, at, target, buffers)),
        |t| attack::single(t, strike),
    )
}

/// The attack and the replies to it, in the order the attack's speed gives (SW-SLOW-01, SW-REACT-07).
///
/// # Errors
/// Pauses from the attack or a reply.
pub fn exchange(
    t: &mut Table<'_>,
    unit: Figure,
    slow: bool,
    still_possible: impl Fn(&State, &mut Buffers) -> Result<(), Refusal>,
    strike: impl FnOnce(&mut Table<'_>) -> Flow,
) -> Flow {
    let waiting = reply::declared(t, unit)?;
    if !slow {
        strike(t)?;
        if !t.state.is_over() {
            reply::resolve(t, waiting, unit)?;
        }
        return Ok(());
    }
    let replied = !waiting.is_empty();
    if replied {
        t.note(SW::SLOW_01);
        t.note(SW::REACT_13);
    }
    reply::resolve(t, waiting, unit)?;
    if t.state.is_over() {
        return Ok(());
    }
    if !t.state.unit(unit).on_map() {
        t.tell(SW::SLOW_02, || Event::AttackLost { unit, reason: "it has dropped" });
        return Ok(());
    }
    let unable = t.state.unit(unit).has(Condition::Helpless) || t.state.unit(unit).has(Condition::Stunned);
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let possible = still_possible(t.state, &mut buffers);
    t.scratch.buffers = buffers;
    if unable || possible.is_err() {
        if possible.is_err_and(|refusal| !unable && refusal.rule == SW::ATTACK_04) {
            t.note(SW::LOS_07);
        }
        t.tell(SW::SLOW_03, || Event::AttackLost {
            unit,
            reason: if unable { "it is in no state to" } else { "out of range or sight" },
        });
        return Ok(());
    }
    if replied {
        t.note(SW::SLOW_03);
    }
    strike(t)
}

/// Which card the attack stands on: that of a mod (SW-MOD-01), or the one sample card that is printed in several ways.
pub fn explain_card(t: &mut Table<'_>, unit: Figure, at: usize) {
    let sheet = t.state.sheet(unit);
    let of_mod = at >= sheet.card.attacks.len();
    let sample = matches!(sheet.attacks[at].name.text(), "sacrificial-dagger" | "grave-bolt");
    if of_mod {
        t.note(SW::MOD_01);
    }
    if sample {
        t.note(SW::UNIT_06);
    }
}

/// Rules behind the declaration, for the log.
fn explain(t: &mut Table<'_>, unit: Figure, target: Figure, token: Option<Token>, acts: u8) {
    if !t.aloud() {
        return;
    }
    t.note(SW::LOS_01);
    t.note(SW::RANGE_01);
    if token.is_some() {
        t.note(SW::ATTACK_03);
    }
    if acts > 1 {
        t.note(SW::ACT_02);
    }
    // Who is an enemy depends on whose side the unit is on now: a controlled one fights its own.
    if t.state.unit(target).owner == t.state.unit(unit).owner {
        t.note(SW::ATTACK_06);
    }
    let (Some(near), Some(far)) = (t.state.space(unit), t.state.space(target)) else { return };
    if near.side > 1 || far.side > 1 {
        t.note(SW::RANGE_06);
        t.note(SW::LOS_02);
    }
    explain_distance(t, near, far);
}

fn explain_distance(t: &mut Table<'_>, near: space::grid::Block, far: space::grid::Block) {
    let distance = t.state.field.geometry(t.state.open).distance_blocks(near, far);
    let gap = |a: u8, side: u8, b: u8, other: u8| {
        if a + side <= b { b - (a + side - 1) } else { a.saturating_sub(b + other - 1) }
    };
    let dx = gap(near.at.x, near.side, far.at.x, far.side);
    let dy = gap(near.at.y, near.side, far.at.y, far.side);
    let open = dx.max(dy) + u8::from(dx.min(dy) >= 2);
    if dx.min(dy) >= 2 {
        t.note(SW::RANGE_02);
    }
    if distance > open {
        t.note(SW::RANGE_03);
    }
    if distance == 1 {
        t.note(SW::RANGE_05);
        let diagonal = near.side == 1 && far.side == 1 && dx == 1 && dy == 1;
        if diagonal
            && near
                .at
                .dir_to(far.at)
                .is_some_and(|dir| t.state.field.geometry(t.state.open).steps(near.at) & dir.bit() == 0)
        {
            t.note(SW::RANGE_04);
        }
    }
}
