//! Targets of spells: figures, squares, effects (SC-CAST-11).

use super::{dispel, ground, hits};
use crate::Table;
use crate::cards::{Attack, Shape, Spell, SpellEffect};
use crate::decisions::battle::{TARGET, Target};
use crate::resolve::tohit::rise;
use crate::sight::{Buffers, sees};
use crate::state::{Aim, State, distance};
use crate::steps::deals::enemy_within;
use kernel::{Answers, Choice, Figure, Flow, Question, Refusal, Tags, settle};
use rulebook::SC;
use space::grid::{Block, Square};
use std::cell::RefCell;

/// Has the spell anything that it could be cast on?
pub(crate) fn any(state: &State, by: Figure, entry: &Spell, level: u8, buffers: &mut Buffers) -> bool {
    if let Some(attack) = entry.attack(level) {
        return match attack.shape {
            // It is aimed at the ground, whoever stands there (SC-AREA-01).
            Shape::Area(_) => true,
            Shape::Line(length) | Shape::Fan(length) | Shape::Cone(length) | Shape::Aura(length) => {
                enemy_within(state, by, length)
            }
            Shape::Single | Shape::Sweep(_) => {
                enemies(state, by).any(|enemy| hits(state, by, &attack, enemy, buffers).is_ok())
            }
        };
    }
    match &entry.effect {
        SpellEffect::Wall { range, zone, .. } => state.field().squares().any(|square| {
            distance(own(state, by), Block::single(square)) <= *range
                && ground::bricks(state, by, *range, *zone, square, buffers).is_ok()
        }),
        SpellEffect::Block { range, side, side_per_level, .. } => {
            let side = side + side_per_level.saturating_mul(level);
            state.field().squares().any(|square| ground::plots(state, by, *range, side, square, buffers).is_ok())
        }
        SpellEffect::Dispel { .. } => !dispel::effects(state, by, entry, level, buffers).is_empty(),
        _ => state.standing().any(|figure| suits(state, by, entry, figure, buffers).is_ok()),
    }
}

pub(crate) fn own(state: &State, by: Figure) -> Block {
    state.space(by).unwrap_or(Block::single(Square::new(0, 0)))
}

fn enemies(state: &State, by: Figure) -> impl Iterator<Item = Figure> + '_ {
    state.of_side(state.piece(by).side.other())
}

/// May a spell on single figures that makes no attack be cast on this one?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn suits(
    state: &State,
    by: Figure,
    entry: &Spell,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
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
    // Spells that are not ranged work between figures at one altitude; ranged ones reach up as well, and down from a
    // fortification (SC-FLIGHT-23).
    let (own, other) = (state.level(by), state.level(target));
    if own != other && (!entry.ranged || other < own && !state.on_fort(by)) {
        let rule = if other > own { SC::FLIGHT_13 } else { SC::FLIGHT_12 };
        return Err(Refusal::new(rule, "the spell does not reach that altitude"));
    }
    let far = state.distance(by, target).saturating_add(2 * rise(own, other));
    if far > range {
        return Err(Refusal::with(
            SC::CAST_11,
            "it is at {0 inch|inches}, beyond the {1} of the spell",
            far.into(),
            range.into(),
        ));
    }
    if by != target && !sees(state, by, target, buffers) {
        return Err(Refusal::new(SC::CAST_11, "there is no line of sight to it"));
    }
    Ok(())
}

/// Why a spell may not be cast on a figure, those already chosen considered.
type Judge<'a> = dyn FnMut(&State, &[Figure], Figure, &mut Buffers) -> Result<(), Refusal> + 'a;

/// The question for one target more. What is not listed is refused with the reason.
struct Targets<'a> {
    state: &'a State,
    chosen: &'a [Figure],
    options: Vec<Target>,
    judge: RefCell<(&'a mut Judge<'a>, &'a mut Buffers)>,
}

impl Question for Targets<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.options[index].choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Target::read(choice) {
            Some(Target::Target { figure }) if figure.index() < self.state.pieces.len() => {
                if self.chosen.contains(&figure) {
                    return Err(Refusal::new(SC::SPELL_04, "each of its targets is another figure"));
                }
                let (judge, buffers) = &mut *self.judge.borrow_mut();
                judge(self.state, self.chosen, figure, buffers)?;
                Err(Refusal::new(SC::CAST_11, "that target is written differently; see the list of options"))
            }
            Some(Target::Finish) => Err(Refusal::new(SC::CAST_11, "the spell needs a target")),
            _ => Err(Refusal::new(SC::CAST_11, "say which figure: target FIGURE")),
        }
    }
}

/// Asks for up to `count` different figures, at least one.
fn pick_figures(t: &mut Table<'_>, by: Figure, count: u8, judge: &mut Judge<'_>) -> Flow<Vec<Figure>> {
    let mut chosen: Vec<Figure> = Vec::new();
    while chosen.len() < usize::from(count) {
        let (state, buffers) = (&*t.state, &mut t.scratch.sight);
        let mut options: Vec<Target> = state
            .standing()
            .filter(|figure| !chosen.contains(figure) && judge(state, &chosen, *figure, buffers).is_ok())
            .map(|figure| Target::Target { figure })
            .collect();
        if options.is_empty() {
            break;
        }
        if !chosen.is_empty() {
            options.push(Target::Finish);
        }
        let asked = TARGET.to(state.piece(by).owner).actor(by);
        let mut judge =
            |state: &State, chosen: &[Figure], figure, buffers: &mut Buffers| judge(state, chosen, figure, buffers);
        let question = Targets { state, chosen: &chosen, options, judge: RefCell::new((&mut judge, buffers)) };
        match settle(t.oracle, asked, &question)? {
            Target::Target { figure } => chosen.push(figure),
            Target::Finish => break,
        }
    }
    Ok(chosen)
}

/// Targets of the attacks of a spell: each on a different figure, all near the first.
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn bolts(t: &mut Table<'_>, by: Figure, attack: &Attack, count: u8, spread: u8) -> Flow<Vec<Aim>> {
    let chosen = pick_figures(t, by, count, &mut |state, chosen, figure, buffers| {
        hits(state, by, attack, figure, buffers)?;
        match chosen.first().map(|first| state.distance(*first, figure)) {
            Some(far) if far > spread => Err(Refusal::with(
                SC::SPELL_04,
                "it is at {0 inch|inches} from the first target, and {1 is|are} allowed",
                far.into(),
                spread.into(),
            )),
            _ => Ok(()),
        }
    })?;
    Ok(chosen.into_iter().map(Aim::Figure).collect())
}

/// Targets of a spell that makes no attack.
///
/// # Errors
/// Pauses for the choices.
pub(crate) fn figures(t: &mut Table<'_>, by: Figure, entry: &Spell, count: u8) -> Flow<Vec<Aim>> {
    let chosen = pick_figures(t, by, count, &mut |state, _, figure, buffers| suits(state, by, entry, figure, buffers))?;
    Ok(chosen.into_iter().map(Aim::Figure).collect())
}
