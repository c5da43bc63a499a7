//! The Charge: one straight line, a blow at its end, or a dive from above (SM-ACTION-21 to SM-ACTION-24, SM-DIVE-01).

mod line;

pub(super) use line::{Run, at_gap};

use super::Cause;
use super::halt::Halt;
use crate::content::Ground;
use crate::decisions::{CHARGE_STEP, STOP, Stepping, Stopping};
use crate::events::Length;
use crate::field::{INCH, LOW, MIDDLE, MOVER, RADIUS};
use crate::resolve::attack::{self, Manoeuvre};
use crate::resolve::{ambush, check, fall, injury};
use crate::sight;
use crate::state::{Place, State};
use crate::terrain::{Buffers, Stance, keep_clear, unwieldy};
use crate::turn::action::{note_engagements, run_out};
use crate::{Event, Table};
use kernel::{Figure, Flow, Refusal, settle};
use line::{End, dives, run};
use rulebook::SM;
use space::inches::{Base, Hop, Material, Spot};

/// Where a model charges from: where it stands, past its own cover, or over a touched Obstacle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Starts {
    pub list: Vec<(Spot, Way)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Straight,
    /// After a step of an inch that clears its own cover (SM-ADJUST-05).
    Step,
    /// After crossing an Obstacle that it touched (SM-TERRAIN-11).
    Over(u16),
}

/// The runs that bring a model at its target, or towards it.
///
/// # Errors
/// The rule that bars the charge.
pub(crate) fn runs(state: &State, figure: Figure, target: Figure, buffers: &mut Buffers) -> Result<Starts, Refusal> {
    let mut starts = Starts::default();
    any_start(state, figure, target, buffers, |spot, way| {
        starts.list.push((spot, way));
        false
    })
    .map(|()| starts)
}

/// Whether there is any.
///
/// # Errors
/// The rule that bars the charge.
pub(crate) fn may_run(state: &State, figure: Figure, target: Figure, buffers: &mut Buffers) -> Result<(), Refusal> {
    any_start(state, figure, target, buffers, |_, _| true)
}

/// Tells every place from which the target can be run at, until `enough` says so: where the model stands, or else beyond
/// a touched Obstacle and aside of its cover.
fn any_start(
    state: &State,
    figure: Figure,
    target: Figure,
    buffers: &mut Buffers,
    mut enough: impl FnMut(Spot, Way) -> bool,
) -> Result<(), Refusal> {
    let (Some(from), Some(to)) = (state.fighter(figure).spot(), state.fighter(target).spot()) else {
        return Err(Refusal::new(SM::ACTION_22, "there is nobody to charge"));
    };
    if state.engaged_with(figure, target) {
        return Err(Refusal::new(SM::ACTION_21, "it is Engaged with that model already"));
    }
    let refusal = match run(state, figure, target, from, Way::Straight, buffers) {
        Ok(_) => {
            enough(from, Way::Straight);
            return Ok(());
        }
        Err(refusal) => refusal,
    };
    let mut found = false;
    let p = from.plan();
    for at in 0..state.field.board.pieces().len() as u16 {
        let piece = state.field.piece(at);
        if piece.top <= from.z + LOW
            || !sight::near(piece, from)
            || !piece.outline.overlaps_sweep(p, to.plan(), RADIUS.into())
        {
            continue;
        }
        // Nothing is measured before: it crosses even if it then falls short (SM-TERRAIN-11, SM-ACTION-24).
        if let Some(far) = beyond(state, figure, at, from)
            && run(state, figure, target, far, Way::Over(at), buffers).is_ok()
        {
            found = true;
            if enough(far, Way::Over(at)) {
                return Ok(());
            }
        }
        if piece.material == Material::Durable {
            for steps in 0..space::inches::turn::TURN {
                let aside = space::inches::turn::outward(p, steps, 998);
                keep_clear(state, figure, 0, 1000, &mut buffers.keep);
                let board = state.field.under(state.sheet(figure).feet);
                let Some(z) = board.walk(from, aside, &MOVER, &buffers.keep, &mut buffers.path) else { continue };
                let spot = aside.at(z);
                if state.field.stands(state.sheet(figure).feet, spot)
                    && run(state, figure, target, spot, Way::Step, buffers).is_ok()
                {
                    found = true;
                    if enough(spot, Way::Step) {
                        return Ok(());
                    }
                }
            }
        }
    }
    if found { Ok(()) } else { Err(refusal) }
}

/// Straight across a touched Obstacle, opposite the place of a model: the line to its target begins there
/// (SM-TERRAIN-11).
fn beyond(state: &State, figure: Figure, at: u16, from: Spot) -> Option<Spot> {
    let field = &*state.field;
    if field.piece(at).top - from.z > MIDDLE || field.ground(at) != Ground::Obstacle || unwieldy(state, figure) {
        return None;
    }
    let far = field.opposite(at, from);
    far.filter(|spot| field.stands(state.sheet(figure).feet, *spot) && vacant(state, figure, *spot))
}

fn vacant(state: &State, figure: Figure, spot: Spot) -> bool {
    let base = Base::new(spot, RADIUS);
    !state.standing().any(|(other, _, at)| other != figure && base.overlaps(&Base::new(at, RADIUS)))
}

/// # Errors
/// Pauses for where it starts and stops, for dice, and for the attack.
pub(crate) fn charge(t: &mut Table<'_>, figure: Figure, arm: u8, target: Figure, cause: Cause) -> Flow {
    let Some((before, from, way)) = set_off(t, figure, target)? else { return Ok(()) };
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let run = run(t.state, figure, target, from, way, &mut buffers);
    t.scratch.buffers = buffers;
    t.state.fighter_mut(figure).place = Place::On(from);
    let (Ok(run), Some(to)) = (run, t.state.fighter(target).spot()) else { return Ok(()) };
    let gap = stop_at(t, figure, target, &run, to)?;
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let end = gap.and_then(|gap| at_gap(t.state, figure, to, &run, gap, &mut buffers).ok()).unwrap_or(run.short);
    let dives = dives(t.state, figure, to, &run, &end, &mut buffers);
    t.scratch.buffers = buffers;
    let dive = !dives.is_empty();
    for hop in &dives {
        if !dived(t, figure, hop)? {
            return injury::mourn(t);
        }
    }
    if run.capped {
        t.note(SM::TERRAIN_06);
    }
    arrive(t, figure, [before, from], end);
    if gap.is_none() {
        let short = t.state.gap(figure, target);
        t.tell(SM::ACTION_24, || Event::ChargeShort { model: figure, target, gap: Length(short) });
        return Ok(());
    }
    let gap = t.state.gap(figure, target);
    t.note(SM::CLOSE_01);
    if t.state.opponents(figure).nth(1).is_some() {
        t.note(SM::CLOSE_02);
    }
    t.tell(SM::ACTION_23, || Event::ChargeHome { model: figure, target, gap: Length(gap) });
    if !t.state.fighter(figure).ready() || !t.state.fighter(target).on_table() {
        return Ok(());
    }
    if attack::may_wield(t.state, figure, arm, Stance::OnTheMove).is_err() {
        t.tell(SM::GEARTRAIT_33, || Event::ActionLost { model: figure, reason: "its weapon is of no use here" });
        return Ok(());
    }
    attack::close(t, figure, arm, target, Manoeuvre { charge: true, dive, cause })
}

/// Where it stood, where its straight line begins, and how it got there; none where there is no line any more.
fn set_off(t: &mut Table<'_>, figure: Figure, target: Figure) -> Flow<Option<(Spot, Spot, Way)>> {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let starts = runs(t.state, figure, target, &mut buffers);
    t.scratch.buffers = buffers;
    let Ok(starts) = starts else {
        t.tell(SM::ACTION_22, || Event::ActionLost { model: figure, reason: "no straight line" });
        return Ok(None);
    };
    let seat = t.state.owner(figure);
    let options: Vec<Stepping> = starts.list.iter().map(|(spot, _)| Stepping::Step { to: *spot }).collect();
    let at = t.ask_at(CHARGE_STEP.to(seat).actor(figure).about(target), &options)?;
    let Some((from, way)) = starts.list.get(at).copied() else { return Ok(None) };
    match way {
        Way::Straight => {}
        Way::Step => t.tell(SM::ADJUST_05, || Event::SteppedOut { model: figure, to: from }),
        Way::Over(piece) => {
            let piece = t.state.field.adventure.terrain[usize::from(piece)].id;
            t.tell(SM::TERRAIN_11, || Event::Crossed { model: figure, piece: crate::events::Landmark(piece) });
        }
    }
    let before = t.state.fighter(figure).spot().unwrap_or(from);
    Ok(Some((before, from, way)))
}

/// The charger is where its line ends.
fn arrive(t: &mut Table<'_>, figure: Figure, [before, from]: [Spot; 2], End { spot, length }: End) {
    t.state.fighter_mut(figure).place = Place::On(spot);
    t.tell(SM::ACTION_22, || Event::Moved { model: figure, from: before, to: spot, length });
    let track = [before, from, spot];
    ambush::passed_by(t, figure, &track);
    crate::scenario::carried(t, figure, &track);
    run_out(t.state, figure, &track);
    note_engagements(t.state);
}

/// The gap at which the charger stops, from 0 to an inch as its Move allows; none if it falls short (SM-ACTION-23).
fn stop_at(t: &mut Table<'_>, figure: Figure, target: Figure, run: &Run, to: Spot) -> Flow<Option<i32>> {
    let buffers = std::mem::take(&mut t.scratch.buffers);
    let halt = Halt::new(t.state, figure, run, to, buffers);
    let asked = STOP.to(t.state.owner(figure)).actor(figure).about(target);
    let gap = match halt.gaps.first() {
        None => None,
        // The Move just brings it within an inch, and no nearer.
        Some(gap) if halt.is_settled() => Some(*gap),
        Some(_) => {
            let Stopping::Stop { gap } = settle(t.oracle, asked, &halt)?;
            Some(gap)
        }
    };
    t.scratch.buffers = halt.buffers.into_inner();
    Ok(gap)
}

/// A dive of more than 2 inches needs a Terrain Check; a failed one is a fall to its foot, on the line (SM-DIVE-02).
fn dived(t: &mut Table<'_>, figure: Figure, hop: &Hop) -> Flow<bool> {
    let drop = hop.drop();
    let passed = drop <= MIDDLE || check::terrain(t, figure, SM::DIVE_02, "dive", None, fall::inches(drop))?;
    if passed {
        t.note(SM::DIVE_03);
        t.tell(SM::DIVE_01, || Event::Dived { model: figure, height: Length(drop) });
        return Ok(true);
    }
    let spot = fall::foot(t.state, figure, hop.to).unwrap_or(hop.from);
    fall::fall(t, figure, None, hop.from.z - spot.z, spot)?;
    Ok(false)
}

/// Whether the first step of a line could be made at all: for minds that look before they choose.
pub(crate) fn in_reach(state: &State, figure: Figure, target: Figure) -> bool {
    let profile = &state.sheet(figure).profile;
    state.gap(figure, target) <= i32::from(profile.charge) * 1000 + INCH
}
