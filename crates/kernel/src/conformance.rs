//! What every system must pass, by random play: the same code for every game from its first day.
//!
//! For each battle: every offered answer is legal, mutated answers are refused and change nothing, choice lines and
//! records survive being written and read, a replay gives the same hashes, nothing hangs on kept buffers, undo and redo
//! come back to the same place, a seat's view does not change when only hidden things do, invariants hold between steps,
//! and the battle ends.

use crate::oracle::{Dealer, Fact, Live, Mind, Refused, Seated, Situation, answer_open};
use crate::record::Record;
use crate::{
    Answer, Ask, Battle, Choice, Declined, EventText, Flow, Log, Name, Outcome, Question, Rng, Seat, Seats, Seed,
    SeededDice, Setup, System, Thing, Walk, Way, decision, state_hash,
};
use std::sync::Arc;

/// What a run of the suite did; printed so that one sees it was no empty run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub battles: u64,
    pub decisions: u64,
    pub refused: u64,
    pub steps: u64,
}

/// How hard to look. Checking every moment of every battle through a live battle is thorough and slow.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Battles played at full speed, with invariants checked after every step.
    pub quick: u64,
    /// Battles played through [`Battle`], with everything checked at every decision.
    pub thorough: u64,
    /// More decisions than any sensible battle takes.
    pub most_decisions: u64,
}

/// What a game's test plays: see `pack::conformance!`.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Battles at full speed. `FRAY_BATTLES` in the environment says another number.
    pub battles: u64,
    /// Of so many battles one is played again with everything checked.
    pub one_in: u64,
    pub most_decisions: u64,
    /// How often the suite has to have tried something illegal: else it has seen nothing.
    pub refused: u64,
    pub decisions: u64,
}

impl Default for Suite {
    fn default() -> Suite {
        Suite { battles: 60, one_in: 10, most_decisions: 60_000, refused: 100, decisions: 100 }
    }
}

impl Suite {
    /// # Panics
    /// At the first thing that is wrong, with the seed that shows it, or if hardly anything was tried.
    pub fn run<S: System>(self, pack: &Arc<S::Pack>, setups: &[Setup]) {
        let quick = battles(self.battles);
        let depth = Depth { quick, thorough: quick / self.one_in, most_decisions: self.most_decisions };
        let tally = check::<S>(pack, setups, depth, 1).unwrap_or_else(|why| panic!("{}: {why}", S::NAME));
        println!("{tally:?}");
        assert_eq!(tally.battles, depth.quick + depth.thorough);
        let tried = tally.refused > self.refused && tally.decisions > self.decisions;
        assert!(tried, "hardly anything was tried: {tally:?}");
    }
}

/// How many battles to play where nobody has said a number.
pub fn battles(usual: u64) -> u64 {
    std::env::var("FRAY_BATTLES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Runs the whole suite.
///
/// # Errors
/// The first thing that is wrong, with the seed that shows it.
pub fn check<S: System>(pack: &Arc<S::Pack>, setups: &[Setup], depth: Depth, seed: u64) -> Result<Tally, String> {
    let mut tally = Tally::default();
    if let Some(setup) = setups.first() {
        questions_say_why::<S>(pack, setup)?;
    }
    for battle in 0..depth.quick {
        let setup = &setups[battle as usize % setups.len()];
        quick::<S>(pack, setup, seed + battle, depth.most_decisions, &mut tally)
            .map_err(|why| format!("seed {}: {why}", seed + battle))?;
    }
    for battle in 0..depth.thorough {
        let setup = &setups[battle as usize % setups.len()];
        thorough::<S>(pack, setup, seed + battle, depth.most_decisions, &mut tally)
            .map_err(|why| format!("seed {}: {why}", seed + battle))?;
    }
    Ok(tally)
}

/// Every question says in one plain sentence why it is asked: for a player who has not read the book, so without ids of
/// rules and words of code.
fn questions_say_why<S: System>(pack: &Arc<S::Pack>, setup: &Setup) -> Result<(), String> {
    let state = S::begin(pack, setup).map_err(|problems| format!("the setup is not legal: {problems:?}"))?;
    for declared in decision::all::<S>() {
        let prompt = declared.decision.prompt;
        let why = (declared.why)(&state, &declared.decision.to(Seat(0))).unwrap_or_default();
        let coded = why.split_whitespace().any(|word| word.contains(['_', '{', '`']) || word.matches('-').count() > 1);
        if !why.ends_with('.') || why.len() < 20 || why.len() > 160 || coded {
            return Err(format!("`{prompt}` does not say why it is asked in one plain sentence: {why:?}"));
        }
    }
    Ok(())
}

/// A mind that answers anything at random.
#[derive(Debug)]
struct Chance(Rng);

impl<S: System> Mind<S> for Chance {
    fn decide(&mut self, _: &Situation<'_, S>, _: &Ask, question: &dyn Question) -> Answer {
        question.sample(&mut self.0)
    }
}

fn quick<S: System>(pack: &Arc<S::Pack>, setup: &Setup, seed: u64, most: u64, tally: &mut Tally) -> Result<(), String> {
    let mut state = S::begin(pack, setup).map_err(|problems| format!("the setup is not legal: {problems:?}"))?;
    let mut minds: Vec<Box<dyn Mind<S>>> = (0..S::seats(&state))
        .map(|seat| Box::new(Chance(Rng::new(seed * 31 + u64::from(seat)))) as Box<dyn Mind<S>>)
        .collect();
    let mut dice = SeededDice::new(Seed::from_number(seed));
    let (mut log, mut scratch) = (Log::off(), S::Scratch::default());
    let (mut thrown, mut decisions, mut facts) = (0, 0, Vec::new());
    while S::outcome(&state).is_none() {
        let checkpoint = state.clone();
        let mut oracle = Seated::<S> {
            minds: &mut minds,
            dice: &mut dice,
            checkpoint: &checkpoint,
            facts: &mut facts,
            keep_facts: true,
            thrown: &mut thrown,
            decisions: &mut decisions,
        };
        S::run(&mut state, &mut oracle, &mut log, &mut scratch)
            .map_err(|_| "a step paused though every mind answers".to_string())?;
        if let Err(why) = S::invariants(&state) {
            let story = story::<S>(checkpoint, &mut facts);
            return Err(format!("after {decisions} decisions: {why}; its step:\n{story}"));
        }
        buffers_decide_nothing::<S>(checkpoint, &mut facts, &state)
            .map_err(|why| format!("step {}, after {decisions} decisions: {why}", tally.steps + 1))?;
        facts.clear();
        tally.steps += 1;
        if decisions > most {
            return Err(format!("no end after {decisions} decisions"));
        }
    }
    sides_end_together::<S>(&state)?;
    tally.battles += 1;
    tally.decisions += decisions;
    Ok(())
}

/// Everybody is on one side, a side is named by its first seat, and allies share its score.
fn sides_end_together<S: System>(state: &S::State) -> Result<(), String> {
    let (sides, Some(outcome)) = (S::sides(state), S::outcome(state)) else { return Ok(()) };
    for seat in (0..S::seats(state)).map(Seat) {
        let own: Vec<&Seats> = sides.iter().filter(|side| side.contains(seat)).collect();
        if own[..] != [&S::allies(state, seat)] {
            return Err(format!("seat {seat} is on the sides {own:?} and its allies are {:?}", S::allies(state, seat)));
        }
    }
    let first = |seat| sides.iter().any(|side| side.iter().next() == Some(seat));
    if let Some(seat) = outcome.winner.filter(|seat| !first(*seat)) {
        return Err(format!("the winning side is named by seat {seat}, which is not its first"));
    }
    let scores = |side: &Seats| side.iter().map(|seat| outcome.scores.get(seat.index())).collect::<Vec<_>>();
    match sides.iter().find(|side| scores(side).windows(2).any(|pair| pair[0] != pair[1])) {
        Some(side) => Err(format!("the allies {side:?} have the scores {:?}", scores(side))),
        None => Ok(()),
    }
}

/// What a step tells, line by line, as far as it goes, and the facts it was played with.
fn story<S: System>(mut state: S::State, facts: &mut Vec<Fact>) -> String {
    let mut log = Log::on();
    let _ = again::<S>(&mut state, facts, &mut log);
    let told = log.told.iter().map(|told| format!("{} {}", told.rule, told.event.sentence(&state)));
    let lines: Vec<String> = told.chain(facts.iter().map(|fact| format!("{fact:?}"))).collect();
    lines.join("\n")
}

/// A step once more from its facts, with fresh buffers: how it ended, how many of them it asked for, and which was refused.
fn again<S: System>(
    state: &mut S::State,
    facts: &mut Vec<Fact>,
    log: &mut Log<S::Event>,
) -> (Flow, usize, Option<Refused>) {
    let mut scratch = S::Scratch::default();
    let mut dealer = Dealer { dice: None, own_dice: Seats::ALL };
    let mut live = Live::new(facts, &mut dealer, 0);
    let flow = S::run(state, &mut live, log, &mut scratch);
    (flow, live.used(), live.refused.take())
}

/// Whatever a system keeps from step to step to be fast, the same facts lead to the same state without it.
fn buffers_decide_nothing<S: System>(start: S::State, facts: &mut Vec<Fact>, end: &S::State) -> Result<(), String> {
    let mut state = start;
    let (flow, used, refused) = again::<S>(&mut state, facts, &mut Log::off());
    match (flow, refused) {
        (_, Some(refused)) => Err(format!("with fresh buffers fact {} is refused: {:?}", refused.fact, refused.why)),
        (Err(_), None) => Err("with fresh buffers more is asked".to_owned()),
        (Ok(()), None) if used < facts.len() => Err(format!("with fresh buffers only {used} facts are asked for")),
        (Ok(()), None) if state_hash::<S>(&state) != state_hash::<S>(end) => {
            Err("with fresh buffers the step ends elsewhere".to_owned())
        }
        (Ok(()), None) => Ok(()),
    }
}

fn thorough<S: System>(
    pack: &Arc<S::Pack>,
    setup: &Setup,
    seed: u64,
    most: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut battle = Battle::<S>::begin(pack, setup.clone(), Some(Seed::from_number(seed)))
        .map_err(|problems| format!("the setup is not legal: {problems:?}"))?;
    let mut rng = Rng::new(seed);
    let mut decisions = 0;
    while let Some(request) = battle.pending().cloned() {
        let place = format!("decision {decisions} ({} {})", request.ask.seat, request.ask.prompt());
        let fail = |why: String| format!("{place}: {why}");
        decisions += 1;
        if decisions > most {
            return Err(format!("no end after {decisions} decisions"));
        }
        lines_round_trip(
            &battle,
            &request.options.iter().map(|option| (option.choice.clone(), option.line.clone())).collect::<Vec<_>>(),
        )
        .map_err(fail)?;
        if decisions % 5 == 0 {
            refusals_change_nothing(&mut battle, &request, &mut rng, tally).map_err(fail)?;
        }
        let line = answer(&battle, &mut rng).map_err(fail)?;
        let before = (battle.moment(), battle.told_count());
        battle
            .answer(request.ask.seat, &line)
            .map_err(|why| fail(format!("the offered answer {line:?} was refused: {why}")))?;
        if decisions % 7 == 0 {
            undo_and_redo(&mut battle, before).map_err(fail)?;
        }
        S::invariants(battle.checkpoint()).map_err(fail)?;
        views_hide(&battle, &mut rng).map_err(fail)?;
    }
    if battle.outcome().is_none() {
        return Err("nothing is asked, yet the battle is not over".into());
    }
    record_round_trips(&battle)?;
    tally.battles += 1;
    tally.decisions += decisions;
    tally.steps += battle.steps().len() as u64;
    Ok(())
}

/// A random answer, found by running the step once more with a mind at the table.
fn answer<S: System>(battle: &Battle<S>, rng: &mut Rng) -> Result<String, String> {
    let line = answer_open::<S>(battle.checkpoint(), battle.facts(), |_, question| question.sample(rng));
    line.ok_or_else(|| "the re-run did not come to the pending question".into())
}

fn lines_round_trip<S: System>(battle: &Battle<S>, options: &[(Choice, String)]) -> Result<(), String> {
    for (choice, line) in options {
        let read = Choice::parse(line, battle.state()).map_err(|why| format!("{line:?} cannot be read: {why}"))?;
        if read != *choice || read.line(battle.state()) != *line {
            return Err(format!("{line:?} is read as {read:?}"));
        }
    }
    Ok(())
}

fn refusals_change_nothing<S: System>(
    battle: &mut Battle<S>,
    request: &crate::Request,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let before = (state_hash::<S>(battle.state()), battle.moment(), battle.told_count(), battle.pending().cloned());
    let seat = request.ask.seat;
    let other = Seat((seat.0 + 1) % S::seats(battle.state()));
    let line = request.options.first().map_or("end".to_string(), |option| option.line.clone());
    let long = "x".repeat(1 << 20);
    let mut tries: Vec<(Seat, String)> = vec![
        (other, line.clone()),
        (seat, String::new()),
        (seat, "no-such-verb".into()),
        (seat, long),
        (seat, "dice 4".into()),
    ];
    for option in request.options.iter().take(4) {
        let mutated = mutate(&option.choice, rng);
        if !request.options.iter().any(|option| option.choice == mutated) {
            tries.push((seat, mutated.line(battle.state())));
        }
    }
    tries.push((
        seat,
        Choice::walk(Name::of("move"), Walk::from_iter([space::grid::Square::new(250, 250)])).line(battle.state()),
    ));
    for (who, text) in tries {
        match battle.answer(who, &text) {
            Err(
                Declined::Illegal(_)
                | Declined::Unlisted { .. }
                | Declined::Malformed(_)
                | Declined::NotYours { .. }
                | Declined::ChoiceExpected,
            ) => tally.refused += 1,
            Err(why) => return Err(format!("{text:.60} was declined oddly: {why}")),
            // A mutated choice may happen to be legal; then the battle went on and is brought back.
            Ok(_) => {
                battle.undo();
            }
        }
        let after = (state_hash::<S>(battle.state()), battle.moment(), battle.told_count(), battle.pending().cloned());
        if after != before {
            return Err(format!("{text:.60} changed the battle"));
        }
    }
    if battle.answer_at(battle.moment() + 1, seat, &line) != Err(Declined::Stale { now: battle.moment() }) {
        return Err("an answer to another moment was taken".into());
    }
    Ok(())
}

/// Changes one thing of a choice.
fn mutate(choice: &Choice, rng: &mut Rng) -> Choice {
    let mut other = choice.clone();
    for thing in &mut other.things {
        match thing {
            Thing::Square(square) => square.x = square.x.wrapping_add(1 + rng.below(200) as u8),
            Thing::Number(number) => *number += 1 + rng.below(1000) as i32,
            Thing::None => *thing = Thing::Number(7),
            _ => continue,
        }
        return other;
    }
    other.way = Way::None;
    other.verb = Name::of("end");
    other
}

fn undo_and_redo<S: System>(battle: &mut Battle<S>, before: (u64, usize)) -> Result<(), String> {
    // What was told last, and of it more than one choice can have led to.
    let told = |battle: &Battle<S>| battle.told_in(before.1.saturating_sub(10)..usize::MAX);
    let after = (state_hash::<S>(battle.state()), battle.moment(), told(battle));
    battle.undo().ok_or("nothing to undo after an answer")?;
    if (battle.moment(), battle.told_count()) != before {
        return Err(format!(
            "undo leads to moment {} with {} events, not back to {before:?}",
            battle.moment(),
            battle.told_count()
        ));
    }
    if !battle.redo() {
        return Err("redo did not work".into());
    }
    let again = (state_hash::<S>(battle.state()), battle.moment(), told(battle));
    if again != after {
        return Err("redo does not come back to the same place".into());
    }
    Ok(())
}

/// What a seat is shown must not change when only what it may not know changes.
fn views_hide<S: System>(battle: &Battle<S>, rng: &mut Rng) -> Result<(), String> {
    for seat in (0..S::seats(battle.state())).map(Seat) {
        let mut imagined = battle.checkpoint().clone();
        S::imagine(&mut imagined, seat, rng);
        if S::scene(&imagined, Some(seat)) != S::scene(battle.checkpoint(), Some(seat)) {
            return Err(format!("side {seat} is shown something it may not know"));
        }
        // The public knows no more than any seat.
        if S::scene(&imagined, None) != S::scene(battle.checkpoint(), None) {
            return Err(format!("onlookers are shown something that side {seat} may not know"));
        }
    }
    Ok(())
}

fn record_round_trips<S: System>(battle: &Battle<S>) -> Result<(), String> {
    let record = Record::of(battle, "test");
    let text = record.to_string();
    let read = Record::parse(&text).map_err(|why| format!("its record cannot be read: {why}"))?;
    if read.to_string() != text {
        return Err("its record is not the same when written again".into());
    }
    let replayed = read.verify::<S>(battle.pack()).map_err(|why| format!("its record does not verify: {why}"))?;
    let (found, expected): (Option<Outcome>, _) = (replayed.outcome(), battle.outcome());
    if found != expected || replayed.told() != battle.told() {
        return Err("its replay differs".into());
    }
    let fork = battle.fork(battle.steps().len() / 2);
    if fork.steps().len() != battle.steps().len() / 2 && fork.outcome().is_none() && fork.pending().is_none() {
        return Err("a fork from the middle asks nothing".into());
    }
    Ok(())
}
