//! Step 4: effects are kept up or end, spells are declared, then they take effect one after the other (SC-CAST).

use super::declaring;
use crate::decisions::battle::{MAINTAIN, Upkeep};
use crate::events::Levels;
use crate::state::{Charm, Part, Zone};
use crate::{Event, Table, spells, turn, zones};
use kernel::{Figure, Flow};
use rulebook::SC;

/// # Errors
/// Pauses for choices and dice.
pub(crate) fn spellcasting(t: &mut Table<'_>) -> Flow {
    if t.state.part == Part::First {
        // Maintenance is settled before anything new is declared (SC-CAST-06).
        maintain_zones(t)?;
        maintain_charms(t)?;
        t.state.part = Part::Declare;
        turn::open(t.state, t.state.active);
    }
    if !declaring(t)? {
        return Ok(());
    }
    // What is ended by one spell moves the places that later ones name, so the list stays in the state.
    let mut next = 0;
    while let Some(declaration) = t.state.declared.get(next).copied() {
        spells::resolve(t, &declaration)?;
        next += 1;
    }
    turn::next(t)
}

/// Asks the caster's player whether an effect is kept up, if it can be; true if it is.
fn kept_up(t: &mut Table<'_>, by: Figure, spell: crate::cards::SpellId, level: u8, seen: bool) -> Flow<bool> {
    let entry = t.state.setting.pack.spell(spell);
    let (name, upkeep) = (entry.id, entry.upkeep(level));
    let reason = match upkeep {
        None => Some(("it does not last", SC::CAST_06)),
        Some(_) if !t.state.piece(by).on_board() => Some(("its caster is gone", SC::CAST_06)),
        Some(_) if !spells::can_act(t.state, by) => Some(("its caster cannot act", SC::CAST_06)),
        Some(_) if !seen => Some(("its caster does not see it", SC::CAST_07)),
        Some(cost) if t.state.piece(by).levels + cost > t.state.sheet(by).spellcaster => {
            Some(("it costs more levels than are left", SC::CAST_08))
        }
        Some(_) => None,
    };
    if let Some((reason, rule)) = reason {
        t.tell(rule, || Event::EffectEnded { unit: by, spell: name, reason });
        return Ok(false);
    }
    let options = [Upkeep::Maintain { spell: name }, Upkeep::Drop { spell: name }];
    if t.ask(MAINTAIN.to(t.state.piece(by).owner).actor(by), &options)? == (Upkeep::Drop { spell: name }) {
        t.tell(SC::CAST_06, || Event::EffectEnded { unit: by, spell: name, reason: "it was not kept up" });
        return Ok(false);
    }
    let cost = upkeep.unwrap_or(0);
    t.state.piece_mut(by).levels += cost;
    t.note(SC::CAST_08);
    t.note(SC::WQUAL_20);
    t.tell(SC::CAST_06, || Event::Maintained { unit: by, spell: name, levels: Levels(cost.into()) });
    Ok(true)
}

fn maintain_zones(t: &mut Table<'_>) -> Flow {
    let mut at = 0;
    while let Some(zone) = t.state.zones.get(at).copied() {
        let Some((spell, level)) = zone.spell.filter(|_| caster_active(t, zone.by)) else {
            at += 1;
            continue;
        };
        let seen = sees_zone(t, &zone);
        if kept_up(t, zone.by, spell, level, seen)? {
            // Its end moves to after the caster's next turn.
            t.state.zones[at].until = t.state.round + 1;
            at += 1;
        } else {
            t.state.zones.remove(at);
            zones::tell_end(t, &zone);
        }
    }
    Ok(())
}

fn maintain_charms(t: &mut Table<'_>) -> Flow {
    let mut at = 0;
    while let Some(charm) = t.state.charms.get(at).copied() {
        if !caster_active(t, charm.by) {
            at += 1;
            continue;
        }
        let seen = sees_charm(t, &charm);
        let lives = t.state.piece(charm.on).on_board();
        if lives && kept_up(t, charm.by, charm.spell, charm.level, seen)? {
            at += 1;
        } else {
            t.state.charms.remove(at);
        }
    }
    Ok(())
}

fn caster_active(t: &Table<'_>, by: Figure) -> bool {
    t.state.piece(by).side == t.state.active
}

/// One square in sight is enough (SC-CAST-07).
fn sees_zone(t: &mut Table<'_>, zone: &Zone) -> bool {
    spells::sees_any(t.state, zone.by, &zone.shape, &mut t.scratch.sight)
}

fn sees_charm(t: &mut Table<'_>, charm: &Charm) -> bool {
    charm.by == charm.on || crate::sight::sees(t.state, charm.by, charm.on, &mut t.scratch.sight)
}
