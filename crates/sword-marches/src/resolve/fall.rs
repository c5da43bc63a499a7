//! Falls: the Falling Check, and losing one's footing at an edge.

use super::check;
use super::damage::{self, Hurt};
use crate::content::CON;
use crate::decisions::TACTICAL_RESISTANCE;
use crate::events::Length;
use crate::field::{INCH, MIDDLE, MOVER, RADIUS};
use crate::resolve::reckon::Reckoning;
use crate::rolls::{self, Dice};
use crate::state::{Place, State, other};
use crate::{Event, Table};
use kernel::{Figure, Flow, Modifiers};
use rulebook::SM;
use space::inches::{Base, Spot};

/// Inches of a height, rounded up (SM-CLIMB-01, SM-FALL-02).
pub fn inches(height: i32) -> i16 {
    ((height + 999) / 1000) as i16
}

/// A model falls to a spot and takes what it takes (SM-FALL-02, SM-FALL-03). Whoever made it fall is credited with a Wound
/// (SM-AAR-09).
///
/// # Errors
/// Pauses for dice and what is thrown in.
pub fn fall(t: &mut Table<'_>, figure: Figure, by: Option<Figure>, height: i32, to: Spot) -> Flow {
    t.state.fighter_mut(figure).place = Place::On(to);
    t.tell(SM::FALL_01, || Event::Fell { model: figure, height: Length(height), to });
    let seat = t.state.owner(figure);
    let extra = check::tactical(t, figure, TACTICAL_RESISTANCE, None)?;
    let surge = check::surge(t, figure, CON, "resistance")?;
    let mut drop = Modifiers::default();
    drop.add("inches", SM::FALL_02, inches(height));
    let foe = other(seat);
    let natural = rolls::open(t, Dice::one("fall", SM::FALL_02, foe, drop))?;
    let total = natural + i32::from(drop.sum());
    t.tell(SM::FALL_02, || Event::FallRolled { model: figure, natural, modifiers: drop, total });
    let mut con = Reckoning::of("CON", SM::FALL_02, t.state.sheet(figure).con());
    if let Some((rule, amount)) = surge {
        con.bonus("More Than Human", rule, amount);
    }
    let modifiers = con.finish(t, None);
    let (threshold, saving) = (t.state.sheet(figure).profile.threshold, damage::ancestors(t.state, figure));
    let count = check::dice(t, 1, extra);
    let dice = Dice::one("resistance", SM::FALL_02, seat, modifiers).of(figure).dice(count);
    let cuts = damage::cuts(total, &modifiers, &[threshold, threshold + saving]);
    let resisted = rolls::against(t, dice, total, cuts)?;
    let against = resisted + i32::from(modifiers.sum());
    t.tell(SM::FALL_02, || Event::ResistanceRolled { model: figure, natural: resisted, modifiers, total: against });
    t.note(SM::FALL_03);
    let hurt = Hurt { model: figure, by, reason: "the fall" };
    damage::settle(t, hurt, total - against, threshold, saving)
}

/// A model that is Shocked within an inch of a high edge may fall over it (SM-FALL-04), by the doing of whoever Shocked it.
///
/// # Errors
/// Pauses for dice.
pub fn near_edge(t: &mut Table<'_>, figure: Figure, by: Option<Figure>) -> Flow {
    let Some(at) = t.state.fighter(figure).spot() else { return Ok(()) };
    // Where nobody can come down there is nothing to fall into.
    let Some(to) = over_edge(t.state, figure, at) else { return Ok(()) };
    t.note(SM::CLIMB_02);
    if check::terrain(t, figure, SM::FALL_04, "edge", None, 5)? {
        t.tell(SM::FALL_04, || Event::HeldOn { model: figure });
        return Ok(());
    }
    fall(t, figure, by, at.z - to.z, to)
}

/// Where a model comes down that falls over the nearest high edge within an inch; an edge below which there is no room for
/// it is passed over (SM-FALL-04).
fn over_edge(state: &State, figure: Figure, at: Spot) -> Option<Spot> {
    let (board, p) = (&state.field.board, at.plan());
    let mut edges = Vec::new();
    board.brinks(at, RADIUS, INCH, MIDDLE + 1, |edge, over| edges.push((p.to(over), edge, over)));
    edges.sort_unstable();
    edges.into_iter().find_map(|(_, edge, over)| {
        let edge = board.edges().get(edge.index())?;
        let foot = edge.outside(over, i64::from(RADIUS) + 2).at(edge.z - edge.drop);
        let deep = |spot: Spot| at.z - spot.z > MIDDLE;
        let free = |spot: Spot| deep(spot) && vacant(state, figure, spot) && !walled(state, foot, spot, edge.z);
        board.holds(foot.plan()).then_some(())?;
        board.nearest_stand(foot, &MOVER, RADIUS, 6000, free)
    })
}

/// Whether something as high as the edge stands between its foot and a place: a fall leads neither through what the model
/// stood on nor through what stands opposite.
fn walled(state: &State, foot: Spot, spot: Spot, edge: i32) -> bool {
    let mut between = false;
    for piece in state.field.board.pieces().iter().filter(|piece| piece.is_solid() && piece.top >= edge) {
        piece.outline.inner_spans(foot.plan(), spot.plan(), |_| between = true);
    }
    between
}

/// Whether a base can rest on a spot that nobody else occupies.
pub fn vacant(state: &State, figure: Figure, spot: Spot) -> bool {
    let base = Base::new(spot, RADIUS);
    state.field.holds_base(spot)
        && state.field.board.stand(spot, &MOVER, RADIUS).is_ok()
        && !state
            .standing()
            .any(|(other, _, at)| other != figure && at.z == spot.z && base.overlaps(&Base::new(at, RADIUS)))
}

/// The nearest place at the foot of a drop where a model can lie.
pub fn foot(state: &State, figure: Figure, spot: Spot) -> Option<Spot> {
    let z = state.field.board.floor(spot.plan(), spot.z)?;
    let low = Spot { z, ..spot };
    state.field.board.nearest_stand(low, &MOVER, RADIUS, 6000, |spot| vacant(state, figure, spot))
}
