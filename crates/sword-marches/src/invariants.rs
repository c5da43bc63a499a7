//! What must hold between steps, whatever was played.

use crate::field::{Feet, RADIUS};
use crate::state::{Cache, Fighter, NextStep, Place, State};
use kernel::{Figure, Tags};
use space::inches::Base;

/// # Errors
/// Names the first broken invariant and the model it is about.
pub(crate) fn check(state: &State) -> Result<(), String> {
    ensure(state.setting.sheets.len() == state.fighters.len(), "a model without a sheet")?;
    for figure in state.figures() {
        check_fighter(state, figure).map_err(|what| format!("{}: {what}", state.tag(figure)))?;
    }
    overlaps(state)?;
    for (at, cache) in state.caches.iter().enumerate() {
        if let Cache::Carried(by) = cache {
            ensure(state.fighter(*by).carries == Some(at as u8), "a cache whose carrier knows nothing of it")?;
        }
    }
    ensure(state.sides.iter().all(|side| side.dice <= 3), "more than three Tactical Dice (SM-TACDICE-04)")?;
    ensure(state.lost.is_empty(), "a loss that nobody has mourned (SM-PANIC-05)")?;
    ensure(
        (state.next_step == NextStep::Over) == state.outcome.is_some(),
        "an outcome before the end, or none after it",
    )
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_string()) }
}

fn check_fighter(state: &State, figure: Figure) -> Result<(), String> {
    let fighter = state.fighter(figure);
    ensure(!(fighter.shocked && fighter.broken), "Shocked and Broken at once (SM-COND-10)")?;
    ensure(!(fighter.shocked && fighter.token), "Shocked with a Token (SM-COND-06)")?;
    ensure(!(fighter.ambush && (fighter.shocked || fighter.broken)), "lies in Ambush and is not Ready (SM-ACTION-10)")?;
    let away = |f: &Fighter| f.token || f.shocked || f.broken || f.ambush || f.carries.is_some();
    if let Some(spot) = fighter.spot() {
        ensure(state.field.holds_base(spot), "hangs over the table edge (SM-META-02)")?;
        let feet = Feet { wild: true, ..state.sheet(figure).feet };
        ensure(state.field.under(feet).has_floor(spot), "stands on nothing (SM-ACTION-04)")?;
    } else {
        ensure(!away(fighter), "is away and still has something")?;
    }
    let carried = fighter.carries.is_none_or(|at| state.caches.get(usize::from(at)) == Some(&Cache::Carried(figure)));
    ensure(carried, "carries what is not there (SM-ADV1-02)")?;
    ensure(fighter.place != Place::Waiting || !fighter.token, "waits with a Token (SM-PRE-05)")
}

fn overlaps(state: &State) -> Result<(), String> {
    for (a, _, p) in state.standing() {
        for (b, _, q) in state.standing().filter(|(b, _, _)| *b > a) {
            let apart = !Base::new(p, RADIUS - 2).overlaps(&Base::new(q, RADIUS - 2)) || (p.z - q.z).abs() >= 1000;
            if !apart {
                return Err(format!("{} and {} overlap (SM-ACTION-04)", state.tag(a), state.tag(b)));
            }
        }
    }
    Ok(())
}
