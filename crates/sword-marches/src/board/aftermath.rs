//! The After Action Report in words.

use super::campaign::thing;
use crate::campaign::{Chronicle, Event, State};
use crate::content::{Provenance, RATINGS};
use kernel::board::{Chances, Foresight, Sheet, SheetLine, Verdict, Words};
use kernel::{Figure, Rule};
use rulebook::SM;

impl Words for Chronicle {
    const SCORE: &'static str = "Renown";

    fn origin(state: &State, rule: Rule, printed: Option<&'static str>) -> Option<&'static str> {
        let table = state.pack.aftermath.origin(rule).map(Provenance::text);
        table.or(printed)
    }

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        let (side, index) = state.place(figure)?;
        let model = state.sides.get(side)?.warband.models.get(index)?;
        let pack = &state.pack;
        let mut lines = vec![SheetLine {
            head: "Type".to_owned(),
            text: model.kind.title().to_owned(),
            rule: Some(model.kind.rule()),
        }];
        let ratings: Vec<String> =
            RATINGS.into_iter().enumerate().map(|(at, name)| format!("{name} {}", model.rating(at))).collect();
        lines.push(SheetLine { head: "Ratings".to_owned(), text: ratings.join(", "), rule: Some(SM::RATING_01) });
        lines.push(SheetLine { head: "Experience".to_owned(), text: model.exp.to_string(), rule: Some(SM::AAR_08) });
        for learnt in &model.traits {
            if let Some(entry) = pack.talent(learnt.id) {
                let text = if entry.stackable() { format!("+{}", learnt.level) } else { entry.list.title().to_owned() };
                lines.push(SheetLine { head: entry.title.to_owned(), text, rule: Some(entry.rule) });
            }
        }
        for item in &model.gear {
            let rule = pack.gear(item.id).map(|gear| gear.rule);
            lines.push(SheetLine { head: thing(pack, *item), text: "carried".to_owned(), rule });
        }
        Some(Sheet { title: model.name.clone(), lines })
    }
}

impl Foresight for Chronicle {}

impl Chances for Chronicle {
    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::Died { .. } => Some(Verdict::Miss("Dead")),
            Event::RatingLost { .. } | Event::Convalescing { .. } => Some(Verdict::Miss("Hurt")),
            Event::NotFound { .. } => Some(Verdict::Miss("Not found")),
            Event::Recovered { .. } => Some(Verdict::Hit("Recovered")),
            Event::Found { .. } => Some(Verdict::Hit("Found")),
            _ => None,
        }
    }
}
