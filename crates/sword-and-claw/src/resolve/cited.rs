//! Rules that let a shot be made as it is, by sight, heads, levels and crews. They stand beside the roll in the log.

use super::tohit::Shooter;
use crate::cards::Qualities;
use crate::sight::{self, Glimpse};
use crate::state::{Altitude, Level, State};
use crate::{Table, contact};
use kernel::{Figure, Rule};
use rulebook::SC;

fn notes(t: &mut Table<'_>, list: &[(bool, Rule)]) {
    for (holds, rule) in list {
        if *holds {
            t.note(*rule);
        }
    }
}

/// A shot at a figure: sight, cover, heads, levels, crews.
pub(super) fn shot(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure, seen: Glimpse, into_melee: bool) {
    if !t.aloud() {
        return;
    }
    let state = &*t.state;
    let by = shooter.by;
    let eye = shooter.crew.first().copied().unwrap_or(by);
    let (own, other) = (state.level(by), state.level(target));
    let ground = own == Level::Ground && other == Level::Ground;
    let heads = if ground { sight::heads(state, eye, target) } else { sight::Heads::default() };
    let hovers = state.piece(target).altitude == Altitude::Hover;
    let engine = state.is_engine(by);
    let list = [
        (true, SC::LOS_01),
        (state.base(target) > 1, SC::LOS_02),
        (seen.opening || (seen.cover > 0 && !heads.covers), SC::LOS_03),
        (heads.covers, SC::LOS_04),
        (seen.cover > 0, SC::COVER_01),
        (seen.cover > 0 && heads.covers, SC::COVER_03),
        (seen.light > 0, SC::COVER_05),
        (seen.cover == 0 && heads.covers, SC::COVER_06),
        (heads.over, SC::RANGED_10),
        (heads.over && hovers, SC::FLIGHT_06),
        (heads.cramped, SC::RANGED_11),
        (heads.short, SC::QUAL_01),
        (hovers && !into_melee && contact::pinned(state, target), SC::FLIGHT_10),
        (!ground && other > Level::Ground, SC::FLIGHT_16),
        (state.on_fort(by) && other > Level::Ground, SC::FLIGHT_14),
        (state.on_fort(by) || state.on_fort(target), SC::FLIGHT_23),
        (touched_by_engine(state, by), SC::RANGED_04),
    ];
    notes(t, &list);
    if engine {
        crew(t, shooter);
    }
}

fn touched_by_engine(state: &State, by: Figure) -> bool {
    let Some(space) = state.space(by) else { return false };
    let mut found = false;
    contact::each(state, space, state.level(by), state.piece(by).side.other(), |enemy| found |= state.is_engine(enemy));
    found
}

/// Who operates a siege weapon, and who does not count.
pub(super) fn crew(t: &mut Table<'_>, shooter: &Shooter<'_>) {
    if !t.aloud() || !t.state.is_engine(shooter.by) {
        return;
    }
    let state = &*t.state;
    let engine = shooter.by;
    let idle = |figure: &Figure| {
        *figure != engine && contact::in_contact(state, engine, *figure) && !shooter.crew.contains(figure)
    };
    let side = state.piece(engine).side;
    let pinned = state.of_side(side).filter(idle).any(|figure| contact::pinned(state, figure));
    let aside = state.of_side(side).filter(idle).any(|figure| !contact::pinned(state, figure));
    let trained = shooter.crew.iter().all(|figure| state.sheet(*figure).has(Qualities::SIEGE_WEAPON_CREW));
    let list = [
        (true, SC::QUAL_07),
        (shooter.crew.len() >= usize::from(state.sheet(engine).crew()), SC::QUAL_08),
        (aside, SC::QUAL_11),
        (pinned, SC::QUAL_13),
        (pinned, SC::RANGED_08),
        (contact::pinned(state, engine), SC::QUAL_16),
        (shooter.attack.is_ranged(), SC::QUAL_17),
        (trained, SC::QUAL_19),
    ];
    notes(t, &list);
}
