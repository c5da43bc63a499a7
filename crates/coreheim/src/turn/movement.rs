//! The Movement phase: one warrior at a time, then hiding (CH-TURN-12, CH-TURN-13).

pub(crate) mod plan;

use super::edge::{self, Whose};
use super::{frame, steady, walks};
use crate::cards::{Objective, Stat, Trait};
use crate::decisions::{HIDE, Hiding, MOVE, Moving, PATH, PICK_UP, Path, PickUp};
use crate::free::Free;
use crate::ground::{Gait, INCH};
use crate::moving::{self, End};
use crate::sight::{Gallery, looking};
use crate::state::{Did, NextStep, Place, State};
use crate::{Event, Table, victory};
use kernel::{Choice, Figure, Flow, Refusal, Rng, Seat};
use plan::Plan;
use rulebook::CH;
use space::inches::Stride;
use std::cell::RefCell;

/// May this warrior move in this phase at all (CH-TURN-12)?
fn may_move(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    walks(state, seat, figure)?;
    let did = state.warrior(figure).did;
    if [Did::Charged, Did::FailedCharge, Did::Seen].into_iter().any(|deed| did.has(deed)) {
        return Err(Refusal::new(CH::TURN_12, "he has moved, charged or failed a charge already"));
    }
    Ok(())
}

/// One warrior moves, or the phase goes on to hiding.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn step(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let movers = t.state.band(seat).filter(|figure| may_move(t.state, seat, *figure).is_ok());
    let mut options: Vec<Moving> = movers.map(|who| Moving::Move { who }).collect();
    hand_overs(t.state, seat, &mut options);
    if options.is_empty() {
        return finish(t);
    }
    options.push(Moving::Done);
    let judge = |state: &State, answer: &Moving| match *answer {
        Moving::Move { who } => may_move(state, seat, who),
        Moving::Hand { from, to } => may_hand_over(state, seat, from, to),
        Moving::Done => Ok(()),
    };
    let chosen = t.ask_telling(MOVE.to(seat), &options, judge)?;
    let figure = match options[chosen] {
        Moving::Move { who } => who,
        Moving::Hand { from, to } => {
            hand_over(t, from, to);
            return Ok(());
        }
        Moving::Done => return finish(t),
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
    t.state.next = NextStep::Hide;
    Ok(())
}

/// What carriers may hand to whom.
fn hand_overs(state: &State, seat: Seat, options: &mut Vec<Moving>) {
    for from in state.band(seat).filter(|figure| state.warrior(*figure).shard.is_some()) {
        let takers = state.band(seat).filter(|to| may_hand_over(state, seat, from, *to).is_ok());
        options.extend(takers.map(|to| Moving::Hand { from, to }));
    }
}

/// A carrier may hand his object to a friend in contact, once a turn (CH-DEPLOY-09).
fn may_hand_over(state: &State, seat: Seat, from: Figure, to: Figure) -> Result<(), Refusal> {
    steady(state, seat, from)?;
    if state.is_engaged(from) {
        return Err(Refusal::new(CH::CLOSE_22, "nobody walks away from a combat"));
    }
    if [from, to].into_iter().any(|figure| state.warrior(figure).did.has(Did::HandedOver)) {
        return Err(Refusal::new(CH::DEPLOY_09, "an object is handed over once a turn"));
    }
    let takes = to != from
        && steady(state, seat, to).is_ok()
        && !state.is_engaged(to)
        && state.warrior(to).shard.is_none()
        && state.sheet(to).may_carry()
        && state.base(from).touches(&state.base(to));
    if state.warrior(from).shard.is_none() || !takes {
        let text = "an object is handed by its carrier to a friend in contact who can carry it";
        return Err(Refusal::new(CH::DEPLOY_09, text));
    }
    Ok(())
}

fn hand_over(t: &mut Table<'_>, from: Figure, to: Figure) {
    let Some(shard) = t.state.warrior_mut(from).shard.take() else { return };
    t.state.warrior_mut(from).did.add(Did::HandedOver);
    t.state.warrior_mut(to).did.add(Did::HandedOver);
    t.state.warrior_mut(to).shard = Some(shard);
    t.state.shards[shard as usize].carrier = Some(to);
    t.tell(CH::DEPLOY_09, || Event::ShardHanded { warrior: from, to });
}

/// May he run: no visible standing enemy within 8 inches (CH-RUN-03, CH-RUN-04), and nothing that keeps him from it.
pub(crate) fn may_run(state: &State, gallery: &mut Gallery, figure: Figure) -> Result<(), Refusal> {
    const NEAR: i32 = 8 * INCH;
    if state.warrior(figure).did.has(Did::StoodUp) {
        return Err(Refusal::new(CH::TURN_08, "a warrior who stood up this turn does not run"));
    }
    if state.sheet(figure).is(Trait::Shambling) {
        return Err(Refusal::new(CH::PSYCH_28, "a shambling warrior does not run"));
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
    if path(t, figure, Err(Refusal::new(CH::MAGIC_12, "this move by magic is a walk, not a run")))? {
        moving::reveal(t, figure, CH::HIDE_07);
    }
    Ok(())
}

fn go(t: &mut Table<'_>, figure: Figure) -> Flow {
    let run = looking(t, |state, gallery| may_run(state, gallery, figure));
    path(t, figure, run)?;
    Ok(())
}

/// A path and its legs.
fn ask_path(t: &mut Table<'_>, figure: Figure, run: Result<(), Refusal>) -> Flow<(Path, Vec<Stride>)> {
    let state = &*t.state;
    let mut keep = std::mem::take(&mut t.scratch.keep);
    let search = RefCell::new((std::mem::take(&mut t.scratch.search), std::mem::take(&mut t.scratch.path)));
    state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let plan = Plan { state, figure, keep, run, search, found: RefCell::default() };
    let plain = || Path::Stay;
    let check = |choice: &Choice| plan.read(choice).and_then(|path| plan.check(&path)).map(|_| ());
    let sample = |rng: &mut Rng| {
        let path = plan.sample(rng)?;
        let strides = plan.check(&path).ok()?;
        plan.found.replace(Some((path.clone(), strides)));
        Some(path)
    };
    let region = || plan.region();
    let spread = || plan.spread().into_iter().filter(|path| plan.check(path).is_ok()).collect();
    let question = Free { state, plain: &plain, check: &check, sample: &sample, spread: &spread, region: &region };
    let path = kernel::settle(t.oracle, PATH.to(state.owner(figure)).actor(figure), &question)?;
    let strides = match plan.found.take() {
        Some((found, strides)) if found == path => strides,
        _ => plan.check(&path).unwrap_or_default(),
    };
    (t.scratch.search, t.scratch.path) = plan.search.into_inner();
    t.scratch.keep = plan.keep;
    Ok((path, strides))
}

/// Asks for the path and carries it out; whether he went at all is returned.
fn path(t: &mut Table<'_>, figure: Figure, run: Result<(), Refusal>) -> Flow<bool> {
    let (path, strides) = ask_path(t, figure, run)?;
    let running = matches!(path, Path::Run { .. });
    let (Path::Walk { track } | Path::Run { track } | Path::Leap { track }) = path else {
        // Who stays ends his move where he is (CH-DEPLOY-08).
        arrive(t, figure)?;
        return Ok(false);
    };
    let start = t.state.warrior(figure).at;
    t.state.warrior_mut(figure).did.add(if running { Did::Ran } else { Did::Moved });
    if running {
        moving::reveal(t, figure, CH::HIDE_07);
        if t.aloud() && passed_by(t, figure) {
            t.note(CH::RUN_04);
        }
    }
    let end = moving::follow(t, figure, &track, &strides, Gait::Walk)?;
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
    moving::look_round(t);
    arrive(t, figure)?;
    Ok(true)
}

/// At the end of his move: objects, and the far edge of the table (CH-DEPLOY-08, CH-DEPLOY-11).
pub(super) fn arrive(t: &mut Table<'_>, figure: Figure) -> Flow {
    if let Some(shard) = moving::touched_shard(t.state, figure) {
        let asked = PICK_UP.to(t.state.owner(figure)).actor(figure);
        if t.ask(asked, &[PickUp::TakeUp, PickUp::Pass])? == PickUp::TakeUp {
            t.state.warrior_mut(figure).shard = Some(shard);
            t.state.shards[shard as usize].carrier = Some(figure);
            t.tell(CH::DEPLOY_08, || Event::ShardTaken { warrior: figure });
        }
    }
    let (whose, within) = match goal(t.state) {
        Some(found) => found,
        None => return Ok(()),
    };
    let carries = t.state.warrior(figure).shard.is_some();
    let counts = carries || (whose == Whose::Enemy && t.state.sheet(figure).may_carry());
    let free = t.state.warrior(figure).steady() && !t.state.is_engaged(figure);
    if free && counts && edge::over(t.state, figure, whose, within) {
        let seat = t.state.owner(figure);
        if carries && whose == Whose::Own {
            victory::bring_home(t, figure);
        }
        t.state.warrior_mut(figure).place = Place::Safe;
        t.state.caster_down(figure);
        if whose == Whose::Enemy {
            let player = &mut t.state.players[seat.index()];
            player.through = player.through.saturating_add(1);
        }
        t.tell(CH::DEPLOY_11, || Event::BrokeThrough { warrior: figure });
    }
    Ok(())
}

/// Whether warriors break through over the enemy's edge, or carriers over their own, and how near they must come.
fn goal(state: &State) -> Option<(Whose, i32)> {
    let scenario = &state.setting.scenario;
    let through = scenario.objectives.iter().find_map(|objective| match objective {
        Objective::BreakThrough { within, .. } => Some((Whose::Enemy, *within)),
        _ => None,
    });
    through.or_else(|| scenario.shards().next().map(|_| (Whose::Own, 2 * INCH)))
}

/// One warrior hides, or the phase is over (CH-HIDE-01).
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn hide(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let mine: Vec<(Figure, bool)> = looking(t, |state, gallery| {
        state.band(seat).map(|figure| (figure, may_hide(state, gallery, seat, figure).is_ok())).collect()
    });
    let mut options = Vec::new();
    for (figure, able) in mine {
        if able {
            if !t.state.warrior(figure).hidden {
                options.push(figure);
            }
        } else if t.state.warrior(figure).did.has(Did::Moved) {
            moving::reveal(t, figure, CH::HIDE_07);
        }
    }
    options.retain(|figure| !t.state.warrior(*figure).did.has(Did::Seen));
    if options.is_empty() {
        return shooting(t);
    }
    let options: Vec<Hiding> = options.into_iter().map(|who| Hiding::Hide { who }).chain([Hiding::Done]).collect();
    let judge = |state: &State, answer: &Hiding| match *answer {
        Hiding::Hide { who } => {
            may_hide(state, &mut Gallery::of_state(state), seat, who)?;
            match state.warrior(who).hidden {
                true => Err(Refusal::new(CH::HIDE_01, "he is hidden already")),
                false => Ok(()),
            }
        }
        Hiding::Show { .. } | Hiding::Done => Ok(()),
    };
    let chosen = t.ask_telling(HIDE.to(seat), &options, judge)?;
    let Hiding::Hide { who: figure } = options[chosen] else {
        return shooting(t);
    };
    t.state.warrior_mut(figure).hidden = true;
    t.note(CH::TURN_13);
    t.tell(CH::HIDE_01, || Event::Hid { warrior: figure });
    Ok(())
}

fn shooting(t: &mut Table<'_>) -> Flow {
    t.state.next = NextStep::Shoot;
    Ok(())
}

/// May this warrior hide: no enemy sees him whole, and none is so near as to notice him (CH-HIDE-01, CH-HIDE-05)?
fn may_hide(state: &State, gallery: &mut Gallery, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    steady(state, seat, figure)?;
    let (did, sheet) = (state.warrior(figure).did, state.sheet(figure));
    let no = |rule, text| Err(Refusal::new(rule, text));
    if did.has(Did::Fell) {
        return no(CH::FALL_05, "a warrior who fell does nothing more this turn");
    }
    if let Some(refusal) = sheet.kept_from_hiding() {
        return Err(refusal);
    }
    if did.has(Did::Ran) {
        return no(CH::HIDE_03, "who ran does not hide");
    }
    let watched = || no(CH::HIDE_01, "an enemy sees all of him, or he is engaged or charged");
    if state.is_engaged(figure) {
        return watched();
    }
    let foes = || state.present().filter(|foe| state.enemies(*foe, figure) && state.warrior(*foe).stands());
    let noticed = |foe: Figure| {
        let reach = i32::from(state.stat(foe, Stat::Initiative)) * INCH;
        !state.warrior(foe).fleeing && state.within(foe, figure, reach)
    };
    if foes().any(noticed) {
        return no(CH::HIDE_05, "an enemy is so near that he notices him");
    }
    if did.has(Did::Charged) || did.has(Did::FailedCharge) {
        return watched();
    }
    if foes().any(|foe| gallery.sees_all(state, foe, figure)) { watched() } else { Ok(()) }
}
