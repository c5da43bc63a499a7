//! The way of a charge: as straight as possible, round what cannot be entered, through or round figures in the way
//! (SC-CHARGE-01 to SC-CHARGE-04).

use super::lanes::Lanes;
use super::{inches, onward};
use crate::reach::Reach;
use crate::state::{Altitude, Motion, State};
use crate::terrain::{Going, Step};
use crate::{contact, flight};
use kernel::{Figure, MAX_STEPS, Refusal, Walk};
use rulebook::SC;
use space::grid::{Block, Course, Dir, Square};

/// Longer detours than this many inches beyond what is left are not looked for.
const DETOUR: u8 = 6;

/// May the figure charge this target at all?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(state: &State, figure: Figure, target: Figure) -> Result<(), Refusal> {
    if straight(state, figure, target)? {
        return Ok(());
    }
    let left = inches(state, figure, Motion::Charge);
    let going = Going::of(state, figure);
    let (Some(from), Some(goal)) = (state.space(figure), state.space(target)) else {
        return Err(Refusal::new(SC::CHARGE_01, "it is not on the board"));
    };
    let nimble = state.sheet(figure).has(crate::cards::Qualities::NIMBLE_CHARGER);
    if nimble && Dir::ALL.into_iter().any(|dir| going.step(state, from, dir, 0).is_ok_and(|step| step.cost < left)) {
        return Ok(());
    }
    let line = Line { state, going, from, goal, target };
    let leads = |course: Course| !line.build(course, &mut Taste::default(), left, 0).is_empty();
    if !courses(from, goal).into_iter().any(leads) && levels(state, figure, target, left, 0).is_empty() {
        return Err(Refusal::new(SC::CHARGE_02, "it cannot take a single step towards the target"));
    }
    Ok(())
}

/// Levels that a flyer can change to before it charges on: those from which there is a way (SC-ALT-02).
pub(crate) fn levels(state: &State, figure: Figure, target: Figure, left: u8, diagonals: u8) -> Vec<Altitude> {
    let from = state.piece(figure).altitude;
    let leads = |to: &Altitude| {
        let mut risen = state.clone();
        risen.put(figure, state.piece(figure).place, *to);
        let left = left.saturating_sub(flight::cost(from, *to));
        Lanes::new(&risen, figure, target, left, diagonals).is_some_and(|lanes| lanes.open())
    };
    onward::levels(state, figure, left).filter(leads).collect()
}

/// Can it charge this target beginning with a step along the line?
///
/// # Errors
/// The rule that forbids any charge at it.
pub(crate) fn straight(state: &State, figure: Figure, target: Figure) -> Result<bool, Refusal> {
    if !state.piece(target).on_board() || !state.enemies(figure, target) {
        return Err(Refusal::new(SC::CHARGE_01, "only an enemy on the board can be charged"));
    }
    let (Some(from), Some(goal)) = (state.space(figure), state.space(target)) else {
        return Err(Refusal::new(SC::CHARGE_01, "it is not on the board"));
    };
    if contact::adjacent_at(state, state.level(target), from, goal) {
        return Err(Refusal::new(SC::CHARGE_01, "a target that is adjacent already cannot be charged"));
    }
    let left = inches(state, figure, Motion::Charge);
    let line = Line { state, going: Going::of(state, figure), from, goal, target };
    let free = |course: Course| {
        line.ahead(course, 1).any(|next| line.step(from, next, 0).is_ok_and(|step| step.cost <= left && !step.shared))
    };
    Ok(courses(from, goal).into_iter().any(free))
}

/// The lines from a square of one base to a square of another, each direction once (SC-CHARGE-02).
pub(crate) fn courses(from: Block, goal: Block) -> Vec<Course> {
    let mut all = Vec::new();
    for one in from.squares() {
        for other in goal.squares() {
            let course = Course::between(one, other);
            if !all.contains(&course) {
                all.push(course);
            }
        }
    }
    all
}

pub(crate) struct Line<'a> {
    pub(crate) state: &'a State,
    pub(crate) going: Going,
    pub(crate) from: Block,
    pub(crate) goal: Block,
    pub(crate) target: Figure,
}

/// Which of several equally good ways is built.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taste {
    bits: u8,
    /// Bits that were looked at where they made a difference.
    asked: u8,
}

impl Taste {
    /// Where the line runs exactly between two squares, the second one.
    pub(crate) const SECOND: u8 = 1;
    /// Round figures that could be passed (SC-CHARGE-03).
    pub(crate) const ROUND: u8 = 2;
    /// The last of several detours that cost the same.
    pub(crate) const OTHER: u8 = 4;
    /// Through the target and out on the far side (SC-TRAMPLE-03).
    pub(crate) const THROUGH: u8 = 8;

    pub(crate) fn of(bits: u8) -> Taste {
        Taste { bits, asked: 0 }
    }

    /// Is this the taste, asked where the answer counts?
    fn is(&mut self, bit: u8) -> bool {
        self.asked |= bit;
        self.bits & bit != 0
    }
}

/// A way as far as it is drawn.
struct Drawn {
    walk: Walk,
    at: Block,
    left: u8,
    diagonals: u8,
    /// Squares up to the last where it shares no place.
    free: usize,
}

impl Drawn {
    /// Takes a step, if the inches reach.
    fn goes(&mut self, step: Step) -> bool {
        if step.cost > self.left || !self.walk.push(step.to.at) {
            return false;
        }
        self.left -= step.cost;
        self.diagonals += u8::from(step.diagonal);
        self.at = step.to;
        if !step.shared {
            self.free = self.walk.squares().len();
        }
        true
    }

    fn up_to_the_last_free_place(mut self) -> Walk {
        while self.walk.squares().len() > self.free {
            self.walk.pop();
        }
        self.walk
    }
}

impl Line<'_> {
    /// Positions on the line after so many steps.
    pub(super) fn ahead(&self, course: Course, steps: u16) -> impl Iterator<Item = Block> + Clone {
        let field = self.state.field();
        course.blocks(self.from, steps, field.width(), field.height())
    }

    /// The steps after which the line comes to this position, if it does.
    pub(super) fn along(&self, course: Course, block: Block) -> Option<u16> {
        let gap = |a: u8, b: u8| i32::from(b) - i32::from(a);
        let delta = (gap(self.from.at.x, block.at.x), gap(self.from.at.y, block.at.y));
        let steps = delta.0.abs().max(delta.1.abs()) as u16;
        course.offsets(steps).any(|offset| offset == delta).then_some(steps)
    }

    pub(super) fn step(&self, from: Block, to: Block, diagonals: u8) -> Result<Step, Refusal> {
        let Some(dir) = from.at.dir_to(to.at) else {
            return Err(Refusal::new(SC::CHARGE_02, "a charge goes step by step"));
        };
        self.going.step(self.state, from, dir, diagonals)
    }

    fn arrived(&self, block: Block) -> bool {
        contact::adjacent_at(self.state, self.state.level(self.target), block, self.goal)
    }

    pub(super) fn stands(&self, block: Block) -> bool {
        self.going.stand(self.state, block).is_ok()
    }

    /// Is it in contact where it stands?
    pub(super) fn there(&self) -> bool {
        self.arrived(self.from)
    }

    /// Can the target itself be passed?
    fn passable(&self) -> bool {
        self.state.level(self.target) == self.state.level(self.going.figure)
            && self.going.passes(self.state, self.target).is_ok()
            && !self.state.flying(self.going.figure)
    }

    /// The cheapest ways round an obstacle after `n` steps, and how many steps of the line each saves; 0 is contact.
    fn detours(&self, course: Course, from: Block, n: u16, left: u8, diagonals: u8) -> Vec<(Walk, u16, u8)> {
        let limit = left.saturating_add(DETOUR).min(40);
        let rejoins = |block: Block| self.along(course, block).filter(|steps| *steps > n + 1);
        let goal = |block: Block| self.arrived(block) || rejoins(block).is_some();
        let reach = Reach::nearest(self.state, &self.going, from, limit, diagonals, goal);
        let mut found: Vec<(Walk, u16, u8)> = Vec::new();
        for (at, cost, node) in reach.stops(self.state, &self.going) {
            if found.first().is_some_and(|(.., least)| cost > *least) {
                break;
            }
            let block = Block::new(at, from.side);
            if self.arrived(block) {
                found.push((reach.walk(node), 0, cost));
            } else if let Some(steps) = rejoins(block) {
                found.push((reach.walk(node), steps, cost));
            }
        }
        found
    }

    /// One legal way, as long as the inches reach.
    pub(crate) fn build(&self, course: Course, taste: &mut Taste, left: u8, diagonals: u8) -> Walk {
        let mut drawn = Drawn { walk: Walk::default(), at: self.from, left, diagonals, free: 0 };
        let (mut n, mut over) = (0u16, false);
        while drawn.walk.squares().len() < MAX_STEPS {
            let at = drawn.at;
            over |= at.overlaps(self.goal);
            let past = over && !at.overlaps(self.goal);
            if past || !over && self.arrived(at) && !(self.passable() && taste.is(Taste::THROUGH)) {
                break;
            }
            let mut options = self.ahead(course, n + 1);
            let first = options.next();
            let next = options.next().filter(|_| taste.is(Taste::SECOND)).or(first);
            let step = next.map(|next| self.step(at, next, drawn.diagonals));
            let mut round =
                |step: &Step| step.shared && taste.is(Taste::ROUND) && !(self.arrived(at) && taste.is(Taste::THROUGH));
            match step {
                Some(Ok(step)) if !round(&step) => {
                    if !drawn.goes(step) {
                        break;
                    }
                    n += 1;
                }
                _ => {
                    let all = self.detours(course, at, n, drawn.left, drawn.diagonals);
                    let Some((way, steps, _)) =
                        (if all.len() > 1 && taste.is(Taste::OTHER) { all.last() } else { all.first() })
                    else {
                        break;
                    };
                    let mut squares = way.squares().iter();
                    let rounded = squares.all(|square| {
                        let step = self.step(drawn.at, Block::new(*square, at.side), drawn.diagonals);
                        step.is_ok_and(|step| drawn.goes(step))
                    });
                    if !rounded || *steps == 0 {
                        break;
                    }
                    n = *steps;
                }
            }
        }
        drawn.up_to_the_last_free_place()
    }

    /// Every different way, a handful at most for small bases.
    pub(super) fn all(&self, left: u8, diagonals: u8) -> Vec<Walk> {
        let mut all: Vec<Walk> = Vec::new();
        for course in courses(self.from, self.goal) {
            // Each taste with those of its bits that made a difference: another that agrees in them builds the same.
            let mut built: Vec<(u8, u8)> = Vec::with_capacity(16);
            for bits in 0..16u8 {
                if built.iter().any(|(known, asked)| (known ^ bits) & asked == 0) {
                    continue;
                }
                let mut taste = Taste::of(bits);
                let walk = self.build(course, &mut taste, left, diagonals);
                built.push((bits, taste.asked));
                if !walk.is_empty() && !all.contains(&walk) {
                    all.push(walk);
                }
            }
        }
        all
    }

    /// Does a drawn way keep to one of the lines?
    pub(super) fn follows(&self, course: Course, walk: &[Square], left: u8, diagonals: u8) -> Result<(), Refusal> {
        let (mut at, mut n, mut left, mut odd) = (self.from, 0u16, left, diagonals);
        let mut rest = walk;
        let mut over = false;
        let crooked = Refusal::new(SC::CHARGE_02, "a charge goes as straight as possible towards its target");
        while let Some((next, tail)) = rest.split_first() {
            over |= at.overlaps(self.goal);
            if over && !at.overlaps(self.goal) || !over && self.arrived(at) && !self.passable() {
                return Err(Refusal::new(SC::CHARGE_02, "a charge ends in contact with its target"));
            }
            let next = Block::new(*next, at.side);
            let step = self.step(at, next, odd);
            if self.ahead(course, n + 1).any(|block| block == next) {
                let step = step?;
                pay(&mut left, step)?;
                odd += u8::from(step.diagonal);
                (at, n, rest) = (next, n + 1, tail);
                continue;
            }
            if over || self.arrived(at) {
                return Err(crooked);
            }
            let open = |block: Block| self.step(at, block, odd).is_ok_and(|step| !step.shared);
            if self.ahead(course, n + 1).any(open) {
                // The line is free: going round would only avoid somebody (SC-CHARGE-04).
                return Err(Refusal::new(SC::CHARGE_04, "the straight way is free; a charge does not swing wide"));
            }
            let (taken, steps) = self.detour(course, at, n, rest, left, odd).ok_or(crooked)?;
            for square in &rest[..taken] {
                let next = Block::new(*square, at.side);
                let step = self.step(at, next, odd)?;
                pay(&mut left, step)?;
                odd += u8::from(step.diagonal);
                at = next;
            }
            rest = &rest[taken..];
            n = steps;
            if steps == 0 {
                break;
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(crooked) }
    }

    /// How many squares of the drawn way are the cheapest detour, or the beginning of it where the way ends early.
    fn detour(
        &self,
        course: Course,
        from: Block,
        n: u16,
        rest: &[Square],
        left: u8,
        diagonals: u8,
    ) -> Option<(usize, u16)> {
        let goals = self.detours(course, from, n, left, diagonals);
        let least = goals.first()?.2;
        let (mut at, mut odd, mut cost) = (from, diagonals, 0u8);
        for (taken, square) in rest.iter().enumerate() {
            let next = Block::new(*square, at.side);
            let step = self.step(at, next, odd).ok().filter(|step| !step.shared)?;
            cost += step.cost;
            odd += u8::from(step.diagonal);
            at = next;
            if cost > least {
                return None;
            }
            let end = goals.iter().find(|(walk, ..)| walk.squares().last() == Some(square));
            if let Some((_, steps, _)) = end
                && cost == least
            {
                return Some((taken + 1, *steps));
            }
        }
        // It ends on the way round: then what is left of the detour must be as cheap as it can be.
        let onward = self.detours(course, at, n, left, odd);
        (cost + onward.first()?.2 == least).then_some((rest.len(), 0))
    }
}

fn pay(left: &mut u8, step: Step) -> Result<(), Refusal> {
    let short = Refusal::with(
        SC::CHARGE_01,
        "the step costs {0 inch|inches}, {1 is|are} left",
        step.cost.into(),
        (*left).into(),
    );
    *left = left.checked_sub(step.cost).ok_or(short)?;
    Ok(())
}
