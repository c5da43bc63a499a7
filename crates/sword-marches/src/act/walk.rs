//! Move, Hustle and Ambush (SM-ACTION-03 to SM-ACTION-07).

use super::stroll::Stroll;
use crate::decisions::{TRACK, Walking};
use crate::effects::Grant;
use crate::events::Length;
use crate::field::{RADIUS, SLACK};
use crate::resolve::ambush;
use crate::state::{Place, State};
use crate::terrain::{self, Buffers, Going, Pace, Trip};
use crate::{Event, Table, scenario, sight};
use kernel::{Figure, Flow, settle};
use rulebook::SM;
use space::inches::{Base, Spot};

/// Asks for the way and goes it; returns it, from where the model stood.
///
/// # Errors
/// Pauses for the way.
pub fn walk(t: &mut Table<'_>, figure: Figure, pace: Pace) -> Flow<Vec<Spot>> {
    let Some(going) = Going::of(t.state, figure, pace) else { return Ok(Vec::new()) };
    let rule = match pace {
        Pace::Move => SM::ACTION_03,
        Pace::Hustle => SM::ACTION_06,
        Pace::Disengage => SM::ACTION_27,
    };
    let buffers = std::mem::take(&mut t.scratch.buffers);
    let question = Stroll::new(t.state, &going, buffers);
    let answer = settle(t.oracle, TRACK.to(t.state.owner(figure)).by(rule).actor(figure), &question)?;
    let mut buffers = question.buffers.into_inner();
    let trip = match &answer {
        Walking::Go { way } => {
            let trip = terrain::check(t.state, &going, way, &mut buffers).ok();
            trip.map(|trip| (trip, trip.places(way)))
        }
        Walking::Stay => None,
    };
    t.scratch.buffers = buffers;
    match trip {
        Some((trip, track)) => {
            go(t, figure, &track, trip, rule);
            Ok(track)
        }
        None => {
            t.tell(rule, || Event::Stayed { model: figure });
            Ok(vec![going.from])
        }
    }
}

fn go(t: &mut Table<'_>, figure: Figure, track: &[Spot], trip: Trip, rule: kernel::Rule) {
    let from = track[0];
    if let Some(crossing) = trip.crossed {
        let piece = t.state.field.adventure.terrain[usize::from(crossing.piece)].id;
        t.note(SM::TERRAIN_07);
        t.tell(SM::TERRAIN_11, || Event::Crossed { model: figure, piece: crate::events::Landmark(piece) });
    }
    if trip.dropped > 0 {
        let height = trip.dropped;
        t.tell(SM::JUMP_01, || Event::Dropped { model: figure, height: Length(height) });
    }
    ground_notes(t, figure, from, trip.to);
    t.state.fighter_mut(figure).place = Place::On(trip.to);
    t.note(SM::MODEL_04);
    t.note(SM::MODEL_06);
    t.tell(rule, || Event::Moved { model: figure, from, to: trip.to, length: trip.length });
    ambush::passed_by(t, figure, track);
    scenario::carried(t, figure, track);
}

/// The ground that shaped a move, and an Engagement that it ends.
fn ground_notes(t: &mut Table<'_>, figure: Figure, from: Spot, to: Spot) {
    if !t.aloud() {
        return;
    }
    let feet = t.state.sheet(figure).feet;
    // What the ground is to most models, and what makes it Open to this one.
    for spot in [from, to] {
        if let Some(piece) = t.state.field.rough_under(crate::field::Feet::default(), spot) {
            let area = t.state.field.ground(piece) == crate::content::Ground::Area;
            t.note(if area { SM::AREA_01 } else { SM::TERRAIN_02 });
            for grant in [Grant::Woodcraft, Grant::SureFoot] {
                if let Some(rule) = t.state.sheet(figure).has(grant) {
                    t.note(rule);
                }
            }
        }
    }
    match (t.state.field.rough_under(feet, from).is_some(), t.state.field.rough_under(feet, to).is_some()) {
        (true, _) => t.note(SM::TERRAIN_04),
        (false, true) => t.note(SM::TERRAIN_03),
        (false, false) => t.note(SM::TERRAIN_01),
    }
    if t.state.field.adventure.quest == crate::content::Quest::Beacon && from.z != to.z {
        t.note(SM::ADV2_04);
    }
    if t.state.engaged(figure) {
        t.note(SM::CLOSE_03);
        t.note(SM::COND_12);
    }
}

/// A Move after which the model hides, if it ends near terrain that conceals it from every enemy (SM-ACTION-07).
///
/// # Errors
/// Pauses for the way.
pub fn ambush(t: &mut Table<'_>, figure: Figure) -> Flow {
    walk(t, figure, Pace::Move)?;
    let Some(at) = t.state.fighter(figure).spot() else { return Ok(()) };
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let state = &*t.state;
    let count = state.field.board.pieces().len() as u16;
    let near = (0..count).any(|id| sight::can_conceal(state, id) && sight::near(state.field.piece(id), at));
    let reason = if near { watched(state, figure, at, &mut buffers) } else { Some("no terrain within an inch") };
    t.scratch.buffers = buffers;
    match reason {
        None => {
            t.state.fighter_mut(figure).ambush = true;
            t.tell(SM::ACTION_07, || Event::Hidden { model: figure });
        }
        Some(reason) => t.tell(SM::ACTION_07, || Event::NotHidden { model: figure, reason }),
    }
    Ok(())
}

/// Why a model is not hidden from every enemy who looks. Of what conceals it from one who sees it something is within an
/// inch; and if none sees it, what is within an inch hides it from one at least (SM-ACTION-07).
fn watched(state: &State, figure: Figure, at: Spot, buffers: &mut Buffers) -> Option<&'static str> {
    let owner = state.owner(figure);
    let (mut looked, mut hides) = (false, false);
    for (enemy, _, spot) in state.standing().filter(|(_, fighter, _)| fighter.owner != owner && fighter.ready()) {
        let reach = i32::from(state.sheet(enemy).cbt()) * 1000 + SLACK;
        if Base::new(spot, RADIUS).within(&Base::new(at, RADIUS), reach) {
            return Some("an enemy is too near");
        }
        let seen = sight::look(state, enemy, figure, buffers);
        match (seen.visible(), seen.concealed, seen.sheltered) {
            (false, ..) => hides = hides || sight::sheltered_from(state, enemy, figure, buffers),
            (true, _, true) => hides = true,
            (true, true, false) => return Some(TOO_FAR),
            (true, false, false) => return Some("an enemy sees it"),
        }
        looked = true;
    }
    (looked && !hides).then_some(TOO_FAR)
}

const TOO_FAR: &str = "what hides it is more than an inch away";
