//! Models in Ambush, and how they are found out.

use crate::field::{RADIUS, SLACK};
use crate::sight;
use crate::state::{Detected, Place, State};
use crate::{Event, Table};
use kernel::{Figure, Rule};
use rulebook::SM;
use space::inches::{Base, Spot, base};

pub(crate) fn end(t: &mut Table<'_>, figure: Figure, rule: Rule, reason: &'static str) {
    if std::mem::take(&mut t.state.fighter_mut(figure).ambush) {
        t.tell(rule, || Event::Revealed { model: figure, reason });
    }
}

fn any(state: &State) -> bool {
    state.fighters.iter().any(|fighter| fighter.ambush)
}

/// An enemy has moved: it detects whom it came near to, and sees whom it sees.
pub(crate) fn passed_by(t: &mut Table<'_>, mover: Figure, track: &[Spot]) {
    if !any(t.state) {
        return;
    }
    detect(t, mover, track);
    look_round(t, mover, track);
}

/// It detects whom it came near to, at any point of its way (SM-ACTION-11).
fn detect(t: &mut Table<'_>, mover: Figure, track: &[Spot]) {
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
        if let Some(leg) = track.windows(2).position(near) {
            // What it had against the enemy that came on, it keeps (SM-ACTION-12).
            let mut buffers = std::mem::take(&mut t.scratch.buffers);
            let cover = track[..=leg].iter().any(|from| sight::covered_from(t.state, *from, figure, &mut buffers));
            t.scratch.buffers = buffers;
            let fighter = t.state.fighter_mut(figure);
            fighter.ambush = false;
            fighter.detected = Some(Detected { by: mover, cover });
            t.tell(SM::ACTION_11, || Event::Detected { model: figure, by: mover });
        }
    }
}

/// A mover looks about at the end of each leg; whoever it sees plainly leaves Ambush. The last leg ends where it stands
/// now (SM-ACTION-10).
fn look_round(t: &mut Table<'_>, mover: Figure, track: &[Spot]) {
    let stands = t.state.fighter(mover).place;
    let between = track.get(1..track.len().saturating_sub(1)).unwrap_or_default();
    for place in between.iter().map(|spot| Place::On(*spot)).chain([stands]) {
        t.state.fighter_mut(mover).place = place;
        found_out(t, |state, enemy| enemy == mover && state.fighter(enemy).ready());
    }
}

/// After an Action, and when models get to their feet: whoever has a Ready enemy near by now is detected (SM-ACTION-11), and
/// whoever is no longer concealed from every enemy leaves Ambush (SM-ACTION-10).
pub(crate) fn exposed(t: &mut Table<'_>) {
    if any(t.state) {
        for enemy in t.state.figures() {
            if let Some(at) = t.state.fighter(enemy).spot() {
                detect(t, enemy, &[at, at]);
            }
        }
        found_out(t, |state, enemy| state.fighter(enemy).ready());
    }
    // What protects a model while it is being detected ends with the Action (SM-ACTION-12).
    for fighter in &mut t.state.fighters {
        fighter.detected = None;
    }
}

fn found_out(t: &mut Table<'_>, looks: impl Fn(&State, Figure) -> bool) {
    if !any(t.state) {
        return;
    }
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    for figure in t.state.figures() {
        if t.state.fighter(figure).ambush && t.state.fighter(figure).on_table() {
            let owner = t.state.owner(figure);
            let state = &*t.state;
            let seen = state.standing().any(|(enemy, fighter, _)| {
                fighter.owner != owner && looks(state, enemy) && !sight::hidden_from(state, enemy, figure, &mut buffers)
            });
            if seen {
                end(t, figure, SM::ACTION_10, "in plain sight");
            }
        }
    }
    t.scratch.buffers = buffers;
}
