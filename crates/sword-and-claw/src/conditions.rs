//! Entangled, Paralyzed, Poisoned, and the saving throws against them (SC-COND, SC-SAVE).

use crate::state::State;
use crate::{Event, Table, rolls};
use kernel::{Figure, Flow, Modifiers, Rule};
use rulebook::SC;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Condition {
    Entangled,
    Paralyzed,
    Poisoned,
}

impl Condition {
    pub(crate) const ALL: [Condition; 3] = [Condition::Entangled, Condition::Paralyzed, Condition::Poisoned];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Condition::Entangled => "Entangled",
            Condition::Paralyzed => "Paralyzed",
            Condition::Poisoned => "Poisoned",
        }
    }

    pub(crate) fn rule(self) -> Rule {
        match self {
            Condition::Entangled => SC::COND_01,
            Condition::Paralyzed => SC::COND_02,
            Condition::Poisoned => SC::COND_03,
        }
    }

    pub(crate) fn count(self, state: &State, figure: Figure) -> u8 {
        let piece = state.piece(figure);
        match self {
            Condition::Entangled => piece.entangled,
            Condition::Paralyzed => piece.paralyzed,
            Condition::Poisoned => piece.poisoned,
        }
    }

    fn slot(self, state: &mut State, figure: Figure) -> &mut u8 {
        let piece = state.piece_mut(figure);
        match self {
            Condition::Entangled => &mut piece.entangled,
            Condition::Paralyzed => &mut piece.paralyzed,
            Condition::Poisoned => &mut piece.poisoned,
        }
    }
}

/// One more of a condition; each is saved against on its own (SC-COND-04). Siege weapons take none (SC-QUAL-18).
pub(crate) fn gain(t: &mut Table<'_>, unit: Figure, condition: Condition, rule: Rule) {
    if t.state.is_engine(unit) {
        t.tell(SC::QUAL_18, || Event::ConditionResisted { unit, condition: condition.text() });
        return;
    }
    let count = condition.slot(t.state, unit);
    *count = count.saturating_add(1);
    let count = i32::from(*count);
    if count > 1 {
        t.note(SC::COND_04);
    }
    // What it had readied is lost to a paralysed figure (SC-READY-08).
    if condition == Condition::Paralyzed {
        let piece = t.state.piece_mut(unit);
        if piece.readied() {
            (piece.ready_ranged, piece.ready_melee) = (None, None);
            t.note(SC::READY_08);
        }
    }
    t.note(condition.rule());
    t.tell(rule, || Event::ConditionGained { unit, condition: condition.text(), count });
}

pub(crate) fn lose(state: &mut State, unit: Figure, condition: Condition) {
    let count = condition.slot(state, unit);
    *count = count.saturating_sub(1);
}

/// A saving throw: d10 + Str + size modifier (SC-SAVE-03). Gives the total.
///
/// # Errors
/// Pauses for the die.
pub(crate) fn save(t: &mut Table<'_>, unit: Figure, against: &'static str) -> Flow<i32> {
    let sheet = t.state.sheet(unit);
    let mut modifiers = Modifiers::default();
    modifiers.add("strength", SC::TROOP_09, sheet.strength.into());
    let size_rule = if sheet.cavalry { SC::TROOP_19 } else { SC::SAVE_03 };
    modifiers.add("size", size_rule, sheet.size.save().into());
    let natural = rolls::save(t, unit, &modifiers)?;
    let total = natural + i32::from(modifiers.sum());
    t.tell(SC::SAVE_03, || Event::SaveRolled { unit, against, natural, modifiers, total });
    Ok(total)
}

/// Paralyzed figures do nothing at all (SC-COND-02).
pub(crate) fn helpless(state: &State, unit: Figure) -> bool {
    state.piece(unit).paralyzed > 0
}

/// A flyer that cannot move sinks one level for every failed save (SC-FLIGHT-22).
///
/// # Errors
/// Pauses where its owner picks the place it comes down at, and where a zone burns there.
pub(crate) fn sink(t: &mut Table<'_>, unit: Figure, rule: Rule) -> Flow {
    let piece = t.state.piece(unit);
    let (Some(below), crate::state::Place::On(_)) = (piece.altitude.below(), piece.place) else {
        return Ok(());
    };
    crate::shove::lower(t, unit, below)?;
    let level = t.state.piece(unit).altitude;
    t.note(SC::FLIGHT_22);
    t.tell(rule, || Event::Sank { unit, level: level.text() });
    crate::zones::arrived(t, unit)
}
