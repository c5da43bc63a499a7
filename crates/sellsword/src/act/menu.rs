//! What a unit may do next: the question of every act.

use super::basic_move::{self, Reach};
use super::{Act, affordable, attack, burst, charge, maneuver, rest, use_trait};
use crate::cards::{ActKind, Token, When};
use crate::decisions::NamedAct;
use crate::effects::{self, Targets};
use crate::field::Buffers;
use crate::minds;
use crate::resolve::attack::attack_of;
use crate::state::State;
use crate::terrain::Mover;
use kernel::{Answer, Answers, Choice, Figure, Question, Refusal, Region, Rng, Tags};
use rulebook::SW;
use space::grid::{Dir, Square};
use std::cell::{OnceCell, RefCell};

/// The question of one act. The list is made only when somebody wants to see it: a mind that draws one act at random
/// looks at that act alone.
#[derive(Debug)]
pub(crate) struct Menu<'a> {
    pub state: &'a State,
    pub unit: Figure,
    pub mover: &'a Mover,
    pub buffers: RefCell<Buffers>,
    listed: OnceCell<Listed>,
}

#[derive(Debug)]
struct Listed {
    acts: Vec<Act>,
    may_move: bool,
}

impl<'a> Menu<'a> {
    pub(crate) fn new(state: &'a State, unit: Figure, mover: &'a Mover, buffers: Buffers) -> Menu<'a> {
        Menu { state, unit, mover, buffers: RefCell::new(buffers), listed: OnceCell::new() }
    }

    fn listed(&self) -> &Listed {
        self.listed.get_or_init(|| {
            let mut acts = Vec::new();
            let may_move = list(self.state, self.unit, self.mover, &mut acts, &mut self.buffers.borrow_mut());
            Listed { acts, may_move }
        })
    }

    pub(crate) fn acts(&self) -> &[Act] {
        &self.listed().acts
    }

    /// With nothing to do but end the turn, nothing is asked.
    pub(crate) fn only_end(&self) -> bool {
        let (state, unit) = (self.state, self.unit);
        let steps = basic_move::check(state, unit).is_ok()
            && basic_move::points(state, unit) > 0
            && first_step(state, unit, self.mover);
        !steps && self.maneuver_from(0).is_none() && self.acts().len() == 1 && !self.may_move()
    }

    pub(crate) fn may_move(&self) -> bool {
        self.listed().may_move
    }

    /// A Maneuver, the first possible one from this direction on.
    pub(crate) fn maneuver_from(&self, first: usize) -> Option<Act> {
        let (state, unit) = (self.state, self.unit);
        affordable(state, unit, ActKind::Maneuver, 1).ok()?;
        basic_move::free_to_move(state, unit).ok()?;
        let step = (0..8).find_map(|at| maneuver::step(state, unit, self.mover, Dir::ALL[(first + at) % 8]).ok())?;
        Some(Act::Maneuver { to: step.to.at })
    }

    pub(crate) fn answer(&self, act: Act) -> Answer {
        Answer::Free(act.named(self.state, self.unit).choice())
    }

    /// May the unit declare this act?
    pub(crate) fn judge(&self, named: &NamedAct) -> Result<(), Refusal> {
        let (state, unit, mover) = (self.state, self.unit, self.mover);
        if state.turn.astride && !matches!(named, NamedAct::Move { .. } | NamedAct::Maneuver { .. }) {
            return Err(Refusal::new(SW::MOVE_12, "it stands where it may not stay and must move on"));
        }
        if let NamedAct::Move { way } = named {
            basic_move::check(state, unit)?;
            return basic_move::check_walk(state, unit, mover, way.squares(), basic_move::points(state, unit));
        }
        let mut buffers = self.buffers.borrow_mut();
        match Act::of(named, state, unit)? {
            Act::Maneuver { to } => maneuver::check(state, unit, mover, to).map(|_| ()),
            Act::Attack { attack, target } => attack::check(state, unit, attack.into(), target, &mut buffers),
            Act::Burst { attack } => burst::check(state, unit, attack.into()),
            Act::Charge { attack, target } => charge::check(state, unit, attack.into(), target, mover, &mut buffers),
            Act::Rest { token } => rest::check(state, unit, token),
            Act::Trait { at, target } => use_trait::check(state, unit, at.into(), target),
            Act::Crow => rest::check_crow(state, unit),
            Act::End => Ok(()),
        }
    }
}

/// Lists every act but the Basic Move, whose ways are too many to list; true if that is open too.
pub(crate) fn list(state: &State, unit: Figure, mover: &Mover, acts: &mut Vec<Act>, buffers: &mut Buffers) -> bool {
    acts.clear();
    let may_move =
        basic_move::check(state, unit).is_ok() && basic_move::points(state, unit) > 0 && can_step(state, unit, mover);
    list_maneuvers(state, unit, mover, acts);
    // On a square where it may not stay a unit can only move on (SW-MOVE-12).
    if state.turn.astride {
        return may_move;
    }
    list_attacks(state, unit, mover, acts, buffers);
    list_rests(state, unit, acts);
    list_traits(state, unit, acts);
    if state.turn.felled && rest::check_crow(state, unit).is_ok() {
        acts.push(Act::Crow);
    }
    acts.push(Act::End);
    may_move
}

/// Is there a first step at all? A unit walled in by enemies has no move to make.
fn can_step(state: &State, unit: Figure, mover: &Mover) -> bool {
    let Some(space) = state.space(unit) else {
        return false;
    };
    let points = basic_move::points(state, unit);
    if first_step(state, unit, mover) {
        return true;
    }
    let reach = Reach::new(state, mover, space, points, state.turn.diagonals);
    // Where nothing better is in reach, a move may still end half-way for another act of movement to go on (SW-MOVE-12).
    reach.stops(state, mover).next().is_some() || (!state.turn.astride && reach.pauses(state, mover, points))
}

/// Is one step enough to get somewhere?
fn first_step(state: &State, unit: Figure, mover: &Mover) -> bool {
    let (Some(space), points) = (state.space(unit), basic_move::points(state, unit)) else {
        return false;
    };
    let fits = |dir| {
        mover
            .step(state, space, dir, state.turn.diagonals)
            .is_ok_and(|step| step.cost <= points && mover.stand(state, step.to).is_ok())
    };
    Dir::ALL.into_iter().any(fits)
}

fn list_maneuvers(state: &State, unit: Figure, mover: &Mover, acts: &mut Vec<Act>) {
    if affordable(state, unit, ActKind::Maneuver, 1).is_err() || basic_move::free_to_move(state, unit).is_err() {
        return;
    }
    for dir in Dir::ALL {
        if let Ok(step) = maneuver::step(state, unit, mover, dir) {
            acts.push(Act::Maneuver { to: step.to.at });
        }
    }
}

fn list_attacks(state: &State, unit: Figure, mover: &Mover, acts: &mut Vec<Act>, buffers: &mut Buffers) {
    for at in 0..state.sheet(unit).attacks.len() {
        if attack::declarable(state, unit, at).is_err() {
            continue;
        }
        let weapon = attack_of(state, unit, at);
        if weapon.burst > 0 {
            acts.push(Act::Burst { attack: at as u8 });
            continue;
        }
        let may_charge = charge::ready(state, unit, at).is_ok();
        for target in state.standing() {
            if !state.enemies(unit, target) {
                continue;
            }
            let range = state.distance(unit, target);
            if range <= weapon.range && attack::targetable(state, unit, at, target, buffers).is_ok() {
                acts.push(Act::Attack { attack: at as u8, target });
            }
            if may_charge && charge::REACH.contains(&range) && charge::possible(state, unit, target, mover, buffers) {
                acts.push(Act::Charge { attack: at as u8, target });
            }
        }
    }
}

pub(crate) fn list_rests(state: &State, unit: Figure, acts: &mut Vec<Act>) {
    let tokens = [Token::Green, Token::Blue, Token::Red].into_iter();
    acts.extend(tokens.filter(|token| rest::check(state, unit, *token).is_ok()).map(|token| Act::Rest { token }));
}

pub(crate) fn list_traits(state: &State, unit: Figure, acts: &mut Vec<Act>) {
    for (at, power) in state.sheet(unit).traits.iter().enumerate() {
        if power.when != When::Act
            || affordable(state, unit, ActKind::Trait, power.acts).is_err()
            || effects::usable(state, unit, at).is_err()
        {
            continue;
        }
        match effects::recipients(state, unit, at) {
            Targets::One(list) => {
                acts.extend(list.into_iter().map(|target| Act::Trait { at: at as u8, target: Some(target) }))
            }
            Targets::All(_) => acts.push(Act::Trait { at: at as u8, target: None }),
        }
    }
}

/// A unit that may not stay where it is and has no act of movement that leads away.
pub(crate) fn stuck(state: &State, unit: Figure) -> bool {
    let mover = Mover::of(state, unit);
    let mut maneuvers = Vec::new();
    list_maneuvers(state, unit, &mover, &mut maneuvers);
    maneuvers.is_empty() && !(basic_move::check(state, unit).is_ok() && can_step(state, unit, &mover))
}

impl Question for Menu<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.acts().len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.acts()[index].named(self.state, self.unit).choice()
    }

    fn free(&self) -> bool {
        self.may_move()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let named = NamedAct::read(choice).ok_or(Refusal::new(
            SW::TURN_03,
            "no act reads like that; an act is move, maneuver, attack, charge, rest, use, crow or end",
        ))?;
        self.judge(&named)
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        minds::acts::sample(self, rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        minds::acts::candidates(self, rng, most)
    }

    fn region(&self) -> Region {
        if self.may_move() {
            basic_move::region(self.state, self.mover, basic_move::points(self.state, self.unit))
        } else {
            Region::None
        }
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        if !self.may_move() {
            return Vec::new();
        }
        basic_move::ways(self.state, self.mover, basic_move::points(self.state, self.unit))
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let (state, unit) = (self.state, self.unit);
        let enemies: Vec<Figure> = state.standing().filter(|target| state.enemies(unit, *target)).collect();
        let attacks = state.sheet(unit).attacks.iter().flat_map(|weapon| match weapon.burst {
            0 => enemies.iter().map(|target| NamedAct::Attack { attack: weapon.name, target: *target }).collect(),
            _ => vec![NamedAct::Burst { attack: weapon.name }],
        });
        let traits = state.sheet(unit).traits.iter().filter(|power| power.when == When::Act && !power.who.one);
        let all = attacks.chain(traits.map(|power| NamedAct::Use { power: power.name }));
        all.filter_map(|named| self.judge(&named).err().map(|refusal| (named.choice(), refusal))).collect()
    }
}
