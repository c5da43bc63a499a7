//! Who sees whom, and what stands between: line of sight and counted cover (SC-LOS, SC-COVER), shooting over heads
//! (SC-RANGED-10, SC-RANGED-11), and what flight and fortifications change about them (SC-FLIGHT-16, SC-FLIGHT-23).

pub(crate) mod rays;
pub(crate) mod views;

use crate::cards::{Qualities, WeaponQualities, ZoneKind};
use crate::state::{Altitude, Level, Side, State, squares_apart};
use kernel::Figure;
pub(crate) use rays::Glimpse;
use rays::Screens;
use space::grid::{Block, Sectors, Square};
pub(crate) use views::{Layer, Views};

/// Buffers for drawing lines, kept between calls.
#[derive(Debug, Default)]
pub struct Buffers {
    screens: Screens,
    /// Squares of blocking and obscuring zones.
    zones: Vec<Square>,
    /// Shapes of cones and fans worked out so far.
    pub sectors: Sectors,
}

/// Who looks: the figure whose eyes are used, and figures that never cover its shots besides itself. The crew of a
/// siege weapon looks for it (SC-QUAL-17), and neither the weapon nor its crew covers the shot (SC-COVER-03).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eye<'a> {
    pub figure: Figure,
    pub spared: &'a [Figure],
}

impl Eye<'_> {
    pub(crate) fn of(figure: Figure) -> Eye<'static> {
        Eye { figure, spared: &[] }
    }
}

/// Only large terrain stands between figures of which one is aloft or on a fortification.
fn layer(one: Level, other: Level) -> Layer {
    if one == Level::Ground && other == Level::Ground { Layer::Ground } else { Layer::Aloft }
}

/// Is there line of sight (SC-LOS-01, SC-LOS-02)? Figures never remove it (SC-LOS-04).
pub(crate) fn sees(state: &State, viewer: Figure, target: Figure, buffers: &mut Buffers) -> bool {
    let Some(space) = state.space(target) else {
        return false;
    };
    space.squares().any(|square| sees_square(state, viewer, square, state.level(target), buffers))
}

/// Is there line of sight to a square, on the ground or in the air above it?
pub(crate) fn sees_square(state: &State, viewer: Figure, square: Square, level: Level, buffers: &mut Buffers) -> bool {
    let Some(from) = state.space(viewer) else {
        return false;
    };
    if from.contains(square) {
        return true;
    }
    let layer = layer(state.level(viewer), level);
    buffers.screens.bodies.clear();
    gather_zones(state, layer, from, square, buffers);
    glimpse(state, layer, from, square, buffers).seen
}

/// Is there line of sight to a square of a lasting effect on the ground? Mist hides what is in it, not itself.
pub(crate) fn sees_effect(state: &State, viewer: Figure, square: Square, buffers: &mut Buffers) -> bool {
    let Some(from) = state.space(viewer) else {
        return false;
    };
    let layer = layer(state.level(viewer), Level::Ground);
    let near = squares_apart(from, Block::single(square)) <= 1;
    let misty = |square: Square| layer == Layer::Ground && state.zoned(square, ZoneKind::Obscuring);
    if near || !misty(square) || from.squares().all(misty) {
        return sees_square(state, viewer, square, Level::Ground, buffers);
    }
    buffers.screens.bodies.clear();
    gather_zones(state, layer, from, square, buffers);
    state.field().views().past(layer, from, square, &buffers.zones, &mut buffers.screens).seen
}

/// The best look at a figure, with everything in between counted (SC-COVER-01 to SC-COVER-06). Of the target's squares
/// the one with the least penalty counts (SC-LOS-02).
pub(crate) fn look(state: &State, eye: Eye<'_>, target: Figure, buffers: &mut Buffers) -> Glimpse {
    let (Some(from), Some(space)) = (state.space(eye.figure), state.space(target)) else {
        return Glimpse::HIDDEN;
    };
    if from.overlaps(space) {
        return Glimpse::CLEAR;
    }
    let height = state.sheet(target).height() + u8::from(state.piece(target).altitude == Altitude::Hover);
    let layer = layer(state.level(eye.figure), state.level(target));
    gather_bodies(state, eye, Some(target), height, layer, (from, space), buffers);
    let mut best = Glimpse::HIDDEN;
    for square in space.squares() {
        gather_zones(state, layer, from, square, buffers);
        best = better(best, glimpse(state, layer, from, square, buffers));
    }
    best
}

/// The look at a spot that is aimed at: a square, or the best of those round a grid point (SC-AREA-01, SC-AREA-02).
pub(crate) fn look_at(state: &State, eye: Eye<'_>, squares: &[Square], level: Level, buffers: &mut Buffers) -> Glimpse {
    let Some(from) = state.space(eye.figure) else {
        return Glimpse::HIDDEN;
    };
    let layer = layer(state.level(eye.figure), level);
    let mut best = Glimpse::HIDDEN;
    for square in squares.iter().copied() {
        if from.contains(square) {
            return Glimpse::CLEAR;
        }
        // A spot of the ground has no height of its own: figures lower than the shooter can be shot over.
        gather_bodies(state, eye, None, 0, layer, (from, Block::single(square)), buffers);
        buffers.screens.bodies.retain(|body| *body != square);
        gather_zones(state, layer, from, square, buffers);
        best = better(best, glimpse(state, layer, from, square, buffers));
    }
    best
}

fn better(best: Glimpse, next: Glimpse) -> Glimpse {
    if next.seen && (!best.seen || next.penalty() < best.penalty()) { next } else { best }
}

/// One square, with the bodies and zones that were gathered.
fn glimpse(state: &State, layer: Layer, from: Block, square: Square, buffers: &mut Buffers) -> Glimpse {
    let views = state.field().views();
    let near = squares_apart(from, Block::single(square)) <= 1;
    // A figure in mist sees and is seen from adjacent squares only (SC-WQUAL-09).
    if !near && layer == Layer::Ground && !state.zones.is_empty() {
        let misty = |square: Square| state.zoned(square, ZoneKind::Obscuring);
        if misty(square) || from.squares().all(misty) {
            return Glimpse::HIDDEN;
        }
    }
    let Buffers { screens, zones, .. } = buffers;
    views.past(layer, from, square, if near { &[] } else { zones }, screens)
}

/// Squares of zones that stop lines, near the two (SC-WQUAL-08, SC-WQUAL-09). Zones lie on the ground.
fn gather_zones(state: &State, layer: Layer, from: Block, to: Square, buffers: &mut Buffers) {
    buffers.zones.clear();
    if state.zones.is_empty() || layer == Layer::Aloft {
        return;
    }
    for zone in state.zones.iter().filter(|zone| matches!(zone.kind, ZoneKind::Blocking | ZoneKind::Obscuring)) {
        zone.shape.each(|square| {
            if between(from, Block::single(to), Block::single(square)) {
                buffers.zones.push(square);
            }
        });
    }
}

/// Squares of figures in the way that cannot be shot over (SC-COVER-03).
fn gather_bodies(
    state: &State,
    eye: Eye<'_>,
    target: Option<Figure>,
    height: u8,
    layer: Layer,
    (from, to): (Block, Block),
    buffers: &mut Buffers,
) {
    let bodies = &mut buffers.screens.bodies;
    bodies.clear();
    // Nobody covers those aloft or on a fortification, nor from them (SC-FLIGHT-16, SC-FLIGHT-23).
    if layer == Layer::Aloft {
        return;
    }
    for (at, piece) in state.pieces.iter().enumerate() {
        let other = Figure(at as u16);
        if !piece.on_board() || other == eye.figure || Some(other) == target || eye.spared.contains(&other) {
            continue;
        }
        let Some(space) = state.space(other) else {
            continue;
        };
        if between(from, to, space)
            && !space.overlaps(from)
            && state.level(other) == Level::Ground
            && !shot_over(state, eye.figure, from, height, other, space)
        {
            bodies.extend(space.squares().filter(|square| !to.contains(*square)));
        }
    }
}

/// Does the closed box round both places meet a third?
fn between(from: Block, to: Block, other: Block) -> bool {
    let near = |a: u8, a_side: u8, b: u8, b_side: u8, c: u8, c_side: u8| {
        c <= a.saturating_add(a_side).max(b.saturating_add(b_side)) && c.saturating_add(c_side) >= a.min(b)
    };
    near(from.at.x, from.side, to.at.x, to.side, other.at.x, other.side)
        && near(from.at.y, from.side, to.at.y, to.side, other.at.y, other.side)
}

/// Can the figure be shot over: lower than the shooter or the target, and far enough from the shooter (SC-RANGED-10,
/// SC-RANGED-11)?
fn shot_over(state: &State, shooter: Figure, from: Block, height: u8, other: Figure, space: Block) -> bool {
    let (own, sheet) = (state.sheet(shooter), state.sheet(other));
    if sheet.height() >= own.height() && sheet.height() >= height {
        return false;
    }
    if sheet.has(Qualities::SHORT) && sheet.height() < own.height() {
        return true;
    }
    let needed = 1 + sheet.size.number().saturating_sub(own.size.number());
    squares_apart(from, space).saturating_sub(1) >= needed
}

/// Does nothing solid stand between a place and a square: hard terrain, walls, blocking zones? What spreads from an
/// attacker needs no more than that (SC-MELEE-05).
pub(crate) fn unblocked(
    state: &State,
    from: Block,
    level: Level,
    square: Square,
    to: Level,
    buffers: &mut Buffers,
) -> bool {
    let layer = layer(level, to);
    buffers.screens.bodies.clear();
    buffers.zones.clear();
    if layer == Layer::Ground {
        for zone in state.zones.iter().filter(|zone| zone.kind == ZoneKind::Blocking) {
            zone.shape.each(|blocked| buffers.zones.push(blocked));
        }
    }
    let Buffers { screens, zones, .. } = buffers;
    from.contains(square) || state.field().views().past(layer, from, square, zones, screens).seen
}

/// The same as far as the map goes: zones are not asked about.
pub(crate) fn unblocked_by_map(
    state: &State,
    from: Block,
    level: Level,
    square: Square,
    to: Level,
    buffers: &mut Buffers,
) -> bool {
    buffers.screens.bodies.clear();
    from.contains(square) || state.field().views().bare(layer(level, to), from, square, &mut buffers.screens).seen
}

/// The look at a square over the map alone: terrain counts, figures do not (SC-DLINE-05).
pub(crate) fn over_map(state: &State, viewer: Figure, square: Square, level: Level, buffers: &mut Buffers) -> Glimpse {
    let Some(from) = state.space(viewer) else {
        return Glimpse::HIDDEN;
    };
    if from.contains(square) {
        return Glimpse::CLEAR;
    }
    let layer = layer(state.level(viewer), level);
    buffers.screens.bodies.clear();
    gather_zones(state, layer, from, square, buffers);
    glimpse(state, layer, from, square, buffers)
}

/// Sides with a weapon on the board that fires at what it does not see (SC-WQUAL-17).
pub(crate) fn lookouts(state: &State) -> u8 {
    let indirect =
        |figure: &Figure| state.sheet(*figure).attacks.iter().any(|attack| attack.has(WeaponQualities::INDIRECT_FIRE));
    state.standing().filter(indirect).fold(0, |bits, figure| bits | 1 << state.piece(figure).side.0)
}

/// Somebody of the other side sees the figure where it is now: it is remembered until the end of that side's next turn.
pub(crate) fn spot(state: &mut State, figure: Figure, buffers: &mut Buffers) {
    let other = state.piece(figure).side.other();
    if state.lookouts >> other.0 & 1 == 0 || state.piece(figure).spotted >> other.0 & 1 == 1 {
        return;
    }
    if state.of_side(other).any(|viewer| !state.is_engine(viewer) && sees(state, viewer, figure, buffers)) {
        state.piece_mut(figure).spotted |= 1 << other.0;
    }
}

/// At the end of its turn a side remembers only what it sees now.
pub(crate) fn forget(state: &mut State, side: Side, buffers: &mut Buffers) {
    if state.lookouts >> side.0 & 1 == 0 {
        return;
    }
    for at in 0..state.pieces.len() {
        state.pieces[at].spotted &= !(1 << side.0);
        if state.pieces[at].side != side && state.pieces[at].on_board() {
            spot(state, Figure(at as u16), buffers);
        }
    }
}

/// Figures in the way, for the log: somebody is shot over, somebody is too near for that, somebody covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Heads {
    pub over: bool,
    pub cramped: bool,
    pub covers: bool,
    /// A Short figure is shot over from right behind it.
    pub short: bool,
}

/// What stands in the box round shooter and target.
pub(crate) fn heads(state: &State, shooter: Figure, target: Figure) -> Heads {
    let mut heads = Heads::default();
    let (Some(from), Some(to)) = (state.space(shooter), state.space(target)) else {
        return heads;
    };
    let hovers = state.piece(target).altitude == Altitude::Hover;
    let height = state.sheet(target).height() + u8::from(hovers);
    for other in state.standing().filter(|other| *other != shooter && *other != target) {
        let Some(space) = state.space(other).filter(|space| between(from, to, *space)) else { continue };
        if state.level(other) != Level::Ground {
            continue;
        }
        let lower = state.sheet(other).height() < height.max(state.sheet(shooter).height());
        let over = shot_over(state, shooter, from, height, other, space);
        heads.over |= over;
        heads.cramped |= lower && !over;
        heads.covers |= !over;
        heads.short |= over && state.sheet(other).has(Qualities::SHORT);
    }
    heads
}
