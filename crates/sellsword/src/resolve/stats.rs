//! Current values: the card, its mod, injuries and standing traits together (SW-STAT-01).

use crate::cards::{ActKind, InjuryBox, Stat, Verb};
use crate::effects::{Context, standing};
use crate::state::State;
use kernel::Figure;

pub fn current(state: &State, unit: Figure, stat: Stat) -> i16 {
    let mut value = state.sheet(unit).stat(stat);
    match stat {
        // SW-INJURY-07.
        Stat::Move => value -= i16::from(state.injured_in(unit, InjuryBox::Mobility)),
        Stat::Vigor => return value,
        // SW-INJURY-08.
        _ => value -= 2 * i16::from(state.injured_in(unit, InjuryBox::Defensive)),
    }
    if state.setting.roster.iter().any(|sheet| sheet.alters) {
        value += bonus(state, unit, stat);
    }
    // SW-MOVE-14 for Move; no other value has a use below 0 either.
    value.max(0)
}

fn bonus(state: &State, unit: Figure, stat: Stat) -> i16 {
    let mut value = 0;
    standing(
        state,
        unit,
        Context::default(),
        |verb| match verb {
            Verb::StatBonus(which, bonus) if *which == stat => Some(*bonus),
            _ => None,
        },
        |bonus| value += bonus.value,
    );
    value
}

/// Does a card forbid this kind of act to the unit (SW-EXCEPT-05)?
pub fn forbidden(state: &State, unit: Figure, kind: ActKind) -> bool {
    // Hardly any card forbids anything, and this is asked for every act.
    if !state.setting.roster.iter().any(|sheet| sheet.forbids) {
        return false;
    }
    stands(state, unit, |verb| *verb == Verb::Forbid(kind))
}

/// Does a card expressly allow three acts of this kind (SW-RULE3-04)? An injury may have taken that trait away.
pub fn allows_three(state: &State, unit: Figure, kind: ActKind) -> bool {
    stands(state, unit, |verb| *verb == Verb::AllowThree(kind))
}

/// Is some standing effect in force for the unit?
fn stands(state: &State, unit: Figure, wanted: impl Fn(&Verb) -> bool) -> bool {
    let mut found = false;
    standing(state, unit, Context::default(), |verb| wanted(verb).then_some(1), |_| found = true);
    found
}
