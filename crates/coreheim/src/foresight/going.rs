//! Ways that a player draws: where they can lead, what they cost, what they risk, and where they fail.

use super::{aim, area, fits, inch, mark, supposed};
use crate::cards::Stat;
use crate::decisions::{ChargeWay, PATH, PLACE, Path, Placing, WAY};
use crate::ground::{APART, Gait, INCH, Pace};
use crate::moving;
use crate::sight::{Gallery, Sight, seen};
use crate::state::State;
use crate::turn::{charge, movement};
use kernel::board::{Pen, Stroke};
use kernel::decision::Answers;
use kernel::sketch::{Drawn, Mark, Shape};
use kernel::{Ask, Choice, Figure, Refusal, Rule, Speaks, Thing, Way};
use rulebook::CH;
use space::inches::{Area, Keepout, Scratch, Spot, Stride, Why, turn};

/// What may be drawn: a place where somebody is set up; for a warrior on the move a walk, a run, and from a height a leap
/// over a gap that is too wide (CH-JUMP-04); for a charger a way of his own.
pub(crate) fn pens(state: &State, ask: &Ask) -> Vec<Pen> {
    let Some(figure) = ask.actor else { return Vec::new() };
    if PLACE.is(ask) {
        let mut stem = Placing::At { figure, at: Spot { x: 0, y: 0, z: 0 } }.choice();
        stem.things[1] = Thing::None;
        let label = "Set up".to_owned();
        return vec![Pen { stem, label, line: Stroke::Place, area: Area::default(), barred: None }];
    }
    if !fits(state, figure) {
        return Vec::new();
    }
    let from = state.warrior(figure).at;
    if WAY.is(ask) {
        let stem = Choice { way: Way::None, ..ChargeWay::By { track: Box::default() }.choice() };
        let line = Stroke::Way { from, limit: charge::reach(state, figure) };
        return vec![Pen { stem, label: "Another way".to_owned(), line, area: Area::default(), barred: None }];
    }
    if !PATH.is(ask) {
        return Vec::new();
    }
    let steps = i32::from(state.stat(figure, Stat::Movement)) * INCH;
    let pen = |path: Path, label: &str, limit: i32, area: Area| Pen {
        stem: Choice { way: Way::None, ..path.choice() },
        label: label.to_owned(),
        line: Stroke::Way { from, limit },
        area,
        barred: None,
    };
    let near = area(state, figure, Pace::Walk);
    let track = Box::default;
    let run = movement::may_run(state, &mut Gallery::of_state(state), figure);
    let far = if run.is_ok() { area(state, figure, Pace::Run) } else { Area::default() };
    let walk = pen(Path::Walk { track: track() }, "Walk", steps, near.clone());
    let run = Pen { barred: run.err(), ..pen(Path::Run { track: track() }, "Run", 2 * steps, far) };
    let leap = pen(Path::Leap { track: track() }, "Leap", steps, near);
    [walk, run].into_iter().chain(Some(leap).filter(|_| from.z >= 2 * INCH)).collect()
}

/// The track of a drawn way, and how far it may lead.
fn drawn(state: &State, figure: Figure, choice: &Choice) -> Option<(Box<[Spot]>, i32)> {
    if let Some(ChargeWay::By { track }) = ChargeWay::read(choice) {
        return Some((track, charge::reach(state, figure)));
    }
    let steps = i32::from(state.stat(figure, Stat::Movement)) * INCH;
    match Path::read(choice)? {
        Path::Run { track } => Some((track, 2 * steps)),
        Path::Walk { track } | Path::Leap { track } => Some((track, steps)),
        Path::Stay => None,
    }
}

/// Movement that a drawn way uses, and how much there is.
pub(crate) fn used(state: &State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
    let figure = ask.actor.filter(|figure| fits(state, *figure))?;
    let (track, limit) = drawn(state, figure, choice)?;
    let mut strides = Vec::new();
    // What comes before a fault is listed all the same.
    let _ = moving::read(state, figure, &track, &keep(state, ask, figure), &mut Scratch::default(), &mut strides);
    Some((strides.iter().map(|stride| moving::cost(state, stride)).sum(), limit))
}

/// What a drawn way has to keep clear of: a charge ends at its target, and may pass others.
fn keep(state: &State, ask: &Ask, figure: Figure) -> Vec<Keepout> {
    let mut keep = Vec::new();
    match ask.about.filter(|_| WAY.is(ask)) {
        Some(target) => state.keepouts(figure, Gait::Charge, &[target], &mut keep),
        None => state.keepouts(figure, Gait::Walk, &[], &mut keep),
    }
    keep
}

fn read(state: &State, figure: Figure, track: &[Spot], strides: &mut Vec<Stride>) -> Result<(), Refusal> {
    let mut keep = Vec::new();
    state.keepouts(figure, Gait::Walk, &[], &mut keep);
    moving::read(state, figure, track, &keep, &mut Scratch::default(), strides)
}

/// Where a refused way fails: the place as far as it may come, and whoever it comes too near.
pub(crate) fn faults(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
    let Some(figure) = ask.actor.filter(|figure| state.warriors.get(figure.index()).is_some()) else {
        return Vec::new();
    };
    if let Some(Placing::At { at, .. }) = Placing::read(choice) {
        return too_near(state, figure, at, 0, CH::GEOM_08);
    }
    let Some((track, _)) = drawn(state, figure, choice).filter(|_| fits(state, figure)) else { return Vec::new() };
    let keep = keep(state, ask, figure);
    let (table, mut strides) = (&state.setting.field.table, Vec::new());
    let found = table.path(&track, &state.mover(figure), &keep, &mut Scratch::default(), &mut strides);
    match (found, track.last()) {
        (Err(fault), _) => {
            let mut marks = vec![disc(fault.at, state.sheet(figure).radius, Vec::new(), CH::GEOM_07, "stops here")];
            if let Why::Keepout(at) = fault.why {
                let near = keep.get(at).and_then(|keep| state.present().find(|foe| state.warrior(*foe).at == keep.at));
                marks.extend(near.map(|foe| ring(state, foe, APART)));
            }
            marks
        }
        (Ok(_), Some(end)) if WAY.is(ask) => too_near(state, figure, *end, 0, CH::GEOM_08),
        (Ok(_), Some(end)) => too_near(state, figure, *end, APART, CH::GEOM_09),
        _ => Vec::new(),
    }
}

/// A refused way as far as it might be gone: up to where it fails, or to where the movement is used up, and from there back
/// in small steps. Whoever shows one asks the rules first.
pub(crate) fn shortened(state: &State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
    let Some(figure) = ask.actor.filter(|figure| fits(state, *figure)) else { return Vec::new() };
    let Some((track, mut left)) = drawn(state, figure, choice) else { return Vec::new() };
    let keep = keep(state, ask, figure);
    let (table, mut strides) = (&state.setting.field.table, Vec::new());
    let found = table.path(&track, &state.mover(figure), &keep, &mut Scratch::default(), &mut strides);
    let mut points: Vec<Spot> = track.iter().take(1).copied().collect();
    for (leg, stride) in strides.iter().enumerate() {
        let (from, to, cost) = (track[leg], track[leg + 1], moving::cost(state, stride));
        if cost > left {
            if matches!(stride, Stride::Flat { .. }) {
                points.push(from.plan().toward(to.plan(), left.into()).at(from.z));
            }
            return trimmed(choice, points);
        }
        left -= cost;
        points.push(to);
    }
    if let (Err(fault), Some(from)) = (found, points.last().copied()) {
        let far = from.plan().to(fault.at.plan()).min(left.into());
        points.push(from.plan().toward(fault.at.plan(), far).at(fault.at.z));
    }
    trimmed(choice, points)
}

/// The same way with its last leg ever shorter, then without it.
fn trimmed(choice: &Choice, mut points: Vec<Spot>) -> Vec<Choice> {
    let mut all = Vec::new();
    let way = |points: &[Spot]| Choice { way: Way::Track(points.into()), ..choice.clone() };
    while points.len() >= 2 && all.len() < 12 {
        let (end, before) = (points[points.len() - 1], points[points.len() - 2]);
        let long = before.plan().to(end.plan());
        for less in [0, 5, 60, 250, 600, 1100] {
            if long > less + 100 && before.z == end.z {
                let last = points.len() - 1;
                points[last] = before.plan().toward(end.plan(), long - less).at(end.z);
                all.push(way(&points));
            } else if less == 0 {
                all.push(way(&points));
            }
        }
        points.pop();
    }
    all
}

/// Everybody who stands too near to a place, with what has to be kept clear round them.
fn too_near(state: &State, figure: Figure, at: Spot, apart: i32, rule: Rule) -> Vec<Mark> {
    let base = space::inches::Base::new(at, state.sheet(figure).radius);
    let near = |other: &Figure| {
        let there = state.base(*other);
        let level = (there.at.z - at.z).abs() < INCH;
        *other != figure
            && (level && base.overlaps(&there)
                || apart > 0 && state.enemies(figure, *other) && base.within(&there, apart))
    };
    let round = |other: Figure| Mark {
        rule: Some(rule),
        ..ring(state, other, if state.enemies(figure, other) { apart } else { 0 })
    };
    state.present().filter(near).map(round).collect()
}

fn ring(state: &State, figure: Figure, apart: i32) -> Mark {
    let text = if apart > 0 { format!("{} from {}", inch(apart), state.figure_name(figure)) } else { String::new() };
    disc(state.warrior(figure).at, state.sheet(figure).radius + apart, vec![figure], CH::GEOM_09, &text)
}

fn disc(at: Spot, radius: i32, figures: Vec<Figure>, rule: Rule, text: &str) -> Mark {
    let outline = (0..turn::TURN).map(|step| turn::outward(at.plan(), step, radius.into()).at(at.z)).collect();
    let shape = Shape::Area(Area { outlines: vec![outline] });
    Mark { text: text.to_owned(), ..mark(Drawn::Risk, shape, figures, rule) }
}

/// The way itself, the tests on it, what he would see from its end, who would see him and who could charge him there.
pub(super) fn marks(state: &State, figure: Figure, path: &Path) -> Vec<Mark> {
    let (Path::Walk { track } | Path::Run { track } | Path::Leap { track }) = path else { return Vec::new() };
    let running = matches!(path, Path::Run { .. });
    let (Some(end), true) = (track.last(), fits(state, figure)) else { return Vec::new() };
    let rule = if running { CH::RUN_01 } else { CH::MOVE_01 };
    let mut marks = vec![mark(Drawn::Reach, Shape::Track(track.to_vec()), vec![figure], rule)];
    let mut strides = Vec::new();
    if read(state, figure, track, &mut strides).is_ok() {
        for (leg, stride) in strides.iter().enumerate() {
            marks.extend(risk(state, figure, &track[leg..leg + 2], stride));
        }
    }
    let there = supposed(state, figure, *end);
    // Who would be seen is told; how far off he is only where anything may be measured (CH-SHOOT-08).
    marks.extend(aim::views(&there, figure, state.setting.options.free_measuring));
    marks.extend(noticed(&there, figure, running));
    marks.extend(chargers(&there, figure));
    marks
}

/// What a leg asks for: a test for a climb (CH-CLIMB-03), one for each 2 inches of a jump down (CH-JUMP-05), a fall.
pub(super) fn risk(state: &State, figure: Figure, leg: &[Spot], stride: &Stride) -> Option<Mark> {
    let value = state.stat(figure, Stat::Initiative);
    let drop = |height: i32| match height / (2 * INCH) {
        0 => None,
        1 => Some(format!("jump {}: Initiative {value}, else a fall", inch(height))),
        tests => Some(format!("jump {}: {tests} tests of Initiative {value}, else a fall", inch(height))),
    };
    let (text, rule) = match *stride {
        Stride::Climb { rise } if rise > 0 => (Some(format!("climb {}: Initiative {value}", inch(rise))), CH::CLIMB_03),
        Stride::Climb { rise } => {
            (Some(format!("climb down {}: Initiative {value}, else a fall", inch(-rise))), CH::CLIMB_05)
        }
        Stride::Drop { height, .. } => (drop(height), CH::JUMP_05),
        Stride::Gap { width, .. } if width > moving::GAP => {
            (Some(format!("{} is too wide: a fall", inch(width))), CH::JUMP_04)
        }
        Stride::Gap { rise, .. } => (drop(-rise), CH::JUMP_05),
        _ => (None, CH::MOVE_01),
    };
    Some(Mark { text: text?, ..mark(Drawn::Risk, Shape::Track(leg.to_vec()), vec![figure], rule) })
}

/// A hidden warrior who would be seen whole, or come near enough to be noticed (CH-HIDE-05, CH-HIDE-06).
fn noticed(there: &State, figure: Figure, running: bool) -> Option<Mark> {
    if !there.warrior(figure).hidden {
        return None;
    }
    let spots = |foe: &Figure| {
        let near = i32::from(there.stat(*foe, Stat::Initiative)) * INCH;
        there.warrior(*foe).stands() && (there.within(*foe, figure, near) || seen(there, *foe, figure) == Sight::Whole)
    };
    let figures: Vec<Figure> = there.present().filter(|foe| there.enemies(figure, *foe)).filter(spots).collect();
    let (text, rule) = match figures[..] {
        _ if running => ("hidden no longer".to_owned(), CH::HIDE_07),
        [] => return None,
        [one] => (format!("spotted by {}", there.figure_name(one)), CH::HIDE_05),
        _ => (format!("spotted by {}", figures.len()), CH::HIDE_05),
    };
    Some(Mark { text, ..mark(Drawn::Risk, Shape::Figures, figures, rule) })
}

/// Enemies who could reach him there with a charge and see him (CH-CHARGE-01, CH-CHARGE-03).
fn chargers(there: &State, figure: Figure) -> Option<Mark> {
    let able = |foe: &Figure| {
        there.warrior(*foe).steady()
            && !there.is_engaged(*foe)
            && there.within(*foe, figure, charge::reach(there, *foe))
            && seen(there, *foe, figure) != Sight::Nothing
    };
    let figures: Vec<Figure> = there.present().filter(|foe| there.enemies(figure, *foe)).filter(able).collect();
    let text = match figures[..] {
        [] => return None,
        [one] => format!("{} could charge here", there.figure_name(one)),
        _ => format!("{} could charge here", figures.len()),
    };
    Some(Mark { text, ..mark(Drawn::Threat, Shape::Figures, figures, CH::CHARGE_01) })
}
