//! The Movement phase: one warrior at a time, then hiding (CH-TURN-12, CH-TURN-13).

mod plan;

use super::{edge, frame};
use crate::cards::{Objective, Stat, Trait};
use crate::free::Free;
use crate::ground::{Gait, INCH};
use crate::moving::{self, End};
use crate::sight::{Gallery, looking};
use crate::state::{Did, Place, Stage, State};
use crate::verbs::{On, Word};
use crate::{Event, Table, reasons, victory};
use kernel::{Ask, Choice, Figure, Flow, Name, Refusal, Rng, Seat, Way};
use plan::Plan;
use rulebook::CH;
use space::inches::Spot;
use std::cell::RefCell;

/// May this warrior move in this phase at all (CH-TURN-12)?
fn may_move(state: &State, figure: Figure) -> bool {
    let warrior = state.warrior(figure);
    let did = warrior.did;
    let busy = [Did::Charged, Did::FailedCharge, Did::Fell, Did::Rallied, Did::Seen];
    warrior.steady() && !warrior.idle && !busy.into_iter().any(|deed| did.has(deed)) && !state.is_engaged(figure)
}

/// One warrior moves, or the phase goes on to hiding.
///
/// # Errors
/// Pauses for choices and dice.
pub fn step(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let options: Vec<On> =
        t.state.band(seat).filter(|figure| may_move(t.state, *figure)).map(|figure| On("move", figure)).collect();
    let mut choices: Vec<Turn> = options.iter().map(|on| Turn::Move(on.1)).collect();
    hand_overs(t.state, seat, &mut choices);
    if choices.is_empty() {
        return finish(t);
    }
    choices.push(Turn::Done);
    let why = |state: &State, choice: &Choice| reasons::walk(state, seat, choice);
    let chosen = reasons::pick(t, Ask::new(seat, "move", CH::TURN_12), &choices, why)?;
    let figure = match choices[chosen] {
        Turn::Move(figure) => figure,
        Turn::Hand(from, to) => {
            hand_over(t, from, to);
            return Ok(());
        }
        Turn::Done => return finish(t),
    };
    t.state.warrior_mut(figure).did.add(Did::Seen);
    t.within(|state| frame(state, figure, None, "Move", CH::MOVE_01), |t| go(t, figure))?;
    victory::settle(t);
    Ok(())
}

fn finish(t: &mut Table<'_>) -> Flow {
    for warrior in &mut t.state.warriors {
        warrior.did.drop(Did::Seen);
    }
    t.state.stage = Stage::Hide;
    Ok(())
}

#[derive(Clone, Copy, Debug)]
enum Turn {
    Move(Figure),
    Hand(Figure, Figure),
    Done,
}

/// A carrier may hand his object to a friend in contact, once a turn (CH-DEPLOY-09).
fn hand_overs(state: &State, seat: Seat, choices: &mut Vec<Turn>) {
    let able = |figure: Figure| state.warrior(figure).steady() && !state.is_engaged(figure);
    for from in state.band(seat).filter(|figure| state.warrior(*figure).shard.is_some() && able(*figure)) {
        if state.warrior(from).did.has(Did::HandedOver) {
            continue;
        }
        let fits = |to: &Figure| {
            *to != from
                && able(*to)
                && state.warrior(*to).shard.is_none()
                && !state.warrior(*to).did.has(Did::HandedOver)
                && state.sheet(*to).may_carry()
                && state.base(from).touches(&state.base(*to))
        };
        choices.extend(state.band(seat).filter(fits).map(|to| Turn::Hand(from, to)));
    }
}

fn hand_over(t: &mut Table<'_>, from: Figure, to: Figure) {
    let Some(shard) = t.state.warrior_mut(from).shard.take() else { return };
    t.state.warrior_mut(from).did.add(Did::HandedOver);
    t.state.warrior_mut(to).did.add(Did::HandedOver);
    t.state.warrior_mut(to).shard = Some(shard);
    t.state.shards[shard as usize].carrier = Some(to);
    t.tell(CH::DEPLOY_09, || Event::ShardHanded { warrior: from, to });
}

impl kernel::Offer<crate::Coreheim> for Turn {
    fn choice(&self, state: &State) -> Choice {
        match self {
            Turn::Move(figure) => On("move", *figure).choice(state),
            Turn::Hand(from, to) => {
                Choice::new(Name::of("hand"), &[kernel::Thing::Figure(*from), kernel::Thing::Figure(*to)])
            }
            Turn::Done => Word("done").line(),
        }
    }
}

/// May he run: no visible standing enemy within 8 inches (CH-RUN-03, CH-RUN-04), and nothing that keeps him from it.
pub(crate) fn may_run(state: &State, gallery: &mut Gallery, figure: Figure) -> Result<(), Refusal> {
    const NEAR: i32 = 8 * INCH;
    if state.warrior(figure).did.has(Did::StoodUp) {
        return Err(Refusal::new(CH::TURN_08, "who stood up this turn does not run"));
    }
    if state.sheet(figure).is(Trait::Shambling) {
        return Err(Refusal::new(CH::PSYCH_28, "the shambling do not run"));
    }
    if state.warrior(figure).shard.is_some() {
        return Err(Refusal::new(CH::DEPLOY_09, "a carrier does not run"));
    }
    let near = |foe: &Figure| {
        let warrior = state.warrior(*foe);
        state.enemies(figure, *foe) && warrior.steady() && !warrior.hidden && state.within(figure, *foe, NEAR)
    };
    if state.present().filter(near).any(|foe| gallery.sees(state, figure, foe)) {
        return Err(Refusal::new(CH::RUN_03, "an enemy within 8 inches is in view"));
    }
    Ok(())
}

/// Enemies within 8 inches who are down or fleeing do not keep anybody from running (CH-RUN-04).
fn passed_by(t: &mut Table<'_>, figure: Figure) -> bool {
    const NEAR: i32 = 8 * INCH;
    let state = &*t.state;
    let near = |foe: &Figure| state.enemies(figure, *foe) && state.within(figure, *foe, NEAR);
    let mut down = state.present().filter(|foe| near(foe) && !state.warrior(*foe).steady());
    down.next().is_some()
}

/// Another move by magic: no run, and no hiding at its end (CH-MAGIC-12).
pub(crate) fn go_again(t: &mut Table<'_>, figure: Figure) -> Flow {
    if path(t, figure, Err(Refusal::new(CH::MAGIC_12, "magic allows no run")))? {
        moving::reveal(t, figure, CH::HIDE_07);
    }
    Ok(())
}

fn go(t: &mut Table<'_>, figure: Figure) -> Flow {
    let run = looking(t, |state, gallery| may_run(state, gallery, figure));
    path(t, figure, run)?;
    Ok(())
}

/// Asks for the path and carries it out; whether he went at all is returned.
fn path(t: &mut Table<'_>, figure: Figure, run: Result<(), Refusal>) -> Flow<bool> {
    let was_hidden = t.state.warrior(figure).hidden;
    let (walk_word, run_word) = (Name::of("walk"), Name::of("run"));
    let (choice, strides) = {
        let state = &*t.state;
        let mut keep = std::mem::take(&mut t.scratch.keep);
        let search = RefCell::new((std::mem::take(&mut t.scratch.search), std::mem::take(&mut t.scratch.path)));
        state.keepouts(figure, Gait::Walk, &[], &mut keep);
        let plan = Plan { state, figure, keep, run, walk_word, run_word, search, found: RefCell::default() };
        let plain = || Choice::new(Name::of("stay"), &[]);
        let check = |choice: &Choice| plan.check(choice).map(|_| ());
        let sample = |rng: &mut Rng| {
            let choice = plan.sample(rng)?;
            let strides = plan.check(&choice).ok()?;
            plan.found.replace(Some((choice.clone(), strides)));
            Some(choice)
        };
        let region = || plan.region();
        let spread = || plan.spread().into_iter().filter(|choice| plan.check(choice).is_ok()).collect();
        let question = Free { state, plain: &plain, check: &check, sample: &sample, spread: &spread, region: &region };
        let ask = Ask::new(state.owner(figure), "path", CH::MOVE_01).actor(figure);
        let choice = question.ask(t.oracle, &ask)?;
        let strides = match plan.found.take() {
            Some((found, strides)) if found == choice => strides,
            _ => plan.check(&choice).unwrap_or_default(),
        };
        (t.scratch.search, t.scratch.path) = plan.search.into_inner();
        t.scratch.keep = plan.keep;
        (choice, strides)
    };
    let Way::Track(track) = choice.way else {
        // Who stays ends his move where he is (CH-DEPLOY-08).
        arrive(t, figure)?;
        return Ok(false);
    };
    let running = choice.verb == run_word;
    let start = t.state.warrior(figure).at;
    t.state.warrior_mut(figure).did.add(if running { Did::Ran } else { Did::Moved });
    if running {
        moving::reveal(t, figure, CH::HIDE_07);
        if t.aloud() && passed_by(t, figure) {
            t.note(CH::RUN_04);
        }
    }
    let end = moving::follow(t, figure, &track, &strides, false)?;
    if end == End::AtFoot && t.state.warrior(figure).at == start {
        // He failed at once and has not moved (CH-CLIMB-04).
        t.state.warrior_mut(figure).did.drop(Did::Moved);
    }
    t.note(CH::PROFILE_02);
    let rule = if running { CH::RUN_01 } else { CH::MOVE_01 };
    // A fall has said where he lies.
    if t.state.warrior(figure).on_table() && end != End::Fell {
        moving::ended(t, figure, rule, if running { "runs" } else { "walks" });
    }
    if was_hidden && end == End::Fell {
        moving::reveal(t, figure, CH::HIDE_07);
    }
    moving::look_round(t);
    arrive(t, figure)?;
    Ok(true)
}

/// At the end of his move: objects, and the far edge of the table (CH-DEPLOY-08, CH-DEPLOY-11).
pub(super) fn arrive(t: &mut Table<'_>, figure: Figure) -> Flow {
    if let Some(shard) = moving::touched_shard(t.state, figure) {
        let ask = Ask::new(t.state.owner(figure), "pick-up", CH::DEPLOY_08).actor(figure);
        if t.pick(ask, &[Word("take-up"), Word("pass")])? == 0 {
            t.state.warrior_mut(figure).shard = Some(shard);
            t.state.shards[shard as usize].carrier = Some(figure);
            t.tell(CH::DEPLOY_08, || Event::ShardTaken { warrior: figure });
        }
    }
    let (to_enemy, within) = match goal(t.state) {
        Some(found) => found,
        None => return Ok(()),
    };
    let carries = t.state.warrior(figure).shard.is_some();
    let counts = carries || (to_enemy && t.state.sheet(figure).may_carry());
    let free = t.state.warrior(figure).steady() && !t.state.is_engaged(figure);
    if free && counts && edge::over(t.state, figure, to_enemy, within) {
        let seat = t.state.owner(figure);
        if carries && !to_enemy {
            victory::bring_home(t, figure);
        }
        t.state.warrior_mut(figure).place = Place::Safe;
        t.state.caster_down(figure);
        if to_enemy {
            let player = &mut t.state.players[seat.index()];
            player.through = player.through.saturating_add(1);
        }
        t.tell(CH::DEPLOY_11, || Event::BrokeThrough { warrior: figure });
    }
    Ok(())
}

/// Whether warriors break through over the enemy's edge, or carriers over their own, and how near they must come.
fn goal(state: &State) -> Option<(bool, i32)> {
    let scenario = &state.setting.scenario;
    let through = scenario.objectives.iter().find_map(|objective| match objective {
        Objective::BreakThrough { within, .. } => Some((true, *within)),
        _ => None,
    });
    through.or_else(|| scenario.shards().next().map(|_| (false, 2 * INCH)))
}

pub(crate) fn track_choice(verb: Name, track: Vec<Spot>) -> Choice {
    Choice { verb, things: [kernel::Thing::None; 3], way: Way::Track(track.into_boxed_slice()) }
}

/// One warrior hides, or the phase is over (CH-HIDE-01).
///
/// # Errors
/// Pauses for the choice.
pub fn hide(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let mine: Vec<(Figure, bool)> = looking(t, |state, gallery| {
        state.band(seat).map(|figure| (figure, may_hide(state, gallery, figure))).collect()
    });
    let mut options = Vec::new();
    for (figure, able) in mine {
        if able {
            if !t.state.warrior(figure).hidden {
                options.push(On("hide", figure));
            }
        } else if t.state.warrior(figure).did.has(Did::Moved) {
            moving::reveal(t, figure, CH::HIDE_07);
        }
    }
    options.retain(|on| !t.state.warrior(on.1).did.has(Did::Seen));
    if options.is_empty() {
        return shooting(t);
    }
    let choices: Vec<Lie> = options.iter().map(|on| Lie::Hide(on.1)).chain([Lie::Done]).collect();
    let why = |state: &State, choice: &Choice| reasons::hide(state, seat, choice);
    let chosen = reasons::pick(t, Ask::new(seat, "hide", CH::TURN_13), &choices, why)?;
    let Lie::Hide(figure) = choices[chosen] else {
        return shooting(t);
    };
    t.state.warrior_mut(figure).hidden = true;
    t.note(CH::TURN_13);
    t.tell(CH::HIDE_01, || Event::Hid { warrior: figure });
    Ok(())
}

#[derive(Clone, Copy, Debug)]
enum Lie {
    Hide(Figure),
    Done,
}

impl kernel::Offer<crate::Coreheim> for Lie {
    fn choice(&self, state: &State) -> Choice {
        match self {
            Lie::Hide(figure) => On("hide", *figure).choice(state),
            Lie::Done => Word("done").line(),
        }
    }
}

fn shooting(t: &mut Table<'_>) -> Flow {
    t.state.stage = Stage::Shoot;
    Ok(())
}

/// No enemy sees him whole, and none is so near as to notice him (CH-HIDE-01, CH-HIDE-05).
fn may_hide(state: &State, gallery: &mut Gallery, figure: Figure) -> bool {
    let warrior = state.warrior(figure);
    let did = warrior.did;
    let busy = [Did::Ran, Did::Charged, Did::FailedCharge, Did::Fell];
    if !warrior.steady() || busy.into_iter().any(|deed| did.has(deed)) || !state.sheet(figure).may_hide() {
        return false;
    }
    if state.is_engaged(figure) {
        return false;
    }
    let foes = || state.present().filter(|foe| state.enemies(*foe, figure) && state.warrior(*foe).stands());
    let noticed = |foe: Figure| {
        let reach = i32::from(state.stat(foe, Stat::Initiative)) * INCH;
        !state.warrior(foe).fleeing && state.within(foe, figure, reach)
    };
    !foes().any(noticed) && !foes().any(|foe| gallery.sees_all(state, foe, figure))
}
