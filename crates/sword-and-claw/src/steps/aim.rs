//! Where an attack on squares goes: the spot of an area, the axis of a template, the squares of a sweep.

use super::deals;
use crate::cards::{Attack, Shape};
use crate::decisions::battle::{Axis, Bend, LINE, Round, SPOT, SWEEP, Spot, TOWARD};
use crate::events::Squares;
use crate::resolve::template::{self, Lay};
use crate::resolve::{melee, tohit};
use crate::sight::Buffers;
use crate::state::{Aim, Level, Rotation, State, Sweep, distance};
use crate::{Event, Table};
use kernel::{Answer, Answers, Choice, Figure, Flow, Name, Question, Refusal, Region, Rng, Tags, settle};
use rulebook::SC;
use space::grid::{Block, Patch, Ring, Square};
use std::cell::{OnceCell, RefCell};

/// Asks where the attack goes. `squares` is how far a sweep may go.
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn choose(t: &mut Table<'_>, by: Figure, attack: &Attack, squares: u8) -> Flow<Aim> {
    match attack.shape {
        Shape::Area(_) => spot(t, by, attack),
        Shape::Cone(_) | Shape::Fan(_) | Shape::Line(_) => toward(t, by, attack),
        Shape::Sweep(_) => sweep(t, by, squares),
        Shape::Aura(_) | Shape::Single => Ok(Aim::Nothing),
    }
}

/// Says what was declared.
pub(crate) fn tell(t: &mut Table<'_>, by: Figure, attack: Name, aim: Aim, readied: bool) {
    match aim {
        Aim::Spot(at, level) => {
            t.note(SC::AREA_01);
            let level = level_word(level);
            t.tell(SC::RANGED_01, || Event::SpotDeclared { unit: by, attack, at, level, readied });
        }
        Aim::Toward { from, to, .. } => {
            t.tell(SC::MELEE_01, || Event::TemplateDeclared { unit: by, attack, from, to, readied });
        }
        Aim::Sweep(Sweep { start, turn, squares }) => {
            t.note(SC::WQUAL_29);
            t.note(SC::WQUAL_30);
            t.tell(SC::MELEE_01, || Event::SweepDeclared {
                unit: by,
                attack,
                at: start,
                squares: Squares(squares.into()),
                direction: turn.text(),
                readied,
            });
        }
        _ => t.tell(SC::MELEE_01, || Event::AuraDeclared { unit: by, attack, readied }),
    }
}

pub(crate) fn level_word(level: Level) -> &'static str {
    match level {
        Level::Ground => "ground",
        Level::Low => "low",
        Level::High => "high",
    }
}

fn spot(t: &mut Table<'_>, by: Figure, attack: &Attack) -> Flow<Aim> {
    let asked = SPOT.to(t.state.piece(by).owner).actor(by);
    let question = Spots { place: Place::new(t.state, by, attack, &mut t.scratch.sight) };
    let (at, level) = settle(t.oracle, asked, &question)?.place();
    Ok(Aim::Spot(at, level))
}

fn toward(t: &mut Table<'_>, by: Figure, attack: &Attack) -> Flow<Aim> {
    let seat = t.state.piece(by).owner;
    let question = Axes { place: Place::new(t.state, by, attack, &mut t.scratch.sight) };
    let Axis::Toward { from, to, level } = settle(t.oracle, TOWARD.to(seat).actor(by), &question)?;
    let lay = Lay { by, shape: attack.shape, from, to, level, bends: 0 };
    let mut bends = 0;
    for (at, pair) in template::ties(t.state, lay).into_iter().enumerate() {
        let picked = t.ask_at(LINE.to(seat).actor(by), &pair.map(|at| Bend::By { at }))?;
        bends |= (picked as u32) << at.min(31);
    }
    Ok(Aim::Toward { from, to, level, bends })
}

/// What both questions know: the attack, and the answers worked out so far.
pub(crate) struct Place<'a, D> {
    pub(crate) state: &'a State,
    pub(crate) by: Figure,
    attack: Attack,
    buffers: RefCell<&'a mut Buffers>,
    listed: OnceCell<Vec<D>>,
}

impl<'a, D> Place<'a, D> {
    fn new(state: &'a State, by: Figure, attack: &Attack, buffers: &'a mut Buffers) -> Place<'a, D> {
        Place { state, by, attack: *attack, buffers: RefCell::new(buffers), listed: OnceCell::new() }
    }

    fn own(&self) -> Square {
        self.state.space(self.by).map_or(Square::new(0, 0), |space| space.at)
    }

    fn enemies(&self) -> impl Iterator<Item = Figure> + '_ {
        self.state.of_side(self.state.piece(self.by).side.other())
    }
}

/// The spot of an area attack: any that is in range and in sight. Listed are those on enemies.
pub(crate) struct Spots<'a> {
    pub(crate) place: Place<'a, Spot>,
}

impl Spots<'_> {
    pub(crate) fn judge(&self, at: Square, level: Level) -> Result<(), Refusal> {
        let place = &self.place;
        deals::spot(place.state, place.by, &place.attack, (at, level), &mut place.buffers.borrow_mut())
    }

    fn listed(&self) -> &[Spot] {
        let place = &self.place;
        place.listed.get_or_init(|| {
            let mut found = Vec::new();
            for enemy in place.enemies() {
                let Some(space) = place.state.space(enemy) else { continue };
                let level = place.state.level(enemy);
                for at in space.squares().filter(|at| self.judge(*at, level).is_ok()) {
                    let spot = Spot::of(at, level);
                    if !found.contains(&spot) {
                        found.push(spot);
                    }
                }
            }
            if found.is_empty() {
                // Nobody to aim at: any legal spot will do, the attacker's own square at the last.
                let level = place.state.level(place.by);
                let legal = place.state.field().squares().find(|at| self.judge(*at, level).is_ok());
                found.push(Spot::of(legal.unwrap_or(place.own()), level));
            }
            found
        })
    }
}

impl Question for Spots<'_> {
    fn tags(&self) -> &dyn Tags {
        self.place.state
    }

    fn len(&self) -> usize {
        self.listed().len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.listed()[index].choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Spot::read(choice).map(|spot| spot.place()) {
            Some((at, level)) => self.judge(at, level),
            None => Err(Refusal::new(SC::AREA_01, "say ground, low or high and a square: ground C7")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_spot(rng)
    }

    fn region(&self) -> Region {
        let field = self.place.state.field();
        let legal = field.squares().filter(|at| self.judge(*at, Level::Ground).is_ok());
        Region::squares(field.width(), field.height(), legal)
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        let squares = self.place.state.field().squares();
        squares
            .filter(|at| self.judge(*at, Level::Ground).is_ok())
            .map(|at| (at, Spot::of(at, Level::Ground).choice()))
            .collect()
    }
}

/// The axis of a cone, a fan or a line: from a square of the base towards any other. Listed are those at enemies.
pub(crate) struct Axes<'a> {
    pub(crate) place: Place<'a, Axis>,
}

impl Axes<'_> {
    pub(crate) fn reach(&self) -> u8 {
        match self.place.attack.shape {
            Shape::Cone(length) | Shape::Fan(length) | Shape::Line(length) => length,
            _ => 0,
        }
    }

    pub(crate) fn judge(&self, from: Square, to: Square, level: Level) -> Result<(), Refusal> {
        let Place { state, by, attack, .. } = &self.place;
        let Some(space) = state.space(*by) else {
            return Err(Refusal::new(SC::WQUAL_06, "it is not on the board"));
        };
        let outer = |square: Square| {
            square.x == space.at.x
                || square.y == space.at.y
                || square.x - space.at.x + 1 == space.side
                || square.y - space.at.y + 1 == space.side
        };
        if !space.contains(from) || !outer(from) {
            return Err(Refusal::new(SC::WQUAL_06, "it starts from an outer square of the base"));
        }
        if from == to || !state.field().on_board(to) {
            return Err(Refusal::new(SC::WQUAL_06, "it is aimed at another square of the board"));
        }
        if !tohit::level_reached(state, *by, attack, level) {
            return Err(Refusal::new(SC::FLIGHT_12, "nobody attacks downward from the air"));
        }
        let rise = tohit::rise(state.level(*by), level);
        if rise > 0 {
            // How much of it passes below depends on who it is aimed at (SC-FLIGHT-19), and it is shorter (SC-FLIGHT-20).
            if !state.all_on(to).any(|figure| state.level(figure) == level) {
                return Err(Refusal::new(SC::FLIGHT_19, "at another level it is aimed at a figure there"));
            }
            let far = distance(space, Block::single(to)).saturating_add(2 * rise);
            if far > self.reach() {
                return Err(Refusal::with(
                    SC::FLIGHT_20,
                    "the target counts as {0 inch|inches} away, and the attack reaches {1}",
                    far.into(),
                    self.reach().into(),
                ));
            }
        }
        Ok(())
    }

    fn listed(&self) -> &[Axis] {
        let place = &self.place;
        place.listed.get_or_init(|| {
            let mut found = Vec::new();
            let Some(space) = place.state.space(place.by) else { return found };
            for enemy in place.enemies() {
                let Some(other) = place.state.space(enemy).filter(|other| distance(space, *other) <= self.reach())
                else {
                    continue;
                };
                let level = place.state.level(enemy);
                for from in space.squares() {
                    for to in other.squares().filter(|to| self.judge(from, *to, level).is_ok()) {
                        found.push(Axis::Toward { from, to, level });
                    }
                }
            }
            if found.is_empty() {
                // Nobody near enough: straight up or down the board.
                let field = place.state.field();
                let to = Square::new(space.at.x, if space.at.y > 0 { 0 } else { field.height() - 1 });
                found.push(Axis::Toward { from: space.at, to, level: place.state.level(place.by) });
            }
            found
        })
    }
}

impl Question for Axes<'_> {
    fn tags(&self) -> &dyn Tags {
        self.place.state
    }

    fn len(&self) -> usize {
        self.listed().len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.listed()[index].choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Axis::read(choice) {
            Some(Axis::Toward { from, to, level }) => self.judge(from, to, level),
            None => Err(Refusal::new(SC::WQUAL_06, "say: toward FROM TO and ground, low or high")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_axis(rng)
    }
}

fn ring_has(ring: &Ring, at: Square, (width, height): (u8, u8)) -> bool {
    (0..ring.len()).any(|place| ring.square(place, width, height) == Some(at))
}

/// Every sweep that meets somebody.
fn sweep(t: &mut Table<'_>, by: Figure, squares: u8) -> Flow<Aim> {
    let state = &*t.state;
    let Some(base) = state.space(by) else {
        return Ok(Aim::Nothing);
    };
    let (ring, width, height) = (Ring::new(base), state.field().width(), state.field().height());
    let mut found = Vec::new();
    for place in 0..ring.len() {
        let Some(start) = ring.square(place, width, height) else { continue };
        for turn in [Rotation::Clockwise, Rotation::Counterclockwise] {
            for squares in 1..=squares {
                // One square swept is the same either way round.
                let new = squares > 1 || turn == Rotation::Clockwise;
                if new && !melee::swept(state, by, Sweep { start, turn, squares }).is_empty() {
                    found.push(Sweep { start, turn, squares });
                }
            }
        }
    }
    if found.is_empty() {
        return Ok(Aim::Nothing);
    }
    let answer = |sweep: &Sweep| Round::Sweep { start: sweep.start, turn: sweep.turn, squares: sweep.squares.into() };
    let options: Vec<Round> = found.iter().map(answer).collect();
    let asked = SWEEP.to(state.piece(by).owner).actor(by);
    let picked = t.ask_telling(asked, &options, |_, answer| {
        let Round::Sweep { start, squares: wide, .. } = *answer;
        if !ring_has(&ring, start, (width, height)) {
            return Err(Refusal::new(SC::WQUAL_29, "a sweep begins in a square beside the attacker"));
        }
        if wide < 1 || wide > i32::from(squares) {
            return Err(Refusal::with(SC::WQUAL_29, "it sweeps {0 square|squares} at most", squares.into(), 0));
        }
        Err(Refusal::new(SC::WQUAL_29, "nobody stands in what it sweeps"))
    })?;
    Ok(Aim::Sweep(found[picked]))
}

/// Squares that an aim covers, for whoever draws it: a spot, a template, a sweep.
pub(crate) fn covered(state: &State, by: Figure, attack: &Attack, aim: Aim, buffers: &mut Buffers) -> Vec<Square> {
    let field = state.field();
    let (width, height) = (field.width(), field.height());
    match (aim, attack.shape) {
        (Aim::Spot(at, _), Shape::Area(side)) => Patch::new(at, side).squares(width, height).collect(),
        (Aim::Toward { from, to, level, bends }, shape) => {
            template::squares(state, Lay { by, shape, from, to, level, bends }, buffers)
        }
        (Aim::Nothing, Shape::Aura(_)) => template::squares(state, Lay::aura(state, by, attack.shape), buffers),
        (Aim::Sweep(Sweep { start, turn, squares }), _) => {
            let Some(base) = state.space(by) else { return Vec::new() };
            let ring = Ring::new(base);
            match ring.place(start) {
                Some(place) => ring.sweep(place, turn.round(), squares.into(), width, height).collect(),
                None => Vec::new(),
            }
        }
        (Aim::Figure(target), _) => state.space(target).into_iter().flat_map(Block::squares).collect(),
        _ => Vec::new(),
    }
}
