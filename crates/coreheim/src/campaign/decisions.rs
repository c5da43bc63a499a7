//! Every decision after a battle, declared once; and what the pits ask of the battle's own.

use super::state::{EACH, State};
use super::{Aftermath, income};
use crate::cards::{SkillList, Stat, Word};
use crate::decisions::{Again, HATRED, PARRY, PARRY_AGAIN, Parry, WEAPON, Wield};
use crate::muster;
use kernel::decision::{Answers, Declared};
use kernel::{Ask, Choice, Figure, Name, Speaks, decisions, word_parts};
use rulebook::CH;

pub(crate) const ALL: &[&[Declared<Aftermath>]] = &[AFTERMATH, PITS];

decisions! { AFTERMATH: Aftermath, State;
    /// The captor's choice.
    Ransom asked as RANSOM "ransom" by CH::CAMPAIGN_10 = "may he be bought back?" [
            why "The victor holds a prisoner and may let his band buy him back."
        ] {
        Release = "release": "Let him be bought back";
        Keep = "keep": "Keep him" [declines];
    }

    Payment asked as PAY "pay" by CH::CAMPAIGN_10 = "pay the ransom?" [
            why "The prisoner comes home if the ransom is paid; otherwise he is lost."
        ] {
        Pay = "pay": "Pay";
        Leave = "leave": "Leave him there" [declines];
    }

    Raise asked as ADVANCE "advance" by CH::CAMPAIGN_30 = "what does he improve?" [
            why "The roll leaves a choice between two improvements."
        ] {
        Improve { stat: Stat } = "improve": (improve);
    }

    /// What a skill advance may become, and what a recruit knows.
    Lesson asked as
    SKILL "skill" by CH::CAMPAIGN_41 = "what does he learn?" [
            why "He learns one skill from the lists that are open to him."
        ],
    SPELL "spell" by CH::MAGIC_14 = "which spell does the recruit know?" [
            why "A wizard knows only the spells that you choose for him."
        ] {
        Learn { skill: Name } = "learn": "Learn {skill}";
        Study { spell: Name } = "study": "Learn the spell {spell}" [called "Spells"];
        Ease { spell: Name } = "ease": "Cast {spell} more easily" [called "Spells"];
    }

    Lists asked as SKILL_LIST "skill-list" by CH::CAMPAIGN_32 = "which skills are open to him?" [
            why "A henchman has become a hero; he may learn from two lists of skills."
        ] {
        Open { list: SkillList } = "list": "{list} skills";
    }

    Leader asked as LEADER "leader" by CH::CAMPAIGN_40 = "who leads the band now?" [
            why "The leader is dead, and several heroes are fit to follow him."
        ] {
        Lead { who: Figure } = "lead": "Lead {who}";
    }

    Find asked as FIND "find" by CH::CAMPAIGN_35 = "which equal dice are the find?" [
            why "Equal dice of the search are a find; only one set of them counts."
        ] {
        Set { face: i32 } = "set": "The dice that show {face}";
    }

    Sale asked as SHARDS "shards" by CH::CAMPAIGN_36 = "how many shards are sold?" [
            why "Shards are sold for gold; a bigger band earns less for the same number."
        ] {
        Sell { shards: i32 } = "sell": (sale);
    }

    Deal asked as
    TRADE "trade" by CH::CAMPAIGN_37 = "buy, sell and equip" [musters,
            why "Between battles your band buys, sells and hands round its gear.",
            repeats],
    RECRUIT "recruit" by CH::CAMPAIGN_63 = "hire and equip" [musters,
            why "New warriors may be hired while the band has gold and room for them.",
            repeats],
    RARE "rare" by CH::CAMPAIGN_38 = "buy what he has found?" [
            why "He searched for something rare and has found it; it is his if you pay."
        ] {
        Done = "done": "Done" [ends, declines];
        Buy { thing: Name } = "buy": "Buy {thing}" [price (cost)];
        Sell { thing: Name } = "sell": (sold);
        Search { thing: Name, who: Figure } = "search": "{who} looks for {thing}" [called "Look for", price (cost)];
        Give { thing: Name, who: Figure } = "give": "Give {thing} to {who}";
        Take { thing: Name, who: Figure } = "take": "Take {thing} from {who}" [called "Take off"];
        Hire { fighter: Name } = "hire": "Hire {fighter}" [price (cost)];
        Reinforce { who: Figure } = "reinforce": "One more for {who}" [price (cost)];
    }
}

word_parts! {
    Stat: Movement = "m", Weapon = "ws", Ballistic = "bs", Strength = "s", Toughness = "t", Wounds = "w", Initiative = "i",
    Attacks = "a", Leadership = "ld"
}

word_parts! {
    SkillList: Combat = "combat", Shooting = "shooting", Academic = "academic", Strength = "strength", Speed = "speed",
    Rogue = "rogue"
}

fn improve(answer: &Raise, _: &State, _: &Ask) -> String {
    let Raise::Improve { stat } = answer;
    format!("Improve {}", stat.text().to_uppercase())
}

fn sale(answer: &Sale, state: &State, _: &Ask) -> String {
    let Sale::Sell { shards } = *answer;
    match shards {
        0 => "Keep them all".to_owned(),
        _ => format!("Sell {shards} for {} gold", income::price(u8::try_from(shards).unwrap_or(0), state.size())),
    }
}

fn sold(answer: &Deal, state: &State, _: &Ask) -> String {
    let Deal::Sell { thing } = *answer else { return String::new() };
    format!("Sell {} for {} gold", state.name_title(None, thing), price(state, thing) / 2)
}

/// What a deal costs.
fn cost(answer: &Deal, state: &State, _: &Ask) -> Option<String> {
    let gold = match *answer {
        Deal::Buy { thing } | Deal::Search { thing, .. } => price(state, thing),
        Deal::Hire { fighter } => price(state, fighter),
        Deal::Reinforce { who } => {
            let member = state.member(usize::from(who.0 % EACH));
            let cost = state.pack.fighter(member.fighter).map_or(0, |fighter| i32::from(fighter.cost));
            cost + muster::gear_cost(&state.pack, &member.gear)
        }
        Deal::Done | Deal::Sell { .. } | Deal::Give { .. } | Deal::Take { .. } => 0,
    };
    let rare = if matches!(answer, Deal::Search { .. }) { " if found" } else { "" };
    (gold > 0).then(|| format!("{gold} gold{rare}"))
}

/// What a thing or a fighter costs.
fn price(state: &State, name: Name) -> i32 {
    let gear = state.pack.gear(name).map(|gear| i32::from(gear.price));
    gear.or_else(|| state.pack.fighter(name).map(|fighter| i32::from(fighter.cost))).unwrap_or(0)
}

/// What a duel in the pits may ask (CH-CAMPAIGN-21). It is fought apart from the bands, so that figures of it have no name
/// here.
const PITS: &[Declared<Aftermath>] = &[
    Declared {
        decision: WEAPON.decision,
        heading: |_, _| "The pits: what does he fight with?".to_owned(),
        label: wielded,
        price: |_, _, _| None,
        footprint: |_, _| None,
        why: |_, _| Some("The duel in the pits is fought with what he names now.".to_owned()),
        does: |_, _, _| None,
    },
    Declared {
        decision: PARRY.decision,
        heading: |_, _| "The pits: parry the blow?".to_owned(),
        label: |_, _, choice| {
            Parry::read(choice).map(|answer| if answer == Parry::Parry { "Parry" } else { "No" }.to_owned())
        },
        price: |_, _, _| None,
        footprint: |_, _| None,
        why: |_, _| Some("A parry turns one hit aside if its roll beats the roll to hit.".to_owned()),
        does: |_, _, _| None,
    },
    Declared {
        decision: PARRY_AGAIN.decision,
        heading: |_, _| "The pits: parry the blow?".to_owned(),
        label: again,
        price: |_, _, _| None,
        footprint: |_, _| None,
        why: |_, _| Some("Sword and buckler together allow a failed parry to be rolled once more.".to_owned()),
        does: |_, _, _| None,
    },
    Declared {
        decision: HATRED.decision,
        heading: |_, _| "The pits: strike again?".to_owned(),
        label: again,
        price: |_, _, _| None,
        footprint: |_, _| None,
        why: |_, _| Some("He hates this opponent, so a miss in the first round may be rolled again.".to_owned()),
        does: |_, _, _| None,
    },
];

fn again(_: &State, _: &Ask, choice: &Choice) -> Option<String> {
    Again::read(choice).map(|answer| if answer == Again::Reroll { "Reroll" } else { "Keep" }.to_owned())
}

fn wielded(state: &State, _: &Ask, choice: &Choice) -> Option<String> {
    let title = |name: Name| state.name_title(None, name);
    let (main, off) = match Wield::read(choice)? {
        Wield::Bare { .. } => ("hands".to_owned(), None),
        Wield::BareGuarded { off, .. } => ("hands".to_owned(), Some(format!("{off:?}"))),
        Wield::One { main } => (title(main), None),
        Wield::Guarded { main, off } => (title(main), Some(format!("{off:?}"))),
        Wield::Two { main, off } => (title(main), Some(title(off))),
    };
    Some(off.map_or_else(|| format!("Fight with {main}"), |off| format!("Fight with {main} and {off}")))
}
