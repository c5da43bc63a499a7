//! Current values: the card, its mod, injuries and standing traits together (SW-STAT-01).

use crate::cards::{ActKind, InjuryBox, Stat, Verb};
use crate::cite::Cited;
use crate::effects::{Context, standing};
use crate::state::State;
use kernel::Figure;
use rulebook::SW;

pub(crate) fn current(state: &State, unit: Figure, stat: Stat) -> i16 {
    current_cited(state, unit, stat, &mut Cited::unheard())
}

/// The same with its reasons.
pub(crate) fn current_cited(state: &State, unit: Figure, stat: Stat, cited: &mut Cited) -> i16 {
    let mut value = state.sheet(unit).stat(stat);
    if stat == Stat::Vigor {
        return value;
    }
    if state.setting.roster.iter().any(|sheet| sheet.alters) {
        value += bonus(state, unit, stat, cited);
    }
    // SW-INJURY-07, SW-INJURY-08.
    let (injury, loss) = if stat == Stat::Move { (InjuryBox::Mobility, 1) } else { (InjuryBox::Defensive, 2) };
    if state.injured_in(unit, injury) {
        cited.cite(SW::STAT_01);
        value -= loss;
    }
    // SW-MOVE-14 for Move; no other value has a use below 0 either.
    value.max(0)
}

fn bonus(state: &State, unit: Figure, stat: Stat, cited: &mut Cited) -> i16 {
    let mut value = 0;
    standing(
        state,
        unit,
        Context::default(),
        |verb| match verb {
            Verb::StatBonus(which, bonus) if *which == stat => Some(*bonus),
            _ => None,
        },
        |bonus| {
            cited.cite(SW::TRAIT_21);
            value += bonus.value;
        },
    );
    value
}

/// Does a card forbid this kind of act to the unit (SW-EXCEPT-05)?
pub(crate) fn forbidden(state: &State, unit: Figure, kind: ActKind) -> bool {
    // Hardly any card forbids anything, and this is asked for every act.
    if !state.setting.roster.iter().any(|sheet| sheet.forbids) {
        return false;
    }
    stands(state, unit, |verb| *verb == Verb::Forbid(kind))
}

/// Does a card expressly allow three acts of this kind (SW-RULE3-04)? An injury may have taken that trait away.
pub(crate) fn allows_three(state: &State, unit: Figure, kind: ActKind) -> bool {
    stands(state, unit, |verb| *verb == Verb::AllowThree(kind))
}

/// Is some standing effect in force for the unit?
fn stands(state: &State, unit: Figure, wanted: impl Fn(&Verb) -> bool) -> bool {
    let mut found = false;
    standing(state, unit, Context::default(), |verb| wanted(verb).then_some(1), |_| found = true);
    found
}
