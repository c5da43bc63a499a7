//! Everything a player is asked between two battles.

use super::events::with_article;
use super::prices::cost;
use super::{Chronicle, State};
use crate::content::Kind;
use crate::effects::Birth;
use kernel::{Ask, Figure, Name, Speaks, decisions, word_parts};
use rulebook::SM;

decisions! { REPORT: Chronicle, State;
    Trauma asked as TRAUMA "trauma" by SM::ARCH_17 = "which result of the Trauma Check counts?" [
            why "This Warlord rolls two dice for his Trauma, and you choose which of them counts."
        ] {
        Take { roll: i32 } = "take": "Take {roll}";
    }

    Successor asked as SUCCESSOR "successor" by SM::AAR_07 = "who becomes the Warlord?" [
            why "The Warlord is dead, and several Champions are equally fit to follow."
        ] {
        Succeed { heir: Figure } = "succeed": "{heir}";
    }

    /// One bargain, or the end of a step.
    Bargain asked as
        ADVANCE "advance" by SM::AAR_11 = "spend experience" [
            why "Experience that a model has earned is spent now on what it improves."
        ],
        COMMERCE "commerce" by SM::AAR_15 = "trade, hire and equip" [musters,
            why "Between battles the Warband buys and sells Gear, hires and dismisses."
        ],
        FOUND "found" by SM::GEARTRAIT_18 = "buy what was found?" [
            why "The search found it; it is yours if you pay for it."
        ],
        RECRUIT "recruit" by SM::AAR_16 = "Ratings and Traits of the recruit" [musters,
            why "A new model is built like one of your first Warband."
        ],
        ARCHETYPE "archetype" by SM::ARCH_03 = "a new Archetype for the new Stage?" [
            why "The Warband has risen a Stage and may change what it is."
        ]
    {
        Raise { model: Figure, rating: Rating } = "raise": (raised) [price (cost)];
        Learn { model: Figure, talent: Name } = "learn": "{model}: learn {talent}" [price (cost)];
        Buy { model: Figure, piece: Name } = "buy": "Buy {piece} for {model}" [price (cost)];
        Store { model: Figure, piece: Name } = "store": "{model} hands in {piece}";
        StoreStarmetal { model: Figure, piece: Name, metal: Starmetal } = "store": "{model} hands in {piece}";
        Give { model: Figure, piece: Name } = "give": "Give {piece} to {model}";
        GiveStarmetal { model: Figure, piece: Name, metal: Starmetal } = "give": "Give {piece} to {model}";
        Sell { piece: Name } = "sell": "Sell {piece}" [price (cost)];
        SellStarmetal { piece: Name, metal: Starmetal } = "sell": "Sell {piece}" [price (cost)];
        Search { piece: Name } = "search": "Search for {piece}" [called "Look for", price (cost)];
        SearchStarmetal { piece: Name, metal: Starmetal } = "search": "Search for a Starmetal {piece}" [called "Look for", price (cost)];
        Rations = "rations": "Buy Extra Rations" [price (cost)];
        Forgo = "forgo": "Leave the Extra Rations behind";
        Hire { kind: Kind, birth: Birth } = "hire": (hired) [price (cost)];
        Dismiss { model: Figure } = "dismiss": "Dismiss {model}" [dismisses];
        /// What was found goes into the stash.
        Stash = "store": "Put it into the stash" [price (cost)];
        /// What was found is left.
        Leave = "leave": "Leave it there" [declines];
        Become { archetype: Name } = "archetype": (becoming);
        /// Never offered; here so that the wish is refused by its rule.
        Stronghold { to: Name } = "stronghold": "stronghold {to}";
        Done = "done": "Done" [ends, declines];
        /// The end of the step in which the Archetype may change.
        Keep = "keep": "Stay what he is" [declines];
    }
}

/// A Rating that is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rating {
    Cbt,
    Cmd,
    Con,
}

/// A piece is of Starmetal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Starmetal {
    Made,
}

word_parts! { Rating: Cbt = "cbt", Cmd = "cmd", Con = "con" }
word_parts! { Starmetal: Made = "starmetal" }
word_parts! { Kind: Warlord = "warlord", Champion = "champion", Warrior = "warrior", Hireling = "hireling" }
word_parts! { Birth: Athletic = "athletic", Imperious = "imperious", Tough = "tough", Feral = "feral",
Graceful = "graceful", Stout = "stout", Avatar = "avatar", Mystic = "mystic", Soldier = "soldier" }

fn raised(bargain: &Bargain, state: &State, _: &Ask) -> String {
    let Bargain::Raise { model, rating } = bargain else { return String::new() };
    let rating = match rating {
        Rating::Cbt => "CBT",
        Rating::Cmd => "CMD",
        Rating::Con => "CON",
    };
    format!("{}: raise {rating}", state.figure_name(*model))
}

fn hired(bargain: &Bargain, _: &State, _: &Ask) -> String {
    let Bargain::Hire { kind, birth } = bargain else { return String::new() };
    format!("Hire {} ({})", with_article(kind.word()), birth.word())
}

fn becoming(bargain: &Bargain, state: &State, _: &Ask) -> String {
    let Bargain::Become { archetype } = bargain else { return String::new() };
    format!("Become {}", with_article(&state.name_title(None, *archetype)))
}
