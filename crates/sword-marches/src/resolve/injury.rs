//! Shocked, Wounded, and what follows at once.

use super::{ambush, fall, panic};
use crate::effects::{Archetype, Grant};
use crate::state::{Place, State};
use crate::{Event, Table, scenario, victory};
use kernel::{Figure, Flow, Rule};
use rulebook::SM;

/// A Shocked result (SM-DAMAGE-05): it may be one too many (SM-COND-09), or come upon a Broken model (SM-COND-10).
///
/// # Errors
/// Pauses for a Check at an edge.
pub(crate) fn shock(t: &mut Table<'_>, figure: Figure, by: Option<Figure>, margin: i32) -> Flow {
    let wounds = one_too_many(t.state, figure);
    let stubborn = stubborn(t.state, figure);
    let fighter = t.state.fighter_mut(figure);
    fighter.shocks = fighter.shocks.saturating_add(1);
    let shocks = i32::from(fighter.shocks);
    if let Some((rule, reason)) = wounds {
        // The Marauder shrugs off a tie that would be his end (SM-ARCH-14).
        let band = t.state.band(t.state.owner(figure));
        let marauder = band.archetype == Some(Archetype::OutlandMarauder) && band.warlord == Some(figure);
        if !(marauder && margin == 0) {
            wound(t, figure, by, rule, reason);
            return Ok(());
        }
        t.state.fighter_mut(figure).broken = false;
        t.tell(SM::ARCH_14, || Event::SavedFromWound { model: figure });
    } else if let Some((rule, _)) = stubborn.filter(|_| shocks == 2) {
        t.note(rule);
    }
    let fighter = t.state.fighter_mut(figure);
    fighter.shocked = true;
    let token = t.state.lose_token(figure);
    t.note(SM::COND_05);
    t.tell(SM::DAMAGE_05, || Event::Shocked { model: figure, margin, shocks });
    if token {
        t.tell(SM::COND_06, || Event::TokenLost { model: figure });
    }
    ambush::end(t, figure, SM::ACTION_10, "Shocked");
    scenario::drop_beside(t, figure);
    fall::near_edge(t, figure, by)
}

/// Why one more Shock would Wound a model, and by which rule; none if it would not.
pub(crate) fn one_too_many(state: &State, figure: Figure) -> Option<(Rule, &'static str)> {
    let (fighter, stubborn) = (state.fighter(figure), stubborn(state, figure));
    if fighter.broken {
        return Some((SM::COND_10, "Broken and Shocked"));
    }
    let (rule, most) = stubborn.unwrap_or((SM::COND_09, 2));
    (i16::from(fighter.shocks) + 1 >= most).then_some((rule, "Shocked again"))
}

/// How many Shocks somebody stubborn bears in a Turn, and by which rule.
fn stubborn(state: &State, figure: Figure) -> Option<(Rule, i16)> {
    state.sheet(figure).profile.grants.iter().find_map(|granted| match granted.grant {
        Grant::Stubborn(count) => Some((granted.rule, count)),
        _ => None,
    })
}

/// Out of play (SM-DAMAGE-06). Friends nearby check once the attack is settled: see [`mourn`].
pub(crate) fn wound(t: &mut Table<'_>, figure: Figure, by: Option<Figure>, rule: Rule, reason: &'static str) {
    let Some(at) = t.state.fighter(figure).spot() else { return };
    scenario::drop_cache(t, figure, at);
    let kind = t.state.sheet(figure).profile.kind;
    t.state.lose_token(figure);
    let fighter = t.state.fighter_mut(figure);
    fighter.place = Place::Wounded;
    fighter.shocked = false;
    fighter.broken = false;
    fighter.ambush = false;
    fighter.engaged_since = 0;
    if let Some(by) = by.filter(|by| *by != figure) {
        t.state.fighter_mut(by).felled[kind as usize] += 1;
    }
    t.state.lost.push((figure, at));
    t.note(SM::COND_19);
    t.tell(rule, || Event::Wounded { model: figure, reason });
}

/// Panic from Losses for everybody who was Wounded, in order; further losses join the queue.
///
/// # Errors
/// Pauses for dice and orders.
pub(crate) fn mourn(t: &mut Table<'_>) -> Flow {
    while !t.state.lost.is_empty() {
        let (fallen, from) = t.state.lost.remove(0);
        panic::from_losses(t, fallen, from)?;
        if victory::check(t) {
            return Ok(());
        }
    }
    Ok(())
}
