//! Names and lengths as people read them.

use kernel::Name;
use sword_marches::State;
use sword_marches::content::Pack;

/// What a word of a choice is called.
pub(super) fn name_of(state: &State, id: Name) -> String {
    let objectives = &state.field.adventure.objectives;
    match objectives.iter().find(|objective| objective.id == id) {
        Some(objective) => objective.title.to_owned(),
        None => title_of(&state.setting.pack, id),
    }
}

/// What an entry of the pack is called.
pub(super) fn title_of(pack: &Pack, id: Name) -> String {
    let adventure = pack.adventure(id).map(|entry| entry.title);
    let talent = || pack.talent(id).map(|entry| entry.title);
    let archetype = || pack.archetype(id).map(|entry| entry.title);
    if let Some(title) = adventure.or_else(talent).or_else(archetype) {
        return title.to_owned();
    }
    // Arms are named after their gear: `spear-thrown`.
    let gear = pack.gear.iter().filter(|gear| id.text().starts_with(gear.id.text()));
    let plain = || id.text().replace('-', " ");
    let Some(gear) = gear.max_by_key(|gear| gear.id.text().len()) else { return plain() };
    let how = match &id.text()[gear.id.text().len()..] {
        "" => "",
        "-both" => " in both hands",
        "-twin" => " and a second weapon",
        "-thrown" => ", thrown",
        "-close" => " in close combat",
        _ => return plain(),
    };
    format!("{}{how}", gear.title)
}

/// Thousandths as a board writes them: `3.5″`.
pub(super) fn inches(thousandths: i32) -> String {
    let (whole, rest) = (thousandths / 1000, (thousandths % 1000).abs() / 10);
    match rest {
        0 => format!("{whole}″"),
        _ => format!("{whole}.{rest:02}″").replace("0″", "″"),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
