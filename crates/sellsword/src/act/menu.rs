//! What a unit may do next: the question of every act.

use super::basic_move::{self, Reach};
use super::{Act, attack, burst, charge, maneuver, rest, use_trait};
use crate::cards::{Token, When};
use crate::effects::{self, Targets};
use crate::field::Buffers;
use crate::resolve::attack::attack_of;
use crate::state::State;
use crate::terrain::Going;
use crate::verbs;
use kernel::{Answer, Choice, Figure, Name, Question, Refusal, Region, Rng, Tags, Thing, Way};
use rulebook::SW;
use space::grid::{Dir, Square};
use std::cell::{OnceCell, RefCell};

/// The question of one act. The list is made only when somebody wants to see it: a mind that draws one act at random
/// looks at that act alone.
#[derive(Debug)]
pub struct Menu<'a> {
    pub state: &'a State,
    pub unit: Figure,
    pub going: &'a Going,
    pub buffers: RefCell<Buffers>,
    listed: OnceCell<Listed>,
}

#[derive(Debug)]
struct Listed {
    acts: Vec<Act>,
    may_move: bool,
}

impl<'a> Menu<'a> {
    pub fn new(state: &'a State, unit: Figure, going: &'a Going, buffers: Buffers) -> Menu<'a> {
        Menu { state, unit, going, buffers: RefCell::new(buffers), listed: OnceCell::new() }
    }

    fn listed(&self) -> &Listed {
        self.listed.get_or_init(|| {
            let mut acts = Vec::new();
            let may_move = list(self.state, self.unit, self.going, &mut acts, &mut self.buffers.borrow_mut());
            Listed { acts, may_move }
        })
    }

    pub fn acts(&self) -> &[Act] {
        &self.listed().acts
    }

    /// With nothing to do but end the turn, nothing is asked.
    pub fn only_end(&self) -> bool {
        let (state, unit) = (self.state, self.unit);
        let strolls = basic_move::check(state, unit).is_ok()
            && basic_move::points(state, unit) > 0
            && first_step(state, unit, self.going);
        !strolls && self.any_maneuver(0).is_none() && self.acts().len() == 1 && !self.listed().may_move
    }
}

/// Lists every act but the Basic Move, whose ways are too many to list; true if that is open too.
pub fn list(state: &State, unit: Figure, going: &Going, acts: &mut Vec<Act>, buffers: &mut Buffers) -> bool {
    acts.clear();
    let may_move =
        basic_move::check(state, unit).is_ok() && basic_move::points(state, unit) > 0 && can_step(state, unit, going);
    list_maneuvers(state, unit, going, acts);
    // On a square where it may not stay a unit can only move on (SW-MOVE-12).
    if state.turn.astride {
        return may_move;
    }
    list_attacks(state, unit, going, acts, buffers);
    for token in [Token::Green, Token::Blue, Token::Red] {
        if rest::check(state, unit, token).is_ok() {
            acts.push(Act::Rest { token });
        }
    }
    list_traits(state, unit, acts);
    if state.turn.felled && rest::check_crow(state, unit).is_ok() {
        acts.push(Act::Crow);
    }
    acts.push(Act::End);
    may_move
}

/// Is there a first step at all? A unit walled in by enemies has no move to make.
fn can_step(state: &State, unit: Figure, going: &Going) -> bool {
    let Some(space) = state.space(unit) else {
        return false;
    };
    let points = basic_move::points(state, unit);
    if first_step(state, unit, going) {
        return true;
    }
    let reach = Reach::new(state, going, space, points, state.turn.diagonals);
    // Where nothing better is in reach, a move may still end half-way for another act of movement to go on (SW-MOVE-12).
    reach.stops(state, going).next().is_some() || (!state.turn.astride && reach.pauses(state, going, points))
}

/// Is one step enough to get somewhere?
fn first_step(state: &State, unit: Figure, going: &Going) -> bool {
    let (Some(space), points) = (state.space(unit), basic_move::points(state, unit)) else {
        return false;
    };
    let fits = |dir| {
        going
            .step(state, space, dir, state.turn.diagonals)
            .is_ok_and(|step| step.cost <= points && going.stand(state, step.to).is_ok())
    };
    Dir::ALL.into_iter().any(fits)
}

fn list_maneuvers(state: &State, unit: Figure, going: &Going, acts: &mut Vec<Act>) {
    if super::affordable(state, unit, crate::cards::ActKind::Maneuver, 1).is_err()
        || basic_move::free_to_move(state, unit).is_err()
    {
        return;
    }
    for dir in Dir::ALL {
        if let Ok(step) = maneuver::step(state, unit, going, dir) {
            acts.push(Act::Maneuver { to: step.to.at });
        }
    }
}

fn list_attacks(state: &State, unit: Figure, going: &Going, acts: &mut Vec<Act>, buffers: &mut Buffers) {
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
            if may_charge && charge::REACH.contains(&range) && charge::possible(state, unit, target, going, buffers) {
                acts.push(Act::Charge { attack: at as u8, target });
            }
        }
    }
}

fn list_traits(state: &State, unit: Figure, acts: &mut Vec<Act>) {
    for (at, power) in state.sheet(unit).traits.iter().enumerate() {
        if power.when != When::Act
            || super::affordable(state, unit, crate::cards::ActKind::Trait, power.acts).is_err()
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
pub fn stuck(state: &State, unit: Figure) -> bool {
    let going = Going::of(state, unit);
    let mut maneuvers = Vec::new();
    list_maneuvers(state, unit, &going, &mut maneuvers);
    maneuvers.is_empty() && !(basic_move::check(state, unit).is_ok() && can_step(state, unit, &going))
}

impl Menu<'_> {
    /// Why an act that is not listed may not be declared.
    fn judge(&self, choice: &Choice) -> Result<(), Refusal> {
        let (state, unit) = (self.state, self.unit);
        let nonsense = Refusal::new(
            SW::TURN_03,
            "no act reads like that; an act is move, maneuver, attack, charge, rest, use, crow or end",
        );
        if self.state.turn.astride && !matches!(choice.verb.text(), "move" | "maneuver") {
            return Err(Refusal::new(SW::MOVE_12, "it stands where it may not stay and must move on"));
        }
        let mut buffers = self.buffers.borrow_mut();
        match (choice.verb.text(), &choice.things, &choice.way) {
            ("move", _, Way::Walk(walk)) => {
                basic_move::check(state, unit)?;
                basic_move::check_walk(state, unit, self.going, walk.squares(), basic_move::points(state, unit))
            }
            ("maneuver", [Thing::Square(to), ..], _) => maneuver::check(state, unit, self.going, *to).map(|_| ()),
            ("attack", [Thing::Name(name), target, ..], _) => {
                let at = self.attack_named(*name)?;
                match target {
                    Thing::Figure(target) => attack::check(state, unit, at, *target, &mut buffers),
                    _ if attack_of(state, unit, at).burst > 0 => burst::check(state, unit, at),
                    _ => Err(Refusal::new(SW::ATTACK_05, "the attack needs a target: attack NAME FIGURE")),
                }
            }
            ("charge", [Thing::Name(name), Thing::Figure(target), ..], _) => {
                charge::check(state, unit, self.attack_named(*name)?, *target, self.going, &mut buffers)
            }
            ("rest", [Thing::Name(color), ..], _) => match color.text() {
                "green" => rest::check(state, unit, Token::Green),
                "blue" => rest::check(state, unit, Token::Blue),
                "red" => rest::check(state, unit, Token::Red),
                _ => Err(nonsense),
            },
            ("use", [Thing::Name(name), target, ..], _) => {
                let at = state
                    .sheet(unit)
                    .traits
                    .iter()
                    .position(|power| power.name == *name)
                    .ok_or(Refusal::new(SW::UNIT_01, "its cards have no such trait"))?;
                let target = if let Thing::Figure(figure) = target { Some(*figure) } else { None };
                use_trait::check(state, unit, at, target)
            }
            ("crow", _, _) => rest::check_crow(state, unit),
            _ => Err(nonsense),
        }
    }

    fn attack_named(&self, name: Name) -> Result<usize, Refusal> {
        let found = self.state.sheet(self.unit).attacks.iter().position(|attack| attack.name == name);
        found.ok_or(Refusal::new(SW::ATTACK_01, "its cards have no such attack"))
    }

    fn walk_answer(&self, walk: kernel::Walk) -> Answer {
        Answer::Free(Choice::walk(verbs::words().go, walk))
    }

    /// A move somewhere, if the unit may make one.
    fn stroll(&self, rng: &mut Rng) -> Option<Answer> {
        basic_move::check(self.state, self.unit).ok()?;
        let walk = basic_move::sample_walk(self.state, self.going, basic_move::points(self.state, self.unit), rng)?;
        Some(self.walk_answer(walk))
    }

    /// A Maneuver, the first possible one from this direction on.
    fn any_maneuver(&self, first: usize) -> Option<Act> {
        let (state, unit) = (self.state, self.unit);
        super::affordable(state, unit, crate::cards::ActKind::Maneuver, 1).ok()?;
        basic_move::free_to_move(state, unit).ok()?;
        let step = (0..8).find_map(|at| maneuver::step(state, unit, self.going, Dir::ALL[(first + at) % 8]).ok())?;
        Some(Act::Maneuver { to: step.to.at })
    }

    /// Some legal act that is neither movement nor the end of the turn, the first found from a random start.
    fn fight(&self, rng: &mut Rng) -> Option<Act> {
        let (state, unit) = (self.state, self.unit);
        let attacks = state.sheet(unit).attacks.len();
        if rng.below(8) > 0 {
            let first = rng.below(attacks);
            for at in (0..attacks).map(|at| (first + at) % attacks) {
                if attack::declarable(state, unit, at).is_ok()
                    && let Some(act) = self.aim(at, rng)
                {
                    return Some(act);
                }
            }
        }
        let mut others = Vec::new();
        for token in [Token::Green, Token::Blue, Token::Red] {
            if rest::check(state, unit, token).is_ok() {
                others.push(Act::Rest { token });
            }
        }
        list_traits(state, unit, &mut others);
        if state.turn.felled && rest::check_crow(state, unit).is_ok() {
            others.push(Act::Crow);
        }
        if others.is_empty() { None } else { Some(others[rng.below(others.len())]) }
    }

    /// A target for one attack, by the attack itself or a charge with it.
    fn aim(&self, at: usize, rng: &mut Rng) -> Option<Act> {
        let (state, unit) = (self.state, self.unit);
        let weapon = attack_of(state, unit, at);
        if weapon.burst > 0 {
            return Some(Act::Burst { attack: at as u8 });
        }
        let may_charge = charge::ready(state, unit, at).is_ok();
        let count = state.units.len();
        let first = rng.below(count);
        let mut buffers = self.buffers.borrow_mut();
        for other in (0..count).map(|other| Figure(((first + other) % count) as u16)) {
            if !state.unit(other).on_map() || !state.enemies(unit, other) {
                continue;
            }
            let range = state.distance(unit, other);
            if range <= weapon.range && attack::targetable(state, unit, at, other, &mut buffers).is_ok() {
                return Some(Act::Attack { attack: at as u8, target: other });
            }
            if may_charge
                && charge::REACH.contains(&range)
                && charge::possible(state, unit, other, self.going, &mut buffers)
            {
                return Some(Act::Charge { attack: at as u8, target: other });
            }
        }
        None
    }
}

impl Question for Menu<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.acts().len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.acts()[index].choice(self.state, self.unit)
    }

    fn free(&self) -> bool {
        self.listed().may_move
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        self.judge(choice)?;
        // Whatever is legal and no way is in the list; what is left over is not of the canonical form.
        match choice.way {
            Way::Walk(_) if choice.verb.text() == "move" => Ok(()),
            _ => Err(Refusal::new(SW::TURN_03, "that act is written differently; see the list of options")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        let draw = rng.below(12);
        if draw < 5
            && let Some(walk) = self.stroll(rng)
        {
            return walk;
        }
        if draw < 11
            && !self.state.turn.astride
            && let Some(act) = self.fight(rng)
        {
            return Answer::Free(act.choice(self.state, self.unit));
        }
        // Nobody to fight: most units then rather go somewhere than end their turn.
        if draw < 10
            && let Some(walk) = self.stroll(rng)
        {
            return walk;
        }
        let ends = !self.state.turn.astride;
        if (draw.is_multiple_of(2) || !ends)
            && let Some(act) = self.any_maneuver(rng.below(8))
        {
            return Answer::Free(act.choice(self.state, self.unit));
        }
        match self.stroll(rng) {
            Some(walk) if !ends => walk,
            _ if ends => Answer::Free(Act::End.choice(self.state, self.unit)),
            _ => Answer::Option(rng.below(self.len())),
        }
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let mut answers: Vec<Answer> = (0..self.acts().len()).map(Answer::Option).collect();
        if self.listed().may_move
            && let Some(space) = self.state.space(self.unit)
        {
            let reach = Reach::new(
                self.state,
                self.going,
                space,
                basic_move::points(self.state, self.unit),
                self.state.turn.diagonals,
            );
            let mut ways: Vec<usize> = reach.stops(self.state, self.going).map(|(_, node)| node).collect();
            let room = most.saturating_sub(answers.len()).max(most / 2);
            while ways.len() > room {
                ways.swap_remove(rng.below(ways.len()));
            }
            answers.extend(ways.into_iter().map(|node| self.walk_answer(reach.walk(node))));
        }
        answers
    }

    fn region(&self) -> Region {
        if self.listed().may_move {
            basic_move::region(self.state, self.going, basic_move::points(self.state, self.unit))
        } else {
            Region::None
        }
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        if !self.listed().may_move {
            return Vec::new();
        }
        basic_move::ways(self.state, self.going, basic_move::points(self.state, self.unit))
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let mut barred = Vec::new();
        let mut add = |choice: Choice| {
            if let Err(refusal) = self.judge(&choice) {
                barred.push((choice, refusal));
            }
        };
        for (at, weapon) in self.state.sheet(self.unit).attacks.iter().enumerate() {
            if weapon.burst > 0 {
                add(Act::Burst { attack: at as u8 }.choice(self.state, self.unit));
                continue;
            }
            for target in self.state.standing().filter(|target| self.state.enemies(self.unit, *target)) {
                add(Act::Attack { attack: at as u8, target }.choice(self.state, self.unit));
            }
        }
        for power in self.state.sheet(self.unit).traits.iter().filter(|power| power.when == When::Act && !power.who.one)
        {
            add(Choice::new(Name::of("use"), &[Thing::Name(power.name)]));
        }
        barred
    }
}

impl Act {
    pub fn choice(self, state: &State, unit: Figure) -> Choice {
        let words = verbs::words();
        let weapon = |at: u8| Thing::Name(attack_of(state, unit, at as usize).name);
        match self {
            Act::Attack { attack, target } => Choice::new(words.attack, &[weapon(attack), Thing::Figure(target)]),
            Act::Burst { attack } => Choice::new(words.attack, &[weapon(attack)]),
            Act::Charge { attack, target } => Choice::new(words.charge, &[weapon(attack), Thing::Figure(target)]),
            Act::Maneuver { to } => Choice::new(words.maneuver, &[Thing::Square(to)]),
            Act::Rest { token } => Choice::new(words.rest, &[Thing::Name(words.token(token))]),
            Act::Trait { at, target } => {
                let name = Thing::Name(state.sheet(unit).traits[at as usize].name);
                match target {
                    Some(target) => Choice::new(words.utilise, &[name, Thing::Figure(target)]),
                    None => Choice::new(words.utilise, &[name]),
                }
            }
            Act::Crow => Choice::new(words.crow, &[]),
            Act::End => Choice::new(words.end, &[]),
        }
    }

    /// The act that a choice line of this unit means, if its words make one; whether it is legal is another question.
    pub fn read(choice: &Choice, state: &State, unit: Figure) -> Option<Act> {
        let words = verbs::words();
        let attack =
            |name: Name| state.sheet(unit).attacks.iter().position(|attack| attack.name == name).map(|at| at as u8);
        match choice.things {
            [Thing::Name(name), Thing::Figure(target), Thing::None] if choice.verb == words.attack => {
                Some(Act::Attack { attack: attack(name)?, target })
            }
            [Thing::Name(name), Thing::None, Thing::None] if choice.verb == words.attack => {
                Some(Act::Burst { attack: attack(name)? })
            }
            [Thing::Name(name), Thing::Figure(target), Thing::None] if choice.verb == words.charge => {
                Some(Act::Charge { attack: attack(name)?, target })
            }
            [Thing::Square(to), Thing::None, Thing::None] if choice.verb == words.maneuver => {
                Some(Act::Maneuver { to })
            }
            [Thing::Name(name), Thing::None, Thing::None] if choice.verb == words.rest => {
                [Token::Green, Token::Blue, Token::Red]
                    .into_iter()
                    .find(|token| words.token(*token) == name)
                    .map(|token| Act::Rest { token })
            }
            [Thing::Name(name), target, Thing::None] if choice.verb == words.utilise => {
                let at = state.sheet(unit).traits.iter().position(|power| power.name == name)? as u8;
                match target {
                    Thing::Figure(target) => Some(Act::Trait { at, target: Some(target) }),
                    Thing::None => Some(Act::Trait { at, target: None }),
                    _ => None,
                }
            }
            [Thing::None, ..] if choice.verb == words.crow => Some(Act::Crow),
            [Thing::None, ..] if choice.verb == words.end => Some(Act::End),
            _ => None,
        }
    }
}
