//! The Basic Move: a way over squares, step by step, with replies in between (SW-MOVE-01 to SW-MOVE-14).

use super::{affordable, explain_third, spend};
use crate::cards::{ActKind, Condition, Ground, Stat};
use crate::decisions::{GO_ON, MoveOn, NamedAct};
use crate::effects::settle;
use crate::minds;
use crate::resolve::{harm, reply, stats, status};
use crate::state::{Place, State};
use crate::terrain::{Going, Step};
use crate::{Event, Table};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Tags, Walk};
use rulebook::SW;
use space::grid::{Block, Dir, Square};

/// May the unit begin a Basic Move now?
///
/// # Errors
/// The rule that forbids it.
pub fn check(state: &State, unit: Figure) -> Result<(), Refusal> {
    affordable(state, unit, ActKind::BasicMove, 1)?;
    free_to_move(state, unit)
}

/// # Errors
/// Pinned units may neither move nor maneuver (SW-STATUS-11).
pub fn free_to_move(state: &State, unit: Figure) -> Result<(), Refusal> {
    if state.unit(unit).has(Condition::Pinned) {
        return Err(Refusal::new(SW::STATUS_11, "a Pinned unit may not move or maneuver"));
    }
    Ok(())
}

/// Points for the next Basic Move: the current Move, and what the one just before left over (SW-MOVE-03).
pub fn points(state: &State, unit: Figure) -> u8 {
    stats::current(state, unit, Stat::Move) as u8 + state.turn.carry
}

/// Is a drawn way legal from end to end?
///
/// # Errors
/// The first step that is not, or the end where the unit may not stay.
pub fn check_walk(state: &State, unit: Figure, going: &Going, walk: &[Square], points: u8) -> Result<(), Refusal> {
    check_way(state, unit, going, walk, points, 1)
}

/// `acts` is what the move itself still takes: 1 before it, 0 once it is under way.
fn check_way(state: &State, unit: Figure, going: &Going, walk: &[Square], points: u8, acts: u8) -> Result<(), Refusal> {
    let Some(mut block) = state.space(unit) else {
        return Err(Refusal::new(SW::MAP_06, "the unit is not on the map"));
    };
    if walk.is_empty() {
        return Err(Refusal::new(SW::MOVE_01, "a move goes at least one square"));
    }
    if points == 0 && stats::current(state, unit, Stat::Move) == 0 {
        return Err(Refusal::new(SW::MOVE_14, "its Move is 0; a Maneuver is still possible"));
    }
    let (mut left, mut diagonals) = (points, state.turn.diagonals);
    for square in walk {
        let Some(dir) = block.at.dir_to(*square) else {
            return Err(Refusal::new(SW::MOVE_04, "each step goes to one of the eight squares around"));
        };
        let step = going.step(state, block, dir, diagonals)?;
        if step.cost > left {
            return Err(Refusal::with(
                SW::MOVE_05,
                "the step costs {0} points, {1} are left",
                step.cost.into(),
                left.into(),
            ));
        }
        left -= step.cost;
        diagonals += u8::from(step.diagonal);
        block = step.to;
    }
    let Err(refusal) = going.stand(state, block) else {
        return Ok(());
    };
    going.pause(state, block)?;
    // Another act of movement may follow at once and take it to a better place (SW-MOVE-12).
    if goes_on(state, going, block, (left, diagonals), acts) { Ok(()) } else { Err(refusal) }
}

/// Could a second Basic Move or a Maneuver bring the unit from `block` to a place where it may stay?
fn goes_on(state: &State, going: &Going, block: Block, (left, diagonals): (u8, u8), acts: u8) -> bool {
    let (turn, unit) = (&state.turn, going.unit);
    if turn.single || turn.acts <= acts as i8 {
        return false;
    }
    let settles = |points: u8| Reach::new(state, going, block, points, diagonals).stops(state, going).next().is_some();
    let may = |kind: ActKind, spent: u8| spent < 2 && !stats::forbidden(state, unit, kind);
    let by_move = may(ActKind::BasicMove, turn.spent(ActKind::BasicMove) + acts)
        && settles(left + stats::current(state, unit, Stat::Move) as u8);
    by_move
        || may(ActKind::Maneuver, turn.spent(ActKind::Maneuver))
            && Dir::ALL
                .into_iter()
                .filter_map(|dir| going.step(state, block, dir, diagonals).ok())
                .any(|step| step.cost <= 2 && going.stand(state, step.to).is_ok())
}

/// # Errors
/// Pauses for replies, wounds and a way to go on after an interruption.
pub fn perform(t: &mut Table<'_>, unit: Figure, walk: &Walk) -> Flow {
    let points = points(t.state, unit);
    if t.state.turn.carry > 0 {
        t.note(SW::MOVE_03);
    }
    spend(t.state, ActKind::BasicMove, 1);
    t.state.turn.moved = true;
    explain_third(t, ActKind::BasicMove, 1);
    t.note(SW::ACT_04);
    t.note(SW::STAT_06);
    if t.state.injured_in(unit, crate::cards::InjuryBox::Mobility) {
        t.note(SW::INJURY_07);
    }
    t.tell(SW::MOVE_01, || Event::Moved { unit, points: points.into() });
    let mut left = points;
    let mut walk = *walk;
    loop {
        match follow(t, unit, &walk, &mut left)? {
            Followed::ToTheEnd => break,
            Followed::Stopped => {
                let at = crate::terrain::at(t.state, unit);
                if let Some(at) = at {
                    t.tell(SW::REACT_03, || Event::MoveStopped { unit, at });
                    settle(t, unit)?;
                }
                t.state.turn.carry = 0;
                t.state.turn.astride = false;
                return Ok(());
            }
            // Pushed aside or slowed down: it goes on from where it is with the points it has (SW-REACT-03).
            Followed::Diverted => match way_on(t, unit, left)? {
                Some(next) => walk = next,
                None => break,
            },
        }
    }
    finish(t, unit, left)
}

fn finish(t: &mut Table<'_>, unit: Figure, left: u8) -> Flow {
    let Some(space) = t.state.space(unit) else {
        return Ok(());
    };
    let stays = Going::of(t.state, unit).stand(t.state, space).is_ok();
    t.state.turn.carry = left;
    t.state.turn.astride = !stays;
    if !stays {
        t.note(SW::MOVE_12);
    }
    t.tell(SW::MOVE_01, || Event::MoveEnded { unit, at: space.at, left: left.into() });
    // An interruption may have left it with no act to move on.
    if !stays && (t.state.turn.acts < 1 || crate::act::menu::stuck(t.state, unit)) {
        settle(t, unit)?;
        t.state.turn.astride = false;
    }
    Ok(())
}

enum Followed {
    ToTheEnd,
    Stopped,
    Diverted,
}

fn follow(t: &mut Table<'_>, unit: Figure, walk: &Walk, left: &mut u8) -> Flow<Followed> {
    for square in walk.squares() {
        let before = t.state.space(unit);
        reply::to_step(t, unit)?;
        if !t.state.unit(unit).on_map() || t.state.is_over() || stopped(t.state, unit) || fallen(t.state, unit) {
            return Ok(Followed::Stopped);
        }
        let (Some(space), true) = (t.state.space(unit), before == t.state.space(unit)) else {
            return Ok(Followed::Diverted);
        };
        let going = Going::of(t.state, unit);
        let step = space.at.dir_to(*square).map(|dir| going.step(t.state, space, dir, t.state.turn.diagonals));
        let Some(Ok(step)) = step else {
            return Ok(Followed::Diverted);
        };
        if step.cost > *left {
            return Ok(Followed::Diverted);
        }
        *left -= step.cost;
        take(t, unit, space, step)?;
        if !t.state.unit(unit).on_map() || t.state.is_over() || fallen(t.state, unit) {
            return Ok(Followed::Stopped);
        }
    }
    Ok(Followed::ToTheEnd)
}

/// A unit that a reply has pinned or made helpless moves no more.
fn stopped(state: &State, unit: Figure) -> bool {
    let u = state.unit(unit);
    u.has(Condition::Pinned) || u.has(Condition::Helpless)
}

/// A unit that has lost its wings over a pit or an enemy goes no further: nobody walks there (SW-MOVE-13).
fn fallen(state: &State, unit: Figure) -> bool {
    let sheet = state.sheet(unit);
    if !sheet.common.fly || sheet.common.ghostly || state.flies(unit) {
        return false;
    }
    let Some(space) = state.space(unit) else {
        return false;
    };
    let going = Going::of(state, unit);
    space.squares().any(|square| state.ground(square).has(Ground::PIT) || going.hostile.contains(square))
}

/// Makes one step of the unit's own movement.
///
/// # Errors
/// Pauses for wounds that the terrain causes.
pub fn take(t: &mut Table<'_>, unit: Figure, from: Block, step: Step) -> Flow {
    let second = step.diagonal && t.state.turn.diagonals == 1;
    t.state.turn.diagonals += u8::from(step.diagonal);
    t.state.put(unit, Place::On(step.to.at));
    explain(t, unit, from, step, second);
    t.tell(SW::MOVE_04, || Event::Stepped { unit, from: from.at, to: step.to.at, cost: step.cost.into() });
    status::drop_stars(t);
    harm::entered(t, unit, Some(from))
}

/// Rules behind the price of a step, for the log.
fn explain(t: &mut Table<'_>, unit: Figure, from: Block, step: Step, second: bool) {
    if !t.aloud() {
        return;
    }
    let state = &*t.state;
    let (flies, ghostly) = (state.flies(unit), state.sheet(unit).common.ghostly);
    let grounds: Vec<Ground> = from.newly_covered(step.to).map(|square| state.ground(square)).collect();
    let any = |kind: Ground| grounds.iter().any(|ground| ground.has(kind));
    let mut rules = Vec::new();
    // Damaging ground and smoke move like clear terrain.
    let clear = |ground: &Ground| ground.0 & !(Ground::DAMAGING.0 | Ground::SMOKE.0) == 0;
    if grounds.iter().all(clear) {
        rules.push(SW::TERRAIN_01);
    }
    if second {
        rules.extend([SW::TEMP_01, SW::TEMP_02]);
        if flies || ghostly || step.cost > 2 {
            rules.push(SW::TEMP_03);
        }
    }
    for (kind, rule) in [
        (Ground::CHALLENGING, SW::TERRAIN_02),
        (Ground::BRUSH, SW::TERRAIN_03),
        (Ground::OBSTRUCTING, SW::TERRAIN_11),
        (Ground::SMOKE, SW::TERRAIN_17),
    ] {
        if any(kind) {
            rules.push(rule);
        }
    }
    if any(Ground::SLIDING) {
        rules.extend([SW::TERRAIN_15, SW::TERRAIN_16]);
    }
    if grounds.iter().any(|ground| ground.0.count_ones() > 1) {
        rules.push(SW::TEMP_08);
    }
    if grounds.iter().any(|ground| ground.has(Ground::CHALLENGING) && ground.has(Ground::BRUSH)) {
        rules.push(SW::TEMP_09);
    }
    let dir = from.at.dir_to(step.to.at);
    let low = dir.is_some_and(|dir| {
        let crossed = from.squares().filter(|square| {
            square.step(dir, state.field.width(), state.field.height()).is_some_and(|next| !from.contains(next))
        });
        crossed.into_iter().any(|square| state.field.geometry(0).low(square) & dir.bit() != 0)
    });
    if low {
        rules.push(if step.diagonal { SW::TERRAIN_09 } else { SW::TERRAIN_08 });
    }
    if from.side > 1 {
        rules.push(SW::MOVE_08);
        if grounds.iter().any(|ground| *ground != grounds[0]) {
            rules.push(SW::MOVE_09);
        }
    }
    if state.unit(unit).has(Condition::Hobbled) {
        rules.push(SW::STATUS_10);
    }
    let shared = state
        .standing()
        .filter(|other| *other != unit)
        .any(|other| state.space(other).is_some_and(|space| space.overlaps(step.to)));
    if shared {
        rules.push(SW::TEMP_04);
    }
    if flies && (shared || any(Ground::PIT) || any(Ground::OBSTRUCTING)) {
        rules.push(SW::SPECIAL_01);
    }
    if flies && (any(Ground::CHALLENGING) || any(Ground::BRUSH) || any(Ground::OBSTRUCTING) || low) {
        rules.push(SW::SPECIAL_02);
    }
    let through_wall =
        from.at.dir_to(step.to.at).is_some_and(|dir| state.field.geometry(state.open).steps(from.at) & dir.bit() == 0);
    if ghostly && (through_wall || shared || any(Ground::PIT)) {
        rules.push(SW::SPECIAL_04);
    }
    for rule in rules {
        t.note(rule);
    }
}

/// Asks for the rest of an interrupted move; `None` stops.
fn way_on(t: &mut Table<'_>, unit: Figure, left: u8) -> Flow<Option<Walk>> {
    let going = Going::of(t.state, unit);
    let Some(space) = t.state.space(unit) else {
        return Ok(None);
    };
    if Reach::new(t.state, &going, space, left, t.state.turn.diagonals).stops(t.state, &going).next().is_none() {
        return Ok(None);
    }
    let asked = GO_ON.to(t.state.side(unit)).actor(unit);
    Ok(match kernel::settle(t.oracle, asked, &WayOn { state: t.state, going, unit, left })? {
        MoveOn::Move { way } => Some(way),
        MoveOn::Stop => None,
    })
}

struct WayOn<'a> {
    state: &'a State,
    going: Going,
    unit: Figure,
    left: u8,
}

impl Question for WayOn<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        1
    }

    fn choice(&self, _: usize) -> Choice {
        MoveOn::Stop.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match MoveOn::read(choice) {
            Some(MoveOn::Move { way }) => check_way(self.state, self.unit, &self.going, way.squares(), self.left, 0),
            _ => Err(Refusal::new(SW::REACT_03, "a way on is asked: move >SQUARE>SQUARE, or stop")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        match minds::ways::sample(self.state, &self.going, self.left, rng) {
            Some(way) if rng.below(3) > 0 => Answer::Free(MoveOn::Move { way }.choice()),
            _ => Answer::Option(0),
        }
    }

    fn region(&self) -> Region {
        region(self.state, &self.going, self.left)
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        ways(self.state, &self.going, self.left)
    }
}

pub fn region(state: &State, going: &Going, points: u8) -> Region {
    let reach = state.space(going.unit).map(|space| Reach::new(state, going, space, points, state.turn.diagonals));
    let stops = reach.iter().flat_map(|reach| reach.stops(state, going));
    Region::squares(state.field.width(), state.field.height(), stops.map(|(square, _)| square))
}

/// The cheapest way to every square where the unit could stop.
pub fn ways(state: &State, going: &Going, points: u8) -> Vec<(Square, Choice)> {
    let Some(space) = state.space(going.unit) else {
        return Vec::new();
    };
    let reach = Reach::new(state, going, space, points, state.turn.diagonals);
    let way = |node| NamedAct::Move { way: reach.walk(node) }.choice();
    reach.stops(state, going).map(|(square, node)| (square, way(node))).collect()
}

/// Everywhere a unit can get with some points, and how: a node is a square and how many diagonals have been made.
#[derive(Debug)]
pub struct Reach {
    start: Block,
    width: usize,
    /// Points spent, by `square * 3 + diagonals`; `u8::MAX` where it does not get.
    spent: Vec<u8>,
    from: Vec<u16>,
}

impl Reach {
    pub fn new(state: &State, going: &Going, start: Block, points: u8, diagonals: u8) -> Reach {
        let width = usize::from(state.field.width());
        let nodes = width * usize::from(state.field.height()) * 3;
        let mut reach = Reach { start, width, spent: vec![u8::MAX; nodes], from: vec![u16::MAX; nodes] };
        let first = reach.node(start.at, diagonals);
        reach.spent[first] = 0;
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); usize::from(points) + 1];
        waiting[0].push(first);
        for cost in 0..=points {
            let mut at = 0;
            while let Some(node) = waiting[usize::from(cost)].get(at).copied() {
                at += 1;
                if reach.spent[node] != cost {
                    continue;
                }
                let block = Block::new(reach.square(node), start.side);
                for dir in Dir::ALL {
                    let Ok(step) = going.step(state, block, dir, (node % 3) as u8) else { continue };
                    let total = cost.saturating_add(step.cost);
                    let next = reach.node(step.to.at, (node % 3) as u8 + u8::from(step.diagonal));
                    if total <= points && total < reach.spent[next] {
                        reach.spent[next] = total;
                        reach.from[next] = node as u16;
                        waiting[usize::from(total)].push(next);
                    }
                }
            }
        }
        reach
    }

    fn node(&self, square: Square, diagonals: u8) -> usize {
        (usize::from(square.y) * self.width + usize::from(square.x)) * 3 + usize::from(diagonals.min(2))
    }

    fn square(&self, node: usize) -> Square {
        Square::new((node / 3 % self.width) as u8, (node / 3 / self.width) as u8)
    }

    /// Spaces other than the start where the unit may stay, with the cheapest node to get there.
    pub fn stops<'a>(&'a self, state: &'a State, going: &'a Going) -> impl Iterator<Item = (Square, usize)> + 'a {
        (0..self.spent.len() / 3).filter_map(move |at| {
            let node = (at * 3..at * 3 + 3).min_by_key(|node| self.spent[*node])?;
            let square = self.square(node);
            let reached = self.spent[node] != u8::MAX && square != self.start.at;
            (reached && going.stand(state, Block::new(square, self.start.side)).is_ok()).then_some((square, node))
        })
    }

    /// Is there a space in reach that is no place to stay, but from which another act of movement leads on?
    pub fn pauses(&self, state: &State, going: &Going, points: u8) -> bool {
        (0..self.spent.len()).filter(|node| self.spent[*node] != u8::MAX && self.from[*node] != u16::MAX).any(|node| {
            let block = Block::new(self.square(node), self.start.side);
            let left = points.saturating_sub(self.spent[node]);
            going.pause(state, block).is_ok() && goes_on(state, going, block, (left, (node % 3) as u8), 1)
        })
    }

    /// The way to a node that is reached.
    pub fn walk(&self, node: usize) -> Walk {
        let mut squares = Vec::new();
        let mut at = node;
        while self.from[at] != u16::MAX {
            squares.push(self.square(at));
            at = usize::from(self.from[at]);
        }
        squares.into_iter().rev().collect()
    }
}
