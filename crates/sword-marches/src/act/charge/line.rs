//! The straight line of a Charge: how far it can be run, where it may stop, what is in its way (SM-ACTION-22,
//! SM-ACTION-23).

use super::Way;
use crate::field::{DIVING, INCH, LOW, MIDDLE, MOVER, RADIUS, TOUCH};
use crate::state::State;
use crate::terrain::{Buffers, keep_clear};
use kernel::{Figure, Refusal};
use rulebook::SM;
use space::inches::measure::root;
use space::inches::{Footing, Hop, Point, Spot};

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
    buffers: &mut Buffers,
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
    let nowhere = End { length: 0, spot: from };
    let mut run = Run { capped: shortened, from, most, whole, gap: None, short: nowhere };
    // It needs room somewhere from a gap of an inch to none, and the line must be free so far, whether the Move is long
    // enough or not: nothing is measured before (SM-ACTION-22, SM-ACTION-23).
    let whole_line = Run { most: whole, ..run };
    let mut crowded = CROWDED;
    for gap in GAPS {
        match at_gap(state, figure, to, &whole_line, gap, buffers) {
            Ok(end) => {
                match end.length <= run.most {
                    true => run.gap = Some(gap),
                    false => run.short = short(state, figure, to, &run, buffers)?,
                }
                return Ok(run);
            }
            Err(Bar::Line(refusal)) => return Err(refusal),
            Err(bar) if gap == GAPS[0] => crowded = bar.refusal(),
            Err(_) => {}
        }
    }
    Err(crowded)
}

/// Where a run ends that falls short: at its full length, or as far on the line as there is room for a base
/// (SM-ACTION-24).
///
/// # Errors
/// The rule that bars the line.
fn short(state: &State, figure: Figure, to: Spot, run: &Run, buffers: &mut Buffers) -> Result<End, Refusal> {
    let mut length = run.most.min(run.whole);
    corridor(state, figure, to, run, length, buffers).map_err(Bar::refusal)?;
    while length > 0 {
        let footing = floor(state, figure, to, run, length, buffers).map_err(Bar::refusal)?;
        if let Some(spot) = rests(state, figure, place(run, to, length), footing) {
            return stop(state, figure, to, run, End { length, spot }, buffers).map_err(Bar::refusal);
        }
        length = (length - BACK).max(0);
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
    buffers: &mut Buffers,
) -> Result<End, Bar> {
    // Where it stops says on which floor, and the floor how much of the gap lies in plan.
    let mut rise = 0;
    for _ in 0..3 {
        let length = run.whole - plan_gap(gap, rise).min(run.whole);
        if length > run.most {
            return Err(Bar::Short);
        }
        let footing = floor(state, figure, to, run, length, buffers)?;
        let above = level(footing) - to.z;
        if above.abs() > INCH {
            // On a stair it may come up to the last step below the target, or down to the last above it.
            let last = floor(state, figure, to, run, run.whole, buffers).map_err(|_| Bar::Room(TOO_HIGH))?;
            let last = level(last) - to.z;
            if last.abs() > INCH || last == rise {
                return Err(Bar::Room(TOO_HIGH));
            }
            rise = last;
            continue;
        }
        if above == rise && rise.abs() <= gap {
            let spot = rests(state, figure, place(run, to, length), footing).ok_or(Bar::Room(CROWDED))?;
            return stop(state, figure, to, run, End { length, spot }, buffers);
        }
        rise = above;
    }
    Err(Bar::Room(CROWDED))
}

const TOO_HIGH: Refusal = Refusal::new(SM::ACTION_22, "the target stands too high or too low for a Charge");
const CROWDED: Refusal = Refusal::new(SM::ACTION_22, "there is no room at the end of the line");
const BARRED: Refusal = Refusal::new(SM::ACTION_22, "the straight line is not free");

/// What is under the end of a run of some length, whoever else stands on the line.
fn floor(
    state: &State,
    figure: Figure,
    to: Spot,
    run: &Run,
    length: i32,
    buffers: &mut Buffers,
) -> Result<Footing, Bar> {
    buffers.keep.clear();
    follow(state, figure, to, run, length, buffers)
}

/// How a line is run so far: over floors, gaps of an inch and drops of 4 inches or less, as many as there are, each from one
/// place where a base stands to the next (SM-ACTION-14, SM-DIVE-01). They are left in `buffers.hops`.
fn follow(
    state: &State,
    figure: Figure,
    to: Spot,
    run: &Run,
    length: i32,
    buffers: &mut Buffers,
) -> Result<Footing, Bar> {
    let board = state.field.under(state.sheet(figure).feet);
    let way = (place(run, to, length), to.plan());
    let Buffers { keep, path, hops, .. } = buffers;
    hops.clear();
    board.hopping(&MOVER, &DIVING, keep).follow(run.from, way, path, hops).ok_or(Bar::Line(BARRED))
}

/// The floor at the end of a run, or the one to which it leads from over an edge.
fn level(footing: Footing) -> i32 {
    match footing {
        Footing::Floor(z) => z,
        Footing::Air(hop) => hop.to.z,
    }
}

fn place(run: &Run, to: Spot, length: i32) -> Point {
    run.from.plan().toward(to.plan(), i64::from(length))
}

/// Where a run comes to rest, if there is room for a base.
fn rests(state: &State, figure: Figure, at: Point, footing: Footing) -> Option<Spot> {
    let Footing::Floor(z) = footing else { return None };
    Some(at.at(z)).filter(|spot| state.field.stands(state.sheet(figure).feet, *spot))
}

/// Whether a run may stop where there is room: nobody else is there, and the corridor is free (SM-ACTION-22).
fn stop(state: &State, figure: Figure, to: Spot, run: &Run, end: End, buffers: &mut Buffers) -> Result<End, Bar> {
    others(state, figure, to, end.length, buffers);
    if !space::inches::keepout::free(end.spot, &MOVER, &buffers.keep) {
        return Err(Bar::Line(CROWDED));
    }
    corridor(state, figure, to, run, end.length, buffers).map(|()| end)
}

/// Whether the corridor of a run of some length is free of terrain and of all but the target (SM-ACTION-22).
fn corridor(state: &State, figure: Figure, to: Spot, run: &Run, length: i32, buffers: &mut Buffers) -> Result<(), Bar> {
    if length == 0 {
        return Ok(());
    }
    others(state, figure, to, length, buffers);
    follow(state, figure, to, run, length, buffers)?;
    match buffers.hops.iter().all(|hop| open_below(state, figure, hop)) {
        true => Ok(()),
        false => Err(Bar::Line(Refusal::new(SM::JUMP_01, "a jump down begins and ends in Open Ground"))),
    }
}

/// Those whose bases a run of some length might meet.
fn others(state: &State, figure: Figure, to: Spot, length: i32, buffers: &mut Buffers) {
    keep_clear(state, figure, 0, length + 4000, &mut buffers.keep);
    buffers.keep.retain(|keep| keep.at != to);
}

/// A drop of 2 inches or less without a Check leads from Open Ground to Open Ground (SM-JUMP-01); a deeper one is dived
/// with a Terrain Check, whatever lies below (SM-DIVE-02).
fn open_below(state: &State, figure: Figure, hop: &Hop) -> bool {
    let feet = state.sheet(figure).feet;
    let rough = |spot: Spot| state.field.rough_under(feet, spot).is_some();
    hop.drop() <= LOW || hop.drop() > MIDDLE || !rough(hop.from) && !rough(hop.to)
}

/// The drops of a run that are dived, one after the other; down steps of an inch it walks (SM-DIVE-01, SM-TERRAIN-08).
pub(in crate::act) fn dives(
    state: &State,
    figure: Figure,
    to: Spot,
    run: &Run,
    end: &End,
    buffers: &mut Buffers,
) -> Vec<Hop> {
    match floor(state, figure, to, run, end.length, buffers) {
        Ok(_) => buffers.hops.iter().copied().filter(|hop| hop.drop() > LOW).collect(),
        Err(_) => Vec::new(),
    }
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
