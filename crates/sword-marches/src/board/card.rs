//! A model's card as it stands now, each number with what it is made up of.

use crate::State;
use crate::content::Provenance;
use crate::profile::Weapon;
use crate::sheet::is_ranged;
use crate::sum::Sum;
use kernel::board::{Sheet, SheetLine};
use kernel::{Figure, Rule, Speaks};
use rulebook::SM;

/// Numbers of the sheet that a card shows, with their heads.
const NUMBERS: &[(&str, &str)] = &[
    ("threshold", "Wound Threshold"),
    ("armour", "Armour"),
    ("armour.ranged", "Armour against missiles"),
    ("move", "Move"),
    ("hustle", "Hustle"),
    ("charge", "Charge"),
    ("climb", "Climb"),
    ("attacks", "Base Attacks"),
];

/// Who reads a card.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// Whoever may know everything of the model.
    Owner,
    /// Whoever knows what is open alone.
    Other,
}

/// The card of a model.
pub(super) fn sheet(state: &State, figure: Figure, reader: Reader) -> Sheet {
    let profile = &state.sheet(figure).profile;
    let mut lines = Vec::new();
    let mut line = |head: &str, text: String, rule: Option<Rule>| {
        lines.push(SheetLine { head: head.to_owned(), text, rule });
    };
    line("Type", profile.kind.title().to_owned(), Some(profile.kind.rule()));
    if let Some(birth) = profile.birth.and_then(|birth| state.setting.pack.birth(birth)) {
        let ours = if birth.provenance == Provenance::House { "; house numbers" } else { "" };
        line("Origin", format!("{}{ours}", birth.title), Some(SM::ORIGIN_01));
    }
    let [cbt, cmd, con] = profile.ratings;
    line("Ratings", format!("CBT {cbt}, CMD {cmd}, CON {con}"), Some(SM::RATING_01));
    for (name, head) in NUMBERS {
        if let Some(sum) = profile.sheet.get(name) {
            line(head, in_parts(sum), sum.parts().first().map(|part| part.rule));
        }
    }
    let shown = state.fighter(figure).shown;
    let known = |at: &usize| reader == Reader::Owner || !state.sheet(figure).concealed(*at, shown);
    for weapon in (0..profile.weapons.len()).filter(known).map(|at| &profile.weapons[at]) {
        let gear = weapon.gear.and_then(|id| state.setting.pack.gear(id));
        let ours = gear.is_some_and(|gear| gear.provenance == Provenance::House);
        let text = if ours { format!("{}; house profile", arms(weapon)) } else { arms(weapon) };
        line(&weapon.name(), text, Some(gear.map_or(SM::GEARTRAIT_30, |gear| gear.rule)));
    }
    for granted in &profile.grants {
        let known = lines.iter().any(|known| known.rule == Some(granted.rule) && known.head == granted.label);
        if !known {
            let text = rulebook::entry(granted.rule).map_or("", |entry| entry.title);
            lines.push(SheetLine { head: granted.label.to_owned(), text: text.to_owned(), rule: Some(granted.rule) });
        }
    }
    Sheet { title: state.figure_name(figure), lines }
}

/// `4: armour 3, helmet 1`.
fn in_parts(sum: &Sum) -> String {
    let parts: Vec<String> = sum
        .parts()
        .iter()
        .filter(|part| part.amount != 0)
        .map(|part| format!("{} {}", part.label, part.amount))
        .collect();
    match parts.len() {
        0 | 1 => sum.total().to_string(),
        _ => format!("{}: {}", sum.total(), parts.join(", ")),
    }
}

fn arms(weapon: &Weapon) -> String {
    let mut parts = vec![match is_ranged(weapon) {
        true => format!("range {} inches, at most {}", weapon.range, weapon.farthest),
        false => format!("Reach {}", weapon.reach),
    }];
    parts.push(format!("{} {}", weapon.dice, if weapon.dice == 1 { "die" } else { "dice" }));
    parts.push(format!("damage {}", weapon.damage));
    parts.extend(weapon.traits.iter().map(|kind| kind.text().to_owned()));
    parts.join(", ")
}
