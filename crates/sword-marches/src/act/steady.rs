//! Steady: a Broken model takes heart, and makes for cover (SM-ACTION-15).

use crate::content::Ground;
use crate::decisions::{STEADY, Shelter};
use crate::field::{INCH, LOW, MOVER, RADIUS, WALKING, nearest_point};
use crate::resolve::ambush;
use crate::sight::can_conceal;
use crate::state::{Place, State};
use crate::terrain::{Buffers, farthest, keep_clear};
use crate::{Event, Table};
use kernel::{Figure, Flow};
use rulebook::SM;
use space::inches::{Point, Polygon, Spot};

/// # Errors
/// Pauses for whether it moves.
pub fn steady(t: &mut Table<'_>, figure: Figure) -> Flow {
    t.state.fighter_mut(figure).broken = false;
    t.note(SM::COND_14);
    t.tell(SM::ACTION_15, || Event::Steadied { model: figure });
    let Some(from) = t.state.fighter(figure).spot() else { return Ok(()) };
    // Out of close combat only a Disengage leads (SM-MODEL-05, SM-ACTION-02).
    if t.state.holders(figure).next().is_some() {
        t.note(SM::ACTION_02);
        return Ok(());
    }
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let to = shelter(t.state, figure, from, &mut buffers);
    t.scratch.buffers = buffers;
    let Some(to) = to else { return Ok(()) };
    let asked = STEADY.to(t.state.owner(figure)).actor(figure);
    if t.ask(asked, &[Shelter::Walk, Shelter::Stay])? == Shelter::Stay {
        return Ok(());
    }
    t.state.fighter_mut(figure).place = Place::On(to);
    let length = space::inches::measure::told(from.plan().to(to.plan()));
    t.tell(SM::ACTION_15, || Event::Moved { model: figure, from, to, length });
    ambush::passed_by(t, figure, &[from, to]);
    Ok(())
}

/// Three inches straight toward the nearest terrain that can conceal, as far as the way is free. Difficult Ground is not
/// left again (SM-TERRAIN-05).
fn shelter(state: &State, figure: Figure, from: Spot, buffers: &mut Buffers) -> Option<Spot> {
    let field = &*state.field;
    let p = from.plan();
    let nearest = refuge(state, from)?;
    let most = p.to(nearest).min(3000);
    keep_clear(state, figure, INCH, 3000, &mut buffers.keep);
    let feet = state.sheet(figure).feet;
    let end = farthest(state, field.under(feet), &WALKING, from, p.toward(nearest, most), buffers);
    let leave = field.rough_ahead(feet, from, (from, end)).map(|(_, leave)| i64::from(leave)).min();
    let long = p.to(end.plan()).min(leave.unwrap_or(most));
    // A base does not come to rest on a low Obstacle.
    (0..=(long / 100)).rev().find_map(|back| {
        let q = p.toward(end.plan(), back * 100 + long % 100);
        let spot = q.at(field.under(feet).standing(q, from.z, &MOVER)?);
        let moved = p.to(q) > i64::from(RADIUS / 10);
        (moved && field.stands(feet, spot)).then_some(spot)
    })
}

/// The nearest point of terrain that can conceal a model on its floor; none for a model that is in such terrain.
fn refuge(state: &State, from: Spot) -> Option<Point> {
    let (field, p) = (&*state.field, from.plan());
    let hides = |at: &u16| {
        let rise = field.piece(*at).top - from.z;
        can_conceal(state, *at) && (rise > LOW || field.ground(*at) == Ground::Area && rise >= 0)
    };
    let outlines = (0..field.board.pieces().len() as u16).filter(hides).map(|at| &field.piece(at).outline);
    let nearest = |outline: &Polygon| if outline.covers(p) { p } else { nearest_point(outline, p) };
    outlines.map(nearest).min_by_key(|q| p.square_to(*q)).filter(|q| *q != p)
}
