//! Taking wounds: Immunity, Vulnerability, Toughness; then Vigor; then injuries (SW-WOUND-10 to SW-WOUND-13).

use crate::cards::Wound;
use crate::decisions::{AVOID, Avoidance};
use crate::events::Amount;
use crate::resolve::{injury, vigor};
use crate::state::State;
use crate::victory::Source;
use crate::{Event, Table};
use kernel::{Figure, Flow, Refusal};
use rulebook::SW;

/// Step 1 for one listed effect: what is left of `amount` after Immunity, Vulnerability and Toughness.
pub(crate) fn reduce(t: &mut Table<'_>, unit: Figure, wound: Wound, printed: i16, amount: i16) -> i16 {
    let common = &t.state.sheet(unit).common;
    let (immune, vulnerable) = (common.immune[wound as usize], common.vulnerable[wound as usize]);
    let mut left = (amount - immune).max(0);
    if immune > 0 && amount > 0 {
        t.note(SW::TRAIT_01);
        if common_twice(t.state, unit, wound) {
            t.note(SW::TRAIT_04);
        }
    }
    if vulnerable > 0 {
        t.note(SW::TRAIT_02);
        // Nothing is added to wounds already reduced to nothing.
        if left > 0 {
            left += vulnerable;
        }
    }
    t.note(SW::WOUND_10);
    t.note(wound.rule());
    t.tell(SW::WOUND_01, || Event::WoundsDealt {
        unit,
        wound: wound.text(),
        printed: printed.into(),
        amount: Amount(left.into()),
        why: why(amount, immune, vulnerable),
    });
    let spared = left.min(t.state.unit(unit).toughness);
    if spared > 0 {
        t.state.unit_mut(unit).toughness -= spared;
        left -= spared;
        if t.state.sheet(unit).card.common.toughness
            && t.state.sheet(unit).modcard.as_ref().is_some_and(|m| m.common.toughness)
        {
            t.note(SW::TRAIT_17);
        }
        t.tell(SW::TRAIT_13, || Event::ToughnessUsed { unit, amount: spared.into() });
    }
    left
}

/// What makes wounds other than what struck.
fn why(amount: i16, immune: i16, vulnerable: i16) -> &'static str {
    match (immune > 0, vulnerable > 0) {
        _ if amount == 0 => ": nothing is left of the blow",
        (true, _) if amount <= immune => ": it is immune",
        (true, true) => ": less by its immunity, more by its vulnerability",
        (true, false) => ": less by its immunity",
        (false, true) => ": more by its vulnerability",
        (false, false) => "",
    }
}

fn common_twice(state: &State, unit: Figure, wound: Wound) -> bool {
    let sheet = state.sheet(unit);
    sheet.card.common.immune[wound as usize] > 0
        && sheet.modcard.as_ref().is_some_and(|m| m.common.immune[wound as usize] > 0)
}

/// Steps 2 and 3 for the wounds that are left to each of these units. All are taken before anybody drops, so that it does
/// not matter who stands first in the list (SW-BURST-04).
///
/// # Errors
/// Pauses for the owners' choices.
pub(crate) fn take(t: &mut Table<'_>, hurt: &[(Figure, i16)], source: Source) -> Flow {
    for (unit, total) in hurt {
        suffer(t, *unit, *total, source)?;
    }
    injury::fall(t, hurt.iter().map(|(unit, _)| *unit), source)
}

/// The owner splits the wounds between Vigor and injuries in fives.
fn suffer(t: &mut Table<'_>, unit: Figure, total: i16, source: Source) -> Flow {
    if let Some(seat) = source.seat.filter(|_| total > 0) {
        t.state.unit_mut(unit).harmed_by = Some(seat);
    }
    let groups = total / 5;
    if groups <= 0 {
        return Ok(());
    }
    if total % 5 != 0 {
        t.note(SW::INJURY_02);
    }
    let affordable = (t.state.unit(unit).vigor / 5).min(groups);
    if t.state.unit(unit).vigor % 5 != 0 || affordable < groups {
        t.note(SW::VIGOR_04);
    }
    let mut avoided = 0;
    if affordable > 0 {
        let amounts = (0..=affordable).rev().map(|fives| Avoidance::Avoid { amount: i32::from(fives) * 5 });
        let options: Vec<Avoidance> = amounts.collect();
        let asked = AVOID.to(t.state.unit(unit).owner).actor(unit);
        let judge = |state: &State, Avoidance::Avoid { amount }: &Avoidance| avoidable(state, unit, groups, *amount);
        let picked = t.ask_telling(asked, &options, judge)?;
        let Avoidance::Avoid { amount } = options[picked];
        avoided = amount as i16 / 5;
    }
    if avoided > 0 {
        if avoided < groups && avoided < affordable {
            t.note(SW::VIGOR_03);
        }
        t.note(SW::WOUND_11);
        let vigor = t.state.unit(unit).vigor - avoided * 5;
        if of_attack(source) {
            t.note(SW::RESOLVE_07);
        }
        t.tell(SW::VIGOR_02, || Event::Avoided { unit, amount: (avoided * 5).into(), vigor: vigor.into() });
        vigor::lose(t, unit, avoided * 5);
    }
    if groups > avoided {
        t.note(SW::WOUND_12);
        if avoided == 0 && of_attack(source) {
            t.note(SW::RESOLVE_07);
        }
        injury::take(t, unit, groups - avoided, source)?;
    }
    Ok(())
}

fn of_attack(source: Source) -> bool {
    source.unit.is_some() && !source.terrain
}

/// Can this much be avoided of so many fives of wounds?
fn avoidable(state: &State, unit: Figure, groups: i16, amount: i32) -> Result<(), Refusal> {
    let (most, vigor) = (i32::from(groups) * 5, i32::from(state.unit(unit).vigor));
    if amount < 0 || amount % 5 != 0 {
        return Err(Refusal::new(SW::VIGOR_03, "wounds are avoided in fives"));
    }
    if amount > most {
        return Err(Refusal::with(SW::VIGOR_03, "there are not so many wounds to avoid, only {0}", most, 0));
    }
    if amount > vigor {
        return Err(Refusal::with(SW::VIGOR_04, "it has {0} Vigor, and each wound avoided takes 1", vigor, 0));
    }
    Ok(())
}

/// Wounds that stand alone: terrain, Recurring. True if any were left to take (SW-EFFECT-01). Whether they end the battle
/// is for the caller to look, once all that happens at the same time has happened.
///
/// # Errors
/// Pauses for the owner's choices.
pub(crate) fn plain(t: &mut Table<'_>, unit: Figure, wound: Wound, amount: i16, source: Source) -> Flow<bool> {
    let left = dealt(t, unit, wound, amount);
    take(t, &[(unit, left)], source)?;
    Ok(left > 0)
}

/// Step 1 for wounds that stand alone.
pub(crate) fn dealt(t: &mut Table<'_>, unit: Figure, wound: Wound, amount: i16) -> i16 {
    let common = &t.state.sheet(unit).common;
    if common.immune[wound as usize] > 0 || common.vulnerable[wound as usize] > 0 {
        t.note(SW::TRAIT_03);
    }
    t.note(SW::RESOLVE_06);
    reduce(t, unit, wound, amount, amount)
}
