//! A record: header tags, facts, a hash after every step. Text, so that people can read and diff it.
//!
//! ```text
//! fray record 1
//! system: sellsword
//! engine: 0.1.0
//! pack: 5f0c…
//! commitment: 91ab…            (what the seed hashes to; published when the battle began)
//! scenario: standard
//! option: glancing-blow on
//! side: …                      (one line a side, in the system's notation)
//! own dice: b                  (seats that typed their dice)
//!
//! a: first side-b
//! dice: 14
//! = 1 3c55…                    (end of step 1: covers all facts and states up to here)
//! …
//! seed: 7d20…                  (opens the commitment)
//! outcome: a wins 125 to 80
//! ```

use crate::battle::{Declined, MOST_FACTS, MOST_STEPS};
use crate::oracle::{Fact, FactLine};
use crate::{Battle, MAX_SEATS, Outcome, Pack, Problem, Seat, Seats, Seed, SeededDice, Setup, System};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Lines of the body: no battle has more facts and steps.
const MOST_LINES: usize = MOST_FACTS + MOST_STEPS;
const LONGEST_ENGINE: usize = 64;
/// Options of a setup; no game has a tenth of them.
const MOST_OPTIONS: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    pub system: String,
    pub engine: String,
    pub pack: String,
    pub commitment: Option<String>,
    pub setup: Setup,
    pub lines: Vec<Line>,
    pub seed: Option<Seed>,
    pub outcome: Option<String>,
}

/// A line of the body with its number in the file (0 where it was not read from one).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub number: usize,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Fact(FactLine),
    Step { number: usize, hash: String },
}

/// A file that is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub line: usize,
    pub text: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// Where a record and the rules part ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Made for another system or with other content: refused by name.
    Foreign(String),
    Setup(Vec<Problem>),
    /// The seed and what was published of it do not agree.
    Seed(String),
    /// The step (counted from 1) that is wrong, the line of the file, and what is wrong with it.
    Step {
        step: usize,
        line: usize,
        text: String,
    },
    /// Whoever asked has waited long enough; so many steps agreed.
    Stopped {
        step: usize,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Foreign(text) | Mismatch::Seed(text) => f.write_str(text),
            Mismatch::Setup(problems) => {
                f.write_str("the setup is not legal:")?;
                problems.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
            }
            Mismatch::Step { step, line, text } => write!(f, "step {step} (line {line}): {text}"),
            Mismatch::Stopped { step } => {
                write!(
                    f,
                    "it takes too long to play this record again: after {step} steps, which agree, it was given up"
                )
            }
        }
    }
}

impl Record {
    /// The record of a battle, finished or not. The seed is opened only once the battle is over.
    pub fn of<S: System>(battle: &Battle<S>, engine: &str) -> Record {
        let mut record = Record {
            system: S::NAME.into(),
            engine: engine.into(),
            pack: battle.pack().hash().into(),
            commitment: battle.seed().map(|seed| seed.commitment()),
            setup: battle.setup().clone(),
            ..Record::default()
        };
        let steps = battle.steps();
        for at in 0..steps.len() {
            record.add_facts::<S>(&steps.facts(at), battle.state());
            record.add_step(at + 1, &steps.hash(at).unwrap_or_default());
        }
        record.add_facts::<S>(battle.facts(), battle.state());
        if let Some(outcome) = battle.outcome() {
            record.seed = battle.seed();
            record.outcome = Some(outcome_line(&outcome, &S::sides(battle.state())));
        }
        record
    }

    pub fn add_facts<S: System>(&mut self, facts: &[Fact], state: &S::State) {
        self.lines.extend(facts.iter().map(|fact| Line { number: 0, content: Content::Fact(fact.line(state)) }));
        debug_assert!(facts.iter().all(|fact| !fact.line(state).to_string().contains('\n')));
    }

    pub fn add_step(&mut self, number: usize, hash: &str) {
        self.lines.push(Line { number: 0, content: Content::Step { number, hash: hash.into() } });
    }

    /// # Errors
    /// The first line that is not of a record's form.
    pub fn parse(text: &str) -> Result<Record, Unreadable> {
        let mut record = Record::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end()));
        match lines.next() {
            Some((_, "fray record 1")) => {}
            Some((line, other)) if other.starts_with("fray record ") => {
                let text = format!("{other:?} is a later kind of record; this program reads `fray record 1`");
                return Err(Unreadable { line, text });
            }
            _ => {
                return Err(Unreadable {
                    line: 1,
                    text: "this is no record: the first line must be `fray record 1`".into(),
                });
            }
        }
        for (number, line) in lines {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if !record.header(number, line)? {
                record.body(number, line)?;
            }
        }
        for (what, missing) in [
            ("system", record.system.is_empty()),
            ("pack", record.pack.is_empty()),
            ("side", record.setup.sides.is_empty()),
        ] {
            if missing {
                return Err(Unreadable {
                    line: 1,
                    text: format!("the header has no line `{what}: …`; is the file cut off?"),
                });
            }
        }
        Ok(record)
    }

    fn header(&mut self, number: usize, line: &str) -> Result<bool, Unreadable> {
        // What is empty may have lost the space behind its colon.
        let Some((key, value)) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))) else {
            return Ok(false);
        };
        let wrong = |text: String| Unreadable { line: number, text };
        match key {
            "system" => self.system = value.into(),
            // Nothing compares it, so it is kept short.
            "engine" if value.len() > LONGEST_ENGINE => {
                return Err(wrong(format!("the name of an engine has at most {LONGEST_ENGINE} bytes")));
            }
            "engine" => self.engine = value.into(),
            "commitment" if value.len() != 64 || !value.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                return Err(wrong("a commitment is 64 hexadecimal digits".into()));
            }
            "pack" => self.pack = value.into(),
            "commitment" => self.commitment = Some(value.into()),
            "scenario" => self.setup.scenario = value.into(),
            "option" => {
                let (name, value) =
                    value.split_once(' ').ok_or_else(|| wrong(format!("an option is `name value`, not {value:?}")))?;
                if self.setup.options.len() >= MOST_OPTIONS {
                    return Err(wrong(format!("a setup has at most {MOST_OPTIONS} options")));
                }
                self.setup.options.push((name.into(), value.into()));
            }
            "side" if self.setup.sides.len() >= MAX_SEATS => {
                return Err(wrong(format!("a battle has at most {MAX_SEATS} sides")));
            }
            "side" => self.setup.sides.push(value.into()),
            "own dice" => {
                for letter in value.split(' ') {
                    let seat = letter.chars().next().and_then(Seat::from_letter);
                    let seat = seat.ok_or_else(|| wrong(format!("{letter:?} is no seat")))?;
                    self.setup.own_dice = self.setup.own_dice.with(seat);
                }
            }
            "seed" => {
                self.seed = Some(Seed::from_hex(value).ok_or_else(|| wrong("a seed is 64 hexadecimal digits".into()))?)
            }
            "outcome" => self.outcome = Some(value.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn body(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        let wrong = |text: String| Unreadable { line: number, text };
        if self.lines.len() >= MOST_LINES {
            return Err(wrong(format!(
                "the record is too long: a battle has at most {MOST_STEPS} steps and {MOST_FACTS} choices and dice"
            )));
        }
        let content = if let Some(rest) = line.strip_prefix("= ") {
            let (step, hash) = rest.split_once(' ').ok_or_else(|| wrong("a step ends with `= number hash`".into()))?;
            let step = step.parse().map_err(|_| wrong(format!("{step:?} is no step number")))?;
            if hash.len() != 32 || !hash.chars().all(|c| c.is_ascii_hexdigit()) {
                return Err(wrong(format!("{hash:?} is no hash of 32 hexadecimal digits; is the file cut off?")));
            }
            Content::Step { number: step, hash: hash.into() }
        } else {
            Content::Fact(FactLine::parse(line).map_err(|why| wrong(why.0))?)
        };
        self.lines.push(Line { number, content });
        Ok(())
    }

    /// Plays the record again from its setup and facts and compares every hash.
    ///
    /// # Errors
    /// The first step that does not agree, and nothing after it is looked at.
    pub fn verify<S: System>(&self, pack: &Arc<S::Pack>) -> Result<Battle<S>, Mismatch> {
        self.verify_while(pack, &mut || true)
    }

    /// The same for whoever cannot wait for ever: before every line it is asked whether to go on.
    ///
    /// # Errors
    /// As for [`verify`](Record::verify), or [`Mismatch::Stopped`].
    pub fn verify_while<S: System>(
        &self,
        pack: &Arc<S::Pack>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Battle<S>, Mismatch> {
        if self.system != S::NAME {
            return Err(Mismatch::Foreign(format!("a record of {}, not of {}", self.system, S::NAME)));
        }
        if self.pack != pack.hash() {
            let text = format!(
                "made with the content {}, which is not the content {} at hand",
                short(&self.pack),
                short(pack.hash())
            );
            return Err(Mismatch::Foreign(text));
        }
        let mut setup = self.setup.clone();
        // Every die of the record is typed in again.
        setup.own_dice = Seats::ALL;
        let mut battle = Battle::<S>::begin(pack, setup, None).map_err(Mismatch::Setup)?;
        let mut dice = Vec::new();
        for line in &self.lines {
            if !go_on() {
                return Err(Mismatch::Stopped { step: battle.steps().len() });
            }
            let step = battle.steps().len() + 1;
            let wrong = |text: String| Mismatch::Step { step, line: line.number, text };
            match &line.content {
                Content::Fact(FactLine::Choice(seat, text)) => {
                    battle.answer(*seat, text).map_err(|why| wrong(declined(text, &why)))?;
                }
                Content::Fact(FactLine::Dice(faces)) => {
                    let roll = battle.pending().and_then(|pending| pending.dice);
                    battle.throw(faces).map_err(|why| wrong(format!("the dice {faces:?} cannot fall here: {why}")))?;
                    dice.extend(roll.map(|roll| Thrown {
                        step,
                        line: line.number,
                        faces,
                        throw: roll.throw,
                        seat: roll.seat,
                    }));
                }
                Content::Step { number, hash } => check_step(&battle, *number, hash)
                    .map_err(|(step, text)| Mismatch::Step { step, line: line.number, text })?,
            }
        }
        self.check_end(&battle)?;
        self.check_seed(&dice)?;
        Ok(battle)
    }

    /// This record with its lines as they were played: one way to write each, and every hash that it had once. What else
    /// stood between them is gone.
    pub fn in_words_of(self, played: Record) -> Record {
        let step = |line: &Line| match line.content {
            Content::Step { number, .. } => Some(number),
            _ => None,
        };
        let hashed: BTreeSet<usize> = self.lines.iter().filter_map(step).collect();
        let kept = played.lines.into_iter().filter(|line| step(line).is_none_or(|number| hashed.contains(&number)));
        Record { lines: kept.collect(), ..self }
    }

    /// What a record that agrees with the rules proves, and what it leaves open: lines may have been taken out.
    pub fn doubts<S: System>(&self, battle: &Battle<S>) -> Vec<String> {
        let mut doubts = Vec::new();
        let hashed = self.lines.iter().filter(|line| matches!(line.content, Content::Step { .. })).count();
        if hashed < battle.steps().len() {
            doubts.push(format!("{hashed} of {} steps carry a hash", battle.steps().len()));
        }
        if battle.outcome().is_none() {
            return doubts;
        }
        if self.outcome.is_none() {
            doubts.push("the outcome is not written down".into());
        }
        match (self.seed, &self.commitment) {
            (Some(_), Some(_)) => {}
            (None, Some(_)) => {
                doubts.push("the seed that opens the commitment is missing, so the dice are not proven".into())
            }
            (Some(_), None) => {
                doubts.push("the dice are those of the seed, but nothing was committed to at the start".into())
            }
            (None, None) => doubts.push("there is no seed, so the dice are not proven".into()),
        }
        doubts
    }

    fn check_end<S: System>(&self, battle: &Battle<S>) -> Result<(), Mismatch> {
        let (step, line) = (battle.steps().len() + 1, self.lines.last().map_or(0, |line| line.number));
        let found = battle.outcome().map(|outcome| outcome_line(&outcome, &S::sides(battle.state())));
        match (&self.outcome, found) {
            (Some(said), Some(found)) if *said != found => Err(Mismatch::Step {
                step,
                line,
                text: format!("the record says {said:?}, the battle ended {found:?}"),
            }),
            (Some(said), None) => Err(Mismatch::Step {
                step,
                line,
                text: format!("the record says {said:?}, but facts are missing: the battle is not over"),
            }),
            _ => Ok(()),
        }
    }

    fn check_seed(&self, dice: &[Thrown<'_>]) -> Result<(), Mismatch> {
        let Some(seed) = self.seed else {
            return Ok(());
        };
        if self.commitment.as_ref().is_some_and(|commitment| seed.commitment() != *commitment) {
            return Err(Mismatch::Seed("the seed does not open the commitment published at the start".into()));
        }
        let mut seeded = SeededDice::new(seed);
        for (number, found) in dice.iter().enumerate() {
            if self.setup.own_dice.contains(found.seat) {
                continue;
            }
            let thrown = seeded.throw(number as u64, found.throw);
            if thrown.faces() != found.faces {
                let text =
                    format!("the dice {:?} are not those of the seed, which are {:?}", found.faces, thrown.faces());
                return Err(Mismatch::Step { step: found.step, line: found.line, text });
            }
        }
        Ok(())
    }
}

/// Dice of a record, with the throw that the rules asked for.
struct Thrown<'a> {
    step: usize,
    line: usize,
    faces: &'a [u8],
    throw: crate::Throw,
    seat: Seat,
}

fn check_step<S: System>(battle: &Battle<S>, number: usize, hash: &str) -> Result<(), (usize, String)> {
    let Some(found) = number.checked_sub(1).and_then(|at| battle.steps().hash(at)) else {
        return Err((number, "facts are missing: the rules have not come to the end of this step".into()));
    };
    if found != hash {
        return Err((number, format!("the hash is {found} and not {hash}")));
    }
    Ok(())
}

fn declined(text: &str, why: &Declined) -> String {
    let shown: String = text.chars().take(80).collect();
    format!("{shown:?} is refused: {why}")
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// `b wins 3 to 5 in round 4 (why)`: one score a side, in the order of the sides. Allies win together: `a and c win`.
pub fn outcome_line(outcome: &Outcome, sides: &[Seats]) -> String {
    told(outcome, &outcome.side_scores(sides), &names(outcome.winners(sides)))
}

/// The same with these scores, and the winners by these names.
pub fn told(outcome: &Outcome, scores: &[i32], winners: &[String]) -> String {
    let end = match winners {
        [] => "draw".to_owned(),
        [one] => format!("{one} wins"),
        [first @ .., last] => format!("{} and {last} win", first.join(", ")),
    };
    let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
    let between = if scores.is_empty() { "" } else { " " };
    format!("{end}{between}{} in round {} ({})", scores.join(" to "), outcome.rounds, outcome.reason)
}

fn names(seats: Seats) -> Vec<String> {
    seats.iter().map(|seat| seat.to_string()).collect()
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fray record 1\nsystem: {}\nengine: {}\npack: {}", self.system, self.engine, self.pack)?;
        if let Some(commitment) = &self.commitment {
            writeln!(f, "commitment: {commitment}")?;
        }
        writeln!(f, "scenario: {}", self.setup.scenario)?;
        for (name, value) in &self.setup.options {
            writeln!(f, "option: {name} {value}")?;
        }
        for side in &self.setup.sides {
            writeln!(f, "side: {side}")?;
        }
        let own = names(self.setup.own_dice);
        if !own.is_empty() {
            writeln!(f, "own dice: {}", own.join(" "))?;
        }
        writeln!(f)?;
        for line in &self.lines {
            match &line.content {
                Content::Fact(fact) => writeln!(f, "{fact}")?,
                Content::Step { number, hash } => writeln!(f, "= {number} {hash}")?,
            }
        }
        if let Some(seed) = &self.seed {
            writeln!(f, "seed: {}", seed.hex())?;
        }
        if let Some(outcome) = &self.outcome {
            writeln!(f, "outcome: {outcome}")?;
        }
        Ok(())
    }
}
