//! The Close Combat phase: combats one by one, then the panic of the lonely (CH-TURN-17, CH-TURN-19).

use crate::decisions::{COMBAT, Combat, PANIC, Panic};
use crate::resolve::test::{self, Nerve};
use crate::resolve::{fight, nerves};
use crate::state::{Did, NextStep, State};
use crate::turn::frame;
use crate::{Event, Table, flight, victory};
use kernel::{Figure, Flow, Refusal, Seat};
use rulebook::CH;

/// One combat; the active player chooses which (CH-CLOSE-02).
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn combat(t: &mut Table<'_>) -> Flow {
    let combats = fight::combats(t.state);
    if combats.is_empty() {
        t.state.next = NextStep::Panic;
        return Ok(());
    }
    let seat = t.state.active();
    let options: Vec<Combat> = combats
        .iter()
        .filter_map(|combat| combat.iter().find(|figure| t.state.owner(**figure) == seat))
        .map(|figure| Combat::Of { who: *figure })
        .collect();
    let listed = options.clone();
    let judge = |_: &State, combat: &Combat| match listed.contains(combat) {
        true => Ok(()),
        false => Err(Refusal::new(CH::CLOSE_02, "he is in no combat of the active player that is still to be fought")),
    };
    let chosen = t.ask_telling(COMBAT.to(seat), &options, judge)?;
    if let Some(combat) = combats.get(chosen) {
        if combats.len() > 1 {
            t.note(CH::CLOSE_02);
        }
        let Combat::Of { who: first } = options[chosen];
        t.within(|state| frame(state, first, None, "Combat", CH::CLOSE_02), |t| fight::fight(t, combat))?;
    }
    victory::settle(t);
    Ok(())
}

/// One lonely warrior tests for panic; the active player chooses their order.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn panic(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    let calm: Vec<Figure> = t
        .state
        .band(seat)
        .filter(|figure| !t.state.warrior(*figure).did.has(Did::Seen))
        .filter(|figure| nerves::lonely(t.state, *figure) && nerves::ignores_panic(t.state, *figure))
        .collect();
    for figure in calm {
        t.state.warrior_mut(figure).did.add(Did::Seen);
        nerves::spared_panic(t, figure);
    }
    let options: Vec<Panic> = t
        .state
        .band(seat)
        .filter(|figure| !t.state.warrior(*figure).did.has(Did::Seen))
        .filter(|figure| nerves::lonely(t.state, *figure) && !nerves::ignores_panic(t.state, *figure))
        .map(|who| Panic::Test { who })
        .collect();
    if options.is_empty() {
        t.state.next = NextStep::EndTurn;
        return Ok(());
    }
    let judge = |state: &State, Panic::Test { who }: &Panic| tests_panic(state, seat, *who);
    let Panic::Test { who: figure } = options[t.ask_telling(PANIC.to(seat), &options, judge)?];
    t.state.warrior_mut(figure).did.add(Did::Seen);
    t.note(CH::TURN_19);
    // Warriors of a third side are no company (CH-TURN-21).
    if t.state.players.len() > 2 {
        t.note(CH::TURN_21);
    }
    if !test::leadership(t, figure, Nerve::Panic, CH::PSYCH_09)? {
        t.tell(CH::PSYCH_10, || Event::Panicked { warrior: figure });
        flight::break_off(t, figure)?;
        victory::settle(t);
    }
    Ok(())
}

/// Does he test for panic, and has he not yet (CH-TURN-19)?
fn tests_panic(state: &State, seat: Seat, figure: Figure) -> Result<(), Refusal> {
    let no = |rule, text| Err(Refusal::new(rule, text));
    if state.owner(figure) != seat {
        return no(CH::TURN_19, "only warriors of the active player test");
    }
    if state.warrior(figure).did.has(Did::Seen) {
        return no(CH::TURN_19, "he has tested already");
    }
    match nerves::lonely(state, figure) && !nerves::ignores_panic(state, figure) {
        true => Ok(()),
        false => no(CH::PSYCH_09, "he is not alone in a fight"),
    }
}
