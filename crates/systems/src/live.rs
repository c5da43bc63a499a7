//! A battle under way with its types erased: what a server or a screen plays with.

mod odds;
mod running;
mod thought;

pub use kernel::board::{Duel, Fate, Ground, Idea, Pen, Sheet, SheetLine, Shown, Stroke, Verdict};
pub use kernel::decision::{AnswerKind, Standing};
pub use odds::{Fated, Odd, Odds, at as odds_at, of_deed};
pub use thought::Thought;

use kernel::battle::{Declined, Order};
use kernel::board::Act;
use kernel::scene::Site;
use kernel::{
    Amount, Choice, Figure, Layer, Mark, Modifier, Outcome, Record, Refusal, Request, Roll, Rule, Scene, Seat, Seats,
    Seed, Setup, Throw,
};
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// A battle that is played. Whatever is refused leaves it as it was.
pub trait Live: Send + Debug {
    /// The battle itself, for whoever knows its type.
    fn any(&self) -> &dyn Any;
    fn system(&self) -> &'static str;
    fn content_hash(&self) -> &str;
    fn setup(&self) -> &Setup;
    /// What lies on its boards, in words.
    fn ground(&self) -> &'static [Ground];
    /// What the numbers of the sides count.
    fn score(&self) -> &'static str;
    /// What the players' warbands are called, seat by seat.
    fn names(&self) -> Vec<String>;
    /// The sides, each with its seats, in the order of the setup.
    fn sides(&self) -> Vec<Seats>;
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
    /// This moment as a case, or the one after so many steps.
    fn case(&self, step: Option<usize>) -> String;
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
    /// What is declared of a choice of the pending decision.
    fn kind(&self, choice: &Choice) -> Option<&'static AnswerKind>;
    /// What a choice does, without whom and where: `Shoot: Long Bow`.
    fn act(&self, choice: &Choice) -> String;
    /// The same without names: `Shoot`.
    fn called(&self, choice: &Choice) -> String;
    /// The act of a line of the pending decision.
    fn act_of(&self, line: &str) -> String;
    /// Why the pending decision is asked, in one plain sentence.
    fn why(&self) -> Option<String>;
    /// What a choice of it does, where its label does not say enough.
    fn does(&self, choice: &Choice) -> Option<String>;
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
    fn standing(&self, prompt: &str) -> Vec<Standing>;

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
    /// After how many steps it had been told: where a replay shows it.
    pub step: usize,
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
    pub seen: Option<Seen>,
}

/// What is seen of an event on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub act: Act,
    pub figure: Option<Figure>,
    pub by: Option<Figure>,
    /// Thousandths of a square from the north-west corner, or of an inch from the south-west one.
    pub at: Option<(i32, i32)>,
    pub seat: Option<Seat>,
    pub amount: Option<i32>,
    pub word: Option<String>,
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
