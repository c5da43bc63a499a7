//! Objectives at the end of a round (SW-BUILD-08, SW-BUILD-09).

use crate::cards::Special;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Seat, Seats};
use rulebook::SW;

/// Every objective area pays its only occupant; an area with units of several sides pays nobody.
pub(super) fn objectives(t: &mut Table<'_>) {
    for at in 0..t.state.field.map.objectives.len() {
        let objective = t.state.field.map.objectives[at].title;
        match occupants(t.state, at)[..] {
            [] => {}
            [seat] => {
                let vp = worth(t.state, at);
                t.state.players[seat.index()].score += vp;
                t.state.captured |= bit(at);
                t.note(SW::BUILD_09);
                t.note(SW::ROUND_03);
                if !t.state.setting.scenario.is_standard() {
                    t.note(SW::BUILD_10);
                }
                t.tell(SW::BUILD_08, || Event::ObjectiveScored { seat, objective, vp: vp.into() });
            }
            _ => t.tell(SW::BUILD_09, || Event::ObjectiveContested { objective }),
        }
    }
}

/// Players with a unit in the area, each once; a Big unit is in it with any one of its squares (SW-BUILD-09).
pub(crate) fn occupants(state: &State, at: usize) -> Vec<Seat> {
    let area = state.field.map.objectives[at].area;
    let mut inside = Seats::NONE;
    for figure in state.standing() {
        if state.space(figure).is_some_and(|space| area.meets(space)) {
            inside = inside.with(state.unit(figure).owner);
        }
    }
    state.seats().filter(|seat| inside.contains(*seat)).collect()
}

/// What the area would pay now: the value of the scenario with its special rules (SW-BUILD-10).
pub(crate) fn worth(state: &State, at: usize) -> i16 {
    let scenario = &state.setting.scenario;
    let mut vp = scenario.vp_per_objective;
    let mut first = 0;
    for special in &scenario.special {
        match special {
            // The objective that the map lists first.
            Special::CentralObjective { vp: central } if at == 0 => vp = *central,
            Special::FirstCapture { vp } if state.captured & bit(at) == 0 => first = *vp,
            Special::CentralObjective { .. } | Special::FirstCapture { .. } | Special::Bounty { .. } => {}
        }
    }
    vp + first
}

/// Maps have far fewer objectives than this has bits; what is beyond shares the last.
fn bit(at: usize) -> u16 {
    1 << at.min(15)
}
