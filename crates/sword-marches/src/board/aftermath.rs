//! The After Action Report in words.

use super::campaign::thing;
use super::names::capital;
use crate::campaign::{Chronicle, Event, Price, State, price, with_article};
use crate::catalog::title;
use crate::content::{Provenance, RATINGS};
use kernel::board::{Chances, Foresight, Sheet, SheetLine, Verdict, Words};
use kernel::{Ask, Choice, Figure, Read, Rule, Speaks, Thing, Throw};
use rulebook::SM;

const D10: Throw = Throw { count: 1, sides: 10, read: Read::Highest };

impl Words for Chronicle {
    const SCORE: &'static str = "Renown";

    fn origin(state: &State, rule: Rule, printed: Option<&'static str>) -> Option<&'static str> {
        let table = state.pack.aftermath.origin(rule).map(Provenance::text);
        table.or(printed)
    }

    fn title(state: &State, ask: &Ask) -> String {
        let what = match ask.prompt {
            "trauma" => "which result of the Trauma Check counts?",
            "successor" => "who becomes the Warlord?",
            "advance" => "spend experience",
            "commerce" => "trade, hire and equip",
            "found" => "buy what was found?",
            "recruit" => "Ratings and Traits of the recruit",
            "archetype" => "a new Archetype for the new Stage?",
            other => other,
        };
        match ask.actor {
            Some(actor) => format!("{}: {what}", state.figure_name(actor)),
            None => capital(what),
        }
    }

    fn label(state: &State, _: &Ask, choice: &Choice) -> String {
        let said = |thing: &Thing| match thing {
            Thing::Figure(figure) => Some(state.figure_name(*figure)),
            Thing::Name(name) => Some(title(&state.pack, *name)),
            Thing::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let things: Vec<String> = choice.things.iter().filter_map(said).collect();
        let verb = choice.verb.text();
        match (verb, &things[..]) {
            ("done", []) => "Done".to_owned(),
            ("keep", []) => "Stay what he is".to_owned(),
            ("leave", []) => "Leave it there".to_owned(),
            ("store", []) => "Put it into the stash".to_owned(),
            ("forgo", []) => "Leave the Extra Rations behind".to_owned(),
            ("rations", []) => "Buy Extra Rations".to_owned(),
            ("raise", [who, rating]) => format!("{who}: raise {}", rating.to_uppercase()),
            ("learn", [who, what]) => format!("{who}: learn {what}"),
            ("buy", [who, what]) => format!("Buy {what} for {who}"),
            ("store", [who, what, ..]) => format!("{who} hands in {what}"),
            ("give", [who, what, ..]) => format!("Give {what} to {who}"),
            ("sell", [what, ..]) => format!("Sell {what}"),
            ("search", [what]) => format!("Search for {what}"),
            ("search", [what, ..]) => format!("Search for a Starmetal {what}"),
            ("hire", [kind, birth]) => format!("Hire {} ({birth})", with_article(kind)),
            ("dismiss", [who]) => format!("Dismiss {who}"),
            ("archetype", [what]) => format!("Become {}", with_article(what)),
            ("succeed", [who]) => who.clone(),
            (_, []) => capital(&verb.replace('-', " ")),
            (_, things) => capital(&format!("{} {}", verb.replace('-', " "), things.join(", "))),
        }
    }

    fn price(state: &State, _: &Ask, choice: &Choice) -> Option<String> {
        Some(match price(state, choice)? {
            Price::Silver(silver) => format!("{silver} SP"),
            Price::Found(silver) => format!("{silver} SP if found"),
            Price::Gain(silver) => format!("gives {silver} SP"),
            Price::Experience(points) => format!("{points} EXP"),
        })
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
    fn thrown(event: &Event) -> Option<Throw> {
        matches!(event, Event::TraumaRolled { .. } | Event::Searched { .. }).then_some(D10)
    }

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
