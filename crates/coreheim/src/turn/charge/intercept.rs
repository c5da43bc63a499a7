//! Interception: enemies beside the line may step into it (CH-INTERCEPT-01 to CH-INTERCEPT-06).

use super::approach::Way;
use crate::decisions::{INTERCEPT, Intercepting};
use crate::events::Spotted;
use crate::ground::{Gait, INCH};
use crate::moving;
use crate::resolve::nerves;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Figure, Flow, Refusal, Seat};
use rulebook::CH;
use space::inches::{Point, Spot, lane, segment};

/// The zone reaches so far to either side of the line (CH-INTERCEPT-06).
pub(crate) const ZONE: i32 = 2 * INCH;
/// Free points of the line are looked for so far apart.
const STEP: i64 = 100;

/// Asks for interceptors: the player of the target first, then the other enemies in the order of their turns (CH-TURN-21).
pub(super) fn ask(t: &mut Table<'_>, charger: Figure, target: Figure, way: &Way) -> Flow<Option<Figure>> {
    let (own, first) = (t.state.owner(charger), t.state.owner(target));
    let others = t.state.turns().filter(|seat| *seat != own && *seat != first);
    let seats: Vec<Seat> = [first].into_iter().chain(others).collect();
    for seat in seats {
        if let Some(figure) = ask_one(t, seat, charger, target, way)? {
            return Ok(Some(figure));
        }
    }
    Ok(None)
}

/// Asks one player, one attempt after the other; the one who succeeds is in the line.
fn ask_one(t: &mut Table<'_>, seat: Seat, charger: Figure, target: Figure, way: &Way) -> Flow<Option<Figure>> {
    let mut tried: Vec<Figure> = Vec::new();
    loop {
        let able: Vec<(Figure, Spot)> = t
            .state
            .band(seat)
            .filter(|figure| !tried.contains(figure))
            .filter_map(|figure| Some((figure, judge(t.state, seat, figure, charger, target, way).ok()?)))
            .collect();
        if able.is_empty() {
            return Ok(None);
        }
        let mut options: Vec<Intercepting> =
            able.iter().map(|(figure, _)| Intercepting::With { who: *figure }).collect();
        options.push(Intercepting::Pass);
        let judge = |state: &State, answer: &Intercepting| match answer {
            Intercepting::With { who } => judge(state, seat, *who, charger, target, way).map(|_| ()),
            Intercepting::Pass => Ok(()),
        };
        let chosen = t.ask_telling(INTERCEPT.to(seat).actor(charger).about(target), &options, judge)?;
        let Some((figure, spot)) = able.get(chosen).copied() else { return Ok(None) };
        tried.push(figure);
        moving::reveal(t, figure, CH::HIDE_04);
        // A fear-causing charger must be faced (CH-INTERCEPT-03, CH-PSYCH-06); who fails is afraid for this round.
        if !nerves::fear(t, figure, charger, CH::PSYCH_06)? {
            continue;
        }
        // He looks about him as he goes (CH-HIDE-05).
        let from = t.state.warrior(figure).at;
        moving::place(t, figure, from, spot);
        for (holds, rule) in [
            (true, CH::INTERCEPT_01),
            (true, CH::INTERCEPT_06),
            (!t.state.sheet(charger).causes_fear(), CH::INTERCEPT_03),
            (able.len() > 1, CH::INTERCEPT_04),
            (tried.len() > 1, CH::INTERCEPT_05),
        ] {
            if holds {
                t.note(rule);
            }
        }
        t.tell(CH::INTERCEPT_02, || Event::Intercepted { warrior: figure, charger, at: Spotted(spot) });
        return Ok(Some(figure));
    }
}

/// Who could step into a way.
pub(super) fn waiting(state: &State, charger: Figure, target: Figure, way: &Way) -> Vec<Figure> {
    let able = |foe: &Figure| judge(state, state.owner(*foe), *foe, charger, target, way).is_ok();
    state.present().filter(|foe| state.enemies(charger, *foe)).filter(able).collect()
}

/// Where this warrior would step into the line, if he may and can.
fn judge(
    state: &State,
    seat: Seat,
    figure: Figure,
    charger: Figure,
    target: Figure,
    way: &Way,
) -> Result<Spot, Refusal> {
    if state.owner(figure) != seat {
        return Err(Refusal::new(CH::TURN_21, "he is of another band"));
    }
    able(state, figure, target)?;
    // The line of the charge leads to the centre of its target (CH-INTERCEPT-06).
    let mut line = way.track.clone();
    line.push(state.warrior(target).at);
    let found = if beside(state, figure, &line) { place(state, figure, charger, &line) } else { None };
    found.ok_or(Refusal::new(CH::INTERCEPT_06, "he is not within 2 inches of the line, or behind its ends"))
}

/// Whether a warrior is free to step into the way of a charge at somebody else (CH-INTERCEPT-01).
pub(crate) fn able(state: &State, figure: Figure, target: Figure) -> Result<(), Refusal> {
    let warrior = state.warrior(figure);
    if warrior.fleeing {
        return Err(Refusal::new(CH::PSYCH_13, "he is fleeing"));
    }
    if warrior.idle {
        return Err(Refusal::new(CH::PSYCH_19, "he quarrels and stands idle this turn"));
    }
    if !warrior.stands() || state.is_engaged(figure) || figure == target {
        let text = "the engaged, the fallen and the target itself do not intercept";
        return Err(Refusal::new(CH::INTERCEPT_01, text));
    }
    Ok(())
}

/// Whether he is near enough to the line of a charge and not behind its end (CH-INTERCEPT-06).
pub(crate) fn beside(state: &State, figure: Figure, line: &[Spot]) -> bool {
    let [.., from, to] = line else { return false };
    let base = state.base(figure);
    lane::in_strip(line, ZONE, INCH, &base).is_some()
        && !lane::behind(to.plan(), from.plan(), to.plan(), base.at.plan())
}

/// The place in the line that is nearest to him and free.
fn place(state: &State, figure: Figure, charger: Figure, line: &[Spot]) -> Option<Spot> {
    let base = state.base(figure);
    let mover = state.mover(figure);
    let table = &state.setting.field.table;
    let most = i64::from(ZONE + state.sheet(figure).radius);
    let mut scratch = space::inches::Scratch::default();
    let mut free = |p: Point| {
        let spot = p.at(table.walk(base.at, p, &mover, &[], &mut scratch)?);
        let fits = table.stand(spot, &mover, state.overhang(figure)).is_ok()
            && state.may_end(figure, spot, Gait::Charge)
            && !space::inches::Base::new(spot, mover.radius).overlaps(&state.base(charger));
        fits.then_some(spot)
    };
    let mut best: Option<(i64, Spot)> = None;
    for pair in line.windows(2) {
        let (a, b) = (pair[0].plan(), pair[1].plan());
        let nearest = segment::nearest(base.at.plan(), a, b);
        let most = best.map_or(most, |(known, _)| known - 1);
        let near = |p: &Point| base.at.plan().to(*p) <= most;
        if !near(&nearest) {
            continue;
        }
        // The nearest point of the leg; where somebody or something is in the way, the next ones on either side.
        let beside = |end: Point| (1..=nearest.to(end) / STEP).map(move |step| nearest.toward(end, step * STEP));
        let (mut on, mut back) = (beside(b).take_while(near), beside(a).take_while(near));
        let mut tried = Some(nearest);
        let mut turn = false;
        while let Some(p) = tried {
            if let Some(spot) = free(p) {
                best = Some((base.at.plan().to(p), spot));
                break;
            }
            turn = !turn;
            tried = if turn { on.next().or_else(|| back.next()) } else { back.next().or_else(|| on.next()) };
        }
    }
    best.map(|(_, spot)| spot)
}
