//! The Charge: one straight line, a blow at its end, or a dive from above (SM-ACTION-21 to SM-ACTION-24, SM-DIVE-01).

use super::halt::Halt;
use crate::content::Ground;
use crate::events::Length;
use crate::field::{DEEP, INCH, LOW, MIDDLE, MOVER, RADIUS, TOUCH};
use crate::resolve::attack::{self, Manoeuvre};
use crate::resolve::{ambush, check, fall, injury};
use crate::sight;
use crate::state::{Place, State};
use crate::terrain::{Easel, keep_clear};
use crate::turn::action::note_engagements;
use crate::verbs::{Say, words};
use crate::{Event, Table};
use kernel::{Answer, Ask, Figure, Flow, Refusal, Thing};
use rulebook::SM;
use space::inches::measure::root;
use space::inches::{Base, Material, Spot, Stride};

/// How a charge goes from where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Difficult Ground shortens it.
    pub capped: bool,
    pub from: Spot,
    /// Thousandths that can be run at most on the line.
    pub most: i32,
    /// How far the line is run for a gap of nothing.
    pub whole: i32,
    /// The floor on which it meets the target.
    pub level: i32,
}

/// Where a model charges from: where it stands, past its own cover, or over a touched Obstacle.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    pub list: Vec<(Spot, Way)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Straight,
    /// After a step of an inch that clears its own cover (SM-ADJUST-05).
    Step,
    /// After crossing an Obstacle that it touched (SM-TERRAIN-11).
    Over,
}

/// The runs that bring a model at its target, or towards it.
///
/// # Errors
/// The rule that bars the charge.
pub fn runs(state: &State, figure: Figure, target: Figure, easel: &mut Easel) -> Result<Starts, Refusal> {
    let (Some(from), Some(to)) = (state.fighter(figure).spot(), state.fighter(target).spot()) else {
        return Err(Refusal::new(SM::ACTION_22, "there is nobody to charge"));
    };
    let refusal = match run(state, figure, target, from, Way::Straight, easel) {
        Ok(_) => return Ok(Starts { list: vec![(from, Way::Straight)] }),
        Err(refusal) => refusal,
    };
    let mut starts = Starts::default();
    let p = from.plan();
    for at in 0..state.field.board.pieces().len() as u16 {
        let piece = state.field.piece(at);
        let in_line = piece.outline.overlaps_sweep(p, to.plan(), RADIUS.into());
        if !in_line || piece.top <= from.z + LOW || !sight::near(piece, from) {
            continue;
        }
        let touched = piece.outline.compare(p, i64::from(RADIUS + TOUCH)).is_le();
        let bulky = |weapon: &crate::profile::Weapon| weapon.traits.contains(&crate::effects::GearTrait::Unwieldy);
        let unwieldy = state.sheet(figure).profile.weapons.iter().any(bulky);
        if touched && !unwieldy && piece.top - from.z <= MIDDLE && state.field.ground(at) == Ground::Obstacle {
            let mut leave = None;
            piece.outline.inner_spans(p, to.plan(), |span| leave = Some(span.to.of(p.to(to.plan()))));
            let far = leave.map(|leave| p.toward(to.plan(), leave + i64::from(RADIUS) + 2).at(from.z));
            let fits =
                |spot: &Spot| state.field.stands(state.sheet(figure).feet, *spot) && vacant(state, figure, *spot);
            if let Some(far) = far.filter(fits)
                && run(state, figure, target, far, Way::Over, easel).is_ok()
            {
                starts.list.push((far, Way::Over));
            }
        }
        if piece.material == Material::Durable {
            for steps in 0..space::inches::turn::TURN {
                let aside = space::inches::turn::outward(p, steps, 998);
                keep_clear(state, figure, 0, 1000, &mut easel.keep);
                let board = state.field.under(state.sheet(figure).feet);
                let Some(z) = board.walk(from, aside, &MOVER, &easel.keep, &mut easel.path) else { continue };
                let spot = aside.at(z);
                if state.field.stands(state.sheet(figure).feet, spot)
                    && run(state, figure, target, spot, Way::Step, easel).is_ok()
                {
                    starts.list.push((spot, Way::Step));
                }
            }
        }
    }
    if starts.list.is_empty() { Err(refusal) } else { Ok(starts) }
}

fn vacant(state: &State, figure: Figure, spot: Spot) -> bool {
    let base = Base::new(spot, RADIUS);
    !state.standing().any(|(other, _, at)| other != figure && base.overlaps(&Base::new(at, RADIUS)))
}

/// One straight line from a spot: how far it can be run, and whether it is free so far.
///
/// # Errors
/// The rule that bars it.
pub fn run(
    state: &State,
    figure: Figure,
    target: Figure,
    from: Spot,
    way: Way,
    easel: &mut Easel,
) -> Result<Run, Refusal> {
    let Some(to) = state.fighter(target).spot() else {
        return Err(Refusal::new(SM::ACTION_22, "there is nobody to charge"));
    };
    let sheet = state.sheet(figure);
    let (p, q) = (from.plan(), to.plan());
    let whole = (p.to(q) - 2 * i64::from(RADIUS)).max(0) as i32;
    let mut most = limit(state, figure, from, way);
    let board = state.field.under(sheet.feet);
    let mut shortened = false;
    // Difficult Ground on the line caps the run, and is not left again (SM-TERRAIN-05, SM-TERRAIN-06).
    let end = p.toward(q, i64::from(most.min(whole)));
    for at in state.field.rough_for(sheet.feet) {
        if state.field.overlaps(*at, from) {
            continue;
        }
        let found = space::inches::lane::stretch(p, end, RADIUS - TOUCH, &state.field.piece(*at).outline);
        if let Some((enter, leave)) = found {
            let plain = i32::from(sheet.profile.speed.min(6)) * 1000;
            let capped = if plain < enter { enter } else { plain };
            shortened |= most > capped.min(leave.max(enter));
            most = most.min(capped).min(leave.max(enter));
        }
    }
    // On the level that it comes to, an inch must be enough to reach the target; so far the line must be free.
    let rest = |rise: i32| whole - plan_gap(INCH, rise).min(whole);
    let near = p.toward(q, i64::from(most.min(rest(0))));
    let Some(level) = board.floor(near, from.z + LOW) else {
        return Err(Refusal::new(SM::ACTION_22, "the line leads off the table"));
    };
    let reaches = most >= rest(level - to.z);
    if reaches && (level - to.z).abs() > INCH {
        return Err(Refusal::new(SM::ACTION_22, "the target stands too high or too low for a Charge"));
    }
    let run = Run { capped: shortened, from, most, whole, level };
    let length = if reaches { rest(level - to.z) } else { most.min(whole) };
    line(state, figure, to, &run, length, easel)?;
    Ok(run)
}

/// Where a run of some length ends, if the corridor up to there is free (SM-ACTION-22).
///
/// # Errors
/// What is in the way.
pub(super) fn line(
    state: &State,
    figure: Figure,
    to: Spot,
    run: &Run,
    length: i32,
    easel: &mut Easel,
) -> Result<Spot, Refusal> {
    let board = state.field.under(state.sheet(figure).feet);
    let stop = run.from.plan().toward(to.plan(), i64::from(length));
    let Some(level) = board.floor(stop, run.from.z + LOW) else {
        return Err(Refusal::new(SM::ACTION_22, "the line leads off the table"));
    };
    keep_clear(state, figure, 0, length + 4000, &mut easel.keep);
    easel.keep.retain(|keep| keep.at != to);
    let stop = stop.at(level);
    if !state.field.stands(state.sheet(figure).feet, stop) || !space::inches::keepout::free(stop, &MOVER, &easel.keep) {
        return Err(Refusal::new(SM::ACTION_22, "there is no room at the end of the line"));
    }
    if length == 0 {
        return Ok(stop);
    }
    match board.leg(run.from, stop, &MOVER, &easel.keep, &mut easel.path) {
        Ok(Stride::Flat { .. }) => Ok(stop),
        Ok(Stride::Gap { width, .. }) if width <= LOW => Ok(stop),
        Ok(Stride::Drop { height, .. }) if height <= DEEP => Ok(stop),
        Ok(_) => Err(Refusal::new(SM::ACTION_22, "the straight line is not free")),
        Err(_) => Err(Refusal::new(SM::ACTION_22, "something is in the straight line")),
    }
}

/// Inches of a Charge: its Move and Hack & Slash, 3 inches from Difficult Ground or after crossing (SM-ACTION-21).
fn limit(state: &State, figure: Figure, from: Spot, way: Way) -> i32 {
    let sheet = state.sheet(figure);
    let profile = &sheet.profile;
    let long = if state.heavy(figure).is_some() { profile.speed } else { profile.charge };
    let start = state.fighter(figure).spot().unwrap_or(from);
    let rough = state.field.rough_under(sheet.feet, start).is_some();
    let inches = if rough { profile.difficult.min(long) } else { long };
    match way {
        Way::Straight => i32::from(inches) * 1000,
        Way::Step => i32::from(inches - 1).max(0) * 1000,
        Way::Over => i32::from(inches.min(3)) * 1000,
    }
}

/// # Errors
/// Pauses for where it starts and stops, for dice, and for the attack.
pub fn charge(t: &mut Table<'_>, figure: Figure, arm: u8, target: Figure, breaking: bool) -> Flow {
    let mut easel = std::mem::take(&mut t.scratch.easel);
    let starts = runs(t.state, figure, target, &mut easel);
    t.scratch.easel = easel;
    let Ok(starts) = starts else {
        t.tell(SM::ACTION_22, || Event::ActionLost { model: figure, reason: "no straight line" });
        return Ok(());
    };
    let seat = t.state.owner(figure);
    let options: Vec<Say> = starts.list.iter().map(|(spot, _)| Say::one(words().adjust, Thing::Spot(*spot))).collect();
    let at = t.pick(Ask::new(seat, "charge-step", SM::ADJUST_05).actor(figure).about(target), &options)?;
    let Some((from, way)) = starts.list.get(at).copied() else { return Ok(()) };
    let before = t.state.fighter(figure).spot().unwrap_or(from);
    if way != Way::Straight {
        t.state.fighter_mut(figure).place = Place::On(from);
        let rule = if way == Way::Step { SM::ADJUST_05 } else { SM::TERRAIN_11 };
        t.tell(rule, || Event::Adjusted { model: figure, to: from });
    }
    let mut easel = std::mem::take(&mut t.scratch.easel);
    let run = run(t.state, figure, target, from, way, &mut easel);
    t.scratch.easel = easel;
    let (Ok(run), Some(to)) = (run, t.state.fighter(target).spot()) else { return Ok(()) };
    let gap = stop_at(t, figure, target, &run, to)?;
    let length = match gap {
        Some(gap) => (run.whole - plan_gap(gap, run.level - to.z)).max(0),
        None => run.most.min(run.whole),
    };
    let mut easel = std::mem::take(&mut t.scratch.easel);
    let spot = line(t.state, figure, to, &run, length, &mut easel).unwrap_or(from);
    t.scratch.easel = easel;
    let drop = from.z - spot.z;
    let dive = drop > LOW;
    if dive && !dived(t, figure, from, drop, spot)? {
        return injury::mourn(t);
    }
    t.state.fighter_mut(figure).place = Place::On(spot);
    let moved = length;
    if run.capped {
        t.note(SM::TERRAIN_06);
    }
    t.tell(SM::ACTION_22, || Event::Moved { model: figure, from: before, to: spot, length: moved });
    ambush::passed_by(t, figure, &[from, spot]);
    crate::scenario::carried(t, figure);
    note_engagements(t.state);
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
    attack::close(t, figure, arm, target, Manoeuvre { charge: true, dive, breaking })
}

/// How much of a gap in space is left in plan when the floors differ.
pub(super) fn plan_gap(gap: i32, rise: i32) -> i32 {
    let left = i64::from(gap) * i64::from(gap) - i64::from(rise) * i64::from(rise);
    if left <= 0 { 0 } else { root(left) as i32 }
}

/// The gap at which the charger stops, from 0 to an inch as its Move allows; none if it falls short (SM-ACTION-23).
fn stop_at(t: &mut Table<'_>, figure: Figure, target: Figure, run: &Run, to: Spot) -> Flow<Option<i32>> {
    let easel = std::mem::take(&mut t.scratch.easel);
    let halt = Halt::new(t.state, figure, run, to, easel);
    let ask = Ask::new(t.state.owner(figure), "stop", SM::ACTION_23).actor(figure).about(target);
    let answer = match halt.gaps.first() {
        None => None,
        // The Move just brings it within an inch, and no nearer.
        Some(_) if halt.is_settled() => Some(Answer::Option(0)),
        Some(_) => Some(t.oracle.choose(&ask, &halt)?),
    };
    let gap = answer.and_then(|answer| match answer {
        Answer::Option(at) => halt.gaps.get(at).copied(),
        Answer::Free(choice) => Halt::read(&choice),
    });
    t.scratch.easel = halt.easel.into_inner();
    Ok(gap)
}

/// A dive of more than 2 inches needs a Terrain Check; a failed one is a fall (SM-DIVE-02).
fn dived(t: &mut Table<'_>, figure: Figure, from: Spot, drop: i32, to: Spot) -> Flow<bool> {
    let passed = drop <= MIDDLE || check::terrain(t, figure, SM::DIVE_02, "dive", None, fall::inches(drop))?;
    if passed {
        t.note(SM::DIVE_03);
        t.tell(SM::DIVE_01, || Event::Dived { model: figure, height: Length(drop) });
        return Ok(true);
    }
    // It lands at the foot of the drop, on the line.
    let state = &*t.state;
    let (p, q) = (from.plan(), to.plan());
    let board = &state.field.board;
    let long = p.to(q);
    let mut out = long;
    for step in 0..=(long / 50) {
        let there = p.toward(q, step * 50);
        if board.floor(there, from.z).is_some_and(|z| z < from.z - LOW) {
            out = step * 50 + i64::from(RADIUS);
            break;
        }
    }
    let low = p.toward(q, out.min(long)).at(from.z);
    let spot = fall::foot(state, figure, low).unwrap_or(from);
    fall::fall(t, figure, from.z - spot.z, spot)?;
    Ok(false)
}

/// Whether the first step of a line could be made at all: for minds that look before they choose.
pub fn in_reach(state: &State, figure: Figure, target: Figure) -> bool {
    let profile = &state.sheet(figure).profile;
    state.gap(figure, target) <= i32::from(profile.charge) * 1000 + INCH
}
