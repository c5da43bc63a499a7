//! Answers worth a thought to questions that a player may answer freely: where to go, where to stand at the start.

use super::ways::going;
use crate::decisions::{DEPLOY, ENTER, Placing, Walking};
use crate::events::Landmark;
use crate::field::{INCH, RADIUS};
use crate::setup::{self, Entry};
use crate::state::{Cache, Place, State};
use crate::terrain::{self, Buffers, Going, keep_clear};
use kernel::{Answers, Ask, Choice, Field, Figure, Seat, Speaks, Thing, Way};
use space::inches::{Gait, Search, Spot, turn};

/// A purpose in words, and the answer that serves it.
#[derive(Clone, Debug)]
pub(crate) struct Idea {
    pub label: String,
    pub choice: Choice,
}

/// A way round is worth a thought up to this length.
const HORIZON: i32 = 60_000;

/// Whoever shows these asks the rules first.
pub(crate) fn ideas(state: &State, ask: &Ask) -> Vec<Idea> {
    if DEPLOY.is(ask) || ENTER.is(ask) {
        return places(state, ask.seat, if ENTER.is(ask) { Entry::OverTheEdge } else { Entry::Deployed });
    }
    going(state, ask).map_or_else(Vec::new, |going| errands(state, &going))
}

fn errands(state: &State, going: &Going) -> Vec<Idea> {
    let mut all = Vec::new();
    let mut add = |label: String, goal: Spot| all.extend(idea(state, going, label, goal));
    if going.may_leave {
        add("Off the table with the cache".to_owned(), Spot { y: RADIUS / 2, z: 0, ..going.from });
    }
    for (at, objective) in state.field.adventure.objectives.iter().enumerate() {
        let goal = match state.caches.get(at) {
            Some(Cache::Lies(spot)) => Some(*spot),
            Some(_) => None,
            None => Some(objective.at),
        };
        if let Some(goal) = goal {
            add(format!("Towards {}", objective.title), goal);
        }
    }
    all.extend(crossings(state, going));
    let mut add = |label: String, goal: Spot| all.extend(idea(state, going, label, goal));
    let owner = state.owner(going.figure);
    let mut foes: Vec<(Figure, Spot)> = state
        .standing()
        .filter(|(_, fighter, _)| fighter.owner != owner && !fighter.ambush)
        .map(|(foe, _, at)| (foe, at))
        .collect();
    foes.sort_by_key(|(_, at)| going.from.plan().square_to(at.plan()));
    for (foe, at) in foes.iter().take(2) {
        add(format!("Towards {}", state.figure_name(*foe)), *at);
    }
    if let Some((foe, at)) = foes.first() {
        let p = going.from.plan();
        let away = p.toward(space::inches::Point::new(2 * p.x - i64::from(at.x), 2 * p.y - i64::from(at.y)), 20_000);
        add(format!("Away from {}", state.figure_name(*foe)), away.at(going.from.z));
    }
    all
}

fn idea(state: &State, going: &Going, label: String, goal: Spot) -> Option<Idea> {
    toward(state, going, goal).map(|track| along(label, track))
}

fn along(label: String, track: Vec<Spot>) -> Idea {
    Idea { label, choice: Walking::Go { way: track.into() }.choice() }
}

/// A way that is still to be drawn.
pub(crate) fn stem_of_way() -> Choice {
    Choice { way: Way::None, ..Walking::Go { way: Box::default() }.choice() }
}

/// A model that is still to be placed.
pub(crate) fn stem_of_place(model: Figure) -> Choice {
    let placed = Placing::Place { model, at: Spot::new(0, 0, 0) }.choice();
    Choice { things: [placed.things[0], Thing::None, Thing::None], ..placed }
}

/// Over each Obstacle that is touched, and straight on as far as that leads (SM-TERRAIN-11).
fn crossings(state: &State, going: &Going) -> Vec<Idea> {
    let (field, mut buffers) = (&*state.field, Buffers::default());
    let mut legal =
        |track: &[Spot]| terrain::check(state, going, track, &mut buffers).is_ok_and(|trip| trip.crossed.is_some());
    let mut all = Vec::new();
    for (at, piece) in field.adventure.terrain.iter().enumerate() {
        let Some(over) = field.opposite(at as u16, going.from) else { continue };
        if legal(&[going.from, over]) {
            let name = Landmark(piece.id).say(state);
            all.push(along(format!("Over {name}"), vec![going.from, over]));
            let on = |inches: i32| {
                let q = going.from.plan().toward(over.plan(), going.from.plan().to(over.plan()) + i64::from(inches));
                [going.from, over, q.at(over.z)]
            };
            let farthest = (1..=6).rev().map(|half| on(half * 500 - 1)).find(|track| legal(track));
            all.extend(farthest.map(|track| along(format!("Over {name} and on"), track.to_vec())));
        }
    }
    all
}

/// As far as the Action leads on the way to a goal; a little less where it could not end there.
fn toward(state: &State, going: &Going, goal: Spot) -> Option<Vec<Spot>> {
    let (field, mut buffers, mut search) = (&*state.field, Buffers::default(), Search::default());
    let (wide, deep) = (field.width() - RADIUS, field.depth() - RADIUS);
    let inside = Spot { x: goal.x.clamp(RADIUS, wide), y: goal.y.clamp(RADIUS, deep), z: goal.z };
    for less in [1, 300, 800, 1500, 2500, 3500] {
        let gait = Gait { limit: (going.limit - less).max(0), ladders: true, stairs: true, up: true };
        keep_clear(state, going.figure, INCH, going.limit, &mut buffers.keep);
        let (keep, mut track) = (buffers.keep.clone(), Vec::new());
        let found = field.ways(going.feet).trip(field.under(going.feet), going.from, &gait, &keep).toward(
            inside,
            HORIZON,
            &mut search,
            &mut track,
        );
        if found.is_some() && track.len() > 1 && terrain::check(state, going, &track, &mut buffers).is_ok() {
            return Some(track);
        }
    }
    // No way leads there: straight on, over what is touched.
    let p = going.from.plan();
    (1..=8).rev().find_map(|part| {
        let q = p.toward(inside.plan(), i64::from(going.limit - 1) * part / 8);
        let to = q.at(field.under(going.feet).standing(q, going.from.z, &crate::field::MOVER)?);
        let track = vec![going.from, to];
        terrain::check(state, going, &track, &mut buffers).is_ok().then_some(track)
    })
}

/// For each model that waits a place near its friends, or in the middle of the zone, well apart.
fn places(state: &State, seat: Seat, entry: Entry) -> Vec<Idea> {
    let waits = |figure: &Figure| {
        let fighter = state.fighter(*figure);
        fighter.owner == seat && fighter.place == Place::Waiting
    };
    let waiting: Vec<Figure> = state.figures().filter(waits).collect();
    let zone = setup::bounds(state, seat, entry);
    let (low, high) = (zone.low, zone.high);
    let mut all = Vec::new();
    for figure in waiting {
        // Every model has a place of its own along the zone, so that they do not all crowd into one.
        let order = i64::from(figure.0 % 8) + 1;
        let x = low.x + (high.x - low.x) * order / 9;
        let front = if state.field.depth() / 2 > ((low.y + high.y) / 2) as i32 { high.y } else { low.y };
        for (label, y) in [("in front", front), ("in the middle", (low.y + high.y) / 2)] {
            let wish = Spot { x: x as i32, y: y as i32, z: 0 };
            if let Some(at) = nearest(state, seat, entry, wish) {
                let label = format!("{}, {label}", state.figure_name(figure));
                let choice = Placing::Place { model: figure, at }.choice();
                all.push(Idea { label, choice });
            }
        }
    }
    all
}

/// The legal place nearest to a wish, looked for in growing rings of half an inch.
fn nearest(state: &State, seat: Seat, entry: Entry, wish: Spot) -> Option<Spot> {
    for ring in 0..24 {
        for step in 0..if ring == 0 { 1 } else { turn::TURN } {
            let p = turn::outward(wish.plan(), step, i64::from(ring) * 500);
            let p = space::inches::Point::new((p.x + 25) / 50 * 50, (p.y + 25) / 50 * 50);
            let Some(z) = state.field.board.floor(p, i32::MAX) else { continue };
            if setup::may_stand(state, seat, entry, p.at(z)).is_ok() {
                return Some(p.at(z));
            }
        }
    }
    None
}
