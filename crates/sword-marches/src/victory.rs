//! How a battle ends.

use crate::campaign::{Deed, Ending, Fate, Report};
use crate::content::Quest;
use crate::scenario::secured;
use crate::state::{Fighter, NextStep, Place, State, other};
use crate::{Event, Table};
use kernel::{Name, Outcome, Rule, Seat};
use rulebook::SM;

/// The battle is over.
pub(crate) fn finish(t: &mut Table<'_>, rule: Rule, winner: Option<Seat>, reason: &'static str) {
    if t.state.is_over() {
        return;
    }
    let scores = [Seat(0), Seat(1)].map(|seat| i32::from(t.state.losses(other(seat)))).to_vec();
    t.state.outcome = Some(Outcome { winner, scores, rounds: t.state.turn.into(), reason });
    t.state.next_step = NextStep::Over;
    t.state.lost.clear();
    for seat in [Seat(0), Seat(1)] {
        let silver = silver(t.state, seat).into();
        let rule = match t.state.field.adventure.quest {
            Quest::GraveGold => SM::ADV1_12,
            Quest::Beacon => SM::ADV2_11,
        };
        if silver > 0 {
            t.tell(rule, || Event::SilverEarned { seat, silver });
        }
    }
    match winner {
        Some(seat) => t.tell(rule, || Event::BattleWon { seat, reason }),
        None => t.tell(rule, || Event::BattleDrawn { reason }),
    }
}

/// What the Adventure pays a side (SM-ADV1-12, SM-ADV2-11).
pub(crate) fn silver(state: &State, seat: Seat) -> i16 {
    let reward = &state.field.adventure.reward;
    let winner = state.outcome.as_ref().and_then(|outcome| outcome.winner);
    let won = winner == Some(seat);
    let lost = winner.is_some() && !won;
    let caches = i16::from(secured(state)) * reward.each;
    let share = if lost { reward.loss } else { 0 };
    match (seat == state.intruder, won) {
        (true, true) => caches + reward.intruder,
        (true, false) => caches + share,
        (false, true) => reward.sentry,
        (false, false) => share,
    }
}

/// What a battle did to a side's warband, for the After Action Report. Models that were away are not in the battle and
/// are put in as absent.
pub(crate) fn report(state: &State, seat: Seat, warband: &crate::muster::Warband, foe: Option<Name>) -> Report {
    let winner = state.outcome.as_ref().and_then(|outcome| outcome.winner);
    let ending = match winner {
        None => Ending::Draw,
        Some(winner) if winner == seat => Ending::Win,
        Some(_) => Ending::Loss,
    };
    let mut fought = state.fighters.iter().filter(|fighter| fighter.owner == seat);
    let deeds = warband.models.iter().map(|model| {
        let absent = Deed { fate: Fate::Absent, out: [0; 3], objectives: 0 };
        let Some(fighter) = (!model.away).then(|| fought.next()).flatten() else { return absent };
        let fate = match fighter.place {
            Place::Wounded => Fate::Wounded,
            Place::Fled => Fate::Fled,
            Place::Left => Fate::Left,
            Place::On(_) => Fate::Stood,
            // Whoever never found room on the table took no part (SM-AAR-08).
            Place::Waiting => Fate::Absent,
        };
        let [warlords, champions, warriors, hirelings] = fighter.felled;
        Deed { fate, out: [warlords, champions, warriors + hirelings], objectives: fighter.objectives }
    });
    Report { ending, foe, silver: silver(state, seat), deeds: deeds.collect() }
}

/// What ends a battle at any moment: caches carried off, or nobody left (SM-TURN-03).
pub(crate) fn check(t: &mut Table<'_>) -> bool {
    if t.state.is_over() {
        return true;
    }
    let intruder = t.state.intruder;
    let grave = t.state.field.adventure.quest == Quest::GraveGold;
    let gold = secured(t.state);
    if grave && gold >= 2 {
        finish(t, SM::ADV1_06, Some(intruder), "two caches are carried off");
        return true;
    }
    match (gone(t.state, intruder), gone(t.state, other(intruder))) {
        (false, false) => return false,
        (true, true) if !grave => finish(t, SM::ADV2_09, None, "nobody is left"),
        (true, true) => finish(t, SM::TURN_03, None, "nobody is left"),
        (true, false) if grave && gold == 1 => finish(t, SM::ADV1_10, None, "one cache was worth everything"),
        (true, false) if grave => finish(t, SM::ADV1_10, Some(other(intruder)), "no Intruder is left"),
        (false, true) if grave => finish(t, SM::ADV1_09, Some(intruder), "no Sentry is left"),
        (true, false) => finish(t, SM::ADV2_09, Some(other(intruder)), "no Intruder is left"),
        (false, true) => finish(t, SM::ADV2_09, Some(intruder), "no Sentry is left"),
    }
    true
}

fn gone(state: &State, seat: Seat) -> bool {
    let left = |fighter: &Fighter| fighter.on_table() || fighter.place == Place::Waiting;
    !state.fighters.iter().any(|fighter| fighter.owner == seat && left(fighter))
}

/// The last Turn is over (SM-TURN-03).
pub(crate) fn end_of_turn(t: &mut Table<'_>) {
    if check(t) || t.state.turn < t.state.field.adventure.turns {
        return;
    }
    let intruder = t.state.intruder;
    match (t.state.field.adventure.quest, secured(t.state)) {
        (Quest::GraveGold, 0) => finish(t, SM::ADV1_07, Some(other(intruder)), "no cache was carried off"),
        (Quest::GraveGold, _) => finish(t, SM::ADV1_08, None, "one cache was carried off"),
        (Quest::Beacon, _) if t.state.beacon => finish(t, SM::ADV2_07, Some(intruder), "the beacon burns at dawn"),
        (Quest::Beacon, _) => finish(t, SM::ADV2_08, Some(other(intruder)), "the beacon is dark at dawn"),
    }
}

#[cfg(test)]
mod tests {
    use super::report;
    use crate::campaign::Fate;
    use crate::content::core;
    use crate::muster;
    use crate::state::Place;
    use kernel::{Name, Seat, Setup};

    /// Who carried a cache off is unhurt but no longer there; who never found room took no part (SM-AAR-08, SM-AAR-10).
    #[test]
    fn a_report_tells_who_was_there_at_the_end() {
        let pack = core();
        let band = pack.warband(Name::of("red_company")).expect("the Red Company");
        let line = muster::line(band);
        let setup = Setup { scenario: "grave-gold".to_owned(), sides: vec![line.clone(), line], ..Setup::default() };
        let mut state = crate::setup::begin(&pack, &setup).expect("a battle");
        let on = Place::On(space::inches::Spot::new(9000, 9000, 0));
        let places = [Place::Left, Place::Waiting, on, Place::Wounded, Place::Fled];
        for (fighter, place) in state.fighters.iter_mut().zip(places) {
            fighter.place = place;
        }
        let fates: Vec<Fate> = report(&state, Seat(0), band, None).deeds.iter().map(|deed| deed.fate).collect();
        assert_eq!(fates, [Fate::Left, Fate::Absent, Fate::Stood, Fate::Wounded, Fate::Fled]);
    }
}
