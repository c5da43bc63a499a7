//! What is asked of a player.
//!
//! Rules hand the oracle two things: an [`Ask`] (who decides what, and why) and a [`Question`] (what may be answered).
//! Both are cheap; nothing is listed or labelled until somebody wants to look, which makes a [`Request`] of them.

use crate::decision::{Decision, PromptTraits};
use crate::{Choice, Figure, Refusal, Rng, Roll, Rule, Seat, Tags, Walk, Way};
use space::grid::{Square, WideSquares};
use space::inches::Area;

/// Who decides what, and the rule that lets them.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    pub seat: Seat,
    pub decision: &'static Decision,
    pub rule: Rule,
    /// The figure that acts, and the one it is about.
    pub actor: Option<Figure>,
    pub about: Option<Figure>,
}

/// Two are the same when they ask the same; what is declared of a prompt follows from it.
impl PartialEq for Ask {
    fn eq(&self, other: &Ask) -> bool {
        let told = |ask: &Ask| (ask.seat, ask.prompt(), ask.rule, ask.actor, ask.about);
        told(self) == told(other)
    }
}

impl Eq for Ask {}

impl Ask {
    /// The kind of decision, one word: `act`, `reply`, `avoid`. Standing orders are given by it.
    pub fn prompt(&self) -> &'static str {
        self.decision.prompt
    }

    /// Whether nothing is decided: a real die is thrown.
    pub fn is_dice(&self) -> bool {
        std::ptr::eq(self.decision, &DICE)
    }

    pub fn actor(mut self, figure: Figure) -> Ask {
        self.actor = Some(figure);
        self
    }

    pub fn about(mut self, figure: Figure) -> Ask {
        self.about = Some(figure);
        self
    }
}

/// What may be answered: a list of options, a free-form way, or both.
///
/// Who reads what of it:
/// - People and records: every listed option and [`barred`](Question::barred); of what is free whatever
///   [`check`](Question::check) lets pass.
/// - A random mind: one [`sample`](Question::sample), so a list costs nothing that nobody looks at.
/// - A veteran: [`candidates`](Question::candidates) and no more. By default these are the first 24 options in the order
///   of the list, so a longer list begins with what is worth a thought, or the question spreads its candidates itself. In
///   haste (see [`System::FORESIGHT`](crate::System::FORESIGHT)) it is the first four.
/// - The browser: options, barred options and [`ways`](Question::ways): a click on a square is the line of its way.
///   [`region`](Question::region) is not sent to it; cases ask for it (`region`, `not_region`), and conformance tries
///   answers from it. What a player draws on a table in inches is told by `board::Foresight::pens`.
/// - Odds: an answer that declines ([`decisions!`](crate::decisions)) is what others are taken to give.
pub trait Question {
    fn tags(&self) -> &dyn Tags;

    /// Number of listed options.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The option at `index`, which is below [`len`](Question::len).
    fn choice(&self, index: usize) -> Choice;

    /// Why a choice that is not listed may not be made; for a free-form answer also the check that it may.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, choice: &Choice) -> Result<(), Refusal>;

    /// Whether answers beyond the list can be given: a way, drawn by the player.
    fn free(&self) -> bool {
        false
    }

    /// A sensible legal answer, so that any mind can play any system. A question that may list nothing has to say one.
    fn sample(&self, rng: &mut Rng) -> Answer {
        Answer::Option(rng.below(self.len()))
    }

    /// At most so many sensible legal answers for a mind that compares them; it looks at no others. By default the first
    /// of the list.
    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let _ = rng;
        (0..self.len().min(most)).map(Answer::Option).collect()
    }

    /// Where a free-form answer can lead, for cases and conformance; the browser is sent [`ways`](Question::ways) alone.
    fn region(&self) -> Region {
        Region::None
    }

    /// One good way to each square of the region, so that a click on it is an answer. Without it a board can offer
    /// nothing of what is free on a grid.
    fn ways(&self) -> Vec<(Square, Choice)> {
        Vec::new()
    }

    /// Options that exist for this figure but are barred now, each with its reason.
    fn barred(&self) -> Vec<(Choice, Refusal)> {
        Vec::new()
    }

    /// Turns a choice into an answer.
    ///
    /// # Errors
    /// The reason and the rule when the choice is illegal.
    fn settle(&self, choice: &Choice) -> Result<Answer, Refusal> {
        if let Some(index) = (0..self.len()).find(|index| self.choice(*index) == *choice) {
            return Ok(Answer::Option(index));
        }
        self.check(choice)?;
        Ok(Answer::Free(choice.clone()))
    }

    /// The choice that an answer stands for.
    fn state_answer(&self, answer: &Answer) -> Choice {
        match answer {
            Answer::Option(index) => self.choice(*index),
            Answer::Free(choice) => choice.clone(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// One of the listed options, by its place in the list.
    Option(usize),
    Free(Choice),
}

impl Answer {
    pub fn walk(&self) -> Option<&Walk> {
        match self {
            Answer::Free(Choice { way: Way::Walk(walk), .. }) => Some(walk),
            _ => None,
        }
    }
}

/// Where a free-form answer may lead: squares of a grid, or an area in thousandths of an inch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Region {
    None,
    Squares(Box<WideSquares>),
    Area(Area),
}

impl Region {
    /// These squares of a board of that size.
    pub fn squares(width: u8, height: u8, squares: impl IntoIterator<Item = Square>) -> Region {
        let mut region = Box::new(WideSquares::new(width, height));
        region.insert_all(squares);
        Region::Squares(region)
    }
}

/// Dice that a player throws himself: every roll asks for them, under its own rule.
static DICE: Decision = Decision { prompt: "dice", rule: Rule::new("DICE"), answers: &[], traits: PromptTraits::PLAIN };

/// Everything a player is shown of a pending decision, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub ask: Ask,
    pub options: Vec<Offered>,
    pub barred: Vec<(Choice, Refusal)>,
    pub free: bool,
    pub region: Region,
    /// Squares that a click can answer with, and the line it stands for.
    pub ways: Vec<(Square, String)>,
    /// Set when the answer is what a real die shows.
    pub dice: Option<Roll>,
    /// What the decision interrupts, the outermost first; see [`crate::Table::within`].
    pub stack: Vec<Frame>,
}

/// Something under way that waits for a decision inside it: a turn, an attack, a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whose it is.
    pub seat: Seat,
    pub actor: Option<Figure>,
    pub about: Option<Figure>,
    /// What was declared, in words: `Hunting Bow at Gray Necromancer`.
    pub text: String,
    pub rule: Rule,
    /// What has stopped it; where nothing has, it merely waits.
    pub halted: Option<Halted>,
}

/// Why something under way does not just go on when what interrupts it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted {
    /// What stopped it: `Break`.
    pub by: &'static str,
    /// What follows when that is over: `declares anew`.
    pub then: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub choice: Choice,
    pub line: String,
}

/// So many answers are named to somebody who has given none of them.
const SHOWN: usize = 12;
/// So many answers are compared with a line that is none.
const COMPARED: usize = 40;
/// So many of their letters.
const BEGINNING: usize = 24;

impl Request {
    pub fn of(ask: &Ask, question: &dyn Question) -> Request {
        let options = (0..question.len())
            .map(|index| {
                let choice = question.choice(index);
                let line = choice.line(question.tags());
                Offered { choice, line }
            })
            .collect();
        Request {
            ask: *ask,
            options,
            barred: question.barred(),
            free: question.free(),
            region: question.region(),
            ways: question.ways().into_iter().map(|(to, choice)| (to, choice.line(question.tags()))).collect(),
            dice: None,
            stack: Vec::new(),
        }
    }

    /// The answers that there are, those first that are most like a line which is none.
    pub fn possible(&self, line: &str) -> String {
        let mut lines: Vec<&str> = self.options.iter().map(|option| option.line.as_str()).collect();
        let more = lines.len().saturating_sub(SHOWN);
        // Of very many those that begin alike are enough to be compared letter by letter.
        let alike = |other: &str| line.bytes().zip(other.bytes()).take_while(|(one, two)| one == two).count();
        lines.sort_by_key(|other| std::cmp::Reverse(alike(other)));
        lines.truncate(COMPARED);
        // How an answer begins says which it is; a way may be long.
        let begins = |text: &'_ str| text.chars().take(BEGINNING).collect::<String>();
        let meant = begins(line);
        lines.sort_by_cached_key(|other| strsim::osa_distance(&meant, &begins(other)));
        lines.truncate(SHOWN);
        let mut text = lines.join(" | ");
        if more > 0 {
            text.push_str(&format!(" | and {more} more"));
        }
        if self.free {
            text.push_str(" | or one that is drawn on the board");
        }
        format!("possible: {text}")
    }

    pub fn of_dice(roll: &Roll) -> Request {
        Request {
            ask: Ask { seat: roll.seat, decision: &DICE, rule: roll.rule, actor: roll.figure, about: None },
            options: Vec::new(),
            barred: Vec::new(),
            free: false,
            region: Region::None,
            ways: Vec::new(),
            dice: Some(*roll),
            stack: Vec::new(),
        }
    }
}
