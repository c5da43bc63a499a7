//! Every battle of every system is a [`Live`] one.

use super::{
    AnswerKind, Change, Ground, Idea, Live, LogLine, Odds, Pen, Rolled, Seen, Sheet, Shown, Standing, TakesBack,
    Thought, odds, thought,
};
use kernel::battle::{Declined, Order};
use kernel::board::{Act, Happening, Place, Word};
use kernel::oracle::FactLine;
use kernel::scene::Site;
use kernel::sketch::Drawn;
use kernel::{
    Amount, Battle, Choice, EventText, Fact, Fields, Figure, Layer, Mark, Name, Outcome, Pack, Record, Refusal,
    Request, Scene, Seat, Seats, Seed, Setup, Speaks, Told, Value,
};
use std::any::Any;
use std::ops::{Deref, Range};
use std::sync::Arc;

impl<S: Shown> Live for Battle<S> {
    fn any(&self) -> &dyn Any {
        self
    }

    fn system(&self) -> &'static str {
        S::NAME
    }

    fn ground(&self) -> &'static [Ground] {
        S::GROUND
    }

    fn score(&self) -> &'static str {
        S::SCORE
    }

    fn content_hash(&self) -> &str {
        self.pack().hash()
    }

    fn setup(&self) -> &Setup {
        Battle::setup(self)
    }

    fn names(&self) -> Vec<String> {
        S::scene(self.state(), None).sides.into_iter().map(|side| side.name).collect()
    }

    fn sides(&self) -> Vec<Seats> {
        S::sides(self.state())
    }

    fn commitment(&self) -> Option<String> {
        self.seed().map(|seed| seed.commitment())
    }

    fn scene(&self, seat: Option<Seat>, step: Option<usize>) -> Scene {
        S::scene(&at(self, step), seat)
    }

    fn pending(&self) -> Option<&Request> {
        Battle::pending(self)
    }

    fn title(&self) -> String {
        Battle::pending(self).map_or_else(String::new, |request| S::title(self.state(), &request.ask))
    }

    fn label(&self, choice: &Choice) -> String {
        match Battle::pending(self) {
            Some(request) => S::label(self.state(), &request.ask, choice),
            None => choice.line(self.state()),
        }
    }

    fn line(&self, choice: &Choice) -> String {
        choice.line(self.state())
    }

    fn steps(&self) -> usize {
        Battle::steps(self).len()
    }

    fn told(&self, step: Option<usize>) -> usize {
        let then = step.and_then(|step| Battle::steps(self).told_before(step));
        then.unwrap_or(self.told_count())
    }

    fn log(&self, numbers: Range<usize>, seat: Option<Seat>) -> Vec<LogLine> {
        let told = self.told_in(numbers.clone());
        let seen = (numbers.start..).zip(&told).filter(|(_, told)| match seat {
            Some(seat) => told.seats.contains(seat),
            None => told.seats == Seats::ALL,
        });
        seen.map(|(number, told)| LogLine {
            step: self.steps().steps_until_told(number),
            ..line::<S>(number, told, self.state())
        })
        .collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        Battle::outcome(self)
    }

    fn record(&self, engine: &str) -> Record {
        Record::of(self, engine)
    }

    fn card(&self, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        S::card_for(self.state(), viewer, figure)
    }

    fn secret(&self) -> bool {
        S::SECRETS && Battle::outcome(self).is_none()
    }

    fn declared(&self, step: Option<usize>) -> Vec<Mark> {
        S::declared(&at(self, step))
    }

    fn outlook(&self) -> Vec<Mark> {
        let marks = Battle::pending(self).map_or_else(Vec::new, |request| S::outlook(self.state(), &request.ask));
        unmeasured(self, marks)
    }

    fn sketch(&self, line: &str) -> Result<Vec<Mark>, Declined> {
        let request = Battle::pending(self).ok_or(Declined::Over)?;
        let choice = Choice::parse(line, self.state()).map_err(|why| Declined::Malformed(why.0))?;
        // What is not listed may be a way that the player draws; whether it is legal is for the rules to say.
        let listed = request.options.iter().any(|offered| offered.choice == choice)
            || request.ways.iter().any(|(_, way)| way == line);
        if !listed {
            odds::judge(self, &choice)?;
        }
        let made: Vec<&Choice> = self.facts().iter().filter_map(Fact::choice).collect();
        Ok(unmeasured(self, S::sketch(self.state(), &request.ask, &made, &choice)))
    }

    fn layer(&self, viewer: Option<Seat>, figure: Figure, layer: Layer, step: Option<usize>) -> Vec<Mark> {
        unmeasured(self, S::layer(&at(self, step), viewer, figure, layer))
    }

    fn kind(&self, choice: &Choice) -> Option<&'static AnswerKind> {
        Battle::pending(self)?.ask.decision.kind(choice)
    }

    fn act(&self, choice: &Choice) -> String {
        Battle::pending(self).map_or_else(String::new, |request| S::act(self.state(), &request.ask, choice))
    }

    fn called(&self, choice: &Choice) -> String {
        Battle::pending(self).map_or_else(String::new, |request| S::called(&request.ask, choice))
    }

    fn act_of(&self, line: &str) -> String {
        Choice::parse(line, self.state()).map_or_else(|_| String::new(), |choice| self.act(&choice))
    }

    fn why(&self) -> Option<String> {
        S::why(self.state(), &Battle::pending(self)?.ask)
    }

    fn does(&self, choice: &Choice) -> Option<String> {
        S::does(self.state(), &Battle::pending(self)?.ask, choice)
    }

    fn price(&self, choice: &Choice) -> Option<String> {
        S::price(self.state(), &Battle::pending(self)?.ask, choice)
    }

    fn footprint(&self) -> Option<Site> {
        S::footprint(self.state(), &Battle::pending(self)?.ask)
    }

    fn together(&self) -> bool {
        Battle::pending(self).is_some_and(|request| S::together(request.ask.prompt()))
    }

    fn one_by_one(&self) -> bool {
        Battle::pending(self).is_some_and(|request| S::one_by_one(request.ask.prompt()))
    }

    fn pens(&self) -> Vec<Pen> {
        Battle::pending(self).map_or_else(Vec::new, |request| S::pens(self.state(), &request.ask))
    }

    fn ideas(&self) -> Vec<Idea> {
        let Some(request) = Battle::pending(self).filter(|request| request.free) else {
            return Vec::new();
        };
        let mut found: Vec<Idea> = Vec::new();
        for idea in S::ideas(self.state(), &request.ask) {
            let known = found.iter().any(|one| one.choice == idea.choice)
                || request.options.iter().any(|offered| offered.choice == idea.choice);
            if !known && odds::judge(self, &idea.choice).is_ok() {
                found.push(idea);
            }
        }
        found
    }

    fn used(&self, line: &str) -> Option<(i32, i32)> {
        let choice = Choice::parse(line, self.state()).ok()?;
        S::used(self.state(), &Battle::pending(self)?.ask, &choice)
    }

    fn faults(&self, line: &str) -> Vec<Mark> {
        let (Some(request), Ok(choice)) = (Battle::pending(self), Choice::parse(line, self.state())) else {
            return Vec::new();
        };
        S::faults(self.state(), &request.ask, &choice)
    }

    fn shortened(&self, line: &str) -> Option<String> {
        let choice = Choice::parse(line, self.state()).ok()?;
        let ways = S::shortened(self.state(), &Battle::pending(self)?.ask, &choice);
        ways.iter().find(|way| odds::judge(self, way).is_ok()).map(|way| way.line(self.state()))
    }

    fn measuring(&self) -> Result<(), Refusal> {
        S::measuring(self.state(), Battle::pending(self).map(|request| &request.ask))
    }

    fn standing(&self, prompt: &str) -> Vec<Standing> {
        S::standing(prompt)
    }

    fn moment(&self) -> usize {
        Battle::moment(self) as usize
    }

    fn facts(&self, from: usize) -> Vec<String> {
        self.facts_from(from).iter().map(|fact| fact.line(self.state()).to_string()).collect()
    }

    fn answer(&mut self, seat: Seat, line: &str) -> Result<(), Declined> {
        Battle::answer(self, seat, line).map(|_| ())
    }

    fn feed(&mut self, fact: &str) -> Result<(), String> {
        let wrong = |why: Declined| format!("{fact:?} does not fit: {why}");
        let done = match FactLine::parse(fact).map_err(|why| why.0)? {
            FactLine::Dice(faces) => self.throw(&faces),
            FactLine::Choice(seat, text) => Battle::answer(self, seat, &text),
        };
        done.map(|_| ()).map_err(wrong)
    }

    fn deal(&mut self, seed: Seed, own_dice: Seats, committed: bool) {
        Battle::deal(self, seed, own_dice, committed);
    }

    fn takes_back(&self, seats: &[Seat]) -> Option<TakesBack> {
        let mut found = TakesBack { dice: 0, others: Vec::new(), measured: false, choices: 0, label: String::new() };
        for fact in self.facts_back() {
            match fact {
                Fact::Dice(_) => found.dice += 1,
                Fact::Choice(seat, choice) => {
                    found.choices += 1;
                    if seats.contains(&seat) {
                        found.label = Live::label(self, &choice);
                        found.measured = measured_since(self, found.choices);
                        return Some(found);
                    }
                    if !found.others.contains(&seat) {
                        found.others.push(seat);
                    }
                }
            }
        }
        None
    }

    fn undo(&mut self, seats: &[Seat]) -> bool {
        self.takes_back(seats).is_some_and(|found| self.take_back(found.choices))
    }

    fn redoable(&self) -> Option<Seat> {
        match Battle::undone(self).last() {
            Some(Fact::Choice(seat, _)) => Some(*seat),
            _ => None,
        }
    }

    fn undone(&self) -> Vec<String> {
        Battle::undone(self).iter().map(|fact| fact.line(self.state()).to_string()).collect()
    }

    fn set_undone(&mut self, lines: &[String]) {
        // What comes first is at the end; behind the first line that means nothing now nothing can follow.
        let read: Vec<Fact> = lines.iter().rev().map_while(|line| Fact::parse(line, self.state()).ok()).collect();
        Battle::set_undone(self, read.into_iter().rev().collect());
    }

    fn redo(&mut self) -> bool {
        Battle::redo(self)
    }

    fn orders(&self) -> &[Order] {
        Battle::orders(self)
    }

    fn order(&mut self, seat: Seat, prompt: &str, verb: &str, amount: Amount) -> Result<(), String> {
        let verb = Name::known(verb).ok_or("no choice begins with that word")?;
        // More than any game asks; a player cannot fill the memory with orders.
        if prompt.len() > 40 || Battle::orders(self).len() >= 64 {
            return Err("too many standing orders".into());
        }
        let prompt = prompt.to_owned();
        self.give_order(Order { seat, prompt, verb, amount });
        Ok(())
    }

    fn lift(&mut self, seat: Seat, prompt: &str) {
        self.lift_order(seat, prompt);
    }

    fn fork(&self, steps: usize) -> Box<dyn Live> {
        Box::new(Battle::fork(self, steps))
    }

    fn thought(&self, mind: &str, seed: u64) -> Option<Thought> {
        thought::of(self, mind, seed)
    }

    fn odds(&self, line: &str) -> Result<Odds, Declined> {
        S::measuring(self.state(), Battle::pending(self).map(|request| &request.ask)).map_err(Declined::Illegal)?;
        odds::of(self, line)
    }

    fn deed_odds(&self, number: usize, step: Option<usize>) -> Option<Odds> {
        odds::of_deed::<S>(&at(self, step), number)
    }
}

/// The state before a finished step; without one, or where it is not finished, that of the present.
fn at<S: Shown>(battle: &Battle<S>, step: Option<usize>) -> Moment<'_, S> {
    let then = step.and_then(|step| Battle::steps(battle).start(step));
    then.map_or(Moment::Now(battle.state()), Moment::Then)
}

enum Moment<'a, S: Shown> {
    Now(&'a S::State),
    Then(Arc<S::State>),
}

impl<S: Shown> Deref for Moment<'_, S> {
    type Target = S::State;

    fn deref(&self) -> &S::State {
        match self {
            Moment::Now(state) => state,
            Moment::Then(state) => state,
        }
    }
}

/// What may be seen with the bare eye; whatever shows a distance goes where measuring is closed.
fn unmeasured<S: Shown>(battle: &Battle<S>, mut marks: Vec<Mark>) -> Vec<Mark> {
    if Live::measuring(battle).is_err() {
        marks.retain(|mark| !matches!(mark.kind, Drawn::Reach | Drawn::Threat | Drawn::Risk | Drawn::Blast));
    }
    marks
}

/// Whether nothing could be measured so many choices ago, and now it can. Asked of the past only where measuring is bound.
fn measured_since<S: Shown>(battle: &Battle<S>, choices: usize) -> bool {
    let open =
        |battle: &Battle<S>| S::measuring(battle.state(), Battle::pending(battle).map(|request| &request.ask)).is_ok();
    if S::measuring(battle.state(), None).is_ok() || !open(battle) {
        return false;
    }
    let mut before = battle.clone();
    before.take_back(choices) && !open(&before)
}

fn line<S: Shown>(number: usize, told: &Told<S::Event>, state: &S::State) -> LogLine {
    let mut fields = Fields::default();
    told.event.fields(state, &mut fields);
    let mut figures = Vec::new();
    for (_, value) in &fields.0 {
        if let Value::Figure(figure, _) = value
            && !figures.contains(figure)
        {
            figures.push(*figure);
        }
    }
    LogLine {
        number,
        step: 0,
        rule: told.rule,
        origin: S::origin(state, told.rule, rulebook::entry(told.rule).and_then(|entry| entry.origin))
            .filter(|origin| *origin != "source"),
        notes: told.notes.clone(),
        name: told.event.name(),
        text: told.event.sentence(state),
        figures,
        roll: rolled::<S>(&told.event, &fields),
        duel: told.event.duel(),
        seen: seen::<S>(&told.event, state),
        fields: fields.0.into_iter().map(|(key, value)| (key, value.to_string())).collect(),
    }
}

/// What is seen of an event, with its words as people read them.
fn seen<S: Shown>(event: &S::Event, state: &S::State) -> Option<Seen> {
    let Happening { act, figure, by, place, seat, amount, word } = S::happening(event);
    let at = place.map(|place| match place {
        Place::Square(square) => (i32::from(square.x) * 1000 + 500, i32::from(square.y) * 1000 + 500),
        Place::Spot(spot) => (spot.x, spot.y),
    });
    let word = word.map(|word| match word {
        Word::Text(text) => kernel::capital(text),
        Word::Name(name) => state.name_title(by.or(figure), name),
    });
    (act != Act::Quiet).then_some(Seen { act, figure, by, at, seat, amount, word })
}

/// The roll that an event tells of, read from its fields.
fn rolled<S: Shown>(event: &S::Event, fields: &Fields) -> Option<Rolled> {
    let throw = event.rolls()?;
    let number = |key: &str| match fields.get(key) {
        Some(Value::Number(number)) => Some(*number as i32),
        _ => None,
    };
    let total = number("total").or(number("result"));
    // Where an event says what was rolled, that is what the dice showed.
    let natural = number("rolled").or(number("natural")).or(total)?;
    let modifiers = match fields.get("modifiers") {
        Some(Value::Modifiers(modifiers)) => modifiers.list().iter().map(Change::from).collect(),
        _ => Vec::new(),
    };
    // Where an event says what was rolled for, that tells more than its name.
    let name = match fields.get("what") {
        Some(Value::Text(what)) => format!("for {what}"),
        _ => event.name().trim_end_matches("-rolled").trim_end_matches("-fell").replace('-', " "),
    };
    Some(Rolled {
        name,
        throw,
        natural,
        total: total.unwrap_or(natural),
        needed: number("needed"),
        modifiers,
        verdict: S::verdict(event),
    })
}
