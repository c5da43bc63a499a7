//! The Attack act: declare, let enemies reply, roll, apply (SW-ATTACK-05, SW-RESOLVE-02).

use super::{affordable, spend};
use crate::cards::{ActKind, Condition, Token};
use crate::cite::Cited;
use crate::field::Buffers;
use crate::resolve::attack::{self, Kind, Strike, attack_of};
use crate::resolve::{cost, hit, reply};
use crate::state::State;
use crate::{Event, Table, range, sight};
use kernel::{Figure, Flow, Refusal};
use rulebook::SW;

/// May this attack be declared against this target?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(
    state: &State,
    unit: Figure,
    at: usize,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
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
pub(crate) fn declarable(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
    let attack = attack_of(state, unit, at);
    kept(state, unit, at)?;
    affordable(state, unit, ActKind::Attack, attack.acts)?;
    cost::payable(state, unit, attack.token, attack.vigor)
}

/// # Errors
/// The attack is lost to an injury.
pub(crate) fn kept(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
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
pub(crate) fn targetable(
    state: &State,
    unit: Figure,
    at: usize,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    targetable_cited(state, unit, at, target, buffers, &mut Cited::unheard())
}

/// The same with its reasons.
fn targetable_cited(
    state: &State,
    unit: Figure,
    at: usize,
    target: Figure,
    buffers: &mut Buffers,
    cited: &mut Cited,
) -> Result<(), Refusal> {
    if !state.unit(target).on_map() || !state.enemies(unit, target) {
        return Err(Refusal::new(SW::ATTACK_06, "only an enemy unit on the map can be attacked"));
    }
    // Who is an enemy depends on whose side the unit is on now: a controlled one fights its own.
    cited.cite_if(state.unit(target).owner == state.unit(unit).owner, SW::ATTACK_06);
    let (range, reach) = (range::counted(state, unit, target, cited), attack_of(state, unit, at).range);
    if range == u8::MAX {
        return Err(Refusal::new(SW::RANGE_03, "walls enclose the target: no distance round them can be counted"));
    }
    if range > reach {
        return Err(Refusal::with(
            SW::ATTACK_02,
            "the target is {0 square|squares} away, the attack reaches {1}",
            range.into(),
            reach.into(),
        ));
    }
    sight::can_target(state, unit, target, range, buffers).map(|_| ())
}

/// # Errors
/// Pauses for replies and everything that follows.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, at: usize, target: Figure) -> Flow {
    let attack = attack_of(t.state, unit, at);
    let (name, acts, token, vigor, slow) = (attack.name, attack.acts, attack.token, attack.vigor, attack.slow);
    if token == Some(Token::Green) {
        t.note(SW::REACT_14);
    }
    cost::pay(t, unit, token, vigor);
    spend(t, ActKind::Attack, acts);
    cite_card(t, unit, at);
    t.note(SW::LOS_01);
    t.note(SW::RANGE_01);
    if token.is_some() {
        t.note(SW::ATTACK_03);
    }
    if acts > 1 {
        t.note(SW::ACT_02);
    }
    if t.aloud() {
        // Judged once more for its reasons, which stand with the declaration.
        let mut cited = Cited::at(t);
        targetable_cited(t.state, unit, at, target, &mut t.scratch.buffers, &mut cited).ok();
        cited.note(t);
    }
    let range = t.state.distance(unit, target).into();
    t.note(SW::RESOLVE_02);
    t.tell(SW::ACT_03, || Event::Declared { unit, target, attack: name, range });
    let mut strike = Strike::new(unit, at, target, Kind::Act);
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
pub(crate) fn exchange(
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

/// Which card the attack stands on: that of a mod (SW-MOD-01), or one that the book describes by itself.
pub(crate) fn cite_card(t: &mut Table<'_>, unit: Figure, at: usize) {
    let sheet = t.state.sheet(unit);
    let (of_mod, entry) = (at >= sheet.card.attacks.len(), sheet.attacks[at].entry);
    if of_mod {
        t.note(SW::MOD_01);
    }
    if let Some(entry) = entry {
        t.note(entry);
    }
}
