//! Models that run without being steered: to the table edge, from the fallen, from those who outnumber them.

use crate::decisions::{EDGE, NearestEdge, TURN_ASIDE, Turning};
use crate::field::{FLEEING, Feet, INCH, LOW, MOVER, RADIUS, TOUCH};
use crate::state::{Place, State};
use crate::terrain::{Buffers, farthest, free_run, keep_clear, reaches};
use crate::{Event, Table};
use kernel::{Figure, Flow, Rule};
use rulebook::SM;
use space::inches::measure::{divide, told, wide_root};
use space::inches::path::plan_length;
use space::inches::reach::Border;
use space::inches::segment::along;
use space::inches::turn::{TURN, outward, turned};
use space::inches::{Footing, Gait, Point, Scratch, Spot, Tabletop as Board};

/// A Broken model runs for the nearest table edge by the shortest free way (SM-RANDOM-04, SM-RANDOM-05).
///
/// # Errors
/// Pauses where two edges are equally near.
pub(crate) fn to_edge(t: &mut Table<'_>, figure: Figure, inches: i32) -> Flow {
    let Some(from) = t.state.fighter(figure).spot() else { return Ok(()) };
    if inches == 0 {
        t.note(SM::COND_17);
        t.tell(SM::RANDOM_02, || Event::Frozen { model: figure });
        return Ok(());
    }
    let side = nearest_edge(t, figure, from)?;
    let (wide, deep) = (t.state.field.width(), t.state.field.depth());
    let limit = inches * 1000;
    // Base edge to border.
    let rim = [deep - from.y, from.y, wide - from.x, from.x][side] - RADIUS;
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let (to, left) = course(t.state, figure, from, side, rim, limit, &mut buffers);
    let track = std::mem::take(&mut buffers.track);
    t.scratch.buffers = buffers;
    t.note(SM::RANDOM_01);
    t.note(SM::PANIC_02);
    let rough = t.state.field.rough_under(t.state.sheet(figure).fleeing(), from).is_some();
    if track.len() > 2 || rough || from.z - to.z > LOW {
        t.note(SM::RANDOM_05);
    }
    t.note(SM::COND_16);
    arrive(t, figure, from, to, plan_length(&track), SM::RANDOM_04, left);
    super::ambush::passed_by(t, figure, &track);
    t.scratch.buffers.track = track;
    Ok(())
}

/// North, south, east, west: the nearest, the owner choosing between equals.
fn nearest_edge(t: &mut Table<'_>, figure: Figure, from: Spot) -> Flow<usize> {
    let field = &t.state.field;
    let far = [field.depth() - from.y, from.y, field.width() - from.x, from.x];
    let least = far.iter().copied().min().unwrap_or(0);
    let near: Vec<usize> = (0..4).filter(|at| far[*at] - least <= TOUCH).collect();
    let edges = [NearestEdge::North, NearestEdge::South, NearestEdge::East, NearestEdge::West];
    let options: Vec<NearestEdge> = near.iter().map(|at| edges[*at].clone()).collect();
    let at = t.ask_at(EDGE.to(t.state.owner(figure)).actor(figure), &options)?;
    Ok(near.get(at).copied().unwrap_or(0))
}

/// Where it gets to, and whether it crosses the edge. The way is left in `buffers.track`.
fn course(
    state: &State,
    figure: Figure,
    from: Spot,
    side: usize,
    rim: i32,
    limit: i32,
    buffers: &mut Buffers,
) -> (Spot, bool) {
    let (field, feet) = (&*state.field, state.sheet(figure).fleeing());
    let board = field.under(feet);
    let border = [Border::North, Border::South, Border::East, Border::West][side];
    // Nothing is shorter than the straight way.
    keep_clear(state, figure, INCH, rim + RADIUS, &mut buffers.keep);
    let end = border.nearest(board, from.plan());
    let mut length = reaches(state, board, &FLEEING, from, end, buffers).map(|z| {
        buffers.track.clear();
        buffers.track.extend([from, end.at(z)]);
        rim + RADIUS
    });
    for reach in [rim + 6_000, 96_000] {
        if length.is_some() {
            break;
        }
        keep_clear(state, figure, INCH, reach, &mut buffers.keep);
        let gait = Gait { limit: reach, ladders: true, stairs: true, up: true };
        let Buffers { keep, search, track, .. } = &mut *buffers;
        length = field.flights(feet).trip(board, from, &gait, keep).to_border(border, search, track);
    }
    if length.is_none() {
        length = slip(state, figure, from, border, buffers);
    }
    let Some(length) = length else {
        buffers.track.clear();
        buffers.track.extend([from, from]);
        return (from, false);
    };
    // The base is over the edge before its centre is.
    let leaves = limit > length - RADIUS;
    let mut left = i64::from(limit.min(length - RADIUS - 1).max(0));
    let mut to = from;
    let mut walked = 1;
    for at in 1..buffers.track.len() {
        let (a, b) = (buffers.track[at - 1], buffers.track[at]);
        let whole = a.plan().to(b.plan());
        walked = at + 1;
        if whole <= left {
            left -= whole;
            to = b;
            continue;
        }
        // Who has not got clear of an edge stays above it.
        to = rest(state, feet, a, (a.plan().toward(b.plan(), left), b.plan()), &mut buffers.path);
        buffers.track[at] = to;
        break;
    }
    buffers.track.truncate(walked);
    (to, leaves)
}

/// The shortest way that begins with a straight leg out from among several enemies, on which none of them comes nearer
/// (SM-RANDOM-04); it is then left in `buffers.track`.
fn slip(state: &State, figure: Figure, from: Spot, border: Border, buffers: &mut Buffers) -> Option<i32> {
    let (feet, p) = (state.sheet(figure).fleeing(), from.plan());
    let board = state.field.under(feet);
    let holds = |at: &Spot| state.engaged_at(from, *at);
    let owner = state.owner(figure);
    let foes: Vec<Spot> =
        state.standing().filter(|(_, foe, _)| foe.owner != owner).map(|(_, _, at)| at).filter(holds).collect();
    if foes.len() < 2 {
        return None;
    }
    let beside = foes.iter().flat_map(|foe| [-2, -1, 1, 2].map(|times| abreast(p, foe.plan(), times)));
    let round = (0..TURN).flat_map(|steps| (1..=6).map(move |far| outward(p, steps, far * 400)));
    let mut best = Shortest { from, border, feet, least: None, track: Vec::new() };
    for aim in beside.chain(round) {
        keep_clear(state, figure, INCH, 96_000, &mut buffers.keep);
        let Some(z) = board.walk(from, aim, &MOVER, &buffers.keep, &mut buffers.path) else { continue };
        let out = aim.at(z);
        let rests = board.stand(out, &MOVER, RADIUS).is_ok();
        if !rests || !space::inches::keepout::free(out, &MOVER, &buffers.keep) {
            continue;
        }
        let first = told(p.to(aim));
        best.onward(state, (out, first), buffers);
    }
    buffers.track = best.track;
    best.least
}

/// The shortest way to a table edge that was found so far.
struct Shortest {
    from: Spot,
    border: Border,
    feet: Feet,
    least: Option<i32>,
    track: Vec<Spot>,
}

impl Shortest {
    /// Tries a way out that begins with a stride of this length to a place.
    fn onward(&mut self, state: &State, (at, stride): (Spot, i32), buffers: &mut Buffers) {
        let field = &*state.field;
        let limit = self.least.unwrap_or(96_000).saturating_sub(stride);
        let gait = Gait { limit, ladders: true, stairs: true, up: true };
        let Buffers { keep, search, track, .. } = buffers;
        let board = field.under(self.feet);
        let rest = field.flights(self.feet).trip(board, at, &gait, keep).to_border(self.border, search, track);
        if let Some(sum) = rest.map(|rest| rest + stride).filter(|sum| self.least.is_none_or(|least| *sum < least)) {
            self.least = Some(sum);
            self.track.clear();
            self.track.push(self.from);
            self.track.extend_from_slice(track);
        }
    }
}

/// A place square to the line from `p` to an enemy, some times as far off as he is. It is exact: on the way there he
/// comes no nearer, nor does another who stands opposite him.
fn abreast(p: Point, foe: Point, times: i64) -> Point {
    Point::new(p.x - (foe.y - p.y) * times, p.y + (foe.x - p.x) * times)
}

/// The height at which a straight run is at a place on it, over floors, narrow gaps and drops of 2 inches or less
/// (SM-ACTION-14, SM-RANDOM-05); none where it is over an edge.
fn level(board: &Board, from: Spot, (at, ahead): (Point, Point), scratch: &mut Scratch) -> Option<i32> {
    match board.hopping(&MOVER, &FLEEING, &[]).follow(from, (at, ahead), scratch, &mut Vec::new())? {
        Footing::Floor(z) => Some(z),
        Footing::Air(_) => None,
    }
}

/// Where a run comes to rest that leads to a place and could go on ahead: there, or at the last place before it with room
/// for a base, which is neither across an edge nor on an Obstacle, however low (SM-TERRAIN-08).
fn rest(state: &State, feet: Feet, from: Spot, (to, ahead): (Point, Point), scratch: &mut Scratch) -> Spot {
    let (field, p) = (&*state.field, from.plan());
    let whole = p.to(to);
    let back = (1..=whole / BACK).map(|steps| p.toward(to, whole - steps * BACK));
    let mut places = std::iter::once(to).chain(back);
    let room = places.find_map(|q| {
        let spot = q.at(level(field.under(feet), from, (q, ahead), scratch)?);
        field.stands(feet, spot).then_some(spot)
    });
    room.unwrap_or(from)
}

/// How far a run that ends where no base rests is taken back at a time.
const BACK: i64 = TOUCH as i64 / 2;

/// Straight away from a fallen friend (SM-PANIC-07).
///
/// # Errors
/// Pauses where it may turn to either side.
pub(crate) fn from_place(t: &mut Table<'_>, figure: Figure, place: Spot, inches: i32) -> Flow {
    let Some(from) = t.state.fighter(figure).spot() else { return Ok(()) };
    if inches == 0 {
        t.tell(SM::PANIC_07, || Event::Frozen { model: figure });
        return Ok(());
    }
    let (p, c) = (from.plan(), place.plan());
    run(t, figure, from, (p.x - c.x, p.y - c.y), inches * 1000, SM::PANIC_07)
}

/// Straight away from those who outnumbered it, as far as it can move (SM-PANIC-11).
///
/// # Errors
/// Pauses where it may turn to either side.
pub(crate) fn from_enemies(t: &mut Table<'_>, figure: Figure, foes: &[Figure]) -> Flow {
    let Some(from) = t.state.fighter(figure).spot() else { return Ok(()) };
    let mut away = (0i64, 0i64);
    for foe in foes.iter().filter_map(|foe| t.state.fighter(*foe).spot()) {
        let (dx, dy) = (i64::from(from.x - foe.x), i64::from(from.y - foe.y));
        let long = i128::from(wide_root(i128::from(dx * dx + dy * dy)).max(1));
        away.0 += divide(i128::from(dx) * 1_000_000, long);
        away.1 += divide(i128::from(dy) * 1_000_000, long);
    }
    let limit = i32::from(t.state.sheet(figure).profile.speed) * 1000;
    let nearest = foes.iter().find_map(|foe| t.state.fighter(*foe).spot());
    match nearest {
        Some(foe) if away.0.abs() <= 2 && away.1.abs() <= 2 => sideways(t, figure, from, foe.plan(), limit),
        _ => run(t, figure, from, away, limit, SM::PANIC_11),
    }
}

/// How much of a run has to be free.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stretch {
    Whole,
    AsFarAsFree,
}

/// From enemies all round it, square to the line to one of them, to the side that its owner picks; as far as it can where
/// neither side is free (SM-PANIC-11).
fn sideways(t: &mut Table<'_>, figure: Figure, from: Spot, foe: Point, limit: i32) -> Flow {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let (state, p) = (&*t.state, from.plan());
    let feet = state.sheet(figure).fleeing();
    let mut side = |times: i64, stretch: Stretch| {
        let aim = abreast(p, foe, times);
        keep_clear(state, figure, INCH, limit, &mut buffers.keep);
        // Those beside it who are abreast or behind come no nearer, however the end of the run is rounded.
        buffers.keep.retain(|keep| along(p, aim, keep.at.plan()) > 0 || !state.engaged_at(from, keep.at));
        let ahead = p.toward(aim, i64::from(limit));
        if stretch == Stretch::Whole {
            return straight(state, feet, from, ahead, &mut buffers);
        }
        Some((as_far(state, feet, from, ahead, &mut buffers), false)).filter(|(to, _)| *to != from)
    };
    let mut free = [1, -1].map(|times| side(times, Stretch::Whole));
    if free == [None, None] {
        free = [1, -1].map(|times| side(times, Stretch::AsFarAsFree));
    }
    t.scratch.buffers = buffers;
    let (to, left) = match free {
        [Some(left), Some(right)] => {
            let asked = TURN_ASIDE.to(t.state.owner(figure)).actor(figure);
            match t.ask(asked, &[Turning::Left, Turning::Right])? {
                Turning::Left => left,
                Turning::Right => right,
            }
        }
        [left, right] => left.or(right).unwrap_or((from, false)),
    };
    arrive(t, figure, from, to, told(p.to(to.plan())), SM::PANIC_11, left);
    super::ambush::passed_by(t, figure, &[from, to]);
    Ok(())
}

/// A straight run that turns by the smallest multiple of 15 degrees where it is blocked.
fn run(t: &mut Table<'_>, figure: Figure, from: Spot, away: (i64, i64), limit: i32, rule: Rule) -> Flow {
    if away == (0, 0) {
        return Ok(());
    }
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    keep_clear(t.state, figure, INCH, limit, &mut buffers.keep);
    let p = from.plan();
    let far = Point::new(p.x + away.0, p.y + away.1);
    let ahead = p.toward(far, i64::from(limit));
    let feet = t.state.sheet(figure).fleeing();
    let mut found = None;
    for steps in 0..=6 {
        let mut free = [steps, -steps].map(|turn| straight(t.state, feet, from, turned(p, ahead, turn), &mut buffers));
        if steps == 0 {
            free[1] = None;
        }
        found = match free {
            [Some(left), Some(right)] if left != right => {
                let asked = TURN_ASIDE.to(t.state.owner(figure)).by(rule).actor(figure);
                Some(match t.ask(asked, &[Turning::Left, Turning::Right])? {
                    Turning::Left => left,
                    Turning::Right => right,
                })
            }
            [left, right] => left.or(right),
        };
        if found.is_some() {
            break;
        }
    }
    // Nowhere to turn: straight on.
    let (to, left) = found.unwrap_or_else(|| (as_far(t.state, feet, from, ahead, &mut buffers), false));
    t.scratch.buffers = buffers;
    arrive(t, figure, from, to, told(p.to(to.plan())), rule, left);
    super::ambush::passed_by(t, figure, &[from, to]);
    Ok(())
}

/// As far as a straight run goes before what is in its way, the table edge and Difficult Ground included (SM-PANIC-07).
fn as_far(state: &State, feet: Feet, from: Spot, to: Point, buffers: &mut Buffers) -> Spot {
    let border = clip(state, from.plan(), to).0;
    let far = farthest(state, state.field.under(feet), &FLEEING, from, border, buffers);
    let dry = before_rough(state, feet, from, far);
    rest(state, feet, from, (dry, far.plan()), &mut buffers.path)
}

/// As far as a straight run keeps out of Difficult Ground (SM-PANIC-07).
fn before_rough(state: &State, feet: Feet, from: Spot, to: Spot) -> Point {
    let enters = state.field.rough_ahead(feet, from, (from, to)).map(|(enter, _)| enter).min();
    enters.map_or(to.plan(), |enter| from.plan().toward(to.plan(), i64::from(enter - 1).max(0)))
}

/// The end of a straight run if all of it is free, and whether it leads over the table edge.
fn straight(state: &State, feet: Feet, from: Spot, to: Point, buffers: &mut Buffers) -> Option<(Spot, bool)> {
    let p = from.plan();
    let (end, over) = clip(state, p, to);
    // A drop at the very end of it leads somewhere if there is room beyond.
    let ahead = clip(state, p, p.toward(to, p.to(to) + BEYOND)).0;
    let ahead = if over { end } else { ahead };
    let field = &*state.field;
    let z = match free_run(state, field.under(feet), &FLEEING, from, (end, ahead), buffers)? {
        Footing::Floor(z) => z,
        Footing::Air(hop) => hop.to.z,
    };
    if field.rough_for(feet).iter().any(|at| !field.overlaps(*at, from) && field.enters(*at, from, end.at(z))) {
        return None;
    }
    Some((if over { end.at(z) } else { rest(state, feet, from, (end, ahead), &mut buffers.path) }, over))
}

/// How far beyond the end of a run a place to land on is looked for.
const BEYOND: i64 = 4000;

/// A way cut off where the base reaches the table edge.
fn clip(state: &State, from: Point, to: Point) -> (Point, bool) {
    let field = &*state.field;
    if field.holds_base(to.at(0)) {
        return (to, false);
    }
    let (mut low, mut high) = (0, from.to(to));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if field.holds_base(from.toward(to, middle).at(0)) { low = middle } else { high = middle }
    }
    (from.toward(to, low), true)
}

fn arrive(t: &mut Table<'_>, figure: Figure, from: Spot, to: Spot, inches: i32, rule: Rule, left: bool) {
    t.state.fighter_mut(figure).place = Place::On(to);
    match to == from && !left {
        true => t.tell(rule, || Event::Hemmed { model: figure }),
        false => t.tell(rule, || Event::Fled { model: figure, from, to, inches }),
    }
    if left {
        t.state.lose_token(figure);
        let fighter = t.state.fighter_mut(figure);
        fighter.place = Place::Fled;
        fighter.broken = false;
        fighter.engaged_since = 0;
        t.note(SM::COND_18);
        t.tell(SM::RANDOM_04, || Event::LeftTable { model: figure });
    }
    crate::turn::action::note_engagements(t.state);
}
