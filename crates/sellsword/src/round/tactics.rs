//! The tactics check: once before the match (SW-MAP-02), then at the start of every round (SW-TACTICS-01).

use crate::cards::Condition;
use crate::decisions::{REROLL_TACTICS, TacticsReroll};
use crate::state::{Place, State};
use crate::{Event, Table, rolls};
use kernel::{Figure, Flow, MAX_SEATS, Modifiers, Refusal, Rule, Seat};
use rulebook::SW;

/// The two checks differ only in what a reroll costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    /// Free rerolls, as many as the highest Warleader rating of the warband.
    Match,
    /// Each reroll takes a warleader die of one unit.
    Round,
}

impl Check {
    fn rule(self) -> Rule {
        match self {
            Check::Match => SW::MAP_02,
            Check::Round => SW::TACTICS_01,
        }
    }
}

/// Everybody rolls, those behind may roll again, and the highest final result has the advantage. Results are kept with
/// the players.
pub(crate) fn check(t: &mut Table<'_>, kind: Check, seats: &[Seat]) -> Flow<Seat> {
    for seat in seats {
        roll(t, *seat, kind.rule())?;
    }
    let mut free = [0; MAX_SEATS];
    if kind == Check::Match {
        for seat in seats {
            free[seat.index()] = highest_rating(t.state, *seat).map_or(0, |unit| t.state.sheet(unit).common.warleader);
        }
    }
    let mut passed = [false; MAX_SEATS];
    let leader = loop {
        let leader = break_ties(t, seats)?;
        // A player who has passed is asked again only after having been ahead in between.
        passed[leader.index()] = false;
        let best = t.state.players[leader.index()].tactics;
        let may = |seat: &Seat| {
            let left = match kind {
                Check::Match => free[seat.index()] > 0,
                Check::Round => with_dice(t.state, *seat).next().is_some(),
            };
            left && !passed[seat.index()] && t.state.players[seat.index()].tactics < best
        };
        // Only those who are losing, the lowest first (SW-TACTICS-03).
        let Some(seat) = seats.iter().copied().filter(may).min_by_key(|seat| t.state.players[seat.index()].tactics)
        else {
            break leader;
        };
        let again = match kind {
            Check::Match => reroll_free(t, seat, &mut free[seat.index()])?,
            Check::Round => reroll_with_die(t, seat)?,
        };
        passed[seat.index()] = !again;
    };
    let result = t.state.players[leader.index()].tactics;
    if kind == Check::Round {
        note_near_miss(t, leader, seats);
    }
    t.tell(kind.rule(), || Event::AdvantageWon { seat: leader, result: result.into() });
    Ok(leader)
}

/// A roll without modifiers, which becomes the player's result.
fn roll(t: &mut Table<'_>, seat: Seat, rule: Rule) -> Flow {
    let natural = rolls::tactics(t, seat, rule, Modifiers::default(), None)?;
    t.state.players[seat.index()].tactics = natural as i16;
    t.tell(rule, || Event::TacticsRolled { seat, natural, result: natural });
    Ok(())
}

/// Rolls off equal highest results until one player is ahead (SW-TACTICS-04).
fn break_ties(t: &mut Table<'_>, seats: &[Seat]) -> Flow<Seat> {
    loop {
        let result = |seat: &Seat| t.state.players[seat.index()].tactics;
        let best = seats.iter().map(result).max().unwrap_or(0);
        let tied: Vec<Seat> = seats.iter().copied().filter(|seat| result(seat) == best).collect();
        if tied.len() < 2 {
            return Ok(tied.first().copied().unwrap_or(Seat(0)));
        }
        t.tell(SW::TACTICS_04, || Event::TacticsTied { result: best.into() });
        for seat in tied {
            roll(t, seat, SW::TACTICS_04)?;
        }
    }
}

fn reroll_free(t: &mut Table<'_>, seat: Seat, left: &mut u8) -> Flow<bool> {
    if t.ask(REROLL_TACTICS.to(seat), &[TacticsReroll::Roll, TacticsReroll::Pass])? == TacticsReroll::Pass {
        return Ok(false);
    }
    *left -= 1;
    if highest_rating(t.state, seat).is_some_and(|unit| sums_up(t.state, unit)) {
        t.note(SW::WARLEADER_07);
    }
    roll(t, seat, SW::MAP_02)?;
    Ok(true)
}

/// The player who is behind may spend a die of any unit that is not out of the fight (SW-WARLEADER-02).
fn reroll_with_die(t: &mut Table<'_>, seat: Seat) -> Flow<bool> {
    let mut options: Vec<TacticsReroll> =
        with_dice(t.state, seat).map(|unit| TacticsReroll::WithDie { unit }).collect();
    options.push(TacticsReroll::Pass);
    let judge = |state: &State, answer: &TacticsReroll| match answer {
        TacticsReroll::Pass => Ok(()),
        TacticsReroll::Roll => Err(Refusal::new(SW::TACTICS_03, "each reroll takes the warleader die of a unit")),
        TacticsReroll::WithDie { unit } => may_lead(state, seat, *unit),
    };
    let picked = t.ask_telling(REROLL_TACTICS.to(seat).by(SW::TACTICS_03), &options, judge)?;
    let TacticsReroll::WithDie { unit } = options[picked] else {
        return Ok(false);
    };
    let bearer = t.state.unit_mut(unit);
    bearer.dice -= 1;
    let dumb = bearer.dazed || bearer.has(Condition::Stunned) || bearer.has(Condition::Helpless);
    let mut modifiers = Modifiers::default();
    modifiers.add("injuries", SW::TACTICS_08, -bearer.injuries());
    let natural = rolls::tactics(t, seat, SW::TACTICS_03, modifiers, Some(unit))?;
    let result = natural as i16 + modifiers.sum();
    t.state.players[seat.index()].tactics = result;
    t.note(SW::WARLEADER_01);
    t.note(SW::WARLEADER_02);
    if let Some(entry) = t.state.sheet(unit).modcard.as_ref().and_then(|own| own.entry) {
        t.note(entry);
    }
    if modifiers.sum() != 0 {
        t.note(SW::TACTICS_08);
    }
    if leaders(t.state, seat).count() > 1 {
        t.note(SW::WARLEADER_05);
    }
    if dumb {
        t.note(SW::WARLEADER_06);
    }
    if sums_up(t.state, unit) {
        t.note(SW::WARLEADER_07);
    }
    t.tell(SW::TACTICS_03, || Event::WarleaderRolled { seat, unit, natural, modifiers, result: result.into() });
    Ok(true)
}

/// Why the die of a unit cannot be spent on the check.
fn may_lead(state: &State, seat: Seat, unit: Figure) -> Result<(), Refusal> {
    let own = state.unit(unit);
    let (rule, reason) = match own.place {
        _ if own.owner != seat => (SW::TACTICS_03, "that unit is not yours"),
        _ if state.sheet(unit).common.warleader == 0 => (SW::WARLEADER_01, "that unit is no warleader"),
        Place::Dropped => (SW::WARLEADER_02, "that warleader has dropped"),
        _ if own.dice == 0 => (SW::WARLEADER_01, "that warleader has no die left in this round"),
        _ => return Ok(()),
    };
    Err(Refusal::new(rule, reason))
}

/// Warleaders of a side, waiting ones included, dropped ones not (SW-TACTICS-03).
fn leaders(state: &State, seat: Seat) -> impl Iterator<Item = Figure> + '_ {
    state.figures().filter(move |figure| {
        let unit = state.unit(*figure);
        unit.owner == seat && unit.place != Place::Dropped && state.sheet(*figure).common.warleader > 0
    })
}

fn with_dice(state: &State, seat: Seat) -> impl Iterator<Item = Figure> + '_ {
    leaders(state, seat).filter(|figure| state.unit(*figure).dice > 0)
}

fn highest_rating(state: &State, seat: Seat) -> Option<Figure> {
    leaders(state, seat).max_by_key(|figure| state.sheet(*figure).common.warleader)
}

/// Have both the card and its mod Warleader (SW-WARLEADER-07)?
fn sums_up(state: &State, unit: Figure) -> bool {
    let sheet = state.sheet(unit);
    sheet.card.common.warleader > 0 && sheet.modcard.as_ref().is_some_and(|own| own.common.warleader > 0)
}

/// The advantage in points over the best of the others.
pub(crate) fn margin(state: &State, leader: Seat, seats: &[Seat]) -> i16 {
    let result = |seat: Seat| state.players[seat.index()].tactics;
    let others = seats.iter().copied().filter(|seat| *seat != leader).map(result);
    others.max().map_or(0, |best| result(leader) - best)
}

/// Ten points ahead of every other player (SW-TACTICS-05, SW-TACTICS-06).
pub(crate) fn greater(state: &State) -> bool {
    margin(state, state.advantaged, &state.order) >= 10
}

/// Of several players somebody is beaten by ten, but not everybody: that is no greater advantage.
fn note_near_miss(t: &mut Table<'_>, leader: Seat, seats: &[Seat]) {
    let best = t.state.players[leader.index()].tactics;
    let beaten = seats.iter().any(|seat| best - t.state.players[seat.index()].tactics >= 10);
    if seats.len() > 2 && beaten && margin(t.state, leader, seats) < 10 {
        t.note(SW::TACTICS_06);
    }
}

/// Players by their results, best first. Equal ones roll for their places, which leaves the results as they are: the
/// check is over, and only the order among them is open.
pub(crate) fn ranking(t: &mut Table<'_>, seats: &[Seat], rule: Rule) -> Flow<Vec<Seat>> {
    let result = |seat: &Seat| (vec![i32::from(t.state.players[seat.index()].tactics)], *seat);
    let mut ranked: Vec<(Vec<i32>, Seat)> = seats.iter().map(result).collect();
    // The check has told the first from the others, so only three or more players can be equal here.
    loop {
        let keys: Vec<Vec<i32>> = ranked.iter().map(|(key, _)| key.clone()).collect();
        let tied: Vec<usize> =
            (0..keys.len()).filter(|at| keys.iter().filter(|key| **key == keys[*at]).count() > 1).collect();
        if tied.is_empty() {
            break;
        }
        for at in tied {
            let seat = ranked[at].1;
            let natural = rolls::tactics(t, seat, SW::TACTICS_04, Modifiers::default(), None)?;
            ranked[at].0.push(natural);
            t.note(rule);
            t.tell(SW::TACTICS_04, || Event::PlacesRolled { seat, natural });
        }
    }
    ranked.sort_by(|(a, _), (b, _)| b.cmp(a));
    Ok(ranked.into_iter().map(|(_, seat)| seat).collect())
}
