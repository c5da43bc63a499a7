//! Disengage: the Check, the way off, and what a bad failure brings (SM-ACTION-26 to SM-ACTION-29).

use super::Cause;
use crate::content::CBT;
use crate::decisions::{HOLD, Holding, TACTICAL_DISENGAGE, TACTICAL_HOLD};
use crate::resolve::attack::{self, disdain, fury};
use crate::resolve::reckon::Reckoning;
use crate::resolve::{check, injury};
use crate::rolls::{self, Dice};
use crate::state::other;
use crate::terrain::Pace;
use crate::{Event, Table, scenario};
use kernel::{Cuts, Figure, Flow, Refusal, Rule};
use rulebook::SM;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    pub passed: bool,
    /// By how much it failed.
    pub margin: i32,
    /// The enemy whose CBT was used.
    pub foe: Option<Figure>,
}

/// # Errors
/// Pauses for dice and the way.
pub(crate) fn disengage(t: &mut Table<'_>, figure: Figure, cause: Cause) -> Flow {
    let outcome = check(t, figure, SM::ACTION_26, cause)?;
    if outcome.passed {
        t.tell(SM::ACTION_27, || Event::Disengaged { model: figure });
        let track = super::walk::walk(t, figure, Pace::Disengage)?;
        return scenario::after_move(t, figure, &track);
    }
    t.note(SM::ACTION_28);
    let Some(foe) = outcome.foe else { return Ok(()) };
    if outcome.margin > i32::from(t.state.sheet(figure).cbt()) {
        t.note(SM::ACTION_29);
        let arm = attack::defend_with(t, figure, foe)?;
        attack::counter(t, foe, arm, figure, outcome.margin)?;
        return injury::mourn(t);
    }
    Ok(())
}

/// The model's CBT against the best of its Ready opponents and 1 for each further one (SM-ACTION-26).
///
/// # Errors
/// Pauses for dice, what is thrown in, and which of equal enemies opposes.
pub(crate) fn check(t: &mut Table<'_>, figure: Figure, rule: Rule, cause: Cause) -> Flow<Outcome> {
    let foes: Vec<Figure> = t.state.holders(figure).collect();
    if foes.is_empty() {
        return Ok(Outcome { passed: true, margin: 0, foe: None });
    }
    let extra = check::tactical(t, figure, TACTICAL_DISENGAGE, foes.first().copied())?;
    let mut cbt = check::combat(t, figure, "disengage")?;
    if t.state.fighter(figure).entangled {
        cbt.penalty("Entangled", SM::GEARTRAIT_03);
    }
    if let Some((rule, amount)) = fury(t, figure, cause) {
        cbt.bonus("Fighting Man", rule, amount);
    }
    let up = check::rounds_up(t, figure);
    let modifiers = cbt.finish(t, up);
    let (foe, mut held) = opposing(t, figure, &foes, rule == SM::PANIC_10)?;
    let guard = check::tactical(t, foe, TACTICAL_HOLD, Some(figure))?;
    // Whoever was chosen for it has spent it already.
    if let Some((rule, amount)) = check::surge(t, foe, CBT, "disengage")? {
        held.bonus("More Than Human", rule, amount);
    }
    let up = check::rounds_up(t, foe);
    let mut odds = held.finish(t, up);
    odds.add("further enemies", SM::ACTION_26, foes.len() as i16 - 1);
    let seat = t.state.owner(figure);
    let count = check::dice(t, 1, extra);
    let natural = rolls::open(t, Dice::one("disengage", rule, seat, modifiers).of(figure).dice(count))?;
    let total = natural + i32::from(modifiers.sum());
    t.note(SM::CHECK_07);
    t.tell(rule, || Event::CheckRolled { model: figure, check: "disengage", natural, modifiers, total });
    let count = check::dice(t, 1, guard);
    let seat = other(seat);
    let dice = Dice::one("disengage", rule, seat, odds).of(foe).dice(count);
    // By how much it fails counts for the Counter-Attack.
    let thrown = rolls::against(t, dice, total + 1, Cuts::NONE)?;
    let against = thrown + i32::from(odds.sum());
    t.tell(rule, || Event::CheckOpposed { seat, check: "disengage", natural: thrown, modifiers: odds, total: against });
    let passed = total >= against;
    match passed {
        true => t.tell(rule, || Event::CheckPassed { model: figure, check: "disengage", total, against }),
        false => t.tell(rule, || Event::CheckFailed { model: figure, check: "disengage", total, against }),
    }
    Ok(Outcome { passed, margin: against - total, foe: Some(foe) })
}

/// The enemy with the highest modified CBT, and that. The opponent picks among equals, and among those whom More Than Human
/// would put above them, who then use it (SM-INBORN-04).
fn opposing(t: &mut Table<'_>, figure: Figure, foes: &[Figure], forced: bool) -> Flow<(Figure, Reckoning)> {
    let mut sums: Vec<(Figure, Reckoning, i16)> = Vec::new();
    for foe in foes {
        let (fighter, sheet) = (t.state.fighter(*foe), t.state.sheet(*foe));
        let mut cbt = Reckoning::of("CBT", SM::RATING_01, sheet.cbt());
        disdain(t.state, *foe, &mut cbt);
        if fighter.entangled {
            cbt.penalty("Entangled", SM::GEARTRAIT_03);
        }
        let up = check::rounds_up(t, *foe);
        sums.push((*foe, cbt, cbt.total(up.is_some())));
    }
    let best = sums.iter().map(|(_, _, sum)| *sum).max().unwrap_or(0);
    let surpassing = surpassing(t, &sums, best);
    sums.retain(|(_, _, sum)| *sum == best);
    // In a forced one it makes no difference who holds, unless one of them can throw something in.
    let plain = |foe: Figure| t.state.side(t.state.owner(foe)).dice == 0 && check::reserve(t.state, foe, CBT).is_none();
    if forced && surpassing.is_empty() && sums.iter().all(|(foe, _, _)| plain(*foe)) {
        sums.truncate(1);
    }
    let equals = sums.iter().map(|(foe, _, _)| Holding::Hold { by: *foe });
    let above = surpassing.iter().map(|(foe, ..)| Holding::Surge { by: *foe });
    let options: Vec<Holding> = equals.chain(above).collect();
    let seat = other(t.state.owner(figure));
    let at = t.ask_telling(HOLD.to(seat).about(figure), &options, |_, answer| {
        let (Holding::Hold { by } | Holding::Surge { by }) = *answer;
        Err(Refusal::new(
            SM::ACTION_26,
            if foes.contains(&by) { "another one's CBT is higher" } else { "it is not Engaged with it" },
        ))
    })?;
    if let Some((foe, cbt, rule)) = at.checked_sub(sums.len()).and_then(|at| surpassing.get(at)).copied() {
        check::surged(t, foe, rule, "disengage");
        return Ok((foe, cbt));
    }
    let (foe, cbt, _) = sums.get(at).copied().unwrap_or(sums[0]);
    Ok((foe, cbt))
}

/// Those below the best who would be above it with More Than Human, which is added.
fn surpassing(t: &Table<'_>, sums: &[(Figure, Reckoning, i16)], best: i16) -> Vec<(Figure, Reckoning, Rule)> {
    let below = sums.iter().filter(|(_, _, sum)| *sum < best);
    let raised = below.filter_map(|(foe, cbt, _)| {
        let (rule, amount) = check::reserve(t.state, *foe, CBT)?;
        let mut cbt = *cbt;
        cbt.bonus("More Than Human", rule, amount);
        (cbt.total(check::rounds_up(t, *foe).is_some()) > best).then_some((*foe, cbt, rule))
    });
    raised.collect()
}
