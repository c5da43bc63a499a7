//! What is decided before the first turn.

use super::base;
use crate::Coreheim;
use crate::state::State;
use kernel::decision::Said;
use kernel::{Ask, Figure, Name, Speaks, decisions, word_parts};
use rulebook::CH;
use space::inches::Spot;

decisions! { SETUP: Coreheim, State;
    /// Attacker or defender.
    Role asked as ROLE "role" by CH::DEPLOY_07 = "attack or defend?" [
            why "One side attacks, the other defends; the scenario says what each must do."
        ] {
        Attack = "attack": "Attack";
        Defend = "defend": "Defend";
    }

    /// Where a side sets up.
    Zone asked as ZONE "zone" by CH::DEPLOY_01 = "which set-up zone?" [
            why "Whoever chooses the edge sets up first, and the other side sees where."
        ] {
        Take { number: i32 } = "zone": "Set-up zone {number}";
    }

    /// Strong ale before the battle.
    Ale asked as ALE "ale" by CH::EQUIP_50 = "drink the strong ale?" [
            why "Strong ale makes a hero immune to fear for this battle, at 1 Initiative less."
        ] {
        Drink = "drink": "Drink";
        Pass = "pass": "No" [declines];
    }

    /// Viper venom on one weapon.
    Venom asked as VENOM "venom" by CH::EQUIP_49 = "which weapon is coated with venom?" [
            why "Venom makes one weapon poisonous for this battle; a failed roll to wound is made again."
        ] {
        CoatNothing { what: Nothing } = "coat": "Coat nothing" [declines];
        Coat { weapon: Name } = "coat": "Coat {weapon}";
    }

    /// A place for a warrior: before the battle, or where magic sets him down.
    Placing asked as PLACE "place" by CH::DEPLOY_02 = "where is he set up?" [
            why "Warriors are set up near your edge, one after the other.",
            footprint (base)] {
        At { figure: Figure, at: Spot } = "place": (place) [called "Set up"];
        Stay = "stay": "Stay" [declines];
    }
}

/// Stands where a weapon could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nothing {
    Nothing,
}

word_parts! { Nothing: Nothing = "nothing" }

fn place(answer: &Placing, state: &State, ask: &Ask) -> String {
    match answer {
        // Whoever stands on the table was put there; the place is known then.
        Placing::At { figure, .. } if !state.warrior(*figure).on_table() => {
            format!("{}: the first free place", state.figure_name(*figure))
        }
        Placing::At { figure, at } => format!("{} at {}", state.figure_name(*figure), at.said(state, ask)),
        Placing::Stay => "Stay".to_owned(),
    }
}
