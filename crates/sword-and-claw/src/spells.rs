//! Spells: what may be cast, what is declared, and what each does (SC-SPELL, SC-CAST).
//!
//! Spells that attack are attacks like any other once they are declared ([`attack_of`]); the others stand in
//! [`effect`]. Where a spell needs figures, squares or an effect, [`targets`], [`ground`] and [`dispel`] ask for them.

pub(crate) mod dispel;
pub(crate) mod effect;
pub(crate) mod ground;
pub(crate) mod targets;

pub(crate) use effect::resolve;

use crate::cards::{Attack, Spell, SpellEffect, SpellId, Step};
use crate::sight::{Buffers, sees_effect};
use crate::state::{Aim, Cells, Crew, Declaration, Deed, Motion, NextStep, Part, SPELLS, State};
use crate::steps::aim;
use crate::steps::deals::{self, Deal};
use crate::{Event, Table, conditions, contact};
use kernel::{Figure, Flow, Refusal};
use rulebook::SC;
use std::ops::ControlFlow;

/// The attack that a declaration makes: one of the sheet, or that of a spell (SC-CAST-12).
pub(crate) fn attack_of(state: &State, declaration: &Declaration) -> Option<Attack> {
    match declaration.deed {
        Deed::Attack(id) => Some(*state.sheet(declaration.by).attack(id)),
        Deed::Spell(spell, level) => state.setting.pack.spell(spell).attack(level),
    }
}

fn step_of(step: NextStep) -> Option<Step> {
    match step {
        NextStep::Spellcasting => Some(Step::Spellcasting),
        NextStep::Ranged => Some(Step::Ranged),
        NextStep::Melee => Some(Step::Melee),
        _ => None,
    }
}

/// May the figure cast or keep up anything in this turn (SC-RUN-02, SC-CHARGE-08, SC-COND-02)?
pub(crate) fn can_act(state: &State, by: Figure) -> bool {
    let piece = state.piece(by);
    piece.on_board()
        && piece.side == state.active
        && !conditions::helpless(state, by)
        && !matches!(piece.motion, Motion::Run | Motion::Charge)
}

/// What a further spell of that level costs now (SC-CAST-05).
pub(crate) fn cost(state: &State, by: Figure, level: u8) -> u8 {
    level + u8::from(state.piece(by).casts > 0)
}

/// May the figure cast spells now, whichever they are?
fn casts_now(state: &State, by: Figure) -> bool {
    state.sheet(by).spellcaster > 0 && state.part == Part::Declare && !state.piece(by).acted && can_act(state, by)
}

/// Calls `f` with everything that the figure may cast in this step.
pub(crate) fn each(
    state: &State,
    by: Figure,
    buffers: &mut Buffers,
    f: &mut impl FnMut(Deal) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !casts_now(state, by) {
        return ControlFlow::Continue(());
    }
    for spell in state.piece(by).spells.into_iter().flatten() {
        levels(state, by, spell, buffers, &mut |level| f(Deal::Cast { by, spell, level }))?;
    }
    ControlFlow::Continue(())
}

/// Could the figure cast anything in this step, for all that the enemy knows? A spell that nobody has seen yet may be
/// any of the list (SC-SPELL-01, SC-SPELL-03).
pub(crate) fn might_cast(state: &State, by: Figure, buffers: &mut Buffers) -> bool {
    if !casts_now(state, by) {
        return false;
    }
    let piece = state.piece(by);
    let seen = |slot: usize| piece.shown >> slot & 1 == 1;
    let unseen = (0..SPELLS).any(|slot| piece.spells[slot].is_some() && !seen(slot));
    let mut castable = |spell: SpellId| levels(state, by, spell, buffers, &mut |_| ControlFlow::Break(())).is_break();
    if unseen {
        return (0..state.setting.pack.spells.len() as u8).any(|spell| castable(SpellId(spell)));
    }
    piece.spells.into_iter().flatten().any(castable)
}

/// Calls `f` with every level at which the figure could cast this spell, did it know it.
fn levels(
    state: &State,
    by: Figure,
    spell: SpellId,
    buffers: &mut Buffers,
    f: &mut impl FnMut(u8) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let entry = state.setting.pack.spell(spell);
    // Levels of one spell have the same targets, apart from those whose size or power is the level.
    let alike = !matches!(entry.effect, SpellEffect::Dispel { .. } | SpellEffect::Block { .. });
    let mut found: Option<bool> = None;
    for level in entry.min_level..=entry.max_level {
        if affordable(state, by, spell, level).is_err() {
            continue;
        }
        let any = match found {
            Some(any) if alike => any,
            _ => targets::any(state, by, entry, level, buffers),
        };
        found = Some(any);
        if any {
            f(level)?;
        }
    }
    ControlFlow::Continue(())
}

/// May the figure cast this spell at this level now, and has it anything to cast it on?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(
    state: &State,
    by: Figure,
    spell: SpellId,
    level: u8,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    if !state.piece(by).spells.contains(&Some(spell)) {
        return Err(Refusal::new(SC::CAST_03, "it does not know that spell"));
    }
    affordable(state, by, spell, level)?;
    let entry = state.setting.pack.spell(spell);
    if matches!(entry.effect, SpellEffect::Wall { .. } | SpellEffect::Block { .. }) {
        ground::from_above(state, by)?;
    }
    if !targets::any(state, by, entry, level, buffers) {
        return Err(Refusal::new(SC::CAST_11, "there is no target in range and in sight"));
    }
    Ok(())
}

/// The same without a look at what it knows and at targets.
fn affordable(state: &State, by: Figure, spell: SpellId, level: u8) -> Result<(), Refusal> {
    let (piece, entry) = (state.piece(by), state.setting.pack.spell(spell));
    if step_of(state.next_step) != Some(entry.step) || state.part != Part::Declare {
        return Err(Refusal::new(SC::CAST_01, "that spell is cast in another step"));
    }
    if conditions::helpless(state, by) {
        return Err(Refusal::new(SC::COND_02, "a paralyzed figure casts nothing"));
    }
    if !can_act(state, by) || (entry.step == Step::Ranged && piece.motion == Motion::Slide) {
        return Err(Refusal::new(SC::TURN_10, "how it moved, or its condition, forbids casting"));
    }
    if piece.acted || (piece.casts == 0 && (piece.bound.is_some() || piece.trampled > 0)) {
        return Err(Refusal::new(SC::CAST_10, "casting takes the place of its attacks, and it has used them"));
    }
    if level < entry.min_level || level > entry.max_level {
        return Err(Refusal::with(
            SC::SPELL_04,
            "that spell is cast at level {0} to {1}",
            entry.min_level.into(),
            entry.max_level.into(),
        ));
    }
    if piece.levels + cost(state, by, level) > state.sheet(by).spellcaster {
        let rule = if piece.casts > 0 { SC::CAST_05 } else { SC::CAST_04 };
        return Err(Refusal::with(
            rule,
            "that costs {0 level|levels}, and {1 is|are} left",
            cost(state, by, level).into(),
            i32::from(state.sheet(by).spellcaster) - i32::from(piece.levels),
        ));
    }
    if entry.ranged && contact::pinned(state, by) {
        return Err(Refusal::new(SC::CAST_09, "an enemy is adjacent"));
    }
    Ok(())
}

/// Writes a spell down with its level and its targets; everybody hears of it (SC-CAST-02, SC-SPELL-03).
///
/// # Errors
/// Pauses for targets.
pub(crate) fn declare(t: &mut Table<'_>, by: Figure, spell: SpellId, level: u8) -> Flow {
    let entry = t.state.setting.pack.spell(spell).clone();
    let aims = aims(t, by, &entry, level)?;
    let cost = cost(t.state, by, level);
    let piece = t.state.piece_mut(by);
    piece.levels += cost;
    piece.casts += 1;
    if let Some(slot) = piece.spells.iter().position(|known| *known == Some(spell)) {
        piece.shown |= 1 << slot;
    }
    // A spell that is not ranged can be cast with an enemy adjacent; what has a target has been checked for it.
    let pressed = t.aloud() && !entry.ranged && contact::pinned(t.state, by);
    let aimed = aims.iter().any(|aim| !matches!(aim, Aim::Nothing | Aim::Toward { .. }) && *aim != Aim::Figure(by));
    for (rule, holds) in
        [(SC::CAST_05, cost > level), (SC::CAST_09, pressed), (SC::CAST_11, aimed), (SC::QUAL_23, true)]
    {
        if holds {
            t.note(rule);
        }
    }
    t.note(SC::CAST_01);
    t.note(SC::SPELL_03);
    t.tell(SC::CAST_02, || Event::SpellDeclared { unit: by, spell: entry.id, level: level.into() });
    for aim in aims {
        tell_aim(t, by, &entry, aim);
        let deed = Deed::Spell(spell, level);
        t.state.declared.push(Declaration { by, deed, aim, readied: false, crew: Crew::default() });
    }
    Ok(())
}

fn tell_aim(t: &mut Table<'_>, by: Figure, entry: &Spell, aim: Aim) {
    match aim {
        Aim::Figure(target) if entry.step == Step::Melee => {
            t.tell(SC::CAST_02, || Event::BlowDeclared { unit: by, attack: entry.id, target, readied: false });
        }
        Aim::Figure(target) if entry.step == Step::Ranged => {
            t.tell(SC::CAST_02, || Event::ShotDeclared { unit: by, attack: entry.id, target, readied: false });
        }
        Aim::Figure(target) => t.tell(SC::CAST_02, || Event::SpellAimed { unit: by, spell: entry.id, target }),
        Aim::Spot(..) | Aim::Toward { .. } => aim::tell(t, by, entry.id, aim, false),
        _ => {}
    }
}

/// Asks for everything that the spell needs.
fn aims(t: &mut Table<'_>, by: Figure, entry: &Spell, level: u8) -> Flow<Vec<Aim>> {
    if let Some(attack) = entry.attack(level) {
        return match entry.effect {
            SpellEffect::Bolts { spread, .. } => {
                let count = attack.count.number(1);
                targets::bolts(t, by, &attack, count, spread)
            }
            SpellEffect::Touch { .. } => targets::bolts(t, by, &attack, 1, 0),
            _ => Ok(vec![aim::choose(t, by, &attack, 0)?]),
        };
    }
    match entry.effect {
        SpellEffect::Heal { .. } | SpellEffect::Toughen { .. } => targets::figures(t, by, entry, 1),
        SpellEffect::Haste { targets_per_level, .. } | SpellEffect::Downdraft { targets_per_level, .. } => {
            targets::figures(t, by, entry, targets_per_level.saturating_mul(level))
        }
        SpellEffect::Wall { squares_per_level, .. } => {
            ground::wall(t, by, entry, squares_per_level.saturating_mul(level)).map(|aim| vec![aim])
        }
        SpellEffect::Block { side, side_per_level, .. } => {
            ground::block(t, by, entry, side + side_per_level.saturating_mul(level)).map(|aim| vec![aim])
        }
        SpellEffect::Dispel { .. } => dispel::dispel(t, by, entry, level).map(|aim| vec![aim]),
        _ => Ok(Vec::new()),
    }
}

/// Is any square of a shape in the caster's sight?
pub(crate) fn sees_any(state: &State, by: Figure, shape: &Cells, buffers: &mut Buffers) -> bool {
    let mut seen = false;
    shape.each(|square| seen = seen || sees_effect(state, by, square, buffers));
    seen
}

/// May the spell's attack be made on this figure?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn hits(
    state: &State,
    by: Figure,
    attack: &Attack,
    target: Figure,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    deals::on_figure(state, by, attack, target, buffers)
}
