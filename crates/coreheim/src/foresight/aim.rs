//! Sight, cover, shots and charges before they are declared.

use super::going::risk;
use super::{fits, inch, mark};
use crate::cards::Stat;
use crate::decisions::ChargeWay;
use crate::ground::{Gait, INCH};
use crate::resolve::blow;
use crate::sight::{Sight, made_by, seen};
use crate::state::State;
use crate::turn::charge::route::{Routes, Rush};
use crate::turn::charge::{self, Way, intercept};
use kernel::sketch::{Drawn, Mark, Shape};
use kernel::{Ask, Figure, Name, Speaks};
use rulebook::CH;
use space::inches::{self, Area, Point, Scratch, Search, Spot, Stride};

/// A way that is longer is not looked for.
const HORIZON: i32 = 40 * INCH;

/// What a spell does and how far it goes, in words: nothing of it is measured on the table.
pub(super) fn spell(state: &State, id: Name) -> Option<Mark> {
    let mut spells = state.setting.pack.spell_lists.iter().flat_map(|list| &list.spells);
    let spell = spells.find(|spell| spell.id == id)?;
    let text = match spell.range {
        0 => spell.text.clone(),
        range => format!("{} Range {} inches.", spell.text, range / INCH),
    };
    Some(Mark { text, ..mark(Drawn::Seen, Shape::Figures, Vec::new(), spell.rule) })
}

/// Lines to every enemy in view.
pub(super) fn views(state: &State, figure: Figure, open: bool) -> Vec<Mark> {
    let foes = state.present().filter(|foe| state.enemies(figure, *foe) && !state.warrior(*foe).hidden);
    foes.filter_map(|foe| line(state, figure, foe, open)).collect()
}

/// A line of sight, with the cover in it and, where measuring is open, its length.
pub(super) fn line(state: &State, figure: Figure, foe: Figure, open: bool) -> Option<Mark> {
    let sight = seen(state, figure, foe);
    if sight == Sight::Nothing {
        return None;
    }
    let covered = sight == Sight::Part;
    let mut words = Vec::new();
    if open {
        words.push(inch(state.distance(figure, foe)));
    }
    if covered {
        words.push("in cover".to_owned());
    }
    let kind = if covered { Drawn::Cover } else { Drawn::Sight };
    let rule = if covered { made_by(state, figure, foe).last().copied().unwrap_or(CH::SHOOT_11) } else { CH::GEOM_10 };
    let shape = Shape::Line { from: plan(state, figure), to: plan(state, foe) };
    Some(Mark { text: words.join(", "), ..mark(kind, shape, vec![figure, foe], rule) })
}

fn plan(state: &State, figure: Figure) -> (i32, i32) {
    let at = state.warrior(figure).at;
    (at.x, at.y)
}

/// Enemies who see a warrior where he stands.
pub(super) fn watchers(state: &State, figure: Figure) -> Vec<Mark> {
    if !fits(state, figure) {
        return Vec::new();
    }
    let whole = |foe: &Figure| seen(state, *foe, figure) == Sight::Whole;
    let figures: Vec<Figure> = state.present().filter(|foe| state.enemies(figure, *foe)).filter(whole).collect();
    let text = match figures[..] {
        [] => return Vec::new(),
        [one] => format!("seen by {}", state.figure_name(one)),
        _ => format!("seen by {}", figures.len()),
    };
    vec![Mark { text, ..mark(Drawn::Seen, Shape::Figures, figures, CH::HIDE_06) }]
}

/// The way to the target, the zone beside it, who could step in, and the number to hit with.
pub(super) fn rush(state: &State, figure: Figure, foe: Figure, open: bool) -> Vec<Mark> {
    if !fits(state, figure) || !fits(state, foe) {
        return Vec::new();
    }
    // Without measuring nobody knows the way yet: the straight line is what the eye sees.
    let routes =
        if open { Rush::find(state, figure, foe).routes(state, &mut Scratch::default()) } else { Routes::default() };
    let Some(way) = routes.level.as_ref().or(routes.steep.as_ref()) else {
        return no_way(state, figure, foe, open);
    };
    let mut marks = corridor(state, figure, foe, &way.track, lane_text(state, figure, foe, way), open);
    // Where two ways lead there the other one is shown too, and what either asks for on the way.
    let other = routes.level.as_ref().and(routes.steep.as_ref()).map(|way| {
        let text = format!("or: {}", lane_text(state, figure, foe, way));
        let track = way.track.iter().copied().chain([state.warrior(foe).at]).collect();
        Mark { text, ..mark(Drawn::Lane, Shape::Track(track), vec![figure, foe], CH::CHARGE_10) }
    });
    marks.extend(other);
    marks.extend(routes.steep.iter().flat_map(|way| tests(state, figure, foe, way)));
    marks
}

/// What a named way of a charge leads past, and what it asks for.
pub(super) fn named(state: &State, figure: Figure, foe: Figure, way: &ChargeWay) -> Vec<Mark> {
    if !fits(state, figure) || !fits(state, foe) {
        return Vec::new();
    }
    let (rush, mut scratch) = (Rush::find(state, figure, foe), Scratch::default());
    let way = match way {
        ChargeWay::By { track } => rush.drawn(state, track, &mut scratch).ok(),
        ChargeWay::Level => rush.routes(state, &mut scratch).level,
        ChargeWay::Steep => rush.routes(state, &mut scratch).steep,
    };
    let Some(way) = way else { return Vec::new() };
    let mut marks = corridor(state, figure, foe, &way.track, lane_text(state, figure, foe, &way), true);
    marks.extend(tests(state, figure, foe, &way));
    marks
}

/// Whether the charge that is asked about, or one that is declared, may lead over a gap.
pub(super) fn over_a_gap(state: &State, ask: Option<&Ask>) -> bool {
    let asked = ask.and_then(|ask| Some((ask.actor?, ask.about?)));
    let declared = state.charges.iter().map(|charge| (charge.charger, charge.target));
    let all = declared.chain(asked).filter(|(one, other)| fits(state, *one) && fits(state, *other));
    let gaps = |(one, other)| {
        let (rush, mut scratch) = (Rush::find(state, one, other), Scratch::default());
        let routes = rush.routes(state, &mut scratch);
        routes.steep.is_some_and(|way| way.leaps())
    };
    all.into_iter().any(gaps)
}

/// The length of a way, the number to hit with at its end, and what it climbs and jumps.
fn lane_text(state: &State, figure: Figure, foe: Figure, way: &Way) -> String {
    let reach = charge::reach(state, figure);
    format!("{} of {}{}{}", inch(way.length), inch(reach), hits(state, figure, foe), legs(state, way))
}

/// Where no way is known: how far it would be, if anything may be measured.
fn no_way(state: &State, figure: Figure, foe: Figure, open: bool) -> Vec<Mark> {
    let way = if open { shortest(state, figure, foe) } else { None };
    let reach = charge::reach(state, figure);
    let (track, text) = match way {
        Some((track, length)) if length > reach => (track, format!("{} of {}: too far", inch(length), inch(reach))),
        _ => (vec![state.warrior(figure).at], if open { "no way".to_owned() } else { String::new() }),
    };
    corridor(state, figure, foe, &track, text, open)
}

/// A lane, the zone to either side of it with who could step in, and the cover in it.
fn corridor(state: &State, figure: Figure, foe: Figure, track: &[Spot], text: String, open: bool) -> Vec<Mark> {
    let mut track: Vec<Spot> = track.iter().copied().chain([state.warrior(foe).at]).collect();
    let lane = mark(Drawn::Lane, Shape::Track(track.clone()), vec![figure, foe], CH::CHARGE_03);
    let lane = Mark { text, ..lane };
    let beside: Vec<Figure> = state.present().filter(|other| may_step_in(state, *other, figure, foe, &track)).collect();
    let text = match beside[..] {
        [] => String::new(),
        [one] => format!("{} may intercept", state.figure_name(one)),
        _ => format!("{} may intercept", beside.len()),
    };
    // Where the bases meet is no bend worth drawing: the corridor leads to the middle of the target.
    if track.len() > 2 {
        track.remove(track.len() - 2);
    }
    let outlines = track.windows(2).map(|leg| strip(leg[0], leg[1])).collect();
    let zone = Mark { text, ..mark(Drawn::Risk, Shape::Area(Area { outlines }), beside, CH::INTERCEPT_06) };
    // The lane is the line of sight as well, unless there is cover in it.
    let cover = line(state, figure, foe, open).filter(|line| line.kind == Drawn::Cover);
    [lane, zone].into_iter().chain(cover).collect()
}

/// The climbs and jumps of a way, in a few words. How wide a gap is, nobody knows before (CH-JUMP-02).
fn legs(state: &State, way: &Way) -> String {
    let measured = state.setting.options.free_measuring;
    let word = |stride: &Stride| match *stride {
        Stride::Climb { rise } if rise > 0 => Some(format!(", climb {}", inch(rise))),
        Stride::Climb { rise } => Some(format!(", climb down {}", inch(-rise))),
        Stride::Gap { width, .. } if measured => Some(format!(", jump over {}", inch(width))),
        Stride::Gap { .. } => Some(", jump over a gap".to_owned()),
        Stride::Drop { height, .. } => Some(format!(", jump down {}", inch(height))),
        Stride::Flat { .. } | Stride::Ladder { .. } => None,
    };
    way.strides.iter().filter_map(word).collect()
}

/// What the climbs and jumps of a charge ask for (CH-CHARGE-10, CH-CHARGE-12), and what a dive gives (CH-DIVE-02).
fn tests(state: &State, figure: Figure, foe: Figure, way: &Way) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (leg, stride) in way.strides.iter().enumerate() {
        let rule = if matches!(stride, Stride::Climb { .. }) { CH::CHARGE_10 } else { CH::CHARGE_12 };
        // One test covers all climbs of a charge.
        if rule == CH::CHARGE_10 && marks.iter().any(|mark| mark.rule == Some(rule)) {
            continue;
        }
        if matches!(stride, Stride::Gap { .. }) && !state.setting.options.free_measuring {
            let text = "a gap: who finds it wider than 3″ falls".to_owned();
            let track = Shape::Track(way.track[leg..leg + 2].to_vec());
            marks.push(Mark { text, ..mark(Drawn::Risk, track, vec![figure], CH::JUMP_04) });
            continue;
        }
        let risk = risk(state, figure, &way.track[leg..leg + 2], stride);
        marks.extend(risk.map(|risk| Mark { rule: Some(rule), ..risk }));
    }
    if way.dives(state, figure, foe) {
        let text = "a diving charge: Strength +1".to_owned();
        marks.push(Mark { text, ..mark(Drawn::Lane, Shape::Figures, vec![figure, foe], CH::DIVE_02) });
    }
    marks
}

/// The number to hit in close combat, in a few words.
fn hits(state: &State, figure: Figure, foe: Figure) -> String {
    match blow::chance(state, figure, foe) {
        blow::Chance::Certain => ", hits".to_owned(),
        blow::Chance::Roll { needed, modifiers } => {
            format!(", hits on {}+", (i32::from(needed) - i32::from(modifiers.sum())).clamp(2, 6))
        }
    }
}

/// The shortest way into contact, over floors and ladders, farther than a charge goes.
fn shortest(state: &State, figure: Figure, foe: Figure) -> Option<(Vec<Spot>, i32)> {
    let (here, mover, there) = (state.warrior(figure).at, state.mover(figure), state.base(foe));
    let mut keep = Vec::new();
    state.keepouts(figure, Gait::Charge, &[foe], &mut keep);
    let gait = inches::Gait { limit: HORIZON, ladders: state.sheet(figure).may_climb(), stairs: true, up: true };
    let (table, overhang) = (&state.setting.field.table, state.overhang(figure));
    // On the floor of the target, and not behind a wall from it (CH-CLOSE-01).
    let meets = |spot: Spot| (spot.z - there.at.z).abs() <= INCH && !state.walled(spot, there.at);
    let fits = |spot: Spot| {
        meets(spot) && table.stand(spot, &mover, overhang).is_ok() && state.may_end(figure, spot, Gait::Charge)
    };
    let (ways, mut search, mut track) = (state.setting.field.ways(mover), Search::default(), Vec::new());
    let length = ways.trip(table, here, &gait, &keep).to_contact(&there, fits, &mut search, &mut track)?;
    Some((track, length))
}

/// An enemy of the charger who is near enough to the line, not behind its end, and free to go (CH-INTERCEPT-01).
fn may_step_in(state: &State, other: Figure, charger: Figure, foe: Figure, track: &[Spot]) -> bool {
    state.enemies(charger, other)
        && intercept::able(state, other, foe).is_ok()
        && intercept::beside(state, other, track)
}

/// The corridor of one leg: 2 inches to either side, ending at the line across its end.
fn strip(from: Spot, to: Spot) -> Vec<Spot> {
    let (a, b) = (from.plan(), to.plan());
    let (long, zone) = (a.to(b).max(1), i64::from(intercept::ZONE));
    let (x, y) = ((b.y - a.y) * zone / long, (a.x - b.x) * zone / long);
    let beside = |p: Point, side: i64| Point { x: p.x + side * x, y: p.y + side * y }.at(from.z);
    vec![beside(a, 1), beside(b, 1), beside(b, -1), beside(a, -1)]
}

/// Where somebody would step into the line of a charge, and what he would have to face.
pub(super) fn step_in(state: &State, ask: &Ask, figure: Figure) -> Vec<Mark> {
    let (Some(charger), Some(target)) = (ask.actor, ask.about) else { return Vec::new() };
    let mut marks = rush(state, charger, target, true);
    if state.sheet(charger).causes_fear() && fits(state, figure) {
        let text = format!("fears {}: Leadership {}", state.figure_name(charger), state.stat(figure, Stat::Leadership));
        marks.push(Mark { text, ..mark(Drawn::Risk, Shape::Figures, vec![figure], CH::INTERCEPT_03) });
    }
    marks
}
