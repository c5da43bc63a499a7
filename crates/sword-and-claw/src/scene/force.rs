//! Figures that wait for their placing: their own side sees them, the other only that there may be some.

use super::Eyes;
use crate::cards::TroopId;
use crate::state::{NextStep, Player, Recruit, State};
use kernel::scene::{Site, Zone};
use kernel::{Rule, Seat};
use rulebook::SC;

pub(super) fn waiting(state: &State, eyes: Eyes) -> Vec<Zone> {
    let mut zones = Vec::new();
    for seat in state.seats() {
        let player = &state.players[seat.index()];
        if eyes.see(player.side) {
            own(state, seat, player, &mut zones);
        } else if state.next_step < NextStep::SavingThrows {
            // The same words whatever is in them, so that nothing can be read from them (SC-SETUP-14).
            zones.push(force(seat, "Figures that wait: unknown".to_string(), SC::SETUP_14, 0));
        }
    }
    zones
}

fn own(state: &State, seat: Seat, player: &Player, zones: &mut Vec<Zone>) {
    if !player.core.is_empty() {
        zones.push(group(state, seat, "Core", &player.core, SC::SETUP_15));
    }
    for (at, name) in ["Reserve A", "Reserve B"].into_iter().enumerate() {
        let recruits = &player.reserves[at];
        let chosen = player.reserve.map(usize::from);
        // The reserve that was not chosen takes no part (SC-DEPLOY-05).
        if recruits.is_empty() || chosen.is_some_and(|chosen| chosen != at) {
            continue;
        }
        let name = if chosen.is_some() { format!("{name}, chosen") } else { name.to_string() };
        zones.push(group(state, seat, &name, recruits, SC::SETUP_16));
    }
}

/// `Reserve A: 2 Human Knight, Human Battle Mage`.
fn group(state: &State, seat: Seat, name: &str, recruits: &[Recruit], rule: Rule) -> Zone {
    let sheet = |troop: TroopId| &state.setting.roster[usize::from(troop.0)];
    let kinds = recruits.chunk_by(|one, next| one.troop == next.troop).map(|kind| match kind.len() {
        1 => sheet(kind[0].troop).title.to_string(),
        count => format!("{count} {}", sheet(kind[0].troop).title),
    });
    let text = format!("{name}: {}", kinds.collect::<Vec<String>>().join(", "));
    let worth = recruits.iter().map(|recruit| i32::from(sheet(recruit.troop).points)).sum();
    force(seat, text, rule, worth)
}

fn force(seat: Seat, name: String, rule: Rule, worth: i32) -> Zone {
    Zone { kind: "waiting", name, rule, site: Site::Away("waiting"), holder: Some(seat), worth }
}
