//! A battle under way with its types erased: what a server or a screen plays with.

mod odds;
mod running;
mod thought;

pub use odds::{Fate, Fated, Odd, Odds, Verdict, at as odds_at, of_deed};
pub use thought::Thought;

use kernel::battle::{Declined, Order};
use kernel::scene::Site;
use kernel::{
    Amount, Ask, Choice, Fall, Figure, Flow, Layer, Mark, Modifier, Outcome, Question, Record, Refusal, Request, Roll,
    Rule, Scene, Seat, Seats, Seed, Setup, System, Table, Throw,
};
use space::inches::{Area, Spot};
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// What a board shows of a system beyond its scenes: words for decisions, cards of figures, rolls in the log.
pub trait Shown: System {
    /// What is decided, as a heading: `Gray Necromancer: act 2 of 3`.
    fn title(state: &Self::State, ask: &Ask) -> String;

    /// A choice in the words of a button.
    fn label(state: &Self::State, ask: &Ask, choice: &Choice) -> String;

    /// Everything that is printed on a figure's card, as it stands now.
    fn card(state: &Self::State, figure: Figure) -> Option<Sheet>;

    /// The dice behind an event that tells of a roll.
    fn thrown(event: &Self::Event) -> Option<Throw>;

    /// Where what a rule says comes from: `house`. A player's own table is what its pack says it is.
    fn origin(state: &Self::State, rule: Rule) -> Option<&'static str> {
        let _ = state;
        rulebook::entry(rule).and_then(|entry| entry.origin)
    }

    /// Where an event stands in an opposed roll, so that both halves can be shown side by side.
    fn duel(event: &Self::Event) -> Option<Duel> {
        let _ = event;
        None
    }

    /// What an event means to somebody who asked for the odds.
    fn verdict(event: &Self::Event) -> Option<Verdict>;

    /// Whether an event says that what was rolled before it comes to nothing: then its verdict is the one that counts.
    fn undoes(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// How many deeds are announced and not done yet, in the order of [`declared`](Shown::declared).
    fn announced(state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Does these of the announced deeds by themselves, as if no others were, with the rules that will do them.
    ///
    /// # Errors
    /// Pauses for choices and dice.
    fn perform(t: &mut Table<'_, Self>, deeds: Range<usize>) -> Flow {
        let _ = (t, deeds);
        Ok(())
    }

    /// What has become of the figures between two states; `None` where a system does not say.
    fn fates(before: &Self::State, after: &Self::State) -> Option<Vec<(Figure, Fate)>> {
        let _ = (before, after);
        None
    }

    /// Whether a roll decides about one figure alone and about nothing that is rolled after it, in a deed that makes no
    /// two of them about the same figure.
    fn apart(roll: &Roll) -> bool {
        let _ = roll;
        false
    }

    /// The figure that such a roll was about, from the event that tells of it.
    fn struck(event: &Self::Event) -> Option<Figure> {
        let _ = event;
        None
    }

    /// Whether all dice that a choice leads to are counted for its [`upshot`](Shown::upshot).
    const UPSHOTS: bool = false;

    /// What an event means in the end, to whom, and how bad that is: of all that befalls the target of a choice the worst
    /// is counted in its odds.
    fn upshot(event: &Self::Event) -> Option<(Figure, u8, &'static str)> {
        let _ = event;
        None
    }

    /// Whether rolls are answered by rolls of the other side, so that odds are those of both together.
    const OPPOSED: bool = false;

    /// What somebody is taken to answer in odds that hang on it, by the place in the question; the roll that fell last is
    /// given. Without it others leave things as they are. What is assumed may hang only on what both sides know.
    fn assumed(state: &Self::State, ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>) -> Option<usize> {
        let _ = (state, ask, question, last);
        None
    }

    /// By how much an opposed roll was won or lost, from the event that settles it.
    fn margin(event: &Self::Event) -> Option<i32> {
        let _ = event;
        None
    }

    /// Whether a roll after an opposed one still concerns the two who made it.
    fn concerns(roll: &Roll) -> bool {
        let _ = roll;
        true
    }

    /// An [`upshot`](Shown::upshot) in words where it comes back at the one who began.
    fn rebound(what: &'static str) -> &'static str {
        what
    }

    /// What the chances of an upshot take for granted when somebody who is asked this is taken to leave things as they are:
    /// `if nothing is parried`.
    fn proviso(prompt: &str) -> Option<&'static str> {
        let _ = prompt;
        None
    }

    /// What the numbers of the sides in a scene count.
    const SCORE: &'static str = "Score";

    /// Whether anything in this game is hidden from somebody. The record of such a battle is closed until it is over.
    const SECRETS: bool = false;

    /// The card as a viewer may see it; without a seat that is the public.
    fn card_for(state: &Self::State, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        let _ = viewer;
        Self::card(state, figure)
    }

    /// What a decision means on the board before any answer is looked at. What is told here may use only what the
    /// decider may know; so may [`sketch`](Shown::sketch).
    fn outlook(state: &Self::State, ask: &Ask) -> Vec<Mark> {
        let _ = (state, ask);
        Vec::new()
    }

    /// What one answer would do: lines of sight, cover, lanes, templates, and what it lays itself open to. `made` are the
    /// choices since the last checkpoint, the latest last.
    fn sketch(state: &Self::State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
        let _ = (state, ask, made, choice);
        Vec::new()
    }

    /// What has been announced and not done yet, as everybody sees it.
    fn declared(state: &Self::State) -> Vec<Mark> {
        let _ = state;
        Vec::new()
    }

    /// A layer over the map, for one figure, from what the viewer may know.
    fn layer(state: &Self::State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        let _ = (state, viewer, figure, layer);
        Vec::new()
    }

    /// What a choice takes away, in words that follow its label on a button: `2 acts lost`.
    fn price(state: &Self::State, ask: &Ask, choice: &Choice) -> Option<String> {
        let _ = (state, ask, choice);
        None
    }

    /// What an answer to this decision puts on the board, at the place it names: its size is what counts.
    fn footprint(state: &Self::State, ask: &Ask) -> Option<Site> {
        let _ = (state, ask);
        None
    }

    /// Ways and places that a player may draw freely on a table in inches; the usual one first.
    fn pens(state: &Self::State, ask: &Ask) -> Vec<Pen> {
        let _ = (state, ask);
        Vec::new()
    }

    /// Sensible answers to a free-form question, in words a person understands. Those that the rules refuse are not shown.
    fn ideas(state: &Self::State, ask: &Ask) -> Vec<Idea> {
        let _ = (state, ask);
        Vec::new()
    }

    /// How much of its allowance a drawn way uses, both in thousandths of an inch.
    fn used(state: &Self::State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
        let _ = (state, ask, choice);
        None
    }

    /// Why a drawn way is refused, as seen on the board: whom it comes too near, where it ends in the air.
    fn faults(state: &Self::State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
        let _ = (state, ask, choice);
        Vec::new()
    }

    /// A refused way as far as it might be gone, the longest first.
    fn shortened(state: &Self::State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
        let _ = (state, ask, choice);
        Vec::new()
    }

    /// Whether distances, reach and odds may be known now. Where this is false nothing that measures leaves the server:
    /// neither [`outlook`](Shown::outlook) nor [`sketch`](Shown::sketch) may say a distance, and odds are refused.
    ///
    /// # Errors
    /// The rule that closes measuring.
    fn measuring(state: &Self::State, ask: Option<&Ask>) -> Result<(), Refusal> {
        let _ = (state, ask);
        Ok(())
    }

    /// Whether a decision asks for one of many figures that a player may want to send the same way, one after the other.
    fn together(prompt: &str) -> bool {
        let _ = prompt;
        false
    }

    /// Whether a decision asks for one figure and what it does, and others decide before the same is asked again: then
    /// the figure is picked first, and nothing is declared for many.
    fn one_by_one(prompt: &str) -> bool {
        let _ = prompt;
        false
    }

    /// Standing orders that may answer decisions of this kind.
    fn standing(prompt: &str) -> &'static [Standing] {
        let _ = prompt;
        &[]
    }
}

/// A part of an opposed roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duel {
    /// The roll that has to be met.
    Opens,
    /// The roll against it.
    Answers,
    /// What comes of the two.
    Settles,
}

/// A standing order that a player may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub verb: &'static str,
    pub amount: Amount,
    /// What it means, in words.
    pub label: &'static str,
}

/// An answer that a player draws: a way, point by point, or one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pen {
    /// The answer without its way or place.
    pub stem: Choice,
    /// What drawing with it means: `Walk`, `Run`, `Set up`.
    pub label: String,
    pub line: Stroke,
    /// Where it can lead, as outlines.
    pub area: Area,
    /// Why it cannot be used now.
    pub barred: Option<Refusal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A way that begins here, and how long it may be.
    Way { from: Spot, limit: i32 },
    /// One place.
    Place,
}

/// A sensible answer with its purpose: `Towards Gray Wolf`, `Up the ladder, 3″`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    pub choice: Choice,
    pub label: String,
}

/// A battle that is played. Whatever is refused leaves it as it was.
pub trait Live: Send + Debug {
    /// The battle itself, for whoever knows its type.
    fn any(&self) -> &dyn Any;
    fn system(&self) -> &'static str;
    fn content_hash(&self) -> &str;
    fn setup(&self) -> &Setup;
    /// What the numbers of the sides count.
    fn score(&self) -> &'static str;
    /// What the sides are called, seat by seat.
    fn names(&self) -> Vec<String>;
    /// What the seed hashes to; none where no single seed explains the dice.
    fn commitment(&self) -> Option<String>;

    /// What a seat sees now, or after so many steps.
    fn scene(&self, seat: Option<Seat>, step: Option<usize>) -> Scene;
    fn pending(&self) -> Option<&Request>;
    /// The pending decision as a heading.
    fn title(&self) -> String;
    /// A choice of the pending decision, as a button says it.
    fn label(&self, choice: &Choice) -> String;
    fn line(&self, choice: &Choice) -> String;
    fn steps(&self) -> usize;
    /// How many events there are, or were after so many steps.
    fn told(&self, step: Option<usize>) -> usize;
    /// Events that a seat may see; without a seat those that everybody may.
    fn log(&self, numbers: Range<usize>, seat: Option<Seat>) -> Vec<LogLine>;
    fn outcome(&self) -> Option<Outcome>;
    fn record(&self, engine: &str) -> Record;
    fn card(&self, viewer: Option<Seat>, figure: Figure) -> Option<Sheet>;
    /// Whether its record would give away what somebody may not know yet.
    fn secret(&self) -> bool;

    /// What has been announced and not done yet, now or after so many steps.
    fn declared(&self, step: Option<usize>) -> Vec<Mark>;
    /// What the pending decision means on the board.
    fn outlook(&self) -> Vec<Mark>;
    /// What an answer to it would do.
    ///
    /// # Errors
    /// When nothing is asked, or the line is none.
    fn sketch(&self, line: &str) -> Result<Vec<Mark>, Declined>;
    /// A layer over the map as it stands, or stood after so many steps.
    fn layer(&self, viewer: Option<Seat>, figure: Figure, layer: Layer, step: Option<usize>) -> Vec<Mark>;
    /// What a choice of the pending decision takes away, in words.
    fn price(&self, choice: &Choice) -> Option<String>;
    /// What an answer to the pending decision puts on the board.
    fn footprint(&self) -> Option<Site>;
    /// Whether the pending decision asks for one of many figures that may be sent the same way.
    fn together(&self) -> bool;
    /// Whether the pending decision asks for one figure and what it does, and no more.
    fn one_by_one(&self) -> bool;
    /// Ways and places that may be drawn as an answer to the pending decision.
    fn pens(&self) -> Vec<Pen>;
    /// Sensible answers that the rules allow, beyond those that are listed.
    fn ideas(&self) -> Vec<Idea>;
    /// How much of its allowance a drawn way uses.
    fn used(&self, line: &str) -> Option<(i32, i32)>;
    /// The line of the longest part of a refused way that the rules allow.
    fn shortened(&self, line: &str) -> Option<String>;
    /// Where on the board a refused way fails.
    fn faults(&self, line: &str) -> Vec<Mark>;
    /// Whether distances and odds may be known now.
    ///
    /// # Errors
    /// The rule that closes measuring.
    fn measuring(&self) -> Result<(), Refusal>;
    /// Standing orders that may answer decisions of this kind.
    fn standing(&self, prompt: &str) -> &'static [Standing];

    /// Number of facts; grows with every answer and shrinks with an undo.
    fn moment(&self) -> usize;
    /// Facts as lines of a record, from a number on.
    fn facts(&self, from: usize) -> Vec<String>;

    /// # Errors
    /// See [`Declined`].
    fn answer(&mut self, seat: Seat, line: &str) -> Result<(), Declined>;

    /// Puts a recorded fact back, dice included, for a battle that was begun with dice typed in.
    ///
    /// # Errors
    /// Why the fact does not fit.
    fn feed(&mut self, fact: &str) -> Result<(), String>;
    /// Settles where dice come from, from here on: see [`kernel::Battle::deal`].
    fn deal(&mut self, seed: Seed, own_dice: Seats, committed: bool);

    /// What has to be taken back to come to the last choice of these seats.
    fn takes_back(&self, seats: &[Seat]) -> Option<TakesBack>;
    /// Takes it back; false where there is nothing.
    fn undo(&mut self, seats: &[Seat]) -> bool;
    /// Whose undone choice can be made again.
    fn redoable(&self) -> Option<Seat>;
    fn redo(&mut self) -> bool;
    /// What can be made again, as lines of a record, the next one last.
    fn undone(&self) -> Vec<String>;
    /// Puts that back for a battle that is taken up again; what no longer fits is left out.
    fn set_undone(&mut self, lines: &[String]);

    fn orders(&self) -> &[Order];
    /// # Errors
    /// A verb that is none.
    fn order(&mut self, seat: Seat, prompt: &str, verb: &str, amount: Amount) -> Result<(), String>;
    fn lift(&mut self, seat: Seat, prompt: &str);

    /// A battle of its own that begins with the first steps of this one.
    fn fork(&self, steps: usize) -> Box<dyn Live>;
    /// What a mind needs to answer the pending request; it can be carried to another thread. None where dice or nobody is
    /// waited for, or no mind has that name.
    fn thought(&self, mind: &str, seed: u64) -> Option<Thought>;

    /// # Errors
    /// When the choice cannot be made now.
    fn odds(&self, line: &str) -> Result<Odds, Declined>;
    /// The odds of a deed that is announced, by its place among the declared ones, now or after so many steps.
    fn deed_odds(&self, number: usize, step: Option<usize>) -> Option<Odds>;
}

/// What an undo would take back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakesBack {
    /// Dice that fell since that choice.
    pub dice: usize,
    /// Others who have decided since.
    pub others: Vec<Seat>,
    /// It was chosen before anything could be measured, and now it can: what has been seen since is not unseen.
    pub measured: bool,
    /// How many choices go.
    pub choices: usize,
    /// The choice, as a button says it.
    pub label: String,
}

/// An event for people and for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub number: usize,
    pub rule: Rule,
    /// Where what the rule says comes from, if it is not the book.
    pub origin: Option<&'static str>,
    pub notes: Vec<Rule>,
    pub name: &'static str,
    pub text: String,
    pub figures: Vec<Figure>,
    pub fields: Vec<(&'static str, String)>,
    pub roll: Option<Rolled>,
    pub duel: Option<Duel>,
}

/// A roll that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    pub name: String,
    pub throw: Throw,
    pub natural: i32,
    pub total: i32,
    pub needed: Option<i32>,
    pub modifiers: Vec<Change>,
    /// What came of it, where the rules say so at once.
    pub verdict: Option<Verdict>,
}

/// A modifier in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub label: String,
    pub amount: i32,
    pub rule: String,
}

impl From<&Modifier> for Change {
    fn from(modifier: &Modifier) -> Change {
        Change { label: modifier.label.to_owned(), amount: modifier.amount.into(), rule: modifier.rule.to_string() }
    }
}

/// The modifiers of a roll that is still to be made.
pub fn changes(roll: &Roll) -> Vec<Change> {
    roll.modifiers.list().iter().map(Change::from).collect()
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
