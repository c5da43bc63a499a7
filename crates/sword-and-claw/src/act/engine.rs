//! Siege weapons in the Movement step: their crew moves them and loads them (SC-QUAL-07 to SC-QUAL-18).

use super::travel::{self, Followed};
use super::{begin, onward};
use crate::decisions::battle::{CREW, Hand};
use crate::opportunity::{self, Record, Who};
use crate::state::{Altitude, Motion, Place, State};
use crate::terrain::Going;
use crate::{Event, Table, contact, siege, zones};
use kernel::{Figure, Flow, Refusal, Walk};
use rulebook::SC;
use space::grid::{Block, Square};

/// Figures that can serve a siege weapon in this Movement step: adjacent, of its side, free of enemies and not spent
/// (SC-QUAL-07, SC-QUAL-12, SC-QUAL-13), the trained first.
pub(crate) fn crew(state: &State, engine: Figure) -> Vec<Figure> {
    let mut found = Vec::new();
    let Some(space) = state.space(engine) else { return found };
    contact::each(state, space, state.level(engine), state.piece(engine).side, |figure| {
        if figure != engine && stands_by(state, figure).is_ok() {
            found.push(figure);
        }
    });
    found.sort_by_key(|figure| (!state.sheet(*figure).has(crate::cards::Qualities::SIEGE_WEAPON_CREW), *figure));
    found
}

/// May a figure beside a siege weapon serve it in this Movement step?
fn stands_by(state: &State, figure: Figure) -> Result<(), Refusal> {
    let piece = state.piece(figure);
    if state.is_engine(figure) {
        return Err(Refusal::new(SC::QUAL_07, "a siege weapon does not serve another"));
    }
    if piece.paralyzed > 0 {
        return Err(Refusal::new(SC::COND_02, "a paralyzed figure operates nothing"));
    }
    if piece.motion != Motion::None || piece.serving {
        return Err(Refusal::new(SC::QUAL_12, "it has used its movement, or its player keeps it back"));
    }
    if contact::pinned(state, figure) {
        return Err(Refusal::new(SC::QUAL_13, "it has an enemy adjacent"));
    }
    Ok(())
}

/// What keeps a figure from going with the weapon.
fn stays_behind(state: &State, engine: Figure, answer: &Hand) -> Result<(), Refusal> {
    let Hand::With { figure } = *answer else {
        return Err(Refusal::new(SC::QUAL_08, "the weapon takes as many hands as its size asks for"));
    };
    if state.piece(figure).side != state.piece(engine).side || figure == engine {
        return Err(Refusal::new(SC::QUAL_07, "only figures of its own side operate a siege weapon"));
    }
    if !contact::in_contact(state, engine, figure) {
        return Err(Refusal::new(SC::QUAL_11, "it is not adjacent to the weapon"));
    }
    if state.piece(figure).entangled > 0 {
        return Err(Refusal::new(SC::COND_01, "an entangled figure goes nowhere"));
    }
    stands_by(state, figure)
}

/// Those of the crew who can go with the weapon: the entangled load it where they stand (SC-COND-01, SC-QUAL-18).
pub(crate) fn pushers(state: &State, engine: Figure) -> Vec<Figure> {
    let mut crew = crew(state, engine);
    crew.retain(|figure| state.piece(*figure).entangled == 0);
    crew
}

/// Does the figure stand beside a siege weapon of its side?
pub(crate) fn beside(state: &State, figure: Figure) -> bool {
    let Some(space) = state.space(figure) else { return false };
    let mut found = false;
    contact::each(state, space, state.level(figure), state.piece(figure).side, |other| {
        found |= other != figure && state.is_engine(other);
    });
    found
}

/// The board without the crew that is needed, who walk along and are in nobody's way. Others that stand by are.
pub(crate) fn lifted(state: &State, engine: Figure) -> State {
    let mut lifted = state.clone();
    let crew = pushers(state, engine);
    if crew.is_empty() {
        // A weapon is held fast by what holds its crew.
        lifted.piece_mut(engine).entangled = 1;
    }
    for figure in crew.into_iter().take(usize::from(state.sheet(engine).crew())) {
        lifted.put(figure, Place::Left, Altitude::Landed);
    }
    lifted
}

/// Moves a siege weapon with its crew (SC-QUAL-18).
///
/// # Errors
/// Pauses for the choice of the crew and for opportunity attacks.
pub(crate) fn push(t: &mut Table<'_>, engine: Figure, walk: &Walk) -> Flow {
    let standing = pushers(t.state, engine);
    let Some(crew) = muster(t, engine, standing)? else {
        // The way was drawn for more hands than there are: the player thinks again.
        return Ok(());
    };
    let mut travel = begin(t, engine, Motion::Move);
    if crew.len() < usize::from(t.state.sheet(engine).crew()) {
        t.note(SC::QUAL_09);
    }
    let Some(start) = t.state.space(engine) else { return Ok(()) };
    let places: Vec<(Figure, Square)> =
        crew.iter().filter_map(|figure| Some((*figure, t.state.space(*figure)?.at))).collect();
    for (figure, _) in &places {
        t.state.put(*figure, Place::Left, Altitude::Landed);
    }
    let mut followed = travel::follow(t, &mut travel, walk)?;
    while followed == Followed::Interrupted && travel.left > 0 {
        let Some(rest) = onward::rest(t.state, engine, walk) else { break };
        let before = travel.trail.len();
        followed = travel::follow(t, &mut travel, &rest)?;
        // The player may have chosen another crew than the one the way was drawn for, and somebody is in the way.
        if travel.trail.len() == before {
            break;
        }
    }
    // The weapon first: where it has to go back, the crew takes its place beside that (SC-PASS-05).
    travel::finish(t, &travel);
    let end = t.state.space(engine).map_or(start.at, |space| space.at);
    for (figure, from) in places {
        if accompany(t, figure, from, &travel.trail, end)? {
            settle(t, engine, figure, from, shift(start.at, end))?;
        }
    }
    Ok(())
}

fn shift(from: Square, to: Square) -> (i32, i32) {
    (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
}

/// The crew walks beside the weapon: whoever touches an enemy on the way provokes like any figure that moves on
/// (SC-QUAL-18, SC-OPP-01), and zones act on whoever enters them. False if that was the end of its way.
fn accompany(t: &mut Table<'_>, figure: Figure, from: Square, trail: &[Square], end: Square) -> Flow<bool> {
    let [start, between @ ..] = trail else { return Ok(true) };
    let (width, height) = (t.state.field().width(), t.state.field().height());
    let (old, going) = (Block::new(from, t.state.base(figure)), Going::of(t.state, figure).at(Altitude::Landed));
    let mut record = Record::default();
    for at in between.iter().take_while(|at| **at != end) {
        let (dx, dy) = shift(*start, *at);
        let Some(block) = old.shifted(dx, dy, width, height) else { continue };
        if going.stand(t.state, block).is_err() {
            continue;
        }
        t.state.put(figure, Place::On(block.at), Altitude::Landed);
        zones::entered(t, figure)?;
        if opportunity::can_go_on(t.state, figure) {
            opportunity::provoke(t, figure, &mut record, Who::All)?;
        }
        if !opportunity::can_go_on(t.state, figure) {
            let piece = t.state.piece_mut(figure);
            (piece.motion, piece.serving, piece.moved) = (Motion::Crew, true, true);
            return Ok(false);
        }
        t.state.put(figure, Place::Left, Altitude::Landed);
    }
    Ok(true)
}

/// Who serves, of those that stand by: chosen where they are more than are needed, and asked for where they are an
/// ally's. Nobody at all if an ally keeps one back.
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn muster(t: &mut Table<'_>, engine: Figure, mut left: Vec<Figure>) -> Flow<Option<Vec<Figure>>> {
    let needed = usize::from(t.state.sheet(engine).crew());
    let seat = t.state.piece(engine).owner;
    let mut chosen = Vec::new();
    let choice = left.len() > needed;
    while chosen.len() < needed && !left.is_empty() {
        let mut picked = 0;
        if choice {
            let options: Vec<Hand> = left.iter().map(|figure| Hand::With { figure: *figure }).collect();
            let asked = CREW.to(seat).by(SC::QUAL_08).actor(engine);
            picked = t.ask_telling(asked, &options, |state, answer| stays_behind(state, engine, answer))?;
        }
        let figure = left.remove(picked);
        if !siege::lent(t, engine, figure)? {
            return Ok(None);
        }
        chosen.push(figure);
    }
    Ok(Some(chosen))
}

/// The same displacement, or the nearest free place beside the weapon, or left behind.
fn settle(t: &mut Table<'_>, engine: Figure, figure: Figure, from: Square, (dx, dy): (i32, i32)) -> Flow {
    let (side, field) = (t.state.base(figure), std::sync::Arc::clone(&t.state.setting));
    let (width, height) = (field.field.width(), field.field.height());
    let old = Block::new(from, side);
    let going = Going::of(t.state, figure).at(Altitude::Landed);
    let stands = |state: &State, block: Block| going.stand(state, block).is_ok();
    let same = old.shifted(dx, dy, width, height).filter(|block| stands(t.state, *block));
    let beside = || {
        let weapon = t.state.space(engine)?;
        let all = field.field.squares().map(|at| Block::new(at, side));
        let near = all.filter(|block| contact::adjacent(t.state, *block, weapon) && stands(t.state, *block));
        near.min_by_key(|block| crate::state::distance(*block, old))
    };
    let to = same.or_else(beside);
    let anywhere = || {
        let all = field.field.squares().map(|at| Block::new(at, side));
        all.filter(|block| stands(t.state, *block)).min_by_key(|block| crate::state::distance(*block, old))
    };
    let place = to.or_else(|| Some(old).filter(|old| stands(t.state, *old))).or_else(anywhere).unwrap_or(old);
    t.state.put(figure, Place::On(place.at), Altitude::Landed);
    let piece = t.state.piece_mut(figure);
    (piece.motion, piece.serving) = (Motion::Crew, true);
    piece.moved |= place != old;
    match to {
        Some(block) => t.tell(SC::QUAL_18, || Event::CrewMoved { unit: figure, engine, to: block.at }),
        None => t.tell(SC::QUAL_18, || Event::CrewLeft { unit: figure, engine }),
    }
    if place == old { Ok(()) } else { zones::entered(t, figure) }
}
