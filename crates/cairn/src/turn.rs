//! Setting up; a round, figure by figure; its end.

use crate::decisions::{PICK, Pick, WALK, Walk};
use crate::events::{Event, Points};
use crate::state::{Fighter, Pack, Setting, State, other};
use crate::{Table, fight};
use kernel::{Cast, Figure, Flow, Name, Outcome, Problem, Refusal, Roll, Rule, Seat, Setup};
use rulebook::CN;
use std::sync::Arc;

/// Points that win.
pub(crate) const ENOUGH: u8 = 3;
pub(crate) const LAST_ROUND: u16 = 8;

pub(crate) fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let (sides, map) = (pack.sides(setup, 2)?, pack.picked(setup)?);
    let mut cast = Cast::new(sides.iter().map(|side| side.title.clone()));
    let (mut stats, mut fighters) = (Vec::new(), Vec::new());
    for (seat, side) in [Seat(0), Seat(1)].into_iter().zip(&sides) {
        let mut starts = map.squares().filter(|square| map.at(*square) == Some(seat.letter()));
        for card in side.units.iter().filter_map(|unit: &Name| pack.card(*unit)) {
            let at = starts.next();
            if at.is_none() {
                return Err(vec![Problem::plain("map", format!("{} has no room for all of them", map.title))]);
            }
            cast.add(seat, card.id, &card.shown.title);
            fighters.push(Fighter { at, hearts: card.stats.hearts, acted: false });
            stats.push(card.stats);
        }
    }
    let setting = Setting { content: pack.hash.clone(), map: map.clone(), cast, stats };
    let (setting, first) = (Arc::new(setting), Seat(0));
    Ok(State { setting, fighters, round: 0, first, turn: None, score: [0; 2], outcome: None })
}

/// A round begins (CN-ROUND-01).
pub(crate) fn round(t: &mut Table<'_>) -> Flow {
    let first = t.state.first;
    let margin =
        t.contest(CN::ROUND_01, Roll::d6("who begins").side(first), Roll::d6("who begins").side(other(first)))?;
    let seat = if margin > 0 { first } else { other(first) };
    t.tell(CN::ROUND_01, || Event::Began { seat });
    t.state.round += 1;
    t.state.first = seat;
    t.state.fighters.iter_mut().for_each(|fighter| fighter.acted = false);
    pass_on(t, seat);
    Ok(())
}

/// One figure acts: it moves, then it attacks.
pub(crate) fn act(t: &mut Table<'_>) -> Flow {
    let Some(seat) = t.state.turn else { return Ok(()) };
    let own = t.state.standing().filter(|(_, owner, _)| *owner == seat);
    let picks: Vec<Pick> = own.map(|(unit, ..)| Pick::Figure { unit }).collect();
    let Pick::Figure { unit } = t.ask_judged(PICK.to(seat), &picks, rested)?;
    walk(t, seat, unit)?;
    t.state.fighters[unit.index()].acted = true;
    fight::attack(t, seat, unit)?;
    settle(t);
    if t.state.outcome.is_none() {
        pass_on(t, other(seat));
    }
    Ok(())
}

fn walk(t: &mut Table<'_>, seat: Seat, unit: Figure) -> Flow {
    let Some((_, from)) = t.state.place(unit) else { return Ok(()) };
    let ways = t.state.reach(from, t.state.stats(unit).pace).into_iter().map(|at| Walk::To { at });
    let ways: Vec<Walk> = [Walk::Stay].into_iter().chain(ways).collect();
    if let Walk::To { at } = t.ask(WALK.to(seat).actor(unit), &ways)? {
        t.state.fighters[unit.index()].at = Some(at);
        t.tell(CN::MOVE_01, || Event::Moved { unit, at });
    }
    Ok(())
}

/// Each acts once a round (CN-ROUND-02).
fn rested(state: &State, pick: &Pick) -> Result<(), Refusal> {
    let Pick::Figure { unit } = *pick;
    match state.fighter(unit).acted {
        true => Err(Refusal::new(CN::ROUND_02, "it has acted in this round")),
        false => Ok(()),
    }
}

/// The next player who has somebody left, or the end of the round (CN-ROUND-02).
fn pass_on(t: &mut Table<'_>, next: Seat) {
    let state = &*t.state;
    let able = |seat: &Seat| state.standing().any(|(unit, owner, _)| owner == *seat && !state.fighter(unit).acted);
    t.state.turn = [next, other(next)].into_iter().find(able);
    if t.state.turn.is_none() {
        finish(t);
    }
}

/// The end of a round (CN-HOLD-01).
fn finish(t: &mut Table<'_>) {
    let state = &*t.state;
    let on_it = |seat| state.standing().any(|(_, owner, at)| owner == seat && state.way_to_cairn(at) == 0);
    let holders: Vec<Seat> = [Seat(0), Seat(1)].into_iter().filter(|seat| on_it(*seat)).collect();
    if let [seat] = holders[..] {
        t.state.score[seat.index()] += 1;
        let score = t.state.score[seat.index()].into();
        t.tell(CN::HOLD_01, || Event::Held { seat, score: Points(score) });
    }
    settle(t);
    if t.state.outcome.is_none() && t.state.round >= LAST_ROUND {
        let [a, b] = t.state.score;
        let winner = (a != b).then_some(Seat(u8::from(b > a)));
        end(t, CN::END_02, winner, "the last round has been fought");
    }
}

/// Whether somebody has won (CN-END-01).
fn settle(t: &mut Table<'_>) {
    for seat in [Seat(0), Seat(1)] {
        let state = &*t.state;
        if state.score[seat.index()] >= ENOUGH {
            end(t, CN::END_01, Some(seat), "the cairn has been held");
        } else if !state.standing().any(|(_, owner, _)| owner != seat) {
            end(t, CN::END_01, Some(seat), "a band has fallen");
        }
    }
}

fn end(t: &mut Table<'_>, rule: Rule, winner: Option<Seat>, reason: &'static str) {
    t.tell(rule, || Event::Ended { reason });
    let (scores, rounds) = (t.state.score.map(i32::from).to_vec(), t.state.round.into());
    t.state.outcome = Some(Outcome { winner, scores, rounds, reason });
}
