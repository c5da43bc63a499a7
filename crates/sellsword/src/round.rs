//! The round: tactics check, start-of-round powers, phase 0, phases, end of round (SW-ROUND-01).

mod scoring;
pub(crate) mod tactics;

pub(crate) use scoring::{occupants, worth};

use crate::cards::{Condition, When};
use crate::decisions::{AHEAD, NextUnit, ORDER, Order, POWER, Power, TurnAhead, UNIT};
use crate::state::{NextStep, Place, State, Turn};
use crate::{Event, Table, effects, victory};
use kernel::{Figure, Flow, Name, Refusal, Rule, Seat};
use rulebook::SW;
use space::grid::Square;
use tactics::Check;

/// The `slot` of a final phase: one player takes all remaining turns (SW-PHASE-03).
pub(crate) const FINAL: u8 = u8::MAX;

/// Refreshes what is counted per round, makes the tactics check and sets the order of the players.
pub(crate) fn start(t: &mut Table<'_>) -> Flow {
    let state = &mut *t.state;
    state.round += 1;
    (state.phase, state.slot) = (0, 0);
    state.turn = Turn::none();
    refresh(state);
    let round = state.round.into();
    if round > 1 {
        t.note(SW::ROUND_04);
    }
    t.tell(SW::ROUND_01, || Event::RoundBegan { round });

    let seats: Vec<Seat> = t.state.seats().filter(|seat| victory::takes_part(t.state, *seat)).collect();
    let seat = tactics::check(t, Check::Round, &seats)?;
    t.state.advantaged = seat;
    let margin = tactics::margin(t.state, seat, &seats);
    if margin >= 10 {
        let rule = if seats.len() > 2 { SW::TACTICS_06 } else { SW::TACTICS_05 };
        let result = i32::from(t.state.players[seat.index()].tactics);
        t.note(SW::DICE_04);
        t.note(SW::DICE_05);
        t.tell(rule, || Event::GreaterAdvantage { seat, result, other: result - i32::from(margin) });
    }
    t.state.order = match seats[..] {
        [a, b] => choose_first(t, a, b)?,
        _ => choose_numbers(t, &seats)?,
    };
    t.state.next = NextStep::RoundPowers;
    Ok(())
}

/// Limits per round are whole again before the tactics check (SW-ROUND-04).
fn refresh(state: &mut State) {
    for unit in &mut state.units {
        let common = &state.setting.roster[unit.profile as usize].common;
        unit.dice = common.warleader;
        unit.toughness = if common.toughness { 5 } else { 0 };
        unit.crowed = false;
        unit.used_round = 0;
        unit.acted = false;
    }
}

/// The advantaged player decides who is Player 1 (SW-TACTICS-02).
fn choose_first(t: &mut Table<'_>, a: Seat, b: Seat) -> Flow<Vec<Seat>> {
    let by = t.state.advantaged;
    let none = |_: &State, answer: &Order| {
        Err(Refusal::new(
            SW::TACTICS_02,
            match answer {
                Order::First { .. } => "that player takes no part in the round",
                Order::Number { .. } => "of two players the one who goes first is named",
            },
        ))
    };
    let first = t.ask_telling(ORDER.to(by), &[Order::First { seat: a }, Order::First { seat: b }], none)?;
    let order = if first == 0 { vec![a, b] } else { vec![b, a] };
    for (at, seat) in order.iter().enumerate() {
        t.tell(SW::TACTICS_02, || Event::OrderSet { seat: *seat, number: at as i32 + 1 });
    }
    Ok(order)
}

/// Of several players each picks a number, the best result first (SW-TACTICS-07).
fn choose_numbers(t: &mut Table<'_>, seats: &[Seat]) -> Flow<Vec<Seat>> {
    let ranked = tactics::ranking(t, seats, SW::TACTICS_07)?;
    let mut places = vec![None; ranked.len()];
    for seat in ranked {
        let free: Vec<usize> = (0..places.len()).filter(|at| places[*at].is_none()).collect();
        let options: Vec<Order> = free.iter().map(|at| Order::Number { number: *at as i32 + 1 }).collect();
        let taken = |_: &State, answer: &Order| {
            Err(Refusal::new(
                SW::TACTICS_07,
                match answer {
                    Order::Number { number } if (1..=places.len() as i32).contains(number) => {
                        "another player has taken that number"
                    }
                    Order::Number { .. } => "there are not so many players",
                    Order::First { .. } => "of several players each takes a number",
                },
            ))
        };
        let at = free[t.ask_telling(ORDER.to(seat).by(SW::TACTICS_07), &options, taken)?];
        places[at] = Some(seat);
        t.tell(SW::TACTICS_07, || Event::OrderSet { seat, number: at as i32 + 1 });
    }
    Ok(places.into_iter().flatten().collect())
}

/// Powers of the start of a round, the advantaged player first, then by player number (SW-ROUND-02).
pub(crate) fn powers(t: &mut Table<'_>) -> Flow {
    use_powers(t, When::RoundStart, SW::ROUND_02)?;
    victory::check(t);
    if !t.state.is_over() {
        t.state.next = if tactics::greater(t.state) { NextStep::PhaseZero } else { NextStep::ChooseUnit };
    }
    Ok(())
}

/// Every player in turn uses as many powers of that moment as it likes.
fn use_powers(t: &mut Table<'_>, moment: When, rule: Rule) -> Flow {
    let first = t.state.advantaged;
    let mut seats = t.state.order.clone();
    seats.sort_by_key(|seat| *seat != first);
    for seat in seats {
        loop {
            let powers = powers_of(t.state, seat, moment);
            if powers.is_empty() {
                break;
            }
            let named =
                |(unit, at): &(Figure, usize)| Power::Use { power: t.state.sheet(*unit).traits[*at].name, of: *unit };
            let options: Vec<Power> = powers.iter().map(named).chain([Power::Pass]).collect();
            let judge = |state: &State, answer: &Power| match answer {
                Power::Pass => Ok(()),
                Power::Use { power, of } => usable_power(state, seat, moment, (*of, *power)),
            };
            let picked = t.ask_telling(POWER.to(seat).by(rule), &options, judge)?;
            let Some((unit, at)) = powers.get(picked).copied() else { break };
            effects::use_trait(t, unit, at, None)?;
            victory::check(t);
            if t.state.is_over() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Why a power is not to be had at this moment.
fn usable_power(state: &State, seat: Seat, moment: When, (of, power): (Figure, Name)) -> Result<(), Refusal> {
    if !state.unit(of).on_map() || state.unit(of).owner != seat {
        return Err(Refusal::new(SW::ROUND_02, "only a unit of your own on the map uses a power"));
    }
    let Some(at) = state.sheet(of).traits.iter().position(|own| own.name == power) else {
        return Err(Refusal::new(SW::UNIT_01, "its cards have no such trait"));
    };
    if state.sheet(of).traits[at].when != moment {
        return Err(Refusal::new(SW::TRAIT_18, "that trait is not used at this moment of the round"));
    }
    effects::usable(state, of, at)
}

/// Traits that may be used at this moment, by their places on the cards.
fn powers_of(state: &State, seat: Seat, moment: When) -> Vec<(Figure, usize)> {
    let own = state.standing().filter(|figure| state.unit(*figure).owner == seat);
    let all = own.flat_map(|figure| (0..state.sheet(figure).traits.len()).map(move |at| (figure, at)));
    all.filter(|(figure, at)| state.sheet(*figure).traits[*at].when == moment)
        .filter(|(figure, at)| effects::usable(state, *figure, *at).is_ok())
        .collect()
}

/// With greater advantage one unit may take its turn ahead of phase 1; nothing demands it (SW-TACTICS-05).
pub(crate) fn phase_zero(t: &mut Table<'_>) -> Flow {
    let seat = t.state.advantaged;
    let units = able(t.state, seat).map(|unit| TurnAhead::Of { unit });
    let options: Vec<TurnAhead> = units.chain([TurnAhead::Pass]).collect();
    let judge = |state: &State, answer: &TurnAhead| match answer {
        TurnAhead::Pass => Ok(()),
        TurnAhead::Of { unit } => has_turn(state, seat, *unit),
    };
    let picked = t.ask_telling(AHEAD.to(seat), &options, judge)?;
    let TurnAhead::Of { unit } = options[picked] else {
        t.tell(SW::TACTICS_05, || Event::PhaseZeroDeclined { seat });
        t.state.next = NextStep::ChooseUnit;
        return Ok(());
    };
    t.note(SW::PHASE_07);
    t.tell(SW::TACTICS_05, || Event::PhaseZeroTaken { seat });
    choose(t, seat, unit);
    Ok(())
}

/// Finds whose turn it is and asks that player for a unit; nobody may pass (SW-PHASE-06).
pub(crate) fn choose_unit(t: &mut Table<'_>) -> Flow {
    let Some(seat) = next_player(t) else {
        t.state.next = NextStep::EndRound;
        return Ok(());
    };
    let options: Vec<NextUnit> = able(t.state, seat).map(|unit| NextUnit::Activate { unit }).collect();
    let judge = |state: &State, NextUnit::Activate { unit }: &NextUnit| has_turn(state, seat, *unit);
    let NextUnit::Activate { unit } = options[t.ask_telling(UNIT.to(seat), &options, judge)?];
    choose(t, seat, unit);
    Ok(())
}

/// The player whose turn it is, or nobody when every unit has taken its turn.
fn next_player(t: &mut Table<'_>) -> Option<Seat> {
    let order = t.state.order.clone();
    let left: Vec<Seat> = order.iter().copied().filter(|seat| able(t.state, *seat).next().is_some()).collect();
    let last = *left.first()?;
    if t.state.slot == FINAL {
        return Some(last);
    }
    let mut begins = false;
    loop {
        if t.state.phase == 0 || usize::from(t.state.slot) >= order.len() {
            if t.state.phase == 0 && t.state.units.iter().any(|unit| unit.acted) {
                t.note(SW::PHASE_07);
            }
            t.state.phase += 1;
            t.state.slot = 0;
            begins = true;
            if left.len() == 1 {
                return Some(begin_final(t, last));
            }
        }
        // The order rotates by one each phase; with two players that is taking turns at going first (SW-PHASE-04).
        let at = usize::from(t.state.phase - 1) + usize::from(t.state.slot);
        let seat = order[at % order.len()];
        t.state.slot += 1;
        if left.contains(&seat) {
            if begins {
                begin_phase(t, seat);
            }
            return Some(seat);
        }
        t.note(SW::PHASE_05);
    }
}

fn begin_phase(t: &mut Table<'_>, seat: Seat) {
    let phase = t.state.phase;
    let rule = match (phase, t.state.order.len()) {
        (1, _) => SW::PHASE_01,
        (_, 2) => SW::PHASE_02,
        _ => SW::PHASE_04,
    };
    t.tell(rule, || Event::PhaseBegan { phase: phase.into(), seat });
}

fn begin_final(t: &mut Table<'_>, seat: Seat) -> Seat {
    t.state.slot = FINAL;
    if t.state.order.len() > 2 {
        t.note(SW::PHASE_05);
    }
    t.tell(SW::PHASE_03, || Event::FinalPhase { seat });
    seat
}

fn choose(t: &mut Table<'_>, seat: Seat, unit: Figure) {
    t.state.turn = Turn { unit: Some(unit), controller: seat, ..Turn::none() };
    t.state.next = NextStep::StartTurn;
    if t.state.unit(unit).has(Condition::Controlled) {
        t.note(SW::STATUS_05);
    }
    t.tell(SW::PHASE_06, || Event::UnitChosen { seat, unit });
}

/// Units of a player that have still to take their turn, those off the map included (SW-MAP-06).
pub(crate) fn able(state: &State, seat: Seat) -> impl Iterator<Item = Figure> + '_ {
    state.figures().filter(move |figure| {
        let unit = state.unit(*figure);
        unit.owner == seat && !unit.acted && unit.place != Place::Dropped
    })
}

/// Why a unit cannot be chosen for a turn.
fn has_turn(state: &State, seat: Seat, unit: Figure) -> Result<(), Refusal> {
    let own = state.unit(unit);
    let reason = match own.place {
        _ if own.owner != seat => "that unit is not yours to choose",
        Place::Dropped => "that unit has dropped",
        _ if own.acted => "that unit has had its turn in this round",
        _ => return Ok(()),
    };
    Err(Refusal::new(SW::PHASE_06, reason))
}

/// First the objectives, then victory, then what else happens at the end of a round: powers, terrain that goes
/// (SW-ROUND-03). Who stands in an objective by such a power comes too late for this round.
pub(crate) fn finish(t: &mut Table<'_>) -> Flow {
    let round = t.state.round;
    t.state.turn = Turn::none();
    t.tell(SW::ROUND_03, || Event::RoundEnded { round: round.into() });
    scoring::objectives(t);
    victory::check(t);
    if t.state.is_over() {
        return Ok(());
    }
    use_powers(t, When::RoundEnd, SW::ROUND_03)?;
    fade(t);
    victory::check(t);
    if !t.state.is_over() {
        victory::limit(t);
    }
    if !t.state.is_over() {
        t.state.next = NextStep::RoundStart;
    }
    Ok(())
}

/// Terrain made in play goes after the scoring of its last round (SW-TRAIT-27).
fn fade(t: &mut Table<'_>) {
    let round = t.state.round;
    let gone: Vec<Square> = t.state.made.iter().filter(|made| made.until <= round).map(|made| made.square).collect();
    t.state.made.retain(|made| made.until > round);
    for at in gone {
        t.note(SW::TEMP_07);
        t.tell(SW::TRAIT_27, || Event::TerrainFaded { at });
    }
}
