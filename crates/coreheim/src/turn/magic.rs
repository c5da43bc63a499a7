//! Magic and prayers: who may cast, at whom, the roll, and what comes of it (CH-MAGIC-01 to CH-MAGIC-39).

mod moves;

use crate::cards::{Augment, Deed, Harm, Item, Lasts, Skill, Spell, SpellKind};
use crate::decisions::{AUGMENT, Aim, CHAIN, RAISE, SCROLL, Scroll, TARGET, Version};
use crate::events::Spotted;
use crate::ground::{Gait, INCH};
use crate::moving;
use crate::resolve::batch::{self, By, Cause, Hit};
use crate::resolve::injury;
use crate::sight::{Gallery, looking, unwalled};
use crate::state::{Did, Place, Posture, SCROLL_BIT, Standing, State};
use crate::turn::able;
use crate::{Event, Table, events, rolls};
use kernel::{Figure, Flow, Modifiers, Refusal, Seat};
use rulebook::CH;
use space::inches::{Point, Spot, segment};
use std::sync::Arc;

/// May this warrior cast at all (CH-MAGIC-02 to CH-MAGIC-05)?
pub(super) fn may_cast(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    able(state, seat, figure)?;
    let warrior = state.warrior(figure);
    let (rule, text) = if warrior.did.has(Did::Cast) {
        (CH::MAGIC_02, "he has tried a spell this turn")
    } else if warrior.did.has(Did::Shot) {
        (CH::MAGIC_04, "who shot does not cast")
    } else if warrior.stripped {
        (CH::MAGIC_34, "he has lost his spells")
    } else if state.sheet(figure).hindered() {
        (CH::MAGIC_05, "armour stops his spells")
    } else {
        return Ok(());
    };
    Err(Refusal::new(rule, text))
}

/// Whether one of his spells is left to him and has anything to be cast at.
pub(super) fn may_attempt(state: &State, gallery: &mut Gallery, figure: Figure, at: usize) -> Result<(), Refusal> {
    let spell = &state.sheet(figure).spells[at].spell;
    if spell.uses > 0 && state.warrior(figure).used >> at & 1 == 1 {
        return Err(Refusal::new(spell.rule, "it succeeds once a battle"));
    }
    let useful = match (&spell.kind, &spell.deed) {
        (_, Some(Deed::Raise(kind))) => fallen(state, figure, *kind).next().is_some(),
        (_, Some(Deed::MoveAgain { .. } | Deed::Fly(_) | Deed::Fetch(_))) => {
            !moves::movers(state, figure, spell).is_empty()
        }
        (SpellKind::Missile | SpellKind::Cone | SpellKind::Friend, _) => {
            !targets(state, gallery, figure, spell).is_empty()
        }
        _ => true,
    };
    if useful { Ok(()) } else { Err(Refusal::new(CH::MAGIC_06, "there is nobody to cast it at")) }
}

/// Spells this warrior may attempt now, by their place in his list.
pub(super) fn castable(state: &State, gallery: &mut Gallery, seat: Seat, figure: Figure) -> Vec<u8> {
    let count = state.sheet(figure).spells.len();
    if count == 0 || may_cast(state, seat, figure).is_err() {
        return Vec::new();
    }
    (0..count as u8).filter(|at| may_attempt(state, gallery, figure, usize::from(*at)).is_ok()).collect()
}

/// Everybody a spell may be aimed at.
fn targets(state: &State, gallery: &mut Gallery, figure: Figure, spell: &Spell) -> Vec<Figure> {
    match spell.kind {
        SpellKind::Missile | SpellKind::Cone | SpellKind::Friend => {
            state.present().filter(|other| may_aim(state, gallery, figure, spell, *other).is_ok()).collect()
        }
        SpellKind::Caster | SpellKind::Aura | SpellKind::Burst => Vec::new(),
    }
}

/// May a spell be aimed at somebody (CH-MAGIC-06, CH-MAGIC-08, CH-MAGIC-09)?
fn may_aim(state: &State, gallery: &mut Gallery, figure: Figure, spell: &Spell, other: Figure) -> Result<(), Refusal> {
    if spell.kind == SpellKind::Missile {
        let spares = |foe: Figure| match spell.open_sky && !under_open_sky(state, foe) {
            true => Err(Refusal::new(CH::MAGIC_30, "there is a roof above him")),
            false => Ok(()),
        };
        return super::shooting::may_be_struck(state, gallery, figure, other, &spares);
    }
    let friend = state.owner(other) == state.owner(figure);
    if friend != (spell.kind == SpellKind::Friend) {
        let text = if friend { "that is a friend" } else { "he is of another band" };
        return Err(Refusal::new(CH::TURN_21, text));
    }
    if !friend && state.warrior(other).hidden {
        return Err(Refusal::new(CH::HIDE_02, "a hidden warrior cannot be chosen"));
    }
    // Who is in range is told before the spell is declared only where measuring is free (CH-MAGIC-07).
    if state.setting.options.free_measuring && !state.within(figure, other, spell.range) {
        return Err(Refusal::new(CH::MAGIC_07, "he is out of range"));
    }
    if other != figure && !gallery.sees(state, figure, other) {
        return Err(Refusal::new(CH::MAGIC_06, "he is not in view"));
    }
    Ok(())
}

/// No platform or roof above (CH-MAGIC-30).
fn under_open_sky(state: &State, figure: Figure) -> bool {
    let at = state.warrior(figure).at;
    state.setting.field.table.floor(at.plan(), i32::MAX).is_none_or(|top| top <= at.z)
}

/// Warriors of this kind of the caster's band who went out of action (CH-MAGIC-22).
fn fallen(state: &State, caster: Figure, kind: kernel::Name) -> impl Iterator<Item = Figure> + '_ {
    state.figures().filter(move |figure| {
        let warrior = state.warrior(*figure);
        warrior.owner == state.owner(caster) && warrior.place == Place::Out && state.sheet(*figure).fighter.id == kind
    })
}

/// One attempt (CH-MAGIC-02).
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn cast(t: &mut Table<'_>, caster: Figure, at: usize) -> Flow {
    let known = t.state.sheet(caster).spells[at].clone();
    let spell = &known.spell;
    moving::reveal(t, caster, CH::HIDE_04);
    t.state.warrior_mut(caster).did.add(Did::Cast);
    let target = aim(t, caster, spell)?;
    let attempt = Attempt { caster, target, spell, harder: harder(t, caster, spell)? };
    let scroll = reads_scroll(t, caster, spell)?;
    circumstances(t, &attempt);
    t.tell(CH::TURN_15, || Event::CastTried { warrior: caster, spell: spell.id, target });
    if !succeeds(t, &attempt, known.difficulty, scroll)? {
        return Ok(());
    }
    // Range is measured once the spell is declared (CH-MAGIC-07).
    let aimed = target != caster && spell.kind != SpellKind::Cone;
    if aimed && !t.state.within(caster, target, spell.range) {
        t.tell(CH::MAGIC_07, || Event::OutOfRange { warrior: caster, target });
        return Ok(());
    }
    if spell.uses > 0 {
        t.state.warrior_mut(caster).used |= 1 << at;
    }
    takes_effect(t, &attempt)
}

/// A spell on its way.
struct Attempt<'a> {
    caster: Figure,
    /// Himself, where it is aimed at nobody.
    target: Figure,
    spell: &'a Arc<Spell>,
    /// The harder version, where that was chosen.
    harder: Option<Augment>,
}

/// Whom the spell is aimed at, or the caster himself.
fn aim(t: &mut Table<'_>, caster: Figure, spell: &Spell) -> Flow<Figure> {
    let aimed = match &spell.deed {
        Some(Deed::Fetch(_)) => moves::movers(t.state, caster, spell),
        Some(Deed::MoveAgain { .. }) => Vec::new(),
        _ => looking(t, |state, gallery| targets(state, gallery, caster, spell)),
    };
    if aimed.is_empty() {
        return Ok(caster);
    }
    let options: Vec<Aim> = aimed.iter().map(|whom| Aim::At { whom: *whom }).collect();
    let asked = TARGET.to(t.state.owner(caster)).by(CH::MAGIC_06).actor(caster);
    let judge = |state: &State, Aim::At { whom }: &Aim| match &spell.deed {
        Some(Deed::Fetch(_)) => Ok(()),
        _ => may_aim(state, &mut Gallery::of_state(state), caster, spell, *whom),
    };
    Ok(aimed[t.ask_telling(asked, &options, judge)?])
}

/// A harder version is declared before the roll.
fn harder(t: &mut Table<'_>, caster: Figure, spell: &Spell) -> Flow<Option<Augment>> {
    let Some(augment) = spell.augment else { return Ok(None) };
    let asked = AUGMENT.to(t.state.owner(caster)).by(spell.rule).actor(caster);
    let version = t.ask(asked, &[Version::Plain, Version::Augment])?;
    Ok((version == Version::Augment).then_some(augment))
}

/// Whether a power scroll is read; it is used up by that (CH-EQUIP-53).
fn reads_scroll(t: &mut Table<'_>, caster: Figure, spell: &Spell) -> Flow<bool> {
    let has = !spell.prayer && t.state.has_item(caster, Item::Scroll) && t.state.warrior(caster).used & SCROLL_BIT == 0;
    if !has || t.ask(SCROLL.to(t.state.owner(caster)).actor(caster), &[Scroll::Keep, Scroll::Read])? == Scroll::Keep {
        return Ok(false);
    }
    t.state.warrior_mut(caster).used |= SCROLL_BIT;
    Ok(true)
}

/// Notes what does not keep him from casting, and what decides about the target.
fn circumstances(t: &mut Table<'_>, attempt: &Attempt<'_>) {
    let Attempt { caster, target, spell, .. } = *attempt;
    let did = t.state.warrior(caster).did;
    if did.has(Did::FailedCharge) {
        t.note(CH::FAILED_05);
    }
    if [Did::Ran, Did::FailedCharge, Did::Rallied, Did::StoodUp].into_iter().any(|deed| did.has(deed)) {
        t.note(CH::MAGIC_03);
    }
    if did.has(Did::Ran) {
        t.note(CH::RUN_02);
    }
    if t.state.is_engaged(caster) {
        t.note(CH::CLOSE_23);
        t.note(CH::MAGIC_03);
    }
    if spell.kind == SpellKind::Missile {
        let friends = t.state.opponents(target).any(|other| !t.state.enemies(caster, other));
        t.note(if friends { CH::MAGIC_09 } else { CH::MAGIC_08 });
    }
    if target != caster {
        t.note(CH::MAGIC_06);
    }
}

/// The casting roll (CH-MAGIC-01).
fn succeeds(t: &mut Table<'_>, attempt: &Attempt<'_>, own: u8, scroll: bool) -> Flow<bool> {
    let Attempt { caster, spell, harder, .. } = *attempt;
    // What makes the plain version easier makes the harder one easier too.
    let difficulty = harder.map_or(own, |harder| {
        let eased = spell.difficulty.saturating_sub(own);
        harder.difficulty.saturating_sub(eased)
    });
    let modifiers = modifiers(t.state, caster, spell);
    let fall = rolls::casting(t, caster, difficulty, scroll, &modifiers)?;
    let total = fall.value + i32::from(modifiers.sum());
    // A natural 2 fails, a natural 12 succeeds (CH-MAGIC-15).
    let natural = (!scroll).then_some(fall.value);
    let success = natural == Some(12) || (natural != Some(2) && total >= i32::from(difficulty));
    if matches!(natural, Some(2 | 12)) {
        t.note(CH::MAGIC_15);
    }
    t.note(if spell.prayer { CH::MAGIC_13 } else { CH::MAGIC_01 });
    t.tell(CH::MAGIC_01, || Event::CastRolled {
        warrior: caster,
        spell: spell.id,
        rolled: fall.value,
        modifiers,
        difficulty: difficulty.into(),
        success: events::Cast(success),
    });
    Ok(success)
}

fn modifiers(state: &State, caster: Figure, spell: &Spell) -> Modifiers {
    let mut modifiers = Modifiers::default();
    if !spell.prayer && state.has_skill(caster, Skill::ArcaneLore) {
        modifiers.add("arcane lore", CH::CAMPAIGN_49, 1);
    }
    let standing = state.spells.iter().filter(|standing| state.bears(standing, caster));
    let pact: i8 = standing.filter_map(|standing| standing.spell.lasting).map(|lasting| lasting.casting).sum();
    modifiers.add("pact", CH::MAGIC_35, pact.into());
    modifiers
}

/// What a spell does that has succeeded and reaches its target.
fn takes_effect(t: &mut Table<'_>, attempt: &Attempt<'_>) -> Flow {
    let Attempt { caster, target, spell, harder } = *attempt;
    let mut harm = spell.harm.clone();
    if let (Some(harm), Some(harder)) = (&mut harm, harder) {
        harm.poison |= harder.poison;
        harm.strength = harm.strength.max(harder.strength);
    }
    if let Some(harm) = harm {
        hurt(t, caster, target, spell, &harm)?;
    }
    if spell.lasting.is_some() {
        lay(t, caster, target, spell);
    }
    match &spell.deed {
        Some(Deed::Mend) => mend(t, target, spell),
        Some(Deed::Raise(kind)) => raise(t, caster, *kind, spell)?,
        Some(Deed::MoveAgain { most, alone, .. }) => {
            t.note(spell.rule);
            moves::again(t, caster, spell, *most, alone)?;
        }
        Some(Deed::Fly(within) | Deed::Fetch(within)) => {
            if warded(t.state, target, spell) {
                t.tell(CH::MAGIC_19, || Event::Warded { warrior: target });
            } else {
                moves::set_down(t, target, caster, *within, spell.rule)?;
            }
        }
        None => {}
    }
    Ok(())
}

/// No spell, though every prayer, reaches into a ward (CH-MAGIC-19).
fn warded(state: &State, victim: Figure, spell: &Spell) -> bool {
    !spell.prayer && state.warded(victim)
}

/// Victims of a damaging spell, each with his hits as one batch (CH-MAGIC-10).
fn hurt(t: &mut Table<'_>, caster: Figure, target: Figure, spell: &Spell, harm: &Harm) -> Flow {
    let victims: Vec<Figure> = match spell.kind {
        SpellKind::Burst => {
            t.state.present().filter(|other| *other != caster && t.state.within(caster, *other, spell.range)).collect()
        }
        SpellKind::Cone => under_cone(t, caster, target),
        _ if harm.spread => chain(t, caster, target, spell, harm)?,
        _ => vec![target],
    };
    for victim in victims {
        if !t.state.warrior(victim).on_table() {
            continue;
        }
        if warded(t.state, victim, spell) {
            t.tell(CH::MAGIC_19, || Event::Warded { warrior: victim });
            continue;
        }
        let sheet = t.state.sheet(victim);
        let fierce = harm.fiercer.as_ref().filter(|(_, kin)| kin.holds(sheet.traits, sheet.fighter.id));
        let hit = Hit {
            flaming: harm.flaming,
            poison: harm.poison,
            no_save: harm.no_save,
            critical: harm.critical,
            certain: harm.wounds > 0,
            ..Hit::of(fierce.map_or(harm.strength, |(strength, _)| *strength).max(1))
        };
        let count = if harm.spread { 1 } else { harm.hits.max(harm.wounds) };
        t.note(CH::MAGIC_10);
        t.tell(spell.rule, || Event::SpellHits { warrior: victim, spell: spell.id, hits: count.into() });
        let by = By::warrior(t.state, caster);
        let wounded = batch::resolve(t, by, victim, Cause::Spell, &vec![hit; count.into()])?;
        if wounded && harm.gain_wound && !t.state.warrior(caster).drained && !warded(t.state, caster, spell) {
            let warrior = t.state.warrior_mut(caster);
            warrior.drained = true;
            warrior.wounds += 1;
            t.tell(spell.rule, || Event::WoundGained { warrior: caster });
        }
        if wounded && harm.strip_skills && t.state.sheet(victim).hero {
            t.state.warrior_mut(victim).stripped = true;
            t.tell(spell.rule, || Event::Stripped { warrior: victim });
        }
    }
    Ok(())
}

/// Different warriors in range: the one aimed at, then the closest enemies, then the friends nearest the caster
/// (CH-MAGIC-37). Sparks leap past warriors, but neither through walls nor at hidden enemies. Who of equally near ones is
/// struck, where not all can be, is the caster's to say.
fn chain(t: &mut Table<'_>, caster: Figure, aimed: Figure, spell: &Spell, harm: &Harm) -> Flow<Vec<Figure>> {
    let state = &*t.state;
    let key = |state: &State, other: Figure| (!state.enemies(caster, other), state.distance(caster, other));
    let reached = |other: &Figure| {
        let hidden = state.enemies(caster, *other) && state.warrior(*other).hidden;
        *other != caster && !hidden && state.within(caster, *other, spell.range) && unwalled(state, caster, *other)
    };
    let mut all: Vec<Figure> = state.present().filter(|other| *other != aimed && reached(other)).collect();
    all.sort_by_key(|other| key(state, *other));
    let most = usize::from(harm.hits);
    let mut struck: Vec<Figure> = vec![aimed];
    while struck.len() < most && !all.is_empty() {
        let first = key(t.state, all[0]);
        let equal = all.iter().take_while(|other| key(t.state, **other) == first).count();
        let options: Vec<Aim> = all[..equal].iter().map(|other| Aim::At { whom: *other }).collect();
        let chosen = if struck.len() + equal <= most {
            0
        } else {
            t.ask_at(CHAIN.to(t.state.owner(caster)).actor(caster), &options)?
        };
        struck.push(all.remove(chosen));
    }
    Ok(struck)
}

/// Everybody whose base the cone touches: 8 inches long, half an inch wide at the rim, two and a half at the end
/// (CH-GEOM-19).
pub(crate) fn under_cone(t: &mut Table<'_>, caster: Figure, aim: Figure) -> Vec<Figure> {
    const LONG: i64 = 8000;
    let (own, there) = (t.state.base(caster), t.state.base(aim));
    let from = own.at.plan();
    let start = from.toward(there.at.plan(), i64::from(own.radius));
    let end = from.toward(there.at.plan(), i64::from(own.radius) + LONG);
    let mut found: Vec<Figure> = Vec::new();
    let near: Vec<Figure> = t.state.present().filter(|other| *other != caster).collect();
    for other in near {
        let base = t.state.base(other);
        let centre: Point = base.at.plan();
        let foot = segment::nearest(centre, start, end);
        let along = start.to(foot);
        // Half the width grows from a quarter of an inch to an inch and a quarter.
        let half = 250 + 1000 * along / LONG;
        let level = (base.at.z - own.at.z).abs() <= INCH + (there.at.z - own.at.z).abs();
        if centre.to(foot) <= half + i64::from(base.radius) && level && unwalled(t.state, caster, other) {
            found.push(other);
        }
    }
    found
}

/// A lasting spell; the same one does not stack on one bearer (CH-MAGIC-11).
fn lay(t: &mut Table<'_>, caster: Figure, target: Figure, spell: &Arc<Spell>) {
    let on = if matches!(spell.kind, SpellKind::Missile | SpellKind::Friend) { target } else { caster };
    let sheet = t.state.sheet(on);
    let spared = spell.spares.holds(sheet.traits, sheet.fighter.id);
    // What spreads from the caster is not on him: each one it reaches is in a ward or not.
    let warded = spell.kind != SpellKind::Aura && warded(t.state, on, spell);
    if spared || warded {
        t.tell(if warded { CH::MAGIC_19 } else { spell.rule }, || Event::Warded { warrior: on });
        return;
    }
    t.state.end_spells(|standing| standing.spell.id == spell.id && standing.on == on);
    t.state.spells.push(Standing { spell: Arc::clone(spell), caster, on });
    t.note(match spell.lasts {
        Lasts::CasterUp | Lasts::NextTurn | Lasts::ThisTurn => CH::MAGIC_11,
        Lasts::Instant => CH::MAGIC_01,
    });
    t.tell(spell.rule, || Event::SpellLasts { warrior: on, spell: spell.id });
}

/// Mending Hands (CH-MAGIC-17).
fn mend(t: &mut Table<'_>, target: Figure, spell: &Spell) {
    let most = t.state.sheet(target).stat(crate::cards::Stat::Wounds) as i8;
    let warrior = t.state.warrior_mut(target);
    warrior.wounds = (warrior.wounds + 1).min(most.max(warrior.wounds));
    t.tell(spell.rule, || Event::Mended { warrior: target });
    if t.state.warrior(target).posture == Posture::Standing {
        return;
    }
    // A net holds him down against prayers too; the stunned come round beneath it (CH-EQUIP-21).
    if let Some(by) = super::recovery::netted(t.state, target) {
        t.state.warrior_mut(target).posture = Posture::Down;
        t.tell(CH::EQUIP_21, || Event::Snared { warrior: target, by });
        return;
    }
    injury::stand(t, target);
}

/// Raise the Fallen: within an inch of the caster, not engaged, from his next turn on (CH-MAGIC-22). Who of several rises
/// is for the caster's player to say, once it is clear that there is room.
fn raise(t: &mut Table<'_>, caster: Figure, kind: kernel::Name, spell: &Spell) -> Flow {
    let fallen: Vec<Figure> = fallen(t.state, caster, kind).collect();
    let Some(figure) = fallen.first().copied() else { return Ok(()) };
    let here = t.state.warrior(caster).at;
    let (mover, overhang) = (t.state.mover(figure), t.state.overhang(figure));
    let reach = t.state.sheet(caster).radius + mover.radius + INCH;
    let state = &*t.state;
    let free = |spot: Spot| state.may_end(figure, spot, Gait::Walk);
    let Some(spot) = state.setting.field.table.nearest_stand(here, &mover, overhang, reach, free) else {
        t.tell(spell.rule, || Event::NoRoom { warrior: caster });
        return Ok(());
    };
    let options: Vec<Aim> = fallen.iter().map(|figure| Aim::At { whom: *figure }).collect();
    let Aim::At { whom: figure } = t.ask(RAISE.to(t.state.owner(caster)).actor(caster), &options)?;
    let spot = moves::raise_at(t, figure, caster, spot, spell.rule)?;
    let sheet = t.state.sheet(figure).clone();
    let (profile, owner, called, number, kills) = {
        let warrior = t.state.warrior(figure);
        (warrior.profile, warrior.owner, warrior.called, warrior.number, warrior.kills)
    };
    let mut warrior = crate::state::Warrior::new(profile, &sheet, owner, number);
    warrior.called = called;
    warrior.kills = kills;
    warrior.place = Place::Table;
    warrior.at = spot;
    // He acts from his next turn.
    warrior.did.add(Did::Struck);
    *t.state.warrior_mut(figure) = warrior;
    t.tell(spell.rule, || Event::Raised { warrior: figure, at: Spotted(spot) });
    Ok(())
}
