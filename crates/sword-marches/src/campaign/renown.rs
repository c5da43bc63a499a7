//! Renown, the Chronicle Stage, and the Archetype when a new one is reached.

use super::deal::Deal;
use super::decisions::ARCHETYPE;
use super::events::{Calling, Event};
use super::menu::bargain;
use super::report::Ending;
use super::state::Side;
use super::{State, Table};
use crate::muster::MOST_KEPT;
use kernel::{Flow, Modifiers, Rule};
use rulebook::SM;

/// The rule that makes the enemy a Rival, if he is one.
pub(super) fn rival(state: &State, side: &Side) -> Option<Rule> {
    state.pack.rivals(side.warband.faction?, side.report.foe?)
}

pub(super) fn step(t: &mut Table<'_>) -> Flow {
    // What was founded anew has done nothing yet.
    if t.state.mine().disbanded {
        t.state.pass();
        return Ok(());
    }
    let (side, tables) = (t.state.mine(), &t.state.pack.aftermath);
    let mut parts = Modifiers::default();
    let (label, at) = match side.report.ending {
        Ending::Win => ("win", 0),
        Ending::Draw => ("draw", 1),
        Ending::Loss => ("loss", 2),
    };
    parts.add(label, SM::AAR_17, tables.renown[at]);
    if side.report.deeds.iter().any(|deed| deed.out[0] > 0) {
        parts.add("enemy Warlord", SM::AAR_17, tables.renown_warlord);
    }
    let rival = rival(t.state, side).filter(|_| side.report.ending == Ending::Win);
    if rival.is_some() {
        parts.add("over a Rival", SM::AAR_17, tables.renown_rival);
    }
    let (seat, gained) = (t.state.seat(), i32::from(parts.sum()));
    let side = t.state.mine_mut();
    let annals = side.annals_mut();
    annals.renown = (annals.renown + gained).min(MOST_KEPT);
    let renown = side.annals().renown;
    if let Some(rule) = rival {
        t.note(rule);
    }
    t.tell(SM::AAR_17, || Event::Renowned { seat, renown: gained, parts });
    let stage = t.state.mine().warband.stage;
    if let Some(next) = stage.next()
        && renown >= i32::from(t.state.pack.stage(next).renown)
    {
        let side = t.state.mine_mut();
        side.warband.stage = next;
        side.risen = true;
        let title = t.state.pack.stage(next).title;
        t.note(SM::AAR_18);
        t.tell(SM::STAGE_06, || Event::StageReached { seat, stage: title });
    }
    t.state.pass();
    Ok(())
}

/// On a new Stage the Archetype may be changed, if the warband is legal under the new one (SM-ARCH-03).
pub(super) fn archetype(t: &mut Table<'_>) -> Flow {
    if !t.state.mine().risen || t.state.mine().disbanded {
        t.state.pass();
        return Ok(());
    }
    let seat = t.state.seat();
    match bargain(t, ARCHETYPE)? {
        Deal::Archetype(id) => {
            let side = t.state.mine_mut();
            let old = side.warband.archetype.replace(id);
            side.annals_mut().given_up.extend(old);
            t.tell(SM::ARCH_03, || Event::ArchetypeChanged { seat, what: Calling(id) });
            t.state.pass();
        }
        Deal::Dismiss(index) => super::commerce::dismiss(t, index),
        _ => {
            t.tell(SM::ARCH_02, || Event::ArchetypeKept { seat });
            t.state.pass();
        }
    }
    Ok(())
}
