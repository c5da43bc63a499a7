//! What must hold between steps, whatever is played.

use crate::ground::INCH;
use crate::state::{Place, Posture, State};

/// # Errors
/// Names the first that does not hold.
pub(crate) fn check(state: &State) -> Result<(), String> {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    for figure in state.figures() {
        let warrior = state.warrior(figure);
        let tag = kernel::Tags::tag(state, figure);
        let broken = |what: &str| Err(format!("{tag} {what}"));
        if warrior.place == Place::Table {
            let at = warrior.at;
            if at.x < 0 || at.y < 0 || at.x > width || at.y > depth {
                return broken("stands off the table");
            }
            if warrior.posture == Posture::Standing && warrior.wounds < 1 {
                return broken("stands without a Wound");
            }
            if warrior.posture != Posture::Standing && (warrior.hidden || warrior.fleeing) {
                return broken("hides or flees lying down");
            }
            if !state.setting.field.table.has_floor(at) {
                return broken("stands on nothing");
            }
        } else if warrior.shard.is_some() {
            return broken("carries a shard away from the table");
        }
        if warrior.fleeing && warrior.hidden {
            return broken("hides while fleeing");
        }
    }
    apart(state)?;
    for (at, shard) in state.shards.iter().enumerate() {
        if let Some(carrier) = shard.carrier
            && state.warrior(carrier).shard != Some(at as u8)
        {
            return Err(format!("shard {at} is carried by one who does not know"));
        }
    }
    Ok(())
}

/// Nobody stands on another (CH-GEOM-08), once everybody is set up.
fn apart(state: &State) -> Result<(), String> {
    for one in state.present() {
        for other in state.present().filter(|other| *other > one) {
            let (a, b) = (state.base(one), state.base(other));
            if (a.at.z - b.at.z).abs() < INCH && a.overlaps(&b) {
                let tag = |figure| kernel::Tags::tag(state, figure);
                return Err(format!("{} at {} stands on {} at {}", tag(one), a.at, tag(other), b.at));
            }
        }
    }
    Ok(())
}
