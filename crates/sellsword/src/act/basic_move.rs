//! The Basic Move: a way over squares, step by step, with replies in between (SW-MOVE-01 to SW-MOVE-14).

use super::{affordable, spend};
use crate::cards::{ActKind, Condition, Ground, Stat};
use crate::cite::Cited;
use crate::decisions::{GO_ON, MoveOn, NamedAct};
use crate::effects::settle;
use crate::events::Points;
use crate::minds;
use crate::resolve::{harm, reply, stats, status};
use crate::state::{Place, State};
use crate::terrain::{Mover, Step};
use crate::{Event, Table, victory};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Tags, Walk};
use rulebook::SW;
use space::grid::{Block, Dir, Square};

/// May the unit begin a Basic Move now?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(state: &State, unit: Figure) -> Result<(), Refusal> {
    affordable(state, unit, ActKind::BasicMove, 1)?;
    free_to_move(state, unit)
}

/// # Errors
/// Pinned units may neither move nor maneuver (SW-STATUS-11).
pub(crate) fn free_to_move(state: &State, unit: Figure) -> Result<(), Refusal> {
    if state.unit(unit).has(Condition::Pinned) {
        return Err(Refusal::new(SW::STATUS_11, "a Pinned unit may not move or maneuver"));
    }
    Ok(())
}

/// Points for the next Basic Move: the current Move, and what the one just before left over (SW-MOVE-03).
pub(crate) fn points(state: &State, unit: Figure) -> u8 {
    stats::current(state, unit, Stat::Move) as u8 + state.turn.carry
}

/// Is a drawn way legal from end to end?
///
/// # Errors
/// The first step that is not, or the end where the unit may not stay.
pub(crate) fn check_walk(
    state: &State,
    unit: Figure,
    mover: &Mover,
    walk: &[Square],
    points: u8,
) -> Result<(), Refusal> {
    check_way(state, unit, mover, walk, points, 1)
}

/// `acts` is what the move itself still takes: 1 before it, 0 once it is under way.
fn check_way(state: &State, unit: Figure, mover: &Mover, walk: &[Square], points: u8, acts: u8) -> Result<(), Refusal> {
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
        let step = mover.step(state, block, dir, diagonals)?;
        if step.cost > left {
            return Err(Refusal::with(
                SW::MOVE_05,
                "the step costs {0 point|points}, {1 is|are} left",
                step.cost.into(),
                left.into(),
            ));
        }
        left -= step.cost;
        diagonals += u8::from(step.diagonal);
        block = step.to;
    }
    let Err(refusal) = mover.stand(state, block) else {
        return Ok(());
    };
    mover.pause(state, block)?;
    // Another act of movement may follow at once and take it to a better place (SW-MOVE-12).
    if goes_on(state, mover, block, (left, diagonals), acts) { Ok(()) } else { Err(refusal) }
}

/// Could a second Basic Move or a Maneuver bring the unit from `block` to a place where it may stay?
fn goes_on(state: &State, mover: &Mover, block: Block, (left, diagonals): (u8, u8), acts: u8) -> bool {
    let (turn, unit) = (&state.turn, mover.unit);
    if turn.single || turn.acts <= acts as i8 {
        return false;
    }
    let settles = |points: u8| Reach::new(state, mover, block, points, diagonals).stops(state, mover).next().is_some();
    let may = |kind: ActKind, spent: u8| spent < 2 && !stats::forbidden(state, unit, kind);
    let by_move = may(ActKind::BasicMove, turn.spent(ActKind::BasicMove) + acts)
        && settles(left + stats::current(state, unit, Stat::Move) as u8);
    by_move
        || may(ActKind::Maneuver, turn.spent(ActKind::Maneuver))
            && Dir::ALL
                .into_iter()
                .filter_map(|dir| mover.step(state, block, dir, diagonals).ok())
                .any(|step| step.cost <= 2 && mover.stand(state, step.to).is_ok())
}

/// # Errors
/// Pauses for replies, wounds and a way to go on after an interruption.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, walk: &Walk) -> Flow {
    let points = points(t.state, unit);
    if t.state.turn.carry > 0 {
        t.note(SW::MOVE_03);
    }
    spend(t, ActKind::BasicMove, 1);
    t.state.turn.moved = true;
    t.note(SW::ACT_04);
    t.note(SW::STAT_06);
    if t.state.injured_in(unit, crate::cards::InjuryBox::Mobility) {
        t.note(SW::INJURY_07);
    }
    t.tell(SW::MOVE_01, || Event::Moved { unit, points: Points(points.into()) });
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
    let stays = Mover::of(t.state, unit).stand(t.state, space).is_ok();
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
        let mover = Mover::of(t.state, unit);
        let step = space.at.dir_to(*square).map(|dir| mover.step(t.state, space, dir, t.state.turn.diagonals));
        let Some(Ok(step)) = step else {
            return Ok(Followed::Diverted);
        };
        if step.cost > *left {
            return Ok(Followed::Diverted);
        }
        *left -= step.cost;
        take(t, &mover, space, step)?;
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
    let mover = Mover::of(state, unit);
    space.squares().any(|square| state.ground(square).has(Ground::PIT) || mover.hostile.contains(square))
}

/// Makes one step of the unit's own movement.
///
/// # Errors
/// Pauses for wounds that the terrain causes.
pub(crate) fn take(t: &mut Table<'_>, mover: &Mover, from: Block, step: Step) -> Flow {
    let unit = mover.unit;
    if let Some(dir) = from.at.dir_to(step.to.at).filter(|_| t.aloud()) {
        // Judged once more for its reasons, which stand with the step.
        let mut cited = Cited::at(t);
        mover.step_cited(t.state, from, dir, t.state.turn.diagonals, &mut cited).ok();
        cited.note(t);
    }
    t.state.turn.diagonals += u8::from(step.diagonal);
    t.state.put(unit, Place::On(step.to.at));
    t.tell(SW::MOVE_04, || Event::Stepped { unit, from: from.at, to: step.to.at, cost: step.cost.into() });
    status::drop_stars(t);
    harm::entered(t, unit, Some(from))?;
    victory::check(t);
    Ok(())
}

/// Asks for the rest of an interrupted move; `None` stops.
fn way_on(t: &mut Table<'_>, unit: Figure, left: u8) -> Flow<Option<Walk>> {
    let mover = Mover::of(t.state, unit);
    let Some(space) = t.state.space(unit) else {
        return Ok(None);
    };
    if Reach::new(t.state, &mover, space, left, t.state.turn.diagonals).stops(t.state, &mover).next().is_none() {
        return Ok(None);
    }
    let asked = GO_ON.to(t.state.side(unit)).actor(unit);
    Ok(match kernel::settle(t.oracle, asked, &WayOn { state: t.state, mover, unit, left })? {
        MoveOn::Move { way } => Some(way),
        MoveOn::Stop => None,
    })
}

struct WayOn<'a> {
    state: &'a State,
    mover: Mover,
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
            Some(MoveOn::Move { way }) => check_way(self.state, self.unit, &self.mover, way.squares(), self.left, 0),
            _ => Err(Refusal::new(SW::REACT_03, "say how it moves on, move >SQUARE>SQUARE, or stop")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        match minds::ways::sample(self.state, &self.mover, self.left, rng) {
            Some(way) if rng.below(3) > 0 => Answer::Free(MoveOn::Move { way }.choice()),
            _ => Answer::Option(0),
        }
    }

    fn region(&self) -> Region {
        region(self.state, &self.mover, self.left)
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        ways(self.state, &self.mover, self.left)
    }
}

pub(crate) fn region(state: &State, mover: &Mover, points: u8) -> Region {
    let reach = state.space(mover.unit).map(|space| Reach::new(state, mover, space, points, state.turn.diagonals));
    let stops = reach.iter().flat_map(|reach| reach.stops(state, mover));
    Region::squares(state.field.width(), state.field.height(), stops.map(|(square, _)| square))
}

/// The cheapest way to every square where the unit could stop.
pub(crate) fn ways(state: &State, mover: &Mover, points: u8) -> Vec<(Square, Choice)> {
    let Some(space) = state.space(mover.unit) else {
        return Vec::new();
    };
    let reach = Reach::new(state, mover, space, points, state.turn.diagonals);
    let way = |node| NamedAct::Move { way: reach.walk(node) }.choice();
    reach.stops(state, mover).map(|(square, node)| (square, way(node))).collect()
}

/// Where a move can end, and with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub at: Square,
    /// Points that it takes.
    pub spent: u8,
    /// Diagonals made in the turn by then; more than two count as two.
    pub diagonals: u8,
    /// For its [way](Reach::walk).
    pub node: usize,
}

/// Everywhere a unit can get with some points, and how: a node is a square and how many diagonals have been made.
#[derive(Debug)]
pub(crate) struct Reach {
    start: Block,
    width: usize,
    /// Points spent, by `square * 3 + diagonals`; `u8::MAX` where it does not get.
    spent: Vec<u8>,
    from: Vec<u16>,
}

impl Reach {
    pub(crate) fn new(state: &State, mover: &Mover, start: Block, points: u8, diagonals: u8) -> Reach {
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
                    let Ok(step) = mover.step(state, block, dir, (node % 3) as u8) else { continue };
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
    pub(crate) fn stops<'a>(
        &'a self,
        state: &'a State,
        mover: &'a Mover,
    ) -> impl Iterator<Item = (Square, usize)> + 'a {
        (0..self.spent.len() / 3).filter_map(move |at| {
            let node = (at * 3..at * 3 + 3).min_by_key(|node| self.spent[*node])?;
            let square = self.square(node);
            let reached = self.spent[node] != u8::MAX && square != self.start.at;
            (reached && mover.stand(state, Block::new(square, self.start.side)).is_ok()).then_some((square, node))
        })
    }

    /// Is there a space in reach that is no place to stay, but from which another act of movement leads on?
    pub(crate) fn pauses(&self, state: &State, mover: &Mover, points: u8) -> bool {
        (0..self.spent.len()).filter(|node| self.spent[*node] != u8::MAX && self.from[*node] != u16::MAX).any(|node| {
            let block = Block::new(self.square(node), self.start.side);
            let left = points.saturating_sub(self.spent[node]);
            mover.pause(state, block).is_ok() && goes_on(state, mover, block, (left, (node % 3) as u8), 1)
        })
    }

    /// Every node but the start, places to stay or not: with each number of diagonals the cheapest way.
    pub(crate) fn ends(&self) -> impl Iterator<Item = End> + '_ {
        let reached = (0..self.spent.len()).filter(|node| self.from[*node] != u16::MAX);
        reached.map(|node| End { at: self.square(node), spent: self.spent[node], diagonals: (node % 3) as u8, node })
    }

    /// The way to a node that is reached.
    pub(crate) fn walk(&self, node: usize) -> Walk {
        let mut squares = Vec::new();
        let mut at = node;
        while self.from[at] != u16::MAX {
            squares.push(self.square(at));
            at = usize::from(self.from[at]);
        }
        squares.into_iter().rev().collect()
    }
}
