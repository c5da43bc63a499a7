//! Experience, model by model.

use super::events::Event;
use super::report::{Deed, Ending, Fate};
use super::{State, Table};
use crate::content::Kind;
use crate::muster::MOST_EXP;
use kernel::{Flow, Modifiers};
use rulebook::SM;

/// Everybody who took part and is still there (SM-AAR-08 to SM-AAR-10).
pub(super) fn step(t: &mut Table<'_>) -> Flow {
    let index = t.state.next;
    if index >= t.state.mine().warband.models.len() {
        t.state.pass();
        return Ok(());
    }
    t.state.next += 1;
    if t.state.mine().gone[index] || t.state.mine().fate(index) == Fate::Absent {
        return Ok(());
    }
    let parts = parts(t.state, index);
    let exp = parts.sum();
    let figure = t.state.figure(index);
    let model = &mut t.state.mine_mut().warband.models[index];
    model.exp = model.exp.saturating_add(exp).min(MOST_EXP);
    t.note(SM::META_16);
    for part in parts.list() {
        t.note(part.rule);
    }
    t.tell(SM::AAR_08, || Event::Earned { model: figure, exp: exp.into(), parts });
    Ok(())
}

fn parts(state: &State, index: usize) -> Modifiers {
    let (side, awards) = (state.mine(), &state.pack.aftermath.awards);
    let deed = side.report.deeds.get(index).copied().unwrap_or(Deed::STOOD);
    let [warlords, champions, others] = deed.out.map(i16::from);
    let mut parts = Modifiers::default();
    parts.add("took part", SM::AAR_08, awards.take_part);
    if matches!(deed.fate, Fate::Stood | Fate::Left) {
        parts.add("unhurt", SM::AAR_08, awards.unhurt);
    }
    parts.add("Warriors", SM::AAR_09, times(awards.out_warrior, others));
    parts.add("Champions", SM::AAR_09, times(awards.out_champion, champions));
    parts.add("Warlord", SM::AAR_09, times(awards.out_warlord, warlords));
    if super::renown::rival(state, side).is_some() {
        parts.add("Rivals", SM::FACTION_02, times(awards.rival, warlords + champions + others));
    }
    parts.add("objectives", SM::AAR_10, times(awards.objective, i16::from(deed.objectives)));
    let warlord = side.warband.models[index].kind == Kind::Warlord;
    if warlord && deed.fate == Fate::Stood && side.report.ending == Ending::Win {
        parts.add("victory", SM::AAR_10, awards.winner_warlord);
    }
    parts
}

/// An award so many times, never so much that the sum of several could not be counted.
fn times(award: i16, count: i16) -> i16 {
    award.saturating_mul(count).min(MOST_EXP / 2)
}
