//! Moves over the table, leg by leg: what each leg is, what it costs, and which rule refuses it.

use crate::content::Ground;
use crate::effects::{GearTrait, Grant};
use crate::field::{BEYOND, DEEP, Feet, INCH, LOW, MIDDLE, MOVER, RADIUS, THICK, TOUCH};
use crate::state::{State, body};
use kernel::{Figure, Refusal, Rule};
use rulebook::SM;
use space::inches::segment::{along, compare};
use space::inches::{
    Base, Cylinder, Fault, Footing, Hop, Hops, Keepout, PieceId, Point, Search, Spot, Stride, Tabletop, Why,
};

/// Buffers for questions of geometry, used again and again.
#[derive(Debug, Default)]
pub struct Buffers {
    pub path: space::inches::Scratch,
    pub keep: Vec<Keepout>,
    pub search: Search,
    pub track: Vec<Spot>,
    pub hops: Vec<Hop>,
    pub others: Vec<Cylinder>,
    pub screens: Vec<(PieceId, u32, u32)>,
    pub ranked: Vec<(i32, Figure)>,
    pub targets: Vec<Figure>,
    pub glances: crate::sight::Glances,
}

/// What a model may do with its feet in this Action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Going {
    pub figure: Figure,
    pub from: Spot,
    pub feet: Feet,
    pub limit: i32,
    pub rule: Rule,
    pub pace: Pace,
    /// May not cross Obstacles (SM-GEARTRAIT-33).
    pub unwieldy: bool,
    pub may_leave: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Move,
    Hustle,
    Disengage,
}

/// A move that was found legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trip {
    pub length: i32,
    pub to: Spot,
    pub crossed: Option<Crossing>,
    pub dropped: i32,
}

/// A middle Obstacle, or the edge of a platform of that height, that was touched at the start and got over first
/// (SM-TERRAIN-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    pub piece: u16,
    /// Where the model is set down; its Move goes on from there.
    pub over: Spot,
}

impl Trip {
    /// The places of a track from one to the next, with the one beyond what was crossed.
    pub(crate) fn places(&self, track: &[Spot]) -> Vec<Spot> {
        let mut all = track.to_vec();
        if let Some(crossing) = self.crossed.filter(|crossing| track.get(1) != Some(&crossing.over)) {
            all.insert(1, crossing.over);
        }
        all
    }
}

impl Going {
    pub(crate) fn of(state: &State, figure: Figure, pace: Pace) -> Option<Going> {
        let (fighter, sheet) = (state.fighter(figure), state.sheet(figure));
        let from = fighter.spot()?;
        let profile = &sheet.profile;
        let (mut limit, mut rule) = match pace {
            Pace::Move => (profile.speed, SM::ACTION_03),
            Pace::Hustle => (profile.hustle.max(profile.speed), SM::ACTION_06),
            Pace::Disengage => (profile.speed, SM::ACTION_27),
        };
        if state.field.rough_under(sheet.feet, from).is_some() && profile.difficult < limit {
            limit = profile.difficult;
            rule = SM::TERRAIN_04;
        }
        let unwieldy = unwieldy(state, figure);
        let may_leave = pace != Pace::Hustle && crate::scenario::may_leave(state, figure);
        Some(Going { figure, from, feet: sheet.feet, limit: i32::from(limit) * 1000, rule, pace, unwieldy, may_leave })
    }
}

/// Whether a model is equipped with a weapon that lets it cross no Obstacle (SM-GEARTRAIT-33).
pub(crate) fn unwieldy(state: &State, figure: Figure) -> bool {
    let weapons = &state.sheet(figure).profile.weapons;
    weapons.iter().any(|weapon| weapon.traits.contains(&GearTrait::Unwieldy))
}

/// Everybody else: bodies are not walked through, and enemies are kept an inch away from (SM-ACTION-04, SM-ACTION-05).
/// Only those are listed that a way of `reach` could come near to.
pub(crate) fn keep_clear(state: &State, figure: Figure, margin: i32, reach: i32, keep: &mut Vec<Keepout>) {
    keep.clear();
    let Some(here) = state.fighter(figure).spot() else { return };
    let owner = state.owner(figure);
    let far = reach.saturating_add(2 * RADIUS + INCH + TOUCH);
    for (other, fighter, at) in state.standing() {
        if other != figure && (at.x - here.x).abs() <= far && (at.y - here.y).abs() <= far {
            let margin = if fighter.owner == owner { 0 } else { margin };
            keep.push(Keepout { at, radius: RADIUS, height: body(fighter), margin, touch: false });
        }
    }
}

/// # Errors
/// The rule that a leg breaks.
pub(crate) fn check(state: &State, going: &Going, track: &[Spot], buffers: &mut Buffers) -> Result<Trip, Refusal> {
    if track.len() < 2 || track[0] != going.from {
        return Err(Refusal::new(SM::ACTION_04, "a way begins where the model stands and has at least one leg"));
    }
    // A touched Obstacle may be crossed on top of the 3 inches beyond it.
    keep_clear(state, going.figure, INCH, going.limit.max(BEYOND + THICK + 2 * (RADIUS + TOUCH)), &mut buffers.keep);
    let field = &*state.field;
    let board = field.under(going.feet);
    let mut trip = Trip { length: 0, to: track[track.len() - 1], crossed: None, dropped: 0 };
    let (mut limit, mut rule) = (going.limit, going.rule);
    for leg in 1..track.len() {
        let (a, b) = (track[leg - 1], track[leg]);
        let over = going.may_leave && leg + 1 == track.len() && b.y < RADIUS && b.y >= 0;
        if !field.holds_base(b) && !over {
            return Err(Refusal::new(SM::META_02, "the base would cross the table edge"));
        }
        if going.pace == Pace::Disengage {
            away(state, going.figure, a, b)?;
        }
        let mut stride = walk(state, going, board, a, b, buffers);
        if stride.is_err()
            && leg == 1
            && let Some((crossing, rest)) = crossing(state, going, board, b, buffers)
        {
            if going.pace == Pace::Hustle {
                return Err(Refusal::new(SM::TERRAIN_09, "a Hustle crosses no Obstacle above an inch"));
            }
            if going.unwieldy && field.ground(crossing.piece) == Ground::Obstacle {
                return Err(Refusal::new(SM::GEARTRAIT_33, "a model with an Unwieldy weapon crosses no Obstacle"));
            }
            trip.crossed = Some(crossing);
            (limit, rule) = (limit.min(BEYOND), SM::TERRAIN_11);
            stride = Ok(rest);
        }
        let stride = stride.map_err(|fault| refuse(state, going.figure, &fault, a.z > b.z))?;
        match stride {
            Stride::Flat { length } | Stride::Ladder { length, .. } => trip.length += length,
            Stride::Gap { width, rise, .. } if width <= LOW => {
                trip.dropped += free_drop(state, going, a, b, -rise)?;
                trip.length += stride.length();
            }
            Stride::Gap { .. } => return Err(Refusal::new(SM::ACTION_14, "a gap of more than an inch needs a Jump")),
            Stride::Climb { .. } => return Err(Refusal::new(SM::ACTION_13, "a face is Climbed, not walked")),
            Stride::Drop { height, .. } => {
                trip.dropped += free_drop(state, going, a, b, height)?;
                trip.length += stride.length();
            }
        }
    }
    if trip.length > limit {
        return Err(Refusal::with(rule, "the way is {0″} long; at most {1″}", trip.length, limit));
    }
    rough(state, going, &trip, track)?;
    if field.holds_base(trip.to) && !field.stands(going.feet, trip.to) {
        return Err(Refusal::new(SM::TERRAIN_08, "a base cannot stand there"));
    }
    Ok(trip)
}

/// One leg. An enemy is not kept away from where Impassable Ground or something high lies between (SM-ACTION-05); his
/// margin is below 0 for a leg on which it always does.
fn walk(
    state: &State,
    going: &Going,
    board: &Tabletop,
    a: Spot,
    b: Spot,
    buffers: &mut Buffers,
) -> Result<Stride, Fault> {
    let exposed = |keep: &Keepout| comes_near(state, board, a, b, keep.at);
    let shut = |keep: &Keepout, at: Spot| keep.margin > 0 && state.field.parted(at, keep.at) && !exposed(keep);
    for keep in &mut buffers.keep {
        keep.margin = keep.margin.abs();
    }
    let stride = loop {
        match board.leg(a, b, &MOVER, &buffers.keep, &mut buffers.path) {
            Err(Fault { why: Why::Keepout(who), at, .. }) if shut(&buffers.keep[who], at) => {
                buffers.keep[who].margin = -buffers.keep[who].margin;
            }
            stride => break stride?,
        }
    };
    // Who came near behind a wall has not come near yet: past its end he does, even as he goes away.
    let beside = |keep: &Keepout| keep.margin > 0 && a.plan().square_to(keep.at.plan()) <= ZONE * ZONE;
    let sneaks = |keep: &Keepout| beside(keep) && !state.engaged_at(going.from, keep.at) && exposed(keep);
    match buffers.keep.iter().position(sneaks) {
        Some(at) => Err(Fault { leg: 0, at: b, why: Why::Keepout(at) }),
        None => Ok(stride),
    }
}

/// The end of a straight run that nobody steers, if it is free up to there; enemies count as they do for a walk. A place to
/// land on beyond a drop or gap is looked for as far as the second point, which lies ahead.
pub(crate) fn free_run(
    state: &State,
    board: &Tabletop,
    hops: &Hops,
    from: Spot,
    (to, ahead): (Point, Point),
    buffers: &mut Buffers,
) -> Option<Footing> {
    heed(state, board, from, to, &mut buffers.keep).then_some(())?;
    board.hopping(&MOVER, hops, &buffers.keep).follow(from, (to, ahead), &mut buffers.path, &mut Vec::new())
}

/// The height at which a free straight run ends.
pub(crate) fn reaches(
    state: &State,
    board: &Tabletop,
    hops: &Hops,
    from: Spot,
    to: Point,
    buffers: &mut Buffers,
) -> Option<i32> {
    match free_run(state, board, hops, from, (to, to), buffers)? {
        Footing::Floor(z) => Some(z),
        Footing::Air(_) => None,
    }
}

/// As far as a straight run is free. Who has not got clear of an edge stays above it.
pub(crate) fn farthest(
    state: &State,
    board: &Tabletop,
    hops: &Hops,
    from: Spot,
    to: Point,
    buffers: &mut Buffers,
) -> Spot {
    let p = from.plan();
    let mut run = |there: Point| {
        free_run(state, board, hops, from, (there, to), buffers).map(|footing| match footing {
            Footing::Floor(z) => there.at(z),
            Footing::Air(hop) => hop.from,
        })
    };
    if let Some(end) = run(to) {
        return end;
    }
    let (mut good, mut low, mut far) = (from, 0, p.to(to));
    while far - low > 1 {
        let middle = low + (far - low) / 2;
        match run(p.toward(to, middle)) {
            Some(end) => (low, good) = (middle, end),
            None => far = middle,
        }
    }
    good
}

/// Sets the margins for a straight run: below 0 for enemies from whom it is parted whenever it is near them. Whether nobody
/// is sneaked upon from behind what parts them (SM-ACTION-05).
fn heed(state: &State, board: &Tabletop, from: Spot, to: Point, keep: &mut [Keepout]) -> bool {
    let p = from.plan();
    keep.iter_mut().filter(|keep| keep.margin != 0).all(|keep| {
        let near = compare(keep.at.plan(), p, to, ZONE).is_le();
        let exposed = near && comes_near(state, board, from, to.at(from.z), keep.at);
        keep.margin = if near && !exposed { -keep.margin.abs() } else { keep.margin.abs() };
        let beside = exposed && p.square_to(keep.at.plan()) <= ZONE * ZONE;
        !beside || state.engaged_at(from, keep.at)
    })
}

/// From centre to centre, whoever is an inch away.
const ZONE: i64 = (2 * RADIUS + INCH) as i64;

/// Whether a leg comes within an inch of an enemy without anything high between, looked at in steps that are smaller than
/// what counts as touching.
fn comes_near(state: &State, board: &Tabletop, a: Spot, b: Spot, enemy: Spot) -> bool {
    let (p, q) = (a.plan(), b.plan());
    let whole = p.to(q);
    let steps = (0..whole).step_by(TOUCH as usize / 2).map(|length| p.toward(q, length)).chain([q]);
    let near = |step: &Point| step.square_to(enemy.plan()) <= ZONE * ZONE;
    let mut steps = steps.filter(near).filter_map(|p| board.standing(p, a.z.max(b.z), &MOVER).map(|z| p.at(z)));
    steps.any(|spot| state.engaged_at(spot, enemy))
}

/// Why a leg cannot be gone; `down` if it leads to a lower floor.
fn refuse(state: &State, figure: Figure, fault: &Fault, down: bool) -> Refusal {
    match fault.why {
        Why::OffTable => Refusal::new(SM::META_02, "that is off the table"),
        Why::NoFloor(_) => Refusal::new(SM::ACTION_04, "there is no floor at that height"),
        Why::Piece(id) => barred(state, id.0),
        Why::Keepout(_) => {
            let body = Refusal::new(SM::ACTION_04, "another model is in the way");
            let zone = match down {
                true => Refusal::new(SM::MODEL_05, "the way down ends within an inch of an enemy"),
                false => Refusal::new(SM::ACTION_05, "the way comes within an inch of an enemy"),
            };
            let here = Base::new(fault.at, RADIUS);
            let mut others = state.standing().filter(|(other, _, _)| *other != figure);
            let touches = others.any(|(_, _, at)| here.touches(&Base::new(at, RADIUS)));
            if touches { body } else { zone }
        }
        Why::Edge { drop } if drop > DEEP => Refusal::new(SM::JUMP_02, "the drop is too deep"),
        Why::Edge { .. } => Refusal::new(SM::JUMP_01, "the way leads over an edge without a landing"),
        Why::NoHold | Why::TooHigh(_) => Refusal::new(SM::ACTION_13, "that is too high to step on"),
    }
}

fn barred(state: &State, at: u16) -> Refusal {
    let piece = state.field.piece(at);
    match state.field.ground(at) {
        Ground::Impassable => Refusal::new(SM::TERRAIN_15, "Impassable Ground is in the way"),
        Ground::Obstacle if piece.top > MIDDLE => Refusal::new(SM::TERRAIN_10, "that Obstacle must be Climbed"),
        Ground::Obstacle => Refusal::new(SM::TERRAIN_12, "the model ends its movement at the Obstacle"),
        _ if piece.top > MIDDLE => Refusal::new(SM::ACTION_13, "that face must be Climbed"),
        _ => Refusal::new(SM::TERRAIN_12, "the model ends its movement at the edge"),
    }
}

/// The piece that a first leg crosses before it goes on to its end, and the rest of the leg (SM-TERRAIN-11).
fn crossing(
    state: &State,
    going: &Going,
    board: &Tabletop,
    to: Spot,
    buffers: &mut Buffers,
) -> Option<(Crossing, Stride)> {
    let (field, from) = (&*state.field, going.from);
    let middle = Feet { scale: MIDDLE.max(going.feet.scale), ..going.feet };
    (0..field.board.pieces().len() as u16).find_map(|piece| {
        let rise = field.piece(piece).top - from.z;
        if rise <= LOW || rise > MIDDLE {
            return None;
        }
        let over = field.opposite(piece, from).filter(|over| field.stands(going.feet, *over))?;
        for keep in &mut buffers.keep {
            keep.margin = keep.margin.abs();
        }
        let clear = match field.ground(piece) {
            Ground::Obstacle => field.under(middle).leg(from, over, &MOVER, &buffers.keep, &mut buffers.path).is_ok(),
            _ => space::inches::keepout::free(over, &MOVER, &buffers.keep),
        };
        let rest = match clear {
            true if over == to => Stride::Flat { length: 0 },
            true => walk(state, going, board, over, to, buffers).ok()?,
            false => return None,
        };
        Some((Crossing { piece, over }, rest))
    })
}

/// A drop of 2 inches or less is free on Open Ground in a Charge, Move or Mobile Fire (SM-JUMP-01), and a step of an inch
/// is none (SM-TERRAIN-08). Returns how far down it leads.
fn free_drop(state: &State, going: &Going, a: Spot, b: Spot, height: i32) -> Result<i32, Refusal> {
    if height <= LOW {
        return Ok(0);
    }
    if height > MIDDLE {
        return Err(Refusal::with(SM::JUMP_02, "a drop of {0″} needs a Jump", height, 0));
    }
    if going.pace != Pace::Move {
        return Err(Refusal::new(SM::JUMP_01, "only a Move, Mobile Fire or Charge may jump down on its way"));
    }
    let rough = |spot| state.field.rough_under(going.feet, spot).is_some();
    if rough(a) || rough(b) {
        return Err(Refusal::new(SM::JUMP_01, "a jump down begins and ends in Open Ground"));
    }
    Ok(height)
}

/// No leg of a Disengage leads nearer to a former opponent (SM-ACTION-27).
fn away(state: &State, figure: Figure, a: Spot, b: Spot) -> Result<(), Refusal> {
    let start = state.fighter(figure).spot().unwrap_or(a);
    let owner = state.owner(figure);
    let foes = state.standing().filter(|(_, fighter, at)| fighter.owner != owner && state.engaged_at(start, *at));
    for (_, _, at) in foes {
        if along(a.plan(), b.plan(), at.plan()) > 0 {
            return Err(Refusal::new(SM::ACTION_27, "a leg leads nearer to a former opponent"));
        }
    }
    Ok(())
}

/// Difficult Ground is entered and not left again in one Move, and no Hustle enters it (SM-TERRAIN-05, SM-ACTION-06).
fn rough(state: &State, going: &Going, trip: &Trip, track: &[Spot]) -> Result<(), Refusal> {
    let field = &*state.field;
    let detour = trip.crossed.map(|_| trip.places(track));
    let track = detour.as_deref().unwrap_or(track);
    for at in field.rough_for(going.feet) {
        if field.overlaps(*at, going.from) {
            continue;
        }
        let mut inside = false;
        for pair in track.windows(2) {
            let enters = inside || field.enters(*at, pair[0], pair[1]);
            if enters && going.pace == Pace::Hustle {
                return Err(Refusal::new(SM::ACTION_06, "a Hustle does not lead into Difficult Ground"));
            }
            inside = enters && field.overlaps(*at, pair[1]);
            if enters && !inside {
                return Err(Refusal::new(SM::TERRAIN_05, "Difficult Ground cannot be left again in the same Move"));
            }
        }
    }
    Ok(())
}

/// Whether an Action has a Move in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stance {
    OnTheSpot,
    OnTheMove,
}

/// Whether a model stands in ground that is Difficult to it. A Ranger's craft counts only in Actions with a Move in them
/// (SM-VOCATION-03).
pub(crate) fn in_rough(state: &State, figure: Figure, stance: Stance) -> bool {
    let sheet = state.sheet(figure);
    let sure = sheet.has(Grant::SureFoot).is_some();
    let feet =
        if sheet.feet.wild && stance == Stance::OnTheSpot { Feet { sure, ..Feet::default() } } else { sheet.feet };
    state.fighter(figure).spot().is_some_and(|spot| state.field.rough_under(feet, spot).is_some())
}
