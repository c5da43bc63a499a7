//! Spells on the ground: where walls and blocks of squares may lie (SC-CAST-11, SC-WQUAL-07).

use super::targets::own;
use crate::Table;
use crate::cards::{Spell, SpellEffect, ZoneKind};
use crate::decisions::ask_anyway;
use crate::decisions::opening::{WALL, Where, ZONE};
use crate::field::Ground;
use crate::sight::{Buffers, sees_square};
use crate::state::{Aim, Cells, Level, State, distance};
use kernel::{Answer, Answers, Choice, Figure, Flow, Question, Refusal, Region, Rng, Tags, Walk, settle};
use rulebook::SC;
use space::grid::{Block, Dir, Square};
use std::cell::{OnceCell, RefCell};

/// May the first square of a wall lie here?
pub(super) fn bricks(
    state: &State,
    by: Figure,
    range: u8,
    zone: ZoneKind,
    square: Square,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    brick(state, by, range, zone, square)?;
    if !sees_square(state, by, square, Level::Ground, buffers) {
        return Err(Refusal::new(SC::CAST_11, "the first square must be in sight"));
    }
    Ok(())
}

/// A caster at Low or High has no power over those below, save from a fortification (SC-FLIGHT-12, SC-FLIGHT-23).
pub(super) fn from_above(state: &State, by: Figure) -> Result<(), Refusal> {
    if state.level(by) > Level::Ground && !state.on_fort(by) {
        return Err(Refusal::new(SC::FLIGHT_12, "from the air nothing is cast on the ground below"));
    }
    Ok(())
}

/// May a square of a wall lie here, sight aside?
fn brick(state: &State, by: Figure, range: u8, zone: ZoneKind, square: Square) -> Result<(), Refusal> {
    from_above(state, by)?;
    let ground = state.field().ground(square);
    if !state.field().on_board(square) || ground.has(Ground(Ground::HARD.0 | Ground::BLOCKS_MOVE.0)) {
        return Err(Refusal::new(SC::SPELL_04, "a wall is raised on open ground of the board"));
    }
    if distance(own(state, by), Block::single(square)) > range {
        return Err(Refusal::new(SC::CAST_11, "that square is out of range"));
    }
    let engine = state.standing_on(square).is_some_and(|figure| state.is_engine(figure));
    if zone == ZoneKind::Blocking && (ground.has(Ground::FORT) || engine) {
        return Err(Refusal::new(SC::SPELL_04, "it may not be put on a fortification or a siege weapon"));
    }
    Ok(())
}

/// May a block of that side lie with its top-left square here? Its nearest square must be in range and in sight.
pub(super) fn plots(
    state: &State,
    by: Figure,
    range: u8,
    side: u8,
    at: Square,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    from_above(state, by)?;
    let (block, caster, field) = (Block::new(at, side), own(state, by), state.field());
    if !block.fits(field.width(), field.height()) {
        return Err(Refusal::new(SC::SPELL_04, "the whole zone lies on the board"));
    }
    if distance(caster, block) > range {
        return Err(Refusal::new(SC::CAST_11, "it is out of range"));
    }
    let far = |square: &Square| distance(caster, Block::single(*square));
    let Some(least) = block.squares().map(|square| far(&square)).min() else {
        return Err(Refusal::new(SC::SPELL_04, "a zone needs squares"));
    };
    let mut nearest = block.squares().filter(|square| far(square) == least);
    if !nearest.any(|square| sees_square(state, by, square, Level::Ground, buffers)) {
        return Err(Refusal::new(SC::CAST_11, "its nearest square must be in sight"));
    }
    Ok(())
}

/// A square for the corner of a block or for the start of a wall.
pub(crate) struct Somewhere<'a> {
    pub(crate) state: &'a State,
    pub(crate) by: Figure,
    pub(crate) range: u8,
    site: Site,
    buffers: RefCell<&'a mut Buffers>,
    listed: OnceCell<Vec<Square>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Site {
    Wall(ZoneKind),
    Block(u8),
}

impl Somewhere<'_> {
    pub(crate) fn judge(&self, square: Square) -> Result<(), Refusal> {
        let mut buffers = self.buffers.borrow_mut();
        match self.site {
            Site::Wall(zone) => bricks(self.state, self.by, self.range, zone, square, &mut buffers),
            Site::Block(side) => plots(self.state, self.by, self.range, side, square, &mut buffers),
        }
    }

    fn listed(&self) -> &[Square] {
        self.listed.get_or_init(|| self.state.field().squares().filter(|square| self.judge(*square).is_ok()).collect())
    }
}

pub(crate) fn on(square: Square) -> Choice {
    Where::On { at: square }.choice()
}

impl Question for Somewhere<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.listed().len()
    }

    fn choice(&self, index: usize) -> Choice {
        on(self.listed()[index])
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Where::read(choice) {
            Some(Where::On { at }) => self.judge(at),
            None => Err(Refusal::new(SC::CAST_11, "say on and a square: on C7")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_square(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.squares_worth_trying(rng, most)
    }

    fn region(&self) -> Region {
        let field = self.state.field();
        Region::squares(field.width(), field.height(), self.listed().iter().copied())
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        self.listed().iter().map(|square| (*square, on(*square))).collect()
    }
}

fn somewhere(t: &mut Table<'_>, by: Figure, range: u8, site: Site) -> Flow<Square> {
    let asked = ZONE.to(t.state.piece(by).owner).actor(by);
    let question = Somewhere {
        state: t.state,
        by,
        range,
        site,
        buffers: RefCell::new(&mut t.scratch.sight),
        listed: OnceCell::new(),
    };
    let Where::On { at } = ask_anyway(t.oracle, asked, &question)?;
    Ok(at)
}

/// The block of a zone.
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn block(t: &mut Table<'_>, by: Figure, entry: &Spell, side: u8) -> Flow<Aim> {
    let SpellEffect::Block { range, .. } = entry.effect else {
        return Ok(Aim::Nothing);
    };
    let at = somewhere(t, by, range, Site::Block(side))?;
    Ok(Aim::Cells(Cells::Block(Block::new(at, side))))
}

/// The next square of a wall. What is not listed is refused with the reason.
struct Next<'a> {
    state: &'a State,
    by: Figure,
    range: u8,
    zone: ZoneKind,
    so_far: &'a Walk,
    options: Vec<Square>,
}

impl<'a> Next<'a> {
    fn new(state: &'a State, by: Figure, range: u8, zone: ZoneKind, so_far: &'a Walk) -> Next<'a> {
        let mut next = Next { state, by, range, zone, so_far, options: Vec::new() };
        let field = state.field();
        let beside = so_far.squares().last().into_iter().flat_map(|last| {
            [Dir::N, Dir::E, Dir::S, Dir::W].into_iter().filter_map(|dir| last.step(dir, field.width(), field.height()))
        });
        next.options = beside.filter(|square| next.judge(*square).is_ok()).collect();
        next
    }

    fn judge(&self, square: Square) -> Result<(), Refusal> {
        let beside = |last: &Square| last.dir_to(square).is_some_and(|dir| !dir.is_diagonal());
        if !self.so_far.squares().last().is_some_and(beside) {
            return Err(Refusal::new(SC::SPELL_04, "each square of a wall touches the one before by a side"));
        }
        if self.so_far.squares().contains(&square) {
            return Err(Refusal::new(SC::SPELL_04, "the wall lies there already"));
        }
        brick(self.state, self.by, self.range, self.zone, square)
    }
}

impl Question for Next<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        on(self.options[index])
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Where::read(choice) {
            Some(Where::On { at }) => self.judge(at),
            None => Err(Refusal::new(SC::SPELL_04, "say on and a square: on C7")),
        }
    }
}

/// The squares of a wall, one after the other, each touching the one before by a side.
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn wall(t: &mut Table<'_>, by: Figure, entry: &Spell, squares: u8) -> Flow<Aim> {
    let SpellEffect::Wall { range, zone, .. } = entry.effect else {
        return Ok(Aim::Nothing);
    };
    let first = somewhere(t, by, range, Site::Wall(zone))?;
    let mut walk: Walk = std::iter::once(first).collect();
    for _ in 1..squares {
        let next = Next::new(t.state, by, range, zone, &walk);
        if next.options.is_empty() {
            break;
        }
        let Where::On { at } = settle(t.oracle, WALL.to(t.state.piece(by).owner).actor(by), &next)?;
        if !walk.push(at) {
            break;
        }
    }
    Ok(Aim::Cells(Cells::Squares(walk)))
}
