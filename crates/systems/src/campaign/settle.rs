//! What follows a battle, played in one go: somebody answers by lines or leaves it to chance, dice come from a seed.

use crate::Failure;
use kernel::{
    Answer, Ask, Choice, EventText, Fall, Flow, Log, Oracle, Pause, Problem, Question, Request, Rng, Roll, Seed,
    SeededDice, Setup, System,
};
use std::sync::Arc;

/// Who answers the questions of an aftermath.
pub trait Asked {
    /// A line, or nothing to leave it to chance. `refused` is why the last line was none.
    ///
    /// # Errors
    /// When there is nobody to answer.
    fn answer(&mut self, request: &Request, refused: Option<&str>) -> Result<Option<String>, Failure>;

    /// Hears what has happened since, before it is asked again.
    fn told(&mut self, line: &str) {
        let _ = line;
    }
}

/// An aftermath of so many steps has gone wrong.
const MOST_STEPS: usize = 50_000;

/// Plays a system from its setup to its end and tells what happened. `enough` says which questions chance ends early.
pub(super) fn play<S: System>(
    pack: &Arc<S::Pack>,
    setup: &Setup,
    seed: u64,
    asked: &mut dyn Asked,
    enough: fn(&str) -> bool,
    story: &mut Vec<String>,
) -> Result<S::State, Failure> {
    let problems = |list: Vec<Problem>| Failure { no: true, lines: list.iter().map(ToString::to_string).collect() };
    let mut state = S::begin(pack, setup).map_err(problems)?;
    let (mut log, mut scratch) = (Log::on(), S::Scratch::default());
    let dice = SeededDice::new(Seed::from_number(seed));
    let mut talk = Talk { asked, enough, dice, thrown: 0, rng: Rng::new(seed), trouble: None };
    for _ in 0..MOST_STEPS {
        if S::outcome(&state).is_some() {
            return Ok(state);
        }
        log.clear();
        let flow = S::run(&mut state, &mut talk, &mut log, &mut scratch);
        for told in &log.told {
            let line = format!("{} ({})", told.event.sentence(&state), told.rule);
            talk.asked.told(&line);
            story.push(line);
        }
        if flow.is_err() {
            return Err(talk.trouble.take().unwrap_or_else(|| Failure::no("a question was not answered")));
        }
    }
    Err(Failure::no("the aftermath does not come to an end"))
}

/// Asks whoever answers, until the answer is legal.
struct Talk<'a> {
    asked: &'a mut dyn Asked,
    enough: fn(&str) -> bool,
    dice: SeededDice,
    thrown: u64,
    rng: Rng,
    trouble: Option<Failure>,
}

/// Chance is done with trading before long: one time in so many.
const ENOUGH: usize = 8;

impl Oracle for Talk<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        let request = Request::of(ask, question);
        let mut refused: Option<String> = None;
        loop {
            let line = match self.asked.answer(&request, refused.as_deref()) {
                Ok(Some(line)) => line,
                Ok(None) if (self.enough)(ask.prompt()) && self.rng.below(ENOUGH) == 0 => return Ok(Answer::Option(0)),
                Ok(None) => return Ok(question.sample(&mut self.rng)),
                Err(trouble) => {
                    self.trouble = Some(trouble);
                    return Err(Pause);
                }
            };
            let answer = Choice::parse(line.trim(), question.tags())
                .map_err(|malformed| malformed.to_string())
                .and_then(|choice| question.settle(&choice).map_err(|refusal| refusal.to_string()));
            match answer {
                Ok(answer) => return Ok(answer),
                Err(why) => refused = Some(why),
            }
        }
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        self.thrown += 1;
        Ok(self.dice.throw(self.thrown - 1, roll.throw))
    }
}
