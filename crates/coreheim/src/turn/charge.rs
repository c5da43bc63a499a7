//! The Charge phase: all charges are declared, then carried out one after the other (CH-TURN-11, CH-CHARGE-15).

mod approach;
pub(crate) mod declaration;
pub(crate) mod intercept;
pub(crate) mod route;

use crate::cards::{Skill, Stat, Trait};
use crate::decisions::{CHARGE, CHARGE_TOO, ChargeToo, Charging};
use crate::events::{Because, Spotted};
use crate::ground::{Gait, INCH};
use crate::moving::{self, End};
use crate::resolve::{nerves, test};
use crate::sight::{Gallery, Sight, looking, sight};
use crate::state::{Charge, Did, NextStep, State};
use crate::turn::{able, frame, movement};
use crate::{Event, Table, flight, victory};
pub(crate) use approach::Way;
use approach::{Approach, FAR};
use declaration::Declarations;
use kernel::{Figure, Flow, Refusal, Seat};
use route::Rush;
use rulebook::CH;

/// An unseen enemy can be charged no farther off (CH-CHARGE-07).
const UNSEEN: i32 = 4 * INCH;

/// May this warrior charge at all (CH-CHARGE-01)?
///
/// # Errors
/// What keeps him from it.
pub(crate) fn may_charge(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    able(state, seat, figure)?;
    let did = state.warrior(figure).did;
    let no = |rule, text| Err(Refusal::new(rule, text));
    if did.has(Did::StoodUp) {
        return no(CH::TURN_08, "who stood up this turn does not charge");
    }
    if did.has(Did::Rallied) {
        return no(CH::PSYCH_14, "who rallied this turn does not charge");
    }
    if state.is_engaged(figure) {
        return no(CH::CHARGE_01, "he is engaged already");
    }
    if state.charges.iter().any(|charge| charge.charger == figure) {
        return no(CH::TURN_11, "his charge is declared and stands");
    }
    Ok(())
}

/// Whether the other is an enemy who might be charged, were he seen.
fn chargeable(state: &State, figure: Figure, foe: Figure) -> Result<(), Refusal> {
    if !state.enemies(figure, foe) {
        return Err(Refusal::new(CH::TURN_21, "that is a warrior of his own band"));
    }
    if state.warrior(foe).hidden {
        return Err(Refusal::new(CH::CHARGE_09, "a hidden warrior cannot be charged"));
    }
    Ok(())
}

/// Enemies who might be charged, were they seen.
pub(crate) fn foes(state: &State, figure: Figure) -> impl Iterator<Item = Figure> + '_ {
    state.present().filter(move |foe| chargeable(state, figure, *foe).is_ok())
}

/// Whether one may charge the other, and if so whether he sees him (CH-CHARGE-07).
fn aims(state: &State, gallery: &mut Gallery, figure: Figure, foe: Figure) -> Result<bool, Refusal> {
    let seen = gallery.sees(state, figure, foe);
    if !seen && !state.within(figure, foe, UNSEEN) {
        return Err(Refusal::new(CH::CHARGE_07, "an enemy out of sight is charged from no farther than 4 inches"));
    }
    Ok(seen)
}

/// May this charge be declared?
///
/// # Errors
/// What keeps the one from it, or the other from being its target.
pub(crate) fn judge(
    state: &State,
    gallery: &mut Gallery,
    seat: Seat,
    charger: Figure,
    foe: Figure,
) -> Result<(), Refusal> {
    may_charge(state, seat, charger)?;
    chargeable(state, charger, foe)?;
    aims(state, gallery, charger, foe).map(|_| ())
}

/// Targets that may be charged, and whether each is seen.
pub(crate) fn targets(t: &mut Table<'_>, figure: Figure) -> Vec<(Figure, bool)> {
    looking(t, |state, gallery| {
        foes(state, figure).filter_map(|foe| Some((foe, aims(state, gallery, figure, foe).ok()?))).collect()
    })
}

/// How far a charge goes (CH-CHARGE-03).
pub(crate) fn reach(state: &State, figure: Figure) -> i32 {
    2 * i32::from(state.stat(figure, Stat::Movement)) * INCH
}

/// One declaration. The frenzied must charge whom they can reach (CH-PSYCH-20).
///
/// # Errors
/// Pauses for the choice and the dice of fear.
pub(crate) fn declare(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let pairs: Vec<(Figure, Figure)> = t
        .state
        .band(seat)
        .filter(|figure| may_charge(t.state, seat, *figure).is_ok())
        .flat_map(|figure| foes(t.state, figure).map(move |foe| (figure, foe)))
        .collect();
    let gallery = looking(t, |_, gallery| std::mem::take(gallery));
    let (question, due) = Declarations::new(t.state, pairs, gallery);
    let answer = question.ask(t.oracle, seat);
    t.scratch.gallery = question.gallery.into_inner();
    let Some((charger, target, seen)) = answer? else {
        t.state.next = NextStep::Charge;
        return Ok(());
    };
    if due {
        // Nobody is done while a frenzied warrior has somebody to charge: he comes first.
        t.note(CH::PSYCH_20);
    }
    moving::reveal(t, charger, CH::HIDE_04);
    let aimed = t.state.warrior(target).at;
    let others = t.within(
        |state| frame(state, charger, Some(target), "Charge", CH::CHARGE_01),
        |t| further(t, charger, target),
    )?;
    if !t.state.charges.is_empty() {
        // All are declared before any is moved.
        t.note(CH::TURN_11);
        t.note(CH::CHARGE_05);
    }
    t.state.charges.push(Charge { charger, target, aimed, unseen: !seen, others: others.clone() });
    declared(t, charger, target, &others)
}

/// Says what is charged, and takes the fear tests of the charger (CH-PSYCH-04).
fn declared(t: &mut Table<'_>, charger: Figure, target: Figure, others: &[Figure]) -> Flow {
    t.tell(CH::CHARGE_01, || Event::ChargeDeclared { warrior: charger, target });
    for other in others {
        t.tell(CH::CHARGE_04, || Event::ChargeDeclared { warrior: charger, target: *other });
    }
    for foe in [target].iter().chain(others) {
        nerves::fear(t, charger, *foe, CH::PSYCH_04)?;
    }
    Ok(())
}

/// Further enemies he means to engage: within an inch of the target and not behind it (CH-CHARGE-04).
fn further(t: &mut Table<'_>, charger: Figure, target: Figure) -> Flow<Vec<Figure>> {
    let state = &*t.state;
    let (from, there) = (state.warrior(charger).at.plan(), state.warrior(target).at.plan());
    let beside: Vec<Figure> = state
        .present()
        .filter(|foe| *foe != target && chargeable(state, charger, *foe).is_ok())
        .filter(|foe| state.within(target, *foe, INCH))
        .filter(|foe| !space::inches::lane::behind(there, from, there, state.warrior(*foe).at.plan()))
        .collect();
    let mut named = Vec::new();
    for foe in beside {
        let asked = CHARGE_TOO.to(t.state.owner(charger)).actor(charger).about(foe);
        let charges = ChargeToo::Charge { foe };
        if t.ask(asked, &[charges.clone(), ChargeToo::Pass { foe }])? == charges {
            named.push(foe);
        }
    }
    Ok(named)
}

/// One charge is carried out; the active player chooses which (CH-TURN-11).
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn step(t: &mut Table<'_>) -> Flow {
    if t.state.charges.is_empty() {
        t.state.next = NextStep::Move;
        return Ok(());
    }
    let seat = t.state.active();
    let carry_out = |charge: &Charge| Charging::CarryOut { charger: charge.charger };
    let options: Vec<Charging> = t.state.charges.iter().map(carry_out).collect();
    let judge = |state: &State, Charging::CarryOut { charger }: &Charging| match state
        .charges
        .iter()
        .any(|charge| charge.charger == *charger)
    {
        true => Ok(()),
        false => Err(Refusal::new(CH::TURN_11, "no charge of his is declared, or it is carried out already")),
    };
    let chosen = t.ask_telling(CHARGE.to(seat), &options, judge)?;
    let charge = t.state.charges[chosen].clone();
    let (charger, target) = (charge.charger, charge.target);
    t.within(|state| frame(state, charger, Some(target), "Charge", CH::CHARGE_03), |t| run(t, charge))?;
    t.state.charges.retain(|other| other.charger != charger);
    moving::look_round(t);
    victory::settle(t);
    Ok(())
}

fn run(t: &mut Table<'_>, charge: Charge) -> Flow {
    let (charger, target) = (charge.charger, charge.target);
    if !t.state.warrior(charger).steady() {
        return Ok(());
    }
    if t.state.is_engaged(charger) {
        t.tell(CH::CHARGE_05, || Event::ChargeDropped { warrior: charger });
        return Ok(());
    }
    // Whoever is charged and flees runs on, once in the phase (CH-PSYCH-16).
    for foe in [target].iter().chain(&charge.others).copied() {
        let runner = t.state.warrior(foe);
        if runner.stands() && runner.fleeing && !runner.did.has(Did::RanFromCharge) {
            t.state.warrior_mut(foe).did.add(Did::RanFromCharge);
            t.state.warrior_mut(foe).did.drop(Did::WasCharged);
            t.note(CH::PSYCH_16);
            flight::run_on(t, foe)?;
        }
    }
    if !t.state.warrior(target).on_table() {
        return failed(t, charge, Refusal::new(CH::CHARGE_05, "the target is gone"));
    }
    if charge.unseen {
        t.note(CH::GEOM_10);
    }
    if charge.unseen && !test::characteristic(t, charger, Stat::Initiative, "unseen", CH::CHARGE_08)? {
        // Nobody intercepts a charge that has failed already.
        t.note(CH::CHARGE_15);
        return failed(t, charge, Refusal::new(CH::CHARGE_08, "the enemy is not found"));
    }
    let reach = reach(t.state, charger);
    let within = choose_way(t, &charge, reach)?;
    // A charge that will not get there can be intercepted like any other: nobody knows yet (CH-CHARGE-15).
    let Some(mut way) = within.or_else(|| Approach::new(charger).far(t, target, reach)) else {
        return cannot(t, charge, reach);
    };
    let mut target = target;
    if leaps(t.state, charger) {
        t.note(CH::CAMPAIGN_54);
    } else if let Some(other) = intercept::ask(t, charger, target, &way)? {
        target = other;
        match way.cut_at(t.state, charger, other).or_else(|| Approach::new(charger).to(t, other, reach)) {
            Some(shorter) if shorter.length <= reach => way = shorter,
            _ => return failed(t, charge, Refusal::new(CH::INTERCEPT_02, "the interceptor is out of reach")),
        }
    }
    if way.length > reach {
        return cannot(t, charge, reach);
    }
    run_in(t, charge, target, way)
}

/// Leap, learnt or inborn, keeps interceptors away (CH-CAMPAIGN-54), though not on horseback (CH-CAMPAIGN-64).
fn leaps(state: &State, figure: Figure) -> bool {
    let sheet = state.sheet(figure);
    state.has_skill(figure, Skill::Leap) || (sheet.fighter.traits.has(Trait::Leap) && !sheet.mounted)
}

/// The move itself, contact, and the fear of the charged.
fn run_in(t: &mut Table<'_>, charge: Charge, target: Figure, way: Way) -> Flow {
    let charger = charge.charger;
    let intercepted = target != charge.target;
    let dives = way.dives(t.state, charger, target);
    match moving::follow(t, charger, &way.track, &way.strides, Gait::Charge)? {
        End::Arrived => {}
        End::AtFoot => {
            if intercepted {
                t.note(CH::CHARGE_15);
            }
            fails(t, charger, Refusal::new(CH::FAILED_03, "the climb"));
            return Ok(());
        }
        End::Slipped => {
            fails(t, charger, Refusal::new(CH::FALL_02, "a slip"));
            return Ok(());
        }
        End::Fell => {
            fails(t, charger, Refusal::new(CH::FAILED_02, "a fall"));
            return Ok(());
        }
    }
    let warrior = t.state.warrior_mut(charger);
    warrior.did.add(Did::Charged);
    warrior.fresh = true;
    if dives {
        warrior.did.add(Did::Dived);
        t.note(CH::DIVE_01);
    }
    t.state.warrior_mut(target).did.add(Did::WasCharged);
    moving::reveal(t, target, CH::HIDE_07);
    t.note(CH::CLOSE_01);
    t.note(CH::GEOM_02);
    if way.length == reach(t.state, charger) {
        t.note(CH::GEOM_20);
    }
    let at = Spotted(t.state.warrior(charger).at);
    t.tell(CH::CHARGE_03, || Event::ChargeArrived { warrior: charger, target, at });
    // The charged fear the charger (CH-PSYCH-03); an interceptor has shown that he does not (CH-PSYCH-06).
    if !intercepted {
        nerves::fear(t, target, charger, CH::PSYCH_03)?;
    } else {
        nerves::fear(t, charger, target, CH::PSYCH_06)?;
    }
    engage_others(t, charger, &charge.others)
}

/// Those he named are charged too, if he ends within an inch of them (CH-CHARGE-04).
fn engage_others(t: &mut Table<'_>, charger: Figure, others: &[Figure]) -> Flow {
    for foe in others.iter().copied() {
        // Who flees is caught by it (CH-PSYCH-16).
        if t.state.warrior(foe).on_table() && t.state.meet(&t.state.base(charger), &t.state.base(foe)) {
            t.state.warrior_mut(foe).did.add(Did::WasCharged);
            let at = Spotted(t.state.warrior(charger).at);
            t.tell(CH::CHARGE_04, || Event::ChargeArrived { warrior: charger, target: foe, at });
            nerves::fear(t, foe, charger, CH::PSYCH_03)?;
        }
    }
    Ok(())
}

/// The way of a charge, which its player may name (CH-CHARGE-03); where none leads there, own warriors make room
/// (CH-CHARGE-06).
fn choose_way(t: &mut Table<'_>, charge: &Charge, reach: i32) -> Flow<Option<Way>> {
    let rush = Rush::of(charge);
    let mut routes = rush.routes(t.state, &mut t.scratch.path);
    if routes.level.is_none() && routes.steep.is_none() {
        let mut approach = Approach::new(charge.charger);
        approach.near = charge.others.clone();
        let Some(moves) = approach.room(t, charge.target, reach) else { return Ok(None) };
        for (friend, spot) in moves {
            t.state.warrior_mut(friend).at = spot;
            t.tell(CH::CHARGE_06, || Event::MadeRoom { warrior: friend, to: Spotted(spot) });
        }
        routes = rush.routes(t.state, &mut t.scratch.path);
    }
    route::ask(t, &rush, routes)
}

/// The ways of a charge as things stand, if it can be near to others at its end: over floors and ladders, and straight with
/// climbs and jumps.
pub(crate) fn ways(state: &State, charger: Figure, target: Figure, others: &[Figure]) -> (Option<Way>, Option<Way>) {
    let reach = reach(state, charger);
    let mut approach = Approach::new(charger);
    approach.near = others.to_vec();
    approach.both(state, &mut space::inches::Scratch::default(), target, reach)
}

/// No way leads there: the charge fails, and what stopped it is told to whoever listens.
fn cannot(t: &mut Table<'_>, charge: Charge, reach: i32) -> Flow {
    if !t.aloud() {
        return failed(t, charge, FAR);
    }
    let why = Approach::new(charge.charger).why_not(t, charge.target, reach);
    if why.rule == CH::CHARGE_03 && !t.state.setting.options.free_measuring {
        // The distance could not be known before (CH-CHARGE-02).
        t.note(CH::CHARGE_02);
    }
    failed(t, charge, why)
}

/// A charge that magic gives: declared and carried out at once (CH-MAGIC-12).
pub(crate) fn at_once(t: &mut Table<'_>, charger: Figure, target: Figure) -> Flow {
    let unseen = sight(t, charger, target) == Sight::Nothing;
    moving::reveal(t, charger, CH::HIDE_04);
    let aimed = t.state.warrior(target).at;
    t.within(
        |state| frame(state, charger, Some(target), "Charge", CH::MAGIC_12),
        |t| {
            let others = further(t, charger, target)?;
            t.note(CH::MAGIC_12);
            declared(t, charger, target, &others)?;
            run(t, Charge { charger, target, aimed, unseen, others })
        },
    )?;
    moving::look_round(t);
    Ok(())
}

fn fails(t: &mut Table<'_>, charger: Figure, why: Refusal) {
    t.state.warrior_mut(charger).did.add(Did::FailedCharge);
    t.tell(why.rule, || Event::ChargeFailed { warrior: charger, reason: Because(why) });
}

/// A charge that fails moves its charger half of the way (CH-FAILED-01).
fn failed(t: &mut Table<'_>, charge: Charge, why: Refusal) -> Flow {
    let charger = charge.charger;
    fails(t, charger, why);
    let reach = reach(t.state, charger);
    let goal = if t.state.warrior(charge.target).on_table() { t.state.warrior(charge.target).at } else { charge.aimed };
    let half = Approach::new(charger).half_way(t, charge.target, goal, reach);
    if let Some(way) = half {
        moving::follow(t, charger, &way.track, &way.strides, Gait::Charge)?;
        moving::ended(t, charger, CH::FAILED_01, "stops half-way");
    }
    movement::arrive(t, charger)
}
