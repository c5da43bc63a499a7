//! Rage: whom an Enraged unit must close with, whether it can, and what holding back costs (SW-STATUS-06, SW-STATUS-07).
//!
//! The duty exists only where the unit could end its turn next to the enemy by acts of movement and charges that the menu of
//! its turn would really offer it, one after the other: the menu judges them here as it does for the player.

use super::{Chosen, start};
use crate::act::basic_move::{self, Reach};
use crate::act::menu::Menu;
use crate::act::{Act, charge, maneuver};
use crate::cards::{ActKind, Condition, Stat};
use crate::decisions::{NEAREST, NamedAct, RageTarget};
use crate::events::Amount;
use crate::field::Buffers;
use crate::resolve::attack::attack_of;
use crate::resolve::{stats, vigor};
use crate::state::{NextStep, Place, State, Turn};
use crate::terrain::Mover;
use crate::{Event, Table, rolls};
use kernel::{Figure, Flow, MAX_STEPS, Refusal, Walk};
use rulebook::SW;
use space::grid::{Block, Dir, Square};
use std::collections::BTreeSet;

/// At or above its Wits it must close with the nearest enemy (SW-STATUS-06).
///
/// # Errors
/// Pauses for the roll, and for the choice among enemies that are equally near.
pub(super) fn roll(t: &mut Table<'_>, unit: Figure) -> Flow {
    let wits = stats::current(t.state, unit, Stat::Wits);
    let modifiers = start::low_roll_modifiers(t.state, unit);
    let total = rolls::rage(t, unit, wits, modifiers)? + i32::from(modifiers.sum());
    t.note(SW::STAT_05);
    t.tell(SW::STATUS_06, || Event::RageRolled { unit, total, needed: wits.into() });
    if total < i32::from(wits) {
        return Ok(());
    }
    let enemies = t.state.standing().filter(|other| t.state.enemies(unit, *other));
    let near: Vec<(u8, Figure)> = enemies.map(|other| (t.state.distance(unit, other), other)).collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    // Of enemies equally near only those that it can get at draw it: a choice among others would decide nothing.
    let nearest = near.into_iter().filter(|(distance, _)| Some(*distance) == least);
    let options: Vec<RageTarget> = nearest
        .filter(|(_, enemy)| can_close(t.state, unit, *enemy))
        .map(|(_, enemy)| RageTarget::Nearest { enemy })
        .collect();
    if options.is_empty() {
        t.tell(SW::STATUS_07, || Event::RageInVain { unit });
        return Ok(());
    }
    let owner = t.state.unit(unit).owner;
    let judge = |state: &State, RageTarget::Nearest { enemy }: &RageTarget| {
        if !state.unit(*enemy).on_map() || !state.enemies(unit, *enemy) {
            return Err(Refusal::new(SW::STATUS_06, "only an enemy on the map draws its rage"));
        }
        if Some(state.distance(unit, *enemy)) != least {
            return Err(Refusal::new(SW::STATUS_07, "another enemy is nearer"));
        }
        Err(Refusal::new(SW::STATUS_07, "it cannot get next to that enemy in this turn"))
    };
    let RageTarget::Nearest { enemy: target } =
        options[t.ask_telling(NEAREST.to(owner).actor(unit), &options, judge)?];
    t.state.turn.duty = Some(target);
    t.note(SW::STATUS_07);
    t.tell(SW::STATUS_06, || Event::RageObliges { unit, target });
    Ok(())
}

/// An obliged unit that held back loses 5 Vigor and cannot shake off its rage (SW-STATUS-07).
pub(super) fn unmet(t: &mut Table<'_>, unit: Figure) -> bool {
    let Some(enemy) = t.state.turn.duty else {
        return false;
    };
    let raging = t.state.unit(unit).has(Condition::Enraged);
    if !raging || !t.state.unit(enemy).on_map() || t.state.adjacent(unit, enemy) {
        return false;
    }
    let amount = vigor::lose(t, unit, 5);
    t.tell(SW::STATUS_07, || Event::RageUnmet { unit, amount: Amount(amount.into()) });
    true
}

/// What else befell the unit at the start of its turn may have made the duty impossible.
pub(super) fn look_again(t: &mut Table<'_>, unit: Figure) {
    if let Some(target) = t.state.turn.duty
        && !can_close(t.state, unit, target)
    {
        release(t, unit, target);
    }
}

fn release(t: &mut Table<'_>, unit: Figure, target: Figure) {
    t.state.turn.duty = None;
    t.tell(SW::STATUS_07, || Event::RageReleased { unit, target });
}

/// A duty that the act about to be carried out leaves open, as far as anybody can know before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pledge {
    target: Figure,
    /// Where the enemy stands, for an act that may drive it away: that is the unit's own doing.
    stands: Option<Place>,
}

/// Before an act: is there a duty, and could it still be met after the act?
pub(super) fn pledge(state: &State, unit: Figure, chosen: &Chosen) -> Option<Pledge> {
    let target = state.turn.duty?;
    let spent = match chosen {
        Chosen::Move(way) => walked(state, unit, way),
        Chosen::Act(act) => acted(state, unit, *act, target),
    }?;
    let moves = matches!(chosen, Chosen::Move(_) | Chosen::Act(Act::Maneuver { .. }));
    let stands = (!moves).then(|| state.unit(target).place);
    can_close(&spent, unit, target).then_some(Pledge { target, stands })
}

/// After the act: what others did to the unit meanwhile, or the ground, may have taken the way from it. Then nothing is held
/// against it (SW-STATUS-07).
pub(super) fn keep(t: &mut Table<'_>, unit: Figure, pledge: Pledge) {
    let Pledge { target, stands } = pledge;
    let there = t.state.unit(unit).on_map() && t.state.unit(target).on_map();
    let driven = stands.is_some_and(|place| place != t.state.unit(target).place);
    if there && !driven && !can_close(t.state, unit, target) {
        release(t, unit, target);
    }
}

/// The state after a move without any interruption.
fn walked(state: &State, unit: Figure, way: &Walk) -> Option<State> {
    let mover = Mover::of(state, unit);
    let (mut space, mut left, mut diagonals) = (state.space(unit)?, basic_move::points(state, unit), 0);
    for square in way.squares() {
        let step = mover.step(state, space, space.at.dir_to(*square)?, state.turn.diagonals + diagonals).ok()?;
        left = left.checked_sub(step.cost)?;
        diagonals += u8::from(step.diagonal);
        space = step.to;
    }
    let mut after = state.clone();
    Node::of(state, unit).moved(space.at, left, diagonals).enter(&mut after, unit, &mover);
    Some(after)
}

/// The state after another act, as far as the unit alone decides about it.
fn acted(state: &State, unit: Figure, act: Act, target: Figure) -> Option<State> {
    let mover = Mover::of(state, unit);
    let node = Node::of(state, unit);
    let weapon = |at: u8| attack_of(state, unit, at.into());
    let node = match act {
        Act::Maneuver { to } => {
            let step = maneuver::check(state, unit, &mover, to).ok()?;
            node.spent(ActKind::Maneuver, 1).stepped(step.to.at, u8::from(step.diagonal))
        }
        Act::Charge { attack, target: charged } => {
            let nodes = charges(state, unit, &mover, attack.into(), charged);
            // Of several ways the one that leaves most open: which it was is seen by where it has led.
            let mut after = state.clone();
            let open = |node: &Node| {
                node.enter(&mut after, unit, &mover);
                can_close(&after, unit, target)
            };
            nodes.into_iter().find(open)?
        }
        Act::Attack { attack, .. } | Act::Burst { attack } => node.spent(ActKind::Attack, weapon(attack).acts),
        Act::Rest { token } => node.spent(ActKind::Rest, state.sheet(unit).reclaim[token as usize]),
        Act::Trait { at, .. } => node.spent(ActKind::Trait, state.sheet(unit).traits[usize::from(at)].acts),
        Act::Crow => node.spent(ActKind::Trait, 1),
        Act::End => return None,
    };
    let mut after = state.clone();
    node.enter(&mut after, unit, &mover);
    Some(after)
}

/// Can the unit end its turn next to the enemy by moves, Maneuvers and charges that it may declare (SW-STATUS-07)?
/// What hangs on a die or on somebody else's will does not count. Acts are judged one by one, the most promising first, for
/// most units that are asked about can.
pub(crate) fn can_close(state: &State, unit: Figure, target: Figure) -> bool {
    let (Some(space), Some(goal)) = (state.space(unit), state.space(target)) else {
        return false;
    };
    let mut trial = state.clone();
    trial.next = NextStep::Act;
    // Where the unit itself stands changes nothing of what stands around it.
    let mover = Mover::of(state, unit);
    let gap = |node: &Node| Block::new(node.at, space.side).steps_to(goal);
    let most = Most::of(state, unit);
    let mut seen = BTreeSet::new();
    let start = Node::of(state, unit);
    start.enter(&mut trial, unit, &mover);
    if !trial.turn.astride && trial.adjacent(unit, target) {
        return true;
    }
    let mut waiting = Vec::new();
    let mut here = start;
    loop {
        if here.turn.acts > 0 && gap(&here) <= most.left(&here) {
            let hopeful = |node: &Node| gap(node) <= most.left(node) && !seen.contains(&node.key());
            let mut leads = leads(&trial, unit, &mover, hopeful);
            // The nearest are taken up first, those where it could not stay last.
            leads.sort_by_key(|lead| std::cmp::Reverse((lead.to.turn.astride, gap(&lead.to))));
            waiting.append(&mut leads);
        }
        let Some(Lead { from, act, to }) = waiting.pop() else {
            return false;
        };
        here = to;
        if seen.contains(&here.key()) {
            here.turn.acts = 0;
            continue;
        }
        from.enter(&mut trial, unit, &mover);
        if Menu::new(&trial, unit, &mover, Buffers::default()).judge(&act).is_err() {
            here.turn.acts = 0;
            continue;
        }
        seen.insert(here.key());
        here.enter(&mut trial, unit, &mover);
        if !trial.turn.astride && trial.adjacent(unit, target) {
            return true;
        }
    }
}

/// The furthest that acts can lead: no act leads further than its points, and what is too far off needs no search.
struct Most {
    stride: u8,
    moves: u8,
}

impl Most {
    fn of(state: &State, unit: Figure) -> Most {
        let stride = (stats::current(state, unit, Stat::Move) as u8).max(2);
        Most { stride, moves: if stats::allows_three(state, unit, ActKind::BasicMove) { 3 } else { 2 } }
    }

    /// To be next to somebody it has to cover one square less than what lies between.
    fn left(&self, node: &Node) -> u8 {
        let acts = node.turn.acts.max(0) as u8;
        let long = acts.min(self.moves.saturating_sub(node.turn.spent(ActKind::BasicMove)));
        long * self.stride + (acts - long) * 2 + node.turn.carry + 1
    }
}

/// An act of movement or a charge that has still to be judged, and where it would lead.
struct Lead {
    from: Node,
    act: NamedAct,
    to: Node,
}

/// Where an act of movement or a charge has brought the unit, and what it has left.
#[derive(Clone, Debug)]
struct Node {
    at: Square,
    turn: Turn,
    vigor: i16,
    tokens: [u8; 3],
}

impl Node {
    fn of(state: &State, unit: Figure) -> Node {
        let own = state.unit(unit);
        let at = state.space(unit).map_or(Square::new(0, 0), |space| space.at);
        Node { at, turn: state.turn.clone(), vigor: own.vigor, tokens: own.tokens }
    }

    fn spent(mut self, kind: ActKind, acts: u8) -> Node {
        self.turn.acts -= acts as i8;
        self.turn.spent[kind as usize] += acts;
        self.turn.carry = 0;
        self
    }

    fn stepped(mut self, at: Square, diagonals: u8) -> Node {
        self.at = at;
        self.turn.diagonals += diagonals;
        self.turn.moved = true;
        self
    }

    fn moved(self, at: Square, left: u8, diagonals: u8) -> Node {
        let mut node = self.spent(ActKind::BasicMove, 1).stepped(at, diagonals);
        node.turn.carry = left;
        node
    }

    /// Makes a trial state of it.
    fn enter(&self, trial: &mut State, unit: Figure, mover: &Mover) {
        trial.put(unit, Place::On(self.at));
        trial.turn = self.turn.clone();
        trial.turn.astride = mover.stand(trial, Block::new(self.at, mover.side)).is_err();
        let own = trial.unit_mut(unit);
        (own.vigor, own.tokens) = (self.vigor, self.tokens);
    }

    fn key(&self) -> ([u8; 2], [u8; 8], i16, [u8; 3]) {
        let [a, b, c, d, e] = self.turn.spent;
        let more = [self.turn.acts as u8, self.turn.carry, self.turn.diagonals.min(2)];
        ([self.at.x, self.at.y], [a, b, c, d, e, more[0], more[1], more[2]], self.vigor, self.tokens)
    }
}

/// All that the unit could try here to get elsewhere, as far as that gives hope.
fn leads(state: &State, unit: Figure, mover: &Mover, hopeful: impl Fn(&Node) -> bool) -> Vec<Lead> {
    let here = Node::of(state, unit);
    let mut found = moves(state, &here, mover, &hopeful);
    let mut keep = |act: &NamedAct, to: Node| {
        if hopeful(&to) {
            found.push(Lead { from: here.clone(), act: act.clone(), to });
        }
    };
    for dir in Dir::ALL {
        if let Ok(step) = maneuver::step(state, unit, mover, dir) {
            let to = here.clone().spent(ActKind::Maneuver, 1).stepped(step.to.at, u8::from(step.diagonal));
            keep(&NamedAct::Maneuver { to: step.to.at }, to);
        }
    }
    for at in 0..state.sheet(unit).attacks.len() {
        if charge::ready(state, unit, at).is_err() {
            continue;
        }
        for target in state.standing().filter(|other| state.enemies(unit, *other)) {
            let act = NamedAct::Charge { attack: attack_of(state, unit, at).name, target };
            charges(state, unit, mover, at, target).into_iter().for_each(|to| keep(&act, to));
        }
    }
    found
}

/// The end of every Basic Move, with the points and diagonals that it leaves.
fn moves(state: &State, here: &Node, mover: &Mover, hopeful: impl Fn(&Node) -> bool) -> Vec<Lead> {
    let unit = mover.unit;
    let Some(space) = state.space(unit).filter(|_| basic_move::check(state, unit).is_ok()) else {
        return Vec::new();
    };
    let (points, before) = (basic_move::points(state, unit), state.turn.diagonals);
    let reach = Reach::new(state, mover, space, points, before);
    let lead = |end: basic_move::End| {
        let diagonals = end.diagonals.saturating_sub(before.min(2));
        let mut to = here.clone().moved(end.at, points - end.spent, diagonals);
        to.turn.astride = mover.stand(state, Block::new(end.at, space.side)).is_err();
        let way = hopeful(&to).then(|| reach.walk(end.node)).filter(|way| way.squares().len() < MAX_STEPS)?;
        Some(Lead { from: here.clone(), act: NamedAct::Move { way }, to })
    };
    reach.ends().filter_map(lead).collect()
}

/// Where a charge leads, one node for each way.
fn charges(state: &State, unit: Figure, mover: &Mover, at: usize, target: Figure) -> Vec<Node> {
    let weapon = attack_of(state, unit, at);
    let (Some(start), Ok(lanes)) = (state.space(unit), charge::lanes(state, unit, target, mover)) else {
        return Vec::new();
    };
    let mut paid = Node::of(state, unit).spent(ActKind::Attack, 1);
    paid.vigor -= charge::PRICE + weapon.vigor;
    if let Some(token) = weapon.token {
        let slot: &mut u8 = &mut paid.tokens[token as usize];
        *slot = slot.saturating_sub(1);
    }
    let diagonal = |from: Block, to: Block| from.at.dir_to(to.at).is_some_and(Dir::is_diagonal);
    let lead = |[first, second]: [Block; 2]| {
        let diagonals = u8::from(diagonal(start, first)) + u8::from(diagonal(first, second));
        paid.clone().stepped(second.at, diagonals)
    };
    lanes.into_iter().map(lead).collect()
}
