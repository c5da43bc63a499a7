//! What would come of an answer, in marks for the board: lines of sight, the lane of a charge, who could step into it.
//!
//! Distances are said only where measuring is free (CH-CHARGE-02); what is seen may always be looked at (CH-GEOM-10).

use crate::cards::Stat;
use crate::ground::{Gait, INCH};
use crate::sight::{Sight, seen};
use crate::state::State;
use crate::turn::charge;
use kernel::sketch::{Drawn, Layer, Mark, Shape};
use kernel::{Ask, Choice, Figure, Thing, Way};
use rulebook::CH;
use space::inches::{self, Area, Point, Spot, turn};

/// The zone of interception reaches so far to either side (CH-INTERCEPT-06).
const ZONE: i64 = 2 * INCH as i64;

/// What one answer would do.
pub fn sketch(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
    match (choice.verb.text(), &choice.things, &choice.way) {
        ("walk" | "run", _, Way::Track(track)) => {
            ask.actor.map_or_else(Vec::new, |figure| stroll(state, figure, track))
        }
        ("charge", [Thing::Figure(figure), Thing::Figure(foe), _], _) => rush(state, *figure, *foe),
        ("shoot", [Thing::Figure(figure), ..], _) if fits(state, *figure) => views(state, *figure),
        ("at", [Thing::Figure(foe), ..], _) if fits(state, *foe) => {
            ask.actor.and_then(|figure| line(state, figure, *foe)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A layer over the map for one warrior.
pub fn layer(state: &State, figure: Figure, layer: Layer) -> Vec<Mark> {
    if !fits(state, figure) {
        return Vec::new();
    }
    let steps = i32::from(state.stat(figure, Stat::Movement)) * INCH;
    match layer {
        Layer::Reach => vec![Mark {
            kind: Drawn::Reach,
            shape: Shape::Area(straight(state, figure, steps)),
            figures: vec![figure],
            text: String::new(),
            rule: Some(CH::MOVE_01),
        }],
        Layer::Sight => views(state, figure),
        Layer::Threat => {
            let (at, radius) = (state.warrior(figure).at, state.sheet(figure).radius);
            let reach = i64::from(charge::reach(state, figure) + radius);
            let outline = (0..turn::TURN).map(|step| turn::outward(at.plan(), step, reach).at(at.z)).collect();
            vec![Mark {
                kind: Drawn::Threat,
                shape: Shape::Area(Area { outlines: vec![outline] }),
                figures: vec![figure],
                text: "charge".to_owned(),
                rule: Some(CH::CHARGE_03),
            }]
        }
    }
}

fn fits(state: &State, figure: Figure) -> bool {
    state.warriors.get(figure.index()).is_some_and(crate::state::Warrior::on_table)
}

/// As far as a walk leads in 24 directions.
fn straight(state: &State, figure: Figure, length: i32) -> Area {
    let (here, mover) = (state.warrior(figure).at, state.mover(figure));
    let mut keep = Vec::new();
    state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let (table, mut scratch) = (&state.setting.field.table, inches::Scratch::default());
    let (width, depth) = (i64::from(state.setting.scenario.width), i64::from(state.setting.scenario.depth));
    let outline = (0..turn::TURN)
        .map(|step| {
            let aim = turn::outward(here.plan(), step, length.into());
            let aim = Point { x: aim.x.clamp(0, width), y: aim.y.clamp(0, depth) };
            table.farthest(here, aim, &mover, &keep, &mut scratch)
        })
        .collect();
    Area { outlines: vec![outline] }
}

/// The way itself, and what he would see from its end.
fn stroll(state: &State, figure: Figure, track: &[Spot]) -> Vec<Mark> {
    let (Some(end), true) = (track.last(), fits(state, figure)) else { return Vec::new() };
    let mut marks = vec![Mark {
        kind: Drawn::Reach,
        shape: Shape::Track(track.to_vec()),
        figures: vec![figure],
        text: String::new(),
        rule: Some(CH::MOVE_01),
    }];
    let mut there = state.clone();
    there.warrior_mut(figure).at = *end;
    marks.extend(views(&there, figure));
    marks
}

/// Lines to every enemy in view.
fn views(state: &State, figure: Figure) -> Vec<Mark> {
    let foes = state.present().filter(|foe| state.enemies(figure, *foe) && !state.warrior(*foe).hidden);
    foes.filter_map(|foe| line(state, figure, foe)).collect()
}

fn line(state: &State, figure: Figure, foe: Figure) -> Option<Mark> {
    let sight = seen(state, figure, foe, &mut Vec::new());
    if sight == Sight::Nothing {
        return None;
    }
    let plan = |figure: Figure| (state.warrior(figure).at.x, state.warrior(figure).at.y);
    let covered = sight == Sight::Part;
    Some(Mark {
        kind: if covered { Drawn::Cover } else { Drawn::Sight },
        shape: Shape::Line { from: plan(figure), to: plan(foe) },
        figures: vec![figure, foe],
        text: if covered { "in cover".to_owned() } else { String::new() },
        rule: Some(if covered { CH::SHOOT_11 } else { CH::GEOM_10 }),
    })
}

/// The straight lane to the target, the zone beside it, and who could step in.
fn rush(state: &State, figure: Figure, foe: Figure) -> Vec<Mark> {
    if !fits(state, figure) || !fits(state, foe) {
        return Vec::new();
    }
    let (from, to) = (state.warrior(figure).at, state.warrior(foe).at);
    let text = if state.setting.options.free_measuring {
        format!("{} of {} thousandths", state.distance(figure, foe), charge::reach(state, figure))
    } else {
        String::new()
    };
    let lane = Mark {
        kind: Drawn::Lane,
        shape: Shape::Track(vec![from, to]),
        figures: vec![figure, foe],
        text,
        rule: Some(CH::CHARGE_03),
    };
    let (a, b) = (from.plan(), to.plan());
    let long = a.to(b).max(1);
    let (x, y) = ((b.y - a.y) * ZONE / long, (a.x - b.x) * ZONE / long);
    let beside = |p: Point, side: i64| Point { x: p.x + side * x, y: p.y + side * y }.at(from.z);
    let outline = vec![beside(a, 1), beside(b, 1), beside(b, -1), beside(a, -1)];
    let near = |other: &Figure| {
        let base = state.base(*other);
        *other != foe
            && state.owner(*other) == state.owner(foe)
            && state.warrior(*other).steady()
            && !state.is_engaged(*other)
            && inches::lane::in_strip(&[from, to], ZONE as i32, INCH, &base).is_some()
    };
    let zone = Mark {
        kind: Drawn::Risk,
        shape: Shape::Area(Area { outlines: vec![outline] }),
        figures: state.present().filter(near).collect(),
        text: "interception".to_owned(),
        rule: Some(CH::INTERCEPT_06),
    };
    [lane, zone].into_iter().chain(line(state, figure, foe)).collect()
}
