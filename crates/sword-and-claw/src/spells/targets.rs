//! Targets of spells: figures, squares, effects (SC-CAST-11).

use super::hits;
use crate::cards::{Attack, Shape, Spell, SpellEffect, ZoneKind};
use crate::field::Ground;
use crate::resolve::tohit::rise;
use crate::sight::{Easel, sees, sees_effect, sees_square};
use crate::state::{Aim, Cells, Level, State, distance};
use crate::steps::deals::enemy_within;
use crate::{SwordAndClaw, Table};
use kernel::{Answer, Ask, Choice, Figure, Flow, Name, Offer, Question, Refusal, Region, Tags, Thing, Walk, Whim};
use rulebook::SC;
use space::grid::{Block, Dir, Square};
use std::cell::{OnceCell, RefCell};

/// Has the spell anything that it could be cast on?
pub fn any(state: &State, by: Figure, entry: &Spell, level: u8, easel: &mut Easel) -> bool {
    if let Some(attack) = entry.attack(level) {
        return match attack.shape {
            Shape::Area(_) => enemy_within(state, by, attack.long_range()),
            Shape::Line(length) | Shape::Fan(length) | Shape::Cone(length) | Shape::Aura(length) => {
                enemy_within(state, by, length)
            }
            Shape::Single | Shape::Sweep(_) => {
                enemies(state, by).any(|enemy| hits(state, by, &attack, enemy, easel).is_ok())
            }
        };
    }
    match &entry.effect {
        SpellEffect::Wall { range, zone, .. } => state.field().squares().any(|square| {
            distance(own(state, by), Block::single(square)) <= *range
                && bricks(state, by, *range, *zone, square, easel).is_ok()
        }),
        SpellEffect::Block { range, side, side_per_level, .. } => {
            let side = side + side_per_level.saturating_mul(level);
            state.field().squares().any(|square| plots(state, by, *range, side, square, easel).is_ok())
        }
        SpellEffect::Dispel { .. } => !effects(state, by, entry, level, easel).is_empty(),
        _ => state.standing().any(|figure| suits(state, by, entry, figure, easel).is_ok()),
    }
}

fn own(state: &State, by: Figure) -> Block {
    state.space(by).unwrap_or(Block::single(Square::new(0, 0)))
}

fn enemies(state: &State, by: Figure) -> impl Iterator<Item = Figure> + '_ {
    state.of_side(state.piece(by).side.other())
}

/// May a spell on single figures that makes no attack be cast on this one?
///
/// # Errors
/// The rule that forbids it.
pub fn suits(state: &State, by: Figure, entry: &Spell, target: Figure, easel: &mut Easel) -> Result<(), Refusal> {
    let (range, friendly) = match entry.effect {
        SpellEffect::Heal { range } | SpellEffect::Toughen { range, .. } | SpellEffect::Haste { range, .. } => {
            (range, true)
        }
        SpellEffect::Downdraft { range, .. } => (range, false),
        _ => return Err(Refusal::new(SC::CAST_11, "that spell has no such target")),
    };
    if state.enemies(by, target) == friendly {
        return Err(Refusal::new(SC::SPELL_04, "that spell is for the other side's figures"));
    }
    if matches!(entry.effect, SpellEffect::Heal { .. }) && state.sheet(target).heal == 0 {
        return Err(Refusal::new(SC::TROOP_16, "it cannot be healed"));
    }
    if !friendly && !state.flying(target) {
        return Err(Refusal::new(SC::SPELL_04, "that spell acts on flyers only"));
    }
    // Spells that are not ranged work between figures at one altitude; ranged ones reach up as well.
    let (own, other) = (state.level(by), state.level(target));
    if own != other && (!entry.ranged || other < own) {
        let rule = if other > own { SC::FLIGHT_13 } else { SC::FLIGHT_12 };
        return Err(Refusal::new(rule, "the spell does not reach that altitude"));
    }
    let far = state.distance(by, target).saturating_add(2 * rise(own, other));
    if far > range {
        return Err(Refusal::with(
            SC::CAST_11,
            "it is at {0} inches, beyond the {1} of the spell",
            far.into(),
            range.into(),
        ));
    }
    if by != target && !sees(state, by, target, easel) {
        return Err(Refusal::new(SC::CAST_11, "there is no line of sight to it"));
    }
    Ok(())
}

/// One target more, or enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    Target(Figure),
    Enough,
}

impl Offer<SwordAndClaw> for Pick {
    fn choice(&self, _: &State) -> Choice {
        match self {
            Pick::Target(figure) => Choice::new(Name::of("target"), &[Thing::Figure(*figure)]),
            Pick::Enough => Choice::new(Name::of("finish"), &[]),
        }
    }
}

/// Asks for up to `count` different figures, at least one.
fn pick_figures(
    t: &mut Table<'_>,
    by: Figure,
    count: u8,
    mut legal: impl FnMut(&State, &[Figure], Figure, &mut Easel) -> bool,
) -> Flow<Vec<Figure>> {
    let mut chosen: Vec<Figure> = Vec::new();
    while chosen.len() < usize::from(count) {
        let (state, easel) = (&*t.state, &mut t.scratch.sight);
        let mut options: Vec<Pick> = state
            .standing()
            .filter(|figure| !chosen.contains(figure) && legal(state, &chosen, *figure, easel))
            .map(Pick::Target)
            .collect();
        if options.is_empty() {
            break;
        }
        if !chosen.is_empty() {
            options.push(Pick::Enough);
        }
        let ask = Ask::new(state.piece(by).owner, "target", SC::CAST_11).actor(by);
        let picked = t.pick(ask, &options)?;
        match options[picked] {
            Pick::Target(figure) => chosen.push(figure),
            Pick::Enough => break,
        }
    }
    Ok(chosen)
}

/// Targets of the attacks of a spell: each on a different figure, all near the first.
///
/// # Errors
/// Pauses for the choices.
pub fn bolts(t: &mut Table<'_>, by: Figure, attack: &Attack, count: u8, spread: u8) -> Flow<Vec<Aim>> {
    let chosen = pick_figures(t, by, count, |state, chosen, figure, easel| {
        let near = chosen.first().is_none_or(|first| state.distance(*first, figure) <= spread);
        near && state.enemies(by, figure) && hits(state, by, attack, figure, easel).is_ok()
    })?;
    Ok(chosen.into_iter().map(Aim::Figure).collect())
}

/// Targets of a spell that makes no attack.
///
/// # Errors
/// Pauses for the choices.
pub fn figures(t: &mut Table<'_>, by: Figure, entry: &Spell, _level: u8, count: u8) -> Flow<Vec<Aim>> {
    let chosen = pick_figures(t, by, count, |state, _, figure, easel| suits(state, by, entry, figure, easel).is_ok())?;
    Ok(chosen.into_iter().map(Aim::Figure).collect())
}

/// May the first square of a wall lie here?
fn bricks(
    state: &State,
    by: Figure,
    range: u8,
    zone: ZoneKind,
    square: Square,
    easel: &mut Easel,
) -> Result<(), Refusal> {
    brick(state, by, range, zone, square)?;
    if !sees_square(state, by, square, Level::Ground, easel) {
        return Err(Refusal::new(SC::CAST_11, "the first square must be in sight"));
    }
    Ok(())
}

/// May a square of a wall lie here, sight aside?
fn brick(state: &State, by: Figure, range: u8, zone: ZoneKind, square: Square) -> Result<(), Refusal> {
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
fn plots(state: &State, by: Figure, range: u8, side: u8, at: Square, easel: &mut Easel) -> Result<(), Refusal> {
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
    if !nearest.any(|square| sees_square(state, by, square, Level::Ground, easel)) {
        return Err(Refusal::new(SC::CAST_11, "its nearest square must be in sight"));
    }
    Ok(())
}

/// A square for the corner of a block or for the start of a wall.
struct Somewhere<'a> {
    state: &'a State,
    by: Figure,
    range: u8,
    site: Site,
    easel: RefCell<&'a mut Easel>,
    listed: OnceCell<Vec<Square>>,
}

#[derive(Clone, Copy, Debug)]
enum Site {
    Wall(ZoneKind),
    Block(u8),
}

impl Somewhere<'_> {
    fn judge(&self, square: Square) -> Result<(), Refusal> {
        let mut easel = self.easel.borrow_mut();
        match self.site {
            Site::Wall(zone) => bricks(self.state, self.by, self.range, zone, square, &mut easel),
            Site::Block(side) => plots(self.state, self.by, self.range, side, square, &mut easel),
        }
    }

    fn listed(&self) -> &[Square] {
        self.listed.get_or_init(|| self.state.field().squares().filter(|square| self.judge(*square).is_ok()).collect())
    }

    fn read(choice: &Choice) -> Option<Square> {
        match choice.things {
            [Thing::Square(square), Thing::None, Thing::None] if choice.verb.text() == "on" => Some(square),
            _ => None,
        }
    }
}

fn on(square: Square) -> Choice {
    Choice::new(Name::of("on"), &[Thing::Square(square)])
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
        match Somewhere::read(choice) {
            Some(square) => self.judge(square),
            None => Err(Refusal::new(SC::CAST_11, "say: on and a square")),
        }
    }

    fn sample(&self, whim: &mut Whim) -> Answer {
        let (caster, reach) = (own(self.state, self.by).at, i32::from(self.range));
        let field = self.state.field();
        for _ in 0..16 {
            let mut draw = || whim.below(2 * reach as usize + 1) as i32 - reach;
            let (dx, dy) = (draw(), draw());
            if let Some(square) = caster.shifted(dx, dy, field.width(), field.height())
                && self.judge(square).is_ok()
            {
                return Answer::Free(on(square));
            }
        }
        Answer::Option(whim.below(self.len()))
    }

    fn candidates(&self, whim: &mut Whim, most: usize) -> Vec<Answer> {
        let mut found: Vec<Answer> = Vec::new();
        for _ in 0..most {
            let answer = self.sample(whim);
            if !found.contains(&answer) {
                found.push(answer);
            }
        }
        found
    }

    fn region(&self) -> Region {
        let field = self.state.field();
        Region::squares(field.width(), field.height(), self.listed().iter().copied())
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        self.listed().iter().map(|square| (*square, on(*square))).collect()
    }
}

fn somewhere(t: &mut Table<'_>, by: Figure, range: u8, site: Site) -> Flow<Option<Square>> {
    let ask = Ask::new(t.state.piece(by).owner, "zone", SC::CAST_11).actor(by);
    let question = Somewhere {
        state: t.state,
        by,
        range,
        site,
        easel: RefCell::new(&mut t.scratch.sight),
        listed: OnceCell::new(),
    };
    let answer = t.oracle.choose(&ask, &question)?;
    Ok(Somewhere::read(&question.state_answer(&answer)))
}

/// The block of a zone.
///
/// # Errors
/// Pauses for the choice.
pub fn block(t: &mut Table<'_>, by: Figure, entry: &Spell, side: u8) -> Flow<Aim> {
    let SpellEffect::Block { range, .. } = entry.effect else {
        return Ok(Aim::Nothing);
    };
    let at = somewhere(t, by, range, Site::Block(side))?;
    Ok(at.map_or(Aim::Nothing, |at| Aim::Cells(Cells::Block(Block::new(at, side)))))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Brick(Square);

impl Offer<SwordAndClaw> for Brick {
    fn choice(&self, _: &State) -> Choice {
        on(self.0)
    }
}

/// The squares of a wall, one after the other, each touching the one before by a side.
///
/// # Errors
/// Pauses for the choices.
pub fn wall(t: &mut Table<'_>, by: Figure, entry: &Spell, squares: u8) -> Flow<Aim> {
    let SpellEffect::Wall { range, zone, .. } = entry.effect else {
        return Ok(Aim::Nothing);
    };
    let Some(first) = somewhere(t, by, range, Site::Wall(zone))? else {
        return Ok(Aim::Nothing);
    };
    let mut walk: Walk = std::iter::once(first).collect();
    let mut last = first;
    for _ in 1..squares {
        let field = t.state.field();
        let options: Vec<Brick> = [Dir::N, Dir::E, Dir::S, Dir::W]
            .into_iter()
            .filter_map(|dir| last.step(dir, field.width(), field.height()))
            .filter(|square| !walk.squares().contains(square))
            .filter(|square| brick(t.state, by, range, zone, *square).is_ok())
            .map(Brick)
            .collect();
        if options.is_empty() {
            break;
        }
        let ask = Ask::new(t.state.piece(by).owner, "wall", SC::SPELL_04).actor(by);
        last = options[t.pick(ask, &options)?].0;
        if !walk.push(last) {
            break;
        }
    }
    Ok(Aim::Cells(Cells::Squares(walk)))
}

/// An effect made by magic that may be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lasting {
    Zone(u8),
    Charm(u8),
}

impl Offer<SwordAndClaw> for Lasting {
    fn choice(&self, state: &State) -> Choice {
        let (verb, at) = (Name::of("target"), |square| Thing::Square(square));
        match self {
            Lasting::Zone(index) => {
                let zone = &state.zones[usize::from(*index)];
                let name = zone.spell.map_or(Thing::None, |(spell, _)| Thing::Name(state.setting.pack.spell(spell).id));
                let place = crate::zones::anchor(&zone.shape).map_or(Thing::None, at);
                Choice::new(verb, &[name, place, Thing::Number(i32::from(*index) + 1)])
            }
            Lasting::Charm(index) => {
                let charm = &state.charms[usize::from(*index)];
                let name = Thing::Name(state.setting.pack.spell(charm.spell).id);
                Choice::new(verb, &[name, Thing::Figure(charm.on), Thing::Number(i32::from(*index) + 1)])
            }
        }
    }
}

/// Effects of no higher level, any part of which is in range and in sight.
fn effects(state: &State, by: Figure, entry: &Spell, level: u8, easel: &mut Easel) -> Vec<Lasting> {
    let SpellEffect::Dispel { range } = entry.effect else {
        return Vec::new();
    };
    let caster = own(state, by);
    let mut found = Vec::new();
    for (at, zone) in state.zones.iter().enumerate() {
        let mut reached = false;
        zone.shape.each(|square| {
            reached =
                reached || (distance(caster, Block::single(square)) <= range && sees_effect(state, by, square, easel));
        });
        if reached && zone.spell.is_some_and(|(_, cast)| cast <= level) {
            found.push(Lasting::Zone(at as u8));
        }
    }
    for (at, charm) in state.charms.iter().enumerate() {
        let near = state.piece(charm.on).on_board()
            && state.distance(by, charm.on).saturating_add(2 * rise(state.level(by), state.level(charm.on))) <= range;
        if near && charm.level <= level && (by == charm.on || sees(state, by, charm.on, easel)) {
            found.push(Lasting::Charm(at as u8));
        }
    }
    found
}

/// Which effect is ended.
///
/// # Errors
/// Pauses for the choice.
pub fn dispel(t: &mut Table<'_>, by: Figure, entry: &Spell, level: u8) -> Flow<Aim> {
    let options = effects(t.state, by, entry, level, &mut t.scratch.sight);
    if options.is_empty() {
        return Ok(Aim::Nothing);
    }
    let ask = Ask::new(t.state.piece(by).owner, "dispel", SC::CAST_11).actor(by);
    Ok(match options[t.pick(ask, &options)?] {
        Lasting::Zone(at) => Aim::Zone(at),
        Lasting::Charm(at) => Aim::Charm(at),
    })
}
