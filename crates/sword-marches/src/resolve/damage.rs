//! Damage against Resistance, and what the margin means (SM-DAMAGE-01 to SM-DAMAGE-06).

use super::reckon::Reckoning;
use super::{check, injury};
use crate::content::CON;
use crate::decisions::{ANCESTORS, Ancestors, TACTICAL_DAMAGE, TACTICAL_RESISTANCE};
use crate::effects::{GearTrait, Grant, Source, Ward};
use crate::field::SLACK;
use crate::profile::{Manner, Weapon};
use crate::rolls::{self, Dice};
use crate::sheet::has;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Cuts, Figure, Flow, Modifiers, Rule};
use rulebook::SM;

/// A hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub attacker: Figure,
    pub arm: u8,
    pub defender: Figure,
    /// How much the totals differed.
    pub margin: i32,
    /// Distance of a shot.
    pub range: Option<i32>,
    pub counter: bool,
}

/// # Errors
/// Pauses for dice and what is thrown in.
pub(crate) fn resolve(t: &mut Table<'_>, blow: Blow) -> Flow {
    let Blow { attacker, defender, .. } = blow;
    if let Some((ward, rule)) = proof(t.state, &blow) {
        t.note(rule);
        t.tell(SM::SOURCE_13, || Event::Proof { model: defender, against: ward.text() });
        return Ok(());
    }
    let extra = check::tactical(t, attacker, TACTICAL_DAMAGE, Some(defender))?;
    let guard = check::tactical(t, defender, TACTICAL_RESISTANCE, Some(attacker))?;
    let mut damage = base_damage(t, &blow);
    // A Feral's strength can go into a blow that has CON in it; of bare hands half of it counts (SM-INBORN-05).
    let sheet = t.state.sheet(attacker);
    let (con, bare, ranged) = (sheet.con(), sheet.arm(blow.arm).manner == Manner::Bare, sheet.arm(blow.arm).ranged);
    if blow.range.is_none()
        && !ranged
        && let Some((rule, amount)) = check::surge(t, attacker, CON, "damage")?
    {
        damage.add("More Than Human", rule, if bare { (con + amount) / 2 - con / 2 } else { amount });
    }
    let surge = check::surge(t, defender, CON, "resistance")?;
    let count = check::dice(t, 1, extra);
    let seat = t.state.owner(attacker);
    let natural = rolls::open(t, Dice::one("damage", SM::DAMAGE_02, seat, damage).of(attacker).dice(count))?;
    let total = natural + i32::from(damage.sum());
    t.note(SM::CALC_04);
    t.tell(SM::DAMAGE_02, || Event::DamageRolled {
        model: attacker,
        target: defender,
        natural,
        modifiers: damage,
        total,
    });
    let resistance = resistance(t, &blow, surge);
    let threshold = threshold(t, &blow);
    let saving = ancestors(t.state, defender);
    let count = check::dice(t, 1, guard);
    let seat = t.state.owner(defender);
    let dice = Dice::one("resistance", SM::DAMAGE_03, seat, resistance).of(defender).dice(count);
    let cuts = cuts(total, &resistance, &[threshold, threshold + saving]);
    let resisted = rolls::against(t, dice, total, cuts)?;
    let against = resisted + i32::from(resistance.sum());
    t.note(SM::CALC_07);
    t.tell(SM::DAMAGE_03, || Event::ResistanceRolled {
        model: defender,
        natural: resisted,
        modifiers: resistance,
        total: against,
    });
    let margin = total - against;
    t.note(SM::CHECK_08);
    if margin == 0 && t.state.sheet(defender).profile.helmet {
        t.tell(SM::GEARTRAIT_09, || Event::Unhurt { model: defender, margin });
        return Ok(());
    }
    let hurt = Hurt { model: defender, by: Some(attacker), reason: "the blow" };
    settle(t, hurt, margin, threshold, saving)
}

/// What an Attack bears that its Defender is wholly Immune to, where the players took the book at its word (SM-SOURCE-13).
/// Fatigue and Heavy burden whoever wields a weapon; no Attack bears them.
fn proof(state: &State, blow: &Blow) -> Option<(Ward, Rule)> {
    if !state.setting.options.whole_immunity {
        return None;
    }
    let weapon = state.sheet(blow.attacker).arm(blow.arm);
    let bears = |kind: GearTrait, source: Option<Source>| {
        has(weapon, kind) || source.is_some_and(|source| weapon.sources.contains(&source))
    };
    let borne = [
        (Ward::Poison, bears(GearTrait::Poison, Some(Source::Poison))),
        (Ward::Gas, bears(GearTrait::Gas, Some(Source::Gas))),
        (Ward::Vicious, bears(GearTrait::Vicious, None)),
    ];
    let sheet = state.sheet(blow.defender);
    borne.into_iter().filter(|(_, borne)| *borne).find_map(|(ward, _)| sheet.immune(ward).map(|rule| (ward, rule)))
}

/// What a Vicious weapon adds to a Damage Bonus, and what keeps it from that (SM-GEARTRAIT-35).
fn vicious(state: &State, blow: &Blow) -> (i16, Option<Rule>) {
    if blow.margin <= 0 || !has(state.sheet(blow.attacker).arm(blow.arm), GearTrait::Vicious) {
        return (0, None);
    }
    match state.sheet(blow.defender).immune(Ward::Vicious) {
        Some(rule) => (0, Some(rule)),
        None => (2, None),
    }
}

/// The whole Damage Bonus of a blow, of which a Counter-Attack has half (SM-DAMAGE-01, SM-COUNTER-02).
pub(crate) fn bonus(state: &State, blow: &Blow) -> i16 {
    let whole = margin(blow) + vicious(state, blow).0;
    if blow.counter { whole / 2 } else { whole }
}

fn margin(blow: &Blow) -> i16 {
    blow.margin.clamp(0, 99) as i16
}

/// By how much the ancestors can still raise a model's Wound Threshold; 0 if they cannot (SM-INBORN-01).
pub(crate) fn ancestors(state: &State, figure: Figure) -> i16 {
    match state.fighter(figure).ancestors {
        true => 0,
        false => i16::try_from(state.sheet(figure).profile.sheet.value("ancestors")).unwrap_or(0),
    }
}

/// The outcome changes at the tie, above it, and at each Wound Threshold below.
pub(crate) fn cuts(damage: i32, resistance: &Modifiers, thresholds: &[i16]) -> Cuts {
    let even = damage - i32::from(resistance.sum());
    let mut at = [even, even + 1, 0, 0];
    for (slot, threshold) in at[2..].iter_mut().zip(thresholds) {
        *slot = even - i32::from(*threshold) + 1;
    }
    Cuts::at(&at)
}

/// Who is hurt, by whose doing, and by what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hurt {
    pub model: Figure,
    pub by: Option<Figure>,
    pub reason: &'static str,
}

/// What the margin of a Damage Check does to a model, by somebody's blow or by a fall (SM-DAMAGE-04 to SM-DAMAGE-06,
/// SM-FALL-03).
///
/// # Errors
/// Pauses for the ancestors, and for what a Shock brings.
pub(crate) fn settle(t: &mut Table<'_>, hurt: Hurt, margin: i32, threshold: i16, saving: i16) -> Flow {
    let Hurt { model, by, reason } = hurt;
    if margin < 0 {
        t.tell(SM::DAMAGE_04, || Event::Unhurt { model, margin });
        return Ok(());
    }
    if margin < i32::from(threshold) {
        return injury::shock(t, model, by, margin);
    }
    // Once in a game the ancestors can make it a Shock, which is no help to whom a Shock would Wound (SM-INBORN-02).
    let saved = margin < i32::from(threshold + saving) && injury::one_too_many(t.state, model).is_none();
    if saved && call_ancestors(t, model)? {
        t.state.fighter_mut(model).ancestors = true;
        let threshold = i32::from(threshold + saving);
        t.note(SM::INBORN_02);
        t.note(SM::TRAITRULE_12);
        t.tell(SM::INBORN_01, || Event::AncestorsCalled { model, threshold });
        return injury::shock(t, model, by, margin);
    }
    injury::wound(t, model, by, SM::DAMAGE_06, reason);
    Ok(())
}

fn call_ancestors(t: &mut Table<'_>, model: Figure) -> Flow<bool> {
    let asked = ANCESTORS.to(t.state.owner(model)).actor(model);
    Ok(t.ask(asked, &[Ancestors::Call, Ancestors::Keep])? == Ancestors::Call)
}

fn base_damage(t: &mut Table<'_>, blow: &Blow) -> Modifiers {
    let weapon = t.state.sheet(blow.attacker).arm(blow.arm);
    let mut sum = Modifiers::default();
    sum.add("Base Damage", SM::DAMAGE_02, weapon.damage);
    if has(weapon, GearTrait::Fire) {
        sum.add("Fire", SM::GEARTRAIT_37, t.state.setting.pack.limits.fire_damage.into());
    }
    sum.add("Damage Bonus", SM::DAMAGE_01, margin(blow));
    let (more, ward) = vicious(t.state, blow);
    sum.add("Vicious", SM::GEARTRAIT_35, more);
    if blow.counter {
        // The whole bonus is halved (SM-COUNTER-02).
        sum.add("Counter-Attack", SM::COUNTER_02, bonus(t.state, blow) - margin(blow) - more);
    }
    if let Some(rule) = ward {
        t.note(rule);
        t.note(SM::SOURCE_13);
    }
    sum
}

/// CON and ARM, each with what reduces it, before they are added (SM-DAMAGE-03).
fn resistance(t: &mut Table<'_>, blow: &Blow, surge: Option<(Rule, i16)>) -> Modifiers {
    let state = &*t.state;
    let sheet = state.sheet(blow.defender);
    let weapon = state.sheet(blow.attacker).arm(blow.arm);
    let mut con = Reckoning::of("CON", SM::DAMAGE_03, sheet.con());
    if let Some((rule, amount)) = surge {
        con.bonus("More Than Human", rule, amount);
    }
    let weak = vulnerable(state, blow.defender, weapon);
    if let Some((source, rule)) = weak {
        con.penalty("Vulnerable", SM::SOURCE_14);
        con.penalty("Vulnerable", rule);
        con.penalty("Vulnerable", source.rule());
    }
    let sources: Vec<Source> = weapon.sources.clone();
    let same_name = has(weapon, GearTrait::Fire) || has(weapon, GearTrait::Poison);
    let up = sheet.bonus(Grant::RoundsConstitutionUp).map(|(label, rule, _)| (label, rule));
    let (arm, rule) = armour(state, blow, weapon);
    let arm_rule = rule;
    for source in sources {
        t.note(source.rule());
        t.note(if weak.is_some() { SM::SOURCE_15 } else { SM::SOURCE_01 });
    }
    if weak.is_some() && same_name {
        t.note(SM::SOURCE_02);
        t.note(SM::GEARTRAIT_01);
    }
    let mut sum = con.finish(t, up);
    sum.add("ARM", arm_rule.unwrap_or(SM::CALC_05), arm);
    if let Some(rule) = arm_rule {
        t.note(rule);
    }
    sum
}

/// A keyword of the attack that the model is Vulnerable to; several are no worse than one (SM-SOURCE-15).
fn vulnerable(state: &State, defender: Figure, weapon: &Weapon) -> Option<(Source, Rule)> {
    let profile = &state.sheet(defender).profile;
    let gear = [(GearTrait::Fire, Source::Fire), (GearTrait::Poison, Source::Poison), (GearTrait::Gas, Source::Gas)];
    let carried = gear.iter().filter(|(kind, _)| has(weapon, *kind)).map(|(_, source)| *source);
    weapon
        .sources
        .iter()
        .copied()
        .chain(carried)
        .find_map(|source| profile.vulnerable(source).map(|rule| (source, rule)))
}

/// ARM against this blow, and the rule that changed it.
fn armour(state: &State, blow: &Blow, weapon: &Weapon) -> (i16, Option<Rule>) {
    let profile = &state.sheet(blow.defender).profile;
    let ranged = usize::from(blow.range.is_some());
    let whole = if shielded(state, blow.defender) { profile.armour } else { profile.unshielded }[ranged];
    if has(weapon, GearTrait::Penetrating) {
        return (0, Some(SM::GEARTRAIT_12));
    }
    if has(weapon, GearTrait::Impact) {
        return (whole / 2, Some(SM::GEARTRAIT_10));
    }
    let half = i32::from(weapon.range) * 500;
    if has(weapon, GearTrait::Piercing) && blow.range.is_some_and(|range| range <= half + SLACK) {
        return (whole / 2, Some(SM::GEARTRAIT_13));
    }
    (whole, None)
}

/// Whether a model's Shield is on its arm: hands follow the weapon it declared last (SM-GEARTRAIT-02).
pub(crate) fn shielded(state: &State, figure: Figure) -> bool {
    let sheet = state.sheet(figure);
    if !sheet.profile.shield {
        return false;
    }
    match state.fighter(figure).hands {
        Some(arm) => sheet.arm(arm).hands < 2 && !sheet.twin(arm),
        None => {
            // A Spear that was thrown is no weapon of its own any more (SM-GEARTRAIT-29).
            let spent = state.fighter(figure).spent;
            let left = (0..sheet.arms.len() as u8).filter(|arm| spent >> (arm % 32) & 1 == 0).map(|arm| sheet.arm(arm));
            let mut armed = left.filter(|weapon| weapon.manner != Manner::Bare).peekable();
            armed.peek().is_none() || armed.any(|weapon| weapon.hands < 2)
        }
    }
}

/// Poison lowers the Wound Threshold by 1 (SM-GEARTRAIT-36).
fn threshold(t: &mut Table<'_>, blow: &Blow) -> i16 {
    let sheet = t.state.sheet(blow.defender);
    let threshold = sheet.profile.threshold;
    if !has(t.state.sheet(blow.attacker).arm(blow.arm), GearTrait::Poison) {
        return threshold;
    }
    if let Some(rule) = sheet.immune(Ward::Poison) {
        t.note(rule);
        t.note(SM::SOURCE_13);
        return threshold;
    }
    t.note(SM::GEARTRAIT_36);
    (threshold - i16::from(t.state.setting.pack.limits.poison_threshold)).max(1)
}
