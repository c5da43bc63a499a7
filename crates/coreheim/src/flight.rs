//! Flight: away from the enemy, round what is in the way, over the edge of the table (CH-PSYCH-12, CH-GEOM-17).

use crate::ground::{Gait, INCH};
use crate::resolve::{fight, injury};
use crate::state::{Place, State};
use crate::verbs::On;
use crate::{Event, Table, rolls};
use kernel::{Ask, Figure, Flow, Seat};
use rulebook::CH;
use space::inches::{self, Keepout, Point, Search, Spot};

/// Legs of one flight before somebody is held to be cornered.
const LEGS: usize = 12;

/// Breaks from a combat: free hits of the standing enemies (CH-PSYCH-11), then the flight, if he still can.
///
/// # Errors
/// Pauses for dice.
pub fn break_off(t: &mut Table<'_>, figure: Figure) -> Flow {
    let foes: Vec<Figure> = t.state.opponents(figure).collect();
    t.state.warrior_mut(figure).hidden = false;
    free_hits(t, figure, &foes)?;
    if !t.state.warrior(figure).stands() {
        return Ok(());
    }
    injury::drop_shard(t, figure);
    let away = sum_of_ways(t.state, figure, &foes);
    t.state.warrior_mut(figure).fleeing = true;
    run(t, figure, away)
}

/// Each strikes, also at one whom another has just put down, unless he fell out of reach. Whoever is sure to strike no blow
/// is out of the way first; a player orders his own, the one whose turn it is before the others (CH-PSYCH-11).
fn free_hits(t: &mut Table<'_>, figure: Figure, foes: &[Figure]) -> Flow {
    let mut waiting: Vec<Figure> = foes.iter().copied().filter(|foe| t.state.warrior(*foe).steady()).collect();
    loop {
        waiting.retain(|foe| t.state.engaged(*foe, figure));
        let sure = waiting.iter().position(|foe| fight::misses_back(t.state, *foe, figure));
        let at = match sure {
            Some(at) => at,
            None => {
                let owns = |seat: &Seat| waiting.iter().any(|foe| t.state.owner(*foe) == *seat);
                let Some(seat) = t.state.turns().find(owns) else { return Ok(()) };
                let mine: Vec<On> =
                    waiting.iter().filter(|foe| t.state.owner(**foe) == seat).map(|foe| On("next", *foe)).collect();
                let chosen = mine[t.pick(Ask::new(seat, "back", CH::PSYCH_11).about(figure), &mine)?].1;
                waiting.iter().position(|foe| *foe == chosen).unwrap_or(0)
            }
        };
        let striker = waiting.remove(at);
        fight::free_hit(t, striker, figure)?;
    }
}

/// Flees 2d6 inches towards the nearest table edge.
///
/// # Errors
/// Pauses for dice.
pub fn run_on(t: &mut Table<'_>, figure: Figure) -> Flow {
    run(t, figure, None)
}

/// Along the sum of the unit vectors from each enemy to him; none where they cancel out.
fn sum_of_ways(state: &State, figure: Figure, foes: &[Figure]) -> Option<(i64, i64)> {
    const UNIT: i64 = 10_000;
    let here = state.warrior(figure).at.plan();
    let (mut x, mut y) = (0, 0);
    for foe in foes {
        let there = state.warrior(*foe).at.plan();
        let length = there.to(here).max(1);
        x += (here.x - there.x) * UNIT / length;
        y += (here.y - there.y) * UNIT / length;
    }
    (x.abs() + y.abs() > UNIT / 100).then_some((x, y))
}

fn nearest_edge(state: &State, at: Spot) -> (i64, i64) {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    let ways = [(at.y, (0, -1)), (depth - at.y, (0, 1)), (at.x, (-1, 0)), (width - at.x, (1, 0))];
    ways.into_iter().min_by_key(|(distance, _)| *distance).map_or((0, -1), |(_, way)| way)
}

fn run(t: &mut Table<'_>, figure: Figure, away: Option<(i64, i64)>) -> Flow {
    let inches = rolls::flight(t, figure)?;
    let mut start = t.state.warrior(figure).at;
    let mut way = away.unwrap_or_else(|| nearest_edge(t.state, start));
    let mover = t.state.mover(figure);
    let mut keep = std::mem::take(&mut t.scratch.keep);
    t.state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let mut at = start;
    let mut left = i64::from(inches * INCH);
    let mut gone = false;
    for _ in 0..LEGS {
        if left <= 0 {
            break;
        }
        let field = &t.state.setting.field;
        let straight = aim(at, way, left);
        let inside = clipped(t.state, at, straight);
        let reached = field.table.farthest(at, inside, &mover, &keep, &mut t.scratch.path);
        let went = at.plan().to(reached.plan());
        if reached.plan() == inside && inside != straight {
            gone = true;
            at = reached;
            break;
        }
        left -= went;
        at = reached;
        if left <= 0 {
            break;
        }
        // On an upper floor: down by a ladder or stairs, if there are any within reach.
        if at.z > 0
            && let Some((foot, used)) = way_down(t.state, figure, at, left as i32, &keep)
        {
            left -= i64::from(used);
            at = foot;
            start = foot;
            way = away.unwrap_or_else(|| nearest_edge(t.state, at));
            t.note(CH::GEOM_15);
            continue;
        }
        // Something is in the way: along it, on the heading that leads farthest in the direction of flight.
        let mut best: Option<(i64, Spot, (i64, i64))> = None;
        for heading in HEADINGS {
            let forward = heading.0 * way.0 + heading.1 * way.1;
            if forward < 0 {
                continue;
            }
            let goal = clipped(t.state, at, aim(at, heading, left.min(2000)));
            let there = t.state.setting.field.table.farthest(at, goal, &mover, &keep, &mut t.scratch.path);
            let (dx, dy) = (there.plan().x - at.plan().x, there.plan().y - at.plan().y);
            let gain = dx * way.0 + dy * way.1 + (dx.abs() + dy.abs()) / 64;
            if there != at && best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, there, heading));
            }
        }
        let Some((gain, there, _)) = best.filter(|(gain, ..)| *gain > 0) else { break };
        let _ = gain;
        left -= at.plan().to(there.plan());
        at = there;
        way = away.unwrap_or_else(|| nearest_edge(t.state, at));
    }
    t.scratch.keep = keep;
    if !gone {
        at = backed(t.state, figure, start, at);
    }
    t.state.warrior_mut(figure).at = at;
    t.tell(CH::PSYCH_12, || Event::Fled { warrior: figure, inches, to: crate::events::Spotted(at) });
    if gone {
        t.state.warrior_mut(figure).place = Place::Fled;
        t.state.warrior_mut(figure).fleeing = false;
        t.state.caster_down(figure);
        t.tell(CH::GEOM_17, || Event::LeftTable { warrior: figure });
    }
    Ok(())
}

/// The foot of the nearest ladder or stairs that leads down from this floor, and what it costs to get there.
fn way_down(state: &State, figure: Figure, at: Spot, left: i32, keep: &[Keepout]) -> Option<(Spot, i32)> {
    let (field, mover) = (&state.setting.field, state.mover(figure));
    let climbs = state.sheet(figure).may_climb();
    let mut search = Search::default();
    let mut track = Vec::new();
    let gait = inches::Gait { limit: left, ladders: false, stairs: false };
    let mut best: Option<(Spot, i32)> = None;
    for ladder in field.table.ladders().iter().filter(|ladder| ladder.stairs || climbs) {
        for pair in ladder.stops.windows(2).filter(|pair| pair[1].z == at.z) {
            let (foot, head) = (pair[0], pair[1]);
            let walk = match head == at {
                true => Some(0),
                false => field.ways(mover).shortest(&field.table, at, head, &gait, keep, &mut search, &mut track),
            };
            let down = if ladder.stairs { head.plan().to(foot.plan()) as i32 } else { head.z - foot.z };
            let whole = walk.map(|walk| walk + down).filter(|whole| *whole <= left);
            if let Some(whole) = whole.filter(|whole| best.is_none_or(|(_, known)| *whole < known)) {
                best = Some((foot, whole));
            }
        }
    }
    best
}

/// Sixteen headings.
const HEADINGS: [(i64, i64); 16] = [
    (1000, 0),
    (924, 383),
    (707, 707),
    (383, 924),
    (0, 1000),
    (-383, 924),
    (-707, 707),
    (-924, 383),
    (-1000, 0),
    (-924, -383),
    (-707, -707),
    (-383, -924),
    (0, -1000),
    (383, -924),
    (707, -707),
    (924, -383),
];

/// A place so far in this direction.
fn aim(at: Spot, way: (i64, i64), length: i64) -> Point {
    let here = at.plan();
    let far = Point { x: here.x + way.0 * 1000, y: here.y + way.1 * 1000 };
    here.toward(far, length)
}

/// The last place of the way that lies on the table.
fn clipped(state: &State, at: Spot, to: Point) -> Point {
    let table = &state.setting.field.table;
    if table.holds(to) {
        return to;
    }
    let here = at.plan();
    let (mut low, mut high) = (0, here.to(to));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if table.holds(here.toward(to, middle)) { low = middle } else { high = middle }
    }
    here.toward(to, low)
}

/// Friends are passed, but nobody ends on top of another (CH-GEOM-08): back along the way until there is room.
fn backed(state: &State, figure: Figure, start: Spot, at: Spot) -> Spot {
    const STEP: i64 = 100;
    let (from, to) = (start.plan(), at.plan());
    let length = from.to(to);
    let mut short = 0;
    while short < length {
        let place = from.toward(to, length - short);
        let spot =
            if short == 0 { Some(at) } else { state.setting.field.table.floor(place, at.z).map(|z| place.at(z)) };
        if let Some(spot) = spot
            && spot.z == at.z
            && state.may_end(figure, spot, Gait::Charge)
            && state.setting.field.table.stand(spot, &state.mover(figure), state.overhang(figure)).is_ok()
        {
            return spot;
        }
        short += STEP;
    }
    start
}
