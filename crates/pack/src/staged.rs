//! What a system adds so that cases can be written for it.

use crate::{Section, Sources, Stock};
use kernel::{Problem, Rule, Seat, System, Value};
use std::str::FromStr;
use std::sync::Arc;

/// A system whose situations can be written down by hand: any board, any figures, the middle of any phase.
pub trait Staged: System {
    /// Builds the situation of a case from its file. Problems are reported to the table's reader.
    fn stage(pack: &Arc<Self::Pack>, case: Section<'_>) -> Option<Self::State>;

    /// Whether a battle could come to a situation: figures that stand where they may, no more Vigor than a card has.
    ///
    /// # Errors
    /// Names who or what cannot be so.
    fn believable(state: &Self::State) -> Result<(), String> {
        Self::invariants(state)
    }

    /// The situation that a text describes, with the content that comes with the program.
    ///
    /// # Errors
    /// All problems of the text.
    fn situation(text: &str) -> Result<Self::State, Vec<crate::Problem>> {
        let sources = Sources::embedded(&[("situation", text)]);
        let reader = crate::Reader::new(&sources);
        let state = reader.roots().first().and_then(|case| Self::stage(&Self::core(), *case));
        let problems = reader.finish();
        state.ok_or(problems)
    }

    /// The value that a path of words names, for what a case expects: `a.necro.vigor`, `score.b`, `round`.
    ///
    /// # Errors
    /// Says which word names nothing, and what was probably meant.
    fn look(state: &Self::State, path: &str) -> Result<Value, String> {
        crate::view::look(&Self::views(), state, path)
    }

    /// Everything that a case can look at.
    fn views() -> Vec<crate::View<Self::State>>;

    /// The value that names the step of the turn, and its words: where a case may begin and stop.
    fn stages() -> (&'static str, Vec<&'static str>);

    /// What the dice of this game are thrown for.
    fn rolls() -> &'static [&'static str];

    /// The keys of a situation, table by table.
    fn keys() -> Vec<Keys>;

    /// Closed lists of words that the keys take: stages, kinds of terrain, postures.
    fn vocabulary() -> Vec<(String, Vec<&'static str>)>;

    /// Loads content, every problem at once.
    ///
    /// # Errors
    /// All problems of the sources.
    fn load(sources: &[&Sources]) -> Result<Arc<Self::Pack>, Vec<crate::Problem>>;

    /// The content that comes with the program.
    fn core() -> Arc<Self::Pack>;

    /// The files of that content, for packs that build on it.
    fn core_sources() -> Sources;

    /// The content as lists, where it is kept as a [`Content`](crate::Content): then lists, lobby and muster follow from it.
    fn stock(pack: &Self::Pack) -> Option<&dyn Stock> {
        let _ = pack;
        None
    }

    /// What is wrong with a warband file for a scenario; empty if nothing. `Err` where the file cannot be read at all.
    ///
    /// # Errors
    /// Problems of the file with their places.
    fn muster(
        pack: &Arc<Self::Pack>,
        name: &str,
        text: &str,
        scenario: Option<&str>,
    ) -> Result<Vec<Problem>, Vec<crate::Problem>> {
        let Some(stock) = Self::stock(pack) else { return Ok(Vec::new()) };
        let ready = stock.side(name, text)?;
        Ok(stock.check(&ready.line, scenario.unwrap_or(&ready.scenario)))
    }

    /// A number of the sheet that a warband file leads to, and the rules of which it is made up; for cases about musters.
    /// Systems whose cards are printed as they are played have no such sheet.
    fn sheet(pack: &Arc<Self::Pack>, name: &str, text: &str, path: &str) -> Option<(Value, Vec<Rule>)> {
        let _ = (pack, name, text, path);
        None
    }

    /// Lends the system of what follows a battle to a visitor, so that cases of it can be played too. Most have none.
    fn aftermath(_: &mut impl Visit) {}
}

/// The keys of one table of a situation, with what each means.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// As a case writes it: `[[figure]]`; empty for the file itself.
    pub name: &'static str,
    pub keys: &'static [(&'static str, &'static str)],
}

impl Keys {
    pub const fn of(name: &'static str, keys: &'static [(&'static str, &'static str)]) -> Keys {
        Keys { name, keys }
    }

    /// They count as known even where an earlier mistake keeps them from being read.
    pub fn known(&self, table: Section<'_>) {
        for (key, _) in self.keys {
            table.get(key);
        }
    }
}

/// The words of a closed vocabulary.
pub fn words_of<T>(vocabulary: &[(&'static str, T)]) -> Vec<&'static str> {
    vocabulary.iter().map(|(word, _)| *word).collect()
}

/// Somebody who is lent a system that is known only where it is lent.
pub trait Visit {
    fn visit<S: Staged>(&mut self);
}

/// The content of the game with what a case brings along; its mistakes are reported where the case says `cards`.
pub fn extended<S: Staged>(core: &Arc<S::Pack>, case: Section<'_>, more: &[(&str, &str)]) -> Option<Arc<S::Pack>> {
    if more.iter().all(|(_, text)| text.is_empty()) {
        return Some(Arc::clone(core));
    }
    match S::load(&[&S::core_sources(), &Sources::embedded(more)]) {
        Ok(pack) => Some(pack),
        Err(problems) => {
            for problem in problems {
                case.problem("cards", problem.to_string(), problem.rule);
            }
            None
        }
    }
}

/// A seat by its letter.
pub fn seat(case: Section<'_>, key: &str, word: &str) -> Option<Seat> {
    let mut letters = word.chars();
    match (letters.next().and_then(Seat::from_letter), letters.next()) {
        (Some(seat), None) => Some(seat),
        _ => {
            case.problem(key, format!("{word:?} is no seat; seats are a, b, c"), None);
            None
        }
    }
}

/// The side and the name of a figure by its tag: `a.necro`.
pub fn tagged<'t>(entry: Section<'_>, tag: &'t str, seats: u8) -> Option<(Seat, &'t str)> {
    let found = tag.split_once('.').and_then(|(side, name)| {
        let mut letters = side.chars();
        let seat = letters.next().and_then(Seat::from_letter).filter(|_| letters.next().is_none())?;
        Some((seat, name))
    });
    let Some((seat, name)) = found else {
        let problem = entry.place("tag").problem(format!("{tag:?} is no tag"));
        entry.report(problem.hint("expected a side and a name, such as \"a.captain\""));
        return None;
    };
    let slug = kernel::slug(name);
    if name.is_empty() || slug != name {
        let problem =
            entry.place("tag").problem(format!("{tag:?} is no tag: a name is small letters, digits and hyphens"));
        entry.report(if slug.is_empty() { problem } else { problem.hint(format!("did you mean \"{seat}.{slug}\"?")) });
        return None;
    }
    if seat.0 >= seats {
        let last = Seat(seats - 1);
        entry.problem("tag", format!("{tag:?}: there is no side {seat}; sides are a to {last}"), None);
        return None;
    }
    Some((seat, name))
}

/// Something that reads itself; `what` says what it is, as in `square such as B6`.
pub fn parsed<T: FromStr>(case: Section<'_>, key: &str, word: &str, what: &str) -> Option<T> {
    let found = word.parse().ok();
    if found.is_none() {
        case.problem(key, format!("{word:?} is no {what}"), None);
    }
    found
}
