//! How a battle ends: concession, elimination, leaving the board, and what a scenario adds (SC-TURN-04, SC-TURN-05).

use crate::cards::Victory;
use crate::decisions::battle::{GIVE_UP, GivingUp};
use crate::state::{Altitude, NextStep, Party, Place, Side, State};
use crate::{Event, Table};
use kernel::{Flow, Outcome, Rule, Seat};
use rulebook::SC;

/// Looks, after effects were applied, whether a side has won.
pub(crate) fn settle(t: &mut Table<'_>) {
    if t.state.is_over() || t.state.next_step < NextStep::SavingThrows {
        return;
    }
    if let Some(side) = t.state.conceded {
        return win(t, Some(side.other()), SC::TURN_04, "the other side concedes");
    }
    // What a scenario asks for comes first: the last figure over the edge wins where it was the last one needed.
    if let Victory::Cross { percent } = t.state.setting.scenario.victory {
        let attacker = t.state.attacker;
        let needed = strength(t.state, attacker) * i32::from(percent);
        if needed > 0 && t.state.crossed[attacker.index()] * 100 >= needed {
            return win(t, Some(attacker), SC::TURN_04, "enough of its army has crossed");
        }
    }
    let lives = Side::BOTH.map(|side| alive(t.state, side));
    match lives {
        [true, true] => {}
        [true, false] => win(t, Some(Side(0)), SC::TURN_04, "no enemy is left to fight"),
        [false, true] => win(t, Some(Side(1)), SC::TURN_04, "no enemy is left to fight"),
        [false, false] => win(t, None, SC::TURN_04, "nobody is left to fight"),
    }
}

/// A player gives up; a side does so when all its players do who have figures left (SC-TURN-04, SC-SETUP-09).
///
/// # Errors
/// Pauses for the allies' answers.
pub(crate) fn concede(t: &mut Table<'_>, seat: Seat) -> Flow {
    let side = t.state.players[seat.index()].side;
    let allies: Vec<Seat> = t.state.seats_of(side).filter(|ally| *ally != seat && in_play(t.state, *ally)).collect();
    for ally in allies {
        if t.ask(GIVE_UP.to(ally), &[GivingUp::FightOn, GivingUp::Concede])? == GivingUp::FightOn {
            t.note(SC::SETUP_09);
            t.tell(SC::TURN_04, || Event::ConcessionRefused { seat: ally, ally: seat });
            return Ok(());
        }
    }
    t.state.conceded = Some(side);
    let party = Party::of(t.state, side).does("concedes", "concede");
    t.tell(SC::TURN_04, || Event::SideConceded { seat: party });
    Ok(())
}

/// Has the player a figure left on the board?
pub(crate) fn in_play(state: &State, seat: Seat) -> bool {
    state.pieces.iter().any(|piece| piece.owner == seat && piece.on_board())
}

/// Ends the battle at the last turn of the last round; true if it did.
pub(crate) fn limit(t: &mut Table<'_>) -> bool {
    let (limit, round) = (t.state.setting.turn_limit, t.state.round);
    if limit == 0 || round < limit {
        return false;
    }
    t.tell(SC::TURN_04, || Event::TurnLimitReached { round: round.into() });
    let left = Side::BOTH.map(|side| surviving(t.state, side));
    if let Victory::Hold { .. } = t.state.setting.scenario.victory {
        let held = Side::BOTH.map(|side| holding(t.state, side));
        if held[0] != held[1] {
            win(t, Some(Side(u8::from(held[1] > held[0]))), SC::TURN_04, "it holds the ground");
            return true;
        }
    }
    match left[0].cmp(&left[1]) {
        std::cmp::Ordering::Equal => win(t, None, SC::TURN_04, "equal points survive"),
        order => win(t, Some(Side(u8::from(order.is_lt()))), SC::TURN_04, "more of its points survive"),
    }
    true
}

/// A side fights on while a figure that is no siege weapon stands on the board.
fn alive(state: &State, side: Side) -> bool {
    state.of_side(side).any(|figure| !state.is_engine(figure))
}

/// Points of the figures still on the board.
pub(crate) fn surviving(state: &State, side: Side) -> i32 {
    state.of_side(side).map(|figure| i32::from(state.sheet(figure).points)).sum()
}

/// Points of a side's figures inside the ground to hold. Siege weapons hold nothing by themselves, nor does anybody high
/// above it.
fn holding(state: &State, side: Side) -> i32 {
    let Victory::Hold { area } = state.setting.scenario.victory else { return 0 };
    let inside = |figure: &kernel::Figure| {
        state.space(*figure).is_some_and(|space| space.squares().all(|square| area.contains(square)))
    };
    let holds = |figure: &kernel::Figure| {
        inside(figure) && !state.is_engine(*figure) && state.piece(*figure).altitude <= Altitude::Hover
    };
    state.of_side(side).filter(holds).map(|figure| i32::from(state.sheet(figure).points)).sum()
}

/// Points of all figures that a side brought.
pub(crate) fn strength(state: &State, side: Side) -> i32 {
    state.players.iter().filter(|player| player.side == side).map(|player| player.strength).sum()
}

fn win(t: &mut Table<'_>, winner: Option<Side>, rule: Rule, reason: &'static str) {
    let scores: Vec<i32> = t.state.players.iter().map(|player| surviving(t.state, player.side)).collect();
    let seat: Option<Seat> = winner.and_then(|side| t.state.seats_of(side).next());
    match winner {
        Some(side) => {
            let (party, score) = (Party::of(t.state, side).does("wins", "win"), surviving(t.state, side));
            t.tell(rule, || Event::BattleWon { seat: party, reason, score });
        }
        None => t.tell(rule, || Event::BattleDrawn { reason }),
    }
    t.state.outcome = Some(Outcome { winner: seat, scores, rounds: t.state.round.into(), reason });
    t.state.next_step = NextStep::Over;
}

/// Takes a figure off the board for good (SC-TURN-05).
pub(crate) fn leave(t: &mut Table<'_>, unit: kernel::Figure, edge: space::grid::Dir) {
    let Some(space) = t.state.space(unit) else { return };
    let side = t.state.piece(unit).side;
    t.state.put(unit, Place::Left, Altitude::Landed);
    if edge == t.state.edges[side.other().index()] {
        t.state.crossed[side.index()] += i32::from(t.state.sheet(unit).points);
    }
    t.tell(SC::TURN_05, || Event::LeftBoard { unit, at: space.at });
}
