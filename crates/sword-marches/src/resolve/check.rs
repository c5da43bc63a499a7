//! Checks of one model against a Difficulty or an enemy, with what may be thrown in before the dice fall.

use super::attack::disdain;
use super::reckon::Reckoning;
use crate::content::{CBT, CMD, CON};
use crate::decisions::{SURGE, Surge, TACTICAL_COMMAND, TACTICAL_TERRAIN, TacticalDie};
use crate::effects::Grant;
use crate::rolls::{self, Dice};
use crate::state::{State, other};
use crate::{Event, Table};
use kernel::decision::Prompt;
use kernel::{Figure, Flow, Modifiers, Rule};
use rulebook::SM;

/// Asks whether a Tactical Die goes into a Check, which may be against another model (SM-TACDICE-02). One a Check, and one
/// a model and Turn unless the players want it otherwise (SM-TACDICE-05).
pub(crate) fn tactical(
    t: &mut Table<'_>,
    figure: Figure,
    prompt: Prompt<TacticalDie>,
    against: Option<Figure>,
) -> Flow<bool> {
    let seat = t.state.owner(figure);
    let had = t.state.fighter(figure).tactical && !t.state.setting.options.die_a_check;
    if t.state.side(seat).dice == 0 || had {
        return Ok(false);
    }
    let asked = prompt.to(seat).actor(figure).about(against);
    if t.ask(asked, &[TacticalDie::Use, TacticalDie::Keep])? == TacticalDie::Keep {
        return Ok(false);
    }
    t.state.fighter_mut(figure).tactical = true;
    let side = t.state.side_mut(seat);
    side.dice -= 1;
    let left = side.dice.into();
    t.note(SM::TACDICE_05);
    t.tell(SM::TACDICE_02, || Event::TacticalDieUsed { model: figure, left });
    Ok(true)
}

/// What More Than Human still adds to a model's Checks with this Rating (SM-INBORN-05).
pub(crate) fn reserve(state: &State, figure: Figure, rating: usize) -> Option<(Rule, i16)> {
    let sheet = state.sheet(figure);
    let found = sheet.profile.grants.iter().find_map(|granted| match granted.grant {
        Grant::Surge(amount) => Some((granted.rule, amount)),
        _ => None,
    });
    let bloodline = sheet.profile.birth.map_or(CON, |birth| birth.bloodline());
    found.filter(|_| bloodline == rating && !state.fighter(figure).surged)
}

/// Asks whether a model spends its More Than Human on a Check with this Rating; the bonus, if so (SM-INBORN-04).
pub(crate) fn surge(
    t: &mut Table<'_>,
    figure: Figure,
    rating: usize,
    check: &'static str,
) -> Flow<Option<(Rule, i16)>> {
    let Some((rule, amount)) = reserve(t.state, figure, rating) else { return Ok(None) };
    if t.ask(SURGE.to(t.state.owner(figure)).actor(figure), &[Surge::Use, Surge::Keep])? == Surge::Keep {
        return Ok(None);
    }
    surged(t, figure, rule, check);
    Ok(Some((rule, amount)))
}

/// A model has spent its More Than Human on a Check.
pub(crate) fn surged(t: &mut Table<'_>, figure: Figure, rule: Rule, check: &'static str) {
    t.state.fighter_mut(figure).surged = true;
    t.note(SM::INBORN_05);
    t.note(SM::TRAITRULE_12);
    t.tell(rule, || Event::SurgeUsed { model: figure, check });
}

/// An extra die is rolled with the others (SM-DICE-04).
pub(crate) fn dice(t: &mut Table<'_>, base: i16, extra: bool) -> i16 {
    if extra {
        t.note(SM::DICE_04);
    }
    base + i16::from(extra)
}

/// A Check of CMD against a Difficulty (SM-CHECK-09), with the model's own CMD.
pub(crate) fn command(
    t: &mut Table<'_>,
    figure: Figure,
    rule: Rule,
    check: &'static str,
    difficulty: i16,
) -> Flow<bool> {
    let extra = tactical(t, figure, TACTICAL_COMMAND, None)?;
    let mut cmd = Reckoning::of("CMD", SM::RATING_01, t.state.sheet(figure).cmd());
    if let Some((rule, amount)) = surge(t, figure, CMD, check)? {
        cmd.bonus("More Than Human", rule, amount);
    }
    let modifiers = cmd.finish(t, None);
    against_difficulty(t, figure, rule, check, modifiers, extra, difficulty)
}

/// The model rolls, its opponent rolls against it with a plain number (SM-CHECK-06).
pub(crate) fn against_difficulty(
    t: &mut Table<'_>,
    figure: Figure,
    rule: Rule,
    check: &'static str,
    modifiers: Modifiers,
    extra: bool,
    difficulty: i16,
) -> Flow<bool> {
    let seat = t.state.owner(figure);
    let count = dice(t, 1, extra);
    let natural = rolls::open(t, Dice::one(check, rule, seat, modifiers).of(figure).dice(count))?;
    let total = natural + i32::from(modifiers.sum());
    t.tell(rule, || Event::CheckRolled { model: figure, check, natural, modifiers, total });
    let mut odds = Modifiers::default();
    odds.add("Difficulty", SM::CHECK_09, difficulty);
    let foe = other(seat);
    let cuts = rolls::exceeding(total, &odds);
    let thrown = rolls::against(t, Dice::one(check, SM::CHECK_09, foe, odds), total + 1, cuts)?;
    let against = thrown + i32::from(odds.sum());
    t.tell(SM::CHECK_09, || Event::CheckOpposed { seat: foe, check, natural: thrown, modifiers: odds, total: against });
    let passed = total >= against;
    t.note(SM::CHECK_06);
    t.note(SM::CHECK_01);
    t.note(SM::CHECK_02);
    match passed {
        true => t.tell(rule, || Event::CheckPassed { model: figure, check, total, against }),
        false => t.tell(rule, || Event::CheckFailed { model: figure, check, total, against }),
    }
    Ok(passed)
}

/// A model's CBT for a Check that is no Attack and no Defense, with the conditions that halve it.
pub(crate) fn combat(t: &mut Table<'_>, figure: Figure, check: &'static str) -> Flow<Reckoning> {
    let surge = surge(t, figure, CBT, check)?;
    let (fighter, sheet) = (t.state.fighter(figure), t.state.sheet(figure));
    let mut cbt = Reckoning::of("CBT", SM::RATING_01, sheet.cbt());
    if let Some((rule, amount)) = surge {
        cbt.bonus("More Than Human", rule, amount);
    }
    disdain(t.state, figure, &mut cbt);
    conditions(fighter, &mut cbt);
    Ok(cbt)
}

/// Shocked, Broken: CBT/2 for every Check with Combat (SM-COND-07, SM-COND-15).
pub(crate) fn conditions(fighter: &crate::state::Fighter, cbt: &mut Reckoning) {
    if fighter.shocked {
        cbt.penalty("Shocked", SM::COND_07);
    }
    if fighter.broken {
        cbt.penalty("Broken", SM::COND_15);
    }
}

/// Fractions of CBT/2 are rounded up for some (SM-ORIGIN-15).
pub(crate) fn rounds_up(t: &Table<'_>, figure: Figure) -> Option<(&'static str, Rule)> {
    t.state.sheet(figure).bonus(Grant::RoundsCombatUp).map(|(label, rule, _)| (label, rule))
}

/// A Terrain Check: CBT against the distance or the Difficulty of a hazard (SM-CLIMB-01, SM-CLIMB-02).
pub(crate) fn terrain(
    t: &mut Table<'_>,
    figure: Figure,
    rule: Rule,
    check: &'static str,
    bonus: Option<(&'static str, Rule, i16)>,
    inches: i16,
) -> Flow<bool> {
    let extra = tactical(t, figure, TACTICAL_TERRAIN, None)?;
    let mut cbt = combat(t, figure, check)?;
    if let Some((label, rule, amount)) = bonus {
        cbt.bonus(label, rule, amount);
    }
    let up = rounds_up(t, figure);
    let modifiers = cbt.finish(t, up);
    against_difficulty(t, figure, rule, check, modifiers, extra, inches)
}
