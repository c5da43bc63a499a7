//! A figure's sheet as it stands now.

use crate::State;
use crate::cards::{Attack, Count, Spell, ToWound, Troop};
use crate::contact;
use crate::flank::positions;
use kernel::board::{Sheet, SheetLine};
use kernel::{Figure, Rule, Speaks, so_many};
use rulebook::SC;

/// A spell that has not been seen cast is on it for its own side only (SC-SPELL-03).
pub(super) fn sheet(state: &State, figure: Figure, own: bool) -> Sheet {
    let (piece, troop) = (state.piece(figure), state.sheet(figure));
    let mut lines = Vec::new();
    let mut line = |head: &str, text: String, rule: Rule| {
        lines.push(SheetLine { head: head.to_owned(), text, rule: Some(rule) });
    };
    let faction = state.setting.pack.faction(troop.faction).title;
    line("Troop", format!("{faction}, {} points, {}", troop.points, kind(troop)), SC::TROOP_02);
    line("Move", so_many(troop.movement, "inch", "inches"), SC::TROOP_08);
    line("Str", format!("{:+}", troop.strength), SC::TROOP_09);
    line("Melee Defense", troop.melee.to_string(), SC::TROOP_10);
    line("Ranged Defense", troop.ranged.to_string(), SC::TROOP_11);
    line("To Wound", to_wound(troop.to_wound), SC::TROOP_12);
    line("Wounds", format!("{} of {} left", state.health(figure), troop.wounds), SC::TROOP_15);
    let heal = if troop.heal == 0 { "cannot be healed".to_owned() } else { troop.heal.to_string() };
    line("Heal", heal, SC::TROOP_16);
    let shield = if troop.shield { " and shield" } else { "" };
    line("Armour", format!("{}{shield}", troop.armor.text()), SC::TROOP_05);
    for (at, attack) in troop.attacks.iter().enumerate() {
        let earlier = at.checked_sub(1).map(|before| troop.attacks[before].option);
        let head = match earlier {
            Some(before) if before != attack.option => format!("or {}", attack.title),
            Some(_) => format!("and {}", attack.title),
            None => attack.title.to_owned(),
        };
        let empty = attack.load.is_some_and(|load| piece.unloaded >> load.0 & 1 == 1);
        let text = attack_text(attack) + if empty { " (not loaded)" } else { "" };
        line(&head, text, attack.shape.rule().unwrap_or(SC::TROOP_24));
        for (word, rule) in attack.qualities.words() {
            line("", word.to_owned(), rule);
        }
    }
    for (word, rule) in troop.qualities.words() {
        line(word, String::new(), rule);
    }
    if troop.cavalry {
        line("Cavalry", String::new(), SC::TROOP_19);
    }
    if troop.spellcaster > 0 {
        line("Spellcaster", so_many(troop.spellcaster, "level a turn", "levels a turn"), SC::QUAL_23);
        let known = piece.spells.iter().enumerate().filter(|(at, _)| own || piece.shown >> at & 1 == 1);
        for (_, spell) in known {
            if let Some(id) = spell {
                let spell = state.setting.pack.spell(*id);
                line(spell.title, spell_text(spell), SC::SPELL_04);
            }
        }
    }
    lines.extend(flanks(state, figure));
    Sheet { title: state.figure_name(figure), lines }
}

/// For every enemy in contact the squares from which a second one would flank the figure (SC-FLANK-07).
fn flanks(state: &State, figure: Figure) -> Vec<SheetLine> {
    let Some(base) = state.space(figure) else {
        return Vec::new();
    };
    let (width, height) = (state.field().width(), state.field().height());
    let mut lines = Vec::new();
    contact::each(state, base, state.level(figure), state.piece(figure).side.other(), |enemy| {
        let Some(space) = state.space(enemy).filter(|_| !state.is_engine(enemy)) else { return };
        let squares: Vec<String> = positions(base, space, width, height).map(|square| square.to_string()).collect();
        lines.push(SheetLine {
            head: format!("Flanked, with {}, from", state.figure_name(enemy)),
            text: squares.join(" "),
            rule: Some(SC::FLANK_07),
        });
    });
    lines
}

/// `Large cavalry, Plate and shield, Move 7, Melee 7, Ranged 6, To Wound 7/12/+5, Wounds 3`.
pub(super) fn kind(troop: &Troop) -> String {
    let size = if troop.cavalry { "Large cavalry" } else { troop.size.text() };
    let shield = if troop.shield { " and shield" } else { "" };
    let mut text = format!(
        "{size}, armour {}{shield}, Move {}, Melee {}, Ranged {}, To Wound {}, Wounds {}",
        troop.armor.text(),
        troop.movement,
        troop.melee,
        troop.ranged,
        to_wound(troop.to_wound),
        troop.wounds
    );
    for (word, _) in troop.qualities.words() {
        text += &format!(", {word}");
    }
    if troop.spellcaster > 0 {
        text += &format!(", Spellcaster {}", troop.spellcaster);
    }
    text
}

/// As printed: `4/9/+5`.
fn to_wound(steps: ToWound) -> String {
    let further = if steps.step > 0 { format!("/+{}", steps.step) } else { String::new() };
    format!("{}/{}{further}", steps.first, steps.second)
}

/// `+1, d6+3, 6/12/18, Requires Reload, Two-Handed`.
pub(super) fn attack_text(attack: &Attack) -> String {
    let mut parts = vec![format!("{:+}", attack.to_hit)];
    parts.push(match attack.damage {
        0 => "d6".to_owned(),
        damage => format!("d6{damage:+}"),
    });
    match attack.count {
        Count::Fixed(1) => {}
        Count::Fixed(number) => parts.push(format!("{number} attacks")),
        Count::Health => parts.push("attacks equal to health".to_owned()),
        Count::HalfHealth => parts.push("attacks equal to half health".to_owned()),
    }
    if attack.is_ranged() {
        let [short, medium, long] = attack.range;
        parts.push(format!("{short}/{medium}/{long}"));
    }
    parts.extend(attack.shape.text());
    parts.extend(attack.zone.map(|zone| format!("Creates Zone ({})", zone.text())));
    parts.extend(attack.qualities.words().map(|(word, _)| word.to_owned()));
    if attack.trample {
        parts.push("tramples".to_owned());
    }
    parts.join(", ")
}

/// `levels 1 to 5, Ranged Attack step. Text`.
pub(super) fn spell_text(spell: &Spell) -> String {
    let levels = match (spell.min_level, spell.max_level) {
        (least, most) if least == most => format!("level {least}"),
        (least, most) => format!("levels {least} to {most}"),
    };
    let ranged = if spell.ranged { ", ranged" } else { "" };
    let keep = match spell.upkeep(spell.min_level) {
        None => "",
        Some(_) => ", can be maintained",
    };
    format!("{levels}, {} step{ranged}{keep}. {}", spell.step.text(), spell.text)
}
