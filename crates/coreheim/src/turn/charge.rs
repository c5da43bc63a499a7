//! The Charge phase: all charges are declared, then carried out one after the other (CH-TURN-11, CH-CHARGE-15).

mod approach;
mod intercept;

use crate::cards::{Skill, Stat, Trait};
use crate::ground::INCH;
use crate::moving::{self, End};
use crate::resolve::{nerves, test};
use crate::sight::{Sight, sight};
use crate::state::{Charge, Did, Stage, State};
use crate::verbs::{On, Word};
use crate::{Event, Table, flight, victory};
use approach::{Approach, Way};
use kernel::{Ask, Choice, Figure, Flow, Name, Offer, Thing};
use rulebook::CH;

/// An unseen enemy can be charged no farther off (CH-CHARGE-07).
const UNSEEN: i32 = 4 * INCH;
/// Targets farther off than any charge goes are not offered; nothing could come of them but a failed charge.
const OFFERED: i32 = 24 * INCH;

#[derive(Clone, Copy, Debug)]
enum Declaration {
    Charge(Figure, Figure),
    Done,
}

impl Offer<crate::Coreheim> for Declaration {
    fn choice(&self, _: &State) -> Choice {
        match self {
            Declaration::Charge(who, whom) => {
                Choice::new(Name::of("charge"), &[Thing::Figure(*who), Thing::Figure(*whom)])
            }
            Declaration::Done => Word("done").line(),
        }
    }
}

/// May this warrior charge at all (CH-CHARGE-01)?
pub(crate) fn may_charge(state: &State, figure: Figure) -> bool {
    let warrior = state.warrior(figure);
    let barred = [Did::StoodUp, Did::Rallied, Did::Fell];
    warrior.steady()
        && !warrior.idle
        && !barred.into_iter().any(|deed| warrior.did.has(deed))
        && !state.is_engaged(figure)
        && state.charges.iter().all(|charge| charge.charger != figure)
}

/// Targets that may be charged, and whether each is seen.
pub(crate) fn targets(t: &mut Table<'_>, figure: Figure) -> Vec<(Figure, bool)> {
    let foes: Vec<Figure> = t
        .state
        .present()
        .filter(|foe| t.state.enemies(figure, *foe) && !t.state.warrior(*foe).hidden)
        .filter(|foe| t.state.within(figure, *foe, OFFERED))
        .collect();
    let mut found = Vec::new();
    for foe in foes {
        let seen = sight(t, figure, foe) != Sight::Nothing;
        if seen || t.state.within(figure, foe, UNSEEN) {
            found.push((foe, seen));
        }
    }
    found
}

/// How far a charge goes (CH-CHARGE-03).
pub(crate) fn reach(state: &State, figure: Figure) -> i32 {
    2 * i32::from(state.stat(figure, Stat::Movement)) * INCH
}

/// One declaration. The frenzied must charge whom they can reach (CH-PSYCH-20).
///
/// # Errors
/// Pauses for the choice and the dice of fear.
pub fn declare(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let mine: Vec<Figure> = t.state.band(seat).filter(|figure| may_charge(t.state, *figure)).collect();
    let mut options = Vec::new();
    let mut seen_of = Vec::new();
    let mut due = false;
    for figure in mine {
        for (foe, seen) in targets(t, figure) {
            due |= t.state.warrior(figure).frenzied && t.state.within(figure, foe, reach(t.state, figure));
            options.push(Declaration::Charge(figure, foe));
            seen_of.push(seen);
        }
    }
    if due {
        // Nobody is done while a frenzied warrior has somebody to charge: he comes first.
        let frenzied = |declaration: &Declaration| match declaration {
            Declaration::Charge(figure, foe) => {
                t.state.warrior(*figure).frenzied && t.state.within(*figure, *foe, reach(t.state, *figure))
            }
            Declaration::Done => false,
        };
        let kept: Vec<(Declaration, bool)> =
            options.iter().copied().zip(seen_of).filter(|(option, _)| frenzied(option)).collect();
        t.note(CH::PSYCH_20);
        (options, seen_of) = kept.into_iter().unzip();
    } else {
        options.push(Declaration::Done);
        seen_of.push(true);
    }
    let chosen = t.pick(Ask::new(seat, "declare", CH::CHARGE_01), &options)?;
    let Declaration::Charge(charger, target) = options[chosen] else {
        t.state.stage = Stage::Charge;
        return Ok(());
    };
    moving::reveal(t, charger, CH::HIDE_04);
    let aimed = t.state.warrior(target).at;
    let unseen = !seen_of[chosen];
    t.state.charges.push(Charge { charger, target, aimed, unseen });
    t.tell(CH::CHARGE_01, || Event::ChargeDeclared { warrior: charger, target });
    nerves::fear(t, charger, target, CH::PSYCH_04)?;
    Ok(())
}

/// One charge is carried out; the active player chooses which (CH-TURN-11).
///
/// # Errors
/// Pauses for choices and dice.
pub fn step(t: &mut Table<'_>) -> Flow {
    if t.state.charges.is_empty() {
        t.state.stage = Stage::Move;
        return Ok(());
    }
    let seat = t.state.active();
    let options: Vec<On> = t.state.charges.iter().map(|charge| On("charge", charge.charger)).collect();
    let chosen = t.pick(Ask::new(seat, "charge", CH::TURN_11), &options)?;
    let charge = t.state.charges.remove(chosen);
    carry_out(t, charge)?;
    victory::settle(t);
    Ok(())
}

fn carry_out(t: &mut Table<'_>, charge: Charge) -> Flow {
    let Charge { charger, target, .. } = charge;
    if !t.state.warrior(charger).steady() || t.state.is_engaged(charger) {
        return Ok(());
    }
    // A fleeing target runs, once in the phase (CH-PSYCH-16).
    let runner = t.state.warrior(target);
    if runner.stands() && runner.fleeing && !runner.did.has(Did::RanFromCharge) {
        t.state.warrior_mut(target).did.add(Did::RanFromCharge);
        t.state.warrior_mut(target).did.drop(Did::WasCharged);
        t.note(CH::PSYCH_16);
        flight::run_on(t, target)?;
    }
    if !t.state.warrior(target).on_table() {
        return failed(t, charge, CH::CHARGE_05, "the target is gone");
    }
    if charge.unseen && !test::characteristic(t, charger, Stat::Initiative, "unseen", CH::CHARGE_08)? {
        return failed(t, charge, CH::CHARGE_08, "the enemy is not found");
    }
    let reach = reach(t.state, charger);
    let Some(mut way) = Approach::new(t, charger).to(t, target, reach) else {
        return failed(t, charge, CH::CHARGE_03, "out of reach");
    };
    let mut target = target;
    let leaps = t.state.has_skill(charger, Skill::Leap) || t.state.sheet(charger).is(Trait::Leap);
    if leaps {
        t.note(CH::CAMPAIGN_54);
    } else if let Some(other) = intercept::ask(t, charger, target, &way)? {
        target = other;
        match way.cut_at(t.state, charger, other).or_else(|| Approach::new(t, charger).to(t, other, reach)) {
            Some(shorter) if shorter.length <= reach => way = shorter,
            _ => return failed(t, charge, CH::INTERCEPT_02, "the interceptor is out of reach"),
        }
    }
    run_in(t, charge, target, way)
}

/// The move itself, contact, and the fear of the charged.
fn run_in(t: &mut Table<'_>, charge: Charge, target: Figure, way: Way) -> Flow {
    let charger = charge.charger;
    let dives = way.dives(t.state, charger, target);
    match moving::follow(t, charger, &way.track, &way.strides, true)? {
        End::Arrived => {}
        End::AtFoot => {
            t.state.warrior_mut(charger).did.add(Did::FailedCharge);
            t.tell(CH::FAILED_03, || Event::ChargeFailed { warrior: charger, reason: "the climb" });
            return Ok(());
        }
        End::Fell => {
            t.state.warrior_mut(charger).did.add(Did::FailedCharge);
            t.tell(CH::FAILED_02, || Event::ChargeFailed { warrior: charger, reason: "a fall" });
            return Ok(());
        }
    }
    let intercepted = target != charge.target;
    let warrior = t.state.warrior_mut(charger);
    warrior.did.add(Did::Charged);
    warrior.fresh = true;
    if dives {
        warrior.did.add(Did::Dived);
        t.note(CH::DIVE_01);
    }
    t.state.warrior_mut(target).did.add(Did::WasCharged);
    moving::reveal(t, target, CH::HIDE_07);
    t.tell(CH::CHARGE_03, || Event::ChargeArrived { warrior: charger, target });
    // The charged fear the charger (CH-PSYCH-03); an interceptor has shown that he does not (CH-PSYCH-06).
    if !intercepted {
        nerves::fear(t, target, charger, CH::PSYCH_03)?;
    } else {
        nerves::fear(t, charger, target, CH::PSYCH_06)?;
    }
    engage_others(t, charger, target, &way)?;
    moving::look_round(t);
    Ok(())
}

/// Enemies beside the target that he reaches too may be charged as well (CH-CHARGE-04): within an inch of it, not behind
/// it, and within an inch of where he ends.
fn engage_others(t: &mut Table<'_>, charger: Figure, target: Figure, way: &Way) -> Flow {
    let state = &*t.state;
    let (from, to) = (way.track[way.track.len() - 2], way.track[way.track.len() - 1]);
    let there = state.warrior(target).at.plan();
    let beside: Vec<Figure> = state
        .opponents(charger)
        .filter(|foe| *foe != target && state.owner(*foe) == state.owner(target))
        .filter(|foe| state.within(target, *foe, INCH))
        .filter(|foe| !space::inches::lane::behind(there, from.plan(), to.plan(), state.warrior(*foe).at.plan()))
        .collect();
    for foe in beside {
        let ask = Ask::new(t.state.owner(charger), "charge-too", CH::CHARGE_04).actor(charger).about(foe);
        if t.pick(ask, &[On("charge", foe), On("pass", foe)])? == 0 {
            t.state.warrior_mut(foe).did.add(Did::WasCharged);
            t.tell(CH::CHARGE_04, || Event::ChargeArrived { warrior: charger, target: foe });
            nerves::fear(t, charger, foe, CH::PSYCH_04)?;
            nerves::fear(t, foe, charger, CH::PSYCH_03)?;
        }
    }
    Ok(())
}

/// A charge that magic gives: declared and carried out at once (CH-MAGIC-12).
pub(crate) fn at_once(t: &mut Table<'_>, charger: Figure, target: Figure) -> Flow {
    let unseen = sight(t, charger, target) == Sight::Nothing;
    moving::reveal(t, charger, CH::HIDE_04);
    let aimed = t.state.warrior(target).at;
    t.tell(CH::CHARGE_01, || Event::ChargeDeclared { warrior: charger, target });
    nerves::fear(t, charger, target, CH::PSYCH_04)?;
    carry_out(t, Charge { charger, target, aimed, unseen })
}

/// A charge that fails moves its charger half of the way (CH-FAILED-01).
fn failed(t: &mut Table<'_>, charge: Charge, rule: kernel::Rule, reason: &'static str) -> Flow {
    let charger = charge.charger;
    t.state.warrior_mut(charger).did.add(Did::FailedCharge);
    t.tell(rule, || Event::ChargeFailed { warrior: charger, reason });
    let reach = reach(t.state, charger);
    let goal = if t.state.warrior(charge.target).on_table() { t.state.warrior(charge.target).at } else { charge.aimed };
    let half = Approach::new(t, charger).half_way(t, charge.target, goal, reach);
    if let Some(way) = half {
        moving::follow(t, charger, &way.track, &way.strides, true)?;
        moving::ended(t, charger, CH::FAILED_01, "stops half-way");
    }
    moving::look_round(t);
    Ok(())
}
