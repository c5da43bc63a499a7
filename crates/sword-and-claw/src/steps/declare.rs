//! One declaration: what was chosen is written down with everything that it needs, and nothing is rolled.

use super::deals::{self, Deal};
use super::menu::Menu;
use super::{aim, crew};
use crate::cards::{AttackId, Count, Shape, WeaponQualities};
use crate::decisions::battle::{CLOSE, DECLARE};
use crate::sight::{sees, sees_square};
use crate::state::{Aim, Crew, Declaration, Deed, Level, Part, Side, Stage};
use crate::{Event, Table, ready, siege, spells, turn};
use kernel::{Figure, Flow, Rule, Seat};
use rulebook::SC;
use space::grid::Block;

/// Asks the player for one declaration and writes it down. Where nothing is `open` any more he can only close.
///
/// # Errors
/// Pauses for the choices.
pub fn one(t: &mut Table<'_>, seat: Seat, side: Side, open: bool) -> Flow {
    let prompt = if open { DECLARE } else { CLOSE };
    let asked = prompt.to(seat).by(rule(t));
    let deal = {
        let menu = Menu::new(t.state, seat, open, &mut t.scratch.sight);
        let answer = t.oracle.choose(&asked.ask, &menu)?;
        menu.deal(&answer)
    };
    match deal {
        Deal::Strike { by, attack, target } => strike(t, by, attack, target),
        Deal::Launch { by, attack } => launch(t, by, attack),
        Deal::Cast { by, spell, level } => spells::declare(t, by, spell, level),
        Deal::Ready { by, attack } => ready_attack(t, by, attack),
        Deal::Reload { by, attack } => reload(t, by, attack),
        Deal::Load { by } => load(t, by),
        Deal::Done => {
            finish(t, side);
            Ok(())
        }
        Deal::Wait => {
            turn::wait(t.state, side);
            Ok(())
        }
    }
}

fn rule(t: &Table<'_>) -> Rule {
    match (t.state.stage, t.state.part) {
        (Stage::Spellcasting, _) => SC::CAST_02,
        (_, Part::First) => SC::READY_04,
        (Stage::Ranged, _) => SC::RANGED_01,
        _ => SC::MELEE_01,
    }
}

fn finish(t: &mut Table<'_>, side: Side) {
    if t.state.part == Part::First {
        t.state.done |= 1 << t.state.asked.0;
    } else if turn::finish(t.state, side) {
        t.state.part = Part::Resolve;
    }
}

fn strike(t: &mut Table<'_>, by: Figure, id: AttackId, target: Figure) -> Flow {
    let space = t.state.space(target);
    let slow = t.state.sheet(by).attack(id).has(WeaponQualities::SLOW);
    let crew = crew::choose(t, by, space, slow, |t, chosen| {
        let seen = chosen.iter().any(|eye| sees(t.state, *eye, target, &mut t.scratch.sight));
        seen && deals::siege_ready(t.state, by, chosen.len())
    })?;
    let Some(crew) = crew else { return Ok(()) };
    let attack = *t.state.sheet(by).attack(id);
    let readied = t.state.part == Part::First;
    commit(t, by, id, Aim::Figure(target), crew);
    match attack.count {
        Count::Health => t.note(SC::WQUAL_22),
        Count::HalfHealth => t.note(SC::WQUAL_23),
        Count::Fixed(_) => {}
    }
    let together = |(other, weapon): (AttackId, &crate::cards::Attack)| {
        other != id && weapon.option == attack.option && t.state.piece(by).struck[usize::from(other.0)] > 0
    };
    if t.aloud() && t.state.sheet(by).attacks().any(together) {
        t.note(SC::TROOP_22);
    }
    if readied {
        t.note(SC::READY_04);
        t.note(if attack.is_ranged() { SC::READY_02 } else { SC::MELEE_04 });
        if t.state.piece(by).opportunities > 0 {
            t.note(SC::READY_01);
        }
    }
    if attack.is_ranged() {
        t.note(SC::RANGED_02);
        if readied {
            t.note(SC::READY_03);
        }
        t.tell(SC::RANGED_01, || Event::ShotDeclared { unit: by, attack: attack.name, target, readied });
    } else {
        if attack.has(WeaponQualities::REACH) {
            t.note(SC::WQUAL_26);
        }
        t.note(SC::MELEE_02);
        t.tell(SC::MELEE_01, || Event::BlowDeclared { unit: by, attack: attack.name, target, readied });
    }
    Ok(())
}

/// An attack on squares: where it goes, then who operates it.
fn launch(t: &mut Table<'_>, by: Figure, id: AttackId) -> Flow {
    let attack = *t.state.sheet(by).attack(id);
    let readied = t.state.part == Part::First;
    let squares = deals::left(t.state, by, id);
    let aim = aim::choose(t, by, &attack, squares)?;
    let (at, level) = match aim {
        Aim::Spot(at, level) => (Some(at), level),
        Aim::Toward { to, level, .. } => (Some(to), level),
        _ => (None, Level::Ground),
    };
    let indirect = attack.has(WeaponQualities::INDIRECT_FIRE);
    let slow = attack.has(WeaponQualities::SLOW);
    let crew = crew::choose(t, by, at.map(Block::single), slow, |t, chosen| {
        let seen = indirect
            || !attack.is_ranged()
            || at.is_none_or(|at| chosen.iter().any(|eye| sees_square(t.state, *eye, at, level, &mut t.scratch.sight)));
        seen && deals::siege_ready(t.state, by, chosen.len())
    })?;
    let Some(crew) = crew else { return Ok(()) };
    let swept = matches!(attack.shape, Shape::Sweep(_));
    if swept && readied && t.state.piece(by).opportunities > 0 {
        t.note(SC::OPP_08);
    }
    commit(t, by, id, aim, crew);
    aim::tell(t, by, attack.name, aim, readied);
    Ok(())
}

/// Writes an attack down and counts it: one roll, or the whole of a sweep; the load; the Or choice.
fn commit(t: &mut Table<'_>, by: Figure, id: AttackId, aim: Aim, crew: Crew) {
    let readied = t.state.part == Part::First;
    let (attack, health) = (*t.state.sheet(by).attack(id), t.state.health(by));
    let piece = t.state.piece_mut(by);
    let used = &mut piece.struck[usize::from(id.0)];
    *used = if matches!(attack.shape, Shape::Sweep(_)) { attack.rolls(health) } else { used.saturating_add(1) };
    piece.bound = Some(attack.option);
    if let Some(load) = attack.load {
        piece.unloaded |= 1 << load.0;
        t.note(SC::WQUAL_27);
    }
    let piece = t.state.piece_mut(by);
    (piece.primed, piece.loading) = (false, false);
    t.state.declared.push(Declaration { by, deed: Deed::Attack(id), aim, readied, crew });
}

fn ready_attack(t: &mut Table<'_>, by: Figure, id: AttackId) -> Flow {
    let slow = t.state.sheet(by).attack(id).has(WeaponQualities::SLOW);
    let crew = crew::choose(t, by, None, slow, |t, chosen| deals::siege_ready(t.state, by, chosen.len()))?;
    if crew.is_none() {
        return Ok(());
    }
    ready::declare(t, by, id);
    Ok(())
}

fn reload(t: &mut Table<'_>, by: Figure, id: AttackId) -> Flow {
    let Some(crew) = crew::choose(t, by, None, false, |_, _| true)? else { return Ok(()) };
    siege::free(t.state, &crew);
    let attack = *t.state.sheet(by).attack(id);
    let piece = t.state.piece_mut(by);
    if let Some(load) = attack.load {
        piece.unloaded &= !(1 << load.0);
    }
    piece.acted = true;
    t.note(SC::TURN_07);
    t.tell(SC::RELOAD_02, || Event::Reloaded { unit: by, attack: attack.name });
    Ok(())
}

fn load(t: &mut Table<'_>, by: Figure) -> Flow {
    let Some(crew) = crew::choose(t, by, None, false, |_, _| true)? else { return Ok(()) };
    siege::free(t.state, &crew);
    let piece = t.state.piece_mut(by);
    (piece.loading, piece.acted) = (true, true);
    t.tell(SC::QUAL_15, || Event::EngineLoaded { unit: by });
    Ok(())
}

/// The crew of a declaration that can still serve: one killed or paralysed since does not.
pub fn hands(t: &Table<'_>, declaration: &Declaration) -> Vec<Figure> {
    let able = |figure: &Figure| t.state.piece(*figure).on_board() && !crate::conditions::helpless(t.state, *figure);
    siege::list(&declaration.crew).into_iter().filter(able).collect()
}
