//! The Mettle Phase: Rout, Panic from Outnumbered, Random Movement, recovery (SM-METTLE-01).

use crate::act::Cause;
use crate::content::{CMD, Kind};
use crate::decisions::{CREDIT, Credit, LEAD, PANIC_ORDER, PanicOrder, RUN, Runner, StandIn};
use crate::effects::{Archetype, Feature, Ward};
use crate::resolve::{check, flight, injury, panic};
use crate::rolls::{self, Dice};
use crate::state::{NextStep, State, other};
use crate::{Event, Table, victory};
use kernel::{Figure, Flow, Modifiers, Refusal, Rule, Seat};
use rulebook::SM;

/// Rout Checks of those who have lost too many (SM-ROUT-01).
///
/// # Errors
/// Pauses for dice, and for a Champion who stands in.
pub(crate) fn rout(t: &mut Table<'_>) -> Flow {
    // Last Turn's Edge holder first, and the other even if the first has failed (SM-ROUT-06).
    let first = t.state.edge;
    let mut results = [None; 2];
    for seat in [first, other(first)] {
        if rout_due(t, seat) {
            if results[other(seat).index() & 1].is_some() {
                t.note(SM::ROUT_06);
            }
            results[seat.index() & 1] = Some(rout_check(t, seat)?);
        }
    }
    let both = results[0].is_some() && results[1].is_some();
    let rule = if both { SM::ROUT_07 } else { SM::ROUT_04 };
    t.note(match t.state.field.adventure.quest {
        crate::content::Quest::GraveGold => SM::ADV1_11,
        crate::content::Quest::Beacon => SM::ADV2_10,
    });
    match results {
        [Some(false), Some(false)] => victory::finish(t, rule, None, "both warbands are routed"),
        [Some(false), _] => victory::finish(t, rule, Some(Seat(1)), "the other side is routed"),
        [_, Some(false)] => victory::finish(t, rule, Some(Seat(0)), "the other side is routed"),
        _ => t.state.next_step = NextStep::Panic,
    }
    Ok(())
}

/// Whether a side has lost a quarter of its models, or half against Rivals, or more for a Crusader.
fn rout_due(t: &mut Table<'_>, seat: Seat) -> bool {
    let (lost, models) = (i32::from(t.state.losses(seat)), i32::from(t.state.band(seat).models));
    let band = *t.state.band(seat);
    let upright = band.warlord.is_some_and(|warlord| !t.state.fighter(warlord).is_lost());
    let crusader = band.archetype == Some(Archetype::RelentlessCrusader) && upright;
    let rule = match (crusader, band.rival) {
        (true, _) => SM::ARCH_16,
        (false, Some(_)) => SM::ROUT_02,
        (false, None) => SM::ROUT_01,
    };
    let percent = i32::from(t.state.setting.pack.limits.rout[usize::from(crusader)][usize::from(band.rival.is_some())]);
    let due = lost > 0 && 100 * lost >= percent * models;
    if due {
        if let Some(rival) = band.rival {
            t.note(rival);
        }
        t.note(rule);
        t.tell(SM::ROUT_01, || Event::RoutDue { seat, lost, models });
    }
    due
}

fn rout_check(t: &mut Table<'_>, seat: Seat) -> Flow<bool> {
    let mut modifiers = Modifiers::default();
    let warlord = t.state.warlord(seat);
    let commands = warlord.filter(|warlord| {
        let fighter = t.state.fighter(*warlord);
        fighter.on_table() && !fighter.broken
    });
    let leader = match commands {
        Some(warlord) => Some(warlord),
        None => stand_in(t, seat)?,
    };
    if let Some(leader) = leader {
        let rule = if commands.is_some() { SM::ROUT_03 } else { SM::STRONGHOLD_06 };
        modifiers.add("CMD", rule, t.state.sheet(leader).cmd());
        if let Some((rule, amount)) = check::surge(t, leader, CMD, "rout")? {
            modifiers.add("More Than Human", rule, amount);
        }
    } else {
        t.note(SM::ROUT_05);
    }
    let mut dice = Dice::one("rout", SM::ROUT_03, seat, modifiers);
    dice.figure = leader;
    let natural = rolls::open(t, dice)?;
    let total = natural + i32::from(modifiers.sum());
    t.tell(SM::ROUT_03, || Event::PlayerRolled { seat, check: "rout", natural, modifiers, total });
    let foe = other(seat);
    let mut odds = Modifiers::default();
    odds.add("losses", SM::ROUT_03, t.state.losses(seat).into());
    let feared = t.state.band(foe).archetype == Some(Archetype::FearsomeAdversary)
        && t.state.warlord(foe).is_some_and(|warlord| !t.state.fighter(warlord).is_lost());
    if feared {
        odds.add("Fearsome Adversary", SM::ARCH_11, 1);
    }
    let cuts = rolls::exceeding(total, &odds);
    let thrown = rolls::against(t, Dice::one("rout", SM::ROUT_03, foe, odds), total + 1, cuts)?;
    let against = thrown + i32::from(odds.sum());
    t.tell(SM::ROUT_03, || Event::CheckOpposed {
        seat: foe,
        check: "rout",
        natural: thrown,
        modifiers: odds,
        total: against,
    });
    let passed = total >= against;
    match passed {
        true => t.tell(SM::ROUT_04, || Event::RoutPassed { seat, total, against }),
        false => t.tell(SM::ROUT_04, || Event::Routed { seat, total, against }),
    }
    Ok(passed)
}

/// The Champion of a War College who makes a Check for the Warlord; the owner picks, the highest CMD first (SM-STRONGHOLD-06).
pub(crate) fn stand_in(t: &mut Table<'_>, seat: Seat) -> Flow<Option<Figure>> {
    if t.state.band(seat).feature != Some(Feature::Military) {
        return Ok(None);
    }
    let state = &*t.state;
    let champion = |figure: &Figure| state.sheet(*figure).profile.kind == Kind::Champion;
    // Before the battle nobody is on the table, and everybody is Ready (SM-PRE-05).
    let ready = |figure: &Figure| state.turn == 0 || state.fighter(*figure).ready();
    let mine = state.figures().filter(|figure| state.owner(*figure) == seat);
    let mut champions: Vec<Figure> = mine.filter(champion).filter(ready).collect();
    champions.sort_by_key(|figure| std::cmp::Reverse(state.sheet(*figure).cmd()));
    if champions.is_empty() {
        return Ok(None);
    }
    let mut options: Vec<StandIn> = champions.into_iter().map(|champion| StandIn::Lead { champion }).collect();
    options.push(StandIn::Nobody);
    let unfit = Refusal::new(SM::STRONGHOLD_06, "only a Ready Champion of the side stands in for the Warlord");
    Ok(match options[t.ask_telling(LEAD.to(seat), &options, |_, _| Err(unfit))?] {
        StandIn::Lead { champion } => Some(champion),
        StandIn::Nobody => None,
    })
}

/// Panic from Outnumbered: the Edge holder's models first (SM-PANIC-01).
///
/// # Errors
/// Pauses for dice and for the order of Checks.
pub(crate) fn panic(t: &mut Table<'_>) -> Flow {
    let first = t.state.edge;
    for seat in [first, other(first)] {
        let mut done = 0u64;
        loop {
            let state = &*t.state;
            let due = |figure: &Figure| done >> (figure.0 % 64) & 1 == 0 && outnumbered(t, *figure).is_some();
            let mut list: Vec<Figure> = state.of(seat).map(|(figure, _, _)| figure).filter(due).collect();
            // Whoever cannot panic has no place in the order.
            let calm = list.iter().copied().find(|figure| calm(t.state, *figure).is_some());
            list = calm.map_or(list, |figure| vec![figure]);
            if list.is_empty() {
                break;
            }
            let options: Vec<PanicOrder> = list.into_iter().map(|model| PanicOrder::Check { model }).collect();
            let calm = Refusal::new(SM::PANIC_01, "it is not outnumbered, or has made its Check");
            let PanicOrder::Check { model: figure } =
                options[t.ask_telling(PANIC_ORDER.to(seat), &options, |_, _| Err(calm))?];
            done |= 1 << (figure.0 % 64);
            check_outnumbered(t, figure)?;
            injury::mourn(t)?;
            if victory::check(t) {
                return Ok(());
            }
        }
    }
    t.state.next_step = NextStep::RandomMovement;
    Ok(())
}

/// The number of Ready enemies Engaged with a model that has nobody near (SM-PANIC-08).
fn outnumbered(t: &Table<'_>, figure: Figure) -> Option<i16> {
    let state = &*t.state;
    let fighter = state.fighter(figure);
    if fighter.broken {
        return None;
    }
    let enemies = state.holders(figure).count();
    if enemies < 2 {
        return None;
    }
    let friend = state
        .of(fighter.owner)
        .any(|(other, fighter, _)| other != figure && fighter.ready() && state.within(figure, other, 3));
    (!friend).then_some(enemies as i16)
}

/// What keeps a model from panicking among many enemies.
fn calm(state: &State, figure: Figure) -> Option<Rule> {
    let sheet = state.sheet(figure);
    sheet.immune(Ward::Panic).or(sheet.immune(Ward::Outnumbered))
}

fn check_outnumbered(t: &mut Table<'_>, figure: Figure) -> Flow {
    let Some(enemies) = outnumbered(t, figure) else { return Ok(()) };
    t.note(SM::COND_11);
    t.note(SM::PANIC_01);
    t.tell(SM::PANIC_08, || Event::Outnumbered { model: figure, enemies: enemies.into() });
    if let Some(rule) = calm(t.state, figure) {
        t.tell(rule, || Event::PanicIgnored { model: figure, reason: "immune" });
        return Ok(());
    }
    let shocked = t.state.fighter(figure).shocked;
    if panic::check(t, figure, SM::PANIC_09, 5 + enemies - 1)? {
        return Ok(());
    }
    let foes: Vec<Figure> = t.state.holders(figure).collect();
    if shocked {
        // Shocked and Broken at once (SM-PANIC-13, SM-COND-10).
        let by = credit(t, figure, &foes)?;
        t.note(SM::COND_10);
        t.tell(SM::PANIC_13, || Event::CutDown { model: figure, by });
        injury::wound(t, figure, Some(by), SM::PANIC_13, "Shocked and Broken");
        return Ok(());
    }
    panic::break_model(t, figure);
    if crate::act::disengage::check(t, figure, SM::PANIC_10, Cause::Turn)?.passed {
        flight::from_enemies(t, figure, &foes)
    } else {
        let by = credit(t, figure, &foes)?;
        t.tell(SM::PANIC_12, || Event::CutDown { model: figure, by });
        injury::wound(t, figure, Some(by), SM::PANIC_12, "cut down");
        Ok(())
    }
}

/// The opponent says which of his models is credited (SM-PANIC-12).
fn credit(t: &mut Table<'_>, figure: Figure, foes: &[Figure]) -> Flow<Figure> {
    let seat = other(t.state.owner(figure));
    let options: Vec<Credit> = foes.iter().map(|foe| Credit::To { model: *foe }).collect();
    if options.is_empty() {
        return Ok(figure);
    }
    let apart = Refusal::new(SM::PANIC_12, "it was not Engaged with the model");
    let Credit::To { model } = options[t.ask_telling(CREDIT.to(seat).about(figure), &options, |_, _| Err(apart))?];
    Ok(model)
}

/// Broken models run for the nearest table edge, one of each side in turn (SM-RANDOM-03).
///
/// # Errors
/// Pauses for dice and for the order.
pub(crate) fn random_movement(t: &mut Table<'_>) -> Flow {
    let mut done = 0u64;
    let mut seat = t.state.edge;
    loop {
        let waiting = |seat: Seat, t: &Table<'_>| -> Vec<Figure> {
            let broken = t.state.of(seat).filter(|(_, fighter, _)| fighter.broken).map(|(figure, _, _)| figure);
            broken.filter(|figure| done >> (figure.0 % 64) & 1 == 0).collect()
        };
        let mut list = waiting(seat, t);
        if list.is_empty() {
            seat = other(seat);
            list = waiting(seat, t);
        }
        if list.is_empty() {
            break;
        }
        let options: Vec<Runner> = list.into_iter().map(|model| Runner::Run { model }).collect();
        let stays = Refusal::new(SM::RANDOM_03, "it is not Broken, or has run in this Turn");
        let Runner::Run { model: figure } = options[t.ask_telling(RUN.to(seat), &options, |_, _| Err(stays))?];
        done |= 1 << (figure.0 % 64);
        t.note(SM::RANDOM_03);
        let inches = random_check(t, SM::RANDOM_02, seat)?;
        flight::to_edge(t, figure, inches)?;
        if victory::check(t) {
            return Ok(());
        }
        seat = other(seat);
    }
    t.state.next_step = NextStep::Recovery;
    Ok(())
}

/// Each player rolls; the difference is the result (SM-CHECK-12).
pub(crate) fn random_check(t: &mut Table<'_>, rule: Rule, seat: Seat) -> Flow<i32> {
    let first = rolls::random(t, rule, seat)?;
    let second = rolls::random(t, rule, other(seat))?;
    let result = (first - second).abs();
    t.note(SM::CHECK_12);
    t.note(SM::META_03);
    t.tell(rule, || Event::RandomRolled { result, first, second });
    Ok(result)
}

/// Every Shocked model stands up (SM-RECOVER-01).
///
/// # Errors
/// Pauses never.
pub(crate) fn recovery(t: &mut Table<'_>) -> Flow {
    for figure in t.state.figures() {
        let fighter = t.state.fighter_mut(figure);
        if fighter.shocked && fighter.on_table() {
            fighter.shocked = false;
            t.note(SM::RECOVER_02);
            t.tell(SM::RECOVER_01, || Event::Recovered { model: figure });
        }
    }
    // They look about them again (SM-ACTION-10).
    crate::resolve::ambush::exposed(t);
    super::action::note_engagements(t.state);
    t.state.next_step = NextStep::Strategy;
    Ok(())
}
