//! Names and lengths as people read them.

use crate::State;
use crate::catalog::title;
use kernel::Name;

/// What a word of a choice is called.
pub(super) fn name_of(state: &State, id: Name) -> String {
    let objectives = &state.field.adventure.objectives;
    match objectives.iter().find(|objective| objective.id == id) {
        Some(objective) => objective.title.to_owned(),
        None => title(&state.setting.pack, id),
    }
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
