//! A unit's card as it stands now.

use crate::State;
use crate::cards::{Attack, Common, Effect, InjuryBox, Join, Limit, Stat, Token, Trait, Verb, Wound};
use kernel::board::{Sheet, SheetLine};
use kernel::{Figure, Rule, Speaks};
use rulebook::SW;

pub(super) fn sheet(state: &State, figure: Figure) -> Sheet {
    let (unit, profile) = (state.unit(figure), state.sheet(figure));
    let mut lines = Vec::new();
    let mut line = |head: &str, text: String, rule: Option<Rule>| {
        lines.push(SheetLine { head: head.to_owned(), text, rule });
    };
    let words: Vec<&str> = profile.descriptors.iter().map(|word| word.text()).collect();
    let kind = format!("level {}, {} VP, {}", profile.level, profile.vp, profile.size.text());
    line("Unit", format!("{kind}: {}", words.join(", ")), Some(SW::UNIT_03));
    for stat in [Stat::Agility, Stat::Brawn, Stat::Spirit, Stat::Wits, Stat::Move, Stat::Armor] {
        line(stat.text(), profile.stat(stat).to_string(), Some(stat.rule()));
    }
    line("Vigor", format!("{} of {}", unit.vigor, profile.stat(Stat::Vigor)), Some(Stat::Vigor.rule()));
    let tokens = [Token::Green, Token::Blue, Token::Red].into_iter().filter(|token| profile.pool(*token) > 0);
    let tokens: Vec<String> =
        tokens.map(|t| format!("{} {} of {}", t.text(), unit.tokens(t), profile.pool(t))).collect();
    if !tokens.is_empty() {
        line("Tokens", tokens.join(", "), None);
    }
    for (at, attack) in profile.attacks.iter().enumerate() {
        let lost = if state.has_attack(figure, at) { "" } else { " (lost to an injury)" };
        line(attack.title, format!("{}{lost}", attack_text(attack)), Some(SW::ATTACK_01));
    }
    for (head, text, rule) in common(&profile.common) {
        line(head, text, Some(rule));
    }
    for (at, power) in profile.traits.iter().enumerate() {
        let lost = if state.has_trait(figure, at) { "" } else { " (lost to an injury)" };
        line(power.title, format!("{}{lost}", trait_text(power)), Some(SW::TRAIT_17));
    }
    if let Some(modcard) = &profile.modcard {
        line("Mod", modcard.title.to_owned(), Some(SW::MOD_01));
    }
    for (at, name) in profile.boxes.iter().enumerate() {
        let text = if unit.boxes >> at & 1 == 1 { "injured" } else { "whole" };
        let rule = match name {
            InjuryBox::Trait(_) => SW::INJURY_12,
            InjuryBox::Mortal => SW::INJURY_11,
            _ => SW::INJURY_06,
        };
        line(&format!("Box: {}", name.text()), text.to_owned(), Some(rule));
    }
    Sheet { title: state.figure_name(figure), lines }
}

fn attack_text(attack: &Attack) -> String {
    let mut parts = vec![format!("{:+} against {}", attack.bonus, attack.versus.text())];
    parts.push(format!("range {}", attack.range));
    if attack.burst > 0 {
        parts.push(format!("burst {}", attack.burst));
    }
    if attack.slow {
        parts.push("slow".into());
    }
    parts.extend(price(attack.acts, attack.token, attack.vigor));
    format!("{}. {}", parts.join(", "), effects(&attack.effects))
}

fn trait_text(power: &Trait) -> String {
    let mut parts = vec![power.when.text().to_owned()];
    match power.limit {
        Limit::None => {}
        Limit::Turn => parts.push("once a turn".into()),
        Limit::Round => parts.push("once a round".into()),
        Limit::Match => parts.push("once a match".into()),
    }
    parts.extend(price(power.acts, power.token, power.vigor));
    let text = if power.text.is_empty() { effects(&power.effects) } else { power.text.clone() };
    format!("{}. {text}", parts.join(", "))
}

fn price(acts: u8, token: Option<Token>, vigor: i16) -> Vec<String> {
    let mut parts = Vec::new();
    if acts > 1 {
        parts.push(format!("{acts} acts"));
    }
    if let Some(token) = token {
        parts.push(format!("a {} token", token.text()));
    }
    if vigor > 0 {
        parts.push(format!("{vigor} Vigor"));
    }
    parts
}

fn effects(effects: &[Effect]) -> String {
    let mut out = String::new();
    for effect in effects {
        match effect.join {
            Join::First => {}
            Join::Then => out.push_str(" THEN "),
            Join::And => out.push_str(" AND "),
        }
        out.push_str(&effect_text(&effect.verb));
    }
    out
}

fn effect_text(verb: &Verb) -> String {
    match verb {
        Verb::Wounds { wound, amount } => format!("{amount} {}", wound.text()),
        Verb::Status { condition, recover, modifier, star, amount } => {
            let star = if *star { "*" } else { "" };
            let amount = if *amount > 0 { format!(" {amount}") } else { String::new() };
            let modifier = if *modifier == 0 { String::new() } else { format!(" {modifier:+}") };
            format!("{}{star}{amount} ({}{modifier})", condition.text(), recover.text())
        }
        Verb::Push(squares) => format!("push {squares}"),
        Verb::Pull(squares) => format!("pull {squares}"),
        Verb::Move(squares) => format!("move {squares}"),
        Verb::MoveSelf(squares) => format!("move itself {squares}"),
        Verb::Recoil(points) => format!("recoil {points}"),
        Verb::AttackBonus(value) => format!("{value:+} on attack rolls"),
        Verb::DamageBonus(value) => format!("{value:+} wounds"),
        Verb::StatBonus(stat, value) => format!("{} {value:+}", stat.text()),
        Verb::RecoveryBonus(value) => format!("{value:+} for recovery"),
        Verb::GainVigor(amount) => format!("gain {amount} Vigor"),
        Verb::Heal(boxes) => format!("heal {boxes}"),
        Verb::Cure(None) => "cure one status".into(),
        Verb::Cure(Some(condition)) => format!("cure {}", condition.text()),
        Verb::ExtraAct(count) => format!("{count} more acts"),
        Verb::AllowThree(kind) => format!("{} may be used a third time", kind.text()),
        Verb::RerollAttack => "roll the attack again".into(),
        Verb::IgnoreInvisible(within) => format!("sees Invisible within {within}"),
        Verb::Summon { unit, count, within } => {
            format!("place {count} {} within {within}", unit.text().replace('-', " "))
        }
        Verb::PlaceSelf(within) => format!("appear within {within}"),
        Verb::FreeStep(squares) => format!("step {squares} for free"),
        Verb::Terrain { kind, reach, radius } => {
            format!("{} terrain, reach {reach}, radius {radius}", kind.words().join(" and "))
        }
        Verb::Forbid(kind) => format!("no {}", kind.text()),
    }
}

fn common(common: &Common) -> Vec<(&'static str, String, Rule)> {
    let flags = [
        (common.fly, "Fly"),
        (common.ghostly, "Ghostly"),
        (common.invisible, "Invisible"),
        (common.see_invisible, "See Invisible"),
        (common.shield, "Shield"),
        (common.stealthy, "Stealthy"),
        (common.toughness, "Toughness"),
    ];
    let mut found: Vec<(&'static str, String, Rule)> =
        flags.into_iter().filter(|(has, _)| *has).map(|(_, name)| (name, String::new(), SW::TRAIT_06)).collect();
    if common.warleader > 0 {
        found.push(("Warleader", format!("{} dice", common.warleader), SW::WARLEADER_01));
    }
    for wound in Wound::ALL {
        if common.immune[wound as usize] > 0 {
            found.push(("Immune", format!("{} {}", wound.text(), common.immune[wound as usize]), wound.rule()));
        }
        if common.vulnerable[wound as usize] > 0 {
            found.push(("Vulnerable", format!("{} {}", wound.text(), common.vulnerable[wound as usize]), wound.rule()));
        }
    }
    for condition in &common.immune_status {
        found.push(("Immune", condition.text().to_owned(), SW::TRAIT_06));
    }
    found
}
