//! Magic and prayers: who may cast, at whom, the roll, and what comes of it (CH-MAGIC-01 to CH-MAGIC-39).

mod moves;

use crate::cards::{Deed, Harm, Item, Lasts, Skill, Spell, SpellKind};
use crate::events::Spotted;
use crate::ground::{Gait, INCH};
use crate::moving;
use crate::resolve::batch::{self, By, Cause, Hit};
use crate::resolve::injury;
use crate::sight::{Sight, sight, unwalled};
use crate::state::{Did, Place, Posture, SCROLL_BIT, Standing, State};
use crate::verbs::{On, Word};
use crate::{Event, Table, events, reasons, rolls};
use kernel::{Ask, Figure, Flow, Modifiers};
use rulebook::CH;
use space::inches::{Point, Spot, segment};
use std::sync::Arc;

/// Spells this warrior may attempt now, by their place in his list (CH-MAGIC-02 to CH-MAGIC-05).
pub fn castable(t: &mut Table<'_>, figure: Figure) -> Vec<u8> {
    let (warrior, sheet) = (t.state.warrior(figure), t.state.sheet(figure));
    let barred = [Did::Cast, Did::Shot, Did::Fell].into_iter().any(|deed| warrior.did.has(deed));
    if sheet.spells.is_empty() || !warrior.steady() || warrior.idle || warrior.stripped || barred || sheet.hindered() {
        return Vec::new();
    }
    let count = sheet.spells.len();
    (0..count as u8)
        .filter(|at| {
            let spell = Arc::clone(&t.state.sheet(figure).spells[*at as usize].spell);
            let used = t.state.warrior(figure).used >> at & 1 == 1;
            !(used && spell.uses > 0) && useful(t, figure, &spell)
        })
        .collect()
}

/// Whether the spell has anything to be cast at.
fn useful(t: &mut Table<'_>, figure: Figure, spell: &Spell) -> bool {
    match (&spell.kind, &spell.deed) {
        (_, Some(Deed::Raise(kind))) => fallen(t.state, figure, *kind).next().is_some(),
        (_, Some(Deed::MoveAgain { .. } | Deed::Fly(_) | Deed::Fetch(_))) => {
            !moves::movers(t.state, figure, spell).is_empty()
        }
        (SpellKind::Missile | SpellKind::Cone | SpellKind::Friend, _) => !targets(t, figure, spell).is_empty(),
        _ => true,
    }
}

/// Whom a spell may be aimed at (CH-MAGIC-06, CH-MAGIC-08, CH-MAGIC-09).
fn targets(t: &mut Table<'_>, figure: Figure, spell: &Spell) -> Vec<Figure> {
    // Who is in range is told before the spell is declared only where measuring is free (CH-MAGIC-07).
    let measured = t.state.setting.options.free_measuring;
    match spell.kind {
        SpellKind::Missile => {
            super::shooting::missile_targets(t, figure, |state, foe| spell.open_sky && !under_open_sky(state, foe))
        }
        SpellKind::Cone => {
            let foes: Vec<Figure> = t
                .state
                .present()
                .filter(|foe| t.state.enemies(figure, *foe) && !t.state.warrior(*foe).hidden)
                .filter(|foe| !measured || t.state.within(figure, *foe, spell.range))
                .collect();
            foes.into_iter().filter(|foe| sight(t, figure, *foe) != Sight::Nothing).collect()
        }
        SpellKind::Friend => {
            let mine: Vec<Figure> = t
                .state
                .band(t.state.owner(figure))
                .filter(|friend| !measured || t.state.within(figure, *friend, spell.range))
                .collect();
            mine.into_iter().filter(|friend| *friend == figure || sight(t, figure, *friend) != Sight::Nothing).collect()
        }
        SpellKind::Caster | SpellKind::Aura | SpellKind::Burst => Vec::new(),
    }
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
pub fn cast(t: &mut Table<'_>, caster: Figure, at: usize) -> Flow {
    let known = t.state.sheet(caster).spells[at].clone();
    let spell = &known.spell;
    let seat = t.state.owner(caster);
    moving::reveal(t, caster, CH::HIDE_04);
    t.state.warrior_mut(caster).did.add(Did::Cast);
    let aimed = match &spell.deed {
        Some(Deed::Fetch(_)) => moves::movers(t.state, caster, spell),
        Some(Deed::MoveAgain { .. }) => Vec::new(),
        _ => targets(t, caster, spell),
    };
    let options: Vec<On> = aimed.into_iter().map(|foe| On("at", foe)).collect();
    let target = match options.is_empty() {
        true => caster,
        false => {
            let ask = Ask::new(seat, "target", CH::MAGIC_06).actor(caster);
            let (missile, sky) = (spell.kind == SpellKind::Missile, spell.open_sky);
            let why = |state: &State, choice: &kernel::Choice| reasons::spell(state, caster, missile, sky, choice);
            options[reasons::pick(t, ask, &options, why)?].1
        }
    };
    // A harder version is declared before the roll.
    let mut difficulty = known.difficulty;
    let mut augmented = None;
    if let Some(augment) = spell.augment {
        let ask = Ask::new(seat, "augment", spell.rule).actor(caster);
        if t.pick(ask, &[Word("plain"), Word("augment")])? == 1 {
            let eased = spell.difficulty.saturating_sub(known.difficulty);
            difficulty = augment.difficulty.saturating_sub(eased);
            augmented = Some(augment);
        }
    }
    let scroll = !spell.prayer
        && t.state.has_item(caster, Item::Scroll)
        && t.state.warrior(caster).used & SCROLL_BIT == 0
        && t.pick(Ask::new(seat, "scroll", CH::EQUIP_53).actor(caster), &[Word("keep"), Word("read")])? == 1;
    if scroll {
        t.state.warrior_mut(caster).used |= SCROLL_BIT;
    }
    let id = spell.id;
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
    t.tell(CH::TURN_15, || Event::CastTried { warrior: caster, spell: id, target });
    let mut modifiers = Modifiers::default();
    if !spell.prayer && t.state.has_skill(caster, Skill::ArcaneLore) {
        modifiers.add("arcane lore", CH::CAMPAIGN_49, 1);
    }
    let pact: i8 = t
        .state
        .spells
        .iter()
        .filter(|standing| t.state.bears(standing, caster))
        .filter_map(|standing| standing.spell.lasting)
        .map(|lasting| lasting.casting)
        .sum();
    modifiers.add("pact", CH::MAGIC_35, pact.into());
    let fall = rolls::casting(t, caster, difficulty, scroll, &modifiers)?;
    let total = fall.value + i32::from(modifiers.sum());
    // A natural 2 fails, a natural 12 succeeds (CH-MAGIC-15).
    let natural = (!scroll).then_some(fall.value);
    let success = natural == Some(12) || (natural != Some(2) && total >= i32::from(difficulty));
    if matches!(natural, Some(2 | 12)) {
        t.note(CH::MAGIC_15);
    }
    let rule = if spell.prayer { CH::MAGIC_13 } else { CH::MAGIC_01 };
    t.note(rule);
    let difficulty = difficulty.into();
    t.tell(CH::MAGIC_01, || Event::CastRolled {
        warrior: caster,
        spell: id,
        rolled: fall.value,
        modifiers,
        difficulty,
        success: events::Cast(success),
    });
    if !success {
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
    let mut harm = spell.harm.clone();
    if let (Some(harm), Some(augment)) = (&mut harm, augmented) {
        harm.poison |= augment.poison;
        harm.strength = harm.strength.max(augment.strength);
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
        let options: Vec<On> = all[..equal].iter().map(|other| On("at", *other)).collect();
        let chosen = if struck.len() + equal <= most {
            0
        } else {
            t.pick(Ask::new(t.state.owner(caster), "chain", CH::MAGIC_37).actor(caster), &options)?
        };
        struck.push(all.remove(chosen));
    }
    Ok(struck)
}

/// Everybody whose base the cone touches: 8 inches long, half an inch wide at the rim, two and a half at the end
/// (CH-GEOM-19).
pub fn under_cone(t: &mut Table<'_>, caster: Figure, aim: Figure) -> Vec<Figure> {
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
    let options: Vec<On> = fallen(t.state, caster, kind).map(|figure| On("at", figure)).collect();
    let Some(On(_, figure)) = options.first().copied() else { return Ok(()) };
    let here = t.state.warrior(caster).at;
    let (mover, overhang) = (t.state.mover(figure), t.state.overhang(figure));
    let reach = t.state.sheet(caster).radius + mover.radius + INCH;
    let state = &*t.state;
    let free = |spot: Spot| state.may_end(figure, spot, Gait::Walk);
    let Some(spot) = state.setting.field.table.nearest_stand(here, &mover, overhang, reach, free) else {
        t.tell(spell.rule, || Event::NoRoom { warrior: caster });
        return Ok(());
    };
    let ask = Ask::new(t.state.owner(caster), "raise", CH::MAGIC_22).actor(caster);
    let figure = options[t.pick(ask, &options)?].1;
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
