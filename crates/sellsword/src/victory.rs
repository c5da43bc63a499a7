//! Victory points and the end of the battle.

use crate::cards::{Condition, Scenario, Special};
use crate::state::{NextStep, Place, State};
use crate::{Event, Table};
use kernel::{Figure, Outcome, Rule, Seat};
use rulebook::SW;

/// Where wounds come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Source {
    pub unit: Option<Figure>,
    /// The side that causes them at that moment: a controlled unit hurts for its controller.
    pub seat: Option<Seat>,
    pub terrain: bool,
}

/// Scores a unit whose Mortal box has just been checked: once, and at once (SW-INJURY-09, SW-WIN-03).
pub(crate) fn mortal(t: &mut Table<'_>, unit: Figure, source: Source) {
    if t.state.unit(unit).scored {
        // The box had been cleared and is checked again.
        t.note(SW::WIN_03);
        t.tell(SW::INJURY_13, || Event::Unscored { unit });
        return;
    }
    t.state.unit_mut(unit).scored = true;
    let (scorer, rule) = scorer(t.state, unit, source);
    t.note(SW::WIN_03);
    let Some(seat) = scorer else {
        t.tell(rule, || Event::Unscored { unit });
        return;
    };
    let sheet = t.state.sheet(unit);
    let (vp, level) = (sheet.vp, sheet.level);
    t.note(SW::UNIT_05);
    if t.state.sheet(unit).modcard.is_some() {
        t.note(SW::MOD_07);
    }
    // What a unit inflicts on its own side while an opponent controls it scores for that opponent.
    let owner = t.state.unit(unit).owner;
    if rule == SW::INJURY_09 && source.unit.is_some_and(|by| t.state.unit(by).owner == owner) {
        t.note(SW::WIN_05);
    }
    t.state.players[seat.index()].score += vp;
    t.tell(rule, || Event::Scored { seat, vp: vp.into(), unit });

    for special in t.state.setting.scenario.special.clone() {
        if let Special::Bounty { min_level, vp } = special
            && level >= min_level
        {
            t.state.players[seat.index()].score += vp;
            t.tell(SW::BUILD_10, || Event::BountyScored { seat, vp: vp.into(), unit });
        }
    }
}

/// Who scores for a unit, and by which rule.
fn scorer(state: &State, unit: Figure, source: Source) -> (Option<Seat>, Rule) {
    let victim = state.unit(unit);
    let opponent = state.seats().find(|seat| *seat != victim.owner).filter(|_| state.players.len() == 2);
    match source.seat.filter(|_| !source.terrain) {
        Some(seat) if seat == victim.owner => (opponent, SW::WIN_05),
        // Recurring wounds score for the player whose unit imposed the status.
        Some(seat) if recurs(state, unit) => (Some(seat), SW::WIN_04),
        Some(seat) => (Some(seat), SW::INJURY_09),
        // Wounds without an attacker: of several players the one who last did something to the unit.
        None => {
            (opponent.or(victim.harmed_by.filter(|seat| *seat != victim.owner && state.players.len() > 2)), SW::WIN_04)
        }
    }
}

/// At the end of its own turn a unit suffers its Recurring wounds and no attack (SW-STATUS-16).
fn recurs(state: &State, unit: Figure) -> bool {
    let ends = state.next == NextStep::EndTurn && state.turn.unit == Some(unit);
    ends && state.unit(unit).statuses.iter().any(|status| matches!(status.condition, Condition::Recurring(_)))
}

/// Ends the battle when the target is met or a single side is left. Called after each attack, each turn and at the end
/// of each round, so that everything that happens in one such step counts together (SW-WIN-07).
pub(crate) fn check(t: &mut Table<'_>) {
    if t.state.is_over() {
        return;
    }
    declare_out(t);
    check_target(t);
    if !t.state.is_over() {
        check_sides(t);
    }
}

/// Has the player a unit on the map or waiting to enter (SW-WIN-06)?
pub(crate) fn takes_part(state: &State, seat: Seat) -> bool {
    state.units.iter().any(|unit| unit.owner == seat && unit.place != Place::Dropped)
}

fn declare_out(t: &mut Table<'_>) {
    for seat in t.state.seats() {
        if !t.state.players[seat.index()].out && !takes_part(t.state, seat) {
            t.state.players[seat.index()].out = true;
            t.tell(SW::WIN_06, || Event::PlayerOut { seat });
        }
    }
}

/// The score that wins: "exceed 121" is 122 in whole points (SW-WIN-02).
pub(crate) fn goal(scenario: &Scenario) -> i16 {
    scenario.target + i16::from(scenario.exceed)
}

fn check_target(t: &mut Table<'_>) {
    let goal = goal(&t.state.setting.scenario);
    let met = t.state.players.iter().filter(|player| player.score >= goal).count();
    if met == 0 || extended(t.state) {
        return;
    }
    let (best, leaders) = highest(t.state);
    if let [seat] = leaders[..] {
        if t.state.setting.scenario.exceed {
            t.note(SW::WIN_02);
        }
        if met > 1 {
            t.note(SW::WIN_07);
        }
        win(t, seat, SW::WIN_01, "the victory point target is met");
    } else if !last_round_done(t.state) {
        t.state.extended_to = t.state.round + 1;
        t.tell(SW::WIN_07, || Event::ScoresTied { score: best.into() });
    }
}

/// Another round is being played because of equal scores, and it is not over yet (SW-WIN-07).
fn extended(state: &State) -> bool {
    state.round < state.extended_to || (state.round == state.extended_to && state.next != NextStep::EndRound)
}

/// The highest score, and who has it.
fn highest(state: &State) -> (i16, Vec<Seat>) {
    let best = state.players.iter().map(|player| player.score).max().unwrap_or(0);
    (best, state.seats().filter(|seat| state.players[seat.index()].score == best).collect())
}

fn check_sides(t: &mut Table<'_>) {
    let left: Vec<Seat> = t.state.seats().filter(|seat| takes_part(t.state, *seat)).collect();
    match left[..] {
        [seat] => win(t, seat, SW::WIN_06, "no other side is left"),
        // All fell in the same step: the book's other way to end without a target is the highest score.
        [] => by_score(t, "no side is left"),
        _ => {}
    }
}

fn last_round_done(state: &State) -> bool {
    let limit = state.setting.scenario.round_limit;
    limit != 0 && state.round >= limit && state.next == NextStep::EndRound
}

/// After the last round of a scenario with a round limit the highest score wins (SW-WIN-06). The limit also cuts short
/// a round that equal scores would have added.
pub(crate) fn limit(t: &mut Table<'_>) {
    if !t.state.is_over() && last_round_done(t.state) {
        by_score(t, "the last round is over");
    }
}

fn by_score(t: &mut Table<'_>, reason: &'static str) {
    let (best, leaders) = highest(t.state);
    if let [seat] = leaders[..] {
        return win(t, seat, SW::WIN_06, reason);
    }
    end(t.state, None, reason);
    t.tell(SW::WIN_06, || Event::BattleDrawn { score: best.into() });
}

fn win(t: &mut Table<'_>, seat: Seat, rule: Rule, reason: &'static str) {
    let score = t.state.players[seat.index()].score.into();
    end(t.state, Some(seat), reason);
    t.tell(rule, || Event::BattleWon { seat, reason, score });
}

fn end(state: &mut State, winner: Option<Seat>, reason: &'static str) {
    let scores = state.players.iter().map(|player| player.score.into()).collect();
    state.outcome = Some(Outcome { winner, scores, rounds: state.round.into(), reason });
    state.next = NextStep::Over;
}
