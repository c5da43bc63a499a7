//! A turn of one unit: start-of-turn effects, acts, end of the turn (SW-TURN-01 to SW-TURN-05).

mod end;
mod rage;
mod start;

pub(crate) use end::end;
pub(crate) use start::start;

use crate::act::menu::Menu;
use crate::act::{Act, attack, basic_move, burst, charge, maneuver, rest, use_trait};
use crate::decisions::{ACT, NamedAct};
use crate::state::{NextStep, State, Turn};
use crate::terrain::Mover;
use crate::{Event, Table, victory};
use kernel::{Answer, Answers, Figure, Flow, Frame, Pause, Rule};
use rulebook::SW;

/// One act, from the choice to its end (SW-TURN-03).
///
/// # Errors
/// Pauses for every decision in it.
pub(crate) fn act(t: &mut Table<'_>) -> Flow {
    let Some(unit) = t.state.turn.unit else {
        t.state.next = NextStep::ChooseUnit;
        return Ok(());
    };
    if !t.state.unit(unit).on_map() {
        return finish(t, unit);
    }
    if t.state.turn.acts <= 0 {
        t.state.next = NextStep::EndTurn;
        return Ok(());
    }
    let chosen = choose(t, unit)?;
    let pledge = rage::pledge(t.state, unit, &chosen);
    match chosen {
        Chosen::Act(Act::End) => t.state.next = NextStep::EndTurn,
        Chosen::Act(act) => t.within(
            |state| turn_frame(state, unit),
            |t| t.within(|state| act_frame(state, unit, act), |t| perform(t, unit, act)),
        )?,
        Chosen::Move(walk) => t.within(
            |state| turn_frame(state, unit),
            |t| {
                t.within(
                    |state| frame(state, unit, "Move".into(), SW::MOVE_01),
                    |t| basic_move::perform(t, unit, &walk),
                )
            },
        )?,
    }
    victory::check(t);
    if t.state.is_over() {
        return Ok(());
    }
    if !t.state.unit(unit).on_map() {
        t.note(SW::TURN_05);
        return finish(t, unit);
    }
    if let Some(pledge) = pledge {
        rage::keep(t, unit, pledge);
    }
    Ok(())
}

enum Chosen {
    Act(Act),
    Move(kernel::Walk),
}

fn choose(t: &mut Table<'_>, unit: Figure) -> Flow<Chosen> {
    let buffers = std::mem::take(&mut t.scratch.buffers);
    let mover = Mover::of(t.state, unit);
    let asked = ACT.to(t.state.turn.controller).actor(unit);
    let menu = Menu::new(t.state, unit, &mover, buffers);
    let answer = if menu.only_end() { Answer::Option(0) } else { t.oracle.choose(&asked.ask, &menu)? };
    let chosen = match answer {
        Answer::Option(at) => Chosen::Act(menu.acts().get(at).copied().unwrap_or(Act::End)),
        Answer::Free(choice) => match NamedAct::read(&choice).ok_or(Pause)? {
            NamedAct::Move { way } => Chosen::Move(way),
            named => Chosen::Act(Act::of(&named, t.state, unit).map_err(|_| Pause)?),
        },
    };
    t.scratch.buffers = menu.buffers.into_inner();
    Ok(chosen)
}

fn frame(state: &State, unit: Figure, text: String, rule: Rule) -> Frame {
    Frame { seat: state.turn.controller, actor: Some(unit), about: None, text, rule, halted: None }
}

fn turn_frame(state: &State, unit: Figure) -> Frame {
    let spent = state.turn.spent.iter().map(|acts| i32::from(*acts)).sum::<i32>();
    let text = format!("Turn, act {} of {}", spent + 1, spent + i32::from(state.turn.acts));
    frame(state, unit, text, SW::TURN_01)
}

/// What was declared, for whoever is asked while it is carried out.
fn act_frame(state: &State, unit: Figure, act: Act) -> Frame {
    let weapon = |at: u8| state.sheet(unit).attacks[usize::from(at)].title;
    let (text, rule, about) = match act {
        Act::Attack { attack, target } => (weapon(attack).to_owned(), SW::ACT_03, Some(target)),
        Act::Burst { attack } => (weapon(attack).to_owned(), SW::BURST_01, None),
        Act::Charge { attack, target } => (format!("Charge, {}", weapon(attack)), SW::CHARGE_01, Some(target)),
        Act::Maneuver { to } => (format!("Maneuver to {to}"), SW::MANEUVER_01, None),
        Act::Rest { .. } => ("Rest".into(), SW::TURN_03, None),
        Act::Trait { at, target } => (state.sheet(unit).traits[usize::from(at)].title.to_owned(), SW::TURN_03, target),
        Act::Crow | Act::End => ("Turn".into(), SW::TURN_03, None),
    };
    Frame { about, ..frame(state, unit, text, rule) }
}

fn perform(t: &mut Table<'_>, unit: Figure, act: Act) -> Flow {
    match act {
        Act::Attack { attack: at, target } => attack::perform(t, unit, at.into(), target),
        Act::Burst { attack: at } => burst::perform(t, unit, at.into()),
        Act::Charge { attack: at, target } => charge::perform(t, unit, at.into(), target),
        Act::Maneuver { to } => maneuver::perform(t, unit, to),
        Act::Rest { token } => {
            rest::perform(t, unit, token);
            Ok(())
        }
        Act::Trait { at, target } => use_trait::perform(t, unit, at.into(), target),
        Act::Crow => {
            rest::crow(t, unit);
            Ok(())
        }
        Act::End => Ok(()),
    }
}

/// The turn is over: the unit has acted, the next one is chosen.
fn finish(t: &mut Table<'_>, unit: Figure) -> Flow {
    let unused = t.state.turn.acts.max(0).into();
    t.state.unit_mut(unit).acted = true;
    for other in &mut t.state.units {
        other.used_turn = 0;
    }
    t.state.turn = Turn::none();
    t.tell(SW::TURN_01, || Event::TurnEnded { unit, unused });
    t.state.next = NextStep::ChooseUnit;
    victory::check(t);
    Ok(())
}
