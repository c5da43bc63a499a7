//! Decisions and figures in words.

use crate::decision::{self, AnswerKind, Declared, Standing};
use crate::scene::Site;
use crate::{Ask, Choice, Figure, Rule, Seat, Speaks, System, Thing};

/// How a system reads: headings, buttons, cards. What it asks is declared with [`decisions!`](crate::decisions).
pub trait Words: System<State: Speaks> {
    /// What is decided, as a heading: `Gray Necromancer: act 2 of 3`.
    fn title(state: &Self::State, ask: &Ask) -> String {
        match decision::declared::<Self>(ask) {
            Some(declared) => (declared.heading)(state, ask),
            // Dice that a player throws himself are asked for by every roll, not by a declaration.
            None => decision::titled(state, ask, "type what fell"),
        }
    }

    /// A choice in the words of a button.
    fn label(state: &Self::State, ask: &Ask, choice: &Choice) -> String {
        let label = |declared: &Declared<Self>| (declared.label)(state, ask, choice);
        decision::declared::<Self>(ask).and_then(label).unwrap_or_else(|| choice.line(state))
    }

    /// What a choice does, without whom and where: `Shoot: Long Bow`. Choices that are alike in it stand under one heading.
    fn act(state: &Self::State, ask: &Ask, choice: &Choice) -> String {
        let actor = ask.actor.or_else(|| {
            let figure = |thing: &Thing| if let Thing::Figure(figure) = thing { Some(*figure) } else { None };
            choice.things.iter().find_map(figure)
        });
        let name = |thing: &Thing| match thing {
            Thing::Name(name) => Some(state.name_title(actor, *name)),
            _ => None,
        };
        let names: Vec<String> = choice.things.iter().filter_map(name).collect();
        let kind = ask.decision.kind(choice);
        let called = Self::called(ask, choice);
        match (names.is_empty(), kind.is_some_and(|kind| kind.traits.by_name)) {
            (true, _) => called,
            (false, true) => names.join(", "),
            (false, false) => format!("{called}: {}", names.join(", ")),
        }
    }

    /// The same without names: `Shoot`.
    fn called(ask: &Ask, choice: &Choice) -> String {
        let verb = || crate::capital(&choice.verb.text().replace('-', " "));
        ask.decision.kind(choice).map_or_else(verb, AnswerKind::called)
    }

    /// What a choice takes away, in words that follow its label on a button: `2 acts lost`.
    fn price(state: &Self::State, ask: &Ask, choice: &Choice) -> Option<String> {
        decision::declared::<Self>(ask).and_then(|declared| (declared.price)(state, ask, choice))
    }

    /// Why it is asked, in one plain sentence.
    fn why(state: &Self::State, ask: &Ask) -> Option<String> {
        match decision::declared::<Self>(ask) {
            Some(declared) => (declared.why)(state, ask),
            None => Some("You throw your own dice; say what they show.".to_owned()),
        }
    }

    /// What a choice does, where its label does not say enough.
    fn does(state: &Self::State, ask: &Ask, choice: &Choice) -> Option<String> {
        decision::declared::<Self>(ask).and_then(|declared| (declared.does)(state, ask, choice))
    }

    /// What an answer to this decision puts on the board, at the place it names: its size is what counts.
    fn footprint(state: &Self::State, ask: &Ask) -> Option<Site> {
        decision::declared::<Self>(ask).and_then(|declared| (declared.footprint)(state, ask))
    }

    /// Everything that is printed on a figure's card, as it stands now.
    fn card(state: &Self::State, figure: Figure) -> Option<Sheet>;

    /// The card as a viewer may see it; without a seat that is the public.
    fn card_for(state: &Self::State, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        let _ = viewer;
        Self::card(state, figure)
    }

    /// Where what a rule says comes from: `house`. A player's own table is what its pack says it is; `printed` is what the
    /// rulebook says.
    fn origin(state: &Self::State, rule: Rule, printed: Option<&'static str>) -> Option<&'static str> {
        let _ = (state, rule);
        printed
    }

    /// What lies on the boards of this game, in words: for every kind of feature, wall and zone in a scene its name and what
    /// it means. A kind without a line is called by its own word.
    const GROUND: &'static [Ground] = &[];

    /// What the numbers of the sides in a scene count.
    const SCORE: &'static str = "Score";

    /// Whether anything in this game is hidden from somebody. The record of such a battle is closed until it is over.
    const SECRETS: bool = false;

    /// Whether a decision asks for one of many figures that a player may want to send the same way, one after the other.
    fn together(prompt: &str) -> bool {
        decision::named::<Self>(prompt).is_some_and(|declared| declared.decision.traits.together)
    }

    /// Whether a decision asks for one figure and what it does, and others decide before the same is asked again: then
    /// the figure is picked first, and nothing is declared for many.
    fn one_by_one(prompt: &str) -> bool {
        decision::named::<Self>(prompt).is_some_and(|declared| declared.decision.traits.one_by_one)
    }

    /// Standing orders that may answer decisions of this kind.
    fn standing(prompt: &str) -> Vec<Standing> {
        decision::named::<Self>(prompt).map_or_else(Vec::new, |declared| declared.decision.standing().collect())
    }

    /// What the chances of an upshot take for granted when somebody who is asked this is taken to leave things as they are:
    /// `if nothing is parried`.
    fn proviso(prompt: &str) -> Option<&'static str> {
        decision::named::<Self>(prompt).and_then(|declared| declared.decision.traits.proviso)
    }
}

/// A kind of feature, wall or zone in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// As scenes have it: `low wall`.
    pub kind: &'static str,
    /// `Low wall`.
    pub name: &'static str,
    /// In two or three words: `slows, cover`.
    pub means: &'static str,
}

impl Ground {
    pub const fn new(kind: &'static str, name: &'static str, means: &'static str) -> Ground {
        Ground { kind, name, means }
    }
}

/// A figure's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub title: String,
    pub lines: Vec<SheetLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    pub head: String,
    pub text: String,
    pub rule: Option<Rule>,
}
