//! Rerolls of attacks and recoveries: traits, and the dice of warleaders standing by.

use crate::cards::{Token, Verb, When};
use crate::decisions::{BurstReroll, REROLL_BURST, REROLL_HIT, REROLL_MISS, REROLL_RECOVERY, Reroll};
use crate::effects::{self, Context};
use crate::resolve::attack::{Rolled, Strike, attack_of};
use crate::resolve::hit::Hit;
use crate::resolve::{cost, status};
use crate::state::State;
use crate::{Event, Table};
use kernel::{Asked, Figure, Flow, Name, Refusal, Seat};
use rulebook::SW;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    Keep,
    /// A trait of the unit that rolled, by its place on the card.
    Trait(Figure, usize),
    Warleader(Figure),
}

impl Again {
    fn answer(self, state: &State) -> Reroll {
        match self {
            Again::Keep => Reroll::Keep,
            Again::Trait(unit, at) => Reroll::Trait { power: state.sheet(unit).traits[at].name },
            Again::Warleader(unit) => Reroll::Warleader { unit },
        }
    }

    /// The same for the roll against one unit of a burst.
    fn answer_against(self, state: &State, target: Figure) -> BurstReroll {
        match self.answer(state) {
            Reroll::Keep => BurstReroll::Keep,
            Reroll::Trait { power } => BurstReroll::Trait { power, target },
            Reroll::Warleader { unit } => BurstReroll::Warleader { unit, target },
        }
    }
}

/// Asks for one of the ways to have a roll made again; true if it is.
fn ask(t: &mut Table<'_>, asked: Asked<Reroll>, ways: &[Again]) -> Flow<bool> {
    if ways.len() == 1 {
        return Ok(false);
    }
    let rule = asked.ask.rule;
    let options: Vec<Reroll> = ways.iter().map(|again| again.answer(t.state)).collect();
    let roller = asked.ask.actor;
    let judge = |state: &State, answer: &Reroll| match (answer, roller) {
        (Reroll::Trait { power }, Some(roller)) => rerolls(state, roller, *power),
        (Reroll::Warleader { unit }, Some(roller)) => leads(state, *unit, roller),
        _ => Ok(()),
    };
    let picked = t.ask_telling(asked, &options, judge)?;
    spend(t, ways[picked], rule)
}

/// Everything that could have an attack roll made again; the first entry keeps it.
fn ways(state: &State, strike: &Strike, hit: Option<Hit>) -> ([Again; 8], usize) {
    let roller = strike.attacker;
    let mut options = [Again::Keep; 8];
    let mut count = 1;
    if hit.is_none() {
        for (at, power) in state.sheet(roller).traits.iter().enumerate() {
            let context =
                Context { target: Some(strike.target), attack: Some(attack_of(state, roller, strike.attack)) };
            let fits = power.when == When::AttackMissed
                && power.effects.iter().any(|effect| effect.verb == Verb::RerollAttack)
                && effects::holds(state, roller, &power.conds, context);
            if fits
                && count < options.len()
                && !effects::spent(state, roller, at)
                && state.has_trait(roller, at)
                && cost::payable(state, roller, power.token, power.vigor).is_ok()
            {
                options[count] = Again::Trait(roller, at);
                count += 1;
            }
        }
    }
    let side = state.side(roller);
    count = add_warleaders(state, roller, side, &mut options, count);
    (options, count)
}

/// Asks whether an attack roll just seen is made again; true if it is (SW-TRAIT-23, SW-WARLEADER-03).
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn of_attack(t: &mut Table<'_>, strike: &Strike, hit: Option<Hit>) -> Flow<bool> {
    let roller = strike.attacker;
    let (options, count) = ways(t.state, strike, hit);
    let prompt = if hit.is_some() { REROLL_HIT } else { REROLL_MISS };
    ask(t, prompt.to(t.state.side(roller)).actor(roller), &options[..count])
}

/// Asks which roll of a burst, all of them seen, is made again; `None` keeps them.
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn of_burst(t: &mut Table<'_>, rolls: &[Rolled]) -> Flow<Option<usize>> {
    let Some(first) = rolls.first() else {
        return Ok(None);
    };
    let roller = first.strike.attacker;
    // Each roll with what would have it made again; the first entry keeps them all.
    let mut all = vec![(0, Again::Keep)];
    let mut options = vec![BurstReroll::Keep];
    for (roll, rolled) in rolls.iter().enumerate().filter(|(_, rolled)| rolled.may_be_rerolled()) {
        let (found, count) = ways(t.state, &rolled.strike, rolled.hit);
        for again in &found[1..count] {
            all.push((roll, *again));
            options.push(again.answer_against(t.state, rolled.strike.target));
        }
    }
    if all.len() == 1 {
        return Ok(None);
    }
    let judge = |state: &State, answer: &BurstReroll| match answer {
        BurstReroll::Keep => Ok(()),
        BurstReroll::Trait { power, .. } => rerolls(state, roller, *power),
        BurstReroll::Warleader { unit, .. } => leads(state, *unit, roller),
    };
    let picked = t.ask_telling(REROLL_BURST.to(t.state.side(roller)).actor(roller), &options, judge)?;
    let (roll, again) = all[picked];
    Ok(spend(t, again, SW::WARLEADER_03)?.then_some(roll))
}

/// The same for a recovery roll (SW-WARLEADER-04).
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn of_recovery(t: &mut Table<'_>, roller: Figure) -> Flow<bool> {
    let mut options = [Again::Keep; 8];
    // The owner rolls, and his own warleaders help, even after a turn in somebody else's hands (SW-STATUS-05).
    let seat = t.state.unit(roller).owner;
    let count = add_warleaders(t.state, roller, seat, &mut options, 1);
    ask(t, REROLL_RECOVERY.to(seat).actor(roller), &options[..count])
}

/// Why a trait does not have a roll made again.
fn rerolls(state: &State, roller: Figure, power: Name) -> Result<(), Refusal> {
    let Some(at) = state.sheet(roller).traits.iter().position(|own| own.name == power) else {
        return Err(Refusal::new(SW::UNIT_01, "its cards have no such trait"));
    };
    if state.sheet(roller).traits[at].effects.iter().all(|effect| effect.verb != Verb::RerollAttack) {
        return Err(Refusal::new(SW::TRAIT_23, "that trait has no roll made again"));
    }
    if !state.has_trait(roller, at) {
        return Err(Refusal::new(SW::INJURY_12, "an injury has taken that trait away"));
    }
    if effects::spent(state, roller, at) {
        return Err(Refusal::new(SW::TRAIT_30, "that trait has been used as often as it may"));
    }
    cost::payable(state, roller, state.sheet(roller).traits[at].token, state.sheet(roller).traits[at].vigor)?;
    Err(Refusal::new(SW::TRAIT_23, "that trait is not for this roll"))
}

/// Why a unit cannot lend its warleader die.
fn leads(state: &State, unit: Figure, roller: Figure) -> Result<(), Refusal> {
    let reason = if state.sheet(unit).common.warleader == 0 {
        "that unit is no warleader"
    } else if unit == roller {
        "a warleader lends its die to others, not to itself"
    } else if state.enemies(unit, roller) {
        "that warleader is not on the side of the unit that rolled"
    } else if !state.adjacent(unit, roller) {
        "the warleader is not next to the unit that rolled"
    } else if !status::may_react(state, unit) {
        return Err(Refusal::new(SW::WARLEADER_06, "the warleader is in no state to react"));
    } else if state.unit(unit).dice == 0 {
        return Err(Refusal::new(SW::WARLEADER_01, "the warleader has no die left in this round"));
    } else {
        cost::payable(state, unit, Some(Token::Green), 0)?;
        "that warleader cannot help with this roll"
    };
    Err(Refusal::new(SW::WARLEADER_03, reason))
}

/// Allied warleaders next to the roller that can react and have a die and a green token (SW-WARLEADER-06).
fn add_warleaders(state: &State, roller: Figure, side: Seat, options: &mut [Again; 8], mut count: usize) -> usize {
    for other in state.standing() {
        let unit = state.unit(other);
        if unit.dice == 0 || other == roller || count >= options.len() || unit.tokens(Token::Green) == 0 {
            continue;
        }
        if state.side(other) == side && status::may_react(state, other) && state.adjacent(other, roller) {
            options[count] = Again::Warleader(other);
            count += 1;
        }
    }
    count
}

fn spend(t: &mut Table<'_>, again: Again, rule: kernel::Rule) -> Flow<bool> {
    match again {
        Again::Keep => Ok(false),
        Again::Trait(unit, at) => {
            let power = &t.state.sheet(unit).traits[at];
            let (token, vigor, title) = (power.token, power.vigor, power.title);
            cost::pay(t, unit, token, vigor);
            effects::mark_used(t.state, unit, at);
            t.note(SW::TRAIT_30);
            t.tell(SW::TRAIT_23, || Event::Rerolled { by: unit, name: title });
            Ok(true)
        }
        Again::Warleader(unit) => {
            cost::spend(t, unit, Token::Green);
            t.state.unit_mut(unit).dice -= 1;
            t.note(SW::WARLEADER_01);
            t.note(SW::WARLEADER_08);
            if t.state
                .units
                .iter()
                .filter(|other| {
                    other.owner == t.state.unit(unit).owner
                        && t.state.setting.roster[other.profile as usize].common.warleader > 0
                })
                .count()
                > 1
            {
                t.note(SW::WARLEADER_05);
            }
            t.tell(rule, || Event::Rerolled { by: unit, name: "warleader die" });
            Ok(true)
        }
    }
}
