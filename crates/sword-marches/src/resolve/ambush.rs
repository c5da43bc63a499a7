//! Models in Ambush, and how they are found out.

use crate::field::{RADIUS, SLACK};
use crate::sight;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Figure, Rule};
use rulebook::SM;
use space::inches::{Base, Spot, base};

pub fn end(t: &mut Table<'_>, figure: Figure, rule: Rule, reason: &'static str) {
    if std::mem::take(&mut t.state.fighter_mut(figure).ambush) {
        t.tell(rule, || Event::Revealed { model: figure, reason });
    }
}

/// An enemy has moved: it detects whom it came near to (SM-ACTION-11), at any point of its way.
pub fn passed_by(t: &mut Table<'_>, mover: Figure, track: &[Spot]) {
    if !t.state.fighter(mover).ready() {
        return;
    }
    let reach = i32::from(t.state.sheet(mover).cbt()) * 1000 + SLACK;
    for figure in t.state.figures() {
        let fighter = t.state.fighter(figure);
        let Some(at) = fighter.spot().filter(|_| fighter.ambush && fighter.owner != t.state.owner(mover)) else {
            continue;
        };
        let here = Base::new(at, RADIUS);
        let near = |pair: &[Spot]| {
            let there = base::nearest_on_leg(pair[0], pair[1], at.plan());
            here.within(&Base::new(there, RADIUS), reach)
        };
        if track.windows(2).any(near) {
            let fighter = t.state.fighter_mut(figure);
            fighter.ambush = false;
            fighter.detected_by = Some(mover);
            t.tell(SM::ACTION_11, || Event::Detected { model: figure, by: mover });
        }
    }
    // Whom it sees plainly from where it stands now.
    found_out(t, |t, enemy| enemy == mover && t.fighter(enemy).ready());
}

/// Whoever is no longer concealed from every enemy leaves Ambush (SM-ACTION-10).
pub fn exposed(t: &mut Table<'_>) {
    found_out(t, |state, enemy| state.fighter(enemy).ready());
}

fn found_out(t: &mut Table<'_>, looks: impl Fn(&State, Figure) -> bool) {
    if !t.state.fighters.iter().any(|fighter| fighter.ambush) {
        return;
    }
    let mut easel = std::mem::take(&mut t.scratch.easel);
    for figure in t.state.figures() {
        if t.state.fighter(figure).ambush && t.state.fighter(figure).on_table() {
            let owner = t.state.owner(figure);
            let state = &*t.state;
            let seen = state.standing().any(|(enemy, fighter, _)| {
                fighter.owner != owner && looks(state, enemy) && !sight::hidden_from(state, enemy, figure, &mut easel)
            });
            if seen {
                end(t, figure, SM::ACTION_10, "in plain sight");
            }
        }
    }
    t.scratch.easel = easel;
}
