//! The Recovery phase: rout, rally, stupidity, standing up, coming round (CH-TURN-04 to CH-TURN-10).

use crate::cards::Knack;
use crate::decisions::{RALLY, ROUT, Rally, Rout, STUPIDITY, Stupidity};
use crate::resolve::test::{self, Nerve};
use crate::resolve::{blow, injury, nerves};
use crate::state::{Did, NextStep, Posture, State};
use crate::{Event, Table, flight, moving, victory};
use kernel::decision::{Answers, Prompt};
use kernel::{Figure, Flow, Refusal};
use rulebook::CH;

/// Step 1: with a quarter of the band out of action the player may give up, or must test (CH-ROUT-03).
///
/// # Errors
/// Pauses for the choice and the dice.
pub(crate) fn rout(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    t.state.next = NextStep::Rally;
    if !nerves::shaken(t.state, seat) {
        return Ok(());
    }
    if t.ask(ROUT.to(seat), &[Rout::Test, Rout::GiveUp])? == Rout::GiveUp {
        t.tell(CH::ROUT_03, || Event::GaveUp { seat });
        victory::rout(t, seat);
        return Ok(());
    }
    if !nerves::holds(t, seat)? {
        victory::rout(t, seat);
    }
    Ok(())
}

/// Step 2: the fleeing try to rally, one at a time.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn rally(t: &mut Table<'_>) -> Flow {
    let fleeing = |state: &State, figure: Figure| {
        let warrior = state.warrior(figure);
        warrior.fleeing && warrior.stands() && !warrior.did.has(Did::Seen)
    };
    let others = Refusal::new(CH::TURN_05, "he is not fleeing on his feet, or has tried already");
    let Some(figure) = one_of(t, RALLY, |who| Rally::Rally { who }, fleeing, others)? else {
        forget(t);
        t.state.next = NextStep::Stupidity;
        return Ok(());
    };
    t.state.warrior_mut(figure).did.add(Did::Seen);
    t.note(CH::TURN_05);
    if nerves::hounded(t.state, figure) {
        t.tell(CH::PSYCH_31, || Event::NoRally { warrior: figure });
    } else if test::leadership(t, figure, Nerve::Rally, CH::PSYCH_14)? {
        let warrior = t.state.warrior_mut(figure);
        warrior.fleeing = false;
        warrior.did.add(Did::Rallied);
        warrior.did.drop(Did::WasCharged);
        t.tell(CH::PSYCH_14, || Event::Rallied { warrior: figure });
        return Ok(());
    }
    t.note(CH::PSYCH_15);
    // A caught warrior breaks away with the free hits of CH-PSYCH-11.
    let caught = t.state.warrior(figure).did.has(Did::WasCharged) && t.state.is_engaged(figure);
    if caught {
        // He is caught until he has turned away, or nobody would strike him in the back.
        flight::break_off(t, figure)?;
        t.state.warrior_mut(figure).did.drop(Did::WasCharged);
    } else {
        t.state.warrior_mut(figure).did.drop(Did::WasCharged);
        flight::run_on(t, figure)?;
    }
    victory::settle(t);
    Ok(())
}

/// Step 3: stupidity and squabbling.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn stupidity(t: &mut Table<'_>) -> Flow {
    let dull = |state: &State, figure: Figure| {
        let warrior = state.warrior(figure);
        let concerned = state.sheet(figure).is_stupid() || nerves::squabbles(state, figure);
        warrior.steady() && concerned && !warrior.did.has(Did::Seen)
    };
    let others = Refusal::new(CH::TURN_06, "nothing makes him test, or he has tested already");
    let Some(figure) = one_of(t, STUPIDITY, |who| Stupidity::Test { who }, dull, others)? else {
        forget(t);
        t.state.next = NextStep::StandUp;
        return Ok(());
    };
    t.state.warrior_mut(figure).did.add(Did::Seen);
    t.note(CH::TURN_06);
    nerves::wits(t, figure)
}

/// Steps 4 and 5: the knocked down stand up, the stunned become knocked down; neither leaves a choice.
///
/// # Errors
/// None; the signature is that of a step.
pub(crate) fn stand_up(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let mine: Vec<Figure> = t.state.band(seat).collect();
    for figure in &mine {
        if t.state.warrior(*figure).posture != Posture::Down {
            continue;
        }
        if let Some(by) = netted(t.state, *figure) {
            t.tell(CH::EQUIP_21, || Event::Snared { warrior: *figure, by });
            continue;
        }
        if t.state.is_engaged(*figure) {
            t.note(CH::TURN_09);
        }
        injury::stand(t, *figure);
    }
    for figure in mine {
        if t.state.warrior(figure).posture == Posture::Stunned {
            t.state.warrior_mut(figure).posture = Posture::Down;
            // Step 5 comes after step 4, so that he does not stand this turn.
            t.note(CH::TURN_03);
            t.tell(CH::TURN_10, || Event::CameRound { warrior: figure });
        }
    }
    // Whoever has stood up sees again (CH-HIDE-06).
    moving::look_round(t);
    t.state.next = NextStep::Declare;
    Ok(())
}

/// A standing enemy with a net holds him down (CH-EQUIP-21).
pub(super) fn netted(state: &State, figure: Figure) -> Option<Figure> {
    state.opponents(figure).find(|foe| {
        let held = blow::arm(state, *foe, state.warrior(*foe).grip.main);
        state.warrior(*foe).steady() && held.is_some_and(|arm| arm.has(Knack::Snare))
    })
}

/// One of the active player's warriors that a step concerns; he chooses their order (CH-TURN-03).
fn one_of<D: Answers>(
    t: &mut Table<'_>,
    prompt: Prompt<D>,
    answer: impl Fn(Figure) -> D,
    concerns: impl Fn(&State, Figure) -> bool,
    others: Refusal,
) -> Flow<Option<Figure>> {
    let seat = t.state.active();
    let figures: Vec<Figure> = t.state.band(seat).filter(|figure| concerns(t.state, *figure)).collect();
    if figures.is_empty() {
        return Ok(None);
    }
    let options: Vec<D> = figures.iter().map(|figure| answer(*figure)).collect();
    let listed = options.clone();
    let judge = |_: &State, one: &D| if listed.contains(one) { Ok(()) } else { Err(others) };
    let chosen = t.ask_telling(prompt.to(seat), &options, judge)?;
    Ok(figures.get(chosen).copied())
}

/// The step is over: nobody has been looked at for the next one.
fn forget(t: &mut Table<'_>) {
    for warrior in &mut t.state.warriors {
        warrior.did.drop(Did::Seen);
    }
}
