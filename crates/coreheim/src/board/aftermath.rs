//! What follows a battle of Coreheim, in words.

use super::card::stats;
use crate::campaign::state::EACH;
use crate::campaign::{Aftermath, Event, State, income};
use crate::muster;
use kernel::board::{Chances, Foresight, Sheet, SheetLine, Verdict, Words};
use kernel::{Ask, Choice, Figure, Read, Speaks, Thing, Throw};
use rulebook::CH;

const D6: Throw = Throw { count: 1, sides: 6, read: Read::Sum };
const TWO_D6: Throw = Throw { count: 2, sides: 6, read: Read::Sum };

impl Words for Aftermath {
    const SCORE: &'static str = "Rating";

    fn title(state: &State, ask: &Ask) -> String {
        let what = match ask.prompt {
            "advance" => "what does he improve?",
            "skill" => "what does he learn?",
            "skill-list" => "which skills are open to him?",
            "leader" => "who leads the band now?",
            "find" => "which equal dice are the find?",
            "shards" => "how many shards are sold?",
            "ransom" => "may he be bought back?",
            "pay" => "pay the ransom?",
            "trade" => "buy, sell and equip",
            "recruit" => "hire and equip",
            "rare" => "buy what he has found?",
            "spell" => "which spell does the recruit know?",
            other => other,
        };
        match ask.actor {
            Some(actor) => format!("{}: {what}", state.figure_name(actor)),
            None => capital(what),
        }
    }

    fn label(state: &State, _: &Ask, choice: &Choice) -> String {
        let things: Vec<String> = choice.things.iter().filter_map(|thing| said(state, thing)).collect();
        let verb = choice.verb.text();
        match (verb, &things[..]) {
            ("done", []) => "Done".to_owned(),
            ("search", [thing, who]) => format!("{who} looks for {thing}"),
            ("give", [thing, who]) => format!("Give {thing} to {who}"),
            ("take", [thing, who]) => format!("Take {thing} from {who}"),
            ("reinforce", [who]) => format!("One more for {who}"),
            ("sell", [thing]) => match choice.things[0] {
                Thing::Number(0) => "Keep them all".to_owned(),
                Thing::Number(shards) => {
                    let gold = income::price(u8::try_from(shards).unwrap_or(0), state.size());
                    format!("Sell {thing} for {gold} gold")
                }
                _ => format!("Sell {thing} for {} gold", price(state, &choice.things[0]) / 2),
            },
            ("set", [face]) => format!("The dice that show {face}"),
            ("improve", [stat]) => format!("Improve {}", stat.to_uppercase()),
            ("ease", [spell]) => format!("Cast {spell} more easily"),
            ("study", [spell]) => format!("Learn the spell {spell}"),
            ("release", []) => "Let him be bought back".to_owned(),
            ("keep", []) => "Keep him".to_owned(),
            ("pay", []) => "Pay".to_owned(),
            ("leave", []) => "Leave him there".to_owned(),
            (_, []) => capital(&verb.replace('-', " ")),
            (_, things) => capital(&format!("{} {}", verb.replace('-', " "), things.join(", "))),
        }
    }

    fn price(state: &State, _: &Ask, choice: &Choice) -> Option<String> {
        let gold = match choice.verb.text() {
            "buy" | "hire" | "search" => price(state, &choice.things[0]),
            "reinforce" => match choice.things[0] {
                Thing::Figure(figure) => {
                    let member = state.member(usize::from(figure.0 % EACH));
                    let cost = state.pack.fighter(member.fighter).map_or(0, |fighter| i32::from(fighter.cost));
                    cost + muster::gear_cost(&state.pack, &member.gear)
                }
                _ => 0,
            },
            _ => 0,
        };
        let rare = if choice.verb.text() == "search" { " if found" } else { "" };
        (gold > 0).then(|| format!("{gold} gold{rare}"))
    }

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        let band = state.bands.get(usize::from(figure.0 / EACH))?;
        let member = band.members.get(usize::from(figure.0 % EACH))?;
        let fighter = state.pack.fighter(member.fighter)?;
        let line = |head: &str, text: String, rule| SheetLine { head: head.to_owned(), text, rule: Some(rule) };
        let grown = stats(|stat| fighter.stats.get(stat).saturating_add_signed(member.growth[stat as usize]));
        Some(Sheet {
            title: state.figure_name(figure),
            lines: vec![
                line("Warrior", fighter.title.to_owned(), CH::PROFILE_01),
                line("Profile", grown.collect::<Vec<_>>().join(" "), CH::PROFILE_01),
                line("Experience", member.experience.to_string(), CH::CAMPAIGN_25),
            ],
        })
    }
}

impl Foresight for Aftermath {}

impl Chances for Aftermath {
    fn thrown(event: &Event) -> Option<Throw> {
        match event {
            Event::HenchmanRolled { .. } | Event::SpareRolled { .. } => Some(D6),
            Event::InjuryRolled { .. } | Event::AdvanceRolled { .. } | Event::Searched { .. } => Some(TWO_D6),
            _ => None,
        }
    }

    fn verdict(_: &Event) -> Option<Verdict> {
        None
    }
}

fn said(state: &State, thing: &Thing) -> Option<String> {
    match thing {
        Thing::Figure(figure) => Some(state.figure_name(*figure)),
        Thing::Number(number) => Some(number.to_string()),
        Thing::Name(name) => {
            let pack = &state.pack;
            let gear = pack.gear(*name).map(|gear| gear.title.to_string());
            let fighter = || pack.fighter(*name).map(|fighter| fighter.title.to_string());
            let skill = || pack.skill(*name).map(|skill| skill.title.to_string());
            let mut spells = pack.spell_lists.iter().flat_map(|list| &list.spells);
            let spell = || spells.find(|spell| spell.id == *name).map(|spell| spell.title.to_string());
            Some(gear.or_else(fighter).or_else(skill).or_else(spell).unwrap_or_else(|| name.text().replace('-', " ")))
        }
        _ => None,
    }
}

/// What a thing or a fighter costs.
fn price(state: &State, thing: &Thing) -> i32 {
    let Thing::Name(name) = thing else { return 0 };
    let gear = state.pack.gear(*name).map(|gear| i32::from(gear.price));
    gear.or_else(|| state.pack.fighter(*name).map(|fighter| i32::from(fighter.cost))).unwrap_or(0)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
