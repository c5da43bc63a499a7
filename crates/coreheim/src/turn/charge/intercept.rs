//! Interception: enemies beside the line may step into it (CH-INTERCEPT-01 to CH-INTERCEPT-06).

use super::approach::Way;
use crate::events::Spotted;
use crate::ground::{Gait, INCH};
use crate::moving;
use crate::resolve::nerves;
use crate::state::State;
use crate::verbs::{On, Word};
use crate::{Event, Table, reasons};
use kernel::{Ask, Choice, Figure, Flow, Offer, Seat};
use rulebook::CH;
use space::inches::{Point, Spot, lane, segment};

/// The zone reaches so far to either side of the line (CH-INTERCEPT-06).
const ZONE: i32 = 2 * INCH;
/// Free points of the line are looked for so far apart.
const STEP: i64 = 100;

#[derive(Clone, Copy, Debug)]
enum Answer {
    Intercept(Figure),
    Pass,
}

impl Offer<crate::Coreheim> for Answer {
    fn choice(&self, state: &State) -> Choice {
        match self {
            Answer::Intercept(figure) => On("intercept", *figure).choice(state),
            Answer::Pass => Word("pass").line(),
        }
    }
}

/// Asks for interceptors: the player of the target first, then the other enemies in the order of their turns (CH-TURN-21).
pub(super) fn ask(t: &mut Table<'_>, charger: Figure, target: Figure, way: &Way) -> Flow<Option<Figure>> {
    let (own, first) = (t.state.owner(charger), t.state.owner(target));
    let slot = usize::from(t.state.slot);
    let turns = t.state.order.iter().cycle().skip(slot).take(t.state.order.len());
    let others = turns.copied().filter(|seat| *seat != own && *seat != first);
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
            .filter(|figure| *figure != target && !tried.contains(figure))
            .filter_map(|figure| Some((figure, place(t, figure, charger, target, way)?)))
            .collect();
        if able.is_empty() {
            return Ok(None);
        }
        let mut options: Vec<Answer> = able.iter().map(|(figure, _)| Answer::Intercept(*figure)).collect();
        options.push(Answer::Pass);
        let request = Ask::new(seat, "intercept", CH::INTERCEPT_01).actor(charger).about(target);
        let why = |state: &State, choice: &Choice| reasons::intercept(state, seat, target, choice);
        let chosen = reasons::pick(t, request, &options, why)?;
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

/// Where this warrior would step into the line, if he may and can.
fn place(t: &Table<'_>, figure: Figure, charger: Figure, target: Figure, way: &Way) -> Option<Spot> {
    let state = &*t.state;
    let warrior = state.warrior(figure);
    if !warrior.steady() || warrior.idle || state.is_engaged(figure) {
        return None;
    }
    let base = state.base(figure);
    // The line of the charge leads to the centre of its target (CH-INTERCEPT-06).
    let mut line = way.track.clone();
    line.push(state.warrior(target).at);
    lane::in_strip(&line, ZONE, INCH, &base)?;
    let (from, to) = (line[line.len() - 2], line[line.len() - 1]);
    if lane::behind(state.warrior(target).at.plan(), from.plan(), to.plan(), base.at.plan()) {
        return None;
    }
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
