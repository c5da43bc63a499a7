//! One declared deed by itself, as if nothing else had been declared: what a player who asks for its odds wants to know.

use super::{melee, ranged};
use crate::state::NextStep;
use crate::{Table, spells};
use kernel::Flow;
use rulebook::SC;
use std::ops::Range;

/// Resolves and applies these of the declared deeds with the rules of the present step. The step itself does not end.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn alone(t: &mut Table<'_>, deeds: Range<usize>) -> Flow {
    let from = deeds.start;
    let declared: Vec<_> = t.state.declared.get(deeds).unwrap_or_default().to_vec();
    // An Aim goes into the first attack that a figure has declared (SC-AIM-01).
    for at in 0..from.min(t.state.declared.len()) {
        let by = t.state.declared[at].by;
        t.state.piece_mut(by).aimed = false;
    }
    let (mut harms, mut made) = (Vec::new(), Vec::new());
    for declaration in &declared {
        match t.state.next_step {
            NextStep::Spellcasting => spells::resolve(t, declaration)?,
            NextStep::Ranged => ranged::one(t, declaration, &mut harms, &mut made)?,
            NextStep::Melee => melee::one(t, declaration, &mut harms)?,
            _ => {}
        }
    }
    ranged::apply(t, &harms, &made, SC::RANGED_09)
}
