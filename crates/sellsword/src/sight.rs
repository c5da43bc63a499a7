//! Who sees whom: line of sight, cover and invisibility between units.

use crate::cards::{Ground, Verb};
use crate::cite::Cited;
use crate::field::{Body, Buffers, View};
use crate::state::State;
use kernel::{Figure, Refusal};
use rulebook::SW;
use space::grid::{Block, Square};

/// What an attacker makes of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub view: View,
    /// Invisible to the viewer, by terrain or trait, after everything that sees through it.
    pub invisible: bool,
}

/// The view between two units on the map: geometry alone, before traits.
pub(crate) fn view(state: &State, from: Figure, to: Figure, buffers: &mut Buffers) -> View {
    let (Some(near), Some(far)) = (state.space(from), state.space(to)) else {
        return View::default();
    };
    let size = state.sheet(to).size;
    buffers.between.clear();
    // Only bodies between the two can matter; the exact test follows for those inside the box around both.
    let (left, right) = (near.at.x.min(far.at.x), (near.at.x + near.side).max(far.at.x + far.side));
    let (top, bottom) = (near.at.y.min(far.at.y), (near.at.y + near.side).max(far.at.y + far.side));
    for (at, unit) in state.units.iter().enumerate() {
        let other = Figure(at as u16);
        if !unit.on_map() || other == from || other == to {
            continue;
        }
        if let Some(block) = state.space(other)
            && block.at.x < right
            && block.at.x + block.side > left
            && block.at.y < bottom
            && block.at.y + block.side > top
            // A line that ends in a shared space passes through one side of it only (SW-TEMP-05).
            && !shared(block, near)
            && !shared(block, far)
        {
            buffers.between.push(Body { block, larger: state.sheet(other).size > size });
        }
    }
    if state.made.is_empty() {
        return state.field.view(state.open, near, far, &[], buffers);
    }
    let made: Vec<(Square, Ground)> = state.made.iter().map(|made| (made.square, made.kind)).collect();
    state.field.view(state.open, near, far, &made, buffers)
}

/// Does one of the two spaces lie within the other, as while a unit passes through an ally?
fn shared(a: Block, b: Block) -> bool {
    a.squares().all(|square| b.contains(square)) || b.squares().all(|square| a.contains(square))
}

/// View and invisibility together.
pub(crate) fn sighting(state: &State, from: Figure, to: Figure, buffers: &mut Buffers) -> Sighting {
    sighting_cited(state, from, to, buffers, &mut Cited::unheard())
}

/// The same with its reasons.
pub(crate) fn sighting_cited(
    state: &State,
    from: Figure,
    to: Figure,
    buffers: &mut Buffers,
    cited: &mut Cited,
) -> Sighting {
    let view = view(state, from, to, buffers);
    if cited.hears() {
        let larger = view.has(View::SCREENED) && larger_between(state, from, to, buffers);
        view.cite(larger, cited);
        cited.cite_if(!view.cover(), SW::COVER_01);
        cited.cite_if(view.cover() && state.adjacent(from, to), SW::COVER_05);
    }
    Sighting { view, invisible: invisible(state, from, to, view, cited) }
}

/// Is `to` invisible to `from` (SW-INVIS-01)? By brush and smoke, the Invisible trait, or Stealthy in cover.
fn invisible(state: &State, from: Figure, to: Figure, view: View, cited: &mut Cited) -> bool {
    let common = &state.sheet(to).common;
    let stealthy = common.stealthy && view.cover();
    let hidden = view.veiled() || hides(state, from, to, view);
    let invisible = hidden && !sees_invisible(state, from, to);
    if invisible {
        cited.cite(SW::INVIS_01);
        cited.cite_if(common.invisible, SW::TRAIT_09);
        cited.cite_if(common.invisible, SW::STATUS_20);
        cited.cite_if(!common.invisible && stealthy, SW::TRAIT_12);
    } else if view.veiled() || common.invisible {
        let anywhere = state.sheet(from).common.see_invisible;
        cited.cite(if anywhere { SW::TRAIT_10 } else { SW::TRAIT_24 });
    } else {
        cited.cite_if(stealthy, SW::TRAIT_12);
    }
    invisible
}

fn hides(state: &State, from: Figure, to: Figure, view: View) -> bool {
    let common = &state.sheet(to).common;
    if !state.enemies(from, to) {
        return false;
    }
    common.invisible || (common.stealthy && view.cover() && !enemy_adjacent(state, to))
}

fn enemy_adjacent(state: &State, unit: Figure) -> bool {
    state.standing().any(|other| state.enemies(unit, other) && state.adjacent(other, unit))
}

/// See Invisible, or a trait that ignores invisibility nearby (SW-TRAIT-10, SW-TRAIT-24).
pub(crate) fn sees_invisible(state: &State, viewer: Figure, to: Figure) -> bool {
    let sheet = state.sheet(viewer);
    if sheet.common.see_invisible {
        return true;
    }
    sheet.standing.iter().any(|at| {
        state.has_trait(viewer, *at as usize)
            && sheet.traits[*at as usize].effects.iter().any(|effect| match effect.verb {
                Verb::IgnoreInvisible(within) => state.distance(viewer, to) <= within,
                _ => false,
            })
    })
}

/// May `from` attack `to` as far as sight goes? The range has been measured already.
///
/// # Errors
/// Not visible (SW-LOS-07), or invisible and beyond the reach of the viewer's Wits (SW-INVIS-03).
pub(crate) fn can_target(
    state: &State,
    from: Figure,
    to: Figure,
    range: u8,
    buffers: &mut Buffers,
) -> Result<Sighting, Refusal> {
    let sighting = sighting(state, from, to, buffers);
    if !sighting.view.visible() {
        let hidden = state.sheet(to).common.invisible;
        let rule = if behind_larger(state, from, to, buffers) {
            SW::TEMP_06
        } else if hidden {
            SW::INVIS_02
        } else if state.sheet(from).common.ghostly {
            SW::TRAIT_08
        } else {
            SW::ATTACK_04
        };
        return Err(Refusal::new(rule, "there is no line of sight to the target"));
    }
    if sighting.invisible {
        let wits = crate::resolve::stats::current(state, from, crate::cards::Stat::Wits);
        if i16::from(range) >= wits {
            return Err(Refusal::with(
                SW::INVIS_03,
                "the invisible target is at range {0}, which Wits {1} does not reach",
                range.into(),
                wits.into(),
            ));
        }
    }
    Ok(sighting)
}

/// Would the target be seen but for larger units in between (SW-TEMP-06)? Walls have the first word.
pub(crate) fn behind_larger(state: &State, from: Figure, to: Figure, buffers: &mut Buffers) -> bool {
    let (Some(near), Some(far)) = (state.space(from), state.space(to)) else {
        return false;
    };
    buffers.between.clear();
    state.field.view(state.open, near, far, &[], buffers).visible()
}

/// Does a unit larger than the target stand in the way of some lines to it (SW-TEMP-06)?
fn larger_between(state: &State, from: Figure, to: Figure, buffers: &mut Buffers) -> bool {
    view(state, from, to, buffers);
    buffers.between.iter().any(|body| body.larger)
}

/// Can the unit see any part of a square (SW-LOS-06)?
pub(crate) fn sees_square(state: &State, from: Figure, square: Square, buffers: &mut Buffers) -> bool {
    state.space(from).is_some_and(|space| state.field.sees_square(state.open, space, square, buffers))
}

pub(crate) fn sees_centre(state: &State, from: Figure, square: Square, buffers: &mut Buffers) -> bool {
    state.space(from).is_some_and(|space| state.field.sees_centre(state.open, space, square, buffers))
}

/// Cover from a burst: the line between the centres (SW-BURST-05).
pub(crate) fn blast_cover(state: &State, origin: Square, target: Figure, buffers: &mut Buffers) -> bool {
    let Some(far) = state.space(target) else {
        return false;
    };
    let near = Block::single(origin);
    if far.contains(origin) {
        return false;
    }
    let bodies: Vec<Block> =
        state.standing().filter(|other| *other != target).filter_map(|other| state.space(other)).collect();
    state.field.blast_blocked(state.open, near, far, &bodies, buffers)
}
