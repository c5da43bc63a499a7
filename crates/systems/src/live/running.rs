//! Every battle of every system is a [`Live`] one.

use super::{Change, Live, LogLine, Odds, Rolled, Sheet, Shown, TakesBack, Thought, odds, thought};
use kernel::battle::{Declined, Order, fact_line};
use kernel::{
    Battle, Choice, Fact, Fields, Figure, Name, Outcome, Pack, Record, Request, Scene, Seat, Seats, Seed, Setup, Tags,
    Tale, Told, Value,
};
use std::ops::Range;

impl<S: Shown> Live for Battle<S> {
    fn system(&self) -> &'static str {
        S::NAME
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

    fn commitment(&self) -> Option<String> {
        self.seed().map(|seed| seed.commitment())
    }

    fn scene(&self, seat: Option<Seat>, step: Option<usize>) -> Scene {
        let then = step.and_then(|step| Battle::steps(self).get(step));
        S::scene(then.map_or(self.state(), |step| &step.start), seat)
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
        let then = step.and_then(|step| Battle::steps(self).get(step));
        then.map_or(Battle::told(self).len(), |step| step.told_before)
    }

    fn log(&self, numbers: Range<usize>, seat: Option<Seat>) -> Vec<LogLine> {
        let all = Battle::told(self);
        let (from, until) = (numbers.start.min(all.len()), numbers.end.min(all.len()));
        let seen = all[from..until.max(from)].iter().enumerate().filter(|(_, told)| match seat {
            Some(seat) => told.seats.contains(seat),
            None => told.seats == Seats::ALL,
        });
        seen.map(|(at, told)| line::<S>(from + at, told, self.state())).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        Battle::outcome(self)
    }

    fn record(&self, engine: &str) -> Record {
        Record::of(self, engine)
    }

    fn card(&self, figure: Figure) -> Option<Sheet> {
        S::card(self.state(), figure)
    }

    fn moment(&self) -> usize {
        Battle::moment(self) as usize
    }

    fn facts(&self, from: usize) -> Vec<String> {
        facts(self).skip(from).map(|fact| fact_line(fact, self.state())).collect()
    }

    fn answer(&mut self, seat: Seat, line: &str) -> Result<(), Declined> {
        Battle::answer(self, seat, line).map(|_| ())
    }

    fn feed(&mut self, fact: &str) -> Result<(), String> {
        let wrong = |why: Declined| format!("{fact:?} does not fit: {why}");
        if let Some(faces) = fact.strip_prefix("dice: ") {
            let faces: Result<Vec<u8>, _> = faces.split(' ').map(str::parse).collect();
            let faces = faces.map_err(|_| format!("{fact:?} names no dice"))?;
            return self.throw(&faces).map(|_| ()).map_err(wrong);
        }
        let (seat, text) = fact.split_once(": ").ok_or_else(|| format!("{fact:?} is no fact"))?;
        let mut letters = seat.chars();
        let (Some(seat), None) = (letters.next().and_then(Seat::from_letter), letters.next()) else {
            return Err(format!("{fact:?} names no seat"));
        };
        Battle::answer(self, seat, text).map(|_| ()).map_err(wrong)
    }

    fn deal(&mut self, seed: Seed, own_dice: Seats, committed: bool) {
        Battle::deal(self, seed, own_dice, committed);
    }

    fn takes_back(&self, seats: &[Seat]) -> Option<TakesBack> {
        let mut found = TakesBack { dice: 0, others: Vec::new(), choices: 0, label: String::new() };
        let all: Vec<&Fact> = facts(self).collect();
        for fact in all.into_iter().rev() {
            match fact {
                Fact::Dice(_) => found.dice += 1,
                Fact::Choice(seat, choice) => {
                    found.choices += 1;
                    if seats.contains(seat) {
                        found.label = Live::label(self, choice);
                        return Some(found);
                    }
                    if !found.others.contains(seat) {
                        found.others.push(*seat);
                    }
                }
            }
        }
        None
    }

    fn undo(&mut self, seats: &[Seat]) -> bool {
        let Some(found) = self.takes_back(seats) else {
            return false;
        };
        (0..found.choices).all(|_| Battle::undo(self).is_some())
    }

    fn redoable(&self) -> Option<Seat> {
        match self.undone() {
            Some(Fact::Choice(seat, _)) => Some(*seat),
            _ => None,
        }
    }

    fn redo(&mut self) -> bool {
        Battle::redo(self)
    }

    fn orders(&self) -> &[Order] {
        Battle::orders(self)
    }

    fn order(&mut self, seat: Seat, prompt: &str, verb: &str) -> Result<(), String> {
        let verb = Name::known(verb).ok_or("no choice begins with that word")?;
        // More than any game asks; a player cannot fill the memory with orders.
        if prompt.len() > 40 || Battle::orders(self).len() >= 64 {
            return Err("too many standing orders".into());
        }
        let prompt = prompt.to_owned();
        self.give_order(Order { seat, prompt, verb });
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
        odds::of(self, line)
    }
}

fn facts<S: Shown>(battle: &Battle<S>) -> impl Iterator<Item = &Fact> {
    Battle::steps(battle).iter().flat_map(|step| &step.facts).chain(battle.facts())
}

fn line<S: Shown>(number: usize, told: &Told<S::Event>, state: &S::State) -> LogLine {
    let mut fields = Fields::default();
    told.event.fields(state, &mut fields);
    let mut figures = Vec::new();
    for (_, value) in &fields.0 {
        if let Value::Text(text) = value
            && text.contains('.')
            && let Some(figure) = state.tagged(text)
            && !figures.contains(&figure)
        {
            figures.push(figure);
        }
    }
    LogLine {
        number,
        rule: told.rule,
        notes: told.notes.clone(),
        name: told.event.name(),
        text: told.event.sentence(state),
        figures,
        roll: rolled::<S>(&told.event, &fields),
        fields: fields.0.into_iter().map(|(key, value)| (key, value.to_string())).collect(),
    }
}

/// The roll that an event tells of, read from its fields.
fn rolled<S: Shown>(event: &S::Event, fields: &Fields) -> Option<Rolled> {
    let throw = S::thrown(event)?;
    let number = |key: &str| match fields.get(key) {
        Some(Value::Number(number)) => Some(*number as i32),
        _ => None,
    };
    let total = number("total").or(number("result"));
    let natural = number("natural").or(total)?;
    let modifiers = match fields.get("modifiers") {
        Some(Value::List(items)) => items.iter().filter_map(|item| change(item)).collect(),
        _ => Vec::new(),
    };
    let name = event.name().trim_end_matches("-rolled").replace('-', " ");
    Some(Rolled { name, throw, natural, total: total.unwrap_or(natural), needed: number("needed"), modifiers })
}

/// `Charge +2 SW-CHARGE-03`, as events write their modifiers.
fn change(item: &str) -> Option<Change> {
    let (rest, rule) = item.rsplit_once(' ')?;
    let (label, amount) = rest.rsplit_once(' ')?;
    Some(Change { label: label.to_owned(), amount: amount.parse().ok()?, rule: rule.to_owned() })
}
