//! Vigor: a pool that is spent and regained, never above its start (SW-VIGOR-08).

use crate::cards::Stat;
use crate::events::Amount;
use crate::{Event, Table};
use kernel::Figure;
use rulebook::SW;

/// Adds Vigor up to the maximum; returns what was really gained.
pub(crate) fn gain(t: &mut Table<'_>, unit: Figure, amount: i16) -> i16 {
    let most = t.state.sheet(unit).stat(Stat::Vigor);
    let before = t.state.unit(unit).vigor;
    let after = (before + amount).min(most).max(before);
    t.state.unit_mut(unit).vigor = after;
    if after - before < amount {
        t.note(SW::VIGOR_08);
    }
    if before == 0 && after > 0 {
        t.note(SW::STATUS_19);
    }
    t.tell(SW::STAT_08, || Event::VigorGained {
        unit,
        amount: Amount((after - before).into()),
        vigor: after.into(),
        why: if after - before < amount { ": it has all that its card allows" } else { "" },
    });
    after - before
}

/// Takes Vigor away; at 0 the unit is Exhausted (SW-VIGOR-05).
pub(crate) fn lose(t: &mut Table<'_>, unit: Figure, amount: i16) -> i16 {
    let before = t.state.unit(unit).vigor;
    let lost = amount.min(before);
    t.state.unit_mut(unit).vigor = before - lost;
    if before > 0 && lost == before {
        t.tell(SW::VIGOR_05, || Event::Exhausted { unit });
    }
    lost
}
