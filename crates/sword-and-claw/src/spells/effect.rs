//! What spells of the Spellcasting step do, one after the other in the order declared (SC-CAST-02).

use crate::cards::{Spell, SpellEffect};
use crate::events::{Inches, Wounds};
use crate::state::{Aim, Charm, Declaration, Deed, Zone};
use crate::{Event, Table, conditions, zones};
use kernel::{Figure, Flow};
use rulebook::SC;

/// # Errors
/// Pauses for dice and for the places of figures that are moved.
pub(crate) fn resolve(t: &mut Table<'_>, declaration: &Declaration) -> Flow {
    let Deed::Spell(id, level) = declaration.deed else {
        return Ok(());
    };
    let by = declaration.by;
    let entry = t.state.setting.pack.spell(id).clone();
    if let Aim::Figure(target) = declaration.aim
        && !t.state.piece(target).on_board()
    {
        return fail(t, by, &entry, "its target is gone");
    }
    // Two of one spell do not add up.
    if let (SpellEffect::Haste { bonus, .. }, Aim::Figure(target)) = (&entry.effect, declaration.aim)
        && t.state.piece(target).hasted >= *bonus
    {
        t.note(SC::SPELL_04);
        return fail(t, by, &entry, "its target is hasted already");
    }
    t.note(SC::SPELL_04);
    t.tell(SC::CAST_02, || Event::SpellResolved { unit: by, spell: entry.id });
    match (&entry.effect, declaration.aim) {
        (SpellEffect::Heal { .. }, Aim::Figure(target)) => {
            heal(t, target, level);
            Ok(())
        }
        (SpellEffect::Toughen { per_level, .. }, Aim::Figure(on)) => {
            let amount = i32::from(per_level.saturating_mul(level));
            t.state.charms.push(Charm { spell: id, level, by, on });
            t.tell(SC::SPELL_04, || Event::Toughened { unit: on, amount });
            Ok(())
        }
        (SpellEffect::Haste { bonus, .. }, Aim::Figure(target)) => {
            t.state.piece_mut(target).hasted = *bonus;
            t.tell(SC::SPELL_04, || Event::Hasted { unit: target, inches: Inches(i32::from(*bonus)) });
            Ok(())
        }
        (SpellEffect::Downdraft { .. }, Aim::Figure(target)) => downdraft(t, target),
        (SpellEffect::Wall { zone, .. } | SpellEffect::Block { zone, .. }, Aim::Cells(shape)) => {
            let (side, until) = (t.state.active, t.state.round + 1);
            zones::make(t, Zone { kind: *zone, by, side, spell: Some((id, level)), shape, until })
        }
        (SpellEffect::Dispel { .. }, Aim::Zone(at)) => dispel_zone(t, by, &entry, at),
        (SpellEffect::Dispel { .. }, Aim::Charm(at)) => dispel_charm(t, by, &entry, at),
        _ => Ok(()),
    }
}

fn fail(t: &mut Table<'_>, by: Figure, entry: &Spell, reason: &'static str) -> Flow {
    t.tell(SC::CAST_02, || Event::SpellFailed { unit: by, spell: entry.id, reason });
    Ok(())
}

/// As many wounds as the level holds of the figure's Heal number (SC-TROOP-16).
fn heal(t: &mut Table<'_>, unit: Figure, level: u8) {
    let number = t.state.sheet(unit).heal;
    let piece = t.state.piece_mut(unit);
    let wounds = level.checked_div(number).unwrap_or(0).min(piece.wounds);
    piece.wounds -= wounds;
    t.tell(SC::TROOP_16, || Event::Healed { unit, wounds: Wounds(wounds.into()) });
}

/// A flyer sinks one level unless it saves, two on a total below 3.
fn downdraft(t: &mut Table<'_>, unit: Figure) -> Flow {
    t.note(SC::SAVE_07);
    let total = conditions::save(t, unit, "the downdraft")?;
    if total >= 6 {
        return Ok(());
    }
    t.tell(SC::SAVE_07, || Event::SaveFailed { unit, against: "the downdraft" });
    for _ in 0..if total < 3 { 2 } else { 1 } {
        conditions::sink(t, unit, SC::SPELL_04)?;
    }
    Ok(())
}

/// Effects ended earlier in this step leave gaps, so the place in the list is looked at again: an effect that is gone
/// cannot be ended twice.
fn dispel_zone(t: &mut Table<'_>, by: Figure, entry: &Spell, at: u8) -> Flow {
    if usize::from(at) >= t.state.zones.len() {
        return fail(t, by, entry, "the effect is gone");
    }
    let zone = t.state.zones.remove(usize::from(at));
    if let Some((spell, _)) = zone.spell {
        let name = t.state.setting.pack.spell(spell).id;
        t.tell(SC::SPELL_04, || Event::EffectEnded { unit: zone.by, spell: name, reason: "it is dispelled" });
    }
    zones::tell_end(t, &zone);
    shift(t, at, true);
    Ok(())
}

fn dispel_charm(t: &mut Table<'_>, by: Figure, entry: &Spell, at: u8) -> Flow {
    if usize::from(at) >= t.state.charms.len() {
        return fail(t, by, entry, "the effect is gone");
    }
    let charm = t.state.charms.remove(usize::from(at));
    let name = t.state.setting.pack.spell(charm.spell).id;
    t.tell(SC::SPELL_04, || Event::EffectEnded { unit: charm.by, spell: name, reason: "it is dispelled" });
    shift(t, at, false);
    Ok(())
}

/// Later declarations name places behind the one that went.
fn shift(t: &mut Table<'_>, gone: u8, zone: bool) {
    for declaration in &mut t.state.declared {
        match &mut declaration.aim {
            Aim::Zone(at) if zone => slide(at, gone),
            Aim::Charm(at) if !zone => slide(at, gone),
            _ => {}
        }
    }
}

/// The same effect named twice is out of reach for the second spell.
fn slide(at: &mut u8, gone: u8) {
    *at = match (*at).cmp(&gone) {
        std::cmp::Ordering::Less => *at,
        std::cmp::Ordering::Equal => u8::MAX,
        std::cmp::Ordering::Greater => *at - 1,
    };
}
