//! The straight line of a Charge: how far it can be run, where it may stop, what is in its way (SM-ACTION-22,
//! SM-ACTION-23).

use super::Way;
use crate::field::{DEEP, INCH, LOW, MIDDLE, MOVER, RADIUS, TOUCH};
use crate::state::State;
use crate::terrain::{Easel, keep_clear};
use kernel::{Figure, Refusal};
use rulebook::SM;
use space::inches::measure::root;
use space::inches::{Point, Spot, Stride};

/// How a charge goes from where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::act) struct Run {
    /// Difficult Ground shortens it.
    pub capped: bool,
    pub from: Spot,
    /// Thousandths that can be run at most on the line.
    pub most: i32,
    /// How far the line is run for a gap of nothing.
    pub whole: i32,
    /// The widest gap to the target at which it finds room; none where it falls short.
    pub gap: Option<i32>,
    /// Where it stops if it falls short.
    pub short: End,
}

/// Where a line is run to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::act) struct End {
    pub length: i32,
    pub spot: Spot,
    /// How far down it leads over an edge, and how far on the line that edge is; nothing where it is walked.
    pub drop: i32,
    pub edge: i32,
}

/// Why a line cannot be run so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::act) enum Bar {
    /// The Move is not long enough.
    Short,
    /// No base rests there; nearer to the target there may be room.
    Room(Refusal),
    /// Something is in the line.
    Line(Refusal),
}

impl Bar {
    fn refusal(self) -> Refusal {
        match self {
            Bar::Short => Refusal::new(SM::ACTION_23, "the Move does not bring it so near"),
            Bar::Room(refusal) | Bar::Line(refusal) => refusal,
        }
    }
}

/// One straight line from a spot: how far it can be run, and whether it is free so far.
///
/// # Errors
/// The rule that bars it.
pub(in crate::act) fn run(
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
    // The Action begins where the model stands, before any step.
    let start = state.fighter(figure).spot().unwrap_or(from);
    let mut most = limit(state, figure, start, way);
    let mut shortened = false;
    // Difficult Ground on the line caps the run, and is not left again (SM-TERRAIN-05, SM-TERRAIN-06).
    let end = p.toward(q, i64::from(most.min(whole))).at(to.z);
    for (enter, leave) in state.field.rough_ahead(sheet.feet, start, (from, end)) {
        let plain = i32::from(sheet.profile.speed.min(6)) * 1000 - stepped(way);
        let capped = plain.max(enter).min(leave.max(enter));
        shortened |= most > capped;
        most = most.min(capped);
    }
    let nowhere = End { length: 0, spot: from, drop: 0, edge: 0 };
    let mut run = Run { capped: shortened, from, most, whole, gap: None, short: nowhere };
    // It needs room somewhere from a gap of an inch to none; so far the line must be free (SM-ACTION-23).
    let mut crowded = None;
    for gap in GAPS {
        match at_gap(state, figure, to, &run, gap, easel) {
            Ok(_) => {
                run.gap = Some(gap);
                return Ok(run);
            }
            Err(Bar::Room(refusal)) => crowded = crowded.or(Some(refusal)),
            Err(Bar::Line(refusal)) => return Err(refusal),
            // What room there is lies further than it can run.
            Err(Bar::Short) => {
                crowded = None;
                break;
            }
        }
    }
    if let Some(refusal) = crowded {
        return Err(refusal);
    }
    run.short = short(state, figure, to, &run, easel)?;
    Ok(run)
}

/// Where a run ends that falls short: at its full length, or as far on the line as there is room for a base. The line must
/// be free for all of its length (SM-ACTION-24).
///
/// # Errors
/// The rule that bars the line.
fn short(state: &State, figure: Figure, to: Spot, run: &Run, easel: &mut Easel) -> Result<End, Refusal> {
    let mut length = run.most.min(run.whole);
    let Floor { level, barred } = floor(state, figure, to, run, length, easel).map_err(Bar::refusal)?;
    if barred {
        return Err(BARRED);
    }
    let full = corridor(state, figure, to, run, length, level, easel).map_err(Bar::refusal)?;
    if has_room(state, figure, full.spot) {
        return Ok(full);
    }
    while length > 0 {
        length = (length - BACK).max(0);
        let Floor { level, .. } = floor(state, figure, to, run, length, easel).map_err(Bar::refusal)?;
        if has_room(state, figure, place(run, to, length).at(level)) {
            return corridor(state, figure, to, run, length, level, easel).map_err(Bar::refusal);
        }
    }
    Ok(run.short)
}

/// How far a run that ends where no base rests is taken back at a time: less than what counts as touching.
const BACK: i32 = TOUCH / 2;

/// Gaps that are tried, the widest first.
const GAPS: [i32; 42] = {
    let mut gaps = [INCH; 42];
    let mut at = 1;
    while at < gaps.len() {
        gaps[at] = 1000 - 25 * (at as i32 - 1);
        at += 1;
    }
    gaps
};

/// Where a run ends that stops at a gap from its target, measured in space (SM-ACTION-23).
///
/// # Errors
/// Why it cannot stop there.
pub(in crate::act) fn at_gap(
    state: &State,
    figure: Figure,
    to: Spot,
    run: &Run,
    gap: i32,
    easel: &mut Easel,
) -> Result<End, Bar> {
    // Where it stops says on which floor, and the floor how much of the gap lies in plan.
    let mut rise = 0;
    for _ in 0..3 {
        let length = run.whole - plan_gap(gap, rise).min(run.whole);
        if length > run.most {
            return Err(Bar::Short);
        }
        let Floor { level, barred } = floor(state, figure, to, run, length, easel)?;
        if barred {
            return Err(Bar::Line(BARRED));
        }
        if (level - to.z).abs() > INCH {
            // On a stair it may come up to the last step below the target, or down to the last above it.
            let last = floor(state, figure, to, run, run.whole, easel)?;
            if (last.level - to.z).abs() > INCH || last.level - to.z == rise {
                return Err(Bar::Room(TOO_HIGH));
            }
            rise = last.level - to.z;
            continue;
        }
        if level - to.z == rise && rise.abs() <= gap {
            if !has_room(state, figure, place(run, to, length).at(level)) {
                return Err(Bar::Room(CROWDED));
            }
            return corridor(state, figure, to, run, length, level, easel);
        }
        rise = level - to.z;
    }
    Err(Bar::Room(CROWDED))
}

const TOO_HIGH: Refusal = Refusal::new(SM::ACTION_22, "the target stands too high or too low for a Charge");
const CROWDED: Refusal = Refusal::new(SM::ACTION_22, "there is no room at the end of the line");
const BARRED: Refusal = Refusal::new(SM::ACTION_22, "something is in the straight line");

/// What is under the end of a run of some length.
struct Floor {
    /// The floor to which it walks, or the one below.
    level: i32,
    /// There are floors all the way, and terrain stands on them: no longer run is free either.
    barred: bool,
}

fn floor(state: &State, figure: Figure, to: Spot, run: &Run, length: i32, easel: &mut Easel) -> Result<Floor, Bar> {
    let board = state.field.under(state.sheet(figure).feet);
    let stop = place(run, to, length);
    let off = Bar::Line(Refusal::new(SM::ACTION_22, "the line leads off the table"));
    match board.stroll(run.from, stop, &MOVER, &mut easel.path) {
        Ok(level) => Ok(Floor { level, barred: false }),
        Err(barred) => Ok(Floor { level: board.floor(stop, run.from.z + LOW).ok_or(off)?, barred }),
    }
}

fn place(run: &Run, to: Spot, length: i32) -> Point {
    run.from.plan().toward(to.plan(), i64::from(length))
}

fn has_room(state: &State, figure: Figure, spot: Spot) -> bool {
    state.field.stands(state.sheet(figure).feet, spot)
}

/// A run of some length that ends on a floor, if the corridor up to there is free (SM-ACTION-22).
fn corridor(
    state: &State,
    figure: Figure,
    to: Spot,
    run: &Run,
    length: i32,
    level: i32,
    easel: &mut Easel,
) -> Result<End, Bar> {
    let spot = place(run, to, length).at(level);
    let end = End { length, spot, drop: 0, edge: 0 };
    keep_clear(state, figure, 0, length + 4000, &mut easel.keep);
    easel.keep.retain(|keep| keep.at != to);
    if !space::inches::keepout::free(spot, &MOVER, &easel.keep) {
        return Err(Bar::Line(CROWDED));
    }
    if length == 0 {
        return Ok(end);
    }
    let board = state.field.under(state.sheet(figure).feet);
    match board.leg(run.from, spot, &MOVER, &easel.keep, &mut easel.path) {
        Ok(Stride::Flat { .. }) => Ok(end),
        Ok(Stride::Gap { width, rise, before, .. }) if width <= LOW && -rise <= DEEP => {
            down(state, figure, to, run, End { drop: -rise.min(0), edge: before, ..end })
        }
        Ok(Stride::Drop { height, before, .. }) if height <= DEEP => {
            down(state, figure, to, run, End { drop: height, edge: before, ..end })
        }
        Ok(_) => Err(Bar::Line(Refusal::new(SM::ACTION_22, "the straight line is not free"))),
        Err(_) => Err(Bar::Line(BARRED)),
    }
}

/// A drop of 2 inches or less without a Check leads from Open Ground to Open Ground (SM-JUMP-01); a deeper one is dived
/// with a Terrain Check, whatever lies below (SM-DIVE-02).
fn down(state: &State, figure: Figure, to: Spot, run: &Run, end: End) -> Result<End, Bar> {
    let feet = state.sheet(figure).feet;
    let rough = |spot: Spot| state.field.rough_under(feet, spot).is_some();
    let landing = place(run, to, (end.edge + RADIUS).min(end.length)).at(end.spot.z);
    if end.drop > LOW && end.drop <= MIDDLE && (rough(run.from) || rough(landing)) {
        return Err(Bar::Line(Refusal::new(SM::JUMP_01, "a jump down begins and ends in Open Ground")));
    }
    Ok(end)
}

/// Inches of a Charge: its Move and Hack & Slash, 3 inches from Difficult Ground or after crossing (SM-ACTION-21).
fn limit(state: &State, figure: Figure, start: Spot, way: Way) -> i32 {
    let sheet = state.sheet(figure);
    let profile = &sheet.profile;
    let long = if state.heavy(figure).is_some() { profile.speed } else { profile.charge };
    let rough = state.field.rough_under(sheet.feet, start).is_some();
    let inches = if rough { profile.difficult.min(long) } else { long };
    let inches = if matches!(way, Way::Over(_)) { inches.min(3) } else { inches };
    (i32::from(inches) * 1000 - stepped(way)).max(0)
}

/// What a step past its own cover takes of a Charge (SM-ADJUST-05).
fn stepped(way: Way) -> i32 {
    if way == Way::Step { 1000 } else { 0 }
}

/// How much of a gap in space is left in plan when the floors differ.
fn plan_gap(gap: i32, rise: i32) -> i32 {
    let left = i64::from(gap) * i64::from(gap) - i64::from(rise) * i64::from(rise);
    if left <= 0 { 0 } else { root(left) as i32 }
}
