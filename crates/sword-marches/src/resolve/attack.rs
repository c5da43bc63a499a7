//! Close combat: Attack against Defense, reach, Counter-Attacks (SM-ATTACK-01 to SM-COUNTER-04).

use super::check::{self, conditions};
use super::damage::{self, Blow};
use super::guard::Guard;
use super::injury;
use super::reckon::Reckoning;
use crate::act::Cause;
use crate::content::{CBT, Kind};
use crate::decisions::{Again, REROLL, TACTICAL_ATTACK, TACTICAL_DEFENSE, WEAPON};
use crate::effects::{GearTrait, Grant, Ward};
use crate::events::{Called, Faces, Thrown};
use crate::profile::Manner;
use crate::rolls::{self, Dice};
use crate::sheet::{has, is_close};
use crate::sight;
use crate::state::State;
use crate::terrain::{Stance, in_rough};
use crate::{Event, Table};
use kernel::{Answer, Cuts, Fall, Figure, Flow, Modifiers, Refusal, Rule, decide};
use rulebook::SM;
use space::inches::Material;

/// How a close combat attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Manoeuvre {
    pub charge: bool,
    pub dive: bool,
    pub cause: Cause,
}

/// # Errors
/// Pauses for the Defender's weapon, for dice and what is thrown in.
pub(crate) fn close(t: &mut Table<'_>, attacker: Figure, arm: u8, defender: Figure, how: Manoeuvre) -> Flow {
    let guard = defend_with(t, attacker, defender)?;
    // Only a Ready Defender puts its Attacker At Risk (SM-RISK-01, SM-RISK-03).
    let ready = t.state.fighter(defender).ready();
    let active = t.state.fighter(defender).active();
    let reach = if how.charge { compare_reach(t, (attacker, arm), (defender, guard)) } else { Reach::Even };
    let at_risk = ready && reach != Reach::Longer;

    let mine = check::tactical(t, attacker, TACTICAL_ATTACK, Some(defender))?;
    let theirs = check::tactical(t, defender, TACTICAL_DEFENSE, Some(attacker))?;
    let (attack, whole) = attack_total(t, attacker, arm, how, reach)?;
    let defense = defense_total(t, defender, guard, how)?;

    let count = check::dice(t, t.state.sheet(attacker).arm(arm).dice, mine);
    let total = attack_roll(t, (attacker, arm), defender, (attack, whole), count)?;
    let against = defense_roll(
        t,
        (attacker, arm),
        Defense { figure: defender, arm: guard, cbt: defense, extra: theirs, active },
        total,
    )?;
    if total >= against {
        let bonus = total - against;
        t.tell(SM::ATTACK_04, || Event::Hit { model: attacker, target: defender, total, against, bonus });
        entangle(t, attacker, arm, defender, SM::GEARTRAIT_03);
        damage::resolve(t, Blow { attacker, arm, defender, margin: bonus, range: None, counter: false })?;
    } else {
        let margin = against - total;
        if !ready {
            t.note(SM::RISK_03);
        }
        t.tell(SM::ATTACK_04, || Event::Missed { model: attacker, target: defender, total, against, margin });
        let limit = risk_limit(t, attacker, (defender, guard), active, whole);
        if at_risk && margin > i32::from(limit) {
            t.note(SM::RISK_01);
            t.note(SM::RISK_02);
            counter(t, defender, guard, attacker, margin)?;
        }
    }
    injury::mourn(t)
}

/// Missing by more than this opens an Attacker up: its unmodified CBT, or less against Riposte (SM-GEARTRAIT-15).
fn risk_limit(t: &mut Table<'_>, attacker: Figure, defender: (Figure, u8), active: bool, whole: i16) -> i16 {
    let bare = t.state.sheet(attacker).cbt();
    let riposte = active && has(t.state.sheet(defender.0).arm(defender.1), GearTrait::Riposte);
    if riposte && whole / 2 < bare {
        t.note(SM::GEARTRAIT_15);
        return whole / 2;
    }
    bare
}

/// A Damage Check against somebody who opened up; it costs nothing and cannot be answered (SM-COUNTER-01).
///
/// # Errors
/// Pauses for dice.
pub(crate) fn counter(t: &mut Table<'_>, by: Figure, arm: u8, against: Figure, margin: i32) -> Flow {
    if !t.state.fighter(by).ready() {
        return Ok(());
    }
    let tiring = has(t.state.sheet(by).arm(arm), GearTrait::Fatigue);
    if tiring {
        match t.state.sheet(by).immune(Ward::Fatigue) {
            None => {
                t.tell(SM::GEARTRAIT_05, || Event::CounterForgone { model: by });
                return Ok(());
            }
            Some(rule) => t.note(rule),
        }
    }
    t.note(SM::COUNTER_04);
    t.note(SM::COUNTER_03);
    let blow = Blow { attacker: by, arm, defender: against, margin, range: None, counter: true };
    let bonus = damage::bonus(t.state, &blow).into();
    t.tell(SM::COUNTER_01, || Event::CounterAttacked { model: by, target: against, bonus });
    damage::resolve(t, blow)?;
    entangle(t, by, arm, against, SM::GEARTRAIT_04);
    Ok(())
}

fn entangle(t: &mut Table<'_>, by: Figure, arm: u8, target: Figure, rule: Rule) {
    let tangles = has(t.state.sheet(by).arm(arm), GearTrait::Entangle);
    let fighter = t.state.fighter_mut(target);
    if tangles && fighter.on_table() && !fighter.entangled {
        fighter.entangled = true;
        t.tell(rule, || Event::Entangled { model: target });
    }
}

/// The same for a shot that hit.
pub(crate) fn entangle_by_shot(t: &mut Table<'_>, by: Figure, arm: u8, target: Figure) {
    entangle(t, by, arm, target, SM::GEARTRAIT_03);
}

/// The arms a model can fight with where it stands; bare hands where it has no other (SM-GEARTRAIT-30).
pub fn close_arms(state: &State, figure: Figure) -> impl Iterator<Item = u8> + Clone + '_ {
    arms(state, figure, in_rough(state, figure, Stance::OnTheSpot))
}

/// The same for a Charge, which has a Move in it.
pub(crate) fn charge_arms(state: &State, figure: Figure) -> impl Iterator<Item = u8> + Clone + '_ {
    arms(state, figure, in_rough(state, figure, Stance::OnTheMove))
}

/// An Unwieldy weapon is of no use to a model that is bogged down (SM-GEARTRAIT-33).
fn arms(state: &State, figure: Figure, bogged: bool) -> impl Iterator<Item = u8> + Clone + '_ {
    let sheet = state.sheet(figure);
    let usable = move |at: u8| !state.fighter(figure).lacks(at) && wieldable(state, figure, at, bogged).is_ok();
    let last = (sheet.arms.len() - 1) as u8;
    let bare = (!(0..=last).any(usable)).then_some(last);
    (0..=last).filter(move |at| usable(*at)).chain(bare)
}

/// Whether a weapon can be used in close combat, known of or not.
fn wieldable(state: &State, figure: Figure, arm: u8, bogged: bool) -> Result<(), Refusal> {
    let weapon = state.sheet(figure).arm(arm);
    let gone = state.fighter(figure).spent >> (arm % 32) & 1 == 1;
    match weapon {
        _ if weapon.manner == Manner::Bare => Err(Refusal::new(SM::GEARTRAIT_30, "it has a weapon to fight with")),
        _ if !is_close(weapon) => Err(Refusal::new(SM::GEARRULE_07, "that is no weapon for close combat")),
        _ if gone => Err(Refusal::new(SM::GEARTRAIT_29, "it has been thrown and is gone")),
        _ if bogged && has(weapon, GearTrait::Unwieldy) => {
            Err(Refusal::new(SM::GEARTRAIT_33, "an Unwieldy weapon is of no use in Difficult Ground"))
        }
        _ => Ok(()),
    }
}

/// Whether a model may fight with an arm now (SM-ACTION-16): with bare hands where it has nothing else.
pub(crate) fn may_wield(state: &State, figure: Figure, arm: u8, stance: Stance) -> Result<(), Refusal> {
    let bogged = in_rough(state, figure, stance);
    wieldable(state, figure, arm, bogged).or_else(|refusal| {
        let last_resort = arms(state, figure, bogged).any(|usable| usable == arm);
        if last_resort { Ok(()) } else { Err(refusal) }
    })
}

/// The Secondary Player says what the Defender defends with (SM-ACTION-16).
///
/// # Errors
/// Pauses for that.
pub(crate) fn defend_with(t: &mut Table<'_>, attacker: Figure, defender: Figure) -> Flow<u8> {
    let arms: Vec<u8> = close_arms(t.state, defender).collect();
    let sheet = t.state.sheet(defender);
    let asked = WEAPON.to(t.state.owner(defender)).actor(defender).about(attacker);
    let bogged = in_rough(t.state, defender, Stance::OnTheSpot);
    let usable = (0..sheet.arms.len() as u8).filter(|arm| wieldable(t.state, defender, *arm, bogged).is_ok()).count();
    let arm = match t.state.fighter(defender).veiled {
        0 => arms.get(decide(t.oracle, &asked.ask, &Guard { state: t.state, figure: defender, arms: &arms })?).copied(),
        // Whoever does not know of some of its arms must still follow what was done with one of them.
        _ if usable < 2 => arms.first().copied(),
        _ => match t.oracle.choose(&asked.ask, &Guard { state: t.state, figure: defender, arms: &arms })? {
            Answer::Option(at) => arms.get(at).copied(),
            Answer::Free(choice) => Guard::read(t.state, defender, &choice),
        },
    };
    let arm = arm.unwrap_or(0);
    t.state.fighter_mut(defender).wield(arm);
    let weapon = t.state.sheet(defender).word(arm);
    t.note(SM::COMBAT_02);
    t.note(SM::META_09);
    if t.state.opponents(defender).count() >= 2 && t.state.holders(defender).count() < 2 {
        t.note(SM::MULTI_02);
    }
    let stench = |foe: Figure| t.state.sheet(foe).has(Grant::Stench).is_some();
    if [attacker, defender]
        .iter()
        .any(|figure| t.state.sheet(*figure).immune(Ward::Gas).is_some() && t.state.opponents(*figure).any(stench))
    {
        t.note(SM::ARCANUM_02);
        t.note(SM::GEARTRAIT_38);
    }
    t.tell(SM::ACTION_16, || Event::WeaponChosen { model: defender, weapon: Called(weapon) });
    Ok(arm)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    Longer,
    Even,
    Shorter,
}

/// Weapon Reach of charger and Defender (SM-REACH-02); a Mystic Shroud wins (SM-ARCANUM-04).
fn compare_reach(t: &mut Table<'_>, attacker: (Figure, u8), defender: (Figure, u8)) -> Reach {
    let (mine, theirs) = (t.state.sheet(attacker.0), t.state.sheet(defender.0));
    let (reach, other) = (mine.arm(attacker.1).charge_reach, theirs.arm(defender.1).reach);
    let shrouds = (mine.has(Grant::ShroudReach), theirs.has(Grant::ShroudReach));
    let (result, rule) = match shrouds {
        (Some(rule), Some(_)) if mine.cmd() > theirs.cmd() => (Reach::Longer, rule),
        (Some(rule), Some(_)) if mine.cmd() < theirs.cmd() => (Reach::Shorter, rule),
        (Some(rule), Some(_)) => (Reach::Even, rule),
        (Some(rule), None) => (Reach::Longer, rule),
        (None, Some(rule)) => (Reach::Shorter, rule),
        (None, None) if reach > other => (Reach::Longer, SM::REACH_03),
        (None, None) if reach < other => (Reach::Shorter, SM::REACH_04),
        (None, None) => (Reach::Even, SM::REACH_02),
    };
    let (model, target) = (attacker.0, defender.0);
    t.note(rule);
    t.note(SM::REACH_01);
    t.tell(SM::REACH_02, || Event::ReachCompared { model, target, reach: reach.into(), other: other.into() });
    result
}

/// The Attacker's CBT, and the same with its bonuses before halving.
fn attack_total(t: &mut Table<'_>, figure: Figure, arm: u8, how: Manoeuvre, reach: Reach) -> Flow<(Modifiers, i16)> {
    let mut cbt = fighting(t, figure, arm, Half::Attack)?;
    if how.charge {
        cbt.bonus("Charge", SM::ACTION_21, 1);
    }
    if let Some((rule, amount)) = fury(t, figure, how.cause) {
        cbt.bonus("Fighting Man", rule, amount);
    }
    if reach == Reach::Shorter {
        cbt.penalty("shorter Reach", SM::REACH_04);
    }
    let up = check::rounds_up(t, figure);
    Ok((cbt.finish(t, up), cbt.whole()))
}

/// A Fighting Man's bonus for a close combat Break Action, once a Turn (SM-VOCATION-01).
pub(crate) fn fury(t: &mut Table<'_>, figure: Figure, cause: Cause) -> Option<(Rule, i16)> {
    if cause != Cause::Break || t.state.fighter(figure).fury {
        return None;
    }
    let found = t.state.sheet(figure).profile.grants.iter().find_map(|granted| match granted.grant {
        Grant::BreakFury(amount) => Some((granted.rule, amount)),
        _ => None,
    });
    t.state.fighter_mut(figure).fury = found.is_some();
    found
}

/// The two Checks of an attack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Attack,
    Defense,
}

impl Half {
    fn name(self) -> &'static str {
        match self {
            Half::Attack => "attack",
            Half::Defense => "defense",
        }
    }
}

/// Cuts and blows of an armed model: training, disdain, and everything that halves it.
fn fighting(t: &mut Table<'_>, figure: Figure, arm: u8, half: Half) -> Flow<Reckoning> {
    let surge = check::surge(t, figure, CBT, half.name())?;
    let state = &*t.state;
    let (fighter, sheet) = (state.fighter(figure), state.sheet(figure));
    let weapon = sheet.arm(arm);
    let mut cbt = Reckoning::of("CBT", SM::RATING_01, sheet.cbt());
    if let Some((label, rule, level)) = sheet.bonus(Grant::Melee)
        && weapon.manner != Manner::Bare
        && !weapon.ranged
    {
        cbt.bonus(label, rule, level);
    }
    // A Ranged Weapon stays one in close combat (SM-GEARRULE-08).
    if let Some((label, rule, level)) = sheet.bonus(Grant::Missile)
        && weapon.ranged
        && half == Half::Attack
    {
        cbt.bonus(label, rule, level);
    }
    if let Some((rule, amount)) = surge {
        cbt.bonus("More Than Human", rule, amount);
    }
    disdain(state, figure, &mut cbt);
    conditions(fighter, &mut cbt);
    if fighter.entangled {
        cbt.penalty("Entangled", SM::GEARTRAIT_03);
    }
    if weapon.manner == Manner::Bare {
        cbt.penalty("Unarmed", SM::GEARTRAIT_30);
    }
    if has(weapon, GearTrait::Unwieldy) && fighter.engaged_since != 0 && fighter.engaged_since < state.turn {
        cbt.penalty("Unwieldy", SM::GEARTRAIT_31);
    }
    crowd(state, figure, &mut cbt);
    Ok(cbt)
}

/// +1 while Engaged with an enemy of lower type (SM-FTRAIT-02).
pub(crate) fn disdain(state: &State, figure: Figure, cbt: &mut Reckoning) {
    let sheet = state.sheet(figure);
    if let Some((label, rule, _)) = sheet.bonus(Grant::Disdain) {
        let rank = |kind: Kind| if kind == Kind::Hireling { Kind::Warrior } else { kind };
        let lower = |foe: Figure| rank(state.sheet(foe).profile.kind) > rank(sheet.profile.kind);
        if state.opponents(figure).any(lower) {
            cbt.bonus(label, rule, 1);
        }
    }
}

/// Several opponents, or the stench of one (SM-MULTI-01, SM-ARCANUM-01): Attack and Defense at CBT/2.
pub(crate) fn crowd(state: &State, figure: Figure, cbt: &mut Reckoning) {
    let mut count = 0;
    let mut stench = None;
    for foe in state.opponents(figure) {
        count += i16::from(state.fighter(foe).ready());
        stench = stench.or(state.sheet(foe).has(Grant::Stench));
    }
    if count >= 2 {
        cbt.penalty("several opponents", SM::MULTI_01);
    }
    if let Some(rule) = stench.filter(|_| state.sheet(figure).immune(Ward::Gas).is_none()) {
        cbt.penalty("stench", rule);
    }
}

fn defense_total(t: &mut Table<'_>, figure: Figure, arm: u8, how: Manoeuvre) -> Flow<Reckoning> {
    let mut cbt = fighting(t, figure, arm, Half::Defense)?;
    if how.dive {
        cbt.penalty("dived upon", SM::DIVE_04);
    }
    Ok(cbt)
}

/// The Attacker's dice in close combat (SM-ATTACK-02).
fn attack_roll(
    t: &mut Table<'_>,
    (attacker, arm): (Figure, u8),
    defender: Figure,
    (modifiers, whole): (Modifiers, i16),
    count: i16,
) -> Flow<i32> {
    let seat = t.state.owner(attacker);
    let dice = Dice::one(Half::Attack.name(), SM::ATTACK_02, seat, modifiers).of(attacker).dice(count);
    let fall = rolls::throw(t, dice, None, Cuts::NONE)?;
    let natural = match t.state.sheet(attacker).twin(arm) {
        true => reroll(t, (Half::Attack, dice), defender, (SM::CORE_04, "two weapons"), fall)?,
        false => fall.value,
    };
    let total = natural + i32::from(modifiers.sum());
    t.note(SM::ATTACK_01);
    t.note(SM::CHECK_04);
    if count > 1 {
        t.note(SM::DICE_02);
    }
    if whole > 7 {
        t.note(SM::RATING_03);
    }
    t.tell(SM::ATTACK_02, || Event::AttackRolled {
        model: attacker,
        target: defender,
        dice: Thrown(count.into()),
        natural,
        modifiers,
        total,
    });
    Ok(total)
}

/// What a Defender puts against an attack before the dice fall.
struct Defense {
    figure: Figure,
    arm: u8,
    cbt: Reckoning,
    /// A Tactical Die.
    extra: bool,
    /// Ready with a Token when it was attacked.
    active: bool,
}

/// The Defender's dice in close combat: its own Base Attacks, or a Mystic's foresight (SM-ATTACK-03, SM-ORIGIN-24).
fn defense_roll(t: &mut Table<'_>, attacker: (Figure, u8), defense: Defense, total: i32) -> Flow<i32> {
    let Defense { figure, arm, cbt, extra, active } = defense;
    let up = check::rounds_up(t, figure);
    let modifiers = cbt.finish(t, up);
    let base = foresight(t, figure, t.state.sheet(figure).profile.attacks);
    let count = check::dice(t, base, extra);
    let seat = t.state.owner(figure);
    let dice = Dice::one(Half::Defense.name(), SM::ATTACK_03, seat, modifiers).of(figure).dice(count);
    let flail = has(t.state.sheet(attacker.0).arm(attacker.1), GearTrait::Flail);
    let shield = active && damage::shielded(t.state, figure);
    if shield && flail {
        t.note(SM::GEARTRAIT_06);
    }
    let again = if t.state.sheet(figure).twin(arm) {
        Some((SM::CORE_04, "two weapons"))
    } else if shield && !flail {
        t.note(SM::GEARTRAIT_20);
        Some((SM::GEARTRAIT_19, "Shield"))
    } else {
        None
    };
    // By how much it fails or holds matters: every total stands for itself.
    let fall = rolls::throw(t, dice, Some(total), Cuts::NONE)?;
    let natural = match again {
        Some(why) => reroll(t, (Half::Defense, dice), attacker.0, why, fall)?,
        None => fall.value,
    };
    let against = natural + i32::from(modifiers.sum());
    t.note(SM::CHECK_07);
    t.note(SM::META_13);
    if t.aloud() && beside_cover(t.state, figure) {
        t.note(SM::COVER_03);
    }
    t.tell(SM::ATTACK_03, || Event::DefenseRolled {
        model: figure,
        dice: Thrown(count.into()),
        natural,
        modifiers,
        total: against,
    });
    Ok(against)
}

/// Something durable is within an inch: in close combat it covers nobody (SM-COVER-03).
fn beside_cover(state: &State, figure: Figure) -> bool {
    let Some(at) = state.fighter(figure).spot() else { return false };
    (0..state.field.board.pieces().len() as u16).any(|id| {
        let piece = state.field.piece(id);
        sight::can_conceal(state, id) && piece.material == Material::Durable && sight::near(piece, at)
    })
}

/// A Mystic rolls half its CMD in dice if that is more (SM-ORIGIN-24).
pub(crate) fn foresight(t: &mut Table<'_>, figure: Figure, base: i16) -> i16 {
    let sheet = t.state.sheet(figure);
    match sheet.has(Grant::Foresight) {
        Some(rule) if sheet.cmd() / 2 > base => {
            let dice = sheet.cmd() / 2;
            t.note(rule);
            dice
        }
        _ => base,
    }
}

/// The lowest die may be rolled again; the best of all then counts (SM-DICE-01, SM-DICE-03). What fell is told before it
/// is asked.
fn reroll(
    t: &mut Table<'_>,
    (half, dice): (Half, Dice),
    enemy: Figure,
    (rule, reason): (Rule, &'static str),
    fall: Fall,
) -> Flow<i32> {
    let Dice { name, seat, count, modifiers, figure: Some(figure), .. } = dice else { return Ok(fall.value) };
    let best = fall.value;
    if best >= 10 {
        return Ok(best);
    }
    let total = best + i32::from(modifiers.sum());
    let (model, faces) = (figure, Faces(fall));
    t.tell(dice.rule, || match half {
        Half::Attack => Event::AttackFell { model, target: enemy, faces, natural: best, modifiers, total },
        Half::Defense => Event::DefenseFell { model, faces, natural: best, modifiers, total },
    });
    let asked = REROLL.to(seat).by(rule).actor(figure).about(enemy);
    if t.ask(asked, &[Again::Reroll, Again::Keep])? == Again::Keep {
        return Ok(best);
    }
    let natural = rolls::open(t, Dice::one(name, SM::DICE_01, seat, Modifiers::default()).of(figure))?;
    // A single die is the lowest, and the new result stands; of several the others stay.
    let best = if count <= 1 { natural } else { best.max(natural) };
    t.note(SM::DICE_03);
    t.tell(rule, || Event::Rerolled { model: figure, natural, best, reason });
    Ok(best)
}
