//! What must hold between steps.

use crate::state::{Altitude, NextStep, Place, State};
use crate::terrain::Going;
use kernel::Tags;

/// # Errors
/// Names the broken invariant.
pub(crate) fn check(state: &State) -> Result<(), String> {
    check_board(state)?;
    for figure in state.figures() {
        check_piece(state, figure).map_err(|why| format!("{}: {why}", state.tag(figure)))?;
    }
    let over = state.next_step == NextStep::Over;
    ensure(over == state.outcome.is_some(), "an outcome before the end, or none after it")?;
    ensure(state.asked.index() < state.players.len(), "nobody is asked")?;
    ensure(state.attacker.0 < 2 && state.active.0 < 2, "a third side")
}

fn ensure(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_string()) }
}

fn check_board(state: &State) -> Result<(), String> {
    let mut grid = vec![0u16; state.grid.len()];
    let field = state.field();
    for figure in state.standing() {
        let Some(space) = state.space(figure) else { continue };
        ensure(space.fits(field.width(), field.height()), "a base off the board")?;
        let aloft = state.piece(figure).altitude > Altitude::Landed;
        ensure(aloft == state.aloft.contains(&figure), "the list of flyers is not in step")?;
        if aloft {
            continue;
        }
        for square in space.squares() {
            let cell = &mut grid[field.index(square)];
            if let Some(other) = cell.checked_sub(1) {
                let (one, other) = (state.tag(kernel::Figure(other)), state.tag(figure));
                return Err(format!("{one} and {other} both stand on {square} in {:?} (SC-MOVE-07)", state.next_step));
            }
            *cell = figure.0 + 1;
        }
    }
    ensure(grid == state.grid, "the grid is not in step with the figures")?;
    ensure(state.aloft.iter().all(|figure| state.piece(*figure).on_board()), "a flyer that is gone")
}

fn check_piece(state: &State, figure: kernel::Figure) -> Result<(), String> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    if let Place::On(_) = piece.place {
        ensure(piece.wounds < sheet.wounds, "it stands though its wounds are spent (SC-DAMAGE-02)")?;
        ensure(piece.altitude == Altitude::Landed || sheet.flies(), "it flies without Flight (SC-QUAL-05)")?;
        let space = state.space(figure).ok_or("it stands nowhere")?;
        let stands = Going::of(state, figure).stand(state, space);
        stands.map_err(|why| format!("it stands where it may not: {why}"))?;
    }
    ensure(piece.owner.index() < state.players.len(), "it belongs to nobody")?;
    ensure(state.players[piece.owner.index()].side == piece.side, "it is not on its player's side")?;
    ensure(piece.unloaded >> sheet.loads == 0 || sheet.loads >= 8, "a load that it does not have (SC-WQUAL-27)")?;
    ensure(piece.levels <= sheet.spellcaster, "more magic than its level (SC-CAST-04)")?;
    let engine = sheet.is_engine();
    ensure(
        !engine || piece.entangled + piece.paralyzed + piece.poisoned == 0,
        "a siege weapon takes no conditions (SC-QUAL-18)",
    )
}
