//! Who may act of his own will.

use crate::state::{Did, Place, Posture, State};
use kernel::{Figure, Refusal, Seat};
use rulebook::CH;

/// Whether a warrior is one of this player's, on his feet and not fleeing.
///
/// # Errors
/// What has become of him.
pub(crate) fn steady(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    let warrior = state.warrior(figure);
    let (rule, text) = match (warrior.place, warrior.posture) {
        _ if warrior.owner != seat => (CH::TURN_02, "only warriors of the player whose turn it is act"),
        (Place::Out, _) => (CH::INJURY_07, "he is out of action"),
        (Place::Table, Posture::Down) => (CH::INJURY_04, "the knocked down do nothing"),
        (Place::Table, Posture::Stunned) => (CH::INJURY_05, "the stunned do nothing"),
        (Place::Table, Posture::Standing) if warrior.fleeing => (CH::PSYCH_13, "he is fleeing"),
        (Place::Table, Posture::Standing) => return Ok(()),
        _ => (CH::GEOM_17, "he has left the table"),
    };
    Err(Refusal::new(rule, text))
}

/// Whether he may act: who stands idle (CH-PSYCH-19) or fell (CH-FALL-05) does nothing more this turn.
///
/// # Errors
/// What keeps him from it.
pub(crate) fn able(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    steady(state, seat, figure)?;
    let warrior = state.warrior(figure);
    match warrior.did.has(Did::Fell) {
        _ if warrior.idle => Err(Refusal::new(CH::PSYCH_19, "he quarrels and stands idle this turn")),
        true => Err(Refusal::new(CH::FALL_05, "a warrior who fell does nothing more this turn")),
        false => Ok(()),
    }
}

/// Whether he may walk off: nobody walks away from a combat, and who rallied stays where he is.
///
/// # Errors
/// What keeps him there.
pub(crate) fn walks(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    able(state, seat, figure)?;
    if state.is_engaged(figure) {
        return Err(Refusal::new(CH::CLOSE_22, "nobody walks away from a combat"));
    }
    if state.warrior(figure).did.has(Did::Rallied) {
        return Err(Refusal::new(CH::PSYCH_14, "a warrior who rallied stays where he is"));
    }
    Ok(())
}
